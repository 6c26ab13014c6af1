#include "app/language/asm_tiles.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/language/compile.h"
#include "app/language/tile_note.h"

namespace stridescope::language {
namespace {

bool has(const AsmInstruction& i, std::string_view word) {
    return std::ranges::find(i.code, word) != i.code.end();
}

/// 1, 2 or 4 matrices of 8 rows of 16 bytes; 0: it does not say.
std::size_t matrices(const AsmInstruction& i) {
    for (const std::size_t n : {1, 2, 4}) {
        if (has(i, fmt::format("x{}", n))) return n;
    }
    return 0;
}

/// Of four lanes each a word of a row, whose address one lane in four times eight has given.
/// Transposed, a lane has two elements of a column, which two lanes exchange for it.
std::optional<std::string> matrix_statement(const AsmInstruction& i, bool is_load) {
    const std::size_t count = matrices(i);
    if (count == 0 || !has(i, "b16") || i.operands.size() != count + 1) return std::nullopt;
    const bool is_transposed = has(i, "trans");
    const std::string& address = is_load ? i.operands.back() : i.operands.front();
    std::string text = fmt::format(
        "{{ const unsigned __ss_lane = {}, __ss_row = (unsigned)({}); __syncwarp(); "
        "if (__ss_lane < {} && __ss_row % 16 != 0) __ss_bad_row(); __ss_xorwow_put(0, __ss_row); "
        "__syncwarp();",
        lane_of_warp, address, 8 * count);
    for (std::size_t m = 0; m < count; ++m) {
        const std::string& own = i.operands[is_load ? m : m + 1];
        const std::string at =
            fmt::format("*(unsigned *){}",
                        shared_address(fmt::format(
                            "__ss_lane_word(0, {} + __ss_lane / 4) + __ss_lane % 4 * 4", m * 8)));
        const std::string &from = is_load ? at : own, &to = is_load ? own : at;
        text += fmt::format(" __ss_tile_note({});",
                            number_of({.is_load = is_load,
                                       .is_transposed = is_transposed,
                                       .count = static_cast<std::uint8_t>(count),
                                       .matrix = static_cast<std::uint8_t>(m)}));
        // The element in this row and column of the matrix is half of another lane's word.
        const auto half_of = [](std::string_view lane) {
            return fmt::format("(__ss_lane_word(1, {}) >> 16 * (__ss_lane / 4 % 2) & 0xffff)",
                               lane);
        };
        text +=
            is_transposed
                ? fmt::format(
                      " __ss_xorwow_put(1, {}); __syncwarp(); {} = {} | {} << 16; __syncwarp();",
                      from, to, half_of("__ss_lane % 4 * 8 + __ss_lane / 8"),
                      half_of("__ss_lane % 4 * 8 + 4 + __ss_lane / 8"))
                : fmt::format(" {} = {};", to, from);
    }
    return text + " __ss_tile_note(0); }";
}

/// The same of whole numbers of 8 bits, 16 or 32 of them in a row. A lane has four neighbours of a
/// row in each operand; as which of the sixteen of the other products they are summed makes no
/// difference, if a's and b's are the same. What is summed is exact in single precision.
std::optional<std::string> whole_product_statement(const AsmInstruction& i) {
    const bool is_deep = has(i, "m16n8k32");
    if ((!is_deep && !has(i, "m16n8k16")) || i.code.size() < 8) return std::nullopt;
    const std::size_t types = i.code.size() - 4;
    const std::string &a = i.code[types + 1], &b = i.code[types + 2];
    const auto is_byte = [](const std::string& type) { return type == "s8" || type == "u8"; };
    if (!is_byte(a) || !is_byte(b) || i.code[types] != "s32" || i.code[types + 3] != "s32")
        return std::nullopt;
    const std::size_t rounds = is_deep ? 2 : 1, of_d = 4, of_a = 2 * rounds, of_b = rounds;
    if (i.operands.size() != 2 * of_d + of_a + of_b) return std::nullopt;
    std::string text = fmt::format("{{ __syncwarp(); __ss_tile_note({});", unrecorded_note);
    for (std::size_t n = 0; n < of_d; ++n)
        text += fmt::format(" long long __ss_sum_{} = {};", n, i.operands[of_d + of_a + of_b + n]);
    for (std::size_t round = 0; round < rounds; ++round) {
        const auto put = [&](std::size_t to, std::size_t operand, std::size_t byte,
                             const std::string& type) {
            text += fmt::format(" __ss_mma_put({}, (float)({})({} >> {}));", to,
                                type == "s8" ? "signed char" : "unsigned char", i.operands[operand],
                                8 * byte);
        };
        for (std::size_t byte = 0; byte < 4; ++byte) {
            const std::size_t place = byte / 2 * 4 + byte % 2;
            put(place, of_d + 2 * round, byte, a);
            put(place + 2, of_d + 2 * round + 1, byte, a);
            put(8 + place, of_d + of_a + round, byte, b);
        }
        for (const int unused : {10, 11, 14, 15})
            text += fmt::format(" __ss_mma_put({}, 0.0f);", unused);
        for (std::size_t n = 0; n < of_d; ++n)
            text += fmt::format(" __ss_sum_{} += (int)__ss_mma({}, 0.0f);", n, n);
    }
    for (std::size_t n = 0; n < of_d; ++n) {
        text += has(i, "satfinite")
                    ? fmt::format(
                          " {0} = (int)(__ss_sum_{1} > 2147483647ll ? 2147483647ll : "
                          "__ss_sum_{1} < -2147483648ll ? -2147483648ll : __ss_sum_{1});",
                          i.operands[n], n)
                    : fmt::format(" {} = (int)__ss_sum_{};", i.operands[n], n);
    }
    return text + " __ss_tile_note(0); }";
}

/// A product of tiles of 16 rows and 8 columns, as half of the one of 16 by 16 that wmma has.
std::optional<std::string> product_statement(const AsmInstruction& i) {
    const bool is_deep = has(i, "m16n8k16"), is_shallow = has(i, "m16n8k8");
    if ((!is_deep && !is_shallow) || i.code.size() < 4) return std::nullopt;
    const std::size_t types = i.code.size() - 4;
    const std::string &d = i.code[types], &a = i.code[types + 1], &b = i.code[types + 2],
                      &c = i.code[types + 3];
    const bool is_half = a == "f16", is_bfloat = a == "bf16", is_tf32 = a == "tf32" && is_shallow;
    const bool sums_halves = d == "f16";
    if (a != b || c != d || (!is_half && !is_bfloat && !is_tf32) || (d != "f32" && !sums_halves) ||
        (sums_halves && !is_half))
        return std::nullopt;
    const std::size_t of_a = is_deep || is_tf32 ? 4 : 2, of_b = of_a / 2,
                      of_d = sums_halves ? 2 : 4;
    if (i.operands.size() != 2 * of_d + of_a + of_b) return std::nullopt;
    const auto operand = [&](std::size_t n) { return i.operands[n]; };
    std::array<std::string, 16> elements;
    elements.fill("0.0f");
    if (is_tf32) {
        // Its eight inner places are the first eight of sixteen, two for each lane.
        const auto value = [&](std::size_t n) {
            return fmt::format(
                "__uint_as_float({} & 0xffffe000u)",
                i.constraints[n] == 'f' ? "__float_as_uint(" + operand(n) + ")" : operand(n));
        };
        elements[0] = value(of_d), elements[1] = value(of_d + 2);
        elements[2] = value(of_d + 1), elements[3] = value(of_d + 3);
        elements[8] = value(of_d + 4), elements[9] = value(of_d + 5);
    } else {
        const auto halves = [&](std::size_t to, std::size_t n) {
            for (std::size_t half = 0; half < 2; ++half)
                elements[to + half] =
                    fmt::format("(float)__ushort_as_{}((unsigned short)({} >> {}))",
                                is_half ? "half" : "bfloat16", operand(n), 16 * half);
        };
        for (std::size_t n = 0; n < of_a; ++n) halves(2 * n, of_d + n);
        for (std::size_t n = 0; n < of_b; ++n) halves(8 + 4 * n, of_d + of_a + n);
    }
    std::string text = "{ __syncwarp();";
    for (std::size_t n = 0; n < elements.size(); ++n)
        text += fmt::format(" __ss_mma_put({}, {});", n, elements[n]);
    text += fmt::format(" __ss_tile_note({});", first_product + (is_deep ? 0 : is_tf32 ? 2 : 1));
    const std::size_t first_c = of_d + of_a + of_b;
    for (std::size_t n = 0; n < of_d; ++n) {
        const std::string before = operand(first_c + n);
        if (sums_halves) {
            const auto sum = [&](std::size_t half) {
                return fmt::format(
                    "(unsigned)__half_as_ushort(__float2half_rn(__ss_mma({}, "
                    "(float)__ushort_as_half((unsigned short)({} >> {})))))",
                    2 * n + half, before, 16 * half);
            };
            text += fmt::format(" {} = {} | {} << 16;", operand(n), sum(0), sum(1));
            continue;
        }
        const bool from_float = i.constraints[first_c + n] == 'f';
        const std::string sum = fmt::format(
            "__ss_mma({}, {})", n, from_float ? before : "__uint_as_float(" + before + ")");
        const bool to_float = i.constraints[n] == 'f';
        text +=
            fmt::format(" {} = {};", operand(n), to_float ? sum : "__float_as_uint(" + sum + ")");
    }
    return text + " __ss_tile_note(0); }";
}

/// It is made where it begins; what reads before it is waited for, is told.
std::optional<std::string> copy_statement(const AsmInstruction& i) {
    if (i.code.size() < 3 || i.code[1] != "async") return std::nullopt;
    if (i.code[2] == "commit_group") return "__pipeline_commit();";
    if (i.code[2] == "wait_group" && i.operands.size() == 1)
        return fmt::format("__pipeline_wait_prior({});", i.operands[0]);
    if (i.code[2] == "wait_all") return "{ __pipeline_commit(); __pipeline_wait_prior(0); }";
    if ((i.code[2] != "ca" && i.code[2] != "cg") || i.code.size() < 5 ||
        !i.code[3].starts_with("shared") || !has(i, "global") ||
        (i.operands.size() != 3 && i.operands.size() != 4))
        return std::nullopt;
    if (i.operands.size() == 3) {
        // Those of <cuda_pipeline.h> go past the L1 cache where they have 16 bytes.
        return fmt::format("{}((char *){}, (const char *)({}), {});",
                           i.code[2] == "cg" ? "__pipeline_memcpy_async" : "__ss_copy_async_ca",
                           shared_address(i.operands[0]), i.operands[1], i.operands[2]);
    }
    return fmt::format("__ss_copy_async((char *){}, (const char *)({}), {}, {});",
                       shared_address(i.operands[0]), i.operands[1], i.operands[2],
                       i.operands.back());
}

}  // namespace

std::string shared_address(std::string_view number) {
    return fmt::format("({}ull + ({}))", addresses::begin(addresses::shared), number);
}

std::optional<std::string> tile_statement(const AsmInstruction& i) {
    if (i.code[0] == "ldmatrix") return matrix_statement(i, true);
    if (i.code[0] == "stmatrix") return matrix_statement(i, false);
    if (i.code[0] == "mma") {
        if (i.code.size() < 2 || i.code[1] != "sync") return std::nullopt;
        auto whole = whole_product_statement(i);
        return whole ? whole : product_statement(i);
    }
    if (i.code[0] == "cp") return copy_statement(i);
    return std::nullopt;
}

}  // namespace stridescope::language

#include "app/language/asm_numbers.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace stridescope::language {
namespace {

bool says(const std::vector<std::string>& code, std::string_view word) {
    return std::ranges::find(code, word) != code.end();
}

/// Of numbers in single and in double precision CUDA has a function for each rounding.
std::optional<std::string> rounded_statement(const AsmInstruction& i) {
    struct Row {
        std::string_view name, single, twice;
        std::size_t operands;
    };
    constexpr std::array<Row, 7> rows{
        Row{"add", "__fadd", "__dadd", 3}, Row{"sub", "__fsub", "__dsub", 3},
        Row{"mul", "__fmul", "__dmul", 3}, Row{"div", "__fdiv", "__ddiv", 3},
        Row{"rcp", "__frcp", "__drcp", 2}, Row{"sqrt", "__fsqrt", "__dsqrt", 2},
        Row{"fma", "__fmaf", "__fma", 4}};
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> ways{
        {{"rn", "rn"}, {"rz", "rz"}, {"rm", "rd"}, {"rp", "ru"}}};
    const auto row = std::ranges::find(rows, i.code[0], &Row::name);
    if (row == rows.end() || i.code.size() != 3 || i.operands.size() != row->operands)
        return std::nullopt;
    const auto way = std::ranges::find(ways, i.code[1], [](const auto& w) { return w.first; });
    const bool is_single = i.code[2] == "f32";
    if (way == ways.end() || (!is_single && i.code[2] != "f64")) return std::nullopt;
    std::string given;
    for (std::size_t k = 1; k < i.operands.size(); ++k)
        given += (k > 1 ? ", " : "") + i.operands[k];
    return fmt::format("{} = {}_{}({});", i.operands[0], is_single ? row->single : row->twice,
                       way->second, given);
}

/// Two numbers as halves of one word, the first one in its upper half; a number as a half, and
/// back.
std::optional<std::string> conversion_statement(const AsmInstruction& i) {
    const std::vector<std::string>& code = i.code;
    if (code[0] != "cvt") return std::nullopt;
    const auto half = [](bool is_bfloat, const std::string& value) {
        return fmt::format("__ss_{}_bits({})", is_bfloat ? "bf16" : "f16", value);
    };
    const bool is_rounded = code.size() == 4 && code[1] == "rn" && code[3] == "f32";
    if (is_rounded && (code[2] == "f16x2" || code[2] == "bf16x2") && i.operands.size() == 3) {
        const bool is_bfloat = code[2] == "bf16x2";
        return fmt::format("{} = (unsigned){} << 16 | {};", i.operands[0],
                           half(is_bfloat, i.operands[1]), half(is_bfloat, i.operands[2]));
    }
    if (is_rounded && (code[2] == "f16" || code[2] == "bf16") && i.operands.size() == 2)
        return fmt::format("{} = {};", i.operands[0], half(code[2] == "bf16", i.operands[1]));
    if (code.size() == 3 && code[1] == "f32" && (code[2] == "f16" || code[2] == "bf16") &&
        i.operands.size() == 2)
        return fmt::format("{} = (float)__ushort_as_{}((unsigned short)({}));", i.operands[0],
                           code[2] == "f16" ? "half" : "bfloat16", i.operands[1]);
    return std::nullopt;
}

}  // namespace

std::optional<std::string> number_statement(const AsmInstruction& i) {
    if (auto rounded = rounded_statement(i)) return rounded;
    if (auto converted = conversion_statement(i)) return converted;
    const std::string& type = i.code.back();
    const auto is = [&](std::string_view name, std::size_t operands) {
        return i.code[0] == name && i.code.size() == 2 && i.operands.size() == operands;
    };
    const bool is_whole = type == "s32" || type == "u32" || type == "s64" || type == "u64";
    if (is("div", 3) && is_whole)
        return fmt::format("{} = {} / {};", i.operands[0], i.operands[1], i.operands[2]);
    if (is("rem", 3) && is_whole)
        return fmt::format("{} = {} % {};", i.operands[0], i.operands[1], i.operands[2]);
    if (is("abs", 2) && (type == "f32" || type == "f64"))
        return fmt::format("{} = fabs{}({});", i.operands[0], type == "f32" ? "f" : "",
                           i.operands[1]);
    if (is("abs", 2) && type == "s32")
        return fmt::format("{} = {} < 0 ? (int)(0u - (unsigned){}) : {};", i.operands[0],
                           i.operands[1], i.operands[1], i.operands[1]);
    return std::nullopt;
}

bool changes_nothing(const std::vector<std::string>& code) {
    const std::string& name = code[0];
    return name == "prefetch" || name == "prefetchu" || name == "nanosleep" ||
           name == "setmaxnreg" || name == "griddepcontrol" || name == "applypriority" ||
           (name == "cp" && says(code, "bulk") && says(code, "prefetch") && !says(code, "tensor"));
}

std::string_view instead_of(const std::vector<std::string>& code) {
    const std::string& name = code[0];
    if (name == "bar" || name == "barrier") {
        if (says(code, "red"))
            return "of the barriers that count only barrier 0 of all threads is; count by "
                   "atomicAdd "
                   "on a shared variable between two bar.sync of this one";
        if (says(code, "arrive"))
            return "bar.arrive needs the number of threads as well, such as bar.arrive 1, 64";
    }
    if (name == "wgmma")
        return "products of a group of four warps are not done here; mma.sync and wmma are";
    if (name == "tcgen05") return "tensor memory is not here; mma.sync and wmma are done";
    if (name == "mma" && code.size() > 1 && code[1].starts_with("sp"))
        return "products of sparse matrices are not done here; mma.sync of whole ones is";
    if (name == "mma" && std::ranges::any_of(code, [](const std::string& type) {
            return type.starts_with("e4m3") || type.starts_with("e5m2");
        }))
        return "how the chip adds products of fp8 is not known here; mma.sync of f16 and bf16 is "
               "done";
    if (says(code, "tensor") || name == "tensormap")
        return "copies by a tensor map are not done here; cp.async.bulk of rows and cp.async are";
    if (name == "mapa" || says(code, "multicast::cluster") || says(code, "shared::cluster"))
        return "other blocks' shared memory has no numbers here: write cluster.map_shared_rank of "
               "<cooperative_groups.h>";
    if (says(code, "approx") || says(code, "full"))
        return "its last bits are the chip's own, and not known here: write exp2f, log2f, sinf, "
               "cosf, tanhf, rsqrtf, or the instruction that rounds (.rn)";
    if (says(code, "ftz")) return "numbers that are not normal are kept here: leave out .ftz";
    return "write it in CUDA";
}

}  // namespace stridescope::language

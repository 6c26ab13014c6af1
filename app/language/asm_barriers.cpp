#include "app/language/asm_barriers.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "app/language/tile_note.h"

namespace stridescope::language {
namespace {

bool has(const std::vector<std::string>& code, std::string_view word) {
    return std::ranges::find(code, word) != code.end();
}

/// False: it is of a block alone; nothing is known here of other blocks' barriers.
bool is_of_cluster(const std::vector<std::string>& code) {
    return has(code, "cluster") || has(code, "shared::cluster") || has(code, "noinc") ||
           has(code, "noComplete");
}

std::string barrier_at(const std::string& number) {
    return fmt::format("(unsigned long long *){}", shared_address(number));
}

/// What is counted where, and whether its state before is wanted.
std::optional<std::string> mbarrier_statement(const AsmInstruction& i) {
    const std::vector<std::string>& code = i.code;
    if (code.size() < 2 || is_of_cluster(code)) return std::nullopt;
    const std::string& what = code[1];
    const std::size_t count = i.operands.size();
    const auto operand = [&](std::size_t n) { return i.operands[n]; };
    if (what == "init" && count == 2)
        return fmt::format("__ss_mbarrier_init({}, (unsigned)({}));", barrier_at(operand(0)),
                           operand(1));
    if (what == "inval" && count == 1) return ";";
    if (what == "expect_tx" && count == 2)
        return fmt::format("__ss_mbarrier_count({}, 0, (int)({}), 0);", barrier_at(operand(0)),
                           operand(1));
    if (what == "complete_tx" && count == 2)
        return fmt::format("__ss_mbarrier_count({}, 0, -(int)({}), 0);", barrier_at(operand(0)),
                           operand(1));
    if (what == "arrive" || what == "arrive_drop") {
        const bool expects = has(code, "expect_tx");
        if (count < 2 || count > 3 || (expects && count != 3)) return std::nullopt;
        const std::string third = count == 3 ? operand(2) : "1";
        const std::string arrived = expects ? "1" : third;
        const std::string call =
            fmt::format("__ss_mbarrier_count({}, {}, {}, {})", barrier_at(operand(1)), arrived,
                        expects ? third : "0", what == "arrive_drop" ? arrived : "0");
        return operand(0) == "_" ? call + ";" : fmt::format("{} = {};", operand(0), call);
    }
    if ((what == "test_wait" || what == "try_wait") && (count == 3 || count == 4))
        return fmt::format("{} = __ss_mbarrier_{}({}, {});", operand(0),
                           has(code, "parity") ? "parity" : "done", barrier_at(operand(1)),
                           operand(2));
    return std::nullopt;
}

/// The note of what a bulk copy to global memory reads and writes.
constexpr std::string_view bulk_out_note = "__ss_tile_note(101);";
static_assert(copy_names[101 - first_copy] == "cp.async.bulk.global");

/// What is combined with what is there, element by element: "add.f32".
struct Reduction {
    std::string_view name, function, type;
};
constexpr std::array<Reduction, 15> reductions{
    Reduction{"add.u32", "atomicAdd", "unsigned"},
    Reduction{"add.s32", "atomicAdd", "int"},
    Reduction{"add.u64", "atomicAdd", "unsigned long long"},
    Reduction{"add.f32", "atomicAdd", "float"},
    Reduction{"add.f64", "atomicAdd", "double"},
    Reduction{"min.u32", "atomicMin", "unsigned"},
    Reduction{"min.s32", "atomicMin", "int"},
    Reduction{"min.u64", "atomicMin", "unsigned long long"},
    Reduction{"max.u32", "atomicMax", "unsigned"},
    Reduction{"max.s32", "atomicMax", "int"},
    Reduction{"max.u64", "atomicMax", "unsigned long long"},
    Reduction{"and.b32", "atomicAnd", "unsigned"},
    Reduction{"or.b32", "atomicOr", "unsigned"},
    Reduction{"xor.b32", "atomicXor", "unsigned"},
    Reduction{"or.b64", "atomicOr", "unsigned long long"}};

/// cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32: the copy engine's atomics.
std::optional<std::string> bulk_reduction(const AsmInstruction& i) {
    const std::vector<std::string>& code = i.code;
    const std::size_t hints = has(code, "L2::cache_hint") ? 1 : 0;
    if (code.size() != 9 + hints || code[2] != "async" || code[4] != "global" ||
        code[5] != "shared::cta" || code[6] != "bulk_group" || i.operands.size() != 3 + hints)
        return std::nullopt;
    const std::string name = code[code.size() - 2] + "." + code.back();
    const auto row = std::ranges::find(reductions, name, &Reduction::name);
    if (row == reductions.end()) return std::nullopt;
    const std::string from = shared_address(i.operands[1]);
    return fmt::format(
        "{{ char *__ss_to = (char *)({0}); const char *__ss_from = (const char *){1}; "
        "const unsigned __ss_bytes = {2}; "
        "if ((((size_t)__ss_to | (size_t)__ss_from | __ss_bytes) & 15) != 0) __ss_bad_row(); "
        "{3} for (unsigned __ss_i = 0; __ss_i < __ss_bytes; __ss_i += sizeof({4})) "
        "{5}(({4} *)(__ss_to + __ss_i), *(const {4} *)(__ss_from + __ss_i)); "
        "__ss_tile_note(0); __ss_copying_out((char *)__ss_from, (int)__ss_bytes); }}",
        i.operands[0], from, i.operands[2], bulk_out_note, row->type, row->function);
}

/// cp.async.mbarrier.arrive: who waits for the barrier waits for this thread's cp.async before it.
/// That arrival is one more that is awaited, or, with .noinc, one of those that are.
std::optional<std::string> copies_arrive(const AsmInstruction& i) {
    const bool counted = has(i.code, "noinc");
    if (i.code[3] != "arrive" || i.code.back() != "b64" || has(i.code, "shared::cluster") ||
        i.operands.size() != 1)
        return std::nullopt;
    const std::string at = barrier_at(i.operands[0]);
    return fmt::format("{{ __ss_copies_bind({0});{1} }}", at,
                       counted ? fmt::format(" __ss_mbarrier_count({}, 1, 0, 0);", at) : "");
}

/// Made where it begins; its bytes are counted as come then, too.
std::optional<std::string> bulk_statement(const AsmInstruction& i) {
    const std::vector<std::string>& code = i.code;
    if (code[2] == "mbarrier") return copies_arrive(i);
    if (code[1] == "reduce") return bulk_reduction(i);
    if (code.size() == 4 && code[3] == "commit_group") return "__ss_bulk_commit();";
    // Which have been read may be overwritten; those that have been written, too.
    if (code.size() >= 4 && code[3] == "wait_group" && i.operands.size() == 1)
        return fmt::format("__ss_bulk_wait({});", i.operands[0]);
    if (code.size() < 5 || has(code, "tensor") || has(code, "multicast::cluster") ||
        has(code, "prefetch"))
        return std::nullopt;
    const bool loads = code[3].starts_with("shared::") && code[4] == "global" &&
                       has(code, "mbarrier::complete_tx::bytes");
    const bool stores = code[3] == "global" && code[4] == "shared::cta" && has(code, "bulk_group");
    if (has(code, "cp_mask")) return std::nullopt;
    const std::size_t hints = has(code, "L2::cache_hint") ? 1 : 0;
    if (loads && i.operands.size() == 4 + hints)
        return fmt::format("__ss_bulk_load((char *){}, (const char *)({}), {}, {});",
                           shared_address(i.operands[0]), i.operands[1], i.operands[2],
                           barrier_at(i.operands[3]));
    if (stores && i.operands.size() == 3 + hints)
        return fmt::format(
            "{{ __ss_bulk_copy((char *)({0}), (const char *){1}, {2}); "
            "__ss_copying_out((char *){1}, (int)({2})); }}",
            i.operands[0], shared_address(i.operands[1]), i.operands[2]);
    return std::nullopt;
}

}  // namespace

bool is_bulk(const std::vector<std::string>& code) {
    const auto is = [&](std::size_t n, std::string_view word) {
        return code.size() > n && code[n] == word;
    };
    const bool arrives = is(2, "mbarrier") && code.size() > 4;
    return is(0, "cp") && (is(2, "bulk") || arrives || (is(1, "reduce") && is(3, "bulk")));
}

bool bulk_operand_is_shared(const std::vector<std::string>& code, std::size_t number) {
    const std::size_t to = code[1] == "reduce" ? 4 : 3;
    const bool stores = code.size() > to && code[to] == "global";
    return stores ? number == 1 : number != 1;
}

std::optional<std::string> barrier_statement(const AsmInstruction& i) {
    if (i.code[0] == "mbarrier") return mbarrier_statement(i);
    if (is_bulk(i.code)) return bulk_statement(i);
    return std::nullopt;
}

}  // namespace stridescope::language

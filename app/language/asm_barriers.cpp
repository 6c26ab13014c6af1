#include "app/language/asm_barriers.h"

#include <algorithm>

#include <fmt/format.h>

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

/// Made where it begins; its bytes are counted as come then, too.
std::optional<std::string> bulk_statement(const AsmInstruction& i) {
    const std::vector<std::string>& code = i.code;
    if (code.size() == 4 && code[3] == "commit_group") return ";";
    if (code.size() >= 4 && code[3] == "wait_group" && i.operands.size() == 1) return ";";
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
        return fmt::format("__ss_bulk_copy((char *)({}), (const char *){}, {});", i.operands[0],
                           shared_address(i.operands[1]), i.operands[2]);
    return std::nullopt;
}

}  // namespace

bool bulk_operand_is_shared(const std::vector<std::string>& code, std::size_t number) {
    const bool stores = code.size() > 3 && code[3] == "global";
    return stores ? number == 1 : number != 1;
}

std::optional<std::string> barrier_statement(const AsmInstruction& i) {
    if (i.code[0] == "mbarrier") return mbarrier_statement(i);
    if (i.code.size() > 2 && i.code[0] == "cp" && i.code[2] == "bulk") return bulk_statement(i);
    return std::nullopt;
}

}  // namespace stridescope::language

#include "app/engine/machine/trace_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

namespace stridescope {
namespace {

using machine::LocalsLog;

std::string text_of_bits(const language::Watched& variable, std::uint64_t bits) {
    if (variable.variable->type->kind == language::TypeKind::bool_)
        return bits != 0 ? "true" : "false";
    switch (variable.kind) {
        case language::Kind::i32: return fmt::format("{}", static_cast<std::int32_t>(bits));
        case language::Kind::u32: return fmt::format("{}", static_cast<std::uint32_t>(bits));
        case language::Kind::i64: return fmt::format("{}", static_cast<std::int64_t>(bits));
        case language::Kind::u64: return fmt::format("{}", bits);
        case language::Kind::f32:
            return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
        default: return fmt::format("{}", std::bit_cast<double>(bits));
    }
}

/// Where the rows of the thread end that are its last ones in a step: segment and bytes in it.
using Position = std::pair<std::uint32_t, std::uint32_t>;
std::map<std::uint32_t, Position> last_rows(const machine::BlockRecord& block,
                                            const MachineSteps& steps, std::uint32_t thread) {
    std::map<std::uint32_t, Position> last;
    std::uint32_t number = 0;
    for (const machine::Segment& segment : block.segments) {
        const std::uint32_t here = number++;
        if (segment.warp != thread / machine::lanes_of_warp) continue;
        std::uint32_t at = 0;
        segment.for_each_row([&](const machine::Row& row) {
            at += static_cast<std::uint32_t>(row.bytes());
            if ((row.mask >> thread % machine::lanes_of_warp & 1) != 0)
                last[steps.of_row(block, segment, row)] = {here, at};
        });
    }
    return last;
}

std::vector<LocalVariable> variables_at(const machine::LaunchRecord& launch,
                                        const LocalsLog::Entry& entry) {
    std::vector<LocalVariable> all;
    const auto& watched = launch.program->watches[entry.watch];
    for (std::size_t k = 0; k < watched.size(); ++k) {
        const std::string name{watched[k].variable->name};
        // One that stands in an inner block hides what is called alike outside of it.
        std::erase_if(all, [&](const LocalVariable& other) { return other.name == name; });
        all.push_back({name, text_of_bits(watched[k], launch.locals.values[entry.first + k])});
    }
    return all;
}

}  // namespace

void read_locals(const machine::LaunchRecord& launch, const MachineSteps& steps,
                 std::uint32_t first_step, ThreadLocals& locals) {
    const LocalsLog& log = launch.locals;
    const auto block = std::ranges::find(launch.blocks, static_cast<std::uint32_t>(locals.block),
                                         &machine::BlockRecord::block);
    if (block == launch.blocks.end() || log.entries.empty()) return;
    locals.cut = locals.cut || log.cut;
    const auto last = last_rows(*block, steps, static_cast<std::uint32_t>(locals.thread));
    std::vector<LocalVariable> before;
    for (std::uint32_t step = 0; step < steps.count(); ++step) {
        if (const auto rows = last.find(step); rows != last.end()) {
            // The statement that the last access is part of ends behind it.
            const auto entry = std::ranges::lower_bound(
                log.entries, rows->second, {}, [](const LocalsLog::Entry& each) {
                    return Position{each.segment, each.offset};
                });
            if (entry != log.entries.end() || !log.cut) {
                before =
                    variables_at(launch, entry != log.entries.end() ? *entry : log.entries.back());
            }
        }
        locals.steps[first_step + step] = before;
    }
}

}  // namespace stridescope

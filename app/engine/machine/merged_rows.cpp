#include "app/engine/machine/merged_rows.h"

#include <algorithm>
#include <utility>

namespace stridescope {

MergedRows::MergedRows(const language::Program& program,
                       const std::vector<language::MergedLoad>& loads)
    : program_{program} {
    // Calls of functions that are called once are no part of a row's place.
    std::vector<language::Place> calls;
    for (const language::Loop& loop : program.loops) {
        if (loop.is_call) calls.push_back(loop.place);
    }
    for (const language::MergedLoad& load : loads) {
        int at = 0;
        for (const language::CodePlace& place : load.path) {
            if (place.is_call && std::ranges::find(calls, place.place) == calls.end()) continue;
            at = node(at, place);
        }
        loads_[{at, load.expr}] = {.group = load.group, .bytes = load.bytes};
    }
}

int MergedRows::node(int parent, const language::CodePlace& at) {
    const Edge edge{parent,        at.place.line, at.place.column,
                    at.place.file, at.is_call,    at.is_call ? 0 : at.round};
    return nodes_.try_emplace(edge, static_cast<int>(nodes_.size()) + 1).first->second;
}

std::int32_t MergedRows::find(const machine::BlockRecord& block, const machine::Row& row) {
    const language::Site& site = program_.sites[row.site()];
    if (!any() || site.kind != language::SiteKind::load || !block.rounds) return none;
    std::vector<const machine::Round*> rounds;  // the innermost first
    for (std::uint32_t at = row.round;;) {
        const machine::Round& round = (*block.rounds)[at];
        if (round.loop < 0) break;
        rounds.push_back(&round);
        at = round.parent;
    }
    int at = 0;
    std::vector<std::uint32_t> kept;
    for (auto round = rounds.rbegin(); round != rounds.rend(); ++round) {
        const language::Loop& loop = program_.loops[static_cast<std::size_t>((*round)->loop)];
        const auto next = [&](std::int64_t number) {
            return nodes_.find(Edge{at, loop.place.line, loop.place.column, loop.place.file,
                                    loop.is_call, loop.is_call ? 0 : number});
        };
        auto found = next(language::CodePlace::any);
        if (found == nodes_.end()) {
            found = next((*round)->number);
        } else if (!loop.is_call) {
            kept.push_back((*round)->number);
        }
        if (found == nodes_.end()) return none;
        at = found->second;
    }
    const auto load = loads_.find({at, site.expr});
    if (load == loads_.end()) return none;
    const auto number = static_cast<std::int32_t>(bytes_.size());
    const auto [access, is_new] =
        accesses_.try_emplace({load->second.group, std::move(kept)}, number);
    if (is_new) bytes_.push_back(load->second.bytes);
    return access->second;
}

}  // namespace stridescope

#include "app/ladder/measure/rung_counts.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "app/analysis/work.h"
#include "app/engine/engine.h"
#include "app/experiment/text/text_run.h"
#include "app/io/errors.h"

namespace stridescope {
namespace {

constexpr std::int64_t some_sections = 8;

TextSpec with_n(TextSpec text, std::int64_t n) {
    std::erase_if(text.defines, [](const Setting& define) { return define.first == "N"; });
    text.defines.emplace_back("N", std::to_string(n));
    return text;
}

/// How many elements a block of the first launch has; fewer, where its blocks go on with others.
std::int64_t section_of(const TextSpec& text) {
    constexpr std::int64_t many = 1 << 20, most = 1 << 14;
    const std::int64_t blocks = outline(with_n(text, many)).run.grid[0];
    return std::clamp<std::int64_t>(many / std::max<std::int64_t>(1, blocks), 1, most);
}

}  // namespace

std::int64_t longest_chain(const Trace& trace) {
    using Place = std::pair<int, std::int64_t>;     // array, element
    using Stored = std::pair<Place, std::int32_t>;  // what was stored there: 1 comes before 2
    struct Block {
        std::int64_t chain = 0;
        Place awaited{-1, -1};
    };
    std::map<int, Block> blocks;
    std::map<Stored, std::int64_t> stored;  // the chain of who stored it
    std::int64_t longest = 0;
    for (const GridEvent& event : trace.grid_events()) {
        Block& block = blocks[event.block];
        const Place place{static_cast<int>(event.array), event.element};
        switch (event.kind) {
            case GridEvent::Kind::launch: blocks.clear(); break;
            case GridEvent::Kind::store: stored[{place, event.integer}] = block.chain; break;
            case GridEvent::Kind::wait: block.awaited = place; break;
            case GridEvent::Kind::load:
                if (block.awaited != place) break;
                block.awaited = {-1, -1};
                if (const auto found = stored.find({place, event.integer}); found != stored.end())
                    block.chain = std::max(block.chain, found->second + 1);
                longest = std::max(longest, block.chain);
                break;
            default: break;
        }
    }
    return longest;
}

RungCounts count_text(const TextSpec& text) {
    const std::int64_t section = section_of(text);
    std::array<std::int64_t, 2> chains{};
    RungCounts counts;
    for (const std::int64_t times : {1, 2}) {
        const std::int64_t n = times * some_sections * section;
        Experiment experiment;
        experiment.text = with_n(text, n);
        const std::shared_ptr<const Trace> trace = record(experiment);
        chains[static_cast<std::size_t>(times - 1)] = longest_chain(*trace);
        if (times > 1) continue;
        if (trace->blocks() != trace->grid()) return {};  // there was no room for all of them
        const WorkCounts totals = work_table(*trace).totals;
        const auto each = [n](std::int64_t count) {
            return static_cast<double>(count) / static_cast<double>(n);
        };
        constexpr std::int64_t sector = 32;
        counts = {.bytes = each(sector * (totals.global_load_sectors + totals.global_store_sectors +
                                          totals.global_atomic_sectors)),
                  .barriers = each(totals.barriers),
                  .excess = each(totals.excess()),
                  .hand_overs = 0,
                  .recorded = n};
    }
    const std::int64_t grown = std::max<std::int64_t>(0, chains[1] - chains[0]);
    counts.hand_overs = static_cast<double>(grown) / static_cast<double>(some_sections * section);
    return counts;
}

}  // namespace stridescope

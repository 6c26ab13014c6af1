#include "app/analysis/grid_races.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

namespace stridescope {
namespace {

using Kind = GridEvent::Kind;
using Element = std::pair<ArrayId, std::int64_t>;

/// [block]: how many of its events have happened before.
using Clock = std::vector<int>;

/// An access to a value.
struct Done {
    int count = 0;  ///< the block's events up to it
    const GridEvent* event = nullptr;
};

struct ValueAccesses {
    std::vector<Done> reads, writes;  ///< of one block at least the latest
};

/// What was written to an integer, and what had happened before.
struct Release {
    std::int32_t integer = 0;
    std::uint64_t value = 0;
    Clock before;
};

class BetweenBlocks {
  public:
    explicit BetweenBlocks(const Trace& trace) : trace_{trace} {}

    std::vector<Race> find() {
        // Clocks of a GPU's multiprocessors differ: there a load may stand before what it saw.
        if (trace_.clock() != "tick") return {};
        int blocks = 0;
        for (const GridEvent& event : trace_.grid_events()) {
            blocks = std::max(blocks, event.block + 1);
        }
        if (blocks < 2 || blocks > most_blocks_judged) return {};
        const auto count = static_cast<std::size_t>(blocks);
        clocks_.assign(count, Clock(count, 0));
        for (const GridEvent& event : trace_.grid_events()) take(event);
        std::vector<Race> races;
        for (const auto& [place, race] : races_) races.push_back(race);
        return races;
    }

  private:
    void take(const GridEvent& event) {
        if (event.kind == Kind::launch) {
            // All that was is over.
            values_.clear();
            releases_.clear();
            return;
        }
        const bool reads = event.kind == Kind::load || event.kind == Kind::wait;
        const bool writes = event.kind == Kind::store || event.kind == Kind::atomic;
        if (event.block < 0 || !(reads || writes)) return;
        Clock& own = clocks_[static_cast<std::size_t>(event.block)];
        ++own[static_cast<std::size_t>(event.block)];
        if (trace_.data().array(event.array).integers) {
            take_integer(event, own);
        } else {
            take_value(event, own, writes);
        }
    }

    void take_integer(const GridEvent& event, Clock& own) {
        std::vector<Release>& releases = releases_[{event.array, event.element}];
        if (event.kind == Kind::atomic) {
            if (!releases.empty()) learn(own, releases.back().before);
        } else if (event.kind != Kind::store) {
            // What another block wrote in the same turn may not be what was read.
            const auto seen =
                std::find_if(releases.rbegin(), releases.rend(), [&](const Release& release) {
                    return release.integer == event.integer && release.value == event.value;
                });
            if (seen != releases.rend()) learn(own, seen->before);
            return;
        }
        releases.push_back({event.integer, event.value, own});
    }
    static void learn(Clock& own, const Clock& other) {
        std::ranges::transform(own, other, own.begin(),
                               [](int a, int b) { return std::max(a, b); });
    }

    void take_value(const GridEvent& event, const Clock& own, bool writes) {
        ValueAccesses& done = values_[{event.array, event.element}];
        for (const Done& other : done.writes) {
            if (unordered(event, own, other)) {
                if (writes) {
                    add(Race::Kind::write_write, *other.event, event);
                } else {
                    add(Race::Kind::read_write, event, *other.event);
                }
            }
        }
        if (writes) {
            for (const Done& other : done.reads) {
                if (unordered(event, own, other)) {
                    add(Race::Kind::read_write, *other.event, event);
                }
            }
        }
        std::vector<Done>& same = writes ? done.writes : done.reads;
        if (same.empty() || same.back().event->block != event.block) same.emplace_back();
        same.back() = {own[static_cast<std::size_t>(event.block)], &event};
    }
    static bool unordered(const GridEvent& event, const Clock& own, const Done& other) {
        const int block = other.event->block;
        return block != event.block && own[static_cast<std::size_t>(block)] < other.count;
    }
    void add(Race::Kind kind, const GridEvent& first, const GridEvent& second) {
        const auto access = [](const GridEvent& event) {
            return Race::Access{.thread = event.thread, .step = event.step, .line = event.line};
        };
        races_.try_emplace({first.array, first.element, kind}, Race{.kind = kind,
                                                                    .block = first.block,
                                                                    .second_block = second.block,
                                                                    .array = first.array,
                                                                    .element = first.element,
                                                                    .first = access(first),
                                                                    .second = access(second)});
    }

    const Trace& trace_;
    std::vector<Clock> clocks_;
    std::map<Element, std::vector<Release>> releases_;
    std::map<Element, ValueAccesses> values_;
    std::map<std::tuple<ArrayId, std::int64_t, Race::Kind>, Race> races_;
};

}  // namespace

std::vector<Race> races_between_blocks(const Trace& trace) {
    return BetweenBlocks{trace}.find();
}

}  // namespace stridescope

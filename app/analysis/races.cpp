#include "app/analysis/races.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include "app/analysis/lines.h"

namespace stridescope {
namespace {

constexpr int nobody = -1;

/// The first two different threads that accessed a word, each with the row it did so in. More are
/// never needed: of any two threads, one differs from a given third.
struct TwoThreads {
    std::array<int, 2> thread{nobody, nobody};
    std::array<int, 2> row{};

    void add(int t, int r) {
        if (thread[0] == nobody) {
            thread[0] = t;
            row[0] = r;
        } else if (thread[1] == nobody && thread[0] != t) {
            thread[1] = t;
            row[1] = r;
        }
    }
};

/// What was done to one word of shared memory in one interval.
struct WordAccesses {
    TwoThreads readers, writers, atomics;

    bool any() const {
        return readers.thread[0] != nobody || writers.thread[0] != nobody ||
               atomics.thread[0] != nobody;
    }
};

/// What was done to one element of an array in global memory.
struct ElementAccesses {
    TwoThreads readers, writers, atomics;

    void add(Event event, int thread, int row) {
        TwoThreads& group = event == Event::global_load    ? readers
                            : event == Event::global_store ? writers
                                                           : atomics;
        group.add(thread, row);
    }
};

/// One thread's access to global memory.
struct GlobalAccess {
    std::uint64_t place;  ///< array and element, as one number
    int thread;
    int row;
};

std::uint64_t place_of(ArrayId array, std::uint32_t element) {
    return (static_cast<std::uint64_t>(array) << 32) | element;
}

/// The rows of loads and stores, by interval; in program order within one.
std::vector<int> rows_by_interval(const Trace& trace) {
    std::vector<int> rows(trace.rows().size());
    std::iota(rows.begin(), rows.end(), 0);
    const auto interval = [&](int row) {
        return trace.rows()[static_cast<std::size_t>(row)].interval;
    };
    std::ranges::stable_sort(rows, {}, interval);
    return rows;
}

class RaceFinder {
  public:
    RaceFinder(const Trace& trace, int block, RaceSpace space)
        : trace_{trace},
          block_{block},
          space_{space},
          words_(static_cast<std::size_t>(trace.words())) {}

    /// `step` ≥ 0: only in the intervals that the step has part in.
    std::vector<Race> find(int step = -1) {
        const std::vector<int> rows = rows_by_interval(trace_);
        const std::set<int> wanted = intervals_of(step);
        for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
            const int interval = row(rows[begin]).interval;
            while (end < rows.size() && row(rows[end]).interval == interval) ++end;
            if (step >= 0 && !wanted.contains(interval)) continue;
            const std::span<const int> own{rows.data() + begin, end - begin};
            judge_shared(interval, own);
            if (space_ == RaceSpace::everywhere) judge_global(interval, own);
        }
        return std::move(races_);
    }

  private:
    std::set<int> intervals_of(int step) const {
        std::set<int> intervals;
        if (step < 0) return intervals;
        const auto [begin, end] = trace_.rows_of_step(step);
        for (int index = begin; index < end; ++index) intervals.insert(row(index).interval);
        return intervals;
    }
    const TraceRow& row(int index) const { return trace_.rows()[static_cast<std::size_t>(index)]; }
    const TraceSite& site(int index) const {
        return trace_.sites()[static_cast<std::size_t>(row(index).site)];
    }

    void judge_shared(int interval, std::span<const int> rows) {
        const auto stores = [this](int index) {
            return site(index).event == Event::store || site(index).event == Event::atomic;
        };
        if (std::ranges::none_of(rows, stores)) return;
        for (const int index : rows) {
            const Event event = site(index).event;
            if (event == Event::load) take_words<&WordAccesses::readers>(index);
            if (event == Event::store) take_words<&WordAccesses::writers>(index);
            if (event == Event::atomic) take_words<&WordAccesses::atomics>(index);
        }
        std::ranges::sort(touched_);
        for (const std::int32_t word : touched_) {
            const auto& [readers, writers, atomics] = words_[static_cast<std::size_t>(word)];
            judge(readers, writers, atomics, {.block = block_, .interval = interval, .word = word});
            words_[static_cast<std::size_t>(word)] = {};
        }
        touched_.clear();
    }
    template <TwoThreads WordAccesses::*group>
    void take_words(int index) {
        const int cells = trace_.cells_reached(row(index).site);
        const auto lanes = trace_.lanes(block_, index);
        for (std::size_t thread = 0; thread < lanes.size(); ++thread) {
            if (lanes[thread] == Trace::idle) continue;
            // What is wider than a cell reaches the cells behind it, too.
            for (int k = 0; k < cells; ++k) {
                const std::int32_t word = lanes[thread] + k;
                WordAccesses& at = words_[static_cast<std::size_t>(word)];
                if (!at.any()) touched_.push_back(word);
                (at.*group).add(static_cast<int>(thread), index);
            }
        }
    }

    /// Elements are too many for a table of all: those that were reached are sorted. Arrays that
    /// nobody writes are left out, which is most of what a kernel does in global memory.
    void judge_global(int interval, std::span<const int> rows) {
        std::bitset<256> written;
        for (const int index : rows) {
            const TraceSite& at = site(index);
            if (at.event == Event::global_store || at.event == Event::global_atomic) {
                written.set(static_cast<std::size_t>(at.array));
            }
        }
        if (written.none()) return;
        reached_.clear();
        for (const int index : rows) {
            const TraceSite& at = site(index);
            if (is_global(at.event) && written.test(static_cast<std::size_t>(at.array))) {
                take_elements(index, at.array);
            }
        }
        // Nearly always each thread has stored to an element of its own, in ascending order.
        if (std::ranges::adjacent_find(reached_, std::ranges::greater_equal{},
                                       &GlobalAccess::place) == reached_.end()) {
            return;
        }
        std::ranges::stable_sort(reached_, {}, &GlobalAccess::place);
        for (std::size_t begin = 0, end = 0; begin < reached_.size(); begin = end) {
            ElementAccesses done;
            const std::uint64_t place = reached_[begin].place;
            for (; end < reached_.size() && reached_[end].place == place; ++end) {
                const auto& [same, thread, index] = reached_[end];
                done.add(site(index).event, thread, index);
            }
            judge(done.readers, done.writers, done.atomics,
                  {.block = block_,
                   .interval = interval,
                   .array = static_cast<ArrayId>(place >> 32),
                   .element = static_cast<std::uint32_t>(place)});
        }
    }
    void take_elements(int index, ArrayId array) {
        const auto lanes = trace_.lanes(block_, index);
        const auto addresses = trace_.addresses(block_, index);
        for (std::size_t thread = 0; thread < lanes.size(); ++thread) {
            if (lanes[thread] == Trace::idle) continue;
            reached_.push_back(
                {place_of(array, addresses[thread]), static_cast<int>(thread), index});
        }
    }

    /// `race`: where and when.
    void judge(const TwoThreads& readers, const TwoThreads& writers, const TwoThreads& atomics,
               Race race) {
        // Nearly always there is nothing to judge.
        if (writers.thread[0] == nobody && atomics.thread[0] == nobody) return;
        race.kind = Race::Kind::read_write;
        if (!add(race, readers, writers)) add(race, readers, atomics);
        race.kind = Race::Kind::write_write;
        if (writers.thread[1] != nobody) {
            race.first = access(writers, 0);
            race.second = access(writers, 1);
            races_.push_back(race);
        } else {
            add(race, writers, atomics);
        }
    }
    /// Adds the race of two different threads, one of each group, if there are any.
    bool add(Race race, const TwoThreads& some, const TwoThreads& others) {
        for (std::size_t a = 0; a < 2 && some.thread[a] != nobody; ++a) {
            for (std::size_t b = 0; b < 2 && others.thread[b] != nobody; ++b) {
                if (some.thread[a] == others.thread[b]) continue;
                race.first = access(some, a);
                race.second = access(others, b);
                const bool turned =
                    race.kind == Race::Kind::write_write && others.row[b] < some.row[a];
                if (turned) std::swap(race.first, race.second);
                races_.push_back(race);
                return true;
            }
        }
        return false;
    }
    Race::Access access(const TwoThreads& threads, std::size_t which) const {
        const int index = threads.row[which];
        return {.thread = threads.thread[which],
                .step = row(index).step,
                .line = site(index).line,
                .atomic =
                    site(index).event == Event::global_atomic || site(index).event == Event::atomic,
                .file = site(index).file};
    }

    const Trace& trace_;
    int block_;
    RaceSpace space_;
    std::vector<WordAccesses> words_;
    std::vector<std::int32_t> touched_;
    std::vector<GlobalAccess> reached_;
    std::vector<Race> races_;
};

/// Which round of a loop it was, as the views call it: " in stride 4", " at r = 1"; else the line
/// says all.
std::string round_of(const Trace& trace, int step) {
    const Step& at = trace.steps()[static_cast<std::size_t>(step)];
    if (at.stride > 0) {
        const bool brief = !at.phase.empty() && !at.is_part() && !at.is_plain_scan();
        return brief ? fmt::format(" in {} {}", at.phase, at.stride)
                     : fmt::format(" in stride {}", at.stride);
    }
    if (at.variables.empty()) return {};
    const bool is_value = at.variables.find('=') != std::string::npos;
    return fmt::format(" {} {}", is_value ? "at" : "in", at.variables);
}

std::string does(const Trace& trace, const Race::Access& access, bool reads) {
    return fmt::format("{} {}", line_name(trace, {.file = access.file, .line = access.line}),
                       reads           ? "reads it"
                       : access.atomic ? "changes it atomically"
                                       : "writes it");
}

std::string place_of(const Trace& trace, const Race& race) {
    if (!race.place.empty()) return race.place;
    if (!race.in_shared()) return fmt::format("{}[{}]", trace.name_of(race.array), race.element);
    const std::string name = trace.name_of_cell(race.first.step, race.word);
    return name.empty() ? fmt::format("word {}", race.word) : name;
}

std::string threads_of(const Race& race) {
    return race.between_blocks()
               ? fmt::format("Thread {} of block {} and thread {} of block {}", race.first.thread,
                             race.block, race.second.thread, race.second_block)
               : fmt::format("Threads {} and {}", race.first.thread, race.second.thread);
}

/// What there would have to be.
std::string_view missing(const Race& race) {
    constexpr int lanes = 32;
    if (race.between_blocks()) {
        // A block's shared memory, which others of its cluster reach.
        if (race.in_shared()) return "and no cluster.sync() orders the two blocks";
        return race.by_flags ? "and no __threadfence() with a flag orders the two blocks"
                             : "and nothing orders the two blocks";
    }
    return race.first.thread / lanes == race.second.thread / lanes
               ? "with no __syncwarp() or barrier between"
               : "with no barrier between";
}

std::string accesses_of(const Trace& trace, const Race& race) {
    const bool reads = race.kind == Race::Kind::read_write;
    const bool both = !reads && race.first.atomic == race.second.atomic &&
                      race.first.file == race.second.file && race.first.line == race.second.line &&
                      (race.between_blocks() || race.first.step == race.second.step);
    // Steps are each block's own.
    const bool told = !race.between_blocks() && !trace.steps().empty();
    if (both)
        return fmt::format("both {} in {}{}",
                           race.first.atomic ? "change it atomically" : "write it",
                           line_name(trace, {.file = race.first.file, .line = race.first.line}),
                           told ? round_of(trace, race.first.step) : "");
    std::string first = does(trace, race.first, reads), second = does(trace, race.second, false);
    if (!told) return fmt::format("{} while {}", first, second);
    const std::string round = round_of(trace, race.first.step);
    const std::string other = round_of(trace, race.second.step);
    first += round;
    if (other != round) second += other;
    return fmt::format("{} while {}", first, second);
}

/// Those of one block, both of whose accesses are its own.
std::vector<Race> judged(const Trace& trace, int block, RaceSpace space) {
    std::vector<Race> found;
    for (const Race& race : trace.data().races) {
        if (race.is_mild() || race.block != block || race.between_blocks()) continue;
        if (space == RaceSpace::everywhere || race.in_shared()) found.push_back(race);
    }
    return found;
}

}  // namespace

std::vector<Race> races_of_block(const Trace& trace, int block, RaceSpace space) {
    if (trace.data().races_judged) return judged(trace, block, space);
    return RaceFinder{trace, block, space}.find();
}

std::vector<Race> races_of_step(const Trace& trace, int block, int step) {
    std::vector<Race> races = trace.data().races_judged
                                  ? judged(trace, block, RaceSpace::shared)
                                  : RaceFinder{trace, block, RaceSpace::shared}.find(step);
    std::erase_if(races, [step](const Race& race) {
        return race.first.step != step && race.second.step != step;
    });
    return races;
}

std::vector<Race> races_of(const Trace& trace) {
    std::vector<Race> all;
    if (trace.data().races_judged) {
        std::ranges::copy_if(trace.data().races, std::back_inserter(all),
                             [](const Race& race) { return !race.is_mild(); });
        return all;
    }
    for (int block = 0; block < trace.blocks(); ++block) {
        const std::vector<Race> races = races_of_block(trace, block);
        all.insert(all.end(), races.begin(), races.end());
    }
    const std::vector<Race> between = races_between_blocks(trace);
    all.insert(all.end(), between.begin(), between.end());
    return all;
}

std::int64_t count_of_races(const Trace& trace) {
    const auto listed = static_cast<std::int64_t>(races_of(trace).size());
    return listed > 0 ? listed + trace.data().races_left_out : 0;
}

std::vector<Race> harmless_races_of(const Trace& trace) {
    std::vector<Race> mild;
    std::ranges::copy_if(trace.data().races, std::back_inserter(mild),
                         [](const Race& race) { return race.is_mild(); });
    return mild;
}

std::string sentence(const Trace& trace, const Race& race) {
    const std::string where = place_of(trace, race), who = threads_of(race);
    const std::string reading =
        line_name(trace, {.file = race.first.file, .line = race.first.line});
    switch (race.weight) {
        case Race::Weight::real: break;
        case Race::Weight::polled:
            return fmt::format(
                "{} race on {}: {} waits for it by a plain load, which a compiler may keep in a "
                "register, while {}: load it as volatile or by an atomic.",
                who, where, reading, does(trace, race.second, false));
        case Race::Weight::same_value:
            return fmt::format(
                "{} write the same value to {} ({}), {}: harmless as long as all "
                "write the same.",
                who, where, reading, missing(race));
        case Race::Weight::before_cas:
            return fmt::format(
                "{} race on {}: {}, {}: harmless where the compare-and-swap checks what was read.",
                who, where, accesses_of(trace, race), missing(race));
    }
    if (race.between_blocks() && race.first.atomic && race.second.atomic)
        return fmt::format(
            "{} race on {}: {}, but what is atomic for one block only is not for others: use the "
            "function without _block, or cuda::thread_scope_device.",
            who, where, accesses_of(trace, race));
    return fmt::format("{} race on {}: {}, {}.", who, where, accesses_of(trace, race),
                       missing(race));
}

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

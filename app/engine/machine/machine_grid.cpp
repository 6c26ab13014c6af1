#include "app/engine/machine/trace_parts.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "app/machine/grid_watch.h"

namespace stridescope {
namespace {

using Kind = machine::GridEntry::Kind;

bool is_access(const machine::GridEntry& entry) {
    return entry.kind == Kind::load || entry.kind == Kind::store || entry.kind == Kind::atomic ||
           entry.kind == Kind::wait;
}

/// What blocks did to one array.
struct Use {
    bool orders = false, between = false, own = false;
};

/// [object of the launch's program]
std::vector<machine::SharedUse> uses_by_code(const machine::LaunchRecord& launch) {
    return launch.grid.made ? launch.grid.uses : machine::shared_uses(*launch.program);
}

/// Whether blocks of the launch have to do with each other, or only with other launches'.
bool is_between(const machine::LaunchRecord& launch) {
    return std::ranges::any_of(uses_by_code(launch), &machine::SharedUse::between);
}

/// [object of the launch's program]
std::vector<Use> uses_in(const machine::LaunchRecord& launch) {
    const machine::GridRecord& grid = launch.grid;
    const std::vector<machine::SharedUse> by_code = uses_by_code(launch);
    std::vector<Use> uses(by_code.size());
    std::vector<bool> moved(uses.size());
    std::map<std::pair<std::int32_t, std::int64_t>, std::uint32_t> writer;
    for (const machine::GridEntry& entry : grid.entries) {
        if (!is_access(entry)) continue;
        const auto o = static_cast<std::size_t>(entry.object);
        if (!by_code[o].between) continue;
        Use& use = uses[o];
        moved[o] = true;
        const auto wrote = writer.find({entry.object, entry.offset});
        const bool another = wrote != writer.end() && wrote->second != entry.block;
        use.orders |= entry.kind == Kind::wait || entry.kind == Kind::atomic;
        use.between |= entry.kind == Kind::wait || entry.kind == Kind::atomic ||
                       (entry.kind == Kind::load && another);
        use.own |= entry.kind == Kind::load && !another;
        if (entry.kind == Kind::store || entry.kind == Kind::atomic)
            writer[{entry.object, entry.offset}] = entry.block;
    }
    for (std::size_t o = 0; o < uses.size(); ++o) {
        // What was not read may be what others would have read.
        const bool wanted = by_code[o].between && (by_code[o].orders || !uses[o].own);
        const bool known = !grid.made || grid.too_much || moved[o];
        uses[o].between = uses[o].between || (wanted && known);
        uses[o].orders = uses[o].between && (uses[o].orders || by_code[o].orders);
    }
    return uses;
}

/// Allocations in which a block found what one of another number had left in an earlier launch. One
/// that each block of a launch finds as the block of its own number left it, hands nothing on.
std::set<int> handed_between(const MachineRun& run) {
    struct Writer {
        std::size_t launch = 0;
        std::uint32_t block = 0;
    };
    std::set<int> found;
    std::map<std::pair<int, std::int64_t>, Writer> writers;
    for (std::size_t k = 0; k < run.launches.size(); ++k) {
        const machine::GridRecord& grid = run.launches[k].grid;
        if (grid.too_much || grid.too_much_handed) return {};
        for (const machine::GridEntry& entry : grid.entries) {
            if (!is_access(entry)) continue;
            const auto o = static_cast<std::size_t>(entry.object);
            if (!grid.uses[o].handed) continue;
            const int allocation = run.launches[k].program->objects[o].allocation;
            const std::pair at{allocation, entry.offset};
            if (const auto wrote = writers.find(at);
                entry.kind != Kind::store && wrote != writers.end() && wrote->second.launch != k &&
                wrote->second.block != entry.block)
                found.insert(allocation);
            if (entry.kind == Kind::store || entry.kind == Kind::atomic)
                writers[at] = {k, entry.block};
        }
    }
    return found;
}

GridEvent::Kind kind_of(Kind kind) {
    switch (kind) {
        case Kind::start: return GridEvent::Kind::start;
        case Kind::interval: return GridEvent::Kind::step;
        case Kind::load: return GridEvent::Kind::load;
        case Kind::store: return GridEvent::Kind::store;
        case Kind::atomic: return GridEvent::Kind::atomic;
        case Kind::wait: return GridEvent::Kind::wait;
        case Kind::end: break;
    }
    return GridEvent::Kind::end;
}

/// The number, in an array of narrow integers; 0 in others.
std::int32_t integer_of(std::uint64_t bits, ElementType type) {
    switch (type) {
        case ElementType::i8: return static_cast<std::int8_t>(bits);
        case ElementType::i16: return static_cast<std::int16_t>(bits);
        case ElementType::u8:
        case ElementType::u16:
        case ElementType::i32:
        case ElementType::u32: return static_cast<std::int32_t>(bits);
        default: return 0;
    }
}

class LaunchEvents {
  public:
    LaunchEvents(TraceData& data, const MachineRun& run, const machine::LaunchRecord& launch,
                 const LaunchPlace& place, std::int64_t begin)
        : data_{data}, launch_{launch}, place_{place}, begin_{begin} {
        for (const language::Object& object : launch.program->objects) {
            ArrayId found = ArrayId::none;
            for (std::size_t k = 0; k < run.arrays.size(); ++k) {
                const bool here = object.space == language::Space::global &&
                                  std::cmp_equal(run.arrays[k].allocation, object.allocation);
                if (here && run.arrays[k].shared) found = static_cast<ArrayId>(k);
            }
            arrays_.push_back(found);
        }
        // Steps that blocks come to with an access to such an array are told when they do.
        told_by_accesses_.resize(launch.program->step_names.size());
        for (std::size_t k = 0; k < launch.program->sites.size(); ++k) {
            const std::int32_t object = launch.program->sites[k].object;
            const std::int32_t comment = place.steps->comment_of(static_cast<std::int32_t>(k));
            if (object < 0 || comment < 0) continue;
            if (arrays_[static_cast<std::size_t>(object)] != ArrayId::none)
                told_by_accesses_[static_cast<std::size_t>(comment)] = true;
        }
    }

    void add() {
        const auto& g = launch_.program->grid;
        const machine::GridRecord& grid = launch_.grid;
        const bool clocked = grid.nanoseconds && !grid.entries.empty();
        const auto first = static_cast<std::int64_t>(clocked ? grid.entries.front().tick : 0);
        data_.grid_events.push_back({.time = begin_ + first,
                                     .kind = GridEvent::Kind::launch,
                                     .element = std::int64_t{g[0]} * g[1] * g[2]});
        for (const machine::GridEntry& entry : grid.entries) take(entry);
    }

  private:
    void take(const machine::GridEntry& entry) {
        GridEvent event{.time = begin_ + static_cast<std::int64_t>(entry.tick),
                        .kind = kind_of(entry.kind),
                        .block = static_cast<int>(entry.block)};
        if (entry.kind == Kind::start) {
            event.element = entry.object;
            data_.grid_events.push_back(event);
            step_[event.block] = -1;
            // Where there is but one step, a block is in it from its start.
            if (place_.steps->count() == 1) come_to(event, 0);
            pass(event, 0);
        } else if (entry.kind == Kind::interval) {
            pass(event, entry.interval);
        } else if (entry.kind == Kind::end) {
            data_.grid_events.push_back(event);
        } else if (arrays_[static_cast<std::size_t>(entry.object)] != ArrayId::none) {
            take_access(event, entry);
        }
    }

    void pass(const GridEvent& event, std::uint32_t interval) {
        for (const std::uint32_t step : place_.steps->passed_in(interval, told_by_accesses_))
            come_to(event, step);
    }

    /// The block's threads are in this step of the launch, or further.
    void come_to(GridEvent event, std::int64_t step) {
        if (step < 0 || step <= step_[event.block]) return;
        step_[event.block] = step;
        event.kind = GridEvent::Kind::step;
        event.step = place_.first_step + static_cast<int>(step);
        event.element = -1;
        event.line = 0;
        data_.grid_events.push_back(event);
    }

    void take_access(GridEvent event, const machine::GridEntry& entry) {
        std::int64_t step = -1;
        if (entry.site >= 0) {
            const language::Site& site =
                launch_.program->sites[static_cast<std::size_t>(entry.site)];
            if (site.place.file == 0) event.line = static_cast<int>(site.place.line);
            step = place_.steps->of_access(entry.interval, entry.site);
        }
        come_to(event, step);
        if (step < 0) step = step_[event.block];
        if (step >= 0) event.step = place_.first_step + static_cast<int>(step);
        event.thread = static_cast<int>(entry.thread);
        event.array = arrays_[static_cast<std::size_t>(entry.object)];
        const ArrayFacts& array = data_.array(event.array);
        const std::size_t bytes = size_of(array.type);
        event.element = entry.offset / static_cast<std::int64_t>(bytes);
        if (event.element < 0 || event.element >= array.size()) return;
        std::memcpy(&event.value, &entry.bits, bytes);
        event.integer = integer_of(entry.bits, array.type);
        // All that a block's threads read of one element at one line in one step: on a GPU they
        // look at their own times.
        const bool known = launch_.grid.nanoseconds && event.kind == GridEvent::Kind::load &&
                           !loaded_
                                .insert({event.block, event.step, event.line,
                                         static_cast<int>(event.array), event.element})
                                .second;
        if (!known) data_.grid_events.push_back(event);
    }

    TraceData& data_;
    const machine::LaunchRecord& launch_;
    const LaunchPlace& place_;
    std::int64_t begin_;
    std::vector<ArrayId> arrays_;         ///< [object of the program]
    std::vector<bool> told_by_accesses_;  ///< [comment]
    std::map<int, std::int64_t> step_;    ///< [block]: of the launch, that it has come to
    std::set<std::tuple<int, int, int, int, std::int64_t>> loaded_;  ///< see take_access
};

}  // namespace

void find_shared_arrays(const MachineRun& run, MachineSites& sites) {
    std::map<std::size_t, bool> found;  // [allocation]: whether it orders what blocks do
    for (const machine::LaunchRecord& launch : run.launches) {
        const std::vector<Use> uses = uses_in(launch);
        for (std::size_t o = 0; o < uses.size(); ++o) {
            if (!uses[o].between) continue;
            bool& orders = found[static_cast<std::size_t>(launch.program->objects[o].allocation)];
            orders = orders || uses[o].orders;
        }
    }
    for (const int allocation : handed_between(run))
        found.try_emplace(static_cast<std::size_t>(allocation), false);
    sites.set_shared(found);
}

void add_grid_events(TraceData& data, const MachineRun& run,
                     const std::vector<LaunchPlace>& launches) {
    std::int64_t begin = 0;
    std::optional<std::uint64_t> first;  // of all times
    const bool handed = !handed_between(run).empty();
    for (std::size_t k = 0; k < run.launches.size(); ++k) {
        const machine::GridRecord& grid = run.launches[k].grid;
        if (!grid.made || (!handed && !is_between(run.launches[k]))) continue;
        data.clock = grid.nanoseconds ? "ns" : "tick";
        if (grid.too_much) {
            // A part of it would look as if blocks never ended.
            data.grid_events.clear();
            return;
        }
        if (grid.nanoseconds && !grid.entries.empty()) {
            if (!first) first = grid.entries.front().tick;
            begin = -static_cast<std::int64_t>(*first);
        }
        LaunchEvents{data, run, run.launches[k], launches[k], begin}.add();
        begin += static_cast<std::int64_t>(grid.ticks);
    }
}

}  // namespace stridescope

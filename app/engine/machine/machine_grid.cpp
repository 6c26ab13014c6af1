#include "app/engine/machine/machine_grid.h"

#include <algorithm>
#include <cstring>
#include <map>
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
std::vector<Use> uses_in(const machine::LaunchRecord& launch) {
    const machine::GridRecord& grid = launch.grid;
    const std::vector<machine::SharedUse> by_code =
        grid.made ? grid.uses : machine::shared_uses(*launch.program);
    std::vector<Use> uses(by_code.size());
    std::vector<bool> moved(uses.size());
    std::map<std::pair<std::int32_t, std::int64_t>, std::uint32_t> writer;
    for (const machine::GridEntry& entry : grid.entries) {
        if (!is_access(entry)) continue;
        Use& use = uses[static_cast<std::size_t>(entry.object)];
        moved[static_cast<std::size_t>(entry.object)] = true;
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

/// Of an array of narrow integers the number, of others 0.
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
                if (here && data.facts.arrays[k].role == Role::scratch)
                    found = static_cast<ArrayId>(k);
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
        data_.grid_events.push_back({.time = begin_,
                                     .kind = GridEvent::Kind::launch,
                                     .element = std::int64_t{g[0]} * g[1] * g[2]});
        for (const machine::GridEntry& entry : launch_.grid.entries) take(entry);
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
        data_.grid_events.push_back(event);
    }

    TraceData& data_;
    const machine::LaunchRecord& launch_;
    const LaunchPlace& place_;
    std::int64_t begin_;
    std::vector<ArrayId> arrays_;         ///< [object of the program]
    std::vector<bool> told_by_accesses_;  ///< [comment]
    std::map<int, std::int64_t> step_;    ///< [block]: of the launch, that it has come to
};

}  // namespace

void find_scratch_arrays(const MachineRun& run, MachineSites& sites) {
    std::map<int, Use> all;  // [allocation]
    for (const machine::LaunchRecord& launch : run.launches) {
        const std::vector<Use> uses = uses_in(launch);
        for (std::size_t o = 0; o < uses.size(); ++o) {
            if (!uses[o].between) continue;
            Use& use = all[launch.program->objects[o].allocation];
            use.orders |= uses[o].orders;
        }
    }
    std::map<std::size_t, bool> found;
    for (const auto& [allocation, use] : all)
        found[static_cast<std::size_t>(allocation)] = use.orders;
    sites.set_scratch(found);
}

void add_grid_events(TraceData& data, const MachineRun& run,
                     const std::vector<LaunchPlace>& launches) {
    std::int64_t begin = 0;
    for (std::size_t k = 0; k < run.launches.size(); ++k) {
        const machine::GridRecord& grid = run.launches[k].grid;
        if (!grid.made) continue;
        data.clock = "tick";
        if (grid.too_much) {
            // A part of it would look as if blocks never ended.
            data.grid_events.clear();
            return;
        }
        LaunchEvents{data, run, run.launches[k], launches[k], begin}.add();
        begin += static_cast<std::int64_t>(grid.ticks);
    }
}

}  // namespace stridescope

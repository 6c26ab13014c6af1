#include "app/engine/cuda/grid_events.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>

#include "kernels/device_log.h"

namespace stridescope::cuda {
namespace {

GridEvent::Kind kind_of(const DeviceGridEvent& event) {
    using Kind = GridEvent::Kind;
    constexpr std::array kinds{Kind::start,  Kind::step, Kind::load, Kind::store,
                               Kind::atomic, Kind::wait, Kind::end};
    return kinds[event.kind];
}

bool is_access(const DeviceGridEvent& event) {
    return event.kind == DeviceGridEvent::loads || event.kind == DeviceGridEvent::stores ||
           event.kind == DeviceGridEvent::adds || event.kind == DeviceGridEvent::waits;
}

/// Where a block loaded what.
struct LoadPlace {
    std::int32_t block;
    std::uint32_t element;
    std::uint16_t step, line;
    std::uint8_t array;
    bool operator==(const LoadPlace&) const = default;
};
struct LoadPlaceHash {
    std::size_t operator()(const LoadPlace& place) const {
        const std::uint64_t who = (static_cast<std::uint64_t>(place.block) << 32) | place.element;
        const std::uint64_t where = (static_cast<std::uint64_t>(place.step) << 32) |
                                    (static_cast<std::uint64_t>(place.line) << 8) | place.array;
        return static_cast<std::size_t>(
            ((who * 0x9E3779B97F4A7C15U) ^ (where * 0xBF58476D1CE4E5B9U)) >> 7);
    }
};

/// A launch's events by time. A block's own stand in the order in which they came, whatever the
/// clocks of its multiprocessor's parts say.
std::vector<DeviceGridEvent> by_time(std::span<const DeviceGridEvent> events) {
    std::vector<DeviceGridEvent> sorted{events.begin(), events.end()};
    std::unordered_map<std::int32_t, std::uint64_t> latest;  // [block]
    for (DeviceGridEvent& event : sorted) {
        std::uint64_t& time = latest[event.block];
        time = event.time = std::max(event.time, time);
    }
    std::ranges::stable_sort(sorted, {}, &DeviceGridEvent::time);
    return sorted;
}

GridEvent event_of(const DeviceGridEvent& event, std::int64_t time) {
    GridEvent made{.time = time, .kind = kind_of(event), .block = event.block};
    if (event.kind == DeviceGridEvent::starts) made.element = event.element;
    if (event.kind == DeviceGridEvent::steps) made.step = event.step;
    if (!is_access(event)) return made;
    made.step = event.step == DeviceEvent::no_step ? -1 : event.step;
    made.thread = event.thread;
    made.line = event.line;
    made.array = scratch_array(event.array);
    made.element = event.element;
    made.integer = event.integer;
    made.value = event.value;
    return made;
}

}  // namespace

std::vector<GridEvent> grid_events_of(std::span<const GridLaunchLog> launches) {
    std::vector<GridEvent> made;
    std::uint64_t first = 0;
    for (const GridLaunchLog& launch : launches) {
        const std::vector<DeviceGridEvent> events = by_time(launch.events);
        if (events.empty()) continue;
        if (made.empty()) first = events.front().time;
        std::int64_t now = made.empty() ? 0 : made.back().time;
        const auto time_of = [&](const DeviceGridEvent& event) {
            now = std::max(now, static_cast<std::int64_t>(event.time - first));
            return now;
        };
        made.push_back({.time = time_of(events.front()),
                        .kind = GridEvent::Kind::launch,
                        .element = launch.grid});
        std::unordered_set<LoadPlace, LoadPlaceHash> loaded;
        for (const DeviceGridEvent& event : events) {
            const LoadPlace place{event.block, event.element, event.step, event.line, event.array};
            if (event.kind == DeviceGridEvent::loads && !loaded.insert(place).second) continue;
            made.push_back(event_of(event, time_of(event)));
        }
    }
    return made;
}

}  // namespace stridescope::cuda

#include "app/analysis/grid_clock.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace stridescope {

using Kind = GridEvent::Kind;

std::optional<std::size_t> events_until(const Trace& trace, int block, int step) {
    const std::vector<GridEvent>& events = trace.grid_events();
    bool begun = false;
    for (std::size_t i = 0; i < events.size(); ++i) {
        const GridEvent& event = events[i];
        if (event.block != block) continue;
        if (event.kind == Kind::step) {
            if (begun && event.step > step) return i;
            begun = begun || event.step <= step;
        } else if (begun && event.kind == Kind::end) {
            return i + 1;
        }
    }
    // It never ends: all that happens, happens while it is in it.
    return begun ? std::optional{events.size()} : std::nullopt;
}

std::optional<int> step_after(const Trace& trace, int block, std::size_t events) {
    const std::vector<GridEvent>& all = trace.grid_events();
    for (std::size_t i = std::min(events, all.size()); i-- > 0;) {
        if (all[i].kind == Kind::step && all[i].block == block) return all[i].step;
    }
    return std::nullopt;
}

std::optional<GridPair> grid_pair(const Trace& a, const Trace& b) {
    if (a.grid_events().empty() || b.grid_events().empty() || a.clock() != b.clock()) return {};
    return GridPair{grid_timeline(a), grid_timeline(b), a.clock() == "tick"};
}

std::vector<Difference> grid_differences(const GridPair& pair, double now) {
    const auto whole = [](double time) { return static_cast<std::int64_t>(std::lround(time)); };
    const auto took = [&](const GridTimeline& line) { return whole(std::min(line.end, now)); };
    const auto waited = [&](const GridTimeline& line) {
        double sum = 0;
        for (const GridSpan& span : line.spans) {
            if (span.waits && span.begin < now) sum += std::min(span.end, now) - span.begin;
        }
        return whole(sum);
    };
    return {{"time", pair.ticks ? "ticks" : "ns", took(pair.a), took(pair.b)},
            {"waited", pair.ticks ? "ticks waited" : "ns waited", waited(pair.a), waited(pair.b)}};
}

}  // namespace stridescope

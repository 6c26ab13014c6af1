#include "app/analysis/flow_arrays.h"

#include <algorithm>
#include <map>

namespace stridescope {
namespace {

/// Calls f(edge) for all that come from an input, or go to an output.
template <class F>
void for_each_edge(const Flow& flow, bool input, F&& f) {
    for (const auto& list : flow.edges) {
        for (const Edge& edge : list) {
            if (input && edge.from_input()) f(edge);
        }
    }
    for (const Edge& edge : flow.output_edges) {
        if (!input || edge.from_input()) f(edge);
    }
}

}  // namespace

FlowArray flow_array(const Flow& flow, bool input) {
    struct Reached {
        int count = 0;
        std::int64_t low = 0, high = -1;
    };
    std::map<ArrayId, Reached> arrays;
    const auto for_each_reached = [&](auto&& f) {
        for (const Flow::Stored& stored : flow.stored) {
            if (!input) f(stored.array, stored.address);
        }
        for_each_edge(flow, input, [&](const Edge& edge) {
            if (input) f(edge.from_array, edge.from_address);
        });
    };
    for_each_reached([&](ArrayId id, std::int64_t at) {
        Reached& reached = arrays[id];
        if (reached.count++ == 0) reached = {1, at, at};
        reached.low = std::min(reached.low, at);
        reached.high = std::max(reached.high, at);
    });
    FlowArray found;
    if (arrays.empty()) return found;
    const auto most =
        std::ranges::max_element(arrays, {}, [](const auto& entry) { return entry.second.count; });
    found.array = most->first;
    found.low = most->second.low;
    found.high = most->second.high;
    found.reached.assign(static_cast<std::size_t>(found.high - found.low + 1), 0);
    for_each_reached([&](ArrayId id, std::int64_t at) {
        if (id == found.array) found.reached[static_cast<std::size_t>(at - found.low)] = 1;
    });
    std::vector<int> beside;  // columns of the lowest element's other ends
    for_each_edge(flow, input, [&](const Edge& edge) {
        const int place = input ? edge.to_word : edge.from_word;
        const bool lowest = input ? edge.from_array == found.array && edge.from_address == found.low
                                  : edge.to_array == found.array && edge.to_address == found.low;
        if (lowest && place >= 0) beside.push_back(flow.column_of[static_cast<std::size_t>(place)]);
    });
    found.lines_up = found.high - found.low < flow.columns;
    found.first = found.low;
    std::ranges::sort(beside);
    // Where there is room, elements stand over what they go to.
    const int column = beside.empty() ? 0 : std::max(0, beside[beside.size() / 2]);
    if (found.high - (found.low - column) < flow.columns) found.first = found.low - column;
    return found;
}

std::int64_t FlowArray::count() const {
    return std::ranges::count(reached, std::uint8_t{1});
}

}  // namespace stridescope

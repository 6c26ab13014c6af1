#include "app/analysis/flow_arrays.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

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

std::string nothing_kept(const Trace& trace) {
    const bool by_others = std::ranges::any_of(trace.sites(), is_remote, &Site::event);
    return by_others ? "what blocks keep in each other's memory is not followed"
                     : "nothing is kept in shared memory";
}

void take_outputs_as_columns(const Trace& trace, Flow& flow) {
    flow.why_not = nothing_kept(trace);
    std::set<ArrayId> from, to;
    std::set<std::int64_t> stored, made;
    for (const Flow::Stored& each : flow.stored) {
        to.insert(each.array);
        stored.insert(each.address);
    }
    for (const Edge& edge : flow.output_edges) {
        if (!edge.from_input()) return;
        from.insert(edge.from_array);
        made.insert(edge.to_address);
    }
    const auto is_row = [&](const std::set<ArrayId>& ids) {
        return ids.size() == 1 &&
               trace.facts().arrays[static_cast<std::size_t>(*ids.begin())].extents.size() == 1;
    };
    if (!is_row(from) || !is_row(to) || 2 * made.size() < stored.size()) return;
    flow.columns = Flow::most_columns + 1;
    FlowArray input = flow_array(flow, true), output = flow_array(flow, false);
    // Both count in the same numbers if they are near each other.
    const std::int64_t low = std::min(input.low, output.low),
                       high = std::max(input.high, output.high);
    const bool apart =
        input.high < output.low || output.high < input.low || high - low >= Flow::most_columns;
    input.first = apart ? input.low : low;
    output.first = apart ? output.low : low;
    const std::int64_t columns = std::max(input.high - input.first, output.high - output.first) + 1;
    if (columns < 2 || columns > Flow::most_columns) return;
    flow.columns = static_cast<int>(columns);
    flow.input = std::move(input);
    flow.output = std::move(output);
    flow.why_not.clear();
}

std::int64_t FlowArray::count() const {
    return std::ranges::count(reached, std::uint8_t{1});
}

}  // namespace stridescope

#include "app/analysis/operation_names.h"

#include <algorithm>

namespace stridescope {
namespace {

const std::string& name_of_site(const Trace& trace, int site) {
    return trace.sites()[static_cast<std::size_t>(site)].operation;
}

/// The only one of both.
int together(const Trace& trace, int a, int b) {
    if (a == FlowOperations::none || b == FlowOperations::several) return b;
    if (b == FlowOperations::none || a == FlowOperations::several) return a;
    return name_of_site(trace, a) == name_of_site(trace, b) ? a : FlowOperations::several;
}

}  // namespace

std::string_view result_name(std::string_view operation) {
    if (operation == "+") return "sum";
    if (operation == "*") return "product";
    if (operation == "max" || operation == "fmax" || operation == "fmaxf") return "largest";
    if (operation == "min" || operation == "fmin" || operation == "fminf") return "smallest";
    return {};
}

bool is_repeatable(std::string_view operation) {
    const std::string_view result = result_name(operation);
    return result == "largest" || result == "smallest";
}

std::string_view operation_noun(const Trace& trace, int step) {
    const auto [begin, end] = trace.rows_of_step(step);
    for (int number = begin; number < end; ++number) {
        const TraceRow& row = trace.rows()[static_cast<std::size_t>(number)];
        if (trace.event_of(row) == Event::op && name_of_site(trace, row.site) != "+")
            return "operation";
    }
    return "add";
}

FlowOperations::FlowOperations(const Trace& trace, const Flow& flow)
    : places_{static_cast<std::size_t>(flow.places)} {
    std::vector<int> now(places_, none);
    for (std::size_t level = 0; level < flow.levels.size(); ++level) {
        const std::vector<Edge>& edges = flow.edges[level];
        for (const int place : flow.constants[level]) now[static_cast<std::size_t>(place)] = none;
        for (std::size_t begin = 0; begin < edges.size();) {
            const Edge& first = edges[begin];
            int made_by = none;
            std::size_t end = begin;
            for (; end < edges.size() && edges[end].row == first.row &&
                   edges[end].thread == first.thread && edges[end].to_word == first.to_word;
                 ++end) {
                const Edge& edge = edges[end];
                if (edge.combined) {
                    made_by =
                        together(trace, made_by, edge.operation >= 0 ? edge.operation : several);
                }
                if (edge.from_word < 0 || edge.from_step < 0) continue;
                const bool same = edge.from_step >= static_cast<int>(level);
                made_by = together(trace, made_by,
                                   same ? now[static_cast<std::size_t>(edge.from_word)]
                                        : at(edge.from_step, edge.from_word));
            }
            now[static_cast<std::size_t>(first.to_word)] = made_by;
            if (flow.output_edges.empty()) all_ = together(trace, all_, made_by);
            begin = end;
        }
        made_by_.insert(made_by_.end(), now.begin(), now.end());
    }
    for (const Edge& edge : flow.output_edges) {
        if (edge.combined)
            all_ = together(trace, all_, edge.operation >= 0 ? edge.operation : several);
        if (edge.from_word >= 0 && edge.from_step >= 0)
            all_ = together(trace, all_, at(edge.from_step, edge.from_word));
    }
}

}  // namespace stridescope

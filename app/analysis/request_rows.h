// Which rows of a step make up one request. Internal to app/analysis.
#pragma once

#include "app/analysis/requests.h"
#include "app/trace/trace.h"

namespace stridescope {

/// Calls f(first row, rows) for every site and iteration of a step, in program order. Rows that
/// were split because lanes' values came from different places follow each other, and so do those
/// of lanes that reach other blocks' shared memory.
template <class F>
void for_each_request_row(const Trace& trace, int step, F&& f) {
    const auto site = [&](const TraceRow& row) -> const TraceSite& {
        return trace.sites()[static_cast<std::size_t>(row.site)];
    };
    const auto same_request = [&](const TraceRow& a, const TraceRow& b) {
        return a.interval == b.interval && a.iteration == b.iteration &&
               (a.site == b.site || site(a).is_beside(site(b)));
    };
    const auto [begin, end] = trace.rows_of_step(step);
    for (int row = begin; row < end;) {
        const TraceRow& first = trace.rows()[static_cast<std::size_t>(row)];
        int next = row + 1;
        while (next < end && same_request(first, trace.rows()[static_cast<std::size_t>(next)])) {
            ++next;
        }
        f(row, next - row);
        row = next;
    }
}

/// What the rows have in common for all warps: a request without warp and costs.
Request request_of_rows(const Trace& trace, int block, int row, int rows);

}  // namespace stridescope

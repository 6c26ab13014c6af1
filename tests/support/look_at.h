// Looks at a trace in every way there is: whatever it holds, nothing to its right may crash or
// hang.
#pragma once

#include <gtest/gtest.h>

#include "app/analysis/check.h"
#include "app/analysis/dataflow.h"
#include "app/analysis/grid.h"
#include "app/analysis/heat.h"
#include "app/analysis/work.h"
#include "app/export/export.h"
#include "app/report/report.h"
#include "app/trace/trace_file.h"

namespace stridescope::testing {

/// Every analysis, report, picture and table of the trace, and the trace as a file.
inline void look_at(const Trace& trace) {
    for (const auto format : {ReportFormat::text, ReportFormat::csv, ReportFormat::json}) {
        for (const auto cut : {ReportCut::step, ReportCut::warp, ReportCut::site}) {
            EXPECT_FALSE(report(trace, format, cut).empty());
        }
    }
    for (const auto axis : {HeatmapAxis::bank, HeatmapAxis::warp}) {
        EXPECT_EQ(conflict_map(trace, axis).steps, trace.step_count());
    }
    for (int block = 0; block < trace.blocks(); ++block) {
        for (int step = 0; step < trace.step_count(); ++step) {
            for (const Edge& edge : edges_of_step(trace, block, step)) {
                ASSERT_GE(edge.from_step, -1);
                ASSERT_LT(edge.from_step, trace.step_count());
                ASSERT_LT(edge.from_word, trace.words());
                ASSERT_LT(edge.to_word, trace.words());
            }
            ASSERT_EQ(word_uses(trace, block, step).size(),
                      static_cast<std::size_t>(trace.words()));
        }
    }
    for (const std::size_t events : {std::size_t{0}, trace.grid_events().size() / 2}) {
        const ExportRequest request{.look = {.view = View::grid, .event = events}};
        EXPECT_FALSE(exported_scene(trace, nullptr, request).layers.empty());
        const std::vector<ArrayId> shared = shared_arrays(trace);
        EXPECT_GE(shared.size(), trace.scratch().size());
        EXPECT_EQ(shared_after(trace, shared, events, 10).size(), shared.size());
    }
    EXPECT_EQ(decode_trace(encode_trace(trace), "it")->n(), trace.n());
    if (trace.step_count() > 1000) return;  // pictures of so many steps take their time
    for (const View view : all_views) {
        EXPECT_FALSE(exported_scene(trace, nullptr, {.look = {.view = view}}).layers.empty());
        EXPECT_FALSE(
            export_view(trace, nullptr, {.look = {.view = view}}, ExportFormat::csv).empty());
    }
}

}  // namespace stridescope::testing

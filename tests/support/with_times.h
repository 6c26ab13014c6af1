// A trace with times of its warps, as a GPU might have told them.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "app/trace/trace.h"

namespace stridescope::testing {

/// Warp w of block b begins at clock 10 · w of block b's multiprocessor, works 100 + 7 · w clocks
/// in each interval, and all leave a barrier 3 clocks after the last one has come.
inline std::shared_ptr<const Trace> with_times(const Trace& trace) {
    TraceData data = trace.data();
    WarpTimes times{.device = "NVIDIA H200",
                    .multiprocessors = 132,
                    .runs = 21,
                    .clocks_per_ns = 2,
                    .timer_step = 32,
                    .plain_us = {8, 7.5, 8.5},
                    .timed_us = {8.8, 8, 9},
                    .block = {5000, 4900, 5200},
                    .block_without = {4000, 3900, 4100}};
    times.launches.resize(data.launches.size());
    for (LaunchRoom& room : times.launches) room = {32, 4096, 2};
    std::int64_t launch_begin = 0;
    for (int launch = 0; launch < static_cast<int>(data.launches.size()); ++launch) {
        std::int64_t last = launch_begin;
        for (int block = 0; block < trace.blocks(); ++block) {
            int passed = 0;
            for (int step = 0; step < trace.step_count(); ++step) {
                if (trace.steps()[static_cast<std::size_t>(step)].launch == launch)
                    passed += trace.barriers(block, step);
            }
            std::vector<std::vector<BarrierTimes>> all(static_cast<std::size_t>(trace.warps()));
            std::vector<std::int64_t> now(all.size());
            const auto worked = [](std::size_t w) {
                return 100 + 7 * static_cast<std::int64_t>(w);
            };
            for (std::size_t w = 0; w < now.size(); ++w)
                now[w] = launch_begin + 10 * static_cast<std::int64_t>(w);
            for (int k = 0; k < passed; ++k) {
                std::int64_t late = 0;
                for (std::size_t w = 0; w < now.size(); ++w)
                    late = std::max(late, now[w] + worked(w));
                for (std::size_t w = 0; w < now.size(); ++w) {
                    all[w].push_back({now[w] + worked(w), late + 3});
                    now[w] = late + 3;
                }
            }
            for (std::size_t w = 0; w < now.size(); ++w) {
                const std::int64_t begin = launch_begin + 10 * static_cast<std::int64_t>(w);
                const std::int64_t end = now[w] + worked(w);
                times.warps.push_back({.launch = launch,
                                       .block = block,
                                       .warp = static_cast<int>(w),
                                       .multiprocessor = 2 * block,
                                       .place = static_cast<int>(w),
                                       .begin = begin,
                                       .end = end,
                                       .timer_begin = begin / 2,
                                       .timer_end = end / 2,
                                       .first = times.barriers.size(),
                                       .count = all[w].size()});
                times.barriers.insert(times.barriers.end(), all[w].begin(), all[w].end());
                last = std::max(last, end);
            }
        }
        launch_begin = last;
    }
    data.times = std::move(times);
    return std::make_shared<const Trace>(std::move(data));
}

/// The same, and each warp issues the accesses of an interval as if all took as long.
inline std::shared_ptr<const Trace> with_access_times(const Trace& trace) {
    TraceData data = with_times(trace)->data();
    WarpTimes& times = *data.times;
    times.has_accesses = true;
    for (WarpSpan& warp : times.warps) {
        std::vector<std::vector<int>> rows(warp.count + 1);  // [interval]
        for (int row = 0; row < static_cast<int>(trace.rows().size()); ++row) {
            const Event event = trace.event_of(trace.row(row));
            if (is_inner(event) || event == Event::register_store) continue;
            if (trace.mask(warp.block, row, warp.warp) != 0)
                rows.at(static_cast<std::size_t>(trace.row(row).interval)).push_back(row);
        }
        warp.first_access = times.accesses.size();
        std::int64_t begin = warp.begin;
        for (std::size_t k = 0; k <= warp.count; ++k) {
            const bool last = k == warp.count;
            const BarrierTimes passed =
                last ? BarrierTimes{warp.end, warp.end} : times.barriers.at(warp.first + k);
            const auto count = static_cast<std::int64_t>(rows[k].size());
            for (std::int64_t i = 0; i < count; ++i) {
                times.accesses.push_back(
                    {rows[k][static_cast<std::size_t>(i)],
                     begin + (passed.arrived - begin) * (i + 1) / (count + 1)});
            }
            begin = passed.left;
        }
        warp.accesses = times.accesses.size() - warp.first_access;
    }
    return std::make_shared<const Trace>(std::move(data));
}

}  // namespace stridescope::testing

#include "app/analysis/warp_clock.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "app/analysis/occupancy.h"
#include "app/analysis/requests.h"

namespace stridescope {
namespace {

/// [launch]: what rows call the launch's first interval, less 0.
std::vector<int> first_intervals(const Trace& trace) {
    const std::size_t launches = trace.launches().size();
    std::vector<int> intervals(launches, 1);
    for (int block = 0; block < trace.blocks(); ++block) {
        std::vector<int> passed(launches, 0);
        for (int step = 0; step < trace.step_count(); ++step) {
            const int launch = trace.steps()[static_cast<std::size_t>(step)].launch;
            if (std::cmp_less(launch, launches))
                passed[static_cast<std::size_t>(launch)] += trace.barriers(block, step);
        }
        for (std::size_t k = 0; k < launches; ++k)
            intervals[k] = std::max(intervals[k], passed[k] + 1);
    }
    std::vector<int> first;
    int sum = 0;
    for (const int of_launch : intervals) {
        first.push_back(sum);
        sum += of_launch;
    }
    return first;
}

struct StepRange {
    int first = -1, last = -1;
};

/// [launch, interval of the launch]: the steps whose rows stand there.
std::map<std::pair<int, int>, StepRange> steps_of_intervals(const Trace& trace) {
    const std::vector<int> first = first_intervals(trace);
    std::map<std::pair<int, int>, StepRange> steps;
    for (const TraceRow& row : trace.rows()) {
        const int launch = trace.steps()[static_cast<std::size_t>(row.step)].launch;
        if (std::cmp_greater_equal(launch, first.size())) continue;
        const auto key = std::pair{launch, row.interval - first[static_cast<std::size_t>(launch)]};
        const auto [known, is_new] = steps.try_emplace(key, StepRange{row.step, row.step});
        known->second.first = std::min(known->second.first, row.step);
        known->second.last = std::max(known->second.last, row.step);
    }
    return steps;
}

/// Who came to a barrier of a block last, and when.
struct LastArrival {
    int warp = -1;
    std::int64_t arrived = std::numeric_limits<std::int64_t>::min();
};
using Barriers = std::map<std::tuple<int, int, std::size_t>, LastArrival>;

Barriers last_arrivals(const WarpTimes& times) {
    Barriers last;
    for (const WarpSpan& warp : times.warps) {
        const auto passed = times.barriers_of(warp);
        for (std::size_t k = 0; k < passed.size(); ++k) {
            LastArrival& at = last[{warp.launch, warp.block, k}];
            if (passed[k].arrived > at.arrived) at = {warp.warp, passed[k].arrived};
        }
    }
    return last;
}

}  // namespace

namespace {

/// Whether it is something that tells its time where accesses do.
bool is_issued(const Trace& trace, const TraceRow& row) {
    const Event event = trace.event_of(row);
    return !is_inner(event) && event != Event::register_store;
}

/// Cuts what a warp did between two barriers where one step's accesses end and the next one's
/// begin.
class StepCutter {
  public:
    StepCutter(const Trace& trace, const WarpSpan& warp, int first_interval)
        : trace_{trace}, accesses_{trace.times()->accesses_of(warp)} {
        if (!trace.times()->has_accesses) return;
        for (int row = 0; std::cmp_less(row, trace.rows().size()); ++row) {
            const TraceRow& r = trace.row(row);
            const int launch = trace.steps()[static_cast<std::size_t>(r.step)].launch;
            if (launch != warp.launch || !is_issued(trace, r) ||
                trace.mask(warp.block, row, warp.warp) == 0)
                continue;
            untold_.try_emplace(r.interval - first_interval).first->second += 1;
        }
        for (const AccessTime& access : accesses_)
            untold_[trace.row(access.row).interval - first_interval] -= 1;
    }

    void add(const WarpStretch& stretch, std::vector<WarpStretch>& all) {
        WarpStretch now = stretch;
        const auto untold = untold_.find(stretch.interval);
        const bool whole =
            !trace_.times()->has_accesses || (untold != untold_.end() && untold->second != 0);
        if (!whole && untold == untold_.end()) now.first_step = now.last_step = -1;
        bool is_first = true;
        for (; next_ < accesses_.size() && accesses_[next_].issued <= stretch.end; ++next_) {
            if (whole) continue;
            const int step = trace_.row(accesses_[next_].row).step;
            if (!is_first && step != now.last_step) {
                now.end = accesses_[next_].issued;
                all.push_back(now);
                now.begin = now.end;
            }
            now.first_step = now.last_step = step;
            now.end = stretch.end;
            is_first = false;
        }
        all.push_back(now);
    }

  private:
    const Trace& trace_;
    std::span<const AccessTime> accesses_;
    std::size_t next_ = 0;
    std::map<int, int> untold_;  ///< [interval of the launch]: rows of the warp without a time
};

}  // namespace

std::vector<WarpStretch> warp_stretches(const Trace& trace) {
    std::vector<WarpStretch> all;
    const WarpTimes* times = trace.times();
    if (times == nullptr) return all;
    const auto steps = steps_of_intervals(trace);
    const Barriers last = last_arrivals(*times);
    const std::vector<int> first = first_intervals(trace);
    for (std::size_t w = 0; w < times->warps.size(); ++w) {
        const WarpSpan& warp = times->warps[w];
        std::int64_t now = warp.begin;
        const auto passed = times->barriers_of(warp);
        StepCutter cutter{trace, warp, first[static_cast<std::size_t>(warp.launch)]};
        for (std::size_t k = 0; k <= passed.size(); ++k) {
            const auto found = steps.find({warp.launch, static_cast<int>(k)});
            const StepRange of = found != steps.end() ? found->second : StepRange{};
            WarpStretch stretch{.warp = w,
                                .interval = static_cast<int>(k),
                                .first_step = of.first,
                                .last_step = of.last,
                                .begin = now,
                                .end = k < passed.size() ? passed[k].arrived : warp.end};
            cutter.add(stretch, all);
            if (k == passed.size()) break;
            const LastArrival& late = last.at({warp.launch, warp.block, k});
            stretch.waits = true;
            stretch.begin = passed[k].arrived;
            stretch.end = now = passed[k].left;
            stretch.last_warp = late.warp;
            stretch.last_arrival = late.arrived;
            all.push_back(stretch);
        }
    }
    return all;
}

std::vector<TimedAccess> timed_accesses(const Trace& trace) {
    std::vector<TimedAccess> all;
    const WarpTimes* times = trace.times();
    if (times == nullptr) return all;
    /// [block, row, warp]: what the request costs that begins there.
    std::map<std::tuple<int, int, int>, int> wavefronts;
    for (int block = 0; times->has_accesses && block < trace.blocks(); ++block) {
        for (int step = 0; step < trace.step_count(); ++step) {
            for (const Request& request : requests_of_step(trace, block, step, Space::shared))
                wavefronts[{block, request.row, request.warp}] = request.shared.wavefronts;
        }
    }
    for (std::size_t w = 0; w < times->warps.size(); ++w) {
        const WarpSpan& warp = times->warps[w];
        for (const AccessTime& access : times->accesses_of(warp)) {
            const auto lanes =
                static_cast<int>(std::popcount(trace.mask(warp.block, access.row, warp.warp)));
            // Rows whose values came from different places are parts of one access.
            const bool joins = !all.empty() && all.back().warp == w &&
                               all.back().issued == access.issued &&
                               trace.row(all.back().row).site == trace.row(access.row).site;
            if (joins) {
                all.back().lanes += lanes;
                continue;
            }
            const auto cost = wavefronts.find({warp.block, access.row, warp.warp});
            all.push_back({.warp = w,
                           .issued = access.issued,
                           .row = access.row,
                           .lanes = lanes,
                           .wavefronts = cost != wavefronts.end() ? cost->second : 0});
        }
    }
    return all;
}

ToldAccesses told_accesses(const Trace& trace) {
    ToldAccesses count;
    const WarpTimes* times = trace.times();
    if (times == nullptr || !times->has_accesses) return count;
    count.told = std::ssize(times->accesses);
    for (int row = 0; std::cmp_less(row, trace.rows().size()); ++row) {
        const TraceRow& r = trace.row(row);
        if (!is_issued(trace, r)) continue;
        const int launch = trace.steps()[static_cast<std::size_t>(r.step)].launch;
        count.all += std::ranges::count_if(times->warps, [&](const WarpSpan& warp) {
            return warp.launch == launch && trace.mask(warp.block, row, warp.warp) != 0;
        });
    }
    return count;
}

std::string access_text(const Trace& trace, const TimedAccess& access) {
    const TraceSite& site = trace.sites()[static_cast<std::size_t>(trace.row(access.row).site)];
    const std::string_view does = is_atomic(site.event)  ? "updates"
                                  : is_load(site.event)  ? "reads"
                                  : is_store(site.event) ? "writes"
                                                         : "shuffles";
    std::string text{does};
    if (site.array != ArrayId::none) text += fmt::format(" {}", trace.name_of(site.array));
    text += fmt::format(", {} lane{}", access.lanes, access.lanes == 1 ? "" : "s");
    if (access.wavefronts > 0)
        text +=
            fmt::format(" in {} wavefront{}", access.wavefronts, access.wavefronts == 1 ? "" : "s");
    return text + (site.file == 0 ? fmt::format(" (line {})", site.line) : "");
}

std::vector<WarpsAtTime> warps_at_times(const std::vector<WarpStretch>& stretches) {
    struct Change {
        std::int64_t time;
        int working, waiting;
    };
    std::vector<Change> changes;
    changes.reserve(2 * stretches.size());
    for (const WarpStretch& stretch : stretches) {
        if (stretch.end <= stretch.begin) continue;
        const int working = stretch.waits ? 0 : 1, waiting = stretch.waits ? 1 : 0;
        changes.push_back({stretch.begin, working, waiting});
        changes.push_back({stretch.end, -working, -waiting});
    }
    std::ranges::sort(changes, {}, &Change::time);
    std::vector<WarpsAtTime> all;
    WarpsAtTime now;
    for (const Change& change : changes) {
        now.begin = change.time;
        now.working += change.working;
        now.waiting += change.waiting;
        if (!all.empty() && all.back().begin == now.begin) {
            all.back() = now;
        } else {
            all.push_back(now);
        }
    }
    return all;
}

BarrierOrder barrier_order(const WarpTimes& times) {
    std::map<std::tuple<int, int, std::size_t>, std::vector<BarrierTimes>> at;
    for (const WarpSpan& warp : times.warps) {
        const auto passed = times.barriers_of(warp);
        for (std::size_t k = 0; k < passed.size(); ++k)
            at[{warp.launch, warp.block, k}].push_back(passed[k]);
    }
    BarrierOrder order;
    for (const auto& [barrier, all] : at) {
        for (const BarrierTimes& one : all) {
            for (const BarrierTimes& other : all) {
                if (&one == &other) continue;
                ++order.pairs;
                if (one.left >= other.arrived) continue;
                ++order.broken;
                order.worst = std::max(order.worst, other.arrived - one.left);
            }
        }
    }
    return order;
}

WorkAndWait work_and_wait(const std::vector<WarpStretch>& stretches) {
    WorkAndWait sum;
    for (const WarpStretch& stretch : stretches)
        (stretch.waits ? sum.waited : sum.worked) += stretch.end - stretch.begin;
    return sum;
}

namespace {

/// In nanoseconds.
struct TookAndWaited {
    std::int64_t took = 0, waited = 0;
};
TookAndWaited took_and_waited(const Trace& trace, int last_step) {
    const std::vector<WarpStretch> all = warp_stretches(trace);
    std::int64_t begin = std::numeric_limits<std::int64_t>::max(), end = 0, waited = 0;
    std::size_t warp = all.size();
    int at = -1;  // what has no step of its own belongs to the one before
    for (const WarpStretch& stretch : all) {
        if (stretch.warp != warp) at = -1;
        warp = stretch.warp;
        if (stretch.first_step >= 0) at = stretch.first_step;
        if (at > last_step) continue;
        begin = std::min(begin, stretch.begin);
        end = std::max(end, stretch.end);
        if (stretch.waits) waited += stretch.end - stretch.begin;
    }
    const auto whole = [&](std::int64_t clocks) {
        return static_cast<std::int64_t>(std::llround(trace.times()->ns(clocks)));
    };
    return {whole(std::max<std::int64_t>(end - begin, 0)), whole(waited)};
}

}  // namespace

std::vector<Difference> time_differences(const Trace& a, int a_step, const Trace& b, int b_step) {
    if (a.times() == nullptr || b.times() == nullptr) return {};
    const TookAndWaited of_a = took_and_waited(a, a_step), of_b = took_and_waited(b, b_step);
    return {{"time", "ns", of_a.took, of_b.took},
            {"waited", "warps' ns at barriers", of_a.waited, of_b.waited}};
}

std::vector<Difference> time_differences(const Trace& a, const Trace& b) {
    return time_differences(a, a.step_count(), b, b.step_count());
}

int scheduler_of(const WarpTimes& times, const WarpSpan& warp) {
    constexpr int schedulers = 4;
    // All that are known are of Volta or later.
    return chip_of_device(times.device) != nullptr ? warp.place % schedulers : -1;
}

std::string clocks_text(const WarpTimes& times, std::int64_t clocks) {
    const double ns = times.ns(clocks);
    constexpr double ns_of_us = 1000;
    return ns < ns_of_us ? fmt::format("{:.0f} ns", ns) : fmt::format("{:.2f} µs", ns / ns_of_us);
}

std::string stretch_text(const WarpTimes& times, std::span<const std::string> step_names,
                         const WarpStretch& stretch) {
    const WarpSpan& warp = times.warps[stretch.warp];
    std::string text =
        fmt::format("block {} · warp {} · SM {}", warp.block, warp.warp, warp.multiprocessor);
    if (const int scheduler = scheduler_of(times, warp); scheduler >= 0)
        text += fmt::format(" · scheduler {}", scheduler);
    const std::int64_t took = stretch.end - stretch.begin;
    const std::string how_long = fmt::format("{} ({} clocks)", clocks_text(times, took), took);
    const auto step_name = [&](int step) { return step_names[static_cast<std::size_t>(step)]; };
    if (stretch.waits) {
        text += fmt::format("\nwaits {} at barrier {}", how_long, stretch.interval + 1);
        if (stretch.last_warp == warp.warp)
            text += ": it came last";
        else if (stretch.last_warp >= 0)
            text += fmt::format(": warp {} came last, {} later", stretch.last_warp,
                                clocks_text(times, stretch.last_arrival - stretch.begin));
    } else if (stretch.first_step < 0) {
        text += fmt::format("\nruns {} without an access", how_long);
    } else if (stretch.first_step == stretch.last_step) {
        text += fmt::format("\n{}: {}", step_name(stretch.first_step), how_long);
    } else {
        text += fmt::format("\n{} … {}, without a barrier between them: {}",
                            step_name(stretch.first_step), step_name(stretch.last_step), how_long);
    }
    return text + fmt::format("\nfrom {} on", clocks_text(times, stretch.begin));
}

}  // namespace stridescope

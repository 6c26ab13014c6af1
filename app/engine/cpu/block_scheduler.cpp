#include "app/engine/cpu/block_scheduler.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>
#include <numeric>
#include <utility>

#include "app/experiment/splitmix.h"

namespace stridescope {
namespace {

constexpr std::size_t warp_size = 32;

/// "31 of 32 threads of warp 0 reached the barrier at line 40": the first warp that is not whole.
void report_missing_threads(BlockRun& run, std::span<const LaneStatus> lanes, int line, int step) {
    for (std::size_t first = 0; first < lanes.size(); first += warp_size) {
        const auto warp = lanes.subspan(first, std::min(warp_size, lanes.size() - first));
        const auto here = std::ranges::count_if(warp, [&](const LaneStatus& lane) {
            return lane.wait == LaneWait::barrier && lane.line == line;
        });
        if (here == static_cast<std::ptrdiff_t>(warp.size())) continue;
        const auto missing = std::ranges::find_if(warp, [&](const LaneStatus& lane) {
            return lane.wait != LaneWait::barrier || lane.line != line;
        });
        const auto thread = static_cast<int>(first) + static_cast<int>(missing - warp.begin());
        run.report({.kind = "barrier",
                    .block = run.block(),
                    .step = step,
                    .thread = thread,
                    .line = line,
                    .message = fmt::format("{} of {} threads of warp {} reached the barrier at "
                                           "line {}; thread {} did not",
                                           here, warp.size(), first / warp_size, line, thread)});
        return;
    }
}

/// Fisher and Yates.
void shuffle(std::vector<std::size_t>& list, std::uint64_t seed) {
    for (std::size_t i = list.size(); i > 1; --i) {
        std::swap(list[i - 1], list[splitmix_below(i, seed, i)]);
    }
}

}  // namespace

int judge_barrier(BlockRun& run, std::span<const LaneStatus> lanes) {
    struct Here {
        int threads = 0;
        int step = -1;
    };
    std::map<int, Here> waiting_at;  // by line
    bool some_ended = false;
    for (const LaneStatus& lane : lanes) {
        if (lane.wait == LaneWait::ended) some_ended = true;
        if (lane.wait != LaneWait::barrier) continue;
        Here& here = waiting_at[lane.line];
        ++here.threads;
        here.step = std::max(here.step, lane.step);
    }
    // The barrier that most threads wait at is the one that the others missed.
    const auto [line, here] = *std::ranges::max_element(
        waiting_at, {}, [](const auto& entry) { return entry.second.threads; });
    if (some_ended || waiting_at.size() > 1) report_missing_threads(run, lanes, line, here.step);
    return here.step;
}

void report_endless_wait(BlockRun& run, std::span<const LaneStatus> lanes) {
    const auto waits = [](const LaneStatus& lane) {
        // Who waits at a step's marker waits for those who do not get there.
        return lane.wait == LaneWait::spin || (lane.wait == LaneWait::held && lane.line > 0);
    };
    const auto spinning = std::ranges::find_if(lanes, waits);
    if (spinning == lanes.end()) return;
    const auto count = std::ranges::count_if(lanes, waits);
    const auto thread = static_cast<int>(spinning - lanes.begin());
    run.report({.kind = "endless-wait",
                .block = run.block(),
                .step = spinning->step,
                .thread = thread,
                .line = spinning->line,
                .message = fmt::format(
                    "{} of block {} {} at line {}: no thread is left to end the wait",
                    count == 1 ? "1 thread" : fmt::format("{} threads", count), run.block(),
                    count == 1 ? "deadlocks" : "deadlock", spinning->line)});
}

void arrange_threads(const BlockRun& run, std::uint64_t round, std::vector<std::size_t>& turns) {
    const Schedule& schedule = run.launch().schedule;
    const auto threads = static_cast<std::size_t>(run.launch().threads);
    turns.resize(threads);
    std::iota(turns.begin(), turns.end(), std::size_t{0});
    // Every round of every block has random words of its own.
    const std::uint64_t words =
        splitmix64(splitmix64(schedule.seed, static_cast<std::uint64_t>(run.block())), round);
    switch (schedule.kind) {
        case Schedule::Kind::ascending: return;
        case Schedule::Kind::lane_random: shuffle(turns, words); return;
        case Schedule::Kind::descending:
        case Schedule::Kind::random: break;
    }
    std::vector<std::size_t> warps((threads + warp_size - 1) / warp_size);
    std::iota(warps.begin(), warps.end(), std::size_t{0});
    if (schedule.kind == Schedule::Kind::random) {
        shuffle(warps, words);
    } else {
        std::ranges::reverse(warps);
    }
    turns.clear();
    for (const std::size_t warp : warps) {
        const std::size_t end = std::min(threads, (warp + 1) * warp_size);
        for (std::size_t t = warp * warp_size; t < end; ++t) turns.push_back(t);
    }
}

void report_fault(BlockRun& run, int thread, int step, const std::exception_ptr& error) {
    try {
        std::rethrow_exception(error);
    } catch (const LaneFault& fault) {
        run.report({.kind = fault.kind,
                    .block = run.block(),
                    .step = step,
                    .thread = thread,
                    .line = fault.line,
                    .message = fault.message});
    }
    // Anything else (out of memory) is no fault of the kernel's: it goes on to the engine.
}

}  // namespace stridescope

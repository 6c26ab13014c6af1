#include "app/analysis/lane_use.h"

#include <algorithm>
#include <bit>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "app/analysis/request_rows.h"
#include "app/analysis/work.h"

namespace stridescope {
namespace {

/// A bit for each lane of the warp that took part in any of the rows; none where these tell only
/// where a value went.
std::uint32_t mask_of(const Trace& trace, int block, int row, int rows, int warp) {
    if (trace.event_of(trace.rows()[static_cast<std::size_t>(row)]) == Event::move) return 0;
    std::uint32_t mask = 0;
    for (int r = row; r < row + rows; ++r) mask |= trace.mask(block, r, warp);
    return mask;
}

LaneCounts counts_of(std::uint32_t mask) {
    return {.instructions = mask != 0 ? 1 : 0, .lanes = std::popcount(mask)};
}

StepLanes lanes_of_step(const Trace& trace, int block, int step) {
    StepLanes counts;
    std::vector<std::uint32_t> active(static_cast<std::size_t>(trace.warps()), 0);
    for_each_request_row(trace, step, [&](int row, int rows) {
        for (int warp = 0; warp < trace.warps(); ++warp) {
            const std::uint32_t mask = mask_of(trace, block, row, rows, warp);
            counts.lanes += counts_of(mask);
            active[static_cast<std::size_t>(warp)] |= mask;
        }
    });
    for (const std::uint32_t mask : active) {
        counts.active_threads += std::popcount(mask);
        counts.active_warps += mask != 0 ? 1 : 0;
    }
    return counts;
}

/// "d = 2, n = 8" without what they were: "d, n".
std::string names_in(std::string_view variables) {
    std::string names;
    while (!variables.empty()) {
        const std::string_view one = variables.substr(0, variables.find(", "));
        variables.remove_prefix(std::min(one.size() + 2, variables.size()));
        if (!names.empty()) names += ", ";
        names += one.substr(0, one.find(" = "));
    }
    return names;
}

bool in_loop(const Step& step) {
    return step.stride > 0 || !step.variables.empty();
}

/// Without the number of a part of a round.
std::string_view whole_phase(const Step& step) {
    return step.is_part() ? std::string_view{} : std::string_view{step.phase};
}

bool same_loop(const Step& a, const Step& b) {
    return in_loop(a) && in_loop(b) && a.launch == b.launch && whole_phase(a) == whole_phase(b) &&
           (a.stride > 0) == (b.stride > 0) && names_in(a.variables) == names_in(b.variables);
}

std::int64_t wasted(const std::vector<LineLanes>& lines, int warp) {
    LaneCounts all;
    for (const LineLanes& line : lines) all += line.warps[static_cast<std::size_t>(warp)];
    return all.slots() - all.lanes;
}

}  // namespace

LaneCounts lanes_of_rows(const Trace& trace, int block, int row, int rows, int warp) {
    return counts_of(mask_of(trace, block, row, rows, warp));
}

StepLanes& StepLanes::operator+=(const StepLanes& other) {
    active_threads += other.active_threads;
    active_warps += other.active_warps;
    lanes += other.lanes;
    return *this;
}

StepLanes LaneTable::sum(const std::vector<int>& of) const {
    StepLanes all;
    for (const int step : of) all += steps[static_cast<std::size_t>(step)];
    return all;
}

LaneTable lane_table(const Trace& trace, int block) {
    LaneTable table;
    table.steps.resize(static_cast<std::size_t>(trace.step_count()));
    std::vector<StepLanes> previous;  // of the block before, per step
    for (int b = 0; b < trace.blocks(); ++b) {
        if (block >= 0 && b != block) continue;
        // Blocks of one launch almost always do the same: count once, compare the rest.
        if (previous.empty() || !same_accesses(trace, b - 1, b)) {
            previous.clear();
            for (int step = 0; step < trace.step_count(); ++step) {
                previous.push_back(lanes_of_step(trace, b, step));
            }
        }
        for (std::size_t step = 0; step < previous.size(); ++step) {
            table.steps[step] += previous[step];
            table.total += previous[step];
        }
    }
    return table;
}

std::vector<int> steps_of_loop(const Trace& trace, int step) {
    std::vector<int> steps;
    const Step& own = trace.steps()[static_cast<std::size_t>(step)];
    for (int at = 0; at < trace.step_count(); ++at) {
        if (same_loop(own, trace.steps()[static_cast<std::size_t>(at)])) steps.push_back(at);
    }
    return steps;
}

std::vector<LineLanes> line_lanes(const Trace& trace, int block, int step) {
    std::map<std::pair<int, int>, LineLanes> lines;
    for_each_request_row(trace, step, [&](int row, int rows) {
        const TraceSite& site = trace.sites()[static_cast<std::size_t>(
            trace.rows()[static_cast<std::size_t>(row)].site)];
        LineLanes* line = nullptr;
        for (int warp = 0; warp < trace.warps(); ++warp) {
            std::uint32_t mask = mask_of(trace, block, row, rows, warp);
            if (mask == 0) continue;
            if (line == nullptr) {
                line = &lines[{site.file, site.line}];
                line->line = site.line;
                line->file = site.file;
                line->warps.resize(static_cast<std::size_t>(trace.warps()));
                line->threads.resize(static_cast<std::size_t>(trace.threads()));
            }
            line->warps[static_cast<std::size_t>(warp)] += counts_of(mask);
            for (; mask != 0; mask &= mask - 1) {
                ++line->threads[static_cast<std::size_t>(warp * warp_size +
                                                         std::countr_zero(mask))];
            }
        }
    });
    std::vector<LineLanes> all;
    for (auto& [place, line] : lines) all.push_back(std::move(line));
    return all;
}

std::vector<int> ranked_warps(const std::vector<LineLanes>& lines) {
    std::vector<int> warps;
    const std::size_t count = lines.empty() ? 0 : lines.front().warps.size();
    for (std::size_t warp = 0; warp < count; ++warp) {
        const auto did = [warp](const LineLanes& line) {
            return line.warps[warp].instructions > 0;
        };
        if (std::ranges::any_of(lines, did)) warps.push_back(static_cast<int>(warp));
    }
    std::ranges::stable_sort(warps,
                             [&](int a, int b) { return wasted(lines, a) > wasted(lines, b); });
    return warps;
}

int chosen_warp(const std::vector<LineLanes>& lines, const std::optional<int>& choice) {
    if (choice) return *choice;
    const std::vector<int> ranked = ranked_warps(lines);
    return ranked.empty() ? 0 : ranked.front();
}

std::optional<int> moved_warp(const Trace& trace, int block, int step,
                              const std::optional<int>& choice, RequestMove move) {
    if (move == RequestMove::worst) return std::nullopt;
    const std::vector<LineLanes> lines = line_lanes(trace, block, step);
    const std::vector<int> ranked = ranked_warps(lines);
    const int now = std::clamp(chosen_warp(lines, choice), 0, trace.warps() - 1);
    if (move == RequestMove::previous_warp) return std::max(now - 1, 0);
    if (move == RequestMove::next_warp) return std::min(now + 1, trace.warps() - 1);
    if (ranked.empty()) return choice;
    const auto at = std::ranges::find(ranked, now);
    // One that did nothing in the step stands in no ranking.
    if (at == ranked.end()) return ranked.front();
    if (move == RequestMove::worse) return at == ranked.begin() ? *at : *(at - 1);
    return at + 1 == ranked.end() ? *at : *(at + 1);
}

}  // namespace stridescope

// What the heatmap says in words. Internal to app/scene.
#pragma once

#include <string>
#include <string_view>

#include "app/analysis/heat.h"
#include "app/analysis/work.h"
#include "app/scene/heatmap/heatmap_view.h"

namespace stridescope::scene_parts {

inline constexpr const char* untouched_words = "not accessed";

/// "Bank conflicts of loads, difference, step by bank".
std::string heatmap_subject(const HeatmapOptions& options, bool difference);
/// What the legend's numbers are.
std::string heatmap_legend(const HeatmapOptions& options, bool difference);
/// "14 requests · 20 wavefronts · 6 excess".
std::string totals_text(const WorkCounts& totals);

/// A cell's number: "12", "1.5"; of a difference with its sign: "−3", "+3", "0".
std::string heat_number(double value, bool is_signed);

/// What is told of a cell that is pointed at, below its place.
std::string heat_tip(const HeatCell& cell, const HeatmapOptions& options);
/// What a cell of a difference says; `both`: whether both runs have the cell.
std::string heat_difference_tip(const HeatCell& before, const HeatCell& after, bool both,
                                const HeatmapOptions& options);

/// Which steps a difference is of, where the runs' steps are not the same: "2 of 6 steps are in
/// both runs; the last row counts all".
std::string common_steps_text(const HeatPair& pair, int steps);

}  // namespace stridescope::scene_parts

namespace stridescope {

// What one run did to the conflicts of another, in words.

/// What the change from `before` to `after` did to the conflicts, in plain words: "excess 1,234 →
/// 56 (22× fewer)". Says so, too, when padding added some; `after_name` is to
/// blame then.
std::string compare_sentence(const WorkCounts& before, const WorkCounts& after,
                             std::string_view after_name);

/// The change in the fewest words: "Excess 1,234 → 56".
std::string compare_briefly(const WorkCounts& before, const WorkCounts& after);

/// What two runs beside each other have of conflicts, first of the one at hand: "Excess wavefronts
/// 56 : 1,234 (22× as many in the other run)". It holds side by side and above one another.
std::string excess_of_two(const WorkCounts& own, const WorkCounts& other);

}  // namespace stridescope

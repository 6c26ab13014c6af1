// Two runs beside each other: what they are called, and one picture of two.
#pragma once

#include <string>
#include <vector>

#include "app/scene/scene.h"
#include "app/trace/trace.h"

namespace stridescope {

/// Wordings for each of two runs, the longest first, as many for the one as for the other.
struct RunTitles {
    std::vector<std::string> left{}, right{};
};

/// By what tells them apart: "Kogge–Stone" and "Brent–Kung", "no padding" and "one word of padding
/// every 32".
RunTitles run_titles(const Trace& left, const Trace& right);

/// Both scenes in one for a file, under the words for their runs; nothing in it can be pointed at.
/// Unless `right_moves`, the right one is shown at the end of its step throughout.
Scene side_by_side(Scene left, Scene right, const RunTitles& titles, const Palette& palette,
                   bool right_moves = true);
/// Both scenes in one, the first above the second: for pictures that are much wider than high.
Scene one_below_other(Scene upper, Scene lower, const RunTitles& titles, const Palette& palette,
                      bool lower_moves = true);

namespace scene_parts {

/// Wordings for each of the two, the longest first.
struct RunNames {
    std::vector<std::string> before, after;
};

/// "no padding" and "one word of padding every 32"; "Brent–Kung · N 64" and "Kogge–Stone · N 16".
RunNames distinguishing_names(const Trace& before, const Trace& after);

}  // namespace scene_parts

}  // namespace stridescope

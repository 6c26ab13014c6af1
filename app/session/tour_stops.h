// The stops of the window's tour: a few places that are lit, each with a sentence or two about it.
#pragma once

#include <optional>
#include <string_view>

namespace stridescope {

struct TourStop {
    std::string_view title, text;
    /// The widget that is lit: the first of these that is on the screen.
    std::string_view widget, otherwise{};
    bool among_all = false;  ///< it is not seen where another picture has all the room
};

inline constexpr TourStop tour_stops[] = {
    {"Read",
     "Lessons start from scratch and set up the views for you. The N key turns the page; "
     "the Lessons menu lists them all.",
     "lesson.text", "menu.lessons"},
    {"Step",
     "A kernel was recorded while it ran. Press → and ← to walk through its steps, or click one.",
     "timeline.slider"},
    {"Follow a number",
     "Inputs on top, one row per step, an arrow from each operand to its sum. Point at a number to "
     "highlight all that went into it.",
     "tree.picture"},
    {"Meet the banks",
     "Shared memory has 32 banks, and each hands out one word at a time. Here you see who has to "
     "wait.",
     "heatmap.picture", "turn.heatmap", true},
    {"Change everything",
     "Other algorithms, sizes, paddings, numbers of your own: each change is recorded at once, and "
     "Ctrl+Z undoes it.",
     "lesson.knobs", "experiment.kernel"},
    {"That's all",
     "F1 lists the keys. Nothing here is drawn by hand: it all comes from the recording.",
     "menu.help"},
};
inline constexpr int tour_length = static_cast<int>(sizeof tour_stops / sizeof *tour_stops);

/// The stop after this one; nothing after the last.
constexpr std::optional<int> next_stop(int stop) {
    return stop + 1 < tour_length ? std::optional{stop + 1} : std::nullopt;
}

}  // namespace stridescope

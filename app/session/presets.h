// Experiments worth a look, ready made: what a lesson would begin with; and pairs of them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/experiment/experiment.h"
#include "app/scene/views/views.h"

namespace stridescope {

struct Preset {
    std::string id;     ///< for its name in tests
    std::string title;  ///< what the menu says
    std::string why;    ///< what there is to see, one sentence
    Experiment experiment;
    std::optional<View> view{};  ///< that it is about; the heatmap where there is none
    std::string step{};          ///< as in lessons (step_called); empty: the first
    bool compare = false;        ///< with the same run without padding
};

/// All presets, in the order of a course. Each can run.
const std::vector<Preset>& presets();

/// nullptr if there is none of that id.
const Preset* find_preset(std::string_view id);

/// What the window opens on when nothing is asked for: small enough to follow every number.
Experiment first_lesson();

/// An experiment in one line for a menu: "Brent–Kung · block 1,024 · every32 · ones".
std::string experiment_title(const Experiment& experiment);

/// Two experiments worth seeing side by side, ready made from the one at hand.
struct Pair {
    enum class Kind { padding, kernels, engines, broken, knob };

    Kind kind = Kind::padding;
    std::string id;       ///< for its name in tests
    std::string group{};  ///< a menu within the menu that others next to it share; empty: none
    std::string title;    ///< what the menu says
    std::string why;      ///< what there is to see, one sentence
    Experiment left, right;
    std::string impossible{};  ///< why it cannot be shown; empty if it can
};

/// Each knob of the text as it is against each other choice of it; a scan of the library against
/// another one; a text that is broken on purpose against its correct version, also from that one;
/// the machine against the GPU. Everything else as in `now`.
/// `gpu_problem`: why no GPU can be used, empty if one can.
std::vector<Pair> pairs_from(const Experiment& now, const std::string& gpu_problem);

}  // namespace stridescope

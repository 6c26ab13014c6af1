// Pairs of experiments worth seeing side by side, ready made from the one at hand.
#pragma once

#include <string>
#include <vector>

#include "app/experiment/experiment.h"

namespace stridescope {

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

// One instruction that loads or stores matrices together, as a scene.
#pragma once

#include <any>
#include <optional>
#include <string>

#include "app/analysis/request_choice.h"
#include "app/scene/scene.h"
#include "app/scene/view_facts.h"
#include "app/trace/trace.h"

namespace stridescope {

struct FragmentOptions {
    /// One of its matrices, as the request that it is; absent: the instruction that costs most.
    std::optional<RequestChoice> request{};
    int least_top = 0;  ///< wavefronts that the bars' full height stands for at least

    bool operator==(const FragmentOptions&) const = default;
};

/// The matrices of one ldmatrix or stmatrix side by side: eight rows of eight elements, each with
/// the lane that holds it, in the colour of the wavefront in which its row comes; left of a row the
/// lane that names its address. Below it the banks, in columns of 16 bytes, and which of them each
/// row lies in. At the bottom all such instructions of the step as bars, the worst first.
Scene fragment_scene(const Trace& trace, const ViewState& view, const Palette& palette,
                     Room room = {}, const FragmentOptions& options = {});

/// The fragment among the views.
struct FragmentView {
    using Options = FragmentOptions;
    static constexpr ViewFacts facts{
        .title = "Fragment",
        .tip = "One ldmatrix, stmatrix or mma of this step: who holds what, and where its rows lie",
        .of_few = true,
        .shares_scale = true};
    static std::string why_not(const Trace& trace);
    static Options ask(const Look& look, Subject& subject);
    static Scene scene(const Subject& subject, const Options& options, std::any& kept);
};

}  // namespace stridescope

// The fragment among the views.
#pragma once

#include <any>
#include <string>

#include "app/scene/fragment/fragment_scene.h"
#include "app/scene/view_facts.h"

namespace stridescope {

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

// Divergence among the views.
#pragma once

#include <any>
#include <string>

#include "app/scene/divergence/divergence_scene.h"
#include "app/scene/view_facts.h"

namespace stridescope {

struct DivergenceView {
    using Options = DivergenceOptions;
    static constexpr ViewFacts facts{
        .title = "Divergence",
        .tip = "Which lanes were active at each line of this step, and how many slots they used"};
    static std::string why_not(const Trace& trace);
    static Options ask(const Look& look, Subject& subject);
    static Scene scene(const Subject& subject, const Options& options, std::any& kept);
};

}  // namespace stridescope

// The grid among the views.
#pragma once

#include <any>
#include <string>

#include "app/scene/grid/grid_scene.h"
#include "app/scene/view_facts.h"

namespace stridescope {

struct GridView {
    using Options = GridOptions;
    static constexpr ViewFacts facts{
        .title = "Grid",
        .tip = "The blocks side by side, and what they tell one another",
        .other = OtherRun::within,
        .by_events = true};
    static std::string why_not(const Trace& trace);
    static Options ask(const Look& look, Subject& subject);
    static Scene scene(const Subject& subject, const Options& options, std::any& kept);
};

}  // namespace stridescope

// The heatmap among the views.
#pragma once

#include <any>
#include <string>

#include "app/scene/heatmap/heatmap_scene.h"
#include "app/scene/view_facts.h"

namespace stridescope {

struct HeatmapView {
    using Options = HeatmapOptions;
    static constexpr ViewFacts facts{.title = "Conflicts",
                                     .tip = "All steps at once: which bank or warp had conflicts",
                                     .other = OtherRun::either,
                                     .all_blocks = true};
    static std::string why_not(const Trace& trace);
    static Options ask(const Look& look, Subject& subject);
    static Scene scene(const Subject& subject, const Options& options, std::any& kept);
};

}  // namespace stridescope

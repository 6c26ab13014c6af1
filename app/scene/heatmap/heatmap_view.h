// The conflicts of all steps as a scene.
#pragma once

#include <any>
#include <string>

#include "app/analysis/heat.h"
#include "app/scene/scene.h"
#include "app/scene/view_facts.h"
#include "app/trace/trace.h"

namespace stridescope {

struct HeatmapOptions {
    HeatmapAxis axis = HeatmapAxis::bank;
    int block = -1;                  ///< -1: worst over all recorded blocks
    const Trace* compare = nullptr;  ///< drawn beside it on the same scale, with totals and ratio
    /// Drawn in a picture of its own: the scale is for both. Not with `compare`.
    const Trace* scale_with = nullptr;
    HeatEvents events = HeatEvents::both;
    HeatMeasure measure = HeatMeasure::worst;
    /// With `compare`: one map of how much more or less each cell is than there. Steps are compared
    /// that have phase and stride in common; those that only `trace` has stay empty. Where the
    /// steps are not the same, a last row compares all steps of each run together.
    bool difference = false;
    /// Steps after the cursor are not there yet: their cells, totals and share in the scale.
    bool hide_later = false;

    bool operator==(const HeatmapOptions&) const = default;
};

/// Conflict degree, steps downwards, banks or warps across, cividis, legend, totals.
/// With `compare`, `trace` stands left and that one right, as in every picture of two runs; in a
/// room where that makes larger cells, above and below.
Scene heatmap_scene(const Trace& trace, const ViewState& view, const HeatmapOptions& options,
                    const Palette& palette, Room room = {});

/// The heatmap among the views.
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

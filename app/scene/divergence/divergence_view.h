// Which lanes were active at each line of a step, as a scene.
#pragma once

#include <any>
#include <memory>
#include <optional>
#include <string>

#include "app/analysis/lane_use.h"
#include "app/scene/scene.h"
#include "app/scene/view_facts.h"
#include "app/trace/trace.h"

namespace stridescope {

struct DivergenceOptions {
    std::optional<int> warp{};  ///< whose lanes are shown; absent: the one that wastes most slots
    bool hide_later = false;    ///< steps after the cursor are not there yet
    /// The table of the trace's block; made where null.
    std::shared_ptr<const LaneTable> table{};

    bool operator==(const DivergenceOptions&) const = default;
};

/// The lines of the text that the block executed in the step, downwards. Across, the lanes of one
/// warp: filled where they were active, by the share of the line's instructions where that were
/// several. Beside them the warps of the block, by the share of their lane slots that they used.
/// Below it all steps as bars of that share.
Scene divergence_scene(const Trace& trace, const ViewState& view, const Palette& palette,
                       Room room = {}, const DivergenceOptions& options = {});

/// Divergence among the views.
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

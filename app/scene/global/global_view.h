// One request of a step to global memory as a scene.
#pragma once

#include <any>
#include <optional>
#include <string>

#include "app/analysis/request_choice.h"
#include "app/scene/scene.h"
#include "app/scene/view_facts.h"
#include "app/trace/trace.h"

namespace stridescope {

struct GlobalOptions {
    std::optional<RequestChoice> request{};  ///< absent: the one that is coalesced worst

    bool operator==(const GlobalOptions&) const = default;
};

/// One request: its warp's lanes above, below them the lines of 128 bytes that they touch, each
/// with its four sectors, and a line from each lane to the bytes that it wants. Of the sectors that
/// are moved the bytes that are wanted are filled. Below it all requests of the step as bars, those
/// with most excess sectors first.
Scene global_scene(const Trace& trace, const ViewState& view, const Palette& palette,
                   Room room = {}, const GlobalOptions& options = {});

/// Accesses to global memory among the views.
struct GlobalView {
    using Options = GlobalOptions;
    static constexpr ViewFacts facts{
        .title = "Global memory",
        .tip = "One request of this step: which lane wants which sector, in which line"};
    static std::string why_not(const Trace& trace);
    static Options ask(const Look& look, Subject& subject);
    static Scene scene(const Subject& subject, const Options& options, std::any& kept);
};

}  // namespace stridescope

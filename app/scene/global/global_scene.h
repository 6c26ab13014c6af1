// One request of a step to global memory as a scene.
#pragma once

#include <optional>

#include "app/analysis/request_choice.h"
#include "app/scene/scene.h"
#include "app/scene/view_state.h"
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

}  // namespace stridescope

// One product of tiles, as a scene. Internal to app/scene.
#pragma once

#include "app/scene/fragment/fragment_strip.h"
#include "app/scene/scene.h"
#include "app/scene/view_state.h"

namespace stridescope::scene_parts {

/// What a warp multiplies and adds, a, b and c side by side: each element with the lane that holds
/// it, in that lane's colour. What the elements are is not recorded.
Scene product_scene(const Trace& trace, const Instructions& all, const TileProduct& product,
                    const ViewState& view, const Palette& palette, Room room);

}  // namespace stridescope::scene_parts

// The trees of few blocks that cooperate, side by side, and what they read from each other.
// Internal to app/scene.
#pragma once

#include <functional>
#include <vector>

#include "app/scene/scene.h"
#include "app/scene/view_state.h"
#include "app/trace/trace.h"

namespace stridescope::scene_parts {

/// Whether all recorded blocks have a place in the room: few of them, of few elements, that read
/// what others wrote.
bool shows_all_blocks(const Trace& trace, Room room);
/// As large as they are where nothing says how large.
Room natural_room_of_blocks(const Trace& trace);

/// `tree`: a block's own picture, in a room of its own.
Scene trees_of_blocks(const Trace& trace, const ViewState& view, const Palette& palette, Room room,
                      const std::function<Scene(int block, Room own)>& tree);

}  // namespace stridescope::scene_parts

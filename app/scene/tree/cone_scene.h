// Where no tree can be drawn: what one element of the output is made of. Internal to app/scene.
#pragma once

#include <memory>
#include <string>

#include "app/analysis/cone.h"
#include "app/scene/scene.h"
#include "app/trace/trace.h"

namespace stridescope::scene_parts {

/// `why`: why there is no tree, a sentence's end; empty where the element was asked for.
Scene cone_scene(const Trace& trace, const ViewState& view, std::shared_ptr<const Cone> cone,
                 const std::string& why, const Palette& palette, Room room);

/// "C[3][5] = 5 is made of 16 elements of A and 16 of B: 16 × fma."
std::string cone_text(const Trace& trace, const Cone& cone);

}  // namespace stridescope::scene_parts

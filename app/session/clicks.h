// What a click in a picture asks of the Controller.
#pragma once

#include "app/analysis/selection.h"
#include "app/scene/scene.h"
#include "app/session/commands.h"
#include "app/session/view_requests.h"

namespace stridescope {

/// What the hotspot of a picture on that side stands for, as far as the run at hand has it too.
Selection meant_by(const AppState& state, Side side, const Hotspot& spot);

/// A click on it chooses what it stands for, or lets go of it, and does what else it means.
Commands commands_of_click(const AppState& state, Side side, const Hotspot& spot);

}  // namespace stridescope

// The window's own few widgets on top of ImGui's. Each notes where it was drawn under its name.
#pragma once

#include <string>
#include <string_view>

#include "app/ui/kit/buttons.h"
#include "app/ui/kit/choices.h"
#include "app/ui/kit/notes.h"
#include "app/ui/kit/text.h"
#include "app/ui/kit/ui.h"

namespace stridescope::widgets {

/// A label in the left column, the next widget in the right one; returns the room left for it.
float field(Ui& ui, std::string_view label, float label_width);

/// A bar between two panes that can be dragged; changes `share` (0 … 1) of `whole` pixels, keeping
/// `least` pixels on either side. `vertical`: the bar stands upright.
/// True when it was moved.
bool splitter(Ui& ui, const std::string& name, bool vertical, ImVec2 at, float length,
              float thickness, float whole, float least, float& share);

}  // namespace stridescope::widgets

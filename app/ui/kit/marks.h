// Small round marks before a line: done, failed, or nothing to say yet.
#pragma once

#include "app/ui/kit/ui.h"

namespace stridescope::widgets {

enum class Mark { done, failed, open };

/// A tick or a cross in a circle, or an empty circle, centred on `middle`.
void draw_mark(const Ui& ui, ImVec2 middle, Mark mark);

}  // namespace stridescope::widgets

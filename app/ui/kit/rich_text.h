// Writes blocks of styled text: headings, emphasis, code, lists.
#pragma once

#include <vector>

#include "app/lesson/markdown.h"
#include "app/ui/kit/ui.h"

namespace stridescope {

/// Writes the blocks into the current window from the cursor down, `width` pixels wide, and leaves
/// the cursor below them.
void draw_text_blocks(Ui& ui, const std::vector<TextBlock>& blocks, float width);

}  // namespace stridescope

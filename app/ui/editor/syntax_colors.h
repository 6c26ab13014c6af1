// The colours of a text's words, in each theme.
#pragma once

#include "app/scene/scene.h"
#include "app/session/editor/syntax.h"
#include "app/session/preferences.h"

namespace stridescope {

/// On the ground of the pictures (Palette::background) each reads well: its contrast is 4.5 : 1 or
/// more.
Rgba syntax_color(Theme theme, editor::SyntaxClass what);

}  // namespace stridescope

// A canvas' picture as a part of the window.
#pragma once

#include <imgui.h>

#include "app/canvas/canvas.h"

namespace stridescope {

/// Copied to the screen while ImGui's drawing is carried out: it must stay where it is until then.
struct PlacedPicture {
    Canvas* canvas = nullptr;
    int x = 0, y = 0;  ///< its upper left corner in the window, pixels

    /// Above what the list has drawn so far, within what the list is clipped to.
    void add_to(ImDrawList& list);
    PixelBox box() const { return {x, y, x + canvas->width(), y + canvas->height()}; }
};

/// What a command places; null: it is none that add_to() gave.
const PlacedPicture* picture_of(const ImDrawCmd& command);

/// What a command is clipped to, in the window's pixels.
PixelBox clip_of(const ImDrawCmd& command);

}  // namespace stridescope

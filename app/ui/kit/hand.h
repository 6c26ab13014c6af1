// What fingers do on the glass, beyond what a mouse does: each widget that scrolls or zooms asks.
#pragma once

#include "app/scene/scene.h"

namespace stridescope {

/// What a drag that begins on a widget does there.
enum class Drag {
    nothing,  ///< of its own: a finger scrolls what holds it
    held,     ///< selects, once the finger has rested there; else it scrolls
    at_once,  ///< moves a bar, a slider, a picture
};

/// What a hand did in one frame.
struct Hand {
    bool fingers = false;  ///< the last to point was a finger, not a mouse
    bool resting = false;  ///< it rests there: what a mouse would hover over is asked about
    Point scroll{};        ///< so far one finger drew what it scrolls
    Point pan{};           ///< so far two fingers drew
    float larger = 1;      ///< and so many times they parted

    bool pinches() const { return larger != 1 || pan.x != 0 || pan.y != 0; }
};

}  // namespace stridescope

// Draws a scene's primitives on a Cairo context, by the rules that the window's canvas follows.
#pragma once

#include <cairo.h>

#include "app/scene/scene.h"

namespace stridescope {

/// Draws the whole scene; `zoom` is the scale already set on `context`, in pixels per scene unit.
void paint_scene(cairo_t* context, const Scene& scene, double zoom);

}  // namespace stridescope

// A texture that is drawn to.
#pragma once

#include "app/canvas/gl_objects.h"

namespace stridescope {

/// How the bound texture's pixels are read where they are not met exactly.
void smooth_or_not(GLint filter);

/// Makes the texture an empty picture of that size.
void make_room(GlTexture& texture, int width, int height);

/// Binds the framebuffer, which draws to that texture and no other.
void draw_to(GlFramebuffer& framebuffer, GlTexture& texture);

}  // namespace stridescope

#include "app/canvas/picture_target.h"

namespace stridescope {

void smooth_or_not(GLint filter) {
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

void make_room(GlTexture& texture, int width, int height) {
    glBindTexture(GL_TEXTURE_2D, texture.get());
    smooth_or_not(GL_NEAREST);
#ifdef GL_BGRA
    // The order of bytes that screens have: copying then converts nothing.
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV,
                 nullptr);
#else  // OpenGL ES has no other order
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
#endif
}

void draw_to(GlFramebuffer& framebuffer, GlTexture& texture) {
    const bool fresh = !framebuffer.exists();
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.get());
    if (fresh) {
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture.get(),
                               0);
    }
}

}  // namespace stridescope

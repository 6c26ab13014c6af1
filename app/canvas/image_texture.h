// A picture from a file, as a texture.
#pragma once

#include <filesystem>

#include "app/canvas/gl_objects.h"

namespace stridescope {

class ImageTexture {
  public:
    /// Reads the file (.png, .jpg). Where that cannot be done it is empty.
    explicit ImageTexture(const std::filesystem::path& path);

    bool empty() const { return width_ == 0; }
    int width() const { return width_; }
    int height() const { return height_; }
    GLuint name() { return texture_.get(); }

  private:
    GlTexture texture_;
    int width_ = 0, height_ = 0;
};

}  // namespace stridescope

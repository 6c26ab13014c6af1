// Drawing without a visible window: a context and a picture in memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace stridescope {

/// An OpenGL 3.3 core context with nothing on the screen: a hidden window where there is a display,
/// else EGL without a surface. Current as long as it lives.
class OffscreenContext {
  public:
    enum class Api { gl33, es30 };

    /// Throws RunError, in words for people, if neither can be had. es30 is there to check the
    /// shaders with, and always comes from EGL.
    explicit OffscreenContext(Api api = Api::gl33);
    ~OffscreenContext();
    OffscreenContext(const OffscreenContext&) = delete;
    OffscreenContext& operator=(const OffscreenContext&) = delete;

    /// Where the context came from, for messages: "hidden window" or "EGL".
    const std::string& origin() const { return origin_; }

  private:
    struct Hidden;
    struct Egl;
    std::unique_ptr<Hidden> hidden_;
    std::unique_ptr<Egl> egl_;
    std::string origin_;
};

/// A picture's pixels, upper row first, 4 bytes each.
struct Pixels {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgba;
};

/// A framebuffer to draw into; bound, with the viewport set, as soon as it is made.
class OffscreenTarget {
  public:
    /// Throws RunError if the driver cannot have one so large.
    OffscreenTarget(int width, int height);
    ~OffscreenTarget();
    OffscreenTarget(const OffscreenTarget&) = delete;
    OffscreenTarget& operator=(const OffscreenTarget&) = delete;

    Pixels read() const;

  private:
    int width_, height_;
    unsigned texture_ = 0, framebuffer_ = 0;
};

/// The pixels of a texture that GL drew into.
Pixels read_texture(unsigned texture, int width, int height);

/// Writes a PNG without alpha. Throws RunError.
void write_png(const Pixels& pixels, const std::filesystem::path& path);

}  // namespace stridescope

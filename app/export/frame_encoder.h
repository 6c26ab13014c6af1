// Moving pictures: a frame at a time goes in, a file's bytes come out.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "app/export/cairo_writer.h"

namespace stridescope {

/// How an animation runs.
struct FrameTiming {
    int milliseconds = 1000;  ///< that each step stays, its motion included
    int loops = 0;            ///< how often it runs; 0: forever
    /// Pictures a second of what moves, as in the window: arrows grow, and then the values are
    /// there. 0: one picture a step.
    int fps = 30;
};

/// Takes frames of one size, at least one, and gives the file. Holds what it has compressed and no
/// more than a few frames. All throw RunError where the library fails.
class FrameEncoder {
  public:
    FrameEncoder() = default;
    FrameEncoder(const FrameEncoder&) = delete;
    FrameEncoder& operator=(const FrameEncoder&) = delete;
    virtual ~FrameEncoder() = default;

    /// A frame that stays for so long.
    virtual void add(const Raster& frame, int milliseconds) = 0;
    /// The file; nothing can be added after it.
    virtual std::vector<std::byte> finish() = 0;
};

/// GIF. A frame holds only the rectangle that changed, with a palette of its own: exact up to 256
/// colours, above that the nearest of the 256 that matter most. Times are rounded to 10 ms.
std::unique_ptr<FrameEncoder> gif_encoder(int loops);

/// WebP, lossless. Frames that are the same as the one before are told by its time.
std::unique_ptr<FrameEncoder> webp_encoder(int loops);

}  // namespace stridescope

// Moving pictures: a frame at a time goes in, a file's bytes come out.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "app/export/cairo_writer.h"

namespace stridescope {

/// How an animation runs.
struct FrameTiming {
    int milliseconds = 1000;  ///< that each frame stays
    int loops = 0;            ///< how often it runs; 0: forever
};

/// Takes frames of one size, at least one, and gives the file. Holds what it has compressed and no
/// more than a few frames. All throw RunError where the library fails.
class FrameEncoder {
  public:
    FrameEncoder() = default;
    FrameEncoder(const FrameEncoder&) = delete;
    FrameEncoder& operator=(const FrameEncoder&) = delete;
    virtual ~FrameEncoder() = default;

    virtual void add(const Raster& frame) = 0;
    /// The file; nothing can be added after it.
    virtual std::vector<std::byte> finish() = 0;
};

/// GIF. A frame holds only the rectangle that changed, with a palette of its own: exact up to 256
/// colours, above that the nearest of the 256 that matter most. Times are rounded to 10 ms.
std::unique_ptr<FrameEncoder> gif_encoder(FrameTiming timing);

/// WebP, lossless. Frames that are the same as the one before are told by its time.
std::unique_ptr<FrameEncoder> webp_encoder(FrameTiming timing);

}  // namespace stridescope

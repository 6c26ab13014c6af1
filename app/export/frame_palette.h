// At most 256 colours for a picture that may have more.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace stridescope {

/// The colours, each 0xRRGGBB, and which of them each of the pixels' colours becomes.
struct FramePalette {
    std::vector<std::uint32_t> colors;  ///< 1 … 256
    std::unordered_map<std::uint32_t, std::uint8_t> index;
};

/// Exact where the pixels have no more than 256 colours. Else flat grounds keep theirs, and the
/// many shades of smoothed edges become the nearest that is kept.
FramePalette palette_of(std::span<const std::uint32_t> pixels);

}  // namespace stridescope

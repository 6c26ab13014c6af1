// Fonts as bytes: found by the platform, drawn with by the canvas and the panels.
#pragma once

#include <cstddef>
#include <vector>

namespace stridescope {

/// A font file's bytes (TrueType or OpenType); `index` picks one out of a collection.
struct FontData {
    std::vector<std::byte> bytes;
    int index = 0;

    bool empty() const { return bytes.empty(); }
};

/// The fonts a canvas writes with. Empty ones are replaced by `sans`; letters that a font has not
/// are taken from `fallback`.
struct FontSet {
    FontData sans, bold, mono, fallback;
};

}  // namespace stridescope

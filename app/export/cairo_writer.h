// A scene through Cairo: PNG, SVG, PDF. The same scene gives the same bytes, always; on another
// machine, too, if it has the same Cairo and fonts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/scene/scene.h"

namespace stridescope {

/// A picture in memory, row by row from the top; each pixel 0xRRGGBB.
struct Raster {
    int width = 0, height = 0;
    std::vector<std::uint32_t> pixels{};
};

/// Pixels per scene unit that a PNG gets: `wanted`, or less where the picture would exceed 16,384
/// pixels in width or height or 64 million in all.
double png_scale(const Scene& scene, double wanted);

/// What the picture shows with the animation at scene.progress. A label is drawn where it fits its
/// box and is at least Scene::min_text_pixels high at the picture's scale (SVG, PDF: 1).
/// All throw RunError if Cairo fails.
std::vector<std::byte> encode_png(const Scene& scene, double scale);
/// The pixels of that PNG.
Raster draw_raster(const Scene& scene, double scale);
/// `scale`: pixels of 1/96 inch (SVG), points (PDF) per scene unit. It changes the size alone: the
/// words and lines in it are those of scale 1.
std::vector<std::byte> encode_svg(const Scene& scene, double scale = 1);
std::vector<std::byte> encode_pdf(const Scene& scene, double scale = 1);

}  // namespace stridescope

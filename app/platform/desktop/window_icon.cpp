#include "app/platform/desktop/window_icon.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace stridescope {
namespace {

// In the units and the order of assets/stridescope.svg, which a test holds against this.
constexpr float extent = 128;

struct Color {
    float r, g, b;
};
constexpr Color ground{0x14, 0x21, 0x3d}, pale{0xf4, 0xf5, 0xf7}, blue{0x56, 0xb4, 0xe9},
    orange{0xe6, 0x9f, 0x00};

struct Stroke {
    float x0, y0, x1, y1;
    Color color;
};
constexpr float stroke_width = 6;
constexpr std::array strokes{Stroke{28, 28, 52, 64, blue},     Stroke{52, 28, 52, 64, blue},
                             Stroke{76, 28, 100, 64, blue},    Stroke{100, 28, 100, 64, blue},
                             Stroke{52, 64, 100, 100, orange}, Stroke{100, 64, 100, 100, orange}};

struct Disc {
    float x, y, radius;
    Color color;
};
constexpr std::array discs{Disc{28, 28, 9, pale},     Disc{52, 28, 9, pale}, Disc{76, 28, 9, pale},
                           Disc{100, 28, 9, pale},    Disc{52, 64, 9, blue}, Disc{100, 64, 9, blue},
                           Disc{100, 100, 12, orange}};

/// Distances from a point to the edge of a shape, negative inside.
float to_ground(float x, float y) {
    constexpr float half = 60, radius = 22;
    const float dx = std::abs(x - extent / 2) - (half - radius);
    const float dy = std::abs(y - extent / 2) - (half - radius);
    return std::hypot(std::max(dx, 0.0F), std::max(dy, 0.0F)) + std::min(std::max(dx, dy), 0.0F) -
           radius;
}

float to_stroke(const Stroke& s, float x, float y) {
    const float wide = s.x1 - s.x0, high = s.y1 - s.y0;
    const float along = ((x - s.x0) * wide + (y - s.y0) * high) / (wide * wide + high * high);
    const float t = std::clamp(along, 0.0F, 1.0F);
    return std::hypot(x - s.x0 - t * wide, y - s.y0 - t * high) - stroke_width / 2;
}

float to_disc(const Disc& d, float x, float y) {
    return std::hypot(x - d.x, y - d.y) - d.radius;
}

}  // namespace

IconImage window_icon(int side) {
    IconImage image{side, {}};
    image.rgba.reserve(static_cast<std::size_t>(side) * static_cast<std::size_t>(side) * 4);
    const float unit = extent / static_cast<float>(side);  // of a pixel
    // How much of a pixel a shape covers, whose edge is so far from the pixel's middle.
    const auto cover = [unit](float distance) {
        return std::clamp(0.5F - distance / unit, 0.0F, 1.0F);
    };
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
            const float x = (static_cast<float>(column) + 0.5F) * unit;
            const float y = (static_cast<float>(row) + 0.5F) * unit;
            Color color = ground;
            const auto paint = [&color](const Color& over, float share) {
                color = {color.r + (over.r - color.r) * share, color.g + (over.g - color.g) * share,
                         color.b + (over.b - color.b) * share};
            };
            for (const Stroke& stroke : strokes)
                paint(stroke.color, cover(to_stroke(stroke, x, y)));
            for (const Disc& disc : discs) paint(disc.color, cover(to_disc(disc, x, y)));
            for (const float part : {color.r, color.g, color.b, 255 * cover(to_ground(x, y))}) {
                image.rgba.push_back(static_cast<unsigned char>(std::lround(part)));
            }
        }
    }
    return image;
}

}  // namespace stridescope

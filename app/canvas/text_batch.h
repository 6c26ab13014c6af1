// A scene's labels as vertices, for one zoom and the part of the scene in sight.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/canvas/batches.h"
#include "app/canvas/glyph_atlas.h"
#include "app/scene/scene.h"
#include "app/scene/view_transform.h"

namespace stridescope {

/// One corner of a glyph's quad; see shaders/text.vert.glsl.
struct TextVertex {
    Point anchor;                          ///< scene units
    std::array<std::int16_t, 2> offset{};  ///< pixels
    std::array<std::uint16_t, 2> uv{};     ///< texels
    Rgba color;
    bool operator==(const TextVertex&) const = default;
};

struct TextBatch {
    std::vector<TextVertex> vertices;  ///< four a glyph
    std::vector<QuadRange> layers;     ///< as the scene's
    std::uint64_t generation = 0;      ///< of the atlas that the vertices refer to
};

/// The type size in pixels at which a label is drawn at this zoom, rounded down to a size that the
/// atlas has; nullopt when it is not drawn: too small to read, or wider or higher than its box.
/// `stretch`: boxes are so many times as wide; `least`: smaller type cannot be read.
std::optional<float> label_pixels(const Label& label, float zoom, GlyphAtlas& atlas,
                                  float stretch = 1, float least = Scene::min_text_pixels);

/// Labels in sight.
TextBatch build_text(const std::vector<Layer>& layers, const Sight& sight, GlyphAtlas& atlas,
                     float least = Scene::min_text_pixels);

}  // namespace stridescope

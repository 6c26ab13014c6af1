// Glyphs of a few fonts, and a scene's labels made of them: as vertices, for one zoom and the part
// of the scene in sight.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/canvas/batches.h"
#include "app/canvas/font_set.h"
#include "app/scene/pane_sight.h"
#include "app/scene/scene.h"

namespace stridescope {

enum class Face : std::uint8_t { sans, bold, mono, fallback };

/// One glyph in the atlas, and where it goes, all in pixels.
struct Glyph {
    int u = 0, v = 0, width = 0, height = 0;  ///< its place in the atlas
    int left = 0, top = 0;                    ///< from the pen (whole pixels) and the base line
};

/// Glyphs of a few fonts at any size, rasterised when first wanted, in one picture.
class GlyphAtlas {
  public:
    static constexpr int size = 1024;            ///< texels, both ways
    static constexpr float smallest_step = 0.5;  ///< sizes are rounded down to steps of this
    static constexpr float largest_raster = 96;  ///< larger type is scaled up from this size

    /// Throws RunError if `sans` is no font.
    explicit GlyphAtlas(FontSet fonts);
    ~GlyphAtlas();
    GlyphAtlas(const GlyphAtlas&) = delete;
    GlyphAtlas& operator=(const GlyphAtlas&) = delete;

    /// Width of a UTF-8 text per unit of type size.
    float width(Face face, std::string_view text);
    /// Height of capitals and digits per unit of type size.
    float cap_height(Face face) const;

    struct Placed {
        Glyph glyph;
        int x = 0;  ///< whole pixels from the text's start
    };
    /// The text's glyphs at `pixels` (a multiple of smallest_step, at most largest_raster).
    /// Appends to `out`. Returns the width in pixels.
    float place(Face face, float pixels, std::string_view text, std::vector<Placed>& out);

    /// Coverage, size · size bytes.
    const std::vector<std::uint8_t>& coverage() const { return coverage_; }
    /// Rises whenever coverage() changed.
    std::uint64_t revision() const { return revision_; }
    /// Rises whenever the atlas was full and was begun anew: earlier glyphs' places are void.
    std::uint64_t generation() const { return generation_; }

  private:
    struct LoadedFace;
    LoadedFace& face_for(Face face, std::uint32_t codepoint, int& glyph_index);
    const Glyph& rasterise(const LoadedFace& face, int glyph_index, float pixels, int phase);

    FontSet fonts_;
    std::array<std::unique_ptr<LoadedFace>, 4> faces_;
    std::unordered_map<std::uint64_t, Glyph> glyphs_;
    std::vector<std::uint8_t> coverage_;
    int shelf_x_ = 1, shelf_y_ = 1, shelf_height_ = 0;
    std::uint64_t revision_ = 0, generation_ = 0;
};

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

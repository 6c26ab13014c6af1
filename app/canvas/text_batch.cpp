#include "app/canvas/text_batch.h"

#include <algorithm>
#include <cmath>

namespace stridescope {
namespace {

/// Type that fills the screen says nothing; corners of its letters are counted in 16 bits.
constexpr float most_pixels = 500;

Face face_of(const Label& label) {
    if (label.mono) return Face::mono;
    return label.bold ? Face::bold : Face::sans;
}

bool touches(const Box& a, const Box& b) {
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

void add_label(const Label& label, float zoom, float stretch, float least, GlyphAtlas& atlas,
               std::vector<GlyphAtlas::Placed>& scratch, std::vector<TextVertex>& out) {
    const std::optional<float> pixels = label_pixels(label, zoom, atlas, stretch, least);
    if (!pixels) return;
    const float raster = std::min(*pixels, GlyphAtlas::largest_raster);
    const float enlarge = *pixels / raster;
    scratch.clear();
    const float width = atlas.place(face_of(label), raster, label.text, scratch) * enlarge;

    TextVertex vertex;
    vertex.color = label.color;
    const float cap = atlas.cap_height(face_of(label)) * *pixels;
    vertex.anchor.y = label.box.y + label.box.h / 2;
    const float base = std::floor(cap / 2 + 0.5F);
    float start = 0;
    switch (label.align) {
        case Align::left: vertex.anchor.x = label.box.x; break;
        case Align::center:
            vertex.anchor.x = label.box.x + label.box.w / 2;
            start = -width / 2;
            break;
        case Align::right:
            vertex.anchor.x = label.box.x + label.box.w;
            start = -width;
            break;
    }
    start = std::floor(start + 0.5F);
    const auto pixel = [](float v) { return static_cast<std::int16_t>(std::lround(v)); };
    for (const auto& [glyph, pen] : scratch) {
        const float left = start + static_cast<float>(pen + glyph.left) * enlarge;
        const float top = base + static_cast<float>(glyph.top) * enlarge;
        for (const int y : {0, 1}) {
            for (const int x : {0, 1}) {
                vertex.offset = {pixel(left + static_cast<float>(x * glyph.width) * enlarge),
                                 pixel(top + static_cast<float>(y * glyph.height) * enlarge)};
                vertex.uv = {static_cast<std::uint16_t>(glyph.u + x * glyph.width),
                             static_cast<std::uint16_t>(glyph.v + y * glyph.height)};
                out.push_back(vertex);
            }
        }
    }
}

}  // namespace

std::optional<float> label_pixels(const Label& label, float zoom, GlyphAtlas& atlas, float stretch,
                                  float least) {
    const float wanted = label.size * zoom;
    if (label.text.empty() || wanted < least || wanted > most_pixels) {
        return std::nullopt;
    }
    if (label.size > label.box.h * 1.001F) return std::nullopt;
    const float width = atlas.width(face_of(label), label.text) * label.size;
    if (width > label.box.w * stretch * 1.001F) return std::nullopt;
    return std::floor(wanted / GlyphAtlas::smallest_step) * GlyphAtlas::smallest_step;
}

TextBatch build_text(const std::vector<Layer>& layers, const Sight& sight, GlyphAtlas& atlas,
                     float least) {
    TextBatch batch;
    std::vector<GlyphAtlas::Placed> scratch;
    // The atlas may fill up and be begun anew under way; a second pass then finds it fresh.
    for (int pass = 0; pass < 2; ++pass) {
        batch.generation = atlas.generation();
        batch.vertices.clear();
        batch.layers.clear();
        for (const Layer& layer : layers) {
            QuadRange range;
            range.first = static_cast<std::uint32_t>(batch.vertices.size() / 4);
            const bool pinned = layer.pin != Pin::none;
            const float zoom = pinned ? sight.home : sight.zoom;
            const float stretch = layer.pin == Pin::none  ? sight.stretch
                                  : layer.pin == Pin::top ? sight.zoom_x() / sight.home
                                                          : 1;
            for (const Label& label : layer.labels) {
                if (!pinned && !touches(label.box, sight.box)) continue;
                add_label(label, zoom, stretch, least, atlas, scratch, batch.vertices);
            }
            range.count = static_cast<std::uint32_t>(batch.vertices.size() / 4) - range.first;
            batch.layers.push_back(range);
        }
        if (batch.generation == atlas.generation()) break;
    }
    return batch;
}

}  // namespace stridescope

#include "app/canvas/text_batch.h"

#include <stb_truetype.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

#include "app/experiment/experiment.h"

namespace stridescope {
namespace {

/// Takes the first code point off `text`; U+FFFD for a malformed byte. `text` must not be empty.
std::uint32_t take_codepoint(std::string_view& text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    const std::size_t length = lead < 0x80   ? 1
                               : lead < 0xC2 ? 0
                               : lead < 0xE0 ? 2
                               : lead < 0xF0 ? 3
                               : lead < 0xF5 ? 4
                                             : 0;
    if (length == 1) {
        text.remove_prefix(1);
        return lead;
    }
    std::uint32_t codepoint = length == 0 ? 0 : lead & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if (i >= text.size() || (byte(i) & 0xC0) != 0x80) {
            text.remove_prefix(1);
            return 0xFFFD;
        }
        codepoint = codepoint << 6 | (byte(i) & 0x3FU);
    }
    text.remove_prefix(length == 0 ? 1 : length);
    return length == 0 ? 0xFFFD : codepoint;
}

/// Pen positions between pixels that get a raster of their own: even spacing at small sizes.
constexpr int phases = 4;

}  // namespace

struct GlyphAtlas::LoadedFace {
    stbtt_fontinfo info{};
    Face face{};
    float em_scale = 0;  ///< font units to a type size of 1
    float cap_height = 0;

    static std::unique_ptr<LoadedFace> load(const FontData& data, Face face) {
        if (data.bytes.empty()) return nullptr;
        const auto* bytes = reinterpret_cast<const unsigned char*>(data.bytes.data());
        const int offset = stbtt_GetFontOffsetForIndex(bytes, data.index);
        auto loaded = std::make_unique<LoadedFace>();
        if (offset < 0 || stbtt_InitFont(&loaded->info, bytes, offset) == 0) return nullptr;
        loaded->face = face;
        loaded->em_scale = stbtt_ScaleForMappingEmToPixels(&loaded->info, 1);
        int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
        stbtt_GetCodepointBox(&loaded->info, 'H', &x0, &y0, &x1, &y1);
        loaded->cap_height = static_cast<float>(y1) * loaded->em_scale;
        return loaded;
    }

    float advance(int glyph_index) const {
        int advance = 0, bearing = 0;
        stbtt_GetGlyphHMetrics(&info, glyph_index, &advance, &bearing);
        return static_cast<float>(advance) * em_scale;
    }
};

GlyphAtlas::GlyphAtlas(FontSet fonts)
    : fonts_(std::move(fonts)), coverage_(static_cast<std::size_t>(size) * size) {
    faces_[0] = LoadedFace::load(fonts_.sans, Face::sans);
    faces_[1] = LoadedFace::load(fonts_.bold, Face::bold);
    faces_[2] = LoadedFace::load(fonts_.mono, Face::mono);
    faces_[3] = LoadedFace::load(fonts_.fallback, Face::fallback);
    if (!faces_[0]) throw RunError("The font for the pictures could not be read.");
}

GlyphAtlas::~GlyphAtlas() = default;

GlyphAtlas::LoadedFace& GlyphAtlas::face_for(Face face, std::uint32_t codepoint, int& glyph_index) {
    const auto wanted = static_cast<std::size_t>(face);
    LoadedFace* first = faces_[wanted] ? faces_[wanted].get() : faces_[0].get();
    for (LoadedFace* candidate : {first, faces_[0].get(), faces_[3].get()}) {
        if (candidate == nullptr) continue;
        glyph_index = stbtt_FindGlyphIndex(&candidate->info, static_cast<int>(codepoint));
        if (glyph_index != 0) return *candidate;
    }
    glyph_index = stbtt_FindGlyphIndex(&first->info, '?');
    return *first;
}

float GlyphAtlas::width(Face face, std::string_view text) {
    float width = 0;
    while (!text.empty()) {
        int glyph_index = 0;
        const LoadedFace& from = face_for(face, take_codepoint(text), glyph_index);
        width += from.advance(glyph_index);
    }
    return width;
}

float GlyphAtlas::cap_height(Face face) const {
    const auto& loaded = faces_[static_cast<std::size_t>(face)];
    return loaded ? loaded->cap_height : faces_[0]->cap_height;
}

float GlyphAtlas::place(Face face, float pixels, std::string_view text, std::vector<Placed>& out) {
    float pen = 0;
    while (!text.empty()) {
        int glyph_index = 0;
        const LoadedFace& from = face_for(face, take_codepoint(text), glyph_index);
        const float quarter = std::floor(pen * phases + 0.5F);
        const float whole = std::floor(quarter / phases);
        const int phase = static_cast<int>(quarter - whole * phases);
        const Glyph& glyph = rasterise(from, glyph_index, pixels, phase);
        if (glyph.width > 0) out.push_back({glyph, static_cast<int>(whole)});
        pen += from.advance(glyph_index) * pixels;
    }
    return pen;
}

const Glyph& GlyphAtlas::rasterise(const LoadedFace& face, int glyph_index, float pixels,
                                   int phase) {
    const auto halves = static_cast<std::uint64_t>(std::lround(pixels / smallest_step));
    const std::uint64_t key = static_cast<std::uint64_t>(glyph_index) << 32 | halves << 8 |
                              static_cast<std::uint64_t>(face.face) << 4 |
                              static_cast<std::uint64_t>(phase);
    const auto found = glyphs_.find(key);
    if (found != glyphs_.end()) return found->second;

    const float scale = face.em_scale * pixels;
    const float shift = static_cast<float>(phase) / phases;
    int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    stbtt_GetGlyphBitmapBoxSubpixel(&face.info, glyph_index, scale, scale, shift, 0, &x0, &y0, &x1,
                                    &y1);
    Glyph glyph;
    glyph.width = std::min(x1 - x0, size - 2);
    glyph.height = std::min(y1 - y0, size - 2);
    glyph.left = x0;
    glyph.top = y0;
    if (glyph.width > 0 && glyph.height > 0) {
        if (shelf_x_ + glyph.width + 1 > size) {
            shelf_x_ = 1;
            shelf_y_ += shelf_height_ + 1;
            shelf_height_ = 0;
        }
        if (shelf_y_ + glyph.height + 1 > size) {
            glyphs_.clear();
            std::ranges::fill(coverage_, std::uint8_t{0});
            shelf_x_ = shelf_y_ = 1;
            shelf_height_ = 0;
            ++generation_;
        }
        glyph.u = shelf_x_;
        glyph.v = shelf_y_;
        shelf_x_ += glyph.width + 1;
        shelf_height_ = std::max(shelf_height_, glyph.height);
        auto* corner = coverage_.data() + static_cast<std::ptrdiff_t>(glyph.v) * size + glyph.u;
        stbtt_MakeGlyphBitmapSubpixel(&face.info, corner, glyph.width, glyph.height, size, scale,
                                      scale, shift, 0, glyph_index);
        ++revision_;
    } else {
        glyph.width = glyph.height = 0;
    }
    return glyphs_.emplace(key, glyph).first->second;
}

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

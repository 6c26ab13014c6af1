#include "app/export/cairo_writer.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "app/experiment/experiment.h"
#include "app/export/cairo_painter.h"

namespace stridescope {
namespace {

struct SurfaceDeleter {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
using Surface = std::unique_ptr<cairo_surface_t, SurfaceDeleter>;

struct ContextDeleter {
    void operator()(cairo_t* context) const { cairo_destroy(context); }
};
using Context = std::unique_ptr<cairo_t, ContextDeleter>;

void check(cairo_status_t status) {
    if (status == CAIRO_STATUS_SUCCESS) return;
    throw RunError(
        fmt::format("The picture could not be drawn: {}.", cairo_status_to_string(status)));
}

cairo_status_t append(void* closure, const unsigned char* data, unsigned int length) {
    auto& bytes = *static_cast<std::vector<std::byte>*>(closure);
    const auto* first = reinterpret_cast<const std::byte*>(data);
    bytes.insert(bytes.end(), first, first + length);
    return CAIRO_STATUS_SUCCESS;
}

/// `zoom`: what words and lines are drawn for, see paint_scene.
void draw(cairo_surface_t* surface, const Scene& scene, double scale, double zoom) {
    check(cairo_surface_status(surface));
    const Context context{cairo_create(surface)};
    cairo_scale(context.get(), scale, scale);
    paint_scene(context.get(), scene, zoom);
    check(cairo_status(context.get()));
}

/// Viewers of PDF stop at 200 inches.
double page_scale(const Scene& scene, double wanted) {
    return std::min(wanted, 14400.0 / std::max(scene.width, scene.height));
}

/// Cairo numbers its surfaces through the life of the process and puts the numbers into the ids of
/// an SVG: renumbers them from 1, so that a second export has the bytes of the first.
std::vector<std::byte> renumber_surfaces(const std::vector<std::byte>& svg) {
    constexpr std::string_view word = "surface";
    const std::string_view text{reinterpret_cast<const char*>(svg.data()), svg.size()};
    std::map<std::string, std::size_t, std::less<>> numbers;
    std::string out;
    out.reserve(text.size());
    std::size_t at = 0;
    while (true) {
        const std::size_t found = text.find(word, at);
        if (found == std::string_view::npos) break;
        const std::size_t first = found + word.size();
        std::size_t last = first;
        while (last < text.size() && text[last] >= '0' && text[last] <= '9') ++last;
        out.append(text, at, first - at);
        if (last > first) {
            const auto entry = numbers.try_emplace(std::string{text.substr(first, last - first)},
                                                   numbers.size() + 1);
            out += fmt::format("{}", entry.first->second);
        }
        at = last;
    }
    out.append(text, at);
    const auto* data = reinterpret_cast<const std::byte*>(out.data());
    return {data, data + out.size()};
}

/// The picture in memory, as large as png_scale lets it be.
Surface drawn(const Scene& scene, double scale) {
    scale = png_scale(scene, scale);
    const auto pixels = [scale](float extent) {
        return std::max(1, static_cast<int>(std::ceil(extent * scale - 1e-6)));
    };
    Surface surface{
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, pixels(scene.width), pixels(scene.height))};
    draw(surface.get(), scene, scale, scale);
    return surface;
}

}  // namespace

double png_scale(const Scene& scene, double wanted) {
    constexpr double side = 16384, area = 64e6;
    const double w = std::max(scene.width, 1.0F), h = std::max(scene.height, 1.0F);
    return std::min({wanted, side / w, side / h, std::sqrt(area / (w * h))});
}

std::vector<std::byte> encode_png(const Scene& scene, double scale) {
    const Surface surface = drawn(scene, scale);
    std::vector<std::byte> bytes;
    check(cairo_surface_write_to_png_stream(surface.get(), append, &bytes));
    return bytes;
}

Raster draw_raster(const Scene& scene, double scale) {
    const Surface surface = drawn(scene, scale);
    cairo_surface_flush(surface.get());
    Raster out{.width = cairo_image_surface_get_width(surface.get()),
               .height = cairo_image_surface_get_height(surface.get())};
    const auto width = static_cast<std::size_t>(out.width);
    const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface.get()));
    out.pixels.resize(width * static_cast<std::size_t>(out.height));
    for (std::size_t y = 0; y < static_cast<std::size_t>(out.height); ++y) {
        const unsigned char* row = cairo_image_surface_get_data(surface.get()) + y * stride;
        std::memcpy(out.pixels.data() + y * width, row, width * sizeof(std::uint32_t));
    }
    for (std::uint32_t& pixel : out.pixels) pixel &= 0xFFFFFFU;  // the rest means nothing
    return out;
}

std::vector<std::byte> encode_svg(const Scene& scene, double scale) {
    std::vector<std::byte> bytes;
    const Surface surface{cairo_svg_surface_create_for_stream(append, &bytes, scene.width * scale,
                                                              scene.height * scale)};
    cairo_svg_surface_restrict_to_version(surface.get(), CAIRO_SVG_VERSION_1_1);
    cairo_svg_surface_set_document_unit(surface.get(), CAIRO_SVG_UNIT_PX);
    draw(surface.get(), scene, scale, 1);
    cairo_surface_finish(surface.get());
    check(cairo_surface_status(surface.get()));
    return renumber_surfaces(bytes);
}

std::vector<std::byte> encode_pdf(const Scene& scene, double wanted) {
    std::vector<std::byte> bytes;
    const double scale = page_scale(scene, wanted);
    const Surface surface{cairo_pdf_surface_create_for_stream(append, &bytes, scene.width * scale,
                                                              scene.height * scale)};
    // Later versions pack what is said about the file, which Cairo does from 1.18 on.
    cairo_pdf_surface_restrict_to_version(surface.get(), CAIRO_PDF_VERSION_1_4);
    // Without a date of ours Cairo writes today's, and no two exports would be the same.
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE,
                                   "1980-01-01T00:00:00Z");
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATOR, "StrideScope");
    draw(surface.get(), scene, scale, page_scale(scene, 1));
    cairo_surface_finish(surface.get());
    check(cairo_surface_status(surface.get()));
    return bytes;
}

}  // namespace stridescope

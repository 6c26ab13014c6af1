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
#include <numbers>
#include <string>
#include <string_view>

#include "app/experiment/experiment.h"
#include "app/export/picture_faces.h"

namespace stridescope {
namespace {

class Painter {
  public:
    Painter(cairo_t* context, double zoom, float progress)
        : cr_{context}, zoom_{zoom}, progress_{std::clamp(progress, 0.0F, 1.0F)} {}

    void draw(const ColorMatrix& grid);
    void draw(const Rect& rect);
    void draw(const Line& line);
    void draw(const Label& label);
    /// Until unclip nothing is drawn outside the box.
    void clip(const Box& box) {
        cairo_save(cr_);
        cairo_rectangle(cr_, box.x, box.y, box.w, box.h);
        cairo_clip(cr_);
    }
    void unclip() {
        cairo_restore(cr_);
        font_ = -1;  // the one from before is back
    }
    void background(const Scene& scene) {
        color(scene.background);
        cairo_paint(cr_);
    }

  private:
    void color(Rgba c, double strength = 1) {
        cairo_set_source_rgba(cr_, c.r / 255.0, c.g / 255.0, c.b / 255.0, c.a / 255.0 * strength);
    }
    void outline(const Box& box, double inset, double radius);
    void hatch(const Rect& rect);
    void select_font(bool bold, bool mono);

    cairo_t* cr_;
    double zoom_;
    float progress_;
    int font_ = -1;
};

/// A cell's neighbours of the same colour are drawn with it: fewer shapes, no seams between them.
void Painter::draw(const ColorMatrix& grid) {
    if (grid.columns <= 0 || grid.rows <= 0) return;
    cairo_save(cr_);
    cairo_set_antialias(cr_, CAIRO_ANTIALIAS_NONE);
    const double w = static_cast<double>(grid.box.w) / grid.columns;
    const double h = static_cast<double>(grid.box.h) / grid.rows;
    for (int row = 0; row < grid.rows; ++row) {
        const Rgba* cells = grid.colors.data() +
                            static_cast<std::size_t>(row) * static_cast<std::size_t>(grid.columns);
        for (int begin = 0; begin < grid.columns;) {
            int end = begin + 1;
            while (end < grid.columns && cells[end] == cells[begin]) ++end;
            color(cells[begin]);
            cairo_rectangle(cr_, grid.box.x + begin * w, grid.box.y + row * h, (end - begin) * w,
                            h);
            cairo_fill(cr_);
            begin = end;
        }
    }
    cairo_restore(cr_);
}

void Painter::outline(const Box& box, double inset, double radius) {
    const double x = box.x + inset, y = box.y + inset;
    const double w = std::max(0.0, box.w - 2 * inset), h = std::max(0.0, box.h - 2 * inset);
    const double r = std::clamp(radius - inset, 0.0, std::min(w, h) / 2);
    if (r <= 0) {
        cairo_rectangle(cr_, x, y, w, h);
        return;
    }
    constexpr double quarter = std::numbers::pi / 2;
    cairo_new_sub_path(cr_);
    cairo_arc(cr_, x + w - r, y + r, r, -quarter, 0);
    cairo_arc(cr_, x + w - r, y + h - r, r, 0, quarter);
    cairo_arc(cr_, x + r, y + h - r, r, quarter, 2 * quarter);
    cairo_arc(cr_, x + r, y + r, r, 2 * quarter, 3 * quarter);
    cairo_close_path(cr_);
}

void Painter::hatch(const Rect& rect) {
    cairo_save(cr_);
    outline(rect.box, 0, rect.radius);
    cairo_clip(cr_);
    color(rect.border);
    cairo_set_line_width(cr_, 1);
    const double x = rect.box.x, y = rect.box.y, w = rect.box.w, h = rect.box.h;
    constexpr double period = Rect::hatch_period;
    for (double along = period / 2; along < w + h; along += period) {
        cairo_move_to(cr_, x + along, y);
        cairo_line_to(cr_, x + along - h, y + h);
    }
    cairo_stroke(cr_);
    cairo_restore(cr_);
}

void Painter::draw(const Rect& rect) {
    // A node of a few pixels shows no more than the colour of its rim; drawn as such, a large tree
    // is a fraction of the file.
    if (rect.radius > 0 && std::min(rect.box.w, rect.box.h) * zoom_ < 3) {
        color(rect.border_width > 0 && rect.border.a > 0 ? rect.border : rect.fill);
        cairo_rectangle(cr_, rect.box.x, rect.box.y, rect.box.w, rect.box.h);
        cairo_fill(cr_);
        return;
    }
    if (rect.fill.a > 0) {
        outline(rect.box, 0, rect.radius);
        color(rect.fill);
        cairo_fill(cr_);
    }
    if (rect.hatched) hatch(rect);
    if (rect.border_width > 0 && rect.border.a > 0) {
        // The border lies inside the box, and is never thinner than a pixel.
        const double width = std::max<double>(rect.border_width, 1 / zoom_);
        outline(rect.box, width / 2, rect.radius);
        color(rect.border);
        cairo_set_line_width(cr_, width);
        cairo_stroke(cr_);
    }
}

void Painter::draw(const Line& line) {
    const double part = line.animated ? progress_ : 1;
    const double dx = (line.to.x - line.from.x) * part, dy = (line.to.y - line.from.y) * part;
    const double reach = std::hypot(dx, dy);
    if (reach <= 0) return;
    const double wanted = line.width * zoom_;
    const double width = std::max(wanted, 1.0) / zoom_;
    color(line.color, std::clamp<double>(wanted, Line::faintest, 1));
    const double ux = dx / reach, uy = dy / reach;
    double stop = reach;
    if (line.arrow) {
        const double length = std::min(reach, Line::head_length * width);
        const double half = Line::head_half_breadth * width;
        const double tip_x = line.from.x + dx, tip_y = line.from.y + dy;
        const double base_x = tip_x - ux * length, base_y = tip_y - uy * length;
        cairo_move_to(cr_, tip_x, tip_y);
        cairo_line_to(cr_, base_x - uy * half, base_y + ux * half);
        cairo_line_to(cr_, base_x + uy * half, base_y - ux * half);
        cairo_close_path(cr_);
        cairo_fill(cr_);
        stop = reach - length * 0.9;
    }
    cairo_set_line_width(cr_, width);
    cairo_move_to(cr_, line.from.x, line.from.y);
    cairo_line_to(cr_, line.from.x + ux * stop, line.from.y + uy * stop);
    cairo_stroke(cr_);
}

void Painter::select_font(bool bold, bool mono) {
    const int font = (bold ? 1 : 0) + (mono ? 2 : 0);
    if (font == font_) return;
    font_ = font;
    if (picture_faces()) {
        cairo_set_font_face(cr_, picture_faces()(bold, mono));
        return;
    }
    // Where Inter is not installed, the system's own sans serif takes its place.
    cairo_select_font_face(cr_, mono ? "monospace" : "Inter", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
}

void Painter::draw(const Label& label) {
    if (label.text.empty() || label.size * zoom_ < Scene::min_text_pixels ||
        label.size > label.box.h) {
        return;
    }
    select_font(label.bold, label.mono);
    cairo_set_font_size(cr_, label.size);
    cairo_text_extents_t extents;
    cairo_text_extents(cr_, label.text.c_str(), &extents);
    if (extents.x_advance > label.box.w) return;
    double x = label.box.x;
    if (label.align == Align::center) x += (label.box.w - extents.x_advance) / 2;
    if (label.align == Align::right) x += label.box.w - extents.x_advance;
    color(label.color);
    // Digits and capitals are some 0.72 of the size high: centred by them, numbers sit right.
    cairo_move_to(cr_, x, label.box.y + label.box.h / 2 + label.size * 0.36);
    cairo_show_text(cr_, label.text.c_str());
}

/// Draws the whole scene by the rules that the window's canvas follows; `zoom` is the scale already
/// set on `context`, in pixels per scene unit.
void paint_scene(cairo_t* context, const Scene& scene, double zoom) {
    cairo_font_options_t* options = cairo_font_options_create();
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(context, options);
    cairo_font_options_destroy(options);

    Painter painter{context, zoom, scene.progress};
    painter.background(scene);
    for (const Layer& layer : scene.layers) {
        if (layer.clip) painter.clip(*layer.clip);
        for (const ColorMatrix& grid : layer.matrices) painter.draw(grid);
        for (const Rect& rect : layer.rects) painter.draw(rect);
        for (const LineRun& run : layer.runs) {
            for (int k = 0; k < run.count; ++k) painter.draw(run.at(k));
        }
        for (const Line& line : layer.lines) painter.draw(line);
        for (const Label& label : layer.labels) painter.draw(label);
        if (layer.clip) painter.unclip();
    }
}

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

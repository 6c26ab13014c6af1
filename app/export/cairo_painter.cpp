#include "app/export/cairo_painter.h"

#include <algorithm>
#include <cmath>
#include <numbers>

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

}  // namespace

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

}  // namespace stridescope

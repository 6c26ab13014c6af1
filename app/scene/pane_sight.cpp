#include "app/scene/pane_sight.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stridescope {

void ViewTransform::zoom_at(Point pointer, float factor, float most_stretch, float home) {
    const Point fixed = to_scene(pointer);
    if (factor > 1 && zoom >= home) {
        const float wider = std::clamp(most_stretch / stretch, 1.0F, factor);
        stretch *= wider;
        factor /= wider;
    } else if (factor < 1 && stretch > 1) {
        // As much of it as leads back home; the rest makes the picture narrower again.
        const float smaller = std::clamp(home / zoom, factor, 1.0F);
        zoom *= smaller;
        factor /= smaller;
        const float narrower = std::clamp(1 / stretch, factor, 1.0F);
        stretch *= narrower;
        factor /= narrower;
    }
    zoom = std::clamp(zoom * factor, smallest_zoom, largest_zoom);
    x = pointer.x - fixed.x * zoom_x();
    y = pointer.y - fixed.y * zoom;
}

void ViewTransform::keep_in_sight(float scene_width, float scene_height, float pane_width,
                                  float pane_height) {
    constexpr float visible = 40;
    const float least_x = std::min(visible, pane_width / 2);
    const float least_y = std::min(visible, pane_height / 2);
    x = std::clamp(x, least_x - scene_width * zoom_x(), pane_width - least_x);
    y = std::clamp(y, least_y - scene_height * zoom, pane_height - least_y);
}

ViewTransform ViewTransform::fit(const Box& content, float pane_width, float pane_height,
                                 float margin, float most) {
    if (content.w <= 0 || content.h <= 0) return {};
    const float room_x = std::max(pane_width - 2 * margin, 1.0F);
    const float room_y = std::max(pane_height - 2 * margin, 1.0F);
    ViewTransform view;
    view.zoom = std::clamp(std::min(room_x / content.w, room_y / content.h), smallest_zoom,
                           std::min(most, largest_zoom));
    view.x = (pane_width - content.w * view.zoom) / 2 - content.x * view.zoom;
    view.y = (pane_height - content.h * view.zoom) / 2 - content.y * view.zoom;
    return view;
}

namespace {

/// A scene smaller than the pane is not blown up beyond this.
constexpr float largest_fit = 2;
/// Type that fills the screen says nothing; the window does not draw it either.
constexpr float most_type_pixels = 500;

bool touches(const Box& a, const Box& b) {
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

/// Scene units of one layer to units of the pane.
class Projection {
  public:
    /// As Canvas draws it: offsets in whole pixels, what is pinned as at home.
    Projection(const ViewTransform& view, const ViewTransform& home, Pin pin,
               const PaneSight& sight)
        : scale_{sight.scale}, pane_{sight.pane()}, still_{sight.room.still} {
        const bool left = pin == Pin::left || pin == Pin::both;
        const bool top = pin == Pin::top || pin == Pin::both;
        const ViewTransform& across = left ? home : view;
        const ViewTransform& down = top ? home : view;
        x_ = std::floor(across.x + 0.5F) / scale_;
        y_ = std::floor(down.y + 0.5F) / scale_;
        zoom_x_ = across.zoom_x() / scale_;
        zoom_ = down.zoom / scale_;
        type_ = (pin == Pin::none ? view.zoom : home.zoom) / scale_;
    }

    Layer layer(const Layer& from) const {
        Layer out;
        out.clip = pane_;
        for (const ColorMatrix& grid : from.matrices) add(grid, out);
        for (const Rect& rect : from.rects) add(rect, out);
        for (const LineRun& run : from.runs) add(run, out);
        for (const Line& line : from.lines) add(line, out);
        for (const Label& label : from.labels) add(label, out);
        return out;
    }

  private:
    Point at(Point p) const { return {p.x * zoom_x_ + x_, p.y * zoom_ + y_}; }
    Box at(const Box& b) const {
        return {b.x * zoom_x_ + x_, b.y * zoom_ + y_, b.w * zoom_x_, b.h * zoom_};
    }
    Line at(const Line& line) const {
        Line out = line;
        out.from = at(line.from);
        out.to = at(line.to);
        out.width *= zoom_;
        return out;
    }
    /// All that the line can touch.
    static Box extent(const Line& line) {
        const float around = std::max(line.width, 1.0F) * Line::head_length;
        const auto [left, right] = std::minmax(line.from.x, line.to.x);
        const auto [top, bottom] = std::minmax(line.from.y, line.to.y);
        return {left - around, top - around, right - left + 2 * around, bottom - top + 2 * around};
    }

    void add(const ColorMatrix& grid, Layer& out) const;
    void add(const LineRun& run, Layer& out) const;
    void add(const Label& label, Layer& out) const;
    void add(const Rect& rect, Layer& out) const {
        Rect seen = rect;
        seen.box = at(rect.box);
        seen.border_width *= zoom_;
        seen.radius *= zoom_;
        if (touches(seen.box, pane_)) out.rects.push_back(seen);
    }
    void add(const Line& line, Layer& out) const {
        const Line seen = at(line);
        if (touches(extent(seen), pane_)) out.lines.push_back(seen);
    }

    float scale_;
    Box pane_;
    bool still_;
    float x_ = 0, y_ = 0, zoom_x_ = 1, zoom_ = 1;
    float type_ = 1;
};

/// Only the columns and rows that are in sight: a file need not hold the others.
void Projection::add(const ColorMatrix& grid, Layer& out) const {
    const Box box = at(grid.box);
    if (grid.columns <= 0 || grid.rows <= 0 || !touches(box, pane_)) return;
    const float w = box.w / static_cast<float>(grid.columns);
    const float h = box.h / static_cast<float>(grid.rows);
    const auto first = [](float low, float size) {
        return low < 0 ? static_cast<int>(std::floor(-low / size)) : 0;
    };
    const auto end = [](float low, float size, float pane, int count) {
        return std::min(count, static_cast<int>(std::ceil((pane - low) / size)));
    };
    const int left = first(box.x, w), right = end(box.x, w, pane_.w, grid.columns);
    const int top = first(box.y, h), bottom = end(box.y, h, pane_.h, grid.rows);
    if (left >= right || top >= bottom) return;
    ColorMatrix seen{
        .box = {box.x + static_cast<float>(left) * w, box.y + static_cast<float>(top) * h,
                static_cast<float>(right - left) * w, static_cast<float>(bottom - top) * h},
        .columns = right - left,
        .rows = bottom - top};
    for (int row = top; row < bottom; ++row) {
        const auto begin = grid.colors.begin() + static_cast<std::ptrdiff_t>(row) * grid.columns;
        seen.colors.insert(seen.colors.end(), begin + left, begin + right);
    }
    out.matrices.push_back(std::move(seen));
}

void Projection::add(const LineRun& run, Layer& out) const {
    LineRun seen{at(run.line), run.gap * zoom_x_, run.count};
    const Box one = extent(seen.line);
    const float all = one.w + seen.gap * static_cast<float>(run.count - 1);
    if (run.count <= 0 || !touches({one.x, one.y, all, one.h}, pane_)) return;
    if (seen.gap > 0) {
        const auto last = static_cast<float>(run.count - 1);
        const float low = std::clamp(std::floor(-(one.x + one.w) / seen.gap), 0.0F, last);
        const float high = std::clamp(std::ceil((pane_.w - one.x) / seen.gap), low, last);
        seen.line = seen.at(static_cast<int>(low));
        seen.count = static_cast<int>(high - low) + 1;
    }
    out.runs.push_back(seen);
}

/// Type that is pinned keeps its size though its box may be stretched. What is too small waits to
/// be zoomed to; where nobody zooms, it is kept, so that it can be told.
void Projection::add(const Label& label, Layer& out) const {
    Label seen = label;
    seen.box = at(label.box);
    seen.size *= type_;
    const float pixels = seen.size * scale_;
    if ((pixels < Scene::min_text_pixels && !still_) || pixels > most_type_pixels) return;
    if ((label.size > label.box.h && !still_) || !touches(seen.box, pane_)) return;
    // Higher than its place: so small that it would fit.
    if (label.size > label.box.h) seen.size = std::min(seen.size, seen.box.h);
    if (seen.box.h < seen.size) {
        seen.box.y -= (seen.size - seen.box.h) / 2;
        seen.box.h = seen.size;
    }
    out.labels.push_back(std::move(seen));
}

}  // namespace

Room PaneSight::layout() const {
    return room.given() ? room : Room{std::floor(width / scale), std::floor(height / scale)};
}

ViewTransform home_view(const Scene& scene, float width, float height, float scale) {
    const float high = scene.scrolls ? scene.width * height / width : scene.height;
    return ViewTransform::fit({0, 0, scene.width, high}, width, height, 0, largest_fit * scale);
}

ViewTransform view_of(const PaneSight& sight, const Scene& scene) {
    if (!sight.part) return home_view(scene, sight.width, sight.height, sight.scale);
    const Box& part = *sight.part;
    const float across = sight.width / part.w, down = sight.height / part.h;
    // A ratio that was written in decimals is not quite what it was.
    constexpr float off = 1.0005F;
    ViewTransform view;
    view.zoom = std::min(across, down);
    if (across > down * off) {
        view.stretch = std::min(across / down, std::max(scene.most_stretch, 1.0F));
    }
    view.zoom = std::clamp(view.zoom, ViewTransform::smallest_zoom, ViewTransform::largest_zoom);
    view.x = (sight.width - part.w * view.zoom_x()) / 2 - part.x * view.zoom_x();
    view.y = (sight.height - part.h * view.zoom) / 2 - part.y * view.zoom;
    return view;
}

Box part_in_view(const ViewTransform& view, float width, float height) {
    return {-view.x / view.zoom_x(), -view.y / view.zoom, width / view.zoom_x(),
            height / view.zoom};
}

std::optional<Box> seen_box(const Scene& scene, const ViewTransform& view,
                            const ViewTransform& home, const Box& box) {
    const bool left = box.x + box.w <= scene.pinned_left, top = box.y + box.h <= scene.pinned_top;
    const ViewTransform& across = left ? home : view;
    const ViewTransform& down = top ? home : view;
    const Point low{across.to_pixel({box.x, 0}).x, down.to_pixel({0, box.y}).y};
    const Point high{across.to_pixel({box.x + box.w, 0}).x, down.to_pixel({0, box.y + box.h}).y};
    if (!top && scene.pinned_top > 0 && high.y < home.to_pixel({0, scene.pinned_top}).y)
        return std::nullopt;
    return Box{low.x, low.y, high.x - low.x, high.y - low.y};
}

std::vector<Box> seen_boxes(const Scene& scene, const PaneSight& sight,
                            const std::vector<Box>& boxes) {
    const ViewTransform view = view_of(sight, scene);
    const ViewTransform home = home_view(scene, sight.width, sight.height, sight.scale);
    std::vector<Box> seen;
    for (const Box& box : boxes) {
        const auto at = seen_box(scene, view, home, box);
        if (!at || !touches(*at, {0, 0, sight.width, sight.height})) continue;
        const float s = sight.scale;
        seen.push_back({at->x / s, at->y / s, at->w / s, at->h / s});
    }
    return seen;
}

Scene seen_scene(const Scene& scene, const PaneSight& sight) {
    const ViewTransform view = view_of(sight, scene);
    const ViewTransform home = home_view(scene, sight.width, sight.height, sight.scale);
    const Sight at{view.zoom, view.stretch, home.zoom,
                   part_in_view(view, sight.width, sight.height)};
    Scene out;
    out.width = sight.pane().w;
    out.height = sight.pane().h;
    out.background = scene.background;
    out.progress = scene.progress;
    for (const Layer& layer : scene.layers_at(at)) {
        out.layers.push_back(Projection{view, home, layer.pin, sight}.layer(layer));
    }
    return out;
}

}  // namespace stridescope

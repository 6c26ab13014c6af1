#include "app/scene/tree/tree_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/scene/scene_parts.h"

namespace stridescope::scene_parts {
namespace {

/// Paints one sight of a tree: what stands still first, then steps, from the background to the
/// front.
class TreePainter {
  public:
    TreePainter(const TreePicture& picture, const TreeSight& sight)
        : p_{picture}, model_{*picture.model}, at_{picture.layout}, sight_{sight} {
        layers_.resize(7);
        names().pin = Pin::left;
        headings().pin = Pin::top;
        corner().pin = Pin::both;
    }

    std::vector<Layer> paint() {
        if (p_.in_room) add_grounds();
        add_indices();
        add_band(back());
        if (p_.in_room) add_band(names());
        add_columns();
        add_step_names();
        for (int level = 0; level < model_.levels; ++level) add_edges(level);
        add_nodes();
        if (at_.titled) add_title();
        if (model_.wrong || model_.lack) add_remark();
        return std::move(layers_);
    }

  private:
    Layer& back() { return layers_[0]; }
    Layer& lit() { return layers_[1]; }
    Layer& front() { return layers_[2]; }
    Layer& marks() { return layers_[3]; }
    // Beside and above the nodes, and in the corner of both.
    Layer& names() { return layers_[4]; }
    Layer& headings() { return layers_[5]; }
    Layer& corner() { return layers_[6]; }

    void label(Layer& layer, const Box& box, std::string text, Rgba color, float size, Align align,
               bool bold = false) {
        add_label(layer, box, std::move(text), color, size, align, bold);
    }
    void add_title();
    bool sees_values();
    void add_legend();
    void add_indices();
    void add_grounds();
    void add_band(Layer& layer);
    void add_columns();
    void add_step_names();
    void add_edges(int level);
    void add_nodes();
    void add_remark();

    const TreePicture& p_;
    const TreeModel& model_;
    const TreeLayout& at_;
    const TreeSight& sight_;
    std::vector<Layer> layers_;
};

/// What slides below the names and the headings vanishes there.
void TreePainter::add_grounds() {
    const float left = at_.pinned_left(), top = at_.pinned_top();
    const Rgba ground = p_.palette.background;
    names().rects.push_back({.box = {0, 0, left, at_.height}, .fill = ground});
    headings().rects.push_back({.box = {0, 0, at_.width, top}, .fill = ground});
    corner().rects.push_back({.box = {0, 0, left, top}, .fill = ground});
}

void TreePainter::add_title() {
    const float height = at_.title_size * (p_.in_room ? 1.4F : 1.5F);
    const Wording& title = p_.title_with_values && sees_values() ? *p_.title_with_values : p_.title;
    label(corner(), {at_.margin, at_.title_y, p_.title_width, height}, title.text, p_.palette.text,
          title.size, Align::left, true);
    if (at_.legend_w > 0) add_legend();
}

/// Whether somebody who has zoomed to a part can read values there.
bool TreePainter::sees_values() {
    return !sight_.everything && std::ranges::any_of(front().labels, [&](const Label& value) {
        return sight_.readable(value.size);
    });
}

/// What the nodes' green says.
void TreePainter::add_legend() {
    constexpr int boxes = 6;
    const float size = 11, height = at_.title_size * 1.4F;
    const std::string from = "1", to = all_inputs_text(model_);
    float x = at_.width - at_.margin - at_.legend_w;
    const auto words = [&](const std::string& text) {
        const float width = label_width(text, size) + 2;
        label(corner(), {x, at_.title_y, width, height}, text, p_.palette.faint_text, size,
              Align::left);
        x += width + 4;
    };
    words(made_of_text(model_));
    words(from);
    for (int k = 0; k < boxes; ++k) {
        const float share = 0.12F + 0.88F * static_cast<float>(k) / (boxes - 1);
        corner().rects.push_back({.box = {x, at_.title_y + height * 0.22F, 12, height * 0.56F},
                                  .fill = p_.cover_color(share),
                                  .border = p_.palette.node_border,
                                  .border_width = 0.7F});
        x += 12;
    }
    x += 5;
    words(to);
}

void TreePainter::add_indices() {
    const auto name = [&](int element, bool bare) { return model_.column_name(element, bare); };
    // How far the columns are apart where the headings stand.
    const float pitch = p_.in_room ? sight_.home_pitch : at_.pitch;
    const float widen = at_.pitch / pitch;
    float size = at_.index_size, tick_size = at_.tick_size;
    bool bare = at_.bare_indices;
    int tick = at_.tick;
    if (p_.dense() && p_.in_room) {
        // Told for this sight: every column, or every so many of them.
        const float extent = text_extent(model_.column_name(at_.elements - 1));
        size = type_for(extent, pitch, 12);
        bare = false;
        tick_size = 11;
        tick = size >= least_type ? 0 : label_every(pitch, extent * tick_size + 8);
    }
    // What is too small is there for those who zoom; in a file nobody does.
    const bool zoomed = !p_.in_room || !sight_.everything || size >= least_type;
    const bool each = p_.in_room && p_.dense() ? tick == 0 : zoomed && sight_.readable(size);
    for (int e = sight_.first_element; e <= sight_.last_element && each; ++e) {
        label(headings(),
              {at_.x(e) - at_.pitch / 2, p_.dense() && p_.in_room ? at_.tick_y : at_.index_y,
               at_.pitch, size * 1.4F},
              name(e, bare), p_.toned(p_.palette.faint_text, e), size, Align::center);
    }
    if (tick == 0) return;
    const float wide = static_cast<float>(tick) * at_.pitch;
    const int first = sight_.first_element / tick * tick;
    for (int element = first; element <= sight_.last_element; element += tick) {
        const float x = at_.x(element) - at_.pitch / 2;
        const float room = std::min(wide, at_.width - x);
        std::string text = name(element, false);
        // The last few columns may have no room for a name.
        if (text_extent(text) * tick_size * widen > room) break;
        label(headings(), {x, at_.tick_y, room, tick_size * 1.4F}, std::move(text),
              p_.palette.faint_text, tick_size, Align::left);
    }
}

/// The current step's, across the picture.
void TreePainter::add_band(Layer& layer) {
    const bool pinned = layer.pin == Pin::left;
    const auto [first, end] = p_.levels_now();
    // What comes after the last level has no row.
    if (model_.levels > 0 && p_.when_read(first) == When::done) return;
    const Box band{0, at_.row_bottom(first) + at_.rim, pinned ? at_.pinned_left() : at_.width,
                   at_.row_pitch * static_cast<float>(end - first)};
    layer.rects.push_back({.box = band, .fill = p_.palette.panel});
    layer.rects.push_back({.box = {0, band.y, 4 * at_.unit, band.h}, .fill = p_.palette.accent});
}

/// The element's life: a thin line from its input downwards, faint below the cursor. Columns too
/// close to be followed would be one grey field.
void TreePainter::add_columns() {
    constexpr float least_pitch = 4, good_pitch = 10;
    const float alpha =
        sight_.everything
            ? std::clamp(400.0F / static_cast<float>(at_.elements), 0.15F, 1.0F)
            : std::clamp((sight_.pitch - least_pitch) / (good_pitch - least_pitch), 0.0F, 1.0F);
    if (alpha <= 0) return;
    const int here = p_.last_level_now() + 1;
    const float stop = at_.y(p_.hide_later ? std::min(here, model_.output_row) : model_.output_row);
    const float reached = at_.y(std::min(here, model_.output_row));
    const Rgba passed = with_alpha(mix(p_.palette.rule, p_.palette.edge_old, 0.35F), alpha);
    const Rgba ahead = with_alpha(p_.palette.rule, alpha);
    for (int e = sight_.first_element; e <= sight_.last_element; ++e) {
        Line line{.from = {at_.x(e), at_.y(model_.input.stands(e) ? 0 : 1)},
                  .to = {at_.x(e), reached},
                  .color = p_.toned(passed, e),
                  .width = at_.stroke * 0.02F};
        back().lines.push_back(line);
        if (reached >= stop) continue;
        line.from.y = reached;
        line.to.y = stop;
        line.color = p_.toned(ahead, e);
        back().lines.push_back(line);
    }
}

void TreePainter::add_step_names() {
    const float size = at_.step_size, small = at_.note_size;
    const auto add = [&](float y, const std::string& text, Rgba color, float type, bool bold) {
        label(names(), {at_.names_x, y - type * 0.7F, at_.names_w, type * 1.4F}, text, color, type,
              Align::left, bold);
    };
    // Rows too close for all their names: those of a few, and always the cursor's.
    const auto [first_now, end_now] = p_.levels_now();
    const auto named = [&](int row) {
        if (row > first_now && row <= end_now && end_now == first_now + 1) return true;
        const int apart = std::min(std::abs(row - first_now - 1), std::abs(row - end_now));
        return row % at_.name_every == 0 &&
               (at_.name_every == 1 || apart >= at_.name_every || end_now > first_now + 1);
    };
    // Beside the nodes; where those are small, still inside the step's band.
    const auto middle = [&](int row, float height) {
        return std::min(at_.y(row), at_.row_bottom(row) + at_.rim - height * 0.54F);
    };
    if (named(0)) {
        add(middle(0, size * 1.2F), model_.input.name, p_.palette.faint_text, size, false);
    }
    for (int level = 0; level < model_.levels; ++level) {
        if (!named(level + 1)) continue;
        const When then = p_.when_read(level);
        const Rgba color = then == When::later ? p_.palette.faint_text : p_.palette.text;
        // How much is to be done is part of what comes later.
        const std::string note =
            small > 0 && !p_.hides(level) ? operations_text(model_, level) : std::string{};
        const float height = note.empty() ? size * 1.2F : size * 1.2F + small * 1.2F;
        const float first = middle(level + 1, height) - height / 2 + size * 0.6F;
        add(first, model_.level_at(level).name, color, size, then == When::now);
        if (!note.empty()) {
            add(first + size * 0.6F + small * 0.6F, note, p_.palette.faint_text, small, false);
        }
    }
    if (model_.output_row > model_.levels && named(model_.output_row)) {
        add(middle(model_.output_row, size * 1.2F), model_.output.name, p_.palette.faint_text, size,
            false);
    }
}

void TreePainter::add_edges(int level) {
    if (p_.hides(level)) return;
    const When when = p_.when_read(level);
    const auto& runs = model_.runs[static_cast<std::size_t>(level)];
    int edges = 0;
    for (const EdgeRun& run : runs) edges += run.count;
    const bool many = p_.dense() && edges > at_.elements / 2;
    const Palette& palette = p_.palette;
    const float alpha = many ? 0.6F : 1;
    // Many side by side are a surface, which stands out enough.
    const Rgba later = many ? palette.rule : later_color(palette);
    Line style{.color = with_alpha(when == When::done ? palette.edge_old : later, alpha),
               .width = at_.stroke * 0.028F};
    if (when == When::now) {
        // Side by side they are told apart wherever columns are.
        constexpr float apart = 1.5F;
        float width = at_.stroke * (p_.dense() ? 0.1F : 0.045F);
        if (at_.pitch >= apart) width = std::min(width, 0.35F * at_.pitch);
        style = {.color = palette.edge, .width = width, .animated = true, .arrow = true};
    }
    const TreeEdges pen{p_, sight_};
    for (const EdgeRun& run : runs) {
        if (run.reread && when != When::now) continue;
        Line line = style;
        // From afar, what stays in its column would be a field that hides all that crosses it.
        if (run.own && many && !sight_.everything && sight_.pitch < 6) {
            line.color.a = static_cast<std::uint8_t>(static_cast<float>(line.color.a) *
                                                     std::clamp(sight_.pitch / 6, 0.25F, 1.0F));
        }
        pen.add(when == When::now ? lit() : back(), front(), run, line);
    }
}

void TreePainter::add_nodes() {
    using enum NodeStyle::Kind;
    const TreeNodes nodes{p_, sight_};
    nodes.add(front(), 0, {.kind = input}, [&](int e) { return model_.input.stands(e); });
    for (int level = 0; level < model_.levels; ++level) {
        if (p_.hides(level)) break;
        const When when = p_.when(level);
        const NodeStyle style{.kind = when == When::now    ? now
                                      : when == When::done ? done
                                                           : later,
                              // A value is there when its arrow has come.
                              .values = when == When::done || (when == When::now && p_.arrived),
                              .bold = when == When::now};
        nodes.add(front(), level + 1, style, [&](int e) { return model_.wrote(level, e); });
    }
    // What the current levels read, ringed in the row above; with its value where no node stands.
    const auto [first_now, end_now] = p_.levels_now();
    for (int level = std::max(first_now, 1); level < end_now; ++level) {
        if (p_.when_read(level) == When::done) continue;
        nodes.add(marks(), level, {.kind = source}, [&](int e) { return model_.reads(level, e); });
    }
    const bool there = p_.at_end() && p_.arrived;
    if (there || !p_.hide_later) {
        nodes.add(front(), model_.output_row, {.kind = output, .values = there, .bold = true},
                  [&](int e) { return model_.output.stands(e); });
    }
}

/// Rings the first wrong output of the block, with its value below once it is there; or, where
/// nothing is expected, the first one that lacks something, which the whole picture shows.
void TreePainter::add_remark() {
    const bool is_wrong = model_.wrong.has_value();
    if (p_.hide_later && !p_.at_end()) return;
    const int element = is_wrong ? static_cast<int>(model_.wrong->index) : model_.lack->element;
    const Rgba color = is_wrong ? p_.palette.wrong : p_.palette.text;
    const Box node = at_.node(model_.output_row, element);
    // Large enough to be found where nodes are dots.
    const float out = std::max(at_.stroke * 0.05F, 2 * at_.unit);
    marks().rects.push_back(
        {.box = {node.x - out, node.y - out, node.w + 2 * out, node.h + 2 * out},
         .fill = {0, 0, 0, 0},
         .border = color,
         .border_width = out,
         .radius = at_.node_h * 0.12F + out});
    if (is_wrong && !p_.at_end()) return;
    const float size = at_.remark_size;
    // Left of the columns stand the steps' names, over what reaches there.
    const float left = at_.node(model_.output_row, 0).x;
    const float right = at_.width - at_.margin;
    const float width = std::min(label_width(p_.remark, size, true), right - left);
    const float x = std::clamp(at_.x(element) - width / 2, left, std::max(left, right - width));
    label(marks(), {x, at_.row_bottom(model_.output_row) + out + size * 0.1F, width, size * 1.4F},
          p_.remark, color, size, Align::center, true);
}

}  // namespace

const char* made_of_text(const TreeModel& model) {
    return model.result() == "sum" ? "sum of" : "made of";
}

std::string all_inputs_text(const TreeModel& model) {
    return fmt::format("all {} of {}", with_commas(model.inputs), model.input.name);
}

std::string operations_text(const TreeModel& model, int level) {
    const int count = model.level_at(level).operations;
    if (count == 0) return {};
    return counted(count, model.level_at(level).adds ? "add" : "operation");
}

std::pair<int, int> TreePicture::levels_now() const {
    int first = 0;
    while (first + 1 < model->levels && model->level_at(first).last_step < step) ++first;
    int end = first + 1;
    while (end < model->levels && model->level_at(end).first_step <= step) ++end;
    return {first, std::min(end, std::max(model->levels, 1))};
}

std::vector<Layer> TreePicture::layers(const TreeSight& sight) const {
    return TreePainter{*this, sight}.paint();
}

namespace {

/// Below so many pixels from line to line, heads would be a smear.
constexpr float least_gap_for_heads = 7;
/// So few lines are drawn singly.
constexpr int few = 4;

}  // namespace

/// To the neighbour straight across; further off over the heads of those between. An element's own
/// earlier value in the same step has no place of its own in the picture.
std::vector<Line> path_of(const TreePicture& picture, const EdgeRun& run) {
    const TreeLayout& at = picture.layout;
    const int row = run.level + 1;
    // Side by side, so that the heads of a node's two operands do not cover each other.
    const float aside = run.own ? 0 : at.node_w * (run.from < run.to ? -0.22F : 0.22F);
    const float from = at.x(run.from), to = at.x(run.to);
    if (!run.within) {
        return {{.from = {from, at.row_bottom(run.from_row)}, .to = {to + aside, at.row_top(row)}}};
    }
    if (run.own) return {};
    if (std::abs(run.from - run.to) == 1) {
        const float side = run.from < run.to ? at.node_w / 2 : -at.node_w / 2;
        return {{.from = {from + side, at.y(row)}, .to = {to - side, at.y(row)}}};
    }
    const float top = at.row_top(row), gap = top - at.row_bottom(row - 1);
    const Point peak{(from + to) / 2, top - gap * 0.45F};
    return {{.from = {from - aside, top}, .to = peak}, {.from = peak, .to = {to + aside, top}}};
}

void TreeEdges::add(Layer& layer, Layer& dots, const EdgeRun& run, Line style) const {
    const std::vector<Line> path = path_of(p_, run);
    style.color = run.present ? style.color : fade(style.color, p_.palette.background, 0.4F);
    for (std::size_t k = 0; k < path.size(); ++k) {
        Line line = style;
        line.from = path[k].from;
        line.to = path[k].to;
        line.arrow = style.arrow && k + 1 == path.size();
        emit(layer, line, run);
    }
    if (!style.animated && !run.own && !run.within && !run.node) add_dots(dots, run, style.color);
}

void TreeEdges::emit(Layer& layer, const Line& line, const EdgeRun& run) const {
    const float gap = static_cast<float>(run.gap) * p_.layout.pitch;
    // A margin for heads and for the width of lines.
    const float out = Line::head_length * std::max(line.width, 1 / sight_.zoom);
    const float aside = out / sight_.stretch;
    const float low = sight_.box.x - aside - std::max(line.from.x, line.to.x);
    const float high = sight_.box.x + sight_.box.w + aside - std::min(line.from.x, line.to.x);
    int first = 0, last = run.count - 1;
    if (!sight_.everything) {
        if (std::min(line.from.y, line.to.y) - out > sight_.box.y + sight_.box.h ||
            std::max(line.from.y, line.to.y) + out < sight_.box.y) {
            return;
        }
        first = std::max(first, static_cast<int>(std::floor(low / gap)));
        last = std::min(last, static_cast<int>(std::ceil(high / gap)));
        if (first > last) return;
    }
    const LineRun all{line, gap, run.count};
    const int count = last - first + 1;
    if (count < few || !p_.dense() || line.from.y == line.to.y) {
        for (int k = first; k <= last; ++k) layer.lines.push_back(all.at(k));
        return;
    }
    LineRun part{all.at(first), gap, count};
    part.line.arrow = line.arrow && gap * sight_.zoom * sight_.stretch >= least_gap_for_heads;
    layer.runs.push_back(part);
}

/// Where an edge leaves a column between two nodes.
void TreeEdges::add_dots(Layer& dots, const EdgeRun& run, Rgba color) const {
    const TreeLayout& at = p_.layout;
    const float size = at.stroke * 0.09F, wide = size / sight_.stretch;
    if (!sight_.everything && (!sight_.shows_row(run.from_row) || size * sight_.zoom < 1)) return;
    for (int k = 0; k < run.count; ++k) {
        const int from = run.from + k * run.gap;
        if (from < sight_.first_element || from > sight_.last_element) continue;
        const Point middle{at.x(from), at.row_bottom(run.from_row)};
        dots.rects.push_back({.box = {middle.x - wide / 2, middle.y - size / 2, wide, size},
                              .fill = color,
                              .radius = size / 2});
    }
}

}  // namespace stridescope::scene_parts

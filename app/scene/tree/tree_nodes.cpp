#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "app/scene/scene_parts.h"
#include "app/scene/tree/tree_picture.h"
#include "app/scene/type_size.h"

namespace stridescope::scene_parts {
namespace {

/// Nodes are drawn together where their columns are closer than this, in pixels.
constexpr float least_node_pitch = 5;
/// Colours of covers come in so many steps, that neighbours can be drawn together.
constexpr float cover_steps = 24;
/// Nodes have rims where columns are so far apart, in pixels.
constexpr float least_pitch_for_rims = 7;
/// Values may be readable where columns are so far apart, in pixels.
constexpr float least_pitch_for_values = 9;
/// A node at least this high, in pixels, has room for the bar of its range.
constexpr float least_height_for_range = 21;

int clamped(float value, int low, int high) {
    return static_cast<int>(std::clamp(value, static_cast<float>(low), static_cast<float>(high)));
}

}  // namespace

TreeSight::TreeSight(const TreeLayout& layout, const Sight& sight)
    : zoom{sight.zoom},
      stretch{sight.stretch},
      box{sight.box},
      pitch{layout.pitch * sight.zoom_x()},
      home_pitch{pitch / sight.home} {
    const float left = (box.x - layout.x(0)) / layout.pitch;
    const float top = (box.y - layout.y(0)) / layout.row_pitch;
    first_element = clamped(std::floor(left), 0, layout.elements);
    last_element = clamped(std::ceil(left + box.w / layout.pitch), -1, layout.elements - 1);
    first_row = clamped(std::floor(top), 0, layout.rows);
    last_row = clamped(std::ceil(top + box.h / layout.row_pitch), -1, layout.rows - 1);
    while (pitch * static_cast<float>(together) < least_node_pitch && together < layout.elements) {
        together *= 2;
    }
}

TreeSight::TreeSight(const TreeLayout& layout)
    : TreeSight{layout, Sight{.box = {0, 0, layout.width, layout.height}}} {
    everything = true;
    together = 1;
}

Rgba TreePicture::toned(Rgba color, int element) const {
    return element < model->present ? color : fade(color, palette.background, 0.4F);
}

Rgba TreePicture::cover_color(float share) const {
    share = std::round(share * cover_steps) / cover_steps;
    return share <= 0 ? palette.node : mix(palette.node, palette.cover, 0.06F + 0.74F * share);
}

/// A node whose value threads raced for. Steps that are not there yet keep it to themselves.
bool TreeNodes::raced(int row, NodeStyle style, int element) const {
    const bool there = style.kind == NodeStyle::Kind::now || style.kind == NodeStyle::Kind::done;
    return there && p_.model->race(row - 1, element) >= 0;
}

Rgba TreeNodes::small_color(int row, NodeStyle style, int element) const {
    const Palette& palette = p_.palette;
    if (raced(row, style, element)) return p_.toned(palette.wrong, element);
    switch (style.kind) {
        case NodeStyle::Kind::input: return mix(palette.rule, palette.node_border, 0.25F);
        case NodeStyle::Kind::now: return p_.toned(palette.write, element);
        case NodeStyle::Kind::source: return p_.toned(palette.read, element);
        case NodeStyle::Kind::later: return p_.toned(palette.rule, element);
        case NodeStyle::Kind::output: return p_.stores_now(element) ? palette.write : palette.rule;
        case NodeStyle::Kind::done: break;
    }
    // As dark as a node with its rim would be, seen from afar.
    const Rgba fill = p_.cover_color(p_.model->covered(row - 1, element));
    return p_.toned(mix(fill, palette.node_border, 0.25F), element);
}

/// Neighbours as one bar, as long as they have one colour. What stands alone keeps its own width,
/// which is never drawn thinner than a pixel: no node is lost.
void TreeNodes::add_together(Layer& layer, int row, NodeStyle style,
                             const std::vector<int>& some) const {
    const TreeLayout& at = p_.layout;
    const float y = at.row_top(row);
    int first = -1, last = -1;
    Rgba color;
    const auto flush = [&](float end) {
        if (first < 0) return;
        const float x = at.x(first) - at.node_w / 2;
        layer.rects.push_back({.box = {x, y, end - x, at.node_h}, .fill = color});
    };
    const auto end_of = [&](int element) { return at.x(element) + at.node_w / 2; };
    for (std::size_t k = 0; k < some.size();) {
        // The last of those drawn together decides: in a scan it has the most of the input.
        const int place = some[k] / sight_.together;
        std::size_t end = k + 1;
        while (end < some.size() && some[end] / sight_.together == place) ++end;
        const Rgba here = small_color(row, style, some[end - 1]);
        const bool apart = some[k] - last > sight_.together;
        if (first < 0 || here != color || apart) {
            // Another colour is no gap: the bar goes on to where the next one begins.
            flush(apart ? end_of(last) : at.x(some[k]) - at.node_w / 2);
            first = some[k];
            color = here;
        }
        last = some[end - 1];
        k = end;
    }
    flush(end_of(last));
}

void TreeNodes::add_one(Layer& layer, int row, NodeStyle style, int element) const {
    using enum NodeStyle::Kind;
    const Palette& palette = p_.palette;
    const TreeLayout& at = p_.layout;
    const int level = row - 1;
    Rect rect{.box = at.node(row, element), .radius = at.node_h / 2};
    rect.border_width = at.stroke * 0.022F;
    switch (style.kind) {
        case input:
            rect.fill = palette.panel;
            rect.border = mix(palette.rule, palette.node_border, 0.5F);
            rect.border_width = at.stroke * 0.02F;
            rect.radius = at.node_h * 0.12F;
            break;
        case now:
            rect.fill = p_.toned(p_.cover_color(p_.model->covered(level, element)), element);
            rect.border = p_.toned(palette.write, element);
            rect.border_width = at.stroke * 0.055F;
            break;
        case done:
            rect.fill = p_.toned(p_.cover_color(p_.model->covered(level, element)), element);
            rect.border = p_.toned(palette.node_border, element);
            break;
        case later:
            rect.fill = palette.background;
            rect.border = p_.toned(later_color(palette), element);
            break;
        case source:
            rect.border = p_.toned(palette.read, element);
            rect.border_width = at.stroke * 0.05F;
            // A node that stands there keeps its face; else the ring has the value's.
            rect.fill = p_.model->stands(row, element)
                            ? Rgba{0, 0, 0, 0}
                            : p_.toned(p_.cover_color(p_.model->covered(level, element)), element);
            break;
        case output: {
            // What an earlier step stored is there as well, but not this step's doing.
            const bool there = p_.stores_now(element);
            rect.fill = there ? mix(palette.node, palette.write, 0.28F) : palette.background;
            rect.border = there ? palette.write : later_color(palette);
            rect.border_width = at.stroke * (there ? 0.045F : 0.022F);
            rect.radius = at.node_h * 0.12F;
            break;
        }
    }
    if (sight_.pitch < least_pitch_for_rims && !sight_.everything && style.kind != source) {
        // Rims would be all that is seen.
        layer.rects.push_back({.box = rect.box, .fill = small_color(row, style, element)});
        return;
    }
    layer.rects.push_back(rect);
    if (raced(row, style, element)) {
        const float out = at.stroke * 0.06F;
        const Box& box = rect.box;
        layer.rects.push_back({.box = {box.x - out, box.y - out, box.w + 2 * out, box.h + 2 * out},
                               .fill = {0, 0, 0, 0},
                               .border = p_.toned(palette.wrong, element),
                               .border_width = at.stroke * 0.06F,
                               .radius = rect.radius + out});
    }
    if (!style.values) return;
    if (style.kind == now || style.kind == done) add_range(layer, rect.box, level, element);
    if (sight_.everything || sight_.pitch >= least_pitch_for_values) {
        add_value(layer, rect.box, row, style, element);
    }
}

/// The values of a row in one type, that of the longest: what is too small to be seen is missing in
/// all of the row then, and not here and there.
void TreeNodes::even_out(Layer& layer, std::size_t first) {
    const auto values = std::span{layer.labels}.subspan(first);
    if (values.empty()) return;
    const float size = std::ranges::min(values, {}, &Label::size).size;
    for (Label& value : values) value.size = size;
}

/// Which part of the input went into the value, as a bar below it: green is not the only sign.
void TreeNodes::add_range(Layer& layer, const Box& box, int level, int element) const {
    const float wide = box.w * sight_.zoom * sight_.stretch;
    if (box.h * sight_.zoom < least_height_for_range || wide < 1.5F * least_height_for_range ||
        p_.model->span < 2) {
        return;
    }
    const Cover& cover = p_.model->coverage.at(level, p_.model->cell(level, element));
    if (cover.parts.empty()) return;
    const float inset = box.h * 0.3F / sight_.stretch;
    const Box bar{box.x + inset, box.y + box.h * 0.82F, box.w - 2 * inset, box.h * 0.085F};
    const float unit = bar.w / static_cast<float>(p_.model->span);
    const Rgba color = p_.toned(mix(p_.palette.cover, p_.palette.text, 0.5F), element);
    layer.rects.push_back({.box = bar, .fill = with_alpha(p_.palette.node_border, 0.22F)});
    for (const ElementRange& part : cover.parts) {
        layer.rects.push_back(
            {.box = {bar.x + static_cast<float>(part.first) * unit, bar.y,
                     static_cast<float>(part.last - part.first + 1) * unit, bar.h},
             .fill = color});
    }
}

/// The element's value, or how many stand there.
std::string TreeNodes::text_of_end(const TreeEnds& ends, int column) const {
    const auto& here = ends.in_column[static_cast<std::size_t>(column)];
    if (here.size() > 1) return fmt::format("×{}", here.size());
    const auto index = here.empty() ? std::nullopt : ends.index(here.front());
    if (!index) return {};
    return short_number(ends.values.number(*index), is_integer(ends.values.type()), p_.value_chars);
}

void TreeNodes::add_value(Layer& layer, const Box& box, int row, NodeStyle style,
                          int element) const {
    const TreeModel& model = *p_.model;
    const bool plain =
        style.kind == NodeStyle::Kind::output || style.kind == NodeStyle::Kind::input;
    std::string text;
    if (plain) {
        text =
            text_of_end(style.kind == NodeStyle::Kind::input ? model.input : model.output, element);
    } else if (const auto value = model.value_number(row - 1, model.cell(row - 1, element))) {
        text = short_number(*value, model.integer, p_.value_chars);
    }
    if (text.empty()) return;
    const float most = p_.layout.value_size;
    const float own =
        p_.in_room ? type_for(text_extent(text, true), room_for_value(box.w * sight_.stretch), most)
                   : box.w * 0.94F / (static_cast<float>(text.size()) * 0.64F);
    const Rgba& words = p_.palette.text;
    const Rgba ground = plain ? p_.palette.node
                              : p_.toned(p_.cover_color(model.covered(row - 1, element)), element);
    // The palette's own ink, unless the ground has become too like it.
    const Rgba ink = plain || text_on(ground) == text_on(p_.palette.node) ? words : text_on(ground);
    const float size = std::min(most, own), over = std::max(size - box.h, 0.0F);
    layer.labels.push_back({.box = {box.x, box.y - over / 2, box.w, box.h + over},
                            .text = std::move(text),
                            .color = p_.toned(ink, element),
                            .size = size,
                            .bold = style.bold});
}

}  // namespace stridescope::scene_parts

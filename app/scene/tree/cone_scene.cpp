#include "app/scene/tree/cone_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "app/scene/scene_parts.h"
#include "app/scene/tree/tree_picture.h"
#include "app/scene/type_size.h"
#include "app/trace/trace.h"

namespace stridescope::scene_parts {
namespace {

constexpr std::string_view cone_node = "cone";

bool has_clusters(const Trace& trace) {
    return std::ranges::any_of(trace.launches(), [](const LaunchFacts& launch) {
        return launch.cluster[0] * launch.cluster[1] * launch.cluster[2] > 1;
    });
}

/// All that the scene's pictures need; shared by what is asked of it later.
class ConePicture {
  public:
    /// `arrived`: so have the arrows of the step at the cursor.
    ConePicture(const Trace& trace, Cursor cursor, bool arrived, std::shared_ptr<const Cone> cone,
                const std::string& why, const Palette& palette, Room room)
        : cone_{std::move(cone)},
          at_{trace, *cone_, cursor.step, room},
          palette_{palette},
          step_{cursor.step},
          arrived_{arrived},
          clustered_{has_clusters(trace)} {
        for (const Step& step : trace.steps()) step_names_.push_back(step_label(step));
        for (const ConeNode& node : cone_->nodes) names_.push_back(name_of_node(trace, node));
        sentence_ = cone_text(trace, *cone_);
        const std::vector<std::string> titles =
            run_titles(trace, "", block_suffix(trace, cursor.block));
        const std::string what = fmt::format("What {} is made of", cone_->name);
        const std::string all =
            why.empty() ? what
                        : fmt::format("{}. {} has no tree: {}.", what, kernel_title(trace), why);
        if (!room.given()) {
            const float longest = std::max({text_width(titles.front(), at_.title_size),
                                            text_width(all, at_.note_size),
                                            text_width(sentence_, at_.note_size + 1)});
            at_.width = std::max(at_.width, longest + 2 * at_.margin);
        }
        const float wide = at_.width - 2 * at_.margin;
        title_ = fit_wording(titles, wide, 11, at_.title_size, true);
        note_ = fit_wording({all, what}, wide, least_type, at_.note_size, false);
    }

    const ConeLayout& layout() const { return at_; }
    std::vector<Layer> layers() const;
    std::vector<Hotspot> hotspots() const;
    std::vector<Layer> highlight(const Hotspot& spot) const;
    std::optional<Box> node_of_word(int word) const {
        std::optional<Box> found;
        for (int k = 0; k < count(); ++k) {
            if (at_.shows(k) && node(k).cell == word && word >= 0 && node(k).step <= step_)
                found = at_.box(k);
        }
        return found;
    }

  private:
    int count() const { return static_cast<int>(cone_->nodes.size()); }
    const ConeNode& node(int k) const { return cone_->nodes[static_cast<std::size_t>(k)]; }
    const std::string& name(int k) const { return names_[static_cast<std::size_t>(k)]; }
    const std::string& step_name(int step) const {
        return step_names_[static_cast<std::size_t>(step)];
    }
    When when(int k) const {
        const int step = node(k).step;
        return step < step_ ? When::done : step == step_ ? When::now : When::later;
    }
    /// Whether what stands in the node has come to it.
    bool there(int k) const {
        const bool comes = !node(k).from.empty();
        return when(k) == When::done || (when(k) == When::now && (arrived_ || !comes));
    }
    static std::string name_of_node(const Trace& trace, const ConeNode& node) {
        if (node.kind == ConeNode::Kind::value)
            return fmt::format("register of thread {}", node.thread);
        if (node.array == ArrayId::none) return fmt::format("word {}", node.cell);
        return trace.name_of_element(node.array, node.element);
    }
    /// What stands in the node, from the longest wording on.
    std::vector<std::string> words_of(int k) const;
    std::string tip_of(int k) const;
    void add_names(Layer& layer) const;
    void add_edges(Layer& layer, int k, std::optional<Rgba> color) const;
    void add_node(Layer& layer, int k) const;
    void add_left_out(Layer& layer, std::size_t row) const;
    /// Where an edge comes from whose node has no place; nothing if it can't be told.
    std::optional<Point> origin_of_hidden(int from) const;

    std::shared_ptr<const Cone> cone_;
    ConeLayout at_;
    Palette palette_;
    int step_;
    bool arrived_;
    bool clustered_;  ///< blocks write to others' shared memory
    std::vector<std::string> step_names_, names_;
    std::string sentence_;
    Wording title_, note_;
};

std::vector<std::string> ConePicture::words_of(int k) const {
    const ConeNode& of = node(k);
    if (!there(k)) return {};
    switch (of.kind) {
        case ConeNode::Kind::value:
            if (of.operations == 0) return {fmt::format("thread {}", of.thread)};
            if (of.operation.empty())
                return {fmt::format("{} operations", of.operations),
                        fmt::format("{} ops", of.operations)};
            return {of.operations == 1 ? of.operation
                                       : fmt::format("{} × {}", of.operations, of.operation)};
        case ConeNode::Kind::unknown: return {"?"};
        default: break;
    }
    if (of.value.empty()) return {};
    return {of.value};
}

std::string ConePicture::tip_of(int k) const {
    const ConeNode& of = node(k);
    const std::string& step = step_name(of.step);
    const bool later = when(k) == When::later;
    const std::string equals =
        later || of.value.empty() ? std::string{} : fmt::format(" = {}", of.value);
    std::string text;
    switch (of.kind) {
        case ConeNode::Kind::input:
            return fmt::format("{}{}\nread by thread {} in {}", name(k), equals, of.thread, step);
        case ConeNode::Kind::unknown:
            return fmt::format("{}, read by thread {} in {}\nits value is not known", name(k),
                               of.thread, step);
        case ConeNode::Kind::value: text = fmt::format("{} after {}", name(k), step); break;
        case ConeNode::Kind::cell:
        case ConeNode::Kind::stored:
            text = of.atomic ? fmt::format("{}{} after atomics of {}", name(k), equals, step)
                             : fmt::format("{}{}\nstored by thread {} in {}", name(k), equals,
                                           of.thread, step);
            break;
    }
    if (of.operations > 0) {
        text += of.operation.empty()
                    ? fmt::format("\n{}", counted(of.operations, "operation"))
                    : fmt::format("\n{} × {}", with_commas(of.operations), of.operation);
    }
    constexpr std::size_t most = 3;
    std::string from;
    for (std::size_t n = 0; n < std::min(of.from.size(), most); ++n) {
        from += (n == 0 ? "" : ", ") + name(of.from[n]);
    }
    if (of.from.size() > most) {
        from += fmt::format(" and {} more", with_commas(std::ssize(of.from) - std::int64_t{most}));
    }
    if (!from.empty()) text += (of.operations > 0 ? " of " : "\nmade of ") + from;
    if (of.more) text += "\nwhat goes into it is not followed further";
    return text;
}

/// The steps at the left, and what their rows are.
void ConePicture::add_names(Layer& layer) const {
    const auto add = [&](float y, const std::string& text, Rgba color, float size, bool bold) {
        const Wording fits = fit_wording({text}, at_.names_w, least_type, size, bold);
        layer.labels.push_back({.box = {at_.names_x, y - size * 0.7F, at_.names_w, size * 1.4F},
                                .text = fits.text,
                                .color = color,
                                .size = fits.size,
                                .align = Align::left,
                                .bold = bold});
    };
    for (const ConeRow& row : at_.rows) {
        if (row.step < 0) continue;
        const Rgba color = row.step > step_ ? palette_.faint_text : palette_.text;
        const float note = row.first ? row.y + 10 : row.y;
        if (row.first) add(row.y - 6, step_name(row.step), color, 13, row.step == step_);
        add(note, row.note, palette_.faint_text, at_.note_size, false);
    }
}

std::optional<Point> ConePicture::origin_of_hidden(int from) const {
    for (const ConeRow& row : at_.rows) {
        const bool here =
            row.step < 0 ? row.left_out > 0 : row.left_out > 0 && row.step == node(from).step;
        if (!here) continue;
        return Point{row.step < 0 ? at_.x(0) : at_.more_x, row.y + at_.node_h * 0.3F};
    }
    return std::nullopt;
}

void ConePicture::add_edges(Layer& layer, int k, std::optional<Rgba> color) const {
    const When then = when(k);
    const bool many = node(k).from.size() > 24;
    bool hidden = false;
    Line line{.color = color.value_or(then == When::now    ? palette_.edge
                                      : then == When::done ? palette_.edge_old
                                                           : later_color(palette_)),
              .width = color               ? 2.4F
                       : then == When::now ? (many ? 1.2F : 2.0F)
                                           : 1.1F,
              .animated = then == When::now && !color,
              .arrow = then == When::now && !many};
    line.to = {at_.x(k), at_.y(k) - at_.node_h / 2};
    for (const int from : node(k).from) {
        if (at_.shows(from)) {
            line.from = {at_.x(from), at_.y(from) + at_.node_h / 2};
        } else {
            // One line for all that have no place.
            const auto origin = origin_of_hidden(from);
            if (!origin || std::exchange(hidden, true)) continue;
            line.from = *origin;
        }
        layer.lines.push_back(line);
    }
}

void ConePicture::add_node(Layer& layer, int k) const {
    const ConeNode& of = node(k);
    const When then = when(k);
    const Box box = at_.box(k);
    const bool corner = of.kind == ConeNode::Kind::input || of.kind == ConeNode::Kind::stored;
    Rect rect{.box = box, .radius = corner ? box.h * 0.12F : box.h * 0.5F};
    rect.border_width = then == When::now ? 2.2F : 1;
    rect.fill = then == When::later                ? palette_.background
                : of.kind == ConeNode::Kind::input ? palette_.panel
                : of.kind == ConeNode::Kind::value ? palette_.background
                                                   : palette_.node;
    // Nobody has written it, which is a fault; or others of the cluster have, which is none.
    const bool wrong = of.kind == ConeNode::Kind::unknown && !clustered_;
    rect.border = wrong                                                   ? palette_.wrong
                  : then == When::later                                   ? later_color(palette_)
                  : then == When::now && of.kind == ConeNode::Kind::input ? palette_.read
                  : then == When::now                                     ? palette_.write
                                                                          : palette_.node_border;
    if (k == 0 && then != When::later) rect.fill = mix(palette_.node, palette_.write, 0.28F);
    layer.rects.push_back(rect);
    // The name above the value, as far as there is room.
    const std::vector<std::string> words = words_of(k);
    const float inner = box.w * 0.92F;
    const std::string shown = of.kind == ConeNode::Kind::value ? std::string{} : name(k);
    const float name_size = type_for(text_extent(shown), inner, 11);
    const bool named = !shown.empty() && name_size >= least_type * 0.8F && box.h >= 26;
    if (named) {
        layer.labels.push_back({.box = {box.x, box.y + box.h * 0.08F, box.w, box.h * 0.4F},
                                .text = shown,
                                .color = then == When::later
                                             ? palette_.faint_text
                                             : mix(palette_.text, palette_.faint_text, 0.5F),
                                .size = name_size});
    }
    if (words.empty()) return;
    const Wording word = fit_wording(words, inner, 6, 13, true);
    layer.labels.push_back(
        {.box = named ? Box{box.x, box.y + box.h * 0.44F, box.w, box.h * 0.5F} : box,
         .text = word.text,
         .color = palette_.text,
         .size = word.size,
         .bold = then == When::now});
}

void ConePicture::add_left_out(Layer& layer, std::size_t r) const {
    const ConeRow& row = at_.rows[r];
    if (row.left_out == 0) return;
    const bool steps = row.step < 0;
    std::string text = steps ? fmt::format("… {} left out: {}", counted(row.steps_left_out, "step"),
                                           counted(row.left_out, "value"))
                             : fmt::format("… {} more", with_commas(row.left_out));
    // It has a column to itself, which may be narrow.
    if (!steps && label_width(text, at_.note_size) > at_.pitch)
        text = fmt::format("… {}", with_commas(row.left_out));
    const float wide = label_width(text, at_.note_size);
    const float x = steps ? at_.names_x : std::min(at_.more_x - wide / 2, at_.width - wide);
    layer.labels.push_back({.box = {x, row.y - at_.note_size * 0.7F, wide, at_.note_size * 1.4F},
                            .text = text,
                            .color = palette_.faint_text,
                            .size = at_.note_size,
                            .align = steps ? Align::left : Align::center});
}

std::vector<Layer> ConePicture::layers() const {
    std::vector<Layer> layers(3);
    Layer &back = layers[0], &lines = layers[1], &front = layers[2];
    const auto label = [&](float y, const Wording& wording, Rgba color, bool bold) {
        front.labels.push_back(
            {.box = {at_.margin, y, at_.width - 2 * at_.margin, wording.size * 1.4F},
             .text = wording.text,
             .color = color,
             .size = wording.size,
             .align = Align::left,
             .bold = bold});
    };
    label(at_.title_y, title_, palette_.text, true);
    label(at_.title_y + at_.title_size * 1.4F + 2, note_, palette_.faint_text, false);
    for (const ConeRow& row : at_.rows) {
        if (row.step != step_) continue;
        const Box band{0, row.y - at_.row_pitch / 2, at_.width, at_.row_pitch};
        back.rects.push_back({.box = band, .fill = palette_.panel});
        back.rects.push_back({.box = {0, band.y, 4, band.h}, .fill = palette_.accent});
    }
    for (const bool now : {false, true}) {
        for (int k = 0; k < count(); ++k) {
            if (at_.shows(k) && (when(k) == When::now) == now) add_edges(lines, k, std::nullopt);
        }
    }
    for (int k = 0; k < count(); ++k) {
        if (at_.shows(k)) add_node(front, k);
    }
    for (std::size_t r = 0; r < at_.rows.size(); ++r) add_left_out(front, r);
    add_names(front);
    const float foot = at_.height - at_.margin - at_.note_size * 1.5F;
    if (there(0)) {
        label(foot,
              fit_wording({sentence_}, at_.width - 2 * at_.margin, least_type, at_.note_size + 1,
                          true),
              palette_.text, true);
    }
    return layers;
}

std::vector<Hotspot> ConePicture::hotspots() const {
    std::vector<Hotspot> spots;
    for (const ConeRow& row : at_.rows) {
        if (row.step < 0) continue;
        spots.push_back(
            {.box = {0, row.y - at_.row_pitch / 2, at_.names_x + at_.names_w, at_.row_pitch},
             .name = {"step", row.step},
             .step = row.step,
             .click = click::GoToStep{row.step},
             .tip = step_name(row.step)});
    }
    for (int k = 0; k < count(); ++k) {
        if (!at_.shows(k)) continue;
        const ConeNode& of = node(k);
        Hotspot spot{.box = at_.box(k),
                     .name = {cone_node, k},
                     .step = of.step,
                     .click = click::GoToStep{of.step},
                     .tip = tip_of(k)};
        if (of.cell >= 0) {
            spot.means.word = of.cell;
        } else if (of.kind == ConeNode::Kind::value) {
            spot.means.thread = of.thread;
        }
        spots.push_back(std::move(spot));
    }
    return spots;
}

/// The node, and all that went into it.
std::vector<Layer> ConePicture::highlight(const Hotspot& spot) const {
    if (spot.name.what != cone_node) return {};
    std::vector<int> open{spot.name.number};
    std::vector<std::uint8_t> lit(cone_->nodes.size(), 0);
    lit[static_cast<std::size_t>(spot.name.number)] = 1;
    std::vector<Layer> layers(2);
    layers[0].rects.push_back(
        {.box = {at_.names_x + at_.names_w, at_.top, at_.width - at_.names_x - at_.names_w,
                 static_cast<float>(at_.rows.size()) * at_.row_pitch},
         .fill = with_alpha(palette_.background, 0.72F)});
    while (!open.empty()) {
        const int k = open.back();
        open.pop_back();
        if (at_.shows(k)) {
            add_edges(layers[0], k, palette_.edge);
            add_node(layers[1], k);
        }
        for (const int from : node(k).from) {
            if (std::exchange(lit[static_cast<std::size_t>(from)], 1) == 0) open.push_back(from);
        }
    }
    Box box = spot.box;
    box = {box.x - 2, box.y - 2, box.w + 4, box.h + 4};
    layers[1].rects.push_back({.box = box,
                               .fill = {0, 0, 0, 0},
                               .border = palette_.accent,
                               .border_width = 2,
                               .radius = box.h * 0.3F});
    return layers;
}

}  // namespace

std::string cone_text(const Trace& trace, const Cone& cone) {
    const ConeNode& root = cone.nodes.front();
    std::string text = cone.name;
    if (!root.value.empty()) text += " = " + root.value;
    std::string parts;
    std::size_t k = 0;
    for (const auto& [array, count] : cone.inputs) {
        const std::string_view comma = k == 0 ? "" : k + 1 == cone.inputs.size() ? " and " : ", ";
        parts += k == 0
                     ? fmt::format("{} of {}", counted(count, "element"), trace.name_of(array))
                     : fmt::format("{}{} of {}", comma, with_commas(count), trace.name_of(array));
        ++k;
    }
    const auto unknown = std::ranges::count(cone.nodes, ConeNode::Kind::unknown, &ConeNode::kind);
    if (unknown > 0)
        parts += fmt::format("{}{} of shared memory of unknown origin",
                             parts.empty() ? "" : " and ", counted(unknown, "word"));
    const bool tiles = trace.facts().multiplies_tiles;
    constexpr std::string_view not_followed = "what tensor cores multiply is not followed";
    if (parts.empty() && tiles) return fmt::format("{}: {}.", text, not_followed);
    if (parts.empty()) parts = "nothing that was read";
    text += cone.of_others ? fmt::format(" is what all blocks made of it; this one of {}", parts)
                           : " is made of " + parts;
    std::string operations;
    for (const auto& [name, count] : cone.operations) {
        operations += operations.empty() ? ": " : ", ";
        operations += name.empty() ? counted(count, "operation")
                                   : fmt::format("{} × {}", with_commas(count), name);
    }
    if (cone.cut)
        operations +=
            fmt::format(", and of more: {} values were followed", with_commas(Cone::most_nodes));
    if (tiles) operations += fmt::format("; {}", not_followed);
    return text + operations + ".";
}

Scene cone_scene(const Trace& trace, const ViewState& view, std::shared_ptr<const Cone> cone,
                 const std::string& why, const Palette& palette, Room room) {
    Cursor cursor;
    if (!find_cursor(trace, view.block, view.step, cursor)) return {};
    const auto picture = std::make_shared<const ConePicture>(trace, cursor, view.progress >= 1,
                                                             std::move(cone), why, palette, room);
    Scene scene{.width = picture->layout().width,
                .height = picture->layout().height,
                .background = palette.background,
                .progress = view.progress};
    scene.layers = picture->layers();
    scene.hotspots = picture->hotspots();
    scene.node = [picture](int word) { return picture->node_of_word(word); };
    scene.highlight = [picture](const Hotspot& spot, const Sight& /*sight*/) {
        return picture->highlight(spot);
    };
    return scene;
}

}  // namespace stridescope::scene_parts

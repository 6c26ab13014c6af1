#include <fmt/format.h>

#include <algorithm>

#include "app/analysis/check.h"
#include "app/scene/scene_parts.h"
#include "app/scene/tree_edges.h"
#include "app/scene/tree_layout.h"
#include "app/scene/tree_tips.h"
#include "app/scene/type_size.h"
#include "app/scene/views.h"

namespace stridescope {
namespace {

using namespace scene_parts;

/// "12 adds"; empty where the step applied the operator nowhere.
std::string operations_text(const Trace& trace, const TreeFlow& flow, int step) {
    const int count = flow.operations[static_cast<std::size_t>(step)];
    if (count == 0) return {};
    return counted(count, trace.experiment().op == Op::add ? "add" : "operation");
}

TreeTexts texts_of(const Trace& trace, const TreeFlow& flow, bool remark) {
    TreeTexts texts{
        .names = text_extent("output", true),
        .index = text_extent(fmt::format("A[{}]", flow.elements - 1)),
        .number = text_extent(fmt::format("{}", flow.elements - 1)),
        .remark = remark,
    };
    for (int step = 0; step < flow.steps; ++step) {
        const auto at = static_cast<std::size_t>(step);
        texts.names = std::max(texts.names, text_extent(step_label(trace.steps()[at]), true));
        texts.notes = std::max(texts.notes, text_extent(operations_text(trace, flow, step)));
    }
    return texts;
}

class TreeBuilder {
  public:
    TreeBuilder(const Trace& trace, Cursor cursor, float progress, const Palette& palette,
                Room room)
        : trace_{trace},
          cursor_{cursor},
          palette_{palette},
          flow_{flow_of(trace, cursor.block)},
          output_row_{1 + last_step() + (writes_in(last_step()) ? 1 : 0)},
          wrong_{first_wrong(trace, cursor.block)},
          layout_{trace.shape().section, output_row_ + 1,
                  texts_of(trace, flow_, wrong_.has_value()), room},
          room_{room},
          present_{elements_of_block(trace, cursor.block)},
          read_{elements_read(trace, cursor.block, cursor.step)} {
        scene_.width = layout_.width;
        scene_.height = layout_.height;
        scene_.background = palette.background;
        scene_.progress = progress;
        scene_.layers.resize(4);
        if (room.given()) {
            const ValueType type = value_type(trace, cursor.block, layout_.node_w * 0.92F,
                                              layout_.value_size, value_chars_);
            value_chars_ = type.chars;
            layout_.value_size = type.size;
        }
        reserve();
    }

    Scene build() {
        add_titles();
        add_indices();
        add_columns();
        add_step_names();
        const EdgeInk ink{trace_, flow_, layout_, palette_, present_, back(), lit(), front()};
        for (int step = 0; step <= last_step(); ++step) add_edges(ink, step, when(step));
        add_drops(ink, cursor_.step, read_);
        add_inputs();
        for (int step = 0; step <= last_step(); ++step) add_nodes(step);
        add_sources();
        add_outputs();
        if (wrong_) add_wrong();
        scene_.fields.push_back(
            node_tips(trace_, cursor_.block, cursor_.step, layout_, std::move(flow_)));
        return std::move(scene_);
    }

  private:
    // Back to front: the columns and old edges, the current edges, the nodes, the sources' marks.
    Layer& back() { return scene_.layers[0]; }
    Layer& lit() { return scene_.layers[1]; }
    Layer& front() { return scene_.layers[2]; }
    Layer& marks() { return scene_.layers[3]; }

    int last_step() const { return trace_.step_count() - 1; }
    When when(int step) const {
        return step < cursor_.step ? When::done : step == cursor_.step ? When::now : When::later;
    }
    bool writes_in(int step) const {
        for (int element = 0; element < flow_.elements; ++element) {
            if (flow_.wrote(step, element)) return true;
        }
        return false;
    }
    /// Elements past the end of the input are there, but fainter.
    Rgba toned(Rgba color, int element) const {
        return scene_parts::toned(color, element, present_, palette_);
    }

    void reserve() {
        std::size_t edges = 0;
        for (const auto& of_step : flow_.edges) edges += of_step.size();
        const auto nodes =
            static_cast<std::size_t>(std::ranges::count(flow_.written, std::uint8_t{1}));
        const auto columns = static_cast<std::size_t>(flow_.elements);
        back().lines.reserve(edges + 2 * columns);
        front().rects.reserve(nodes + 2 * columns);
        front().labels.reserve(nodes + 2 * columns);
    }

    void add_titles();
    void add_indices();
    void add_columns();
    void add_step_names();
    void add_inputs();
    void add_nodes(int step);
    void add_sources();
    void add_outputs();
    void add_wrong();
    void add_value(Layer& layer, const Box& box, const TypedArray& values, std::size_t index,
                   Rgba color, bool bold);

    const Trace& trace_;
    Cursor cursor_;
    const Palette& palette_;
    TreeFlow flow_;
    int output_row_;
    std::optional<WrongElement> wrong_;  ///< the block's first
    TreeLayout layout_;
    Room room_;
    int value_chars_ = 6;             ///< at most so many of a value are shown
    int present_;                     ///< elements that the input has
    std::vector<std::uint8_t> read_;  ///< [element]: what stood above was read in the current step
    Scene scene_;
};

void TreeBuilder::add_titles() {
    const float margin = layout_.margin, size = layout_.title_size;
    const std::string suffix = block_suffix(trace_, cursor_.block);
    Wording title{run_title(trace_) + suffix, size};
    float width = text_width(title.text, size);
    if (room_.given()) {
        width = scene_.width - 2 * margin;
        title = fit_wording(run_titles(trace_, "", suffix, true), width, 11, size, true);
    }
    scene_.width = std::max(scene_.width, width + 2 * margin);
    const float height = room_.given() ? size * 1.4F : size * 1.5F;
    back().labels.push_back({.box = {margin, layout_.title_y, width, height},
                             .text = std::move(title.text),
                             .color = palette_.text,
                             .size = title.size,
                             .align = Align::left,
                             .bold = true});
}

void TreeBuilder::add_indices() {
    for (int element = 0; element < layout_.elements; ++element) {
        back().labels.push_back({.box = {layout_.x(element) - layout_.pitch / 2, layout_.index_y,
                                         layout_.pitch, layout_.index_size * 1.4F},
                                 .text = layout_.bare_indices ? fmt::format("{}", element)
                                                              : fmt::format("A[{}]", element),
                                 .color = toned(palette_.faint_text, element),
                                 .size = layout_.index_size});
    }
    if (layout_.tick == 0) return;
    const float wide = static_cast<float>(layout_.tick) * layout_.pitch;
    for (int element = 0; element < layout_.elements; element += layout_.tick) {
        const float x = layout_.x(element) - layout_.pitch / 2;
        const float room = std::min(wide, scene_.width - x);
        std::string text = fmt::format("A[{}]", element);
        // The last few columns may have no room for a name.
        if (text_extent(text) * layout_.tick_size > room) break;
        back().labels.push_back({.box = {x, layout_.tick_y, room, layout_.tick_size * 1.4F},
                                 .text = std::move(text),
                                 .color = palette_.faint_text,
                                 .size = layout_.tick_size,
                                 .align = Align::left});
    }
}

/// The element's life: a thin line from its input downwards, faint below the cursor.
void TreeBuilder::add_columns() {
    const float stop = layout_.y(output_row_);
    const float reached = layout_.y(std::min(cursor_.step + 1, output_row_));
    const float width = layout_.stroke * 0.02F;
    // Thousands of columns side by side would be one grey field.
    const float alpha = std::clamp(400.0F / static_cast<float>(layout_.elements), 0.15F, 1.0F);
    const Rgba passed = with_alpha(mix(palette_.grid, palette_.edge_old, 0.35F), alpha);
    const Rgba ahead = with_alpha(palette_.grid, alpha);
    for (int element = 0; element < layout_.elements; ++element) {
        const float x = layout_.x(element);
        back().lines.push_back({.from = {x, layout_.y(element < present_ ? 0 : 1)},
                                .to = {x, reached},
                                .color = toned(passed, element),
                                .width = width});
        if (reached < stop) {
            back().lines.push_back({.from = {x, reached},
                                    .to = {x, stop},
                                    .color = toned(ahead, element),
                                    .width = width});
        }
    }
}

void TreeBuilder::add_step_names() {
    const float size = layout_.step_size, small = layout_.note_size;
    const auto add = [&](float y, const std::string& text, Rgba color, float type, bool bold) {
        back().labels.push_back(
            {.box = {layout_.names_x, y - type * 0.7F, layout_.names_w, type * 1.4F},
             .text = text,
             .color = color,
             .size = type,
             .align = Align::left,
             .bold = bold});
    };
    // Rows too close for all their names: those of a few, and always the cursor's.
    const int here = cursor_.step + 1;
    const auto named = [&](int row) {
        return row == here ||
               (row % layout_.name_every == 0 && std::abs(row - here) >= layout_.name_every);
    };
    // Beside the nodes; where those are small, still inside the step's band.
    const auto middle = [&](int row, float height) {
        const float end = layout_.row_bottom(row) + layout_.rim;
        return std::min(layout_.y(row), end - height * 0.54F);
    };
    if (named(0)) add(middle(0, size * 1.2F), "input", palette_.faint_text, size, false);
    for (int step = 0; step <= last_step(); ++step) {
        const When then = when(step);
        const Box band{0, layout_.row_bottom(step) + layout_.rim, scene_.width, layout_.row_pitch};
        if (then == When::now) {
            back().rects.push_back({.box = band, .fill = palette_.panel});
            back().rects.push_back(
                {.box = {0, band.y, 4 * layout_.unit, band.h}, .fill = palette_.accent});
        }
        const std::string name = step_label(trace_.steps()[static_cast<std::size_t>(step)]);
        scene_.hotspots.push_back(
            {.box = {0, band.y, layout_.left - layout_.pitch / 2 - layout_.margin, band.h},
             .step = step,
             .tip = name});
        if (!named(step + 1)) continue;
        const Rgba color = then == When::later ? palette_.faint_text : palette_.text;
        const std::string note = small > 0 ? operations_text(trace_, flow_, step) : std::string{};
        const float height = note.empty() ? size * 1.2F : size * 1.2F + small * 1.2F;
        const float first = middle(step + 1, height) - height / 2 + size * 0.6F;
        add(first, name, color, size, then == When::now);
        if (!note.empty()) {
            add(first + size * 0.6F + small * 0.6F, note, palette_.faint_text, small, false);
        }
    }
    if (output_row_ > last_step() + 1 && named(output_row_)) {
        add(middle(output_row_, size * 1.2F), "output", palette_.faint_text, size, false);
    }
}

void TreeBuilder::add_value(Layer& layer, const Box& box, const TypedArray& values,
                            std::size_t index, Rgba color, bool bold) {
    std::string text = short_number(values.number(index), is_integer(values.type()), value_chars_);
    const float own = room_.given()
                          ? type_for(text_extent(text, true), box.w * 0.94F, layout_.value_size)
                          : box.w * 0.94F / (static_cast<float>(text.size()) * 0.64F);
    layer.labels.push_back({.box = box,
                            .text = std::move(text),
                            .color = color,
                            .size = std::min(layout_.value_size, own),
                            .bold = bold});
}

void TreeBuilder::add_inputs() {
    const std::size_t first =
        static_cast<std::size_t>(cursor_.block) * static_cast<std::size_t>(layout_.elements);
    for (int element = 0; element < present_; ++element) {
        const Box box = layout_.node(0, element);
        front().rects.push_back({.box = box,
                                 .fill = palette_.panel,
                                 .border = mix(palette_.grid, palette_.node_border, 0.5F),
                                 .border_width = layout_.stroke * 0.02F,
                                 .radius = layout_.node_h * 0.12F});
        add_value(front(), box, trace_.input(), first + static_cast<std::size_t>(element),
                  palette_.text, false);
    }
}

void TreeBuilder::add_nodes(int step) {
    const When then = when(step);
    Rect rect;
    rect.radius = layout_.node_h / 2;
    rect.border_width = layout_.stroke * (then == When::now ? 0.045F : 0.022F);
    for (int element = 0; element < flow_.elements; ++element) {
        if (!flow_.wrote(step, element)) continue;
        rect.box = layout_.node(step + 1, element);
        if (then == When::now) {
            rect.fill = toned(mix(palette_.node, palette_.write, 0.28F), element);
            rect.border = toned(palette_.write, element);
        } else if (then == When::done) {
            rect.fill = palette_.node;
            rect.border = toned(palette_.node_border, element);
        } else {
            rect.fill = palette_.background;
            rect.border = toned(palette_.grid, element);
        }
        front().rects.push_back(rect);
        if (then == When::later) continue;
        add_value(front(), rect.box, trace_.snapshots(),
                  trace_.snapshot_index(cursor_.block, step, trace_.word_of_element(element)),
                  toned(palette_.text, element), then == When::now);
    }
}

/// What the current step read, ringed in the row above; with its value where no node stands there.
void TreeBuilder::add_sources() {
    const int step = cursor_.step;
    for (int element = 0; element < flow_.elements && step > 0; ++element) {
        if (read_[static_cast<std::size_t>(element)] == 0) continue;
        const bool stands = flow_.wrote(step - 1, element);
        Rect ring{.box = layout_.node(step, element),
                  .fill = toned(mix(palette_.node, palette_.read, 0.14F), element),
                  .border = toned(palette_.read, element),
                  .border_width = layout_.stroke * 0.04F,
                  .radius = layout_.node_h / 2};
        if (!stands) ring.fill = palette_.background;
        marks().rects.push_back(ring);
        add_value(marks(), ring.box, trace_.snapshots(),
                  trace_.snapshot_index(cursor_.block, step - 1, trace_.word_of_element(element)),
                  toned(palette_.text, element), false);
    }
}

void TreeBuilder::add_outputs() {
    const bool there = cursor_.step == last_step();
    const std::size_t first =
        static_cast<std::size_t>(cursor_.block) * static_cast<std::size_t>(layout_.elements);
    for (int element = 0; element < present_; ++element) {
        const Box box = layout_.node(output_row_, element);
        front().rects.push_back(
            {.box = box,
             .fill = there ? mix(palette_.node, palette_.write, 0.28F) : palette_.background,
             .border = there ? palette_.write : palette_.grid,
             .border_width = layout_.stroke * (there ? 0.045F : 0.022F),
             .radius = layout_.node_h * 0.12F});
        if (!there) continue;
        add_value(front(), box, trace_.output(), first + static_cast<std::size_t>(element),
                  palette_.text, true);
    }
}

/// Rings the first wrong output of the block; once it is there, with both values below it.
void TreeBuilder::add_wrong() {
    const int element = static_cast<int>(wrong_->index % layout_.elements);
    const Box node = layout_.node(output_row_, element);
    // Large enough to be found where nodes are dots.
    const float out = std::max(layout_.stroke * 0.05F, 2 * layout_.unit);
    marks().rects.push_back(
        {.box = {node.x - out, node.y - out, node.w + 2 * out, node.h + 2 * out},
         .fill = {0, 0, 0, 0},
         .border = palette_.wrong,
         .border_width = std::max(layout_.stroke * 0.05F, 2 * layout_.unit),
         .radius = layout_.node_h * 0.12F + out});
    if (cursor_.step < last_step()) return;
    const float size = layout_.remark_size;
    std::string text =
        fmt::format("P[{}] = {}: wrong, should be {}", element, wrong_->got, wrong_->expected);
    const float width = std::min(label_width(text, size, true), scene_.width - 2 * layout_.margin);
    const float x = std::clamp(layout_.x(element) - width / 2, layout_.margin,
                               scene_.width - layout_.margin - width);
    marks().labels.push_back(
        {.box = {x, layout_.row_bottom(output_row_) + out + size * 0.1F, width, size * 1.4F},
         .text = std::move(text),
         .color = palette_.wrong,
         .size = size,
         .bold = true});
}

}  // namespace

Scene tree_scene(const Trace& trace, const ViewState& view, const Palette& palette, Room room) {
    Cursor cursor;
    if (!find_cursor(trace, view.block, view.step, cursor)) {
        return message_scene("Nothing was recorded: there are no elements to scan.", palette, room);
    }
    return TreeBuilder{trace, cursor, view.progress, palette, room}.build();
}

}  // namespace stridescope

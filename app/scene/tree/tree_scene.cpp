#include "app/scene/tree/tree_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/scene/scene.h"
#include "app/scene/scene_parts.h"
#include "app/scene/step_label.h"
#include "app/scene/tree/tree_layout.h"
#include "app/scene/tree/tree_picture.h"
#include "app/scene/tree/tree_tips.h"
#include "app/scene/type_size.h"
#include "app/scene/view_facts.h"
#include "app/scene/view_state.h"
#include "app/trace/trace.h"

namespace stridescope {
namespace {

using namespace scene_parts;

/// Sections of more elements are told in levels of detail.
constexpr int largest_told_at_once = 64;
/// Columns can be stretched until they are so far apart, in units.
constexpr float stretched_pitch = 54;

TreeTexts texts_of(const scene_parts::TreeModel& model) {
    const int last = model.elements - 1;
    TreeTexts texts{
        .names = text_extent("output", true),
        .index = text_extent(model.input_name(last)),
        .number = text_extent(fmt::format("{}", model.first + last)),
        .legend = text_extent(fmt::format("{} 1 all {} of the input", made_of_text(model),
                                          with_commas(model.present))),
        .remark = model.wrong.has_value(),
    };
    for (int step = 0; step < model.steps; ++step) {
        const Step& name = model.step_names[static_cast<std::size_t>(step)];
        texts.names = std::max(texts.names, text_extent(step_label(name), true));
        texts.notes = std::max(texts.notes, text_extent(operations_text(model, step)));
    }
    return texts;
}

TreePicture picture_of(const Trace& trace, Cursor cursor, const Palette& palette, Room room,
                       const TreeOptions& options) {
    SharedTreeModel model = options.model;
    if (!model) model = tree_model(trace, cursor.block);
    TreePicture picture{
        .model = model,
        .layout = TreeLayout{model->elements, model->output_row + 1, texts_of(*model), room},
        .palette = palette,
        .step = cursor.step,
        .hide_later = options.hide_later,
        .in_room = room.given()};
    TreeLayout& at = picture.layout;
    const std::string suffix = block_suffix(trace, cursor.block);
    Wording title{run_title(trace) + suffix, at.title_size};
    picture.title_width = text_width(title.text, title.size);
    if (room.given()) {
        const ValueType type =
            value_type(trace, cursor.block, at.node_w * 0.92F, at.value_size, picture.value_chars);
        // Where values wait to be stretched to, they will be as large as their nodes are high.
        if (at.elements <= largest_told_at_once) {
            picture.value_chars = type.chars;
            at.value_size = type.size;
        }
        picture.title_width = at.width - 2 * at.margin;
        if (at.legend_w > 0) picture.title_width -= at.legend_w + 16;
        title = fit_wording(run_titles(trace, "", suffix, true), picture.title_width, 11,
                            at.title_size, true);
    }
    at.width = std::max(at.width, picture.title_width + 2 * at.margin);
    picture.title = std::move(title.text);
    picture.title_size = title.size;
    if (model->wrong) {
        picture.remark =
            fmt::format("P[{}] = {}: wrong, should be {}", model->first + model->wrong->index,
                        model->wrong->got, model->wrong->expected);
    }
    return picture;
}

/// A click beside a row of nodes goes to its step.
void add_step_spots(Scene& scene, const TreePicture& picture) {
    const TreeLayout& at = picture.layout;
    for (int step = 0; step < picture.model->steps; ++step) {
        scene.hotspots.push_back(
            {.box = {0, at.row_bottom(step) + at.rim, at.left - at.pitch / 2 - at.margin,
                     at.row_pitch},
             .name = {"step", step},
             .step = step,
             .click = click::GoToStep{step},
             .tip = step_label(picture.model->step_names[static_cast<std::size_t>(step)])});
    }
}

/// The last node of the word's column that stands when the cursor's step is done.
std::optional<Box> node_of_word(const TreePicture& picture, int word) {
    const TreeModel& model = *picture.model;
    const bool known = word >= 0 && word < static_cast<int>(model.element_of.size());
    const int element = known ? model.element(word) : -1;
    if (element < 0) return std::nullopt;
    for (int row = picture.step + 1; row >= 0; --row) {
        if (model.stands(row, element)) return picture.layout.node(row, element);
    }
    return std::nullopt;
}

}  // namespace

Scene tree_scene(const Trace& trace, const ViewState& view, const Palette& palette, Room room,
                 const TreeOptions& options) {
    Cursor cursor;
    if (!find_cursor(trace, view.block, view.step, cursor)) {
        return message_scene(why_nothing(trace), palette, room);
    }
    if (trace.is_text()) {
        return message_scene("The tree is not drawn for CUDA texts yet.", palette, room);
    }
    const auto picture =
        std::make_shared<const TreePicture>(picture_of(trace, cursor, palette, room, options));
    const TreeLayout& at = picture->layout;
    Scene scene{.width = at.width,
                .height = at.height,
                .background = palette.background,
                .progress = view.progress};
    if (room.given() && at.elements > largest_told_at_once) {
        scene.detail = [picture](const Sight& sight) {
            return picture->layers({picture->layout, sight});
        };
        scene.layers = scene.detail({.box = {0, 0, at.width, at.height}});
        scene.most_stretch = std::max(1.0F, stretched_pitch / at.pitch);
    } else {
        scene.layers = picture->layers(TreeSight{at});
    }
    if (room.given()) {
        scene.pinned_left = at.pinned_left();
        scene.pinned_top = at.pinned_top();
    }
    add_step_spots(scene, *picture);
    scene.fields.push_back(node_tips(picture));
    scene.nearest = [picture](Point point, float reach, float stretch) {
        return picture->edge_at(point, reach, stretch);
    };
    scene.node = [picture](int word) { return node_of_word(*picture, word); };
    scene.highlight = [picture](const Hotspot& spot, const Sight& sight) {
        return picture->highlight(spot, {picture->layout, sight});
    };
    return scene;
}

}  // namespace stridescope

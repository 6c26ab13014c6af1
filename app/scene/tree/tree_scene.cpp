#include "app/scene/tree/tree_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/scene/scene.h"
#include "app/scene/scene_parts.h"
#include "app/scene/tree/block_trees.h"
#include "app/scene/tree/cone_scene.h"
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

/// Columns can be stretched until they are so far apart, in units.
constexpr float stretched_pitch = 54;

TreeTexts texts_of(const scene_parts::TreeModel& model, float longest_value) {
    const int last = model.elements - 1;
    TreeTexts texts{
        .names = std::max(text_extent(model.input.name, true), text_extent("output", true)),
        .index = text_extent(model.column_name(last)),
        .number = text_extent(model.column_name(last, true)),
        .value = longest_value,
        .legend = model.inputs > 0 ? text_extent(fmt::format("{} 1 {}", made_of_text(model),
                                                             all_inputs_text(model)))
                                   : 0,
        .remark = model.wrong || model.lack,
    };
    for (int level = 0; level < model.levels; ++level) {
        texts.names = std::max(texts.names, text_extent(model.level_at(level).name, true));
        texts.notes = std::max(texts.notes, text_extent(operations_text(model, level)));
    }
    return texts;
}

TreePicture picture_of(const Trace& trace, Cursor cursor, const Palette& palette, Room room,
                       const SharedTreeModel& model, const TreeOptions& options) {
    const bool told = room.given() && model->elements <= most_with_values;
    const float longest =
        told ? longest_value(trace, cursor.block, TreePicture::most_value_chars) : 0;
    TreePicture picture{.model = model,
                        .layout = TreeLayout{model->elements, model->output_row + 1,
                                             texts_of(*model, longest), room},
                        .palette = palette,
                        .step = cursor.step,
                        .hide_later = options.hide_later,
                        .in_room = room.given()};
    TreeLayout& at = picture.layout;
    const std::string block = block_suffix(trace, cursor.block);
    // Boxes without values look as if there were none yet.
    std::string why;
    if (picture.in_room && picture.dense() && !options.among_blocks)
        why = room.still ? " · too narrow for values" : " · zoom in for values";
    Wording title{run_title(trace) + block + why, at.title_size};
    picture.title_width = text_width(title.text, title.size);
    if (room.given()) {
        const ValueType type = value_type(trace, cursor.block, room_for_value(at.node_w),
                                          at.value_size, picture.value_chars);
        // Where values wait to be stretched to, they will be as large as their nodes are high.
        if (at.elements <= most_with_values) {
            picture.value_chars = type.chars;
            at.value_size = type.size;
        }
        picture.title_width = at.width - 2 * at.margin;
        if (at.legend_w > 0) picture.title_width -= at.legend_w + 16;
        const auto fitted = [&](const std::string& suffix) {
            return fit_wording(run_titles(trace, "", suffix), picture.title_width, 11,
                               at.title_size, true);
        };
        title = fitted(block + why);
        if (!why.empty()) picture.title_with_values = fitted(block);
    }
    at.width = std::max(at.width, picture.title_width + 2 * at.margin);
    // Side by side, each is called by its block.
    if (options.among_blocks) {
        const std::string number = fmt::format("Block {}", cursor.block);
        title = fit_wording({fmt::format("{} of {}", number, trace.blocks()), number},
                            picture.title_width, 9, at.title_size, true);
    }
    picture.title = std::move(title);
    if (model->wrong) {
        picture.remark = fmt::format("{} = {}: wrong, should be {}",
                                     model->output_name(model->output.first + model->wrong->index),
                                     model->wrong->got, model->wrong->expected);
    } else if (const auto& lack = model->lack) {
        picture.remark = fmt::format(
            "{}: {}, without {}", model->output_name(model->output.first + lack->element),
            lack->made, model->input_name(model->input.first + lack->input));
    }
    return picture;
}

/// A click beside a row of nodes goes to its step.
void add_step_spots(Scene& scene, const TreePicture& picture) {
    const TreeLayout& at = picture.layout;
    for (int level = 0; level < picture.model->levels; ++level) {
        const TreeLevel& of = picture.model->level_at(level);
        scene.hotspots.push_back({.box = {0, at.row_bottom(level) + at.rim,
                                          at.left - at.pitch / 2 - at.margin, at.row_pitch},
                                  .name = {"step", level},
                                  .step = of.last_step,
                                  .click = click::GoToStep{of.last_step},
                                  .tip = of.name});
    }
}

/// The last node of the word's column that stands when the cursor's step is done.
std::optional<Box> node_of_word(const TreePicture& picture, int word) {
    const TreeModel& model = *picture.model;
    const bool known = word >= 0 && word < static_cast<int>(model.element_of.size());
    const int element = known ? model.element(word) : -1;
    if (element < 0) return std::nullopt;
    const auto [first, end] = picture.levels_now();
    int row = end;
    while (row > first && picture.when(row - 1) == When::later) --row;
    for (; row >= 0; --row) {
        if (model.stands(row, element)) return picture.layout.node(row, element);
    }
    return std::nullopt;
}

/// Whose cone is drawn. Throws UsageError where there is no such element.
ConeRoot root_of(const Trace& trace, Cursor cursor, const TreeOptions& options) {
    ConeRoot root;
    const ArrayId array = trace.array_of_cell(std::max(options.word, 0));
    if (!options.element.empty()) {
        root = parse_element(trace, options.element);
    } else if (options.word >= 0 && options.word < trace.words() && array != ArrayId::none) {
        root.array = array;
        root.element = (options.word - trace.first_cell(array)) / trace.cells_of_element(array);
    } else {
        root = first_stored(trace, cursor.block, cursor.step, options.thread);
    }
    // In global memory it is the end that counts.
    const auto number = static_cast<std::size_t>(root.array);
    const bool shared =
        root.array != ArrayId::none && trace.facts().arrays[number].space == Space::shared;
    root.step = shared ? cursor.step : 0;
    return root;
}

Scene scene_of_cone(const Trace& trace, const ViewState& view, Cursor cursor,
                    const Palette& palette, Room room, const TreeOptions& options,
                    KnownTree& known) {
    const auto say = [&](const std::string& sentence) {
        return message_scene(sentence, palette, room);
    };
    ConeRoot root;
    try {
        root = root_of(trace, cursor, options);
    } catch (const UsageError& error) {
        return say(error.what());
    }
    if (root.array == ArrayId::none) {
        return say(
            fmt::format("There is no tree to draw: {}, and block {} stores nothing to "
                        "global memory.",
                        known.why_not, cursor.block));
    }
    if (known.cone == nullptr || known.root != root) {
        known.root = root;
        known.cone = std::make_shared<const Cone>(cone_of(trace, cursor.block, root));
    }
    if (!known.cone->why_not.empty()) return say(known.cone->why_not + ".");
    return cone_scene(trace, view, known.cone, options.element.empty() ? known.why_not : "",
                      palette, room);
}

Scene tree_of_block(const Trace& trace, const ViewState& view, const Palette& palette, Room room,
                    const TreeOptions& options) {
    Cursor cursor;
    if (!find_cursor(trace, view.block, view.step, cursor)) {
        return message_scene(why_nothing(trace), palette, room);
    }
    const auto known = options.known && options.known->any()
                           ? options.known
                           : std::make_shared<KnownTree>(known_tree(trace, cursor.block));
    if (known->model == nullptr || !options.element.empty()) {
        return scene_of_cone(trace, view, cursor, palette, room, options, *known);
    }
    TreePicture drawn = picture_of(trace, cursor, palette, room, known->model, options);
    drawn.arrived = view.progress >= 1;
    const auto picture = std::make_shared<const TreePicture>(std::move(drawn));
    const TreeLayout& at = picture->layout;
    Scene scene{.width = at.width,
                .height = at.height,
                .background = palette.background,
                .progress = view.progress};
    if (room.given() && at.elements > most_with_values) {
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

}  // namespace

Scene tree_scene(const Trace& trace, const ViewState& view, const Palette& palette, Room room,
                 const TreeOptions& options) {
    const Room all = room.given() || !options.any_block ? room : natural_room_of_blocks(trace);
    if (!options.element.empty() || !shows_all_blocks(trace, all)) {
        return tree_of_block(trace, view, palette, room, options);
    }
    return trees_of_blocks(trace, view, palette, all, [&](int block, Room own) {
        TreeOptions of_block = options;
        if (block != view.block) of_block.known.reset();
        of_block.among_blocks = true;
        return tree_of_block(trace, {block, view.step, view.progress}, palette, own, of_block);
    });
}

bool leaves_out_blocks(const Trace& trace, Room room) {
    return shows_all_blocks(trace, natural_room_of_blocks(trace)) && !shows_all_blocks(trace, room);
}

}  // namespace stridescope

#include "app/scene/tree/tree_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/analysis/grid.h"
#include "app/analysis/launch_names.h"
#include "app/scene/scene.h"
#include "app/scene/scene_parts.h"
#include "app/scene/tree/cone_scene.h"
#include "app/scene/tree/tree_layout.h"
#include "app/scene/tree/tree_picture.h"
#include "app/scene/type_size.h"
#include "app/scene/view_facts.h"
#include "app/trace/trace.h"

namespace stridescope {
namespace {

using namespace scene_parts;

// The trees of few blocks that cooperate, side by side, and what they read from each other.
//

constexpr int most_blocks = 4, most_elements = 16;
/// The room of a block's tree with what is below; one that nobody zooms is drawn larger.
constexpr float least_width = 170, least_height = 260, least_still_width = 110,
                least_still_height = 240;
constexpr float line_height = 18, gap = 10, head = 8;

/// Whether the blocks may stand side by side, if they read of each other.
bool are_few(const Trace& trace) {
    return trace.blocks() > 1 && trace.blocks() <= most_blocks &&
           trace.section() <= most_elements && !trace.grid_events().empty();
}

/// What one block read of another, as a line below the trees.
struct Reading {
    int from = 0, to = 0;
    int step = 0;  ///< of the reader, the first one
    std::vector<std::string> words{};
};

/// In the order in which they were first read. A value that was only asked for, and was not there
/// yet, is none.
std::vector<Reading> readings(const Trace& trace) {
    std::map<int, int> step_of;
    std::vector<int> steps;
    for (const GridEvent& event : trace.grid_events()) {
        if (event.kind == GridEvent::Kind::step) step_of[event.block] = event.step;
        steps.push_back(step_of[event.block]);
    }
    std::vector<Reading> found;
    for (const GridMessage& message : grid_timeline(trace).messages) {
        const GridEvent& written = trace.grid_events()[message.written];
        const GridEvent& read = trace.grid_events()[message.read];
        if (std::max(written.block, read.block) >= trace.blocks()) continue;
        auto one = std::ranges::find_if(found, [&](const Reading& reading) {
            return reading.from == written.block && reading.to == read.block;
        });
        if (one == found.end()) {
            found.push_back({written.block, read.block, steps[message.read]});
            one = found.end() - 1;
        }
        std::string words = fmt::format("{}[{}] = {}", trace.name_of(read.array), read.element,
                                        value_name(trace, read));
        if (std::ranges::find(one->words, words) == one->words.end()) {
            one->words.push_back(std::move(words));
        }
    }
    std::ranges::stable_sort(found, {}, &Reading::step);
    return found;
}

Box moved(Box box, float aside) {
    box.x += aside;
    return box;
}

void move(Layer& layer, float aside) {
    layer.pin = Pin::none;
    for (ColorMatrix& matrix : layer.matrices) matrix.box.x += aside;
    for (Rect& rect : layer.rects) rect.box.x += aside;
    for (Label& label : layer.labels) label.box.x += aside;
    for (Line& line : layer.lines) {
        line.from.x += aside;
        line.to.x += aside;
    }
    for (LineRun& run : layer.runs) {
        run.line.from.x += aside;
        run.line.to.x += aside;
    }
}

/// The trees as they were made, and where they stand: what is pointed at is asked of them.
struct Trees {
    std::vector<Scene> scenes{};
    float width = 0;  ///< from one to the next
    int block = 0;    ///< the one that is looked at

    float aside(std::size_t tree) const { return width * static_cast<float>(tree); }
    std::size_t at(float x) const {
        const float tree = std::clamp(x / width, 0.0F, static_cast<float>(scenes.size()) - 1);
        return static_cast<std::size_t>(tree);
    }
};

void add_tree(Scene& scene, const std::shared_ptr<const Trees>& trees, std::size_t k) {
    const Scene& own = trees->scenes[k];
    const float aside = trees->aside(k);
    for (std::size_t i = 0; i < own.layers.size(); ++i) {
        Layer layer = own.layers[i];
        move(layer, aside);
        scene.layers.push_back(std::move(layer));
    }
    for (Hotspot spot : own.hotspots) {
        spot.box = moved(spot.box, aside);
        scene.hotspots.push_back(std::move(spot));
    }
    for (const HotspotField& field : own.fields) {
        HotspotField there = field;
        there.box = moved(there.box, aside);
        there.at = [trees, aside, at = field.at](int column, int row) {
            auto spot = at(column, row);
            if (spot) spot->box = moved(spot->box, aside);
            return spot;
        };
        scene.fields.push_back(std::move(there));
    }
}

/// What is pointed at is asked of the tree that it is in.
void add_answers(Scene& scene, const std::shared_ptr<const Trees>& trees) {
    scene.nearest = [trees](Point point, float reach, float stretch) -> std::optional<Hotspot> {
        const std::size_t k = trees->at(point.x);
        if (!trees->scenes[k].nearest) return std::nullopt;
        const float aside = trees->aside(k);
        auto spot = trees->scenes[k].nearest({point.x - aside, point.y}, reach, stretch);
        if (spot) spot->box = moved(spot->box, aside);
        return spot;
    };
    scene.node = [trees](int word) -> std::optional<Box> {
        const auto k = static_cast<std::size_t>(trees->block);
        if (!trees->scenes[k].node) return std::nullopt;
        const auto box = trees->scenes[k].node(word);
        return box ? std::optional{moved(*box, trees->aside(k))} : std::nullopt;
    };
    scene.highlight = [trees](const Hotspot& spot, const Sight& sight) {
        const std::size_t k = trees->at(spot.box.x + spot.box.w / 2);
        if (!trees->scenes[k].highlight) return std::vector<Layer>{};
        const float aside = trees->aside(k);
        Hotspot own = spot;
        own.box = moved(own.box, -aside);
        Sight seen = sight;
        seen.box = moved(seen.box, -aside);
        std::vector<Layer> layers = trees->scenes[k].highlight(own, seen);
        for (Layer& layer : layers) move(layer, aside);
        return layers;
    };
}

/// A line for each reading, from the writer's tree to the reader's, and what was read.
void add_readings(Scene& scene, const Trees& trees, const std::vector<Reading>& all, int step,
                  float top, const Palette& palette) {
    Layer layer, plates;
    const auto middle = [&](int block) {
        return trees.aside(static_cast<std::size_t>(block)) + trees.width / 2;
    };
    float y = top + head;
    for (const Reading& reading : all) {
        const bool now = reading.step == step, later = reading.step > step;
        const Rgba line = now ? palette.edge : palette.edge_old;
        std::string words;
        for (const std::string& word : reading.words) words += (words.empty() ? "" : ", ") + word;
        std::vector<std::string> wordings{
            fmt::format("block {} reads {}", reading.to, words),
            fmt::format("block {} reads {}", reading.to, reading.words.back()),
            reading.words.back()};
        if (later) wordings = {fmt::format("block {} reads block {}'s", reading.to, reading.from)};
        const bool forward = reading.from < reading.to;
        const float from = middle(reading.from), to = middle(reading.to);
        // Beside the arrow's head, where there is more room.
        const float left = forward ? to + 6 : gap, right = forward ? scene.width - gap : to - 6;
        const bool before = forward && right - left < scene.width / 4;
        const float wanted = label_width(wordings.front(), 12, now);
        // Beside the arrow, or, where it is long and there is no room beside it, on it.
        const bool on = before && wanted > from - 6 - gap && wanted < to - from - 4 * head;
        const Box room = on       ? Box{(from + to - wanted) / 2, y, wanted, line_height}
                         : before ? Box{gap, y, from - 6 - gap, line_height}
                                  : Box{left, y, right - left, line_height};
        const Wording text = fit_wording(wordings, room.w, least_type, 12, now);
        const Rgba color = later ? later_color(palette) : line;
        layer.rects.push_back(
            {.box = {from - 3, y + line_height / 2 - 3, 6, 6}, .fill = color, .radius = 3});
        layer.lines.push_back({.from = {from, y + line_height / 2},
                               .to = {to, y + line_height / 2},
                               .color = color,
                               .width = now ? 2.0F : 1.2F,
                               .animated = now,
                               .arrow = true});
        if (on) plates.rects.push_back({.box = room, .fill = palette.background});
        plates.labels.push_back({.box = room,
                                 .text = text.text,
                                 .color = now ? palette.text : palette.faint_text,
                                 .size = text.size,
                                 .align = on                   ? Align::center
                                          : before || !forward ? Align::right
                                                               : Align::left,
                                 .bold = now});
        y += line_height;
    }
    scene.layers.push_back(std::move(layer));
    scene.layers.push_back(std::move(plates));
}

/// Whether all recorded blocks have a place in the room: few of them, of few elements, that read
/// what others wrote.
bool shows_all_blocks(const Trace& trace, Room room) {
    const float wide = room.still ? least_still_width : least_width;
    const float high = room.still ? least_still_height : least_height;
    return are_few(trace) && room.width >= wide * static_cast<float>(trace.blocks()) &&
           room.height >= high && !readings(trace).empty();
}

/// As large as they are where nothing says how large.
Room natural_room_of_blocks(const Trace& trace) {
    if (!are_few(trace)) return {};
    constexpr float wide = 290, row = 46;
    const auto lines = static_cast<float>(readings(trace).size());
    return {.width = wide * static_cast<float>(trace.blocks()),
            .height = row * static_cast<float>(trace.step_count() + 2) + line_height * lines};
}

/// `tree`: a block's own picture, in a room of its own.
Scene trees_of_blocks(const Trace& trace, const ViewState& view, const Palette& palette, Room room,
                      const std::function<Scene(int block, Room own)>& tree) {
    const std::vector<Reading> all = readings(trace);
    const float below = head + line_height * static_cast<float>(all.size()) + gap;
    const float top = std::max(room.height - below, room.height / 2);
    const auto trees = std::make_shared<Trees>();
    trees->width = room.width / static_cast<float>(trace.blocks());
    trees->block = view.block;
    for (int block = 0; block < trace.blocks(); ++block) {
        trees->scenes.push_back(tree(block, {trees->width, top}));
    }
    Scene scene{.width = room.width,
                .height = room.height,
                .background = palette.background,
                .progress = view.progress};
    for (std::size_t k = 0; k < trees->scenes.size(); ++k) add_tree(scene, trees, k);
    Layer rules;
    for (std::size_t k = 1; k < trees->scenes.size(); ++k) {
        rules.lines.push_back({.from = {trees->aside(k), gap},
                               .to = {trees->aside(k), top},
                               .color = palette.rule,
                               .width = 1});
    }
    scene.layers.push_back(std::move(rules));
    add_readings(scene, *trees, all, view.step, top, palette);
    add_answers(scene, trees);
    return scene;
}

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

/// "a.cu · scan<<<8, 64>>> · block 2 of 8": of the tree of one launch.
std::string launch_title(const Trace& trace, Cursor cursor) {
    const Step& step = trace.steps()[static_cast<std::size_t>(cursor.step)];
    const LaunchFacts& launch = trace.launches()[static_cast<std::size_t>(step.launch)];
    const std::int64_t blocks = std::int64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
    std::string title = fmt::format("{} · {}", kernel_title(trace), launch_text(launch));
    if (blocks > 1)
        title += fmt::format(" · block {} of {}", with_commas(cursor.block), with_commas(blocks));
    return title;
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
    const bool of_launch = model->steps != all_steps(trace);
    const std::string block = of_launch ? std::string{} : block_suffix(trace, cursor.block);
    const std::string run = of_launch ? launch_title(trace, cursor) : run_title(trace);
    // Boxes without values look as if there were none yet.
    std::string why;
    if (picture.in_room && picture.dense() && !options.among_blocks)
        why = room.still ? " · too narrow for values" : " · zoom in for values";
    Wording title{run + block + why, at.title_size};
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
            return fit_wording(
                of_launch ? std::vector{run + suffix, run} : run_titles(trace, "", suffix),
                picture.title_width, 11, at.title_size, true);
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
    const ArrayId array = trace.array_of_cell(cursor.step, std::max(options.word, 0));
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
    const SharedTreeModel model = tree_of_step(trace, cursor.block, cursor.step, *known);
    if (model == nullptr || !options.element.empty()) {
        return scene_of_cone(trace, view, cursor, palette, room, options, *known);
    }
    TreePicture drawn = picture_of(trace, cursor, palette, room, model, options);
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

std::string TreeView::why_not(const Trace& trace) {
    return why_nothing(trace);
}

TreeOptions TreeView::ask(const Look& look, Subject& subject) {
    TreeOptions options{.hide_later = look.hide_later, .any_block = !look.block};
    if (subject.trace == nullptr) return options;
    // What was asked of another run this one may not have.
    if (has_element(*subject.trace, look.element)) options.element = look.element;
    options.word = look.selection.word;
    options.thread = look.selection.thread;
    return options;
}

bool TreeView::prepare(const Subject& subject, std::any& kept) {
    const Trace& trace = *subject.trace;
    if (!why_nothing(trace).empty() || subject.at.block >= trace.blocks()) return true;
    bool begun = true;
    const auto known = KeptOfBlock<KnownTree>::in(kept, subject, [&] {
        begun = false;
        return begin_to_know_tree(trace, subject.at.block);
    });
    if (begun) {
        know_tree(trace, subject.at.block, *known);
        Cursor cursor;
        if (find_cursor(trace, subject.at.block, subject.at.step, cursor))
            tree_of_step(trace, cursor.block, cursor.step, *known);
    }
    return begun;
}

Scene TreeView::scene(const Subject& subject, const Options& options, std::any& kept) {
    const Trace& trace = *subject.trace;
    Options whole = options;
    if (why_nothing(trace).empty() && subject.at.block < trace.blocks()) {
        whole.known = KeptOfBlock<KnownTree>::in(
            kept, subject, [&] { return begin_to_know_tree(trace, subject.at.block); });
        know_tree(trace, subject.at.block, *whole.known);
    }
    return tree_scene(trace, subject.at, subject.palette, subject.room, whole);
}

}  // namespace stridescope

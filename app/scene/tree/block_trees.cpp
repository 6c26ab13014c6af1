#include "app/scene/tree/block_trees.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/analysis/grid.h"
#include "app/scene/scene_parts.h"
#include "app/scene/tree/tree_picture.h"
#include "app/scene/type_size.h"

namespace stridescope::scene_parts {
namespace {

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

}  // namespace

bool shows_all_blocks(const Trace& trace, Room room) {
    const float wide = room.still ? least_still_width : least_width;
    const float high = room.still ? least_still_height : least_height;
    return are_few(trace) && room.width >= wide * static_cast<float>(trace.blocks()) &&
           room.height >= high && !readings(trace).empty();
}

Room natural_room_of_blocks(const Trace& trace) {
    if (!are_few(trace)) return {};
    constexpr float wide = 290, row = 46;
    const auto lines = static_cast<float>(readings(trace).size());
    return {.width = wide * static_cast<float>(trace.blocks()),
            .height = row * static_cast<float>(trace.step_count() + 2) + line_height * lines};
}

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

}  // namespace stridescope::scene_parts

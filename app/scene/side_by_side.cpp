#include "app/scene/side_by_side.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "app/analysis/launch_names.h"
#include "app/scene/pane_sight.h"
#include "app/scene/scene_parts.h"
#include "app/scene/type_size.h"

namespace stridescope {
namespace {

constexpr float heading_size = 15, heading_height = 30, gap_between = 16, pad = 12;
/// A smaller picture than this share of the other one is drawn larger.
constexpr float too_small = 0.6F;
/// Above two pictures wider than this the words are larger, to be read when all is scaled down.
constexpr float wide = 2400;

Box moved(Box box, Point by) {
    return {box.x + by.x, box.y + by.y, box.w, box.h};
}

Point moved(Point point, Point by) {
    return {point.x + by.x, point.y + by.y};
}

void move(Layer& layer, Point by) {
    if (layer.clip) layer.clip = moved(*layer.clip, by);
    for (ColorMatrix& grid : layer.matrices) grid.box = moved(grid.box, by);
    for (Rect& rect : layer.rects) rect.box = moved(rect.box, by);
    for (Label& label : layer.labels) label.box = moved(label.box, by);
    const auto shift = [by](Line& line) {
        line.from = moved(line.from, by);
        line.to = moved(line.to, by);
    };
    for (Line& line : layer.lines) shift(line);
    for (LineRun& run : layer.runs) shift(run.line);
}

/// Ready, whatever share of the step's animation is drawn.
void hold_still(Layer& layer) {
    for (Line& line : layer.lines) line.animated = false;
    for (LineRun& run : layer.runs) run.line.animated = false;
}

/// How many times larger a picture is drawn so that it is not lost beside the other one: as large
/// as it has room in the other's height and width.
float growth(const Scene& scene, const Scene& other) {
    if (scene.width <= 0 || scene.height <= 0) return 1;
    const float most = std::min(other.width / scene.width, other.height / scene.height);
    return most * too_small > 1 ? most : 1;
}

Scene grown(Scene scene, float times) {
    if (times <= 1) return scene;
    // On a page nothing scrolls under anything, and nothing is told only when it is near.
    for (Layer& layer : scene.layers) layer.pin = Pin::none;
    scene.detail = {};
    const PaneSight sight{.width = scene.width * times,
                          .height = scene.height * times,
                          .part = Box{0, 0, scene.width, scene.height}};
    return seen_scene(scene, sight);
}

/// The longest of the titles that fits, or the shortest.
Label heading(const std::vector<std::string>& titles, float x, float width, float times,
              const Palette& palette) {
    const float size = heading_size * times, margin = pad * times;
    const auto fits = [&](const std::string& title) {
        return scene_parts::text_extent(title, true) * size + 2 <= width - 2 * margin;
    };
    const auto found = std::ranges::find_if(titles, fits);
    return {.box = {x + margin, 0, width - 2 * margin, heading_height * times},
            .text = found != titles.end() ? *found : titles.back(),
            .color = palette.text,
            .size = size,
            .align = Align::left,
            .bold = true};
}

}  // namespace

RunTitles run_titles(const Trace& left, const Trace& right) {
    scene_parts::RunNames names = scene_parts::distinguishing_names(right, left);
    return {.left = std::move(names.after), .right = std::move(names.before)};
}

Scene side_by_side(Scene left, Scene right, const RunTitles& titles, const Palette& palette,
                   bool right_moves) {
    const float left_grows = growth(left, right), right_grows = growth(right, left);
    left = grown(std::move(left), left_grows);
    right = grown(std::move(right), right_grows);
    Scene both;
    both.background = left.background;
    both.progress = left.progress;
    const float aside = left.width + gap_between;
    both.width = aside + right.width;
    const float times = std::max(both.width / wide, 1.0F), top = heading_height * times;
    both.height = top + std::max(left.height, right.height);
    for (Layer& layer : left.layers) move(layer, {0, top});
    for (Layer& layer : right.layers) {
        move(layer, {aside, top});
        if (!right_moves) hold_still(layer);
    }
    both.layers = std::move(left.layers);
    std::ranges::move(right.layers, std::back_inserter(both.layers));
    Layer words;
    words.lines.push_back({.from = {left.width + gap_between / 2, 0},
                           .to = {left.width + gap_between / 2, both.height},
                           .color = palette.rule});
    words.labels.push_back(heading(titles.left, 0, left.width, times, palette));
    words.labels.push_back(heading(titles.right, aside, right.width, times, palette));
    both.layers.push_back(std::move(words));
    return both;
}

Scene one_below_other(Scene upper, Scene lower, const RunTitles& titles, const Palette& palette,
                      bool lower_moves) {
    constexpr float name_height = 14, name_times = 0.72F;  // of a heading
    Scene both;
    both.background = upper.background;
    both.progress = upper.progress;
    both.width = std::max(upper.width, lower.width);
    const float below = name_height + upper.height;
    both.height = below + name_height + lower.height;
    for (Layer& layer : upper.layers) move(layer, {0, name_height});
    for (Layer& layer : lower.layers) {
        move(layer, {0, below + name_height});
        if (!lower_moves) hold_still(layer);
    }
    both.layers = std::move(upper.layers);
    std::ranges::move(lower.layers, std::back_inserter(both.layers));
    Layer words;
    words.lines.push_back({.from = {0, below}, .to = {both.width, below}, .color = palette.rule});
    for (const auto& [name, y] : {std::pair{&titles.left, 0.0F}, {&titles.right, below}}) {
        Label label = heading(*name, 0, both.width, name_times, palette);
        label.box.y = y;
        label.box.h = name_height;
        words.labels.push_back(std::move(label));
    }
    both.layers.push_back(std::move(words));
    return both;
}

namespace scene_parts {
namespace {

/// "one, two", or as many of the parts as `most`.
std::string joined(const std::vector<std::string>& parts, std::size_t most) {
    std::string text;
    for (std::size_t i = 0; i < parts.size() && i < most; ++i) {
        text += (i > 0 ? " · " : "") + parts[i];
    }
    return text;
}

/// What the text itself defines the knob as; empty: nothing.
std::string written(const std::string& text, const std::string& name) {
    const std::string define = fmt::format("\n#define {} ", name);
    const std::size_t at = text.find(define);
    if (at == std::string::npos) return {};
    const std::size_t begin = at + define.size();
    return text.substr(begin, text.find_first_of(" \n", begin) - begin);
}

/// What the knob is set to, else what the text says.
std::string knob_value(const Trace& trace, const std::string& name) {
    const auto& settings = trace.experiment().text.defines;
    const auto found = std::ranges::find(settings, name, &Setting::first);
    return found != settings.end() ? found->second : written(trace.text(), name);
}

/// "PAD = 1".
std::string knob_text(const Trace& trace, const std::string& name) {
    const std::string value = knob_value(trace, name);
    return value.empty() ? name + " as written" : fmt::format("{} = {}", name, value);
}

/// Whether the knob means something in the run's text, and is no other name for another knob.
bool has_knob(const Trace& trace, const std::string& name) {
    const std::string value = knob_value(trace, name);
    return !value.empty() && written(trace.text(), value).empty();
}

/// The names of all knobs that one of the two sets, each once.
std::vector<std::string> knobs_of(const Trace& before, const Trace& after) {
    std::vector<std::string> names;
    for (const Trace* trace : {&before, &after}) {
        for (const auto& [name, value] : trace->experiment().text.defines) {
            if (std::ranges::find(names, name) == names.end()) names.push_back(name);
        }
    }
    return names;
}

/// The launch without the kernel's name.
std::string launch_shape(const Trace& trace) {
    const std::string text = launches_text(trace);
    const std::size_t at = text.find("<<<");
    return at == std::string::npos ? text : text.substr(at);
}

/// "A random:3".
std::string arguments_text(const Trace& trace) {
    std::string text;
    for (const auto& [name, value] : trace.experiment().text.arguments) {
        const bool given = value.starts_with("values:");
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name,
                            given ? "of typed numbers" : value);
    }
    return text.empty() ? "arrays as written" : text;
}

}  // namespace

RunNames distinguishing_names(const Trace& before, const Trace& after) {
    std::vector<std::string> was, is;
    const auto tell = [&](auto text_of_run) {
        std::string a = text_of_run(before), b = text_of_run(after);
        if (a == b) return;
        was.push_back(std::move(a));
        is.push_back(std::move(b));
    };
    tell([](const Trace& t) { return kernel_title(t); });
    // Beside another title another kernel's name, and knobs that the other one lacks, tell nothing
    // more.
    const bool same_kernel = kernel_title(before) == kernel_title(after);
    for (const std::string& name : knobs_of(before, after)) {
        if (same_kernel || (has_knob(before, name) && has_knob(after, name)))
            tell([&](const Trace& t) { return knob_text(t, name); });
    }
    if (same_kernel) {
        tell(launches_text);
    } else {
        tell(launch_shape);
    }
    tell(arguments_text);
    tell([](const Trace& t) { return text_of(t.experiment().schedule); });
    tell([](const Trace& t) { return counted(t.experiment().sms, "SM"); });
    tell([](const Trace& t) { return counted(t.experiment().resident, "resident block"); });
    tell([](const Trace& t) { return counted(t.blocks(), "recorded block"); });
    tell([](const Trace& t) { return t.device_words(); });
    if (was.empty() && before.text() != after.text()) {
        was = {"the other version"};
        is = {"this version"};
    }
    if (was.empty()) {
        was = {"the same run"};
        is = {"this run"};
    }
    RunNames names;
    for (const std::size_t most : {was.size(), std::size_t{3}, std::size_t{2}, std::size_t{1}}) {
        if (most > was.size()) continue;
        names.before.push_back(joined(was, most));
        names.after.push_back(joined(is, most));
    }
    return names;
}

}  // namespace scene_parts

}  // namespace stridescope

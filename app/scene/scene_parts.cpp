#include "app/scene/scene_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/analysis/launch_names.h"
#include "app/scene/type_size.h"

namespace stridescope::scene_parts {

std::string counted(std::int64_t count, std::string_view noun) {
    return fmt::format("{} {}{}", with_commas(count), noun, count == 1 ? "" : "s");
}

std::string threads_text(const std::vector<int>& threads) {
    switch (threads.size()) {
        case 0: return "no thread";
        case 1: return fmt::format("thread {}", threads[0]);
        case 2: return fmt::format("threads {} and {}", threads[0], threads[1]);
        case 3: return fmt::format("threads {}, {} and {}", threads[0], threads[1], threads[2]);
        default: break;
    }
    return fmt::format("threads {}, {} and {} more", threads[0], threads[1], threads.size() - 2);
}

std::string kernel_title(const Trace& trace) {
    return trace.facts().title;
}

std::string run_title(const Trace& trace) {
    std::string title = fmt::format("{} · {}", kernel_title(trace), launches_text(trace));
    for (const auto& [name, value] : trace.experiment().text.defines) {
        if (name == "PADDING" || name == "PAD") title += fmt::format(" · {} = {}", name, value);
    }
    return title;
}

std::string block_suffix(const Trace& trace, int block) {
    if (trace.grid() <= 1) return {};
    return fmt::format(" · block {} of {}", with_commas(block), with_commas(trace.grid()));
}

std::string way_text(int degree) {
    return fmt::format("{}-way", degree);
}

bool find_cursor(const Trace& trace, int block, int step, Cursor& cursor) {
    if (trace.blocks() == 0 || trace.step_count() == 0) return false;
    cursor.block = std::clamp(block, 0, trace.blocks() - 1);
    cursor.step = std::clamp(step, 0, trace.step_count() - 1);
    return true;
}

namespace {

/// The words in lines of at most this extent; a word that is longer has one of its own.
std::vector<std::string> lines_within(std::string_view text, float extent) {
    std::vector<std::string> lines{1};
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(word.size() + 1, text.size()));
        std::string longer =
            lines.back().empty() ? std::string{word} : fmt::format("{} {}", lines.back(), word);
        if (lines.back().empty() || text_extent(longer) <= extent) {
            lines.back() = std::move(longer);
        } else {
            lines.emplace_back(word);
        }
    }
    return lines;
}

}  // namespace

Scene message_scene(std::string text, const Palette& palette, Room room) {
    constexpr float largest = 16, least_line_type = 13, leading = 1.35F, narrowest = 160,
                    margin = 8;
    Scene scene;
    scene.width = room.given() ? std::max(room.width, narrowest) : 640;
    scene.height = room.given() ? std::max(room.height, 2 * least_type) : 120;
    scene.background = palette.background;
    // In a narrow room several lines are read better than one in small type.
    const float width = scene.width - 2 * margin, extent = text_extent(text);
    float size = type_for(extent, width, largest);
    if (size < least_line_type) size = largest;
    std::vector<std::string> lines = lines_within(text, width / size);
    const auto fits = [&] {
        return static_cast<float>(lines.size()) * size * leading <= scene.height &&
               std::ranges::all_of(lines, [&](const std::string& line) {
                   return label_width(line, size) <= scene.width;
               });
    };
    while (!fits() && size > least_type) {
        size = std::max(size - 0.5F, least_type);
        lines = lines_within(text, width / size);
    }
    // All about as long: the last one is no single word.
    const std::size_t count = lines.size();
    for (float share = extent / static_cast<float>(count); share < width / size; share += 1) {
        std::vector<std::string> even = lines_within(text, share);
        if (even.size() > count) continue;
        lines = std::move(even);
        break;
    }
    scene.nothing = std::move(text);
    const float line_h = size * leading;
    scene.height = std::max(scene.height, line_h * static_cast<float>(lines.size()));
    float y = (scene.height - line_h * static_cast<float>(lines.size())) / 2;
    Layer& layer = scene.layers.emplace_back();
    for (std::string& line : lines) {
        layer.labels.push_back({.box = {0, y, scene.width, line_h},
                                .text = std::move(line),
                                .color = palette.faint_text,
                                .size = size});
        y += line_h;
    }
    return scene;
}

void add_label(Layer& layer, const Box& box, std::string text, Rgba color, float size, Align align,
               bool bold, bool mono) {
    layer.labels.push_back({.box = box,
                            .text = std::move(text),
                            .color = color,
                            .size = size,
                            .align = align,
                            .bold = bold,
                            .mono = mono});
}

int text_length(std::string_view text) {
    return static_cast<int>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

float text_width(std::string_view text, float size) {
    return static_cast<float>(text_length(text)) * size * 0.62F + 4;
}

}  // namespace stridescope::scene_parts

#include "app/scene/scene_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

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

Scene message_scene(std::string text, const Palette& palette, Room room) {
    Scene scene;
    scene.width = room.given() ? std::max(room.width, label_width(text, least_type)) : 640;
    scene.height = room.given() ? std::max(room.height, 2 * least_type) : 120;
    scene.background = palette.background;
    scene.nothing = text;
    const float size = type_for(text_extent(text), scene.width, 16);
    scene.layers.emplace_back().labels.push_back({.box = {0, 0, scene.width, scene.height},
                                                  .text = std::move(text),
                                                  .color = palette.faint_text,
                                                  .size = size});
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

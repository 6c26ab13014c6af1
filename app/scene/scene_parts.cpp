#include "app/scene/scene_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/analysis/launch_text.h"
#include "app/scene/type_size.h"

namespace stridescope::scene_parts {

std::string with_commas(std::int64_t value) {
    std::string digits = fmt::format("{}", value);
    const std::ptrdiff_t first = value < 0 ? 1 : 0;
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > first; at -= 3) {
        digits.insert(digits.begin() + at, ',');
    }
    return digits;
}

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

std::string padding_text(const Trace& trace) {
    const Padding padding = trace.experiment().padding;
    const std::string& real = trace.facts().padding;
    if (real == "every16") return "one word of padding every 16";
    if (padding != Padding::none && real == name_of(Padding::none)) {
        return "padding declared, not used";
    }
    return padding_text(padding);
}

std::string padding_text(Padding padding) {
    switch (padding) {
        case Padding::none: return "no padding";
        case Padding::every32: return "one word of padding every 32";
        case Padding::two_level: return "two-level padding";
        case Padding::xor_swizzle: break;
    }
    return "XOR swizzle";
}

std::string operation_title(const Trace& trace) {
    const Experiment& e = trace.experiment();
    return fmt::format("{} {}{}", name_of(e.type), name_of(e.op),
                       e.scan == Scan::exclusive ? " exclusive" : "");
}

std::string shape_title(const Trace& trace) {
    if (trace.is_text()) {
        return fmt::format("{} · {}", kernel_title(trace), launches_text(trace));
    }
    const Shape& shape = trace.shape();
    std::string title =
        fmt::format("{} · {} per block", kernel_title(trace), counted(shape.threads, "thread"));
    if (shape.coarsen > 1) title += fmt::format(" · {} elements each", shape.coarsen);
    return title + fmt::format(" · N {} · {}", with_commas(trace.n()), operation_title(trace));
}

std::string run_title(const Trace& trace) {
    if (trace.is_text()) return shape_title(trace);
    return fmt::format("{} · {}", shape_title(trace), padding_text(trace));
}

bool differ_in_layout_only(const Trace& a, const Trace& b) {
    if (a.is_text() || b.is_text()) return false;
    const Experiment &x = a.experiment(), &y = b.experiment();
    // A trace that was opened knows its numbers; the file that they came from may be gone.
    return x.kernel == y.kernel && x.block == y.block && x.coarsen == y.coarsen &&
           x.type == y.type && x.op == y.op && x.scan == y.scan && x.schedule == y.schedule &&
           x.sms == y.sms && x.resident == y.resident && a.device() == b.device() &&
           a.blocks() == b.blocks() && a.n() == b.n() &&
           (x.input == y.input || a.input() == b.input());
}

std::string block_suffix(const Trace& trace, int block) {
    if (trace.grid() <= 1) return {};
    return fmt::format(" · block {} of {}", with_commas(block), with_commas(trace.grid()));
}

std::string way_text(int degree) {
    return fmt::format("{}-way", degree);
}

int elements_of_block(const Trace& trace, int block) {
    const std::int64_t section = trace.shape().section;
    return static_cast<int>(
        std::clamp<std::int64_t>(trace.n() - trace.first_element(block), 0, section));
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

// What the views have in common: wording, colours derived from the palette, and small shapes.
// Internal to app/scene.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/analysis/number_text.h"
#include "app/scene/scene.h"
#include "app/trace/trace.h"

namespace stridescope::scene_parts {

/// The colour at a share of its strength over the background; as opaque as it was.
inline Rgba fade(Rgba color, Rgba background, float strength) {
    background.a = color.a;
    return mix(background, color, strength);
}

inline Rgba with_alpha(Rgba color, float alpha) {
    color.a = static_cast<std::uint8_t>(alpha * 255 + 0.5F);
    return color;
}

/// What a line's hotspot is called: of included texts no two lines are of one number either.
inline SpotName line_spot(SourceLine line) {
    constexpr int beyond_lines = 100'000;
    if (line.file == 0) return {"line", line.line};
    return {"included_line", line.file * beyond_lines + line.line};
}

inline bool is_integer(ElementType type) {
    return !is_real(type);
}

using stridescope::with_commas;

/// "1 request", "2 requests", "1,234 requests".
std::string counted(std::int64_t count, std::string_view noun);

/// "thread 3", "threads 3 and 7", "threads 3, 7 and 5 more".
std::string threads_text(const std::vector<int>& threads);

/// "Brent–Kung".
std::string kernel_title(const Trace& trace);

/// "Brent–Kung · brent_kung<<<1, 1,024>>> · PADDING = every32".
std::string run_title(const Trace& trace);

/// " · block 3 of 8", counted from 0 like blockIdx; empty where there is but one.
std::string block_suffix(const Trace& trace, int block);

/// "4-way".
std::string way_text(int degree);

/// Whether there is a step to draw; `block` and `step` clamped to what the trace has.
struct Cursor {
    int block = 0, step = 0;
};
bool find_cursor(const Trace& trace, int block, int step, Cursor& cursor);

/// A scene with one sentence, for a trace that has nothing to draw.
Scene message_scene(std::string text, const Palette& palette, Room room);

/// Adds a line of text in a box.
void add_label(Layer& layer, const Box& box, std::string text, Rgba color, float size, Align align,
               bool bold = false, bool mono = false);

/// Width of a label's box that surely holds the text, from a cautious width per character.
float text_width(std::string_view text, float size);
/// Characters in UTF-8.
int text_length(std::string_view text);

}  // namespace stridescope::scene_parts

// The window's look: colours by role, one spacing grid, fonts. Light, dark, for a projector.
#pragma once

#include <imgui.h>

#include <cstdint>

#include "app/canvas/font_set.h"
#include "app/scene/scene.h"
#include "app/session/app_state.h"

namespace stridescope {

/// The opaque colour 0xRRGGBB.
constexpr Rgba rgb(std::uint32_t hex) {
    return {static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8 & 0xFF),
            static_cast<std::uint8_t>(hex & 0xFF), 255};
}

constexpr ImU32 packed(Rgba c) {
    return IM_COL32(c.r, c.g, c.b, c.a);
}

/// The pictures' colours in this theme.
const Palette& palette_of(Theme theme);

/// Colours of what is not a picture.
struct UiColors {
    Rgba window, panel, raised, line, text, faint, disabled;
    Rgba accent, on_accent;
    Rgba good, bad, warn;
    static const UiColors& of(Theme theme);
};

/// ImGui's fonts, all of one scale.
struct UiFonts {
    ImFont* regular = nullptr;
    ImFont* bold = nullptr;
    ImFont* mono = nullptr;
    ImFont* small = nullptr;
    ImFont* title = nullptr;
};

/// Sizes in pixels at scale 1; everything is a multiple of the grid. Type sizes are ImGui's: from
/// the top of the highest letter to the bottom of the lowest, about 1.2 times the usual size.
namespace metric {
inline constexpr float grid = 4;
inline constexpr float text = 18, small_text = 16, title_text = 22;
/// The smallest window that everything has a place in.
inline constexpr float least_width = 800, least_height = 500;
/// The narrowest window in which one pane at a time has a place.
inline constexpr float least_narrow = 360;
}  // namespace metric

/// `wanted`, or as much of it as leaves everything a place in a window of so many pixels; never
/// less than `least`, the screen's own scale.
float fitting_scale(float wanted, float least, float width, float height);

/// Whether a window of so many pixels, on a screen of that scale, has room for one pane at a time:
/// a telephone's, a tablet's upright, a strip beside another window.
bool is_narrow(float own, float width, float height);

/// Sets ImGui's colours, roundings and paddings.
void apply_style(Theme theme, float scale);

/// (Re)builds ImGui's font atlas for the scale. Without `fonts` it is ImGui's builtin font; that
/// one's bytes are then put into `fonts`, so that the canvas can write, too.
UiFonts load_fonts(FontSet& fonts, float scale);

}  // namespace stridescope

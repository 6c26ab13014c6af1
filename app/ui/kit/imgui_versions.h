// What differs between the versions of Dear ImGui, from 1.86 on: asked here, and nowhere else.
#pragma once

#include <imgui.h>

namespace stridescope::imgui {

// --- Fonts ---
/// The size that a font was loaded in, in pixels.
float size_of(const ImFont& font);
/// How far the pen goes on after a letter of that size.
float advance_of(ImFont& font, ImWchar letter);
/// The font in the size that it was loaded in, until ImGui::PopFont().
void push_font(ImFont* font);
/// How wide lines of text may be that are drawn now; 0: they are not wrapped.
float wrap_width();
/// Where a line of that width ends, in the font and size of now.
const char* end_of_line(const char* begin, const char* end, float width);
/// While it lives, what is pasted is one line: ends of lines and tabs become blanks. A field of one
/// line would leave them out, and make one number of a sheet's column.
class PasteInOneLine {
  public:
    PasteInOneLine();
    ~PasteInOneLine();
    PasteInOneLine(const PasteInOneLine&) = delete;
    PasteInOneLine& operator=(const PasteInOneLine&) = delete;
};
/// ImGui's own font, which AddFontDefault() has put into the atlas.
const ImFontConfig& source_of(const ImFontAtlas& atlas);
/// All fonts have been added. Later versions draw a letter when it is first written.
void build_fonts(ImFontAtlas& atlas);
/// The fonts are other ones than when the renderer began.
void upload_fonts();

// --- What is drawn ---
/// ImGui's own renderer, in the OpenGL context that is current.
void begin_renderer(const char* glsl_version);
/// The texture of that name in OpenGL, as ImDrawList takes it.
#if IMGUI_VERSION_NUM >= 19200
using Texture = ImTextureRef;
#else
using Texture = ImTextureID;
#endif
Texture texture_of(unsigned name);
/// Uploads letters that were written for the first time. Returns whether they all lie elsewhere
/// now: what is compared with an earlier frame is to be drawn anew.
bool upload_textures(const ImDrawData& data);
/// The command as it can be kept when ImGui has let go of its textures.
ImDrawCmd kept(const ImDrawCmd& command);
/// The list leaves out what is not seen, but not this row.
void keep_row(ImGuiListClipper& clipper, int row);

// --- Events: keys and buttons are GLFW's ---
/// What is told between two frames is all told in the second one.
void begin_events();
void put_key(int key, bool down);
/// GLFW_MOD_…
void put_modifiers(int modifiers);
void put_wheel(double x, double y);
void put_pointer(double x, double y);
/// It is nowhere in the window.
void lose_pointer();
void put_button(int button, bool down);
/// Enter presses what keys have walked to in this frame.
void press_by_enter();
bool is_pressed(ImGuiKey key);
/// Scrolls what lies under the pointer and scrolls, or holds what does, by so many pixels: a
/// finger draws it along.
void scroll_hovered(ImVec2 by);
/// The pointer is on the bar that scrolls a window.
bool scroll_bar_hovered();

}  // namespace stridescope::imgui

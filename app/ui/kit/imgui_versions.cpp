#include "app/ui/kit/imgui_versions.h"

#include <imgui_impl_opengl3.h>
#include <imgui_internal.h>
#if defined(__linux__)
#include <dlfcn.h>
#endif

#include <array>
#include <cfloat>
#include <cstdint>
#include <string>
#define GLFW_INCLUDE_NONE  // its names of the keys alone
#include <GLFW/glfw3.h>

namespace stridescope::imgui {
namespace {

struct NamedKey {
    ImGuiKey name;
    int key;
};

/// Those that ImGui's fields, lists and menus answer to.
constexpr std::array named_keys {
    NamedKey{ImGuiKey_Tab, GLFW_KEY_TAB}, NamedKey{ImGuiKey_LeftArrow, GLFW_KEY_LEFT},
        NamedKey{ImGuiKey_RightArrow, GLFW_KEY_RIGHT}, NamedKey{ImGuiKey_UpArrow, GLFW_KEY_UP},
        NamedKey{ImGuiKey_DownArrow, GLFW_KEY_DOWN}, NamedKey{ImGuiKey_PageUp, GLFW_KEY_PAGE_UP},
        NamedKey{ImGuiKey_PageDown, GLFW_KEY_PAGE_DOWN}, NamedKey{ImGuiKey_Home, GLFW_KEY_HOME},
        NamedKey{ImGuiKey_End, GLFW_KEY_END}, NamedKey{ImGuiKey_Insert, GLFW_KEY_INSERT},
        NamedKey{ImGuiKey_Delete, GLFW_KEY_DELETE},
        NamedKey{ImGuiKey_Backspace, GLFW_KEY_BACKSPACE}, NamedKey{ImGuiKey_Space, GLFW_KEY_SPACE},
        NamedKey{ImGuiKey_Enter, GLFW_KEY_ENTER}, NamedKey{ImGuiKey_Escape, GLFW_KEY_ESCAPE},
#if IMGUI_VERSION_NUM >= 18700
        NamedKey{ImGuiKey_KeypadEnter, GLFW_KEY_KP_ENTER},
#else
        NamedKey{ImGuiKey_KeyPadEnter, GLFW_KEY_KP_ENTER},
#endif
        NamedKey{ImGuiKey_A, GLFW_KEY_A}, NamedKey{ImGuiKey_C, GLFW_KEY_C},
        NamedKey{ImGuiKey_V, GLFW_KEY_V}, NamedKey{ImGuiKey_X, GLFW_KEY_X},
        NamedKey{ImGuiKey_Y, GLFW_KEY_Y}, NamedKey{ImGuiKey_Z, GLFW_KEY_Z},
};

#if IMGUI_VERSION_NUM >= 19110
using Clipboard = const char* (*)(ImGuiContext*);
Clipboard& clipboard() {
    return ImGui::GetPlatformIO().Platform_GetClipboardTextFn;
}
#else
using Clipboard = const char* (*)(void*);
Clipboard& clipboard() {
    return ImGui::GetIO().GetClipboardTextFn;
}
#endif
Clipboard whole_clipboard = nullptr;

template <class Context>
const char* in_one_line(Context* context) {
    static std::string line;
    const char* text = whole_clipboard != nullptr ? whole_clipboard(context) : nullptr;
    if (text == nullptr) return nullptr;
    line = text;
    while (line.ends_with('\n') || line.ends_with('\r')) line.pop_back();
    for (char& c : line) {
        if (c == '\n' || c == '\r' || c == '\t') c = ' ';
    }
    return line.c_str();
}

}  // namespace

PasteInOneLine::PasteInOneLine() {
    whole_clipboard = clipboard();
    clipboard() = in_one_line;
}

PasteInOneLine::~PasteInOneLine() {
    clipboard() = whole_clipboard;
}

float size_of(const ImFont& font) {
#if IMGUI_VERSION_NUM >= 19200
    return font.LegacySize;
#else
    return font.FontSize;
#endif
}

float advance_of(ImFont& font, ImWchar letter) {
#if IMGUI_VERSION_NUM >= 19200
    return font.GetFontBaked(font.LegacySize)->GetCharAdvance(letter);
#else
    return font.GetCharAdvance(letter);
#endif
}

void push_font(ImFont* font) {
#if IMGUI_VERSION_NUM >= 19200
    ImGui::PushFont(font, font->LegacySize);
#else
    ImGui::PushFont(font);
#endif
}

float wrap_width() {
    const ImGuiWindow& window = *ImGui::GetCurrentWindow();
    if (window.DC.TextWrapPos < 0) return 0;
    return ImGui::CalcWrapWidthForPos(window.DC.CursorPos, window.DC.TextWrapPos);
}

const char* end_of_line(const char* begin, const char* end, float width) {
    const ImFont& font = *ImGui::GetFont();
#if IMGUI_VERSION_NUM >= 19200
    return const_cast<ImFont&>(font).CalcWordWrapPosition(ImGui::GetFontSize(), begin, end, width);
#else
    return font.CalcWordWrapPositionA(ImGui::GetFontSize() / font.FontSize, begin, end, width);
#endif
}

const ImFontConfig& source_of(const ImFontAtlas& atlas) {
#if IMGUI_VERSION_NUM >= 19200
    return atlas.Sources[0];
#else
    return atlas.ConfigData[0];
#endif
}

void build_fonts([[maybe_unused]] ImFontAtlas& atlas) {
#if IMGUI_VERSION_NUM < 19200
    atlas.Build();
#endif
}

void upload_fonts() {
#if IMGUI_VERSION_NUM < 19200
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
#endif
}

void begin_renderer(const char* glsl_version) {
#if IMGUI_VERSION_NUM >= 19220 && IMGUI_VERSION_NUM < 19260 && defined(__linux__)
    // Their loader lets go of OpenGL when a renderer ends, and does not look for it again when the
    // next one begins (ImGui's issue 9112): it has to stay.
    static const bool held = dlopen("libOpenGL.so.0", RTLD_NOW | RTLD_LOCAL) != nullptr ||
                             dlopen("libGL.so.1", RTLD_NOW | RTLD_LOCAL) != nullptr;
    (void)held;
#endif
    ImGui_ImplOpenGL3_Init(glsl_version);
}

Texture texture_of(unsigned name) {
#if IMGUI_VERSION_NUM >= 19200
    return ImTextureID{name};
#else
    return reinterpret_cast<ImTextureID>(std::uintptr_t{name});
#endif
}

bool upload_textures([[maybe_unused]] const ImDrawData& data) {
    bool others = false;
#if IMGUI_VERSION_NUM >= 19200
    if (data.Textures == nullptr) return false;
    for (ImTextureData* const texture : *data.Textures) {
        if (texture->Status == ImTextureStatus_OK) continue;
        others = others || texture->Status == ImTextureStatus_WantCreate;
        ImGui_ImplOpenGL3_UpdateTexture(texture);
    }
#endif
    return others;
}

ImDrawCmd kept(const ImDrawCmd& command) {
    ImDrawCmd copy = command;
#if IMGUI_VERSION_NUM >= 19200
    copy.TexRef = command.GetTexID();
#endif
    return copy;
}

void keep_row(ImGuiListClipper& clipper, int row) {
#if IMGUI_VERSION_NUM >= 18990
    clipper.IncludeItemsByIndex(row, row + 1);
#else
    clipper.ForceDisplayRangeByIndices(row, row + 1);
#endif
}

void begin_events() {
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18700
    io.ConfigInputTrickleEventQueue = false;
#else
    for (const NamedKey& named : named_keys) io.KeyMap[named.name] = named.key;
#endif
}

void put_key(int key, bool down) {
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18700
    for (const NamedKey& named : named_keys) {
        if (named.key == key) io.AddKeyEvent(named.name, down);
    }
#else
    if (key >= 0 && key < IM_ARRAYSIZE(io.KeysDown)) io.KeysDown[key] = down;
#endif
}

void put_modifiers(int modifiers) {
    ImGuiIO& io = ImGui::GetIO();
    const bool control = (modifiers & GLFW_MOD_CONTROL) != 0;
    const bool shift = (modifiers & GLFW_MOD_SHIFT) != 0;
    const bool alt = (modifiers & GLFW_MOD_ALT) != 0;
    const bool super = (modifiers & GLFW_MOD_SUPER) != 0;
#if IMGUI_VERSION_NUM >= 18900
    io.AddKeyEvent(ImGuiMod_Ctrl, control);
    io.AddKeyEvent(ImGuiMod_Shift, shift);
    io.AddKeyEvent(ImGuiMod_Alt, alt);
    io.AddKeyEvent(ImGuiMod_Super, super);
#elif IMGUI_VERSION_NUM >= 18700
    io.AddKeyEvent(ImGuiKey_ModCtrl, control);
    io.AddKeyEvent(ImGuiKey_ModShift, shift);
    io.AddKeyEvent(ImGuiKey_ModAlt, alt);
    io.AddKeyEvent(ImGuiKey_ModSuper, super);
#else
    io.KeyCtrl = control;
    io.KeyShift = shift;
    io.KeyAlt = alt;
    io.KeySuper = super;
#endif
}

void put_wheel(double x, double y) {
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18700
    io.AddMouseWheelEvent(static_cast<float>(x), static_cast<float>(y));
#else
    io.MouseWheelH += static_cast<float>(x);
    io.MouseWheel += static_cast<float>(y);
#endif
}

void put_pointer(double x, double y) {
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18700
    io.AddMousePosEvent(static_cast<float>(x), static_cast<float>(y));
#else
    io.MousePos = {static_cast<float>(x), static_cast<float>(y)};
#endif
}

void lose_pointer() {
    put_pointer(-FLT_MAX, -FLT_MAX);
}

void put_button(int button, bool down) {
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18700
    io.AddMouseButtonEvent(button, down);
#else
    io.MouseDown[button] = down;
#endif
}

void press_by_enter() {
#if IMGUI_VERSION_NUM < 18700  // later ones do so by themselves
    if (!ImGui::IsKeyDown(ImGui::GetKeyIndex(ImGuiKey_Enter))) return;
    ImGui::GetIO().NavInputs[ImGuiNavInput_Activate] = 1;
#endif
}

bool is_pressed(ImGuiKey key) {
#if IMGUI_VERSION_NUM >= 18700
    return ImGui::IsKeyPressed(key);
#else
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key));
#endif
}

void scroll_hovered(ImVec2 by) {
    ImGuiWindow* window = GImGui->HoveredWindow;
    // What cannot go on that way hands it to what holds it, as with the wheel.
    const auto scrolls = [&by](const ImGuiWindow& each) {
        return (each.ScrollMax.y > 0 && by.y != 0) || (each.ScrollMax.x > 0 && by.x != 0);
    };
    while (window != nullptr && !scrolls(*window)) {
        if ((window->Flags & ImGuiWindowFlags_ChildWindow) == 0) return;
        window = window->ParentWindow;
    }
    if (window == nullptr) return;
    if (by.y != 0) ImGui::SetScrollY(window, window->Scroll.y - by.y);
    if (by.x != 0 && window->ScrollMax.x > 0) ImGui::SetScrollX(window, window->Scroll.x - by.x);
}

bool scroll_bar_hovered() {
    ImGuiWindow* const window = GImGui->HoveredWindow;
    if (window == nullptr || GImGui->HoveredId == 0) return false;
    return GImGui->HoveredId == ImGui::GetWindowScrollbarID(window, ImGuiAxis_Y) ||
           GImGui->HoveredId == ImGui::GetWindowScrollbarID(window, ImGuiAxis_X);
}

}  // namespace stridescope::imgui

#include "app/ui/window/imgui_backend.h"

#include <emscripten/emscripten.h>
#include <imgui.h>

#include <string>

namespace stridescope::imgui_backend {
namespace {

double last_frame = 0;
ImGuiMouseCursor shown_cursor = ImGuiMouseCursor_Arrow;
std::string clip;

/// The page keeps what was copied here, and gives it to the system's clipboard, which may refuse.
void copy(void*, const char* text) {
    clip = text;
    EM_ASM({ stridescopePage.copy(UTF8ToString($0)); }, text);
}

const char* paste(void*) {
    const char* const text = emscripten_run_script_string("stridescopePage.clip");
    if (text != nullptr) clip = text;
    return clip.c_str();
}

/// As CSS calls it.
const char* name_of(ImGuiMouseCursor cursor) {
    switch (cursor) {
        case ImGuiMouseCursor_None: return "none";
        case ImGuiMouseCursor_TextInput: return "text";
        case ImGuiMouseCursor_ResizeAll: return "move";
        case ImGuiMouseCursor_ResizeNS: return "ns-resize";
        case ImGuiMouseCursor_ResizeEW: return "ew-resize";
        case ImGuiMouseCursor_ResizeNESW: return "nesw-resize";
        case ImGuiMouseCursor_ResizeNWSE: return "nwse-resize";
        case ImGuiMouseCursor_Hand: return "pointer";
        case ImGuiMouseCursor_NotAllowed: return "not-allowed";
        default: return "default";
    }
}

void show_cursor() {
    const ImGuiMouseCursor cursor = ImGui::GetMouseCursor();
    if (cursor == shown_cursor) return;
    shown_cursor = cursor;
    EM_ASM({ document.getElementById('canvas').style.cursor = UTF8ToString($0); }, name_of(cursor));
}

}  // namespace

void begin(Window&) {
    ImGuiIO& io = ImGui::GetIO();
    io.BackendPlatformName = "browser";
    io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
    io.SetClipboardTextFn = copy;
    io.GetClipboardTextFn = paste;
    last_frame = emscripten_get_now();
}

void end() {}

void new_frame(Window& window) {
    ImGuiIO& io = ImGui::GetIO();
    const Window::Size size = window.size(), pixels = window.framebuffer();
    io.DisplaySize = {static_cast<float>(size.width), static_cast<float>(size.height)};
    if (size.width > 0 && size.height > 0) {
        io.DisplayFramebufferScale = {
            static_cast<float>(pixels.width) / static_cast<float>(size.width),
            static_cast<float>(pixels.height) / static_cast<float>(size.height)};
    }
    const double now = emscripten_get_now();
    io.DeltaTime = now > last_frame ? static_cast<float>((now - last_frame) / 1000) : 1.0F / 60;
    last_frame = now;
    show_cursor();
}

void tell_focus(Window&, bool focused) {
    ImGui::GetIO().AddFocusEvent(focused);
}

void tell_enter(Window&, bool) {}

}  // namespace stridescope::imgui_backend

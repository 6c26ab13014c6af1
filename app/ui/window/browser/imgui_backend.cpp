#include "app/ui/window/imgui_backend.h"

#include <emscripten/emscripten.h>
#include <imgui.h>
#define GLFW_INCLUDE_NONE  // its names of the keys alone
#include <GLFW/glfw3.h>

#include <array>
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
    struct Pair {
        ImGuiKey imgui;
        int key;
    };
    for (const Pair& pair : {Pair{ImGuiKey_Tab, GLFW_KEY_TAB},
                             Pair{ImGuiKey_LeftArrow, GLFW_KEY_LEFT},
                             Pair{ImGuiKey_RightArrow, GLFW_KEY_RIGHT},
                             Pair{ImGuiKey_UpArrow, GLFW_KEY_UP},
                             Pair{ImGuiKey_DownArrow, GLFW_KEY_DOWN},
                             Pair{ImGuiKey_PageUp, GLFW_KEY_PAGE_UP},
                             Pair{ImGuiKey_PageDown, GLFW_KEY_PAGE_DOWN},
                             Pair{ImGuiKey_Home, GLFW_KEY_HOME},
                             Pair{ImGuiKey_End, GLFW_KEY_END},
                             Pair{ImGuiKey_Insert, GLFW_KEY_INSERT},
                             Pair{ImGuiKey_Delete, GLFW_KEY_DELETE},
                             Pair{ImGuiKey_Backspace, GLFW_KEY_BACKSPACE},
                             Pair{ImGuiKey_Space, GLFW_KEY_SPACE},
                             Pair{ImGuiKey_Enter, GLFW_KEY_ENTER},
                             Pair{ImGuiKey_Escape, GLFW_KEY_ESCAPE},
                             Pair{ImGuiKey_KeyPadEnter, GLFW_KEY_KP_ENTER},
                             Pair{ImGuiKey_A, GLFW_KEY_A},
                             Pair{ImGuiKey_C, GLFW_KEY_C},
                             Pair{ImGuiKey_V, GLFW_KEY_V},
                             Pair{ImGuiKey_X, GLFW_KEY_X},
                             Pair{ImGuiKey_Y, GLFW_KEY_Y},
                             Pair{ImGuiKey_Z, GLFW_KEY_Z}}) {
        io.KeyMap[pair.imgui] = pair.key;
    }
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

void tell(Window&, const InputEvent& event) {
    using Kind = InputEvent::Kind;
    ImGuiIO& io = ImGui::GetIO();
    switch (event.kind) {
        case Kind::key:
            if (event.code >= 0 && event.code < IM_ARRAYSIZE(io.KeysDown)) {
                io.KeysDown[event.code] = event.action != GLFW_RELEASE;
            }
            io.KeyCtrl = (event.mods & GLFW_MOD_CONTROL) != 0;
            io.KeyShift = (event.mods & GLFW_MOD_SHIFT) != 0;
            io.KeyAlt = (event.mods & GLFW_MOD_ALT) != 0;
            io.KeySuper = (event.mods & GLFW_MOD_SUPER) != 0;
            break;
        case Kind::character: io.AddInputCharacter(event.codepoint); break;
        case Kind::wheel:
            io.MouseWheelH += static_cast<float>(event.x);
            io.MouseWheel += static_cast<float>(event.y);
            break;
        case Kind::focus: io.AddFocusEvent(event.code != 0); break;
        case Kind::button:
        case Kind::move:
        case Kind::enter: break;  // InputFeed::settle tells where the pointer is
    }
}

}  // namespace stridescope::imgui_backend

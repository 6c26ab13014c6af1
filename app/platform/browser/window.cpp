#include "app/platform/window.h"

#include <emscripten/emscripten.h>
#include <emscripten/html5.h>
#define GLFW_INCLUDE_NONE  // its names of the keys alone
#include <GLFW/glfw3.h>

#include <array>
#include <cmath>
#include <cstring>
#include <string_view>
#include <utility>

#include "app/experiment/experiment.h"
#include "app/platform/browser/page_files.h"

namespace stridescope {
namespace {

constexpr const char* canvas = "#canvas";
constexpr EM_BOOL taken = EM_TRUE;

/// The key that lies there on an American keyboard, as browsers call it, and as GLFW does.
struct KeyName {
    std::string_view code;
    int key;
};
constexpr std::array key_names{
    KeyName{"Space", GLFW_KEY_SPACE},
    KeyName{"Quote", GLFW_KEY_APOSTROPHE},
    KeyName{"Comma", GLFW_KEY_COMMA},
    KeyName{"Minus", GLFW_KEY_MINUS},
    KeyName{"Period", GLFW_KEY_PERIOD},
    KeyName{"Slash", GLFW_KEY_SLASH},
    KeyName{"Semicolon", GLFW_KEY_SEMICOLON},
    KeyName{"Equal", GLFW_KEY_EQUAL},
    KeyName{"BracketLeft", GLFW_KEY_LEFT_BRACKET},
    KeyName{"Backslash", GLFW_KEY_BACKSLASH},
    KeyName{"BracketRight", GLFW_KEY_RIGHT_BRACKET},
    KeyName{"Backquote", GLFW_KEY_GRAVE_ACCENT},
    KeyName{"Escape", GLFW_KEY_ESCAPE},
    KeyName{"Enter", GLFW_KEY_ENTER},
    KeyName{"Tab", GLFW_KEY_TAB},
    KeyName{"Backspace", GLFW_KEY_BACKSPACE},
    KeyName{"Insert", GLFW_KEY_INSERT},
    KeyName{"Delete", GLFW_KEY_DELETE},
    KeyName{"ArrowRight", GLFW_KEY_RIGHT},
    KeyName{"ArrowLeft", GLFW_KEY_LEFT},
    KeyName{"ArrowDown", GLFW_KEY_DOWN},
    KeyName{"ArrowUp", GLFW_KEY_UP},
    KeyName{"PageUp", GLFW_KEY_PAGE_UP},
    KeyName{"PageDown", GLFW_KEY_PAGE_DOWN},
    KeyName{"Home", GLFW_KEY_HOME},
    KeyName{"End", GLFW_KEY_END},
    KeyName{"NumpadDecimal", GLFW_KEY_KP_DECIMAL},
    KeyName{"NumpadDivide", GLFW_KEY_KP_DIVIDE},
    KeyName{"NumpadMultiply", GLFW_KEY_KP_MULTIPLY},
    KeyName{"NumpadSubtract", GLFW_KEY_KP_SUBTRACT},
    KeyName{"NumpadAdd", GLFW_KEY_KP_ADD},
    KeyName{"NumpadEnter", GLFW_KEY_KP_ENTER},
    KeyName{"ShiftLeft", GLFW_KEY_LEFT_SHIFT},
    KeyName{"ControlLeft", GLFW_KEY_LEFT_CONTROL},
    KeyName{"AltLeft", GLFW_KEY_LEFT_ALT},
    KeyName{"MetaLeft", GLFW_KEY_LEFT_SUPER},
    KeyName{"ShiftRight", GLFW_KEY_RIGHT_SHIFT},
    KeyName{"ControlRight", GLFW_KEY_RIGHT_CONTROL},
    KeyName{"AltRight", GLFW_KEY_RIGHT_ALT},
    KeyName{"MetaRight", GLFW_KEY_RIGHT_SUPER},
};

/// One key, one sign, or nothing: what `key` says of keys that write.
std::optional<unsigned> written(const EmscriptenKeyboardEvent& event) {
    const std::string_view text = event.key;
    const auto lead = text.empty() ? 0U : static_cast<unsigned char>(text[0]);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (text.size() != length) return std::nullopt;  // "Enter", "ArrowLeft"
    unsigned sign = length == 1 ? lead : lead & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        sign = sign << 6 | (static_cast<unsigned char>(text[i]) & 0x3FU);
    }
    return sign;
}

int key_of(const EmscriptenKeyboardEvent& event) {
    // A shortcut means the letter on the key, wherever that lies.
    if (const auto sign = written(event)) {
        if (*sign >= 'a' && *sign <= 'z') return static_cast<int>(*sign - 'a') + GLFW_KEY_A;
        if (*sign >= 'A' && *sign <= 'Z') return static_cast<int>(*sign);
    }
    const std::string_view code = event.code;
    if (code.starts_with("Digit")) return GLFW_KEY_0 + (code[5] - '0');
    if (code.starts_with("Numpad") && code.size() == 7) return GLFW_KEY_KP_0 + (code[6] - '0');
    if (code.size() >= 2 && code[0] == 'F' && code[1] >= '1' && code[1] <= '9') {
        return GLFW_KEY_F1 - 1 + std::stoi(std::string{code.substr(1)});
    }
    for (const KeyName& name : key_names) {
        if (name.code == code) return name.key;
    }
    return GLFW_KEY_UNKNOWN;
}

template <class Event>
int mods_of(const Event& event) {
    return (event.shiftKey ? GLFW_MOD_SHIFT : 0) | (event.ctrlKey ? GLFW_MOD_CONTROL : 0) |
           (event.altKey ? GLFW_MOD_ALT : 0) | (event.metaKey ? GLFW_MOD_SUPER : 0);
}

/// What the browser itself is there for stays with it: paste (the text comes with an event of its
/// own), reload, its tools, another tab.
bool browsers_own(const EmscriptenKeyboardEvent& event, int key) {
    if (key == GLFW_KEY_F12 || (key == GLFW_KEY_R && event.ctrlKey)) return true;
    return event.metaKey || (event.ctrlKey && (key == GLFW_KEY_V || key == GLFW_KEY_T ||
                                               key == GLFW_KEY_W || key == GLFW_KEY_N));
}

/// What the page's callbacks find here, and the window takes from.
struct Page {
    std::vector<InputEvent> events{};
    std::vector<std::filesystem::path> dropped{};
    bool damaged = true, wanted_full = false;
};

Page& page() {
    static Page one;
    return one;
}

void put(InputEvent event) {
    event.when = emscripten_get_now() / 1000;
    page().events.push_back(event);
}

EM_BOOL on_key(int type, const EmscriptenKeyboardEvent* event, void*) {
    const int key = key_of(*event);
    const int action = type == EMSCRIPTEN_EVENT_KEYUP ? GLFW_RELEASE
                       : event->repeat                ? GLFW_REPEAT
                                                      : GLFW_PRESS;
    put({.kind = InputEvent::Kind::key, .code = key, .action = action, .mods = mods_of(*event)});
    const bool shortcut = event->ctrlKey || event->metaKey;
    if (const auto sign = written(*event); sign && action != GLFW_RELEASE && !shortcut) {
        put({.kind = InputEvent::Kind::character, .codepoint = *sign});
    }
    return browsers_own(*event, key) ? EM_FALSE : taken;
}

void put_move(const EmscriptenMouseEvent& event) {
    put({.kind = InputEvent::Kind::move,
         .x = static_cast<double>(event.targetX),
         .y = static_cast<double>(event.targetY)});
}

EM_BOOL on_button(int type, const EmscriptenMouseEvent* event, void*) {
    constexpr std::array order{GLFW_MOUSE_BUTTON_LEFT, GLFW_MOUSE_BUTTON_MIDDLE,
                               GLFW_MOUSE_BUTTON_RIGHT};
    if (event->button >= order.size()) return EM_FALSE;
    put_move(*event);
    put({.kind = InputEvent::Kind::button,
         .code = order[event->button],
         .action = type == EMSCRIPTEN_EVENT_MOUSEDOWN ? GLFW_PRESS : GLFW_RELEASE,
         .mods = mods_of(*event)});
    return EM_FALSE;  // so that a press gives the page the keyboard
}

EM_BOOL on_move(int, const EmscriptenMouseEvent* event, void*) {
    put_move(*event);
    return taken;
}

EM_BOOL on_enter(int type, const EmscriptenMouseEvent*, void*) {
    put({.kind = InputEvent::Kind::enter, .code = type == EMSCRIPTEN_EVENT_MOUSEENTER ? 1 : 0});
    return taken;
}

EM_BOOL on_wheel(int, const EmscriptenWheelEvent* event, void*) {
    // In notches, as GLFW counts them: browsers tell pixels, lines or pages, and other signs.
    const double notch = event->deltaMode == DOM_DELTA_PIXEL  ? 100
                         : event->deltaMode == DOM_DELTA_LINE ? 3
                                                              : 1;
    put({.kind = InputEvent::Kind::wheel,
         .x = -event->deltaX / notch,
         .y = -event->deltaY / notch});
    return taken;
}

EM_BOOL on_focus(int type, const EmscriptenFocusEvent*, void*) {
    put({.kind = InputEvent::Kind::focus, .code = type == EMSCRIPTEN_EVENT_FOCUS ? 1 : 0});
    return taken;
}

EM_BOOL on_resize(int, const EmscriptenUiEvent*, void*) {
    page().damaged = true;
    return taken;
}

/// The reader has left the full screen by the browser's own key: for the window it was its own.
EM_BOOL on_full_screen(int, const EmscriptenFullscreenChangeEvent* event, void*) {
    if (event->isFullscreen || !page().wanted_full) return EM_FALSE;
    for (const int action : {GLFW_PRESS, GLFW_RELEASE}) {
        put({.kind = InputEvent::Kind::key, .code = GLFW_KEY_F11, .action = action});
    }
    return EM_FALSE;
}

/// The canvas has as many pixels as it covers on the screen.
void fit_canvas() {
    double width = 0, height = 0;
    emscripten_get_element_css_size(canvas, &width, &height);
    const double ratio = emscripten_get_device_pixel_ratio();
    const int wide = static_cast<int>(std::lround(width * ratio));
    const int high = static_cast<int>(std::lround(height * ratio));
    int had_width = 0, had_height = 0;
    emscripten_get_canvas_element_size(canvas, &had_width, &had_height);
    if (wide == had_width && high == had_height) return;
    emscripten_set_canvas_element_size(canvas, wide, high);
    page().damaged = true;
}

}  // namespace

void drop_file(const std::filesystem::path& path) {
    page().dropped.push_back(path);
}

bool display_named() {
    return true;
}

std::pair<std::string, std::string> window_system() {
    const char* const name = emscripten_run_script_string("navigator.userAgent");
    return {"Browser", name != nullptr ? name : "unknown"};
}

Window::Window(const std::string& title, int, int, bool) {
    EmscriptenWebGLContextAttributes attributes;
    emscripten_webgl_init_context_attributes(&attributes);
    attributes.majorVersion = 2;
    attributes.alpha = EM_FALSE;
    attributes.depth = EM_FALSE;
    attributes.antialias = EM_FALSE;
    attributes.preserveDrawingBuffer = keeps_ = true;
    attributes.powerPreference = EM_WEBGL_POWER_PREFERENCE_HIGH_PERFORMANCE;
    const EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context =
        emscripten_webgl_create_context(canvas, &attributes);
    if (context <= 0 ||
        emscripten_webgl_make_context_current(context) != EMSCRIPTEN_RESULT_SUCCESS) {
        throw RunError(
            "This browser draws nothing here: it needs WebGL 2. Try a newer one, or switch "
            "hardware acceleration on in its settings.");
    }
    set_title(title);
    fit_canvas();
    const char* const window = EMSCRIPTEN_EVENT_TARGET_WINDOW;
    emscripten_set_keydown_callback(window, nullptr, false, on_key);
    emscripten_set_keyup_callback(window, nullptr, false, on_key);
    emscripten_set_mousedown_callback(canvas, nullptr, false, on_button);
    emscripten_set_mouseup_callback(window, nullptr, false, on_button);
    emscripten_set_mousemove_callback(canvas, nullptr, false, on_move);
    emscripten_set_mouseenter_callback(canvas, nullptr, false, on_enter);
    emscripten_set_mouseleave_callback(canvas, nullptr, false, on_enter);
    emscripten_set_wheel_callback(canvas, nullptr, false, on_wheel);
    emscripten_set_focus_callback(window, nullptr, false, on_focus);
    emscripten_set_blur_callback(window, nullptr, false, on_focus);
    emscripten_set_resize_callback(window, nullptr, false, on_resize);
    emscripten_set_fullscreenchange_callback(EMSCRIPTEN_EVENT_TARGET_DOCUMENT, nullptr, false,
                                             on_full_screen);
}

Window::~Window() = default;

Window::Size Window::framebuffer() const {
    Size size;
    emscripten_get_canvas_element_size(canvas, &size.width, &size.height);
    return size;
}

Window::Size Window::size() const {
    double width = 0, height = 0;
    emscripten_get_element_css_size(canvas, &width, &height);
    return {static_cast<int>(std::lround(width)), static_cast<int>(std::lround(height))};
}

bool Window::maximized() const {
    return false;
}

void Window::maximize() {}

bool Window::full_screen() const {
    return page().wanted_full;
}

void Window::set_full_screen(bool full) {
    if (full == std::exchange(page().wanted_full, full)) return;
    // Browsers grant it shortly after a key or a click; where it is refused all stays as it is.
    EM_ASM(
        {
            const page = document.getElementById('page');
            if ($0) {
                page.requestFullscreen().catch(function(){});
            } else if (document.fullscreenElement) {
                document.exitFullscreen().catch(function(){});
            }
        },
        full);
}

float Window::content_scale() const {
    return 1;  // the page's own units are already as large as its reader wants them
}

bool Window::take_close_request() {
    return false;
}

bool Window::take_damage() {
    fit_canvas();
    return std::exchange(page().damaged, false);
}

void Window::wait(std::optional<double>) {}

void Window::wake() {}

std::vector<InputEvent> Window::take_events() {
    return std::exchange(page().events, {});
}

std::vector<std::filesystem::path> Window::take_dropped() {
    return std::exchange(page().dropped, {});
}

void Window::set_title(const std::string& title) {
    emscripten_set_window_title(title.c_str());
}

void Window::swap() {}

}  // namespace stridescope

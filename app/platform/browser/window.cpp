#include "app/platform/window.h"

#include <emscripten/emscripten.h>
#include <emscripten/html5.h>

#define GLFW_INCLUDE_NONE  // its names of the keys alone
#include <GLFW/glfw3.h>

#include <array>
#include <cmath>
#include <cstring>
#include <string>
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

/// What the page's callbacks find here, and the window takes from.
struct Page {
    std::vector<InputEvent> events{};
    std::vector<std::filesystem::path> dropped{};
    std::vector<int> held{};  ///< keys that are down
    bool damaged = true, wanted_full = false;
    bool apple = false;  ///< ⌘ is there for what Ctrl is elsewhere
};

Page& page() {
    static Page one;
    return one;
}

template <class Event>
bool commands(const Event& event) {
    return event.ctrlKey || (page().apple && event.metaKey);
}

template <class Event>
int mods_of(const Event& event) {
    const bool super = event.metaKey && !page().apple;
    return (event.shiftKey ? GLFW_MOD_SHIFT : 0) | (commands(event) ? GLFW_MOD_CONTROL : 0) |
           (event.altKey ? GLFW_MOD_ALT : 0) | (super ? GLFW_MOD_SUPER : 0);
}

/// What the browser itself is there for stays with it, and the window hears nothing of it: reload,
/// its tools and address, other tabs and windows, its zoom.
bool browsers_own(const EmscriptenKeyboardEvent& event, int key) {
    if (key == GLFW_KEY_F12) return true;
    if (event.metaKey && !page().apple) return true;  // the system's
    if (!commands(event)) return event.altKey && (key == GLFW_KEY_LEFT || key == GLFW_KEY_RIGHT);
    switch (key) {
        case GLFW_KEY_R:
        case GLFW_KEY_T:
        case GLFW_KEY_W:
        case GLFW_KEY_N:
        case GLFW_KEY_Q:
        case GLFW_KEY_P:
        case GLFW_KEY_TAB:
        case GLFW_KEY_EQUAL:
        case GLFW_KEY_MINUS:
        case GLFW_KEY_0:
        case GLFW_KEY_KP_ADD:
        case GLFW_KEY_KP_SUBTRACT:
        case GLFW_KEY_KP_0: return true;
        case GLFW_KEY_L:
        case GLFW_KEY_J:
        case GLFW_KEY_I: return !event.shiftKey || key != GLFW_KEY_L;
        case GLFW_KEY_H:
        case GLFW_KEY_M:
        case GLFW_KEY_COMMA: return page().apple && event.metaKey;
        default: return false;
    }
}

/// Tab goes on through the page and out of it, unless it means something where one types or in what
/// lies in front; and the browser finds what the window does not.
bool browsers_now(const EmscriptenKeyboardEvent& event, int key) {
    const bool tab = key == GLFW_KEY_TAB;
    if (!tab && (key != GLFW_KEY_F || !commands(event))) return false;
    return EM_ASM_INT({ return stridescopePage.keepsKey($0); }, tab) == 0;
}

/// A method of input, or a keyboard on the screen, writes with it: the text comes from keyboard.js.
bool composes(const EmscriptenKeyboardEvent& event) {
    const std::string_view key = event.key;
    return event.keyCode == 229 || key == "Dead" || key == "Process" || key == "Unidentified";
}

void put(InputEvent event) {
    event.when = emscripten_get_now() / 1000;
    page().events.push_back(event);
}

void put_key(int key, int action, int mods) {
    put({.kind = InputEvent::Kind::key, .code = key, .action = action, .mods = mods});
}

/// While ⌘ is held, macOS tells of no key that it is let go.
void let_go_of_all() {
    for (const int key : std::exchange(page().held, {})) put_key(key, GLFW_RELEASE, 0);
}

EM_BOOL on_key(int type, const EmscriptenKeyboardEvent* event, void*) {
    const bool release = type == EMSCRIPTEN_EVENT_KEYUP;
    int key = key_of(*event);
    const auto sign = written(*event);
    // Windows tells AltGr as both of these; what it writes is meant.
    const bool alt_gr = event->ctrlKey && event->altKey && sign && !page().apple;
    if (!release && !alt_gr &&
        (composes(*event) || browsers_own(*event, key) || browsers_now(*event, key))) {
        return EM_FALSE;
    }
    // The text comes with an event of its own, and the key with it.
    if (!release && commands(*event) && !alt_gr && key == GLFW_KEY_V) return EM_FALSE;
    const bool meta = key == GLFW_KEY_LEFT_SUPER || key == GLFW_KEY_RIGHT_SUPER;
    if (page().apple && meta) key = GLFW_KEY_LEFT_CONTROL;
    const bool was_held = std::erase(page().held, key) > 0;
    if (release) {
        if (was_held) put_key(key, GLFW_RELEASE, mods_of(*event));
        if (page().apple && meta) let_go_of_all();
        return taken;
    }
    page().held.push_back(key);
    const int mods = alt_gr ? 0 : mods_of(*event);
    put_key(key, event->repeat ? GLFW_REPEAT : GLFW_PRESS, mods);
    const bool shortcut = (mods & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0;
    if (sign && !shortcut) put({.kind = InputEvent::Kind::character, .codepoint = *sign});
    return taken;
}

void put_move(const EmscriptenMouseEvent& event) {
    put({.kind = InputEvent::Kind::move,
         .x = static_cast<double>(event.targetX),
         .y = static_cast<double>(event.targetY)});
}

/// A part of another page takes the wheel and fingers only once it has been pressed: else they
/// scroll that page.
void engage(bool on) {
    EM_ASM({ stridescopePage.engage($0); }, on);
}

bool engaged() {
    return EM_ASM_INT({ return stridescopePage.engaged; }) != 0;
}

EM_BOOL on_button(int type, const EmscriptenMouseEvent* event, void*) {
    constexpr std::array order{GLFW_MOUSE_BUTTON_LEFT, GLFW_MOUSE_BUTTON_MIDDLE,
                               GLFW_MOUSE_BUTTON_RIGHT};
    if (event->button >= order.size()) return EM_FALSE;
    if (type == EMSCRIPTEN_EVENT_MOUSEDOWN) engage(true);
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
    if (!engaged() && !event->mouse.ctrlKey) return EM_FALSE;
    // In notches, as GLFW counts them: browsers tell pixels, lines or pages, and other signs.
    const double notch = event->deltaMode == DOM_DELTA_PIXEL  ? 100
                         : event->deltaMode == DOM_DELTA_LINE ? 3
                                                              : 1;
    put({.kind = InputEvent::Kind::wheel,
         .x = -event->deltaX / notch,
         .y = -event->deltaY / notch});
    return taken;
}

EM_BOOL on_touch(int type, const EmscriptenTouchEvent* event, void*) {
    if (!engaged()) return EM_FALSE;  // a tap comes as a mouse's press
    const int action = type == EMSCRIPTEN_EVENT_TOUCHSTART  ? GLFW_PRESS
                       : type == EMSCRIPTEN_EVENT_TOUCHMOVE ? GLFW_REPEAT
                       : type == EMSCRIPTEN_EVENT_TOUCHEND  ? GLFW_RELEASE
                                                            : touch_lost;
    for (int i = 0; i < event->numTouches; ++i) {
        const EmscriptenTouchPoint& touch = event->touches[i];
        if (!touch.isChanged) continue;
        put({.kind = InputEvent::Kind::touch,
             .code = static_cast<int>(touch.identifier),
             .action = action,
             .x = static_cast<double>(touch.targetX),
             .y = static_cast<double>(touch.targetY)});
    }
    // The browser makes no mouse of it; of one that it takes back it makes none anyway, and says on
    // the console that it would.
    return action == touch_lost ? EM_FALSE : taken;
}

EM_BOOL on_focus(int type, const EmscriptenFocusEvent*, void*) {
    if (type == EMSCRIPTEN_EVENT_BLUR) {
        let_go_of_all();
        engage(false);
    }
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

bool has_second_window() {
    return false;
}

bool has_command_key() {
    return page().apple;
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
    page().apple = EM_ASM_INT({ return stridescopePage.apple; }) != 0;
    const char* const window = EMSCRIPTEN_EVENT_TARGET_WINDOW;
    emscripten_set_keydown_callback(window, nullptr, false, on_key);
    emscripten_set_keyup_callback(window, nullptr, false, on_key);
    emscripten_set_mousedown_callback(canvas, nullptr, false, on_button);
    emscripten_set_mouseup_callback(window, nullptr, false, on_button);
    emscripten_set_mousemove_callback(canvas, nullptr, false, on_move);
    emscripten_set_mouseenter_callback(canvas, nullptr, false, on_enter);
    emscripten_set_mouseleave_callback(canvas, nullptr, false, on_enter);
    emscripten_set_wheel_callback(canvas, nullptr, false, on_wheel);
    emscripten_set_touchstart_callback(canvas, nullptr, false, on_touch);
    emscripten_set_touchmove_callback(canvas, nullptr, false, on_touch);
    emscripten_set_touchend_callback(canvas, nullptr, false, on_touch);
    emscripten_set_touchcancel_callback(canvas, nullptr, false, on_touch);
    emscripten_set_focus_callback(window, nullptr, false, on_focus);
    emscripten_set_blur_callback(window, nullptr, false, on_focus);
    emscripten_set_resize_callback(window, nullptr, false, on_resize);
    emscripten_set_fullscreenchange_callback(EMSCRIPTEN_EVENT_TARGET_DOCUMENT, nullptr, false,
                                             on_full_screen);
}

Window::Window(const std::string&, int, int, const Window&) {
    throw RunError("A page in a browser has one window.");
}

Window::~Window() = default;

void Window::hear() {}
void Window::make_current() {}

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

// What the window can ask of the page that it is a part of.

bool choose_files() {
    // Browsers allow it shortly after a key or a click, which it is asked by.
    EM_ASM({ stridescopePage.choose(); });
    return true;
}

std::string page_address() {
    const char* const text = emscripten_run_script_string("location.href.split('#')[0]");
    return text != nullptr ? text : "";
}

void open_page(const std::string& fragment) {
    EM_ASM({ window.open(location.href.split('#')[0] + '#' + UTF8ToString($0), '_blank'); },
           fragment.c_str());
}

}  // namespace stridescope

// --- What keyboard.js tells -----------------------------------------------------------------

/// A sign that was written without a key.
extern "C" EMSCRIPTEN_KEEPALIVE void stridescope_character(unsigned codepoint) {
    using namespace stridescope;
    put({.kind = InputEvent::Kind::character, .codepoint = codepoint});
}

/// A key that was not pressed itself, such as that which pastes.
extern "C" EMSCRIPTEN_KEEPALIVE void stridescope_key(int key, int mods) {
    using namespace stridescope;
    for (const int action : {GLFW_PRESS, GLFW_RELEASE}) put_key(key, action, mods);
}

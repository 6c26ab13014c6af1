#include "app/platform/window.h"

// The loader must come before GLFW, which would include another one.
#include <glad/gl.h>
//
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include "app/experiment/experiment.h"
#include "app/platform/desktop/window_icon.h"

namespace stridescope {
namespace {

[[maybe_unused]] bool set_in_environment(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0';
}

std::string last_glfw_error() {
    const char* text = nullptr;
    glfwGetError(&text);
    return text != nullptr ? text : "no reason was given";
}

/// GLFW names keys by their place on an American keyboard; a shortcut means the letter on the key.
int by_letter(int key, int scancode) {
    const char* name = glfwGetKeyName(key, scancode);
    if (name == nullptr || name[0] == '\0' || name[1] != '\0') return key;
    if (name[0] >= 'a' && name[0] <= 'z') return GLFW_KEY_A + (name[0] - 'a');
    return key;
}

/// As large as is comfortable, but within the screen, with some room for its bars and frames.
Window::Size suitable_size() {
    Window::Size size{1600, 960};
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    if (monitor == nullptr) return size;
    int x = 0, y = 0, width = 0, height = 0;
    glfwGetMonitorWorkarea(monitor, &x, &y, &width, &height);
    if (width <= 0 || height <= 0) return size;
    return {std::min(size.width, width), std::min(size.height, height * 19 / 20)};
}

/// In the sizes that title bars and window lists ask for. A desktop whose windows have no icons of
/// their own (Wayland) takes the one of the desktop file.
void set_icon(GLFWwindow* window) {
    std::vector<IconImage> images;
    for (const int side : {16, 24, 32, 48, 64, 128}) images.push_back(window_icon(side));
    std::vector<GLFWimage> all;
    for (IconImage& image : images) all.push_back({image.side, image.side, image.rgba.data()});
    glfwSetWindowIcon(window, static_cast<int>(all.size()), all.data());
    glfwGetError(nullptr);
}

/// Mesa's renderers on the processor, by the name that the driver gives.
bool is_software(const char* renderer) {
    const std::string_view name = renderer != nullptr ? renderer : "";
    constexpr std::array known{"llvmpipe", "softpipe"};
    return std::ranges::any_of(
        known, [&](const char* each) { return name.find(each) != std::string_view::npos; });
}

constexpr const char* without_window =
    "stridescope --screenshot OUT.png draws the same picture without a display, and "
    "stridescope-cli needs none.";

}  // namespace

bool display_named() {
#if defined(_WIN32) || defined(__APPLE__)
    return true;
#else
    return set_in_environment("DISPLAY") || set_in_environment("WAYLAND_DISPLAY");
#endif
}

std::pair<std::string, std::string> window_system() {
    return {"GLFW", glfwGetVersionString()};
}

bool has_second_window() {
    return true;
}

bool has_command_key() {
    return false;  // what GLFW tells as Ctrl is taken, on every system
}

Window::Window(const std::string& title, int width, int height, bool visible) {
    if (!display_named()) {
        throw RunError(
            fmt::format("There is no display to open a window on (DISPLAY is not set). "
                        "{}",
                        without_window));
    }
    if (glfwInit() != GLFW_TRUE) {
        throw RunError(
            fmt::format("The window cannot open: {}. {}", last_glfw_error(), without_window));
    }
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_VISIBLE, visible ? GLFW_TRUE : GLFW_FALSE);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    // Neither depth nor stencil is used; multisampling is done in the shaders.
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "stridescope");
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "stridescope");
    if (width <= 0 || height <= 0) {
        const Size size = suitable_size();
        width = size.width;
        height = size.height;
    }
    window_ = glfwCreateWindow(width, height, title.c_str(), nullptr, nullptr);
    if (window_ == nullptr) {
        const std::string why = last_glfw_error();
        glfwTerminate();
        throw RunError(
            fmt::format("The window cannot open: it needs OpenGL 3.3, and the graphics driver says "
                        "\"{}\". A newer driver may help. {}",
                        why, without_window));
    }
    glfwMakeContextCurrent(window_);
    if (gladLoadGL(glfwGetProcAddress) == 0) {
        glfwDestroyWindow(window_);
        glfwTerminate();
        throw RunError(
            fmt::format("The window cannot open: the graphics driver offers no OpenGL "
                        "3.3. {}",
                        without_window));
    }
    software_ = keeps_ =
        is_software(reinterpret_cast<const char*>(glGetString(GL_RENDERER)));  // NOLINT
    glfwSwapInterval(1);
    set_icon(window_);
    glfwSetWindowSizeLimits(window_, 800, 500, GLFW_DONT_CARE, GLFW_DONT_CARE);
    hear();
}

Window::Window(const std::string& title, int width, int height, const Window& first)
    : first_{false}, software_{first.software_} {
    glfwWindowHint(GLFW_VISIBLE, GLFW_TRUE);
    window_ = glfwCreateWindow(width, height, title.c_str(), nullptr, first.window_);
    if (window_ == nullptr)
        throw RunError(fmt::format("A second window cannot open: {}.", last_glfw_error()));
    glfwMakeContextCurrent(window_);
    // The first one waits for the screen: twice would be half as fast.
    glfwSwapInterval(0);
    set_icon(window_);
    glfwSetWindowSizeLimits(window_, 480, 320, GLFW_DONT_CARE, GLFW_DONT_CARE);
    int count = 0;
    GLFWmonitor** monitors = glfwGetMonitors(&count);
    int x = 0, y = 0;
    glfwGetWindowPos(first.window_, &x, &y);
    for (int i = 0; i < count; ++i) {
        int left = 0, top = 0, wide = 0, high = 0;
        glfwGetMonitorWorkarea(monitors[i], &left, &top, &wide, &high);
        if (x >= left && x < left + wide && y >= top && y < top + high) continue;
        glfwSetWindowPos(window_, left + std::max(0, (wide - width) / 2),
                         top + std::max(0, (high - height) / 2));
        break;
    }
    glfwGetError(nullptr);
    hear();
}

void Window::hear() {
    // Every event is queued in order. A frame may take long under a software renderer; polling the
    // keys' state once a frame would drop the taps in between.
    glfwSetWindowUserPointer(window_, this);
    static constexpr auto put = [](GLFWwindow* w, InputEvent event) {
        event.when = glfwGetTime();
        static_cast<Window*>(glfwGetWindowUserPointer(w))->events_.push_back(event);
    };
    glfwSetKeyCallback(window_, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
        put(w, {.kind = InputEvent::Kind::key,
                .code = by_letter(key, scancode),
                .scancode = scancode,
                .action = action,
                .mods = mods});
    });
    glfwSetCharCallback(window_, [](GLFWwindow* w, unsigned codepoint) {
        put(w, {.kind = InputEvent::Kind::character, .codepoint = codepoint});
    });
    glfwSetMouseButtonCallback(window_, [](GLFWwindow* w, int button, int action, int mods) {
        put(w, {.kind = InputEvent::Kind::button, .code = button, .action = action, .mods = mods});
    });
    glfwSetScrollCallback(window_, [](GLFWwindow* w, double x, double y) {
        put(w, {.kind = InputEvent::Kind::wheel, .x = x, .y = y});
    });
    glfwSetCursorPosCallback(window_, [](GLFWwindow* w, double x, double y) {
        put(w, {.kind = InputEvent::Kind::move, .x = x, .y = y});
    });
    glfwSetWindowFocusCallback(window_, [](GLFWwindow* w, int focused) {
        put(w, {.kind = InputEvent::Kind::focus, .code = focused});
    });
    glfwSetCursorEnterCallback(window_, [](GLFWwindow* w, int entered) {
        put(w, {.kind = InputEvent::Kind::enter, .code = entered});
    });
    static constexpr auto damage = [](GLFWwindow* w) {
        static_cast<Window*>(glfwGetWindowUserPointer(w))->damaged_ = true;
    };
    glfwSetDropCallback(window_, [](GLFWwindow* w, int count, const char** paths) {
        auto& dropped = static_cast<Window*>(glfwGetWindowUserPointer(w))->dropped_;
        for (int i = 0; i < count; ++i) dropped.emplace_back(paths[i]);
    });
    glfwSetWindowRefreshCallback(window_, damage);
    glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* w, int, int) { damage(w); });
    glfwSetWindowCloseCallback(window_, damage);
}

Window::~Window() {
    glfwDestroyWindow(window_);
    if (first_) glfwTerminate();
}

void Window::make_current() {
    glfwMakeContextCurrent(window_);
}

Window::Size Window::framebuffer() const {
    Size size;
    glfwGetFramebufferSize(window_, &size.width, &size.height);
    return size;
}

Window::Size Window::size() const {
    Size size;
    glfwGetWindowSize(window_, &size.width, &size.height);
    return size;
}

bool Window::maximized() const {
    return glfwGetWindowAttrib(window_, GLFW_MAXIMIZED) == GLFW_TRUE;
}

void Window::maximize() {
    glfwMaximizeWindow(window_);
}

bool Window::full_screen() const {
    return glfwGetWindowMonitor(window_) != nullptr;
}

void Window::set_full_screen(bool full) {
    if (full == full_screen()) return;
    if (!full) {
        glfwSetWindowMonitor(window_, nullptr, x_, y_, width_, height_, GLFW_DONT_CARE);
        return;
    }
    glfwGetWindowPos(window_, &x_, &y_);
    glfwGetWindowSize(window_, &width_, &height_);
    int count = 0;
    GLFWmonitor** monitors = glfwGetMonitors(&count);
    GLFWmonitor* best = glfwGetPrimaryMonitor();
    long most = -1;
    for (int i = 0; i < count; ++i) {
        const GLFWvidmode* mode = glfwGetVideoMode(monitors[i]);
        if (mode == nullptr) continue;
        int left = 0, top = 0;
        glfwGetMonitorPos(monitors[i], &left, &top);
        const long wide = std::min(x_ + width_, left + mode->width) - std::max(x_, left);
        const long high = std::min(y_ + height_, top + mode->height) - std::max(y_, top);
        const long shared = wide > 0 && high > 0 ? wide * high : 0;
        if (shared > most) {
            most = shared;
            best = monitors[i];
        }
    }
    const GLFWvidmode* mode = best != nullptr ? glfwGetVideoMode(best) : nullptr;
    if (mode == nullptr) return;
    glfwSetWindowMonitor(window_, best, 0, 0, mode->width, mode->height, mode->refreshRate);
}

float Window::content_scale() const {
    float x = 1, y = 1;
    glfwGetWindowContentScale(window_, &x, &y);
    // Where the system scales the window itself (macOS, Wayland), its units are already large.
    int width = 0, height = 0;
    glfwGetWindowSize(window_, &width, &height);
    const Size pixels = framebuffer();
    const float scaled_by_system =
        width > 0 ? static_cast<float>(pixels.width) / static_cast<float>(width) : 1.0F;
    return x / scaled_by_system;
}

bool Window::take_close_request() {
    const bool requested = glfwWindowShouldClose(window_) == GLFW_TRUE;
    if (requested) glfwSetWindowShouldClose(window_, GLFW_FALSE);
    return requested;
}

bool Window::take_damage() {
    return std::exchange(damaged_, false);
}

void Window::wait(std::optional<double> seconds) {
    if (!seconds) {
        glfwWaitEvents();
    } else if (*seconds > 0) {
        glfwWaitEventsTimeout(*seconds);
    } else {
        glfwPollEvents();
    }
}

void Window::wake() {
    glfwPostEmptyEvent();
}

std::vector<InputEvent> Window::take_events() {
    return std::exchange(events_, {});
}

std::vector<std::filesystem::path> Window::take_dropped() {
    return std::exchange(dropped_, {});
}

void Window::set_title(const std::string& title) {
    glfwSetWindowTitle(window_, title.c_str());
}

void Window::swap() {
    glfwSwapBuffers(window_);
}

}  // namespace stridescope

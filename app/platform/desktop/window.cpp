#include "app/platform/window.h"

// The loader must come before GLFW, which would include another one.
#include <glad/gl.h>
//
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include "app/experiment/experiment.h"

namespace stridescope {
namespace {

// The program's icon as pixels: assets/stridescope.svg's drawing, for window lists and title bars.

struct IconImage {
    int side = 0;                     ///< pixels
    std::vector<unsigned char> rgba;  ///< row by row from the top, 4 · side · side bytes
};

// In the units and the order of assets/stridescope.svg, which a test holds against this.
constexpr float extent = 128;

struct Color {
    float r, g, b;
};
constexpr Color ground{0x14, 0x21, 0x3d}, pale{0xf4, 0xf5, 0xf7}, blue{0x56, 0xb4, 0xe9},
    orange{0xe6, 0x9f, 0x00};

struct Stroke {
    float x0, y0, x1, y1;
    Color color;
};
constexpr float stroke_width = 6;
constexpr std::array strokes{Stroke{28, 28, 52, 64, blue},     Stroke{52, 28, 52, 64, blue},
                             Stroke{76, 28, 100, 64, blue},    Stroke{100, 28, 100, 64, blue},
                             Stroke{52, 64, 100, 100, orange}, Stroke{100, 64, 100, 100, orange}};

struct Disc {
    float x, y, radius;
    Color color;
};
constexpr std::array discs{Disc{28, 28, 9, pale},     Disc{52, 28, 9, pale}, Disc{76, 28, 9, pale},
                           Disc{100, 28, 9, pale},    Disc{52, 64, 9, blue}, Disc{100, 64, 9, blue},
                           Disc{100, 100, 12, orange}};

/// Distances from a point to the edge of a shape, negative inside.
float to_ground(float x, float y) {
    constexpr float half = 60, radius = 22;
    const float dx = std::abs(x - extent / 2) - (half - radius);
    const float dy = std::abs(y - extent / 2) - (half - radius);
    return std::hypot(std::max(dx, 0.0F), std::max(dy, 0.0F)) + std::min(std::max(dx, dy), 0.0F) -
           radius;
}

float to_stroke(const Stroke& s, float x, float y) {
    const float wide = s.x1 - s.x0, high = s.y1 - s.y0;
    const float along = ((x - s.x0) * wide + (y - s.y0) * high) / (wide * wide + high * high);
    const float t = std::clamp(along, 0.0F, 1.0F);
    return std::hypot(x - s.x0 - t * wide, y - s.y0 - t * high) - stroke_width / 2;
}

float to_disc(const Disc& d, float x, float y) {
    return std::hypot(x - d.x, y - d.y) - d.radius;
}

/// The icon, `side` pixels wide and high, on transparent ground.
IconImage window_icon(int side) {
    IconImage image{side, {}};
    image.rgba.reserve(static_cast<std::size_t>(side) * static_cast<std::size_t>(side) * 4);
    const float unit = extent / static_cast<float>(side);  // of a pixel
    // How much of a pixel a shape covers, whose edge is so far from the pixel's middle.
    const auto cover = [unit](float distance) {
        return std::clamp(0.5F - distance / unit, 0.0F, 1.0F);
    };
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
            const float x = (static_cast<float>(column) + 0.5F) * unit;
            const float y = (static_cast<float>(row) + 0.5F) * unit;
            Color color = ground;
            const auto paint = [&color](const Color& over, float share) {
                color = {color.r + (over.r - color.r) * share, color.g + (over.g - color.g) * share,
                         color.b + (over.b - color.b) * share};
            };
            for (const Stroke& stroke : strokes)
                paint(stroke.color, cover(to_stroke(stroke, x, y)));
            for (const Disc& disc : discs) paint(disc.color, cover(to_disc(disc, x, y)));
            for (const float part : {color.r, color.g, color.b, 255 * cover(to_ground(x, y))}) {
                image.rgba.push_back(static_cast<unsigned char>(std::lround(part)));
            }
        }
    }
    return image;
}

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

// What the window can ask of the page that it is a part of.

bool choose_files() {
    return false;
}

std::string page_address() {
    return {};
}

void open_page(const std::string& /*fragment*/) {}

}  // namespace stridescope

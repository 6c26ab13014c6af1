// The program's window, with an OpenGL 3.3 core context, through GLFW (desktop/), or a page's
// canvas with one of WebGL 2 (browser/).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

struct GLFWwindow;

namespace stridescope {

// What keyboard, mouse and fingers did, in the order in which it happened.

/// One event as GLFW tells it; which fields count depends on the kind.
///
/// Fingers are told as they are, each touch with its own number: what they mean (a press, a drag, a
/// scroll, a long press, two that pinch) is found out in ui/window/fingers.h, which makes the kinds
/// `scroll` and `pinch` and the mouse's events of them. A platform tells neither of these itself,
/// and tells nothing of a mouse that the system makes of a touch.
struct InputEvent {
    enum class Kind { key, character, button, wheel, move, focus, enter, touch, scroll, pinch };
    Kind kind = Kind::key;
    /// key or button (GLFW_KEY_…, GLFW_MOUSE_BUTTON_…); focus, enter: 1 or 0; touch: the finger's
    /// number, another one for each that is down
    int code = 0;
    int scancode = 0;  ///< key
    /// key, button: GLFW_PRESS, GLFW_RELEASE, GLFW_REPEAT; touch: GLFW_PRESS when it comes down,
    /// GLFW_REPEAT when it moves, GLFW_RELEASE when it is lifted, touch_lost when the system takes
    /// it
    int action = 0;
    int mods = 0;            ///< key, button: GLFW_MOD_…
    unsigned codepoint = 0;  ///< character
    /// wheel: amount; move, touch: position in the window; pinch: what lies between the fingers
    double x = 0, y = 0;
    double across = 0,
           down = 0;    ///< scroll, pinch: how far the fingers went, in the window's units
    double larger = 1;  ///< pinch: how many times as far apart the fingers are now
    double when = 0;    ///< seconds since the program began; 0: of no hand
};

/// A touch that comes to nothing: a call, another window, more fingers than the system gives away.
inline constexpr int touch_lost = -1;

/// Whether the environment names a display that a window could open on.
bool display_named();

/// What the window stands on, and its version: for the about box.
std::pair<std::string, std::string> window_system();

/// Whether ⌘ is there for what Ctrl is elsewhere.
bool has_command_key();

/// Whether the program can have another window beside its own: not in a browser.
bool has_second_window();

class Window {
  public:
    /// Opens the window and makes its context current; of a size that suits the screen if `width`
    /// or `height` is 0. Throws RunError, in words for people, where there is no display or no
    /// OpenGL 3.3.
    Window(const std::string& title, int width, int height, bool visible = true);
    /// Another window of the program, on another screen where there is one; its context has the
    /// same textures, and is current.
    Window(const std::string& title, int width, int height, const Window& first);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    GLFWwindow* handle() const { return window_; }  ///< null in a browser
    struct Size {
        int width = 0, height = 0;
    };
    Size framebuffer() const;  ///< pixels
    Size size() const;         ///< in the screen's own units
    bool maximized() const;
    void maximize();
    bool full_screen() const;
    /// Covers the screen that most of the window is on, or goes back to where it was.
    void set_full_screen(bool full);
    float content_scale() const;  ///< 1 on an ordinary screen
    /// Whether somebody asked to close it since the last call.
    bool take_close_request();
    /// Whether the picture on the screen was damaged, resized or uncovered since the last call.
    bool take_damage();

    /// Sleeps until something happens, or until so many seconds have passed. In a browser it does
    /// not: there the page calls.
    void wait(std::optional<double> seconds);
    /// Ends a wait; from any thread.
    static void wake();
    /// Everything that keyboard and mouse did since the last call. No tap is ever lost.
    std::vector<InputEvent> take_events();
    /// Files that were dropped on the window since the last call.
    std::vector<std::filesystem::path> take_dropped();
    void set_title(const std::string& title);
    /// What is drawn next is drawn into this one.
    void make_current();
    void swap();
    /// Whether the processor draws, which takes its time from everything else.
    bool draws_in_software() const { return software_; }
    /// Whether what is drawn next is drawn over what swap() has shown: Mesa's software renderers
    /// copy it to the screen, and so does a browser that was asked to. Elsewhere what is there then
    /// is anything.
    bool keeps_its_picture() const { return keeps_; }

  private:
    void hear();

    GLFWwindow* window_ = nullptr;
    bool first_ = true;  ///< the others are gone before it
    std::vector<InputEvent> events_;
    std::vector<std::filesystem::path> dropped_;
    bool damaged_ = true;
    bool software_ = false;  ///< a page is not told
    bool keeps_ = false;
    int x_ = 0, y_ = 0, width_ = 0, height_ = 0;  ///< where it was before it was full screen
};

// What the window can ask of the page that it is a part of (browser/). On a desktop there is none.

/// Has the reader choose files in the browser's dialog; they come as if they were dropped on the
/// window. False: there is no such dialog, and the window has one of its own.
bool choose_files();

/// The page's address, without what stands behind the #; empty: the window is no page.
std::string page_address();

/// Opens the page once more, beside this one, with that behind the #. Elsewhere does nothing.
void open_page(const std::string& fragment);

}  // namespace stridescope

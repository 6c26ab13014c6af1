// What keyboard, mouse and fingers did, in the order in which it happened.
#pragma once

namespace stridescope {

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

}  // namespace stridescope

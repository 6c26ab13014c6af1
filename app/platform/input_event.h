// What keyboard and mouse did, in the order in which it happened.
#pragma once

namespace stridescope {

/// One event as GLFW tells it; which fields count depends on the kind.
struct InputEvent {
    enum class Kind { key, character, button, wheel, move, focus, enter };
    Kind kind = Kind::key;
    int code = 0;  ///< key or button (GLFW_KEY_…, GLFW_MOUSE_BUTTON_…); focus, enter: 1 or 0
    int scancode = 0;        ///< key
    int action = 0;          ///< key, button: GLFW_PRESS, GLFW_RELEASE, GLFW_REPEAT
    int mods = 0;            ///< key, button: GLFW_MOD_…
    unsigned codepoint = 0;  ///< character
    double x = 0, y = 0;     ///< wheel: amount; move: position in the window
    double when = 0;         ///< seconds since the program began; 0: of no hand
};

}  // namespace stridescope

// What the window shows, as text: for whoever does not see it, and for tests.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>
#include <vector>

#include "app/session/app_state.h"
#include "app/ui/kit/widget_map.h"

namespace stridescope {

/// A control that can be come to and pressed.
struct AccessibleControl {
    std::string name;  ///< stable: docs/test_hooks.md lists them
    Box box{};
    Spoken spoken{};
    bool enabled = true;
    std::string why_not{};  ///< it cannot be used

    bool operator==(const AccessibleControl&) const = default;
};

struct AccessibleWindow {
    std::string title;     ///< what is shown
    std::string run;       ///< where it was recorded, and of what
    std::string step;      ///< where one is: "Step 3 of 9"
    std::string sentence;  ///< what happens in it
    std::string finding;   ///< whether anything is wrong, and what
    std::string reading;   ///< the lesson's page
    std::string news;      ///< what has just been said: a notice, a message, a fault
    std::vector<AccessibleControl> controls{};  ///< in reading order, area by area
    std::string focused{};                      ///< the control that has the keys; may be empty
    bool typing = false;                        ///< it is one that is typed into
    bool in_front = false;                      ///< a menu, a list or a dialog has all keys
    bool finds = false;                         ///< there is a text to find something in

    bool operator==(const AccessibleWindow&) const = default;
};

/// Who has the keys.
struct KeysAt {
    std::string control{};  ///< that they have walked to, or "editor.text"; empty: none
    bool typing = false, in_front = false;
};

/// `widgets` as drawn last.
AccessibleWindow accessible_window(const AppState& state, const WidgetMap& widgets,
                                   const KeysAt& keys);

std::string_view name_of(ControlRole role);

/// The window as JSON; docs/test_hooks.md has its members.
std::string json_text_of(const AccessibleWindow& window);

/// The window as a JSON value.
nlohmann::json json_of(const AccessibleWindow& window);

}  // namespace stridescope

// Where on the screen each widget was drawn, by name: for tests that press what people press.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <tuple>

#include "app/scene/scene.h"

namespace stridescope {

/// What a widget is to somebody who does not see it.
enum class ControlRole {
    none,    ///< a place in the window, or a text
    button,  ///< does something
    toggle,  ///< is on or off
    option,  ///< one of several, chosen or not
    list,    ///< opens such options; its value is the chosen one
    field,   ///< a line of text
    text,    ///< a text of many lines
    menu,    ///< opens items
    item     ///< of a menu
};

/// What such a person is told of it.
struct Spoken {
    ControlRole role = ControlRole::none;
    std::string words{};  ///< what it is called
    std::string value{};  ///< of a list or a field
    bool on = false;      ///< of a toggle, an option or an item

    bool operator==(const Spoken&) const = default;
};

/// A drawn widget. Names are stable and listed in docs/test_hooks.md.
struct DrawnWidget {
    Box box;  ///< window pixels
    bool enabled = true;
    std::string tip;             ///< why it cannot be used, where it cannot
    bool control = false;        ///< a click on it does something: keys walk to it, too
    bool scrolled_away = false;  ///< such a one, which its area has to scroll to first
    bool focused = false;        ///< it has the keyboard, or keys have come to it in a list
    Spoken spoken{};
    bool drags = false;  ///< a narrow thing that is dragged

    bool operator==(const DrawnWidget&) const = default;
};

/// Collected anew every frame.
using WidgetMap = std::map<std::string, DrawnWidget>;

/// The area of a widget: what its name has before its first point.
inline std::string_view area_of(std::string_view name) {
    return name.substr(0, name.find('.'));
}

/// From above to below, and from left to right.
inline bool reads_before(const Box& a, const Box& b) {
    return std::tie(a.y, a.x) < std::tie(b.y, b.x);
}

}  // namespace stridescope

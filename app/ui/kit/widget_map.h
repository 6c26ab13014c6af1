// Where on the screen each widget was drawn, by name: for tests that press what people press.
#pragma once

#include <map>
#include <string>

#include "app/scene/scene.h"

namespace stridescope {

/// A drawn widget. Names are stable and listed in docs/test_hooks.md.
struct DrawnWidget {
    Box box;  ///< window pixels
    bool enabled = true;
    std::string tip;             ///< why it cannot be used, where it cannot
    bool control = false;        ///< a click on it does something: keys walk to it, too
    bool scrolled_away = false;  ///< such a one, which its area has to scroll to first
    bool drags = false;          ///< a narrow thing that is dragged

    bool operator==(const DrawnWidget&) const = default;
};

/// Collected anew every frame.
using WidgetMap = std::map<std::string, DrawnWidget>;

}  // namespace stridescope

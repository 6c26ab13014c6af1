// What the window shows as text, as a JSON value.
#pragma once

#include <nlohmann/json.hpp>

#include "app/ui/window/accessible.h"

namespace stridescope {

nlohmann::json json_of(const AccessibleWindow& window);

}  // namespace stridescope

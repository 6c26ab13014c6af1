// What people call a step.
#pragma once

#include <string>

#include "app/trace/trace.h"

namespace stridescope {

/// What people call a step: "load", "stride 4", "up-sweep 4".
std::string step_label(const Step& step);

}  // namespace stridescope

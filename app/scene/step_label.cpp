#include "app/scene/step_label.h"

#include <fmt/format.h>

namespace stridescope {

std::string step_label(const Step& step) {
    if (step.stride <= 0 || step.phase.empty() || step.is_part()) return name_of(step);
    // Where a scan has one phase only, naming it at every stride says nothing.
    if (step.is_plain_scan()) return fmt::format("stride {}", step.stride);
    return fmt::format("{} {}", step.phase, step.stride);
}

}  // namespace stridescope

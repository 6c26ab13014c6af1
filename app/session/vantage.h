// From where a run is looked at: where a preset or a link begins.
#pragma once

#include <optional>
#include <string>

#include "app/analysis/selection.h"
#include "app/scene/views/views.h"

namespace stridescope {

struct Vantage {
    std::optional<View> view{};  ///< in front; nothing: whichever is
    bool alone = false;          ///< it has the others' room
    std::string step{};          ///< as in lessons (step_called); empty: the first
    int block = 0;
    Selection selection{};
    bool compare = false;  ///< with the same run without padding

    bool operator==(const Vantage&) const = default;
};

}  // namespace stridescope

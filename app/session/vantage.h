// From where a run is looked at: where a preset or a link begins.
#pragma once

#include <string>

#include "app/look/look_fields.h"

namespace stridescope {

struct Vantage {
    PartialLook look{};    ///< what is not in it stays as it is
    std::string step{};    ///< as in lessons (step_called); empty: the first
    bool compare = false;  ///< with the same run without padding

    bool operator==(const Vantage&) const = default;
};

}  // namespace stridescope

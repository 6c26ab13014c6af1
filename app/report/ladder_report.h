// A ladder as tables.
#pragma once

#include <cstdint>
#include <string>

#include "app/ladder/ladder.h"

namespace stridescope {

/// For people: a line for each rung, a column for each size, and what was left out.
std::string ladder_table(const Ladder& ladder);
/// For people: what the times of the GPU's rungs at `n` elements are made of.
std::string ladder_why(const Ladder& ladder, std::int64_t n);

}  // namespace stridescope

// A ladder as tables.
#pragma once

#include <cstdint>
#include <string>

#include "app/ladder/ladder.h"

namespace stridescope {

/// A line for each rung and size, those that were left out too.
std::string ladder_csv(const Ladder& ladder);
/// For people: a line for each rung, a column for each size, and what was left out.
std::string ladder_table(const Ladder& ladder);
/// For people: what the times of the GPU's rungs at `n` elements are made of.
std::string ladder_why(const Ladder& ladder, std::int64_t n);

}  // namespace stridescope

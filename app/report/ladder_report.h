// A ladder as tables.
#pragma once

#include <string>

#include "app/ladder/ladder.h"

namespace stridescope {

/// A line for each rung and size, those that were left out too.
std::string ladder_csv(const Ladder& ladder);
/// For people: a line for each rung, a column for each size, and what was left out.
std::string ladder_table(const Ladder& ladder);

}  // namespace stridescope

// The rungs that there are: a new one is a line in rungs.cpp.
#pragma once

#include <vector>

#include "app/ladder/ladder.h"

namespace stridescope {

/// In the order in which one climbs them.
std::vector<Rung> standard_rungs();

}  // namespace stridescope

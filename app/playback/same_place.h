// The same place in another run's timeline.
#pragma once

#include <vector>

#include "app/trace/trace.h"

namespace stridescope {

/// Where the cursor belongs in `to` when it stood on step `step` of `from`: the same number where
/// both have the same phases one by one; else the same phase and stride (the same one of several
/// such); else the nearest stride of that phase; else the same share of the way. 0 if either is
/// empty.
int same_place(const std::vector<Step>& from, int step, const std::vector<Step>& to);

}  // namespace stridescope

// The counts of a step under the names that reports give them.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "app/analysis/work.h"

namespace stridescope {

/// The counts under their fixed names, in order.
std::vector<std::pair<const char*, std::int64_t>> named(const WorkCounts& counts);

}  // namespace stridescope

// What a right solution may cost, held against a run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/exercise/exercise.h"
#include "app/trace/trace.h"

namespace stridescope {

struct LimitResult {
    std::int64_t counted = 0;
    double bound = 0;
    bool kept = false;
    bool known = true;       ///< false: not all blocks were recorded, so nothing was decided
    std::string sentence{};  ///< "64 sectors, where <= 1.1 * ideal is 17.6"
};

/// `defines`: what the text's macros are in that run. Throws UsageError for a bound that is not a
/// number.
LimitResult held_to(const ExerciseLimit& limit, const Trace& trace,
                    const std::vector<Setting>& defines);

}  // namespace stridescope

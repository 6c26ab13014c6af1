// What one run did to the conflicts of another, in words.
#pragma once

#include <string>
#include <string_view>

#include "app/analysis/work.h"

namespace stridescope {

/// What the change from `before` to `after` did to the conflicts, in plain words: "excess 1,234 →
/// 56 (22× fewer)". Says so, too, when padding added some; `after_name` is to
/// blame then.
std::string compare_sentence(const WorkCounts& before, const WorkCounts& after,
                             std::string_view after_name);

/// The same in the fewest words: "Excess 1,234 → 56".
std::string compare_briefly(const WorkCounts& before, const WorkCounts& after);

/// What two runs beside each other have of conflicts, first of the one at hand: "Excess wavefronts
/// 56 : 1,234 (22× as many in the other run)". It holds side by side and above one another.
std::string excess_of_two(const WorkCounts& own, const WorkCounts& other);

}  // namespace stridescope

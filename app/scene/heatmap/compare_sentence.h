// What one run did to the conflicts of another, in words.
#pragma once

#include <string>
#include <string_view>

#include "app/analysis/work.h"
#include "app/trace/trace.h"

namespace stridescope {

/// What the change from `before` to `after` did to the conflicts, in plain words: "excess 1,234 →
/// 56 (22× fewer)". Says so, too, when padding added some; runs that differ in more than padding
/// have `after_name`.
std::string compare_sentence(const Trace& before, const WorkCounts& before_totals,
                             const Trace& after, const WorkCounts& after_totals,
                             std::string_view after_name = "the right one");

}  // namespace stridescope

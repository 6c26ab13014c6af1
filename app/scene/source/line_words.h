// What a line of a text cost, in words.
#pragma once

#include <string>

#include "app/analysis/lines.h"

namespace stridescope {

/// "line 7", and on lines of their own what it cost in the step and in all steps. Of one that
/// includes texts: what these cost.
std::string line_words(const LineTable& table, int step, int line);

}  // namespace stridescope

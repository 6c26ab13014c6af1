// What a line of a text cost, in words.
#pragma once

#include <string>

#include "app/analysis/lines.h"

namespace stridescope {

/// "line 7", and on lines of their own what it cost in the step and in all steps.
std::string line_words(int line, const LineCounts& step, const LineCounts& all);

}  // namespace stridescope

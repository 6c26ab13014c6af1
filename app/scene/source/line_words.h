// What a line of a text cost, in words.
#pragma once

#include <string>

#include "app/analysis/lines.h"

namespace stridescope {

/// "line 7", and on lines of their own what it cost in the step and in all steps.
std::string line_words(const Trace& trace, const LineTable& table, int step, SourceLine line);

/// The same of a line of the text itself. Of one that includes texts: what these cost.
std::string line_words_with_included(const LineTable& table, int step, int line);

}  // namespace stridescope

// Counts of a trace by name, as lessons state them: "adds", "total excess", "value 5 at stride 2".
#pragma once

#include <string>

#include "app/trace/trace.h"

namespace stridescope {

/// Where one stands in a trace.
struct TracePlace {
    const Trace* trace = nullptr;
    int block = 0, step = 0;
    const Trace* other = nullptr;  ///< the run that "other" means; may be null
};

/// What the expression comes to. See docs/lessons.md for its words. Throws UsageError where it is
/// not understood, or speaks of what the trace has not.
double count_of(const std::string& expression, const TracePlace& place);

/// Whether the expression can be understood; throws UsageError, as count_of would, if not. Whether
/// a trace has what it speaks of is not asked.
void check_expression(const std::string& expression);

/// The step that `text` means: its name as the pictures have it ("load", "stride 4", "up-sweep 2"),
/// "first", "last", or "step 3" counted from 1. Throws UsageError if there is no such step.
int step_called(const std::string& text, const Trace& trace);

/// A count as people write it: 1234567 → "1,234,567"; what is not whole with what it takes.
std::string count_text(double value);

}  // namespace stridescope

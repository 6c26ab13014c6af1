// A finished recording, with what is said about it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/analysis/banks.h"
#include "app/analysis/check.h"
#include "app/analysis/findings.h"
#include "app/analysis/lines.h"
#include "app/analysis/work.h"
#include "app/trace/trace.h"

namespace stridescope {

/// Immutable once shown.
struct Recording {
    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const Trace> unpadded;   ///< the same run without padding; null until recorded,
                                             ///< and where the run itself has none
    WorkTable work;                          ///< of `trace`
    std::shared_ptr<const LineTable> lines;  ///< of `trace`
    WorkCounts unpadded_totals;              ///< counts only with `unpadded`
    std::optional<WrongElement> wrong;       ///< first element that is not what a plain scan gives
    std::vector<Finding> findings;           ///< its faults, the first cause first
    std::string opened_from;                 ///< the trace file it was read from; empty: recorded
};

}  // namespace stridescope

// What the program itself found wrong in a run, from its trace alone: one finding a cause.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/analysis/selection.h"
#include "app/trace/trace.h"

namespace stridescope {

/// One fault, as a sentence for people, and where it is seen.
struct Finding {
    enum class Kind {
        diagnostic,  ///< the engine told it: a barrier missed, an index out of bounds, …
        race,        ///< threads raced for one place, or many, at the same two lines
        padding,     ///< elements do not lie where --pad puts them, and conflicts are more for it
        result,      ///< an array does not hold what is expected of it
    };
    Kind kind = Kind::result;
    std::string text;

    int step = -1;           ///< where it shows first; −1: nowhere, or before the first step
    int block = 0;           ///< of that step; may be one that is not recorded
    SourceLine place{};      ///< its line 0: none
    Selection at{};          ///< the word that is raced for, or the thread; nothing: none
    std::int64_t times = 1;  ///< so many places were raced for

    /// Whether a run has a fault for it, whatever came out.
    bool is_fault() const { return kind == Kind::diagnostic || kind == Kind::race; }
    bool operator==(const Finding&) const = default;
};

std::string_view name_of(Finding::Kind kind);

/// All faults of a recording, the first cause first: in the order of the steps in which they show,
/// and of one step a race before what reads too early for it. Then what padding and the result have
/// to tell. Empty for a run that nothing is wrong with.
std::vector<Finding> findings(const Trace& trace);

/// Its sentence, with for how many places it is so.
std::string with_times(const Finding& finding);

/// The first cause, one of them; null where there is no fault.
const Finding* first_fault(const std::vector<Finding>& findings);

}  // namespace stridescope

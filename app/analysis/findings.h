// What the program itself found wrong in a run, from its trace alone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/trace/trace.h"

namespace stridescope {

/// One fault, as a sentence for people.
struct Finding {
    enum class Kind {
        diagnostic,  ///< the engine told it: a barrier missed, an index out of bounds, …
        race,        ///< threads raced for words of shared memory
        padding,     ///< elements do not lie where --pad puts them, and conflicts are more for it
        result,      ///< an array does not hold what is expected of it
    };
    Kind kind = Kind::result;
    std::string text;

    bool operator==(const Finding&) const = default;
};

std::string_view name_of(Finding::Kind kind);

/// All faults of a recording; of each kind one sentence, which counts the rest. Empty for a run
/// that nothing is wrong with.
std::vector<Finding> findings(const Trace& trace);

}  // namespace stridescope

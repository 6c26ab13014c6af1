// What the program itself found wrong in a run, from its trace alone, one finding a cause; and what
// padding was good for in it: the recorded requests once more, with the elements elsewhere.
#pragma once

#include <cstdint>
#include <optional>
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

/// Excess wavefronts of one recording, over all recorded blocks, had its elements lain elsewhere.
struct PaddingEffect {
    std::int64_t excess = 0;     ///< as recorded
    std::int64_t without = 0;    ///< every element i of the section at word i
    std::int64_t as_chosen = 0;  ///< every element where --pad puts it, or the card means it to be

    bool operator==(const PaddingEffect&) const = default;
};

/// Nothing for a run without padding, and of a text unless its card says how it is meant to be
/// padded (`layout`).
std::optional<PaddingEffect> padding_effect(const Trace& trace);

/// The first access, in program order, to a word of the shared array that lies between the elements
/// as --pad has them and is nobody's.
struct HoleAccess {
    int block = 0, step = 0, thread = 0;
    int line = 0;  ///< of the kernel's header
    int word = 0;
    bool writes = false;
};
std::optional<HoleAccess> first_hole_access(const Trace& trace);

}  // namespace stridescope

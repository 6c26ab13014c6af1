// What is chosen or pointed at, and what has to do with it in a step: so that it is lit in every
// picture, wherever it was chosen.
#pragma once

#include <set>
#include <string>

#include "app/trace/trace.h"

namespace stridescope {

/// Something that people point at. Of its parts those that are not −1 count, all of them together.
struct Selection {
    int thread = -1;  ///< of the block
    int word = -1;    ///< of shared memory; or another cell that the section lives in
    int bank = -1;    ///< 0 … 31
    int warp = -1;
    int line = -1;  ///< of the kernel's text, from 1

    bool any() const { return *this != Selection{}; }
    bool operator==(const Selection&) const = default;
};

/// "thread 5", "word 47", …; empty where nothing is chosen.
std::string name_of(const Selection& selection);

/// The same of a block's: "register 0 of thread 5" and "P[37]", where its section lives in these.
std::string name_of(const Trace& trace, int block, const Selection& selection);

/// The same for command lines and lessons: "thread:5,bank:3"; empty where nothing is chosen.
std::string text_of(const Selection& selection);
/// Reads that back, in any order. Throws UsageError that says what can be chosen.
Selection parse_selection(const std::string& text);

/// Whether the trace has such a thing at all.
bool exists_in(const Trace& trace, const Selection& selection);

/// The threads, words, … of what a step recorded of the selection.
struct Related {
    std::set<int> threads, words, banks, warps, lines;

    bool any() const;
    bool operator==(const Related&) const = default;
};

/// All accesses to shared memory in the step that have the selection's parts, with everything that
/// takes part in them; of a thread, a warp or a line also the lines of its operations and of its
/// accesses to global memory. What is chosen itself is always in it, even where it rests.
Related related(const Trace& trace, int block, int step, const Selection& selection);

}  // namespace stridescope

// What is chosen or pointed at, and what has to do with it in a step: so that it is lit in every
// picture, wherever it was chosen.
#pragma once

#include <algorithm>
#include <compare>
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
    int line = -1;  ///< of the kernel's text, from 1; or of that `file`
    int file =
        -1;  ///< with a line: which of the trace's included texts, from 1; else the text itself
    /// One of the trace's sites; with an iteration and a warp it is one request of each step.
    int site = -1, iteration = -1;
    int wavefront = -1;  ///< of its request, or of every request, from 1

    /// Whether it means something only beside the same kernel's text.
    bool of_text() const { return line >= 0 || file >= 0 || site >= 0; }
    /// Its line; none of any text where it has none.
    SourceLine place() const { return {std::max(file, 0), line}; }
    bool any() const { return *this != Selection{}; }
    bool operator==(const Selection&) const = default;
};

/// "thread 5", "word 47", …; empty where nothing is chosen.
std::string name_of(const Selection& selection);

/// What is chosen in a block: "register 0 of thread 5" and "P[37]", where its section lives in
/// these; "wavefront 2 of the load of warp 0 at line 50".
std::string name_of(const Trace& trace, const Selection& selection);

/// What is chosen, as command lines and lessons write it: "thread:5,bank:3"; empty where nothing is
/// chosen.
std::string text_of(const Selection& selection);
/// Reads that back, in any order. Throws UsageError that says what can be chosen.
Selection parse_selection(const std::string& text);

/// Whether the trace has such a thing at all.
bool exists_in(const Trace& trace, const Selection& selection);

/// Some lanes of a request to shared memory: those that one of its wavefronts serves.
struct Served {
    int site = 0, iteration = 0, warp = 0;
    int wavefront = 1;  ///< from 1

    auto operator<=>(const Served&) const = default;
};

/// The threads, words, … of what a step recorded of the selection.
struct Related {
    std::set<int> threads, words, banks, warps, sites;
    /// Lines of the text itself; one that includes texts is here where one of their lines is.
    std::set<int> lines;
    std::set<SourceLine> included;  ///< lines of included texts
    std::set<Served> served;
    std::set<int> steps;  ///< of the whole run: in which the selection has any part

    bool any() const;
    bool operator==(const Related&) const = default;
};

/// All accesses to shared memory in the step that have the selection's parts, with everything that
/// takes part in them; of a thread, a warp, a line or a site also the lines of its operations and
/// of its accesses to global memory. What is chosen itself is always in it, even where it rests.
Related related(const Trace& trace, int block, int step, const Selection& selection);

}  // namespace stridescope

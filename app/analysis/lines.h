// What each line of the kernel's text cost, counted from the trace.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/analysis/as_compiled.h"
#include "app/trace/trace.h"

namespace stridescope {

/// What one line did, summed over the recorded blocks (degree: the worst).
struct LineCounts {
    std::int64_t requests = 0;  ///< of warps to shared memory
    std::int64_t wavefronts = 0;
    std::int64_t excess = 0;
    std::int64_t adds = 0;             ///< applications of the operator
    std::int64_t global_requests = 0;  ///< of warps to global memory
    std::int64_t sectors = 0;          ///< that these touch
    std::int64_t ideal_sectors = 0;    ///< as few as the same elements could do with
    int degree = 0;                    ///< n-way, of its requests to shared memory

    LineCounts& operator+=(const LineCounts& other);
    bool nothing() const { return requests == 0 && adds == 0 && global_requests == 0; }
    bool operator==(const LineCounts&) const = default;
};

/// The line of the trace's text that includes all others that it was recorded with: where it
/// includes only one, which may include more. 0: none, or several, and nobody can tell which of
/// them a site came by.
int include_line(const Trace& trace);

/// The line of the text itself that the site stands in, or that brought it in; 0: not known.
inline int line_in_text(const Site& site, int include_line) {
    return site.file == 0 ? site.line : include_line;
}

struct LineTable {
    /// Those with a site, and the one that includes texts with sites; ascending, from 1.
    std::vector<int> lines;
    int include_line = 0;                        ///< of them, the one that includes texts
    std::vector<std::vector<LineCounts>> steps;  ///< [step][index into lines]
    std::vector<LineCounts> totals;              ///< [index into lines]: over all steps
    AsCompiled compiled;  ///< where loads cost something else as nvcc compiles them

    /// What the line did in the step, or, for step < 0, in all; nothing for a line without a site.
    LineCounts at(int step, int line) const;
};

LineTable line_table(const Trace& trace);

/// The kernel's text line by line, without what cannot be shown: tabs are spaces, other control
/// characters are left out. Empty where the trace has no text.
std::vector<std::string> text_lines(const Trace& trace);

}  // namespace stridescope

// What each line of the kernel's text cost, counted from the trace; and what its loads of shared
// memory cost as nvcc compiles them: neighbouring loads of an unrolled loop become one of 8 or 16
// bytes, and what a register has is not loaded again. Which ones is a fact of the trace
// (TraceFacts::merged); where their lanes went, and so what they cost, was recorded.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/trace/trace.h"

namespace stridescope {

/// Requests to load from shared memory, over all recorded blocks.
struct LoadCounts {
    std::int64_t requests = 0, wavefronts = 0;

    LoadCounts& operator+=(const LoadCounts& other);
    bool operator==(const LoadCounts&) const = default;
};

/// What the loads of one line of the text come to.
struct CompiledLine {
    SourceLine line{};
    LoadCounts written{}, compiled{};
    int loads = 0;            ///< that become one, at most; 0: none do
    int bytes = 0;            ///< that a lane moves by it then
    bool leaves_out = false;  ///< of its loads those whose values registers have

    bool operator==(const CompiledLine&) const = default;
};

struct AsCompiled {
    LoadCounts written{}, compiled{};
    std::vector<CompiledLine> lines{};  ///< those with a difference, ascending

    bool differs() const { return !lines.empty(); }
    /// What is known of that line; null: it costs what is written, or nothing is known.
    const CompiledLine* find(SourceLine line) const;
};
AsCompiled as_compiled(const Trace& trace);

/// "as compiled: 4 loads become one 16-byte load: 8 load requests instead of 32, 136 wavefronts
/// instead of 528"
std::string words_of(const CompiledLine& line);
/// Those words for less and less room: "compiled: 4 loads become one", "4 loads → 1".
std::vector<std::string> short_words_of(const CompiledLine& line);

/// What one line did, summed over the recorded blocks (degree: the worst).
struct LineCounts {
    std::int64_t requests = 0;  ///< of warps to shared memory
    std::int64_t wavefronts = 0;
    std::int64_t excess = 0;
    std::int64_t adds = 0;             ///< applications of the operator
    std::int64_t global_requests = 0;  ///< of warps to global memory
    std::int64_t sectors = 0;          ///< that these touch
    std::int64_t ideal_sectors = 0;    ///< as few as the same elements could do with
    std::int64_t degree = 0;           ///< n-way, of its requests to shared memory

    LineCounts& operator+=(const LineCounts& other);
    bool nothing() const { return requests == 0 && adds == 0 && global_requests == 0; }
    bool operator==(const LineCounts&) const = default;
};

/// One of these counts as tables and pictures call it.
struct LineCount {
    const char* id;    ///< in CSV and JSON
    const char* name;  ///< over its column
    const char* tip;   ///< what is counted in it
    Space space;       ///< whose accesses it counts, shared or global
    std::int64_t LineCounts::*count;

    std::int64_t of(const LineCounts& counts) const { return counts.*count; }
    /// Whether the line has anything to tell in this column.
    bool tells(const LineCounts& counts) const {
        return (space == Space::global ? counts.global_requests : counts.requests) > 0;
    }
    /// Whether the number is more than it need be.
    bool bad(const LineCounts& counts) const {
        return (count == &LineCounts::excess && counts.excess > 0) ||
               (count == &LineCounts::sectors && counts.sectors > counts.ideal_sectors);
    }
};

/// All of them, in the order of CSV and JSON.
std::span<const LineCount> line_counts();

/// [file − 1]: the line of the trace's text that brought this included text in, itself or by way of
/// one that it includes; 0: not known.
std::vector<int> include_lines(const Trace& trace);

/// The line of the text itself that the site stands in, or that brought it in; 0: not known.
inline int line_in_text(const TraceSite& site, const std::vector<int>& include_lines) {
    if (site.file == 0) return site.line;
    const auto file = static_cast<std::size_t>(site.file) - 1;
    return file < include_lines.size() ? include_lines[file] : 0;
}

struct LineTable {
    std::vector<SourceLine> lines;               ///< those with a site, ascending
    std::vector<std::vector<LineCounts>> steps;  ///< [step][index into lines]
    std::vector<LineCounts> totals;              ///< [index into lines]: over all steps
    AsCompiled compiled;  ///< where loads cost something else as nvcc compiles them

    /// What the line did in the step, or, for step < 0, in all; nothing for a line without a site.
    LineCounts at(int step, SourceLine line) const;

    /// The included texts with sites, by their numbers: see SourceLine.
    std::vector<int> included() const;

    /// Lines with copies of which nobody knows what they cost in shared memory, ascending.
    std::vector<SourceLine> uncounted;
    /// Whether the count is one, and not unknown.
    bool knows(const LineCount& count, const LineCounts& counts, SourceLine line) const {
        return count.space == Space::global || count.count == &LineCounts::adds ||
               counts.requests > 0 || !std::ranges::binary_search(uncounted, line);
    }

    std::vector<int> include_lines;  ///< see include_lines()
    /// Lines of the text itself with a site, and those that include texts with sites. Ascending.
    std::vector<int> own_lines;
    bool includes_sites(int own_line) const;
    /// What at() tells, of a line of the text itself with all that it includes.
    LineCounts with_included(int step, int own_line) const;
};

LineTable line_table(const Trace& trace);

/// "line 12", "line 12 of kogge_stone.cu": for sentences.
std::string line_name(const Trace& trace, SourceLine line);

/// The kernel's text line by line, without what cannot be shown: tabs are spaces, other control
/// characters are left out. Empty where the trace has no text.
std::vector<std::string> text_lines(const Trace& trace);
/// The lines of the text of that number, see SourceLine.
std::vector<std::string> text_lines(const Trace& trace, int file);

}  // namespace stridescope

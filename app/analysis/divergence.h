// Where two recordings of the same run part ways: the emulator's and a GPU's, say.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/trace/trace.h"

namespace stridescope {

/// A place where one recording is not what the other one is.
struct Divergence {
    int block = -1;    ///< −1: of no single block
    int step = -1;     ///< from 0; −1: of no single step
    std::string text;  ///< where, what was expected and what was found, without a full stop
};

/// What was held against each other: counts of what was expected, over all recorded blocks.
struct ComparedAmounts {
    std::int64_t blocks = 0;
    std::int64_t steps = 0;     ///< of one block
    std::int64_t accesses = 0;  ///< loads and stores of single threads
    std::int64_t words = 0;     ///< of shared memory, once after each step
    std::int64_t outputs = 0;   ///< elements of the result

    bool operator==(const ComparedAmounts&) const = default;
};

struct TraceComparison {
    ComparedAmounts amounts;
    std::optional<Divergence> divergence;  ///< the first one; nothing if there is none
    std::string left_out{};  ///< what cannot be compared, for it is chance; empty: nothing
};

/// Holds `got` against `expected`, in the order of the timeline. They are identical but for where
/// they were recorded if no divergence is found. NaNs are equal: their bits differ between
/// processors. Where blocks cooperate, chance decides who comes first: blocks are held against the
/// one that scanned the same section (those that both recorded), and neither what happened between
/// blocks nor the accesses of TraceFacts::nondeterministic_phase. A floating-point sum that was put
/// together in that phase has to be as good as the oracle's. `first_step` is what a sentence calls
/// the first step: 0 on the command line, 1 in the window.
TraceComparison compare_traces(const Trace& expected, const Trace& got, int first_step = 0);

/// The text of compare_traces' divergence.
std::optional<std::string> first_divergence(const Trace& expected, const Trace& got);

/// "6 steps, 142 accesses, 96 words of shared memory and 16 elements of the result".
std::string sentence(const ComparedAmounts& amounts);

}  // namespace stridescope

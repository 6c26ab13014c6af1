// What loads of shared memory cost as the text has them, and as nvcc compiles it: neighbouring
// loads of an unrolled loop become one of 8 or 16 bytes, and what a register has is not loaded
// again. Which ones is a fact of the trace (TraceFacts::merged); where their lanes went, and so
// what they cost, was recorded.
#pragma once

#include <cstdint>
#include <string>
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
/// The same for less and less room: "compiled: 4 loads become one", "4 loads → 1".
std::vector<std::string> short_words_of(const CompiledLine& line);

}  // namespace stridescope

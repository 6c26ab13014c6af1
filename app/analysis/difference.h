// What two runs differ in: what they cost, side by side, of the same counts that the work table
// has; and, of two runs of one text, where they part.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/analysis/work.h"
#include "app/trace/trace.h"

namespace stridescope {

/// One count of both runs.
struct Difference {
    std::string_view name;   ///< as reports call it: "steps", "adds", "barriers", …
    std::string_view words;  ///< as people do
    std::int64_t a = 0, b = 0;

    /// How many times as much `a` is; nothing where `b` is 0.
    std::optional<double> ratio() const {
        if (b == 0) return std::nullopt;
        return static_cast<double>(a) / static_cast<double>(b);
    }
};

/// Steps, applications of the operator, barriers, wavefronts, requests and excess wavefronts of
/// shared memory, in this order: over the recorded blocks, and all of them, or the first `a_steps`
/// and `b_steps`.
std::vector<Difference> differences(const WorkTable& a, const WorkTable& b);
std::vector<Difference> differences(const WorkTable& a, int a_steps, const WorkTable& b,
                                    int b_steps);

/// The first step behind which they differ.
struct Parting {
    int step = 0, block = 0;
    int cell = -1;    ///< of shared memory, which holds another value; -1: threads do other things
    int thread = -1;  ///< of the block, which does another thing; -1: a cell, or several
    std::string words{};  ///< "s[3] is 5, not 7": what the second has, and the first
    bool operator==(const Parting&) const = default;
};

/// The first step of blocks that both have recorded behind which a block's shared memory holds
/// something else, or in which its threads reach something else. Nothing: they part nowhere that is
/// recorded, as where only global memory differs.
std::optional<Parting> first_parting(const Trace& trace, const Trace& other);

}  // namespace stridescope

// What two runs cost, side by side: of the same counts that the work table has.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "app/analysis/work.h"

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

}  // namespace stridescope

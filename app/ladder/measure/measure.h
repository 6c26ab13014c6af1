// Climbs the ladder: times all rungs at all sizes, on this machine; and counts what a text does for
// each element, in a recording of the machine's.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/experiment/text_spec.h"
#include "app/ladder/ladder.h"
#include "app/trace/trace.h"

namespace stridescope {

struct LadderPlan {
    std::vector<std::int64_t> sizes{};
    ElementType type = ElementType::f32;  ///< or i32
    int runs = 11;                        ///< of each rung at each size
    double seconds = 2;                   ///< fewer runs where they take longer, but three
    bool gpu = true;                      ///< false: the CPU's rungs only
    std::vector<std::string> rungs{};     ///< ids or kinds; empty: all
    std::vector<TextSpec> own{};          ///< texts put beside
};

/// What is going on, asked and told often; false ends it.
struct LadderProgress {
    double done = 0;  ///< share of all
    std::string rung{};
    std::int64_t n = 0;
};
using LadderWatch = std::function<bool(const LadderProgress&)>;

/// Throws UsageError where the plan is wrong: an unknown rung, a text that has a fault. What cannot
/// be measured is left out, and says why. Once the watch says no, the ladder is `stopped`.
Ladder measure_ladder(const LadderPlan& plan, const LadderWatch& watch = {});

/// 10³ … 10⁹, or to 10⁸ where there is no GPU.
std::vector<std::int64_t> usual_sizes(bool gpu);

/// Whole numbers from −4 to 4 whose sums stay small: scans of them are exact in any order, also as
/// floats.
template <class T>
void fill_with_steps(std::vector<T>& numbers);

/// The longest row of waits of which each ended by what a block stored after its own wait had.
std::int64_t longest_chain(const Trace& trace);

/// Records the text over some sections and counts; over twice as many, to see whether the chain of
/// waits grows. Throws as record does.
RungCounts count_text(const TextSpec& text);

}  // namespace stridescope

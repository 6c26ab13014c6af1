// Two recordings of a kernel whose blocks cooperate, block by block: which of them did the same,
// and where what they did differs though no chance explains it.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/trace/trace.h"

namespace stridescope {

bool blocks_cooperate(const Trace& trace);
/// Whether what a block reads in this step depends on how far the others have got
/// (TraceFacts::nondeterministic_phase).
bool is_nondeterministic(const Trace& trace, int step);
/// Whether chance decides in which order numbers are added that are rounded.
bool sums_differently(const Trace& trace);
/// What two runs may differ in by chance, in words; empty: in nothing.
std::string not_compared_of(const Trace& trace);

class CooperatingBlocks {
  public:
    /// A thread of a row reached something else, or nothing (no row).
    struct Difference {
        std::optional<int> expected_row, got_row;
        std::size_t thread = 0;
    };

    CooperatingBlocks(const Trace& expected, const Trace& got);

    /// Blocks of `expected` and of `got` that scanned the same section; those that only one of them
    /// recorded are left out.
    const std::vector<std::pair<int, int>>& pairs() const { return pairs_; }
    /// The first thing in a step, free ones passed over, that one of them did and the other did
    /// not. An element that has the block's own number in one may have the other's in the other.
    std::optional<Difference> first_difference(int block, int other, int step) const;

  private:
    /// Rows of each recording that are the same but for values of a free step.
    struct Alike {
        std::vector<int> expected, got;
    };
    std::optional<int> row_of(const Trace& trace, int block, const std::vector<int>& rows,
                              std::size_t thread) const;

    const Trace &a_, &b_;
    std::vector<std::pair<int, int>> pairs_;
    std::vector<std::vector<Alike>> of_step_;  ///< [step]
};

}  // namespace stridescope

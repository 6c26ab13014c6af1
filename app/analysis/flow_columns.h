// What the columns of a block's flow are: elements of arrays, or the threads' registers. Internal
// to app/analysis.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/analysis/flow.h"
#include "app/analysis/value_origins.h"

namespace stridescope {

struct FlowColumns {
    std::string why_not{};  ///< where it is not empty nothing else counts
    Columns of = Columns::shared;
    std::vector<ArrayId> arrays{};  ///< as Flow's
    int count = 0;                  ///< of outputs not known yet
    std::int64_t first = 0;         ///< as Flow's
    /// [word of a row]: its column, -1: none; empty: that of its number.
    std::vector<int> column_of{};
    /// [row]: of threads, whether it makes values that stand in the picture: those that other
    /// threads read, and those that are made of another thread's.
    std::vector<std::uint8_t> makes_nodes{};
};

FlowColumns columns_of_flow(const Origins& origins);

}  // namespace stridescope

// What the columns of a block's flow are: elements of arrays, or the threads' registers. Internal
// to app/analysis.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/analysis/origins.h"

namespace stridescope {

struct FlowColumns {
    std::string why_not{};          ///< where it is not empty nothing else counts
    std::vector<ArrayId> arrays{};  ///< as Flow's; empty: registers
    int count = 0;
    /// [word of a row]: its column, -1: none; empty: that of its number.
    std::vector<int> column_of{};
    /// [row]: an operation that has the value of another thread's register as an operand.
    std::vector<std::uint8_t> of_shuffle{};
};

FlowColumns columns_of_flow(const Origins& origins);

}  // namespace stridescope

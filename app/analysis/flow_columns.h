// What the columns of a block's flow are: elements of arrays, or the threads' registers; and the
// arrays in global memory that a flow comes from and goes to. Internal to app/analysis.
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

/// Of what happens in these rows of the trace.
FlowColumns columns_of_flow(const Origins& origins, Trace::Range rows);

/// The one that most edges of the flow come from, or go to, and where its elements stand.
FlowArray flow_array(const Flow& flow, bool input);

/// Why there is no tree where the block itself keeps nothing in its shared memory.
std::string nothing_kept(const Trace& trace);

/// Of outputs into which the input goes straight: which columns they are. Says why_not where they
/// are no row of elements made of another one.
void take_outputs_as_columns(const Trace& trace, Flow& flow);

}  // namespace stridescope

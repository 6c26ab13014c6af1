// The edges of dataflow.h, found by where values came from. Internal to app/analysis.
#pragma once

#include <cstdint>
#include <vector>

#include "app/analysis/dataflow.h"
#include "app/analysis/value_origins.h"

namespace stridescope {

/// edges_of_step. An atomic has the cell's own earlier value as an operand, too.
std::vector<Edge> edges_of_step(const Origins& origins, int step);
/// output_edges_of_step, into all arrays in global memory that are written.
std::vector<Edge> output_edges_of_step(const Origins& origins, int step);
std::vector<std::uint8_t> words_read_from_before(const Origins& origins, int step);

/// Which value the load read, as the edge tells it: that of a cell, or of an element in global
/// memory.
void find_source(const Origins& origins, Made load, Edge& edge);

/// Whether the row stores to an array in global memory, or adds to one.
bool stores_to_output(const Origins& origins, int row);

}  // namespace stridescope

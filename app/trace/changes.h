// Shared memory after each step as its file has it: what the step changed. Most steps change
// little, and what is the same packs to nothing. Internal to app/trace.
#pragma once

#include "app/trace/trace.h"

namespace stridescope {

/// Unsigned numbers as wide as a cell.
ElementType bits_of_cell(const TraceData& d);
/// Each snapshot's bits, xor those of the one before in the block; before the first one all are 0.
TypedArray changes_of(const Trace& trace);
/// The way back.
TypedArray snapshots_of(const TraceData& d, TypedArray changes);

}  // namespace stridescope

// The times of warps as members and a key of a trace's file, and back.
#pragma once

#include <string_view>

#include "app/experiment/typed_array.h"
#include "app/trace/trace.h"
#include "app/trace/trace_meta.h"

namespace stridescope {

inline constexpr std::string_view times_warps_member = "times_warps",
                                  times_barriers_member = "times_barriers",
                                  times_accesses_member = "times_accesses";
inline constexpr std::size_t times_warps_columns = 10, times_barriers_columns = 2,
                             times_accesses_columns = 3;

/// What stands in meta.json.
Json json_of(const WarpTimes& times);
/// Without what the members have.
WarpTimes times_of(const Json& json);

/// Each a row for each warp, for each barrier that one passed, or for each access of one.
TypedArray times_warps(const WarpTimes& times);
TypedArray times_barriers(const WarpTimes& times);
TypedArray times_accesses(const WarpTimes& times);
/// Puts them back. Throws UsageError, with half a sentence that says why, if they cannot be a
/// trace's.
void take_times(WarpTimes& times, const TypedArray& warps, const TypedArray& barriers);
/// Puts the accesses back, behind the warps; throws as take_times does.
void take_accesses(WarpTimes& times, const TypedArray& accesses);

/// What of the times does not fit the rest of the trace, half a sentence; empty: nothing.
std::string_view times_fault(const TraceData& data);

}  // namespace stridescope

// A trace's facts as parts of its meta.json, and back. What cannot be a trace's is refused by
// UsageError with half a sentence.
#pragma once

#include <vector>

#include "app/trace/meta_values.h"
#include "app/trace/trace.h"

namespace stridescope {

void add_facts(Json& meta, const TraceFacts& facts);
/// All but the elements of the cells, which are no part of meta.json, and the steps' counts.
void read_facts(TraceData& d, const Json& meta);
Json json_of(const ExpectedCounts& expected);
ExpectedCounts expected_of(const Json& step);

}  // namespace stridescope

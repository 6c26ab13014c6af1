// What is said of a request to global memory. Internal to app/scene/global.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/analysis/coalescing.h"
#include "app/trace/trace.h"

namespace stridescope::scene_parts {

/// "load of warp 0 at line 12, round 2".
std::string name_of(const Trace& trace, const GlobalRequest& request);
/// "32 sectors in 8 lines where 4 would do"; "4 sectors in 1 line, as few as can be".
std::string text_of(const GlobalCost& cost);
/// "12 % of the bytes moved are wanted".
std::string share_text(const GlobalCost& cost);
/// The elements of bytes [first, end) of an array, in ever fewer words: "in[0] … in[31]", "in[0]
/// …".
std::vector<std::string> elements_text(const Trace& trace, ArrayId array, std::int64_t first,
                                       std::int64_t end);

}  // namespace stridescope::scene_parts

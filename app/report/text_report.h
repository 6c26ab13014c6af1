// What is told of a CUDA text's run, where a scan's is told otherwise.
#pragma once

#include <string>

#include "app/trace/trace.h"

namespace stridescope {

/// "Tiled transpose · transpose<<<(2, 2), (32, 32)>>> · 4 of 4 blocks …", one line or more.
std::string text_head(const Trace& trace);

/// Whether it is right, and what the arrays that it wrote hold at their end.
std::string text_result(const Trace& trace);

}  // namespace stridescope

// `stridescope-cli verify`: the same run on two engines, and where they first differ.
#pragma once

#include <optional>
#include <string>

#include "app/trace/trace.h"

namespace stridescope::cli {

/// The first place, in the order of time, where two traces of one experiment differ, as a
/// sentence; nothing if they are identical but for where they were recorded.
std::optional<std::string> first_divergence(const Trace& expected, const Trace& got);

}  // namespace stridescope::cli

// Launches of a text, in words.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "app/trace/trace.h"

namespace stridescope {

/// "8", "(2, 4)", "(2, 2, 2)".
std::string extents_text(const std::array<std::uint32_t, 3>& extents);

/// "transpose<<<(2, 2), (32, 32)>>>".
std::string launch_text(const LaunchFacts& launch);

/// Of what main measures, in any way: it asks the clock of whoever records.
inline constexpr std::string_view whose_times = "times are the recording's, not a GPU's";

/// The first launch, and how many follow it: "scan<<<4, 256>>> and 2 more launches"; "no launch".
std::string launches_text(const Trace& trace);

}  // namespace stridescope

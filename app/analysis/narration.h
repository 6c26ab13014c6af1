// What happens in a step, in plain words, to be read aloud: computed from the trace.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/analysis/requests.h"
#include "app/trace/trace.h"

namespace stridescope {

/// Why a request takes as many wavefronts as it does, without what it is a request of: "Lanes 0
/// and 16 want words 0 and 32, both in bank 0: two wavefronts."
std::string narrate(const Trace& trace, const Request& request);

/// That sentence with the request's name before it: "The load of warp 0 at line 50: lanes 0 and …";
/// of a request to global memory: "The load of warp 0 at line 12: 32 lanes want 128 bytes of in,
/// which lie in 32 sectors of eight lines; side by side they would fill four."
std::string narrate_request(const Trace& trace, const Request& request);

/// What one warp did in the step, by default the one that wasted most lane slots: "Warp 0 uses 16
/// of 128 lane slots, 13 %: four of 32 lanes are active at line 21."
std::string narrate_lanes(const Trace& trace, int block, int step, const std::optional<int>& warp);

/// One of its wavefronts, from 1: "Wavefront 2 of 4 of the load of warp 0 at line 50 serves lanes 8
/// and 9; 14 lanes wait." Beyond the last: "The load of … is done after four wavefronts."
std::string narrate_wave(const Trace& trace, const Request& request, int wave);

/// What the block's threads did in the step: "Up-sweep, stride 2: 64 threads read 128 words,
/// perform 64 additions and store 64 results."
std::string narrate_work(const Trace& trace, int block, int step);

/// Both in one: the work, and the request that cost most.
std::string narrate_step(const Trace& trace, int block, int step);

/// narrate_step of every step.
std::vector<std::string> narrate_all(const Trace& trace, int block);

}  // namespace stridescope

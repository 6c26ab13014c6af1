// Requests: what one warp asks of a memory at one place of a step, and what that costs there
// (banks.h, coalescing.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/analysis/banks.h"
#include "app/analysis/coalescing.h"
#include "app/trace/trace.h"

namespace stridescope {

/// One recorded request, to shared or to global memory. Of its two costs the other memory's is all
/// 0.
struct Request {
    int block = 0;
    int step = 0;
    int site = 0;
    int iteration = 0;
    int warp = 0;
    int row = 0;   ///< first row of the request; rows split by their values' origin follow it
    int rows = 1;  ///< how many they are
    Event event = Event::load;
    Access access = Access::load;  ///< by which rule banks serve it
    std::size_t bytes = 4;         ///< that each lane moves; words of a request are so wide
    bool counted = true;  ///< else nobody has measured what it costs (async_copies.h), and of its
                          ///< cost only the active lanes are told
    SharedCost shared{};
    GlobalCost global{};

    Space space() const { return space_of(event); }
    int active() const { return shared.active + global.active; }
};

/// All requests of a step of a block to that memory, shared or global, whose cost is known, in
/// program order.
std::vector<Request> requests_of_step(const Trace& trace, int block, int step, Space space);
/// Those to either memory, and those whose cost nobody has measured.
std::vector<Request> all_requests_of_step(const Trace& trace, int block, int step);

/// What people call it: "load of warp 0 at line 50, round 2", "copy of warp 1 at line 12".
std::string name_of(const Trace& trace, const Request& request);

/// The words of a request to shared memory: one entry per lane of the warp (fewer in a part-filled
/// last warp). They count from the begin of shared memory and are as wide as what a lane moves,
/// which mostly is a cell's width: then they are cells.
/// Rows that were split because lanes' values came from different places are joined.
std::vector<std::int32_t> words_of_request(const Trace& trace, const Request& request);
/// The cells that the lanes reached, the first of each; −1: the lane is idle.
std::vector<int> cells_of_request(const Trace& trace, const Request& request);
/// What the lanes of a copy bring, as shared_cost takes it; of other requests nothing.
std::vector<std::int32_t> sources_of_request(const Trace& trace, const Request& request);
std::vector<GroupLoad> group_loads(const Trace& trace, const Request& request);
/// In which of the request's wavefronts each lane of the warp is served, from 0; −1: it is idle.
std::vector<int> wavefront_of_lanes(const Trace& trace, const Request& request);

/// The element that each lane of a request to global memory reaches, GlobalUse::idle for idle
/// lanes.
std::vector<std::int64_t> elements_of_request(const Trace& trace, const Request& request);
GlobalUse global_use(const Trace& trace, const Request& request);

}  // namespace stridescope

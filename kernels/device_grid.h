// What a launch of a kernel whose blocks cooperate is handed besides input and output, and what its
// recording build writes down of what happens between blocks. Plain C++ but for the markers.
#pragma once

#include <cstdint>

#include "kernels/kernel_info.h"
#include "kernels/launches.h"

namespace stridescope {

/// The kernel's own arrays in global memory, in the order of Cooperation::scratch, and which of its
/// launches this is.
struct GridArrays {
    void* at[most_scratch] = {};
    LaunchLevel level{};
};

/// What one thread did to one of those arrays, or what became of its block; 40 bytes.
struct DeviceGridEvent {
    enum Kind : std::uint8_t { starts, steps, loads, stores, adds, waits, ends };

    std::uint64_t time = 0;     ///< nanoseconds of the device's own clock
    std::uint64_t value = 0;    ///< of an array of elements: its bytes, the lowest first
    std::uint32_t element = 0;  ///< of a start: the multiprocessor
    std::int32_t integer = 0;   ///< of an array of int: what was read, written or left there
    std::int32_t block = 0;     ///< of its launch
    std::uint16_t thread = 0;   ///< nothing for a start, a step and an end
    std::uint16_t step = 0;     ///< DeviceEvent::no_step before the first one
    std::uint16_t line = 0;     ///< of the kernel's header
    std::uint8_t kind = starts;
    std::uint8_t array = 0;  ///< number in Cooperation::scratch
};

/// The first thread that waited longer than it was to.
struct DeviceGivenUp {
    std::uint32_t anybody = 0;  ///< not 0: all others give up too
    std::int32_t block = 0;
    std::int32_t line = 0;
    std::uint32_t array = 0, element = 0;  ///< what it looked at last
    std::int32_t integer = 0;              ///< and saw there
};

/// What one launch of the recording build works with. The host allocates all of it before the
/// launch, and clears it before the first one of a run.
struct DeviceGrid {
    GridArrays arrays{};
    std::int32_t sizes[most_scratch] = {};  ///< elements of each array
    DeviceGridEvent* events = nullptr;      ///< in the order in which they came
    std::uint32_t* count = nullptr;         ///< of events; more than `capacity` if some were lost
    std::uint32_t capacity = 0;
    std::uint32_t* intervals = nullptr;  ///< [recorded block]: where its launches before ended
    std::int32_t recorded = 0;           ///< blocks whose threads write down all they do
    std::int32_t first_step = 0;         ///< steps of the launches before
    DeviceGivenUp* given_up = nullptr;
    std::uint64_t patience = 0;  ///< nanoseconds after which a wait is given up
};

}  // namespace stridescope

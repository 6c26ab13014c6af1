// Processor time, by the system's clocks.
#pragma once

#include <ctime>

namespace stridescope {

/// What the clock says, in seconds: CLOCK_THREAD_CPUTIME_ID of this thread,
/// CLOCK_PROCESS_CPUTIME_ID of all threads of the program.
inline double processor_seconds(clockid_t clock) {
    struct timespec had {};
    clock_gettime(clock, &had);
    return static_cast<double>(had.tv_sec) + static_cast<double>(had.tv_nsec) * 1e-9;
}

}  // namespace stridescope

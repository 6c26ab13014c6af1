// How long each frame took, by the system's clocks, one line for each in a CSV file, for
// bench/performance.py. docs/test_hooks.md has the format.
#pragma once

#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>

namespace stridescope {

/// What the clock says, in seconds: CLOCK_THREAD_CPUTIME_ID of this thread,
/// CLOCK_PROCESS_CPUTIME_ID of all threads of the program.
inline double processor_seconds(clockid_t clock) {
    struct timespec had {};
    clock_gettime(clock, &had);
    return static_cast<double>(had.tv_sec) + static_cast<double>(had.tv_nsec) * 1e-9;
}

class FrameTimes {
  public:
    using Clock = std::chrono::steady_clock;

    /// Begins the file anew. Throws RunError if it cannot be written.
    explicit FrameTimes(const std::filesystem::path& path);

    /// A frame is about to be drawn.
    void begin();
    /// It is on the screen. `moving`: something moves in it; `run`: it shows a recording.
    void end(bool moving, bool run);

  private:
    std::ofstream file_;
    Clock::time_point begin_{};
    double processor_begin_ = 0;
};

}  // namespace stridescope

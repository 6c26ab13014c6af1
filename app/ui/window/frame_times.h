// How long each frame took, one line for each in a CSV file: what bench/performance.py asks for.
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>

namespace stridescope {

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

#include "app/ui/window/frame_times.h"

#include <fmt/format.h>

#include <ctime>

#include "app/experiment/experiment.h"

namespace stridescope {
namespace {

/// What all threads of the program have had, in seconds: a software renderer has its own.
double processor_seconds() {
    struct timespec had {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &had);
    return static_cast<double>(had.tv_sec) + static_cast<double>(had.tv_nsec) * 1e-9;
}

double seconds_of(FrameTimes::Clock::time_point when) {
    return std::chrono::duration<double>(when.time_since_epoch()).count();
}

}  // namespace

FrameTimes::FrameTimes(const std::filesystem::path& path) : file_(path) {
    file_ << "begin,end,processor,moving,run" << std::endl;
    if (!file_) {
        throw RunError(fmt::format("The frames' times cannot be written to {}.", path.string()));
    }
}

void FrameTimes::begin() {
    begin_ = Clock::now();
    processor_begin_ = processor_seconds();
}

void FrameTimes::end(bool moving, bool run) {
    const Clock::time_point end = Clock::now();
    // At once: whoever reads along waits for the first frame.
    file_ << fmt::format("{:.6f},{:.6f},{:.6f},{:d},{:d}\n", seconds_of(begin_), seconds_of(end),
                         processor_seconds() - processor_begin_, moving, run)
          << std::flush;
}

}  // namespace stridescope

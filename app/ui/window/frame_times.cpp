#include "app/ui/window/frame_times.h"

#include <fmt/format.h>

#include "app/io/errors.h"

namespace stridescope {
namespace {

/// What all threads of the program have had: a software renderer has its own.
double all_seconds() {
    return processor_seconds(CLOCK_PROCESS_CPUTIME_ID);
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
    processor_begin_ = all_seconds();
}

void FrameTimes::end(bool moving, bool run) {
    const Clock::time_point end = Clock::now();
    // At once: whoever reads along waits for the first frame.
    file_ << fmt::format("{:.6f},{:.6f},{:.6f},{:d},{:d}\n", seconds_of(begin_), seconds_of(end),
                         all_seconds() - processor_begin_, moving, run)
          << std::flush;
}

}  // namespace stridescope

// The run that is shown, and what is being recorded.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "app/session/progress.h"
#include "app/session/recording.h"

namespace stridescope {

/// What the driver said of a GPU; it is asked off the UI's thread.
struct GpuAnswer {
    bool known = false;   ///< whether it has answered
    std::string problem;  ///< why no GPU can be used; empty if one can
};

struct Runs {
    std::shared_ptr<const Recording> shown;  ///< null before the first recording is finished
    std::uint64_t recordings = 0;            ///< finished so far: a new one means a new picture
    Progress recording;                      ///< of the experiment
    std::string error;                       ///< why the last recording failed; empty if it did not
    GpuAnswer gpu;
    Progress comparing;  ///< the two engines
    Progress searching;  ///< for a schedule under which the run comes to something else
};

}  // namespace stridescope

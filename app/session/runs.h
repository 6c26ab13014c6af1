// The run that is shown, and what is being recorded.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "app/engine/thread_locals.h"
#include "app/session/progress.h"
#include "app/session/recording.h"

namespace stridescope {

/// What the driver said of a GPU; it is asked off the UI's thread.
struct GpuAnswer {
    bool known = false;   ///< whether it has answered
    std::string problem;  ///< why no GPU can be used; empty if one can
};

/// The chosen thread's variables, of the run that is shown.
struct LocalsState {
    bool reading = false;                         ///< the run is being watched
    std::shared_ptr<const ThreadLocals> found{};  ///< null: nothing is known of them
    std::string why{};                            ///< there are none; empty: nobody asked
};

struct Runs {
    std::shared_ptr<const Recording> shown;  ///< null before the first recording is finished
    std::uint64_t recordings = 0;            ///< finished so far: a new one means a new picture
    Progress recording;                      ///< of the experiment
    std::string error;                       ///< why the last recording failed; empty if it did not
    GpuAnswer gpu;
    Progress comparing;  ///< the two engines
    LocalsState locals;
    Progress searching;  ///< for a schedule under which the run comes to something else
};

}  // namespace stridescope

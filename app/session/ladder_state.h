// The ladder as the window has it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "app/session/progress.h"

namespace stridescope {

struct Ladder;

struct LadderState {
    bool open = false;                      ///< seen in the place of the views' pictures
    std::shared_ptr<const Ladder> shown{};  ///< null: none yet
    std::string from{};                     ///< its file's name; empty: measured here
    std::int64_t n = 0;                     ///< what the bars show; see LadderOptions
    int rung = -1;
    bool story = true;  ///< only the rungs that tell it, to begin with
    Progress measuring{};
    std::string doing{};  ///< the rung that is being measured
};

}  // namespace stridescope

// What came of something that was asked for, in words.
#pragma once

#include <ctime>
#include <optional>
#include <string>

#include "app/experiment/experiment.h"

namespace stridescope {

/// A step that a message speaks of.
struct RunStep {
    Experiment experiment;  ///< of which run
    int block = 0;
    int step = 0;  ///< from 0
};

/// Stays in front until it is read, and in the list of messages after that.
struct Message {
    bool fine = true;
    std::string text;
    std::time_t when = 0;  ///< the system's clock
    bool read = false;
    std::optional<RunStep> place{};  ///< where to look; nothing where there is no such place
};

}  // namespace stridescope

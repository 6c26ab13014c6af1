// What the experiment's knobs and the buttons beside them say.
#pragma once

#include <string>
#include <string_view>

#include "app/session/app_state.h"

namespace stridescope {

/// What is said of a GPU until the driver has answered.
inline constexpr const char* looking_for_gpu = "Looking for a GPU…";

/// Why the experiment cannot be recorded on the GPU, as a sentence; empty if it can.
std::string why_not_on_gpu(const Experiment& experiment, const GpuAnswer& gpu);

inline constexpr const char* compare_tip =
    "Compare engines: records this experiment on the machine and on the GPU, and says whether "
    "the traces are identical";
inline constexpr const char* comparing_now = "The engines are being compared";

std::string_view engine_tip(EngineChoice engine);
/// What records the experiment in a terminal.
std::string terminal_line(const Experiment& experiment);

}  // namespace stridescope

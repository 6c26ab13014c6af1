// What the arrays of a run that was opened from a file hold when it is run again.
#pragma once

#include <filesystem>
#include <vector>

#include "app/trace/trace.h"

namespace stridescope {

/// The run's arguments as another run of it may take them: a trace comes from somewhere, and names
/// no file outside of its own one's folder. Where it does, its own numbers will do if they are few.
std::vector<Setting> arguments_beside(const Trace& trace, const std::filesystem::path& file);

}  // namespace stridescope

// Where two recordings of the same run part ways: the emulator's and a GPU's, say.
#pragma once

#include <optional>
#include <string>

#include "app/trace/trace.h"

namespace stridescope {

/// The first place, in the order of the timeline, where `got` is not `expected`: block, step, word
/// or thread, what was expected and what was found; nothing if they are identical but for where
/// they were recorded. NaNs are equal: their bits differ between processors.
std::optional<std::string> first_divergence(const Trace& expected, const Trace& got);

}  // namespace stridescope

// The recordings that come with the program, of the text that a run is of.
#pragma once

#include <filesystem>
#include <vector>

#include "app/scene/view_facts.h"
#include "app/trace/trace.h"

namespace stridescope {

/// Those of `shipped` that are of the run's text, which must be one of the program's own as it is.
/// A recording is called like its text, with what it was recorded with behind it:
/// "kogge_stone_8_warps.npz" (scripts/record_times).
std::vector<Recorded> recordings_of(const Trace& trace,
                                    const std::vector<std::filesystem::path>& shipped);

}  // namespace stridescope

// What is seen as a line for a terminal that makes it again.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/session/app_state.h"
#include "app/session/export_command.h"

namespace stridescope {

/// A line for a POSIX shell that writes to `file` what export_job does, byte for byte: records
/// the run (or reads the file it was opened from) and exports the view. Two runs that are compared
/// are recorded first, the other one into "compared.npz". With `seen` the picture is as these panes
/// show it; with `page` it is for that. Needs a recording.
std::string export_line(const AppState& state, View view, const std::filesystem::path& file,
                        const AnimationChoice& animation = {},
                        const std::optional<SeenPanes>& seen = {}, std::optional<Page> page = {});

}  // namespace stridescope

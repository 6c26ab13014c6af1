// What the Export menu writes: the same call, and so the same bytes, as the command line's.
#pragma once

#include <filesystem>

#include "app/export/export.h"
#include "app/ui/app_state.h"

namespace stridescope {

/// The view as it is shown now, as an export: on light ground, whatever the window's theme is,
/// since it goes on paper and slides.
ExportRequest request_for(const AppState& state, View view);

/// Writes the shown view. Throws UsageError or RunError in words for people.
void export_shown(const AppState& state, View view, const std::filesystem::path& path);

}  // namespace stridescope

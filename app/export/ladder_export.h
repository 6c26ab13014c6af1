// A ladder in a file.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "app/export/formats.h"
#include "app/ladder/ladder.h"
#include "app/scene/ladder/ladder_scene.h"

namespace stridescope {

/// By the ending of the path. Throws UsageError for what a ladder is not written as.
ExportFormat ladder_format_of(const std::filesystem::path& path);

/// A picture on light ground, or a table; JSON can be opened again.
std::vector<std::byte> export_ladder(const Ladder& ladder, const LadderOptions& options,
                                     ExportFormat format);

}  // namespace stridescope

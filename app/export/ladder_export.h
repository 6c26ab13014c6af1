// A ladder as a picture in a file.
#pragma once

#include <cstddef>
#include <vector>

#include "app/export/export.h"
#include "app/ladder/ladder.h"
#include "app/scene/ladder/ladder_scene.h"

namespace stridescope {

/// PNG, SVG or PDF, on light ground.
std::vector<std::byte> export_ladder(const Ladder& ladder, const LadderOptions& options,
                                     ExportFormat format);

}  // namespace stridescope

// Where in a picture that lies which is chosen in it or in another one.
#pragma once

#include <optional>
#include <vector>

#include "app/analysis/selection.h"
#include "app/scene/scene.h"

namespace stridescope {

/// The boxes of all that is among the related: hotspots, and what Scene::node tells. What means a
/// step is lit only in `step`; but the names of steps are, of all that the chosen has a part in.
std::vector<Box> lit_boxes(const Scene& scene, const Related& related, int step);

/// Frames round such boxes, to be drawn above all else; for pictures that nobody points at.
Layer lit_layer(const std::vector<Box>& boxes, const Palette& palette);

}  // namespace stridescope

// A scene as text, for looking at differences and for tests.
#pragma once

#include <string>

#include "app/scene/scene.h"

namespace stridescope {

/// One line per primitive and hotspot, in drawing order; coordinates to a hundredth of a unit.
std::string dump(const Scene& scene);

}  // namespace stridescope

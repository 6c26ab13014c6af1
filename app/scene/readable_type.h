// Words that are set too small to be read.
#pragma once

#include "app/scene/scene.h"

namespace stridescope {

/// What a page had no room for, of how many words and numbers.
struct LeftOut {
    int labels = 0, of = 0;
};

/// Sets all that is smaller than `least` as large as that, and leaves out what then has no room:
/// names of rows that would lie on each other, numbers wider than their cells.
LeftOut keep_readable(Scene& scene, float least);

}  // namespace stridescope

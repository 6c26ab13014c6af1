// What the pointer is told over the tree. Internal to app/scene.
#pragma once

#include <memory>
#include <string>

#include "app/scene/tree/tree_picture.h"

namespace stridescope::scene_parts {

/// The field of the tree's nodes.
HotspotField node_tips(std::shared_ptr<const TreePicture> picture);

/// "sum of A[0..3] = 16"; where it is no such sum, what it is instead. The level must be done.
std::string cover_text(const TreeModel& model, int level, int element);

/// "thread 3, stride 1: X[3] + X[2] = 8 + 5 = 13"; numbers only as far as the cursor has come.
std::string edge_text(const TreeModel& model, const Edge& edge, bool done);

}  // namespace stridescope::scene_parts

#include "app/scene/side_by_side.h"

#include <utility>

#include "app/scene/run_names.h"

namespace stridescope {

RunTitles run_titles(const Trace& left, const Trace& right) {
    scene_parts::RunNames names = scene_parts::telling_names(right, left);
    return {.left = std::move(names.after), .right = std::move(names.before)};
}

}  // namespace stridescope

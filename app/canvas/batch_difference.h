// Where a picture differs from the one before it: all else of it stands there already.
#pragma once

#include "app/canvas/batches.h"
#include "app/canvas/pixel_box.h"
#include "app/canvas/text_batch.h"
#include "app/scene/pane_sight.h"

namespace stridescope {

/// How scene units become pixels; as Canvas::set_view has it.
struct PictureView {
    ViewTransform view, home;  ///< `home`: of what is pinned
};

/// Parts of the picture, in its pixels, y down; empty: none.
struct BatchDifference {
    bool anywhere = false;  ///< the layers are others
    PixelBox still;         ///< of the layers below all that grows
    PixelBox above;         ///< of the others
};

/// Where pictures of these batches, seen alike, may differ. Grids are not looked at.
BatchDifference difference(const Batches& before, const TextBatch& text_before,
                           const Batches& after, const TextBatch& text_after,
                           const PictureView& seen);

/// All that lines that grow may reach.
PixelBox reach_of_moving(const Batches& batches, const PictureView& seen);

/// The least that holds both; either may be empty.
PixelBox joined(const PixelBox& a, const PixelBox& b);

}  // namespace stridescope

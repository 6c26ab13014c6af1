// What a pane of the window shows of the scene in it, and the same as a scene of its own: for files
// that are to look like the screen.
#pragma once

#include <optional>
#include <vector>

#include "app/scene/scene.h"
#include "app/scene/view_transform.h"

namespace stridescope {

/// A pane, and which part of its scene it shows.
struct PaneSight {
    float width = 0, height = 0;  ///< of the pane, pixels
    float scale = 1;              ///< pixels to a unit of the room, as of the type
    /// What the scene was laid out for; where it is not given, the whole pane.
    Room room{};
    /// What fills the pane, in the scene's units; what lies beyond the scene is empty. Absent: all.
    std::optional<Box> part{};

    /// The room, or the pane's own.
    Room layout() const;
    /// The pane, in units.
    Box pane() const { return {0, 0, width / scale, height / scale}; }
    bool operator==(const PaneSight&) const = default;
};

/// The panes that a picture is seen in: one, or one for each of two runs.
struct SeenPanes {
    PaneSight own{};
    std::optional<PaneSight> beside{};  ///< the other run's; absent: like `own`
    bool operator==(const SeenPanes&) const = default;
};

/// The transform that shows all of the scene in a pane of so many pixels, or of one that scrolls
/// its full width from the top.
ViewTransform home_view(const Scene& scene, float width, float height, float scale);

/// The transform that shows the part: as large as all of it has room in the pane.
ViewTransform view_of(const PaneSight& sight, const Scene& scene);
/// The part that a transform shows in a pane of so many pixels.
Box part_in_view(const ViewTransform& view, float width, float height);

/// Where a box of the scene is seen, in pixels of the pane: what is pinned lies where it lies at
/// home. Nothing where it has gone under what is pinned at the top.
std::optional<Box> seen_box(const Scene& scene, const ViewTransform& view,
                            const ViewTransform& home, const Box& box);

/// Where such boxes are seen, in units of the pane, without those that are not.
std::vector<Box> seen_boxes(const Scene& scene, const PaneSight& sight,
                            const std::vector<Box>& boxes);

/// What the pane shows, drawn anew as a scene of the pane's size in units. It has one layer for
/// each of the scene's, clipped to the pane; nothing in it can be pointed at.
Scene seen_scene(const Scene& scene, const PaneSight& sight);

}  // namespace stridescope

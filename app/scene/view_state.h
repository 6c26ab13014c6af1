// What of a trace is looked at, and the room that there is for its picture.
#pragma once

namespace stridescope {

/// What is looked at: recorded block, step of the timeline, animation within the step.
struct ViewState {
    int block = 0;
    int step = 0;
    float progress = 1;  ///< 0: the step begins, 1: done
    bool operator==(const ViewState&) const = default;
};

/// The rectangle that a scene is to fill, in scene units. A scene with a room lays itself out to be
/// of that size: as much in its cells, rows and type as there is space for. It grows beyond a room
/// in which it could not be read at all. Without one (0) it has the size that suits its contents,
/// which is what files show.
struct Room {
    float width = 0, height = 0;
    /// Nobody scrolls it or zooms into it, a page or a presentation: what is below the least type
    /// is of no use.
    bool still = false;
    /// One of two side by side: the run's name stands above it, and need not be in it.
    bool named = false;

    bool given() const { return width > 0 && height > 0; }
    bool operator==(const Room&) const = default;
};

}  // namespace stridescope

// How far something is that is under way off the UI's thread.
#pragma once

namespace stridescope {

struct Progress {
    bool now = false;
    double share = 0;    ///< 0 … 1
    double seconds = 0;  ///< since it was asked for

    /// Whether it has taken so long that a word on it is due.
    bool is_long() const { return now && seconds > 0.3; }
};

}  // namespace stridescope

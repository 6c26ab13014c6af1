#include "app/playback/grid_cursor.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace stridescope {

void GridCursor::reset(std::vector<std::int64_t> times) {
    times_ = std::move(times);
    jump(times_.size());
}

void GridCursor::jump(std::size_t events) {
    playing_ = false;
    held_ = 0;
    events_ = std::min(events, times_.size());
}

std::size_t GridCursor::end_of_unit(std::size_t event) const {
    const auto end = std::upper_bound(times_.begin() + static_cast<std::ptrdiff_t>(event),
                                      times_.end(), times_[event]);
    return static_cast<std::size_t>(end - times_.begin());
}

void GridCursor::forward_in_time() {
    jump(at_end() ? events_ : end_of_unit(events_));
}

void GridCursor::back_in_time() {
    if (events_ == 0) return jump(0);
    // The units before that of the last event, and then back to the end of theirs.
    const auto begin = std::lower_bound(times_.begin(), times_.end(), times_[events_ - 1]);
    jump(static_cast<std::size_t>(begin - times_.begin()));
}

void GridCursor::toggle_play() {
    if (std::exchange(playing_, !playing_) || times_.empty()) {
        playing_ = false;
        return;
    }
    held_ = 0;
    if (at_end()) events_ = 0;
}

double GridCursor::still_for(double speed) const {
    if (!playing_) return std::numeric_limits<double>::infinity();
    return std::max(1 / speed - held_, 0.0);
}

bool GridCursor::advance(double seconds, double speed) {
    if (!playing_) return false;
    held_ += seconds;
    bool changed = false;
    while (playing_ && held_ >= 1 / speed) {
        held_ -= 1 / speed;
        events_ = end_of_unit(events_);
        playing_ = !at_end();
        changed = true;
    }
    return changed;
}

}  // namespace stridescope

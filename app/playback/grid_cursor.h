// The cursor over what happened between the blocks of a grid: how many of the events have happened.
// Knows no window.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stridescope {

/// Moves by single events, or by units of the events' clock; plays by the latter.
class GridCursor {
  public:
    /// A new trace, whose events have these times, in rising order. All of them have happened.
    /// Stops playing.
    void reset(std::vector<std::int64_t> times);

    std::size_t events() const { return events_; }  ///< that have happened
    std::size_t count() const { return times_.size(); }
    bool at_end() const { return events_ == times_.size(); }
    bool playing() const { return playing_; }

    // A move by hand stops the playing.
    void jump(std::size_t events);  ///< clamped
    void forward() { jump(events_ + 1); }
    void back() { jump(events_ > 0 ? events_ - 1 : 0); }
    /// To the end of the clock's next unit in which anything happens, or of the one before.
    void forward_in_time();
    void back_in_time();
    /// Starts or stops; at the end, play starts over.
    void toggle_play();

    /// Seconds until time changes anything at that speed; infinite where it will not.
    double still_for(double speed) const;

    /// Time passes; `speed` units of the clock are played in a second. Returns whether anything
    /// changed.
    bool advance(double seconds, double speed);

  private:
    /// The events up to the end of the unit of the clock that event `event` is in.
    std::size_t end_of_unit(std::size_t event) const;

    std::vector<std::int64_t> times_;
    std::size_t events_ = 0;
    double held_ = 0;  ///< seconds that what is shown has been shown while playing
    bool playing_ = false;
};

}  // namespace stridescope

// The cursors over the steps of a trace and over what happened between blocks: where one is, and
// how it moves. They know no window.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/trace/trace.h"

namespace stridescope {

/// Advances in whole steps; `progress` is how far the current step's animation has run. Forward
/// and back reverse each other exactly: a position is (step, animation finished), nothing else.
class Playback {
  public:
    static constexpr float slowest = 0.25F, fastest = 8;  ///< steps per second

    /// A new trace: `steps` positions (0 … steps − 1); the cursor is put at `step`, clamped, shown
    /// finished. Goes on playing if it was.
    void reset(int steps, int step);

    int step() const { return step_; }
    int steps() const { return steps_; }
    float progress() const { return progress_; }  ///< 0 … 1
    bool playing() const { return playing_; }
    float speed() const { return speed_; }  ///< steps per second

    // A step by hand stops the playing: who steps wants to look.
    void first();
    void last();
    /// One step on; animates into it. At the end: stays, finished.
    void forward();
    /// One step back; shown finished, at once. At the start: stays.
    void back();
    void jump(int step);  ///< clamped; shown finished
    /// Starts or stops; at the end, play starts over.
    void toggle_play();
    /// While it plays: that step is shown as long as one is once more, or the next one begins.
    void stay(int step) { settle(step); }
    void go_on() {
        ++step_;
        progress_ = 0;
        held_ = 0;
    }
    void set_speed(float steps_per_second);  ///< clamped to slowest … fastest
    /// Whether playing goes on from the start when it has come to the end.
    bool loop() const { return loop_; }
    void set_loop(bool loop) { loop_ = loop; }
    /// From now on each step is shown finished, also while it plays.
    void keep_still() { still_ = true; }
    /// Whether time changes anything, i.e. whether advance() has to be called.
    bool moving() const { return playing_ || progress_ < 1; }

    /// Seconds until time changes anything: 0 while something moves, infinite where nothing will.
    double still_for() const;

    /// Time passes. Returns whether anything changed, i.e. whether to draw anew.
    bool advance(double seconds);

  private:
    void settle(int step);
    double move_time() const;  ///< seconds in which a step's edges move
    float begun() const;       ///< how far a step's animation has run when the step is come to

    int steps_ = 0, step_ = 0;
    float progress_ = 1;
    double held_ = 0;  ///< seconds the finished step has been shown while playing
    float speed_ = 1;
    bool playing_ = false, loop_ = false, still_ = false;
};

// The same place in another run's timeline.

/// Where the cursor belongs in `to` when it stood on step `step` of `from`: the same number where
/// both have the same phases one by one; else the same phase and stride (the same one of several
/// such); else the nearest stride of that phase; else the same share of the way. 0 if either is
/// empty.
int same_place(const std::vector<Step>& from, int step, const std::vector<Step>& to);

/// The cursor over what happened between the blocks of a grid: how many of the events have
/// happened. Moves by single events, or by units of the events' clock; plays by the latter.
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

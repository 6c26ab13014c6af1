#include "app/playback/playback.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace stridescope {
namespace {

/// Share of a step's time in which its edges move; the rest is for looking at the result.
constexpr double moving_share = 0.65;
/// A step taken by hand moves no slower than this, however slow the play speed is.
constexpr double longest_move_by_hand = 0.4;

}  // namespace

void Playback::reset(int steps, int step) {
    steps_ = std::max(steps, 0);
    if (steps_ < 2) playing_ = false;
    settle(step);
}

float Playback::begun() const {
    return still_ ? 1 : 0;
}

void Playback::settle(int step) {
    step_ = std::clamp(step, 0, std::max(steps_ - 1, 0));
    progress_ = 1;
    held_ = 0;
}

void Playback::first() {
    jump(0);
}

void Playback::last() {
    jump(steps_ - 1);
}

void Playback::jump(int step) {
    playing_ = false;
    settle(step);
}

void Playback::forward() {
    playing_ = false;
    if (step_ + 1 >= steps_) {
        settle(step_);
        return;
    }
    ++step_;
    progress_ = begun();
    held_ = 0;
}

void Playback::back() {
    jump(step_ - 1);
}

void Playback::toggle_play() {
    if (playing_) {
        playing_ = false;
        return;
    }
    if (steps_ < 2) return;
    playing_ = true;
    held_ = 1.0 / slowest;  // Nobody who pressed play wants to wait for it.
    if (step_ + 1 < steps_) return;
    step_ = 0;
    progress_ = begun();
}

void Playback::set_speed(float steps_per_second) {
    speed_ = std::clamp(steps_per_second, slowest, fastest);
}

double Playback::move_time() const {
    if (still_) return 0;
    const double share = moving_share / speed_;
    return playing_ ? share : std::min(share, longest_move_by_hand);
}

double Playback::still_for() const {
    if (progress_ < 1) return 0;
    if (!playing_) return std::numeric_limits<double>::infinity();
    return std::max(1.0 / speed_ - move_time() - held_, 0.0);
}

bool Playback::advance(double seconds) {
    bool changed = false;
    while (seconds > 0 && (progress_ < 1 || playing_)) {
        if (progress_ < 1) {
            changed = true;
            const double left = (1 - progress_) * move_time();
            if (seconds < left) {
                progress_ += static_cast<float>(seconds / move_time());
                progress_ = std::min(progress_, 1.0F);
                return true;
            }
            seconds -= left;
            progress_ = 1;
            held_ = 0;
            continue;
        }
        const double left = still_for();
        if (seconds < left) {
            held_ += seconds;
            return changed;
        }
        seconds -= left;
        held_ = 0;
        changed = true;
        if (step_ + 1 < steps_) {
            ++step_;
            progress_ = begun();
        } else if (loop_) {
            step_ = 0;
            progress_ = begun();
        } else {
            playing_ = false;
        }
    }
    return changed;
}

int same_place(const std::vector<Step>& from, int step, const std::vector<Step>& to) {
    if (from.empty() || to.empty()) return 0;
    const auto here =
        static_cast<std::size_t>(std::clamp(step, 0, static_cast<int>(from.size()) - 1));
    const Step& wanted = from[here];
    // The same phases one by one: step by step the same timeline, even if strides differ.
    if (std::ranges::equal(from, to, {}, &Step::phase, &Step::phase)) {
        return static_cast<int>(here);
    }

    const auto earlier =
        std::count(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(here), wanted);
    int same = -1;
    std::ptrdiff_t seen = 0;
    int nearest = -1;
    double nearest_distance = 0;
    const auto octave = [](int stride) { return std::log2(std::max(stride, 1)); };
    for (std::size_t i = 0; i < to.size(); ++i) {
        const int index = static_cast<int>(i);
        if (to[i] == wanted && seen++ <= earlier) same = index;
        if (to[i].phase != wanted.phase) continue;
        const double distance = std::abs(octave(to[i].stride) - octave(wanted.stride));
        if (nearest < 0 || distance < nearest_distance) {
            nearest = index;
            nearest_distance = distance;
        }
    }
    if (same >= 0) return same;
    if (nearest >= 0) return nearest;
    if (from.size() < 2) return 0;
    const double share = static_cast<double>(here) / static_cast<double>(from.size() - 1);
    return static_cast<int>(std::lround(share * static_cast<double>(to.size() - 1)));
}

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

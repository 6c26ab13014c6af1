#include "app/ui/window/fingers.h"

#include <algorithm>
#include <cmath>
#include <utility>
#define GLFW_INCLUDE_NONE  // its names of what buttons do alone
#include <GLFW/glfw3.h>

namespace stridescope {
namespace {

using Kind = InputEvent::Kind;

constexpr float trembling = 9;      ///< a finger that rests, in the window's units
constexpr double long_press = 0.5;  ///< seconds
constexpr float least_apart = 20;   ///< two fingers: nearer ones would zoom by leaps

Point place_of(const InputEvent& touch) {
    return {static_cast<float>(touch.x), static_cast<float>(touch.y)};
}

float distance(Point a, Point b) {
    return std::hypot(a.x - b.x, a.y - b.y);
}

}  // namespace

Fingers::Finger* Fingers::find(int number) {
    const auto found = std::ranges::find(down_, number, &Finger::number);
    return found != down_.end() ? &*found : nullptr;
}

void Fingers::move_to(Point at, std::vector<InputEvent>& made) const {
    made.push_back({.kind = Kind::move, .x = at.x, .y = at.y});
}

void Fingers::button(int action, const InputEvent& touch, std::vector<InputEvent>& made) {
    made.push_back({.kind = Kind::button,
                    .code = GLFW_MOUSE_BUTTON_LEFT,
                    .action = action,
                    .mods = touch.mods,
                    .when = touch.when});
}

bool Fingers::take(const InputEvent& touch, const Aim& aim, std::vector<InputEvent>& made) {
    used_ = true;
    if (doing_ == Doing::asking) return false;
    if (touch.action == GLFW_PRESS) {
        if (find(touch.code) != nullptr) return true;
        down_.push_back({touch.code, place_of(touch)});
        rests_ = false;
        if (down_.size() == 1) {
            begin(touch);
        } else if (down_.size() == 2 && doing_ != Doing::spent) {
            // What the first one was about to do, it does not.
            if (doing_ == Doing::dragging) button(GLFW_RELEASE, touch, made);
            doing_ = Doing::pinching;
            apart_ = distance(down_[0].at, down_[1].at);
            middle_ = {(down_[0].at.x + down_[1].at.x) / 2, (down_[0].at.y + down_[1].at.y) / 2};
        }
        return true;
    }
    Finger* const finger = find(touch.code);
    if (finger == nullptr) return true;
    if (touch.action == GLFW_REPEAT) {
        if (finger != down_.data() && doing_ != Doing::pinching) return true;
        if (doing_ == Doing::pinching) {
            finger->at = place_of(touch);
            pinch(made);
            return true;
        }
        return go_on(touch, aim, made);
    }
    lift(touch, aim, made);
    std::erase_if(down_, [&](const Finger& each) { return each.number == touch.code; });
    if (down_.empty()) doing_ = Doing::nothing;
    return true;
}

void Fingers::begin(const InputEvent& touch) {
    doing_ = Doing::touching;
    began_ = aimed_ = last_ = place_of(touch);
    rested_ = 0;
    fresh_ = true;
    under_ = Drag::nothing;
    long_ = false;
}

/// The first finger, alone, has moved.
bool Fingers::go_on(const InputEvent& touch, const Aim& aim, std::vector<InputEvent>& made) {
    const Point at = place_of(touch);
    // What is dragged stays as far from the finger as it was when that came down.
    const Point meant{at.x + aimed_.x - began_.x, at.y + aimed_.y - began_.y};
    switch (doing_) {
        case Doing::touching:
            if (distance(at, began_) < trembling) return true;
            aimed_ = aim(began_, Drag::at_once);
            move_to(aimed_, made);
            doing_ = Doing::asking;
            return false;
        case Doing::hovering:
            if (!long_ && under_ == Drag::held) {
                if (distance(at, began_) < trembling) return true;
                long_ = true;
                button(GLFW_PRESS, touch, made);
                doing_ = Doing::dragging;
            }
            move_to(meant, made);
            break;
        case Doing::answered:
            if (under_ == Drag::at_once) {
                button(GLFW_PRESS, touch, made);
                move_to(meant, made);
                doing_ = Doing::dragging;
                break;
            }
            doing_ = Doing::scrolling;
            [[fallthrough]];
        case Doing::scrolling:
            made.push_back(
                {.kind = Kind::scroll, .across = at.x - last_.x, .down = at.y - last_.y});
            break;
        case Doing::dragging: move_to(meant, made); break;
        case Doing::nothing:
        case Doing::asking:
        case Doing::pinching:
        case Doing::spent: break;
    }
    last_ = at;
    down_.front().at = at;
    return true;
}

void Fingers::lift(const InputEvent& touch, const Aim& aim, std::vector<InputEvent>& made) {
    const bool lost = touch.action == touch_lost;
    switch (doing_) {
        case Doing::touching:
            if (lost) break;
            move_to(aim(began_, Drag::nothing), made);
            button(GLFW_PRESS, touch, made);
            button(GLFW_RELEASE, touch, made);
            break;
        case Doing::dragging: button(GLFW_RELEASE, touch, made); break;
        // What was asked about stays in sight until something else is touched.
        case Doing::hovering: doing_ = Doing::spent; return;
        default: break;
    }
    // A finger that is gone points at nothing.
    if (doing_ != Doing::spent) made.push_back({.kind = Kind::enter, .code = 0});
    doing_ = Doing::spent;
}

void Fingers::pinch(std::vector<InputEvent>& made) {
    const Point a = down_[0].at, b = down_[1].at;
    const Point middle{(a.x + b.x) / 2, (a.y + b.y) / 2};
    const float apart = distance(a, b);
    const bool far = apart >= least_apart && apart_ >= least_apart;
    made.push_back({.kind = Kind::pinch,
                    .x = middle.x,
                    .y = middle.y,
                    .across = middle.x - middle_.x,
                    .down = middle.y - middle_.y,
                    .larger = far ? apart / apart_ : 1.0});
    middle_ = middle;
    apart_ = apart;
}

void Fingers::seen(Drag under) {
    under_ = under;
    if (doing_ == Doing::asking) doing_ = Doing::answered;
}

void Fingers::pass_time(double seconds, std::vector<InputEvent>& made) {
    if (doing_ != Doing::touching) return;
    // What the window slept before the finger came is none of its time.
    if (!std::exchange(fresh_, false)) rested_ += seconds;
    if (rested_ < long_press) return;
    doing_ = Doing::hovering;
    rests_ = true;
    move_to(began_, made);
}

std::optional<double> Fingers::due_in() const {
    if (doing_ != Doing::touching) return std::nullopt;
    return std::max(long_press - rested_, 0.0);
}

}  // namespace stridescope

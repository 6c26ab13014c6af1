#include "app/ui/window/input_feed.h"

#include <imgui.h>

#include <algorithm>
#include <iterator>
#include <limits>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "app/ui/window/imgui_backend.h"

namespace stridescope {
namespace {

bool modifies(const InputEvent& event) {
    return event.code >= GLFW_KEY_LEFT_SHIFT && event.code <= GLFW_KEY_RIGHT_SUPER;
}

/// Keys that write a letter, unless held with a modifier: they and their letters go together.
bool writes(const InputEvent& event) {
    const bool modified = (event.mods & (GLFW_MOD_CONTROL | GLFW_MOD_ALT | GLFW_MOD_SUPER)) != 0;
    return event.code < 256 && !modified;
}

}  // namespace

bool FrameIntake::takes(const InputEvent& event) {
    using Kind = InputEvent::Kind;
    const auto seen = [&event](const std::vector<int>& list) {
        return std::ranges::find(list, event.code) != list.end();
    };
    switch (event.kind) {
        case Kind::key:
            if (seen(keys_) || pointed() || (letters_ && !writes(event))) return false;
            // Ctrl let go in the same frame as the key it was held for would not count.
            if (modifies(event) && !keys_.empty()) return false;
            keys_.push_back(event.code);
            other_key_ = other_key_ || !writes(event);
            return true;
        case Kind::character:
            if (other_key_ || pointed()) return false;
            letters_ = true;
            return true;
        case Kind::button:
            // ImGui has to hover a thing before it can be pressed, hence not after a move.
            if (seen(buttons_) || wheel_ || moved_ || !keys_.empty()) return false;
            buttons_.push_back(event.code);
            return true;
        case Kind::wheel:
            if (!buttons_.empty() || moved_ || !keys_.empty()) return false;
            wheel_ = true;
            return true;
        case Kind::move:
            if (pointed() || !keys_.empty()) return false;
            moved_ = true;
            return true;
        case Kind::focus:
        case Kind::enter: break;
    }
    return true;
}

void InputFeed::tell(const InputEvent& event) {
    using Kind = InputEvent::Kind;
    if (event.kind == Kind::button && event.action == GLFW_PRESS) tell_pace(event);
    imgui_backend::tell(window_, event);
    switch (event.kind) {
        case Kind::button:
            if (event.code >= 0 && event.code < static_cast<int>(std::size(down_))) {
                down_[event.code] = event.action != GLFW_RELEASE;
            }
            break;
        case Kind::move:
            x_ = event.x;
            y_ = event.y;
            pointer_known_ = true;
            break;
        case Kind::enter:
            if (event.code == 0) pointer_known_ = down_[0];
            break;
        case Kind::key:
        case Kind::character:
        case Kind::wheel:
        case Kind::focus: break;
    }
}

/// Whether it is the second of a double click is told by the hand's time: ImGui knows only that of
/// the frames, which may be slow.
void InputFeed::tell_pace(const InputEvent& press) {
    constexpr double slow_hand = 0.45;
    if (press.code < 0 || press.code >= static_cast<int>(std::size(pressed_at_))) return;
    const double last = pressed_at_[press.code];
    const bool again = last > 0 && press.when > 0 && press.when - last < slow_hand;
    ImGui::GetIO().MouseDoubleClickTime = again ? std::numeric_limits<float>::max() : 0.0F;
    pressed_at_[press.code] = press.when;
}

void InputFeed::settle() {
#if IMGUI_VERSION_NUM < 18700
    ImGuiIO& io = ImGui::GetIO();
    if (pointer_known_) io.MousePos = {static_cast<float>(x_), static_cast<float>(y_)};
    for (std::size_t i = 0; i < std::size(down_); ++i) io.MouseDown[i] = down_[i];
#endif
}

}  // namespace stridescope

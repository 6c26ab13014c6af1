#include "app/ui/window/input_feed.h"

#include <imgui.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "app/ui/kit/imgui_versions.h"
#include "app/ui/window/imgui_backend.h"

namespace stridescope {
namespace {

bool modifies(const InputEvent& event) {
    return event.code >= GLFW_KEY_LEFT_SHIFT && event.code <= GLFW_KEY_RIGHT_SUPER;
}

/// GLFW_MOD_… of a key that modifies others.
int modifier_of(int key) {
    switch (key) {
        case GLFW_KEY_LEFT_SHIFT:
        case GLFW_KEY_RIGHT_SHIFT: return GLFW_MOD_SHIFT;
        case GLFW_KEY_LEFT_CONTROL:
        case GLFW_KEY_RIGHT_CONTROL: return GLFW_MOD_CONTROL;
        case GLFW_KEY_LEFT_ALT:
        case GLFW_KEY_RIGHT_ALT: return GLFW_MOD_ALT;
        case GLFW_KEY_LEFT_SUPER:
        case GLFW_KEY_RIGHT_SUPER: return GLFW_MOD_SUPER;
        default: return 0;
    }
}

/// Those that are held when the event has happened: X11 tells them as they were before it.
int modifiers_after(const InputEvent& event) {
    const int own = event.kind == InputEvent::Kind::key ? modifier_of(event.code) : 0;
    return event.action == GLFW_RELEASE ? event.mods & ~own : event.mods | own;
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
        case Kind::scroll:
        case Kind::pinch:
            // What lies under the fingers is hovered in the frame that hears of them.
            return !pointed() && keys_.empty();
        case Kind::enter:
            // A press that ends where the pointer is no more would be none.
            return event.code != 0 || !pointed();
        case Kind::focus:
        case Kind::touch: break;
    }
    return true;
}

InputFeed::InputFeed(Window& window) : window_(window) {
    imgui::begin_events();
}

void InputFeed::tell(const InputEvent& event) {
    using Kind = InputEvent::Kind;
    switch (event.kind) {
        case Kind::button:
            if (event.action == GLFW_PRESS) tell_pace(event);
            imgui::put_modifiers(modifiers_after(event));
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
            if (event.code == 0) {
                pointer_known_ = down_[0];
                if (!pointer_known_) imgui::lose_pointer();
            }
            imgui_backend::tell_enter(window_, event.code != 0);
            break;
        case Kind::focus: imgui_backend::tell_focus(window_, event.code != 0); break;
        case Kind::key:
            imgui::put_modifiers(modifiers_after(event));
            imgui::put_key(event.code, event.action != GLFW_RELEASE);
            break;
        case Kind::character: ImGui::GetIO().AddInputCharacter(event.codepoint); break;
        case Kind::wheel: imgui::put_wheel(event.x, event.y); break;
        case Kind::scroll:
            hand_.scroll.x += static_cast<float>(event.across);
            hand_.scroll.y += static_cast<float>(event.down);
            break;
        case Kind::pinch:
            x_ = event.x;
            y_ = event.y;
            pointer_known_ = true;
            hand_.pan.x += static_cast<float>(event.across);
            hand_.pan.y += static_cast<float>(event.down);
            hand_.larger *= static_cast<float>(event.larger);
            break;
        case Kind::touch: break;  // Fingers has made others of it
    }
}

Hand InputFeed::take_hand() {
    return std::exchange(hand_, {});
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
    if (pointer_known_) imgui::put_pointer(x_, y_);
    for (int i = 0; i < static_cast<int>(std::size(down_)); ++i) imgui::put_button(i, down_[i]);
}

}  // namespace stridescope

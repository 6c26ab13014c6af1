#include "app/ui/shortcuts.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace stridescope {
namespace {

KeyMeaning does(Command command) {
    return {true, Wish::none, {std::move(command)}};
}
KeyMeaning wants(Wish wish) {
    return {true, wish, {}};
}

KeyMeaning with_control(int key, bool shift, const AppState& state) {
    switch (key) {
        case GLFW_KEY_Z: return shift ? does(command::Redo{}) : does(command::Undo{});
        case GLFW_KEY_Y: return does(command::Redo{});
        case GLFW_KEY_O: return wants(Wish::open);
        case GLFW_KEY_S: return wants(Wish::save);
        case GLFW_KEY_E: return wants(Wish::export_heatmap);
        case GLFW_KEY_Q: return does(command::Quit{});
        case GLFW_KEY_EQUAL:
        case GLFW_KEY_KP_ADD: return does(command::SetTextScale{state.text_scale + 0.25F});
        case GLFW_KEY_MINUS:
        case GLFW_KEY_KP_SUBTRACT: return does(command::SetTextScale{state.text_scale - 0.25F});
        case GLFW_KEY_0:
        case GLFW_KEY_KP_0: return does(command::SetTextScale{1});
        default: return {};
    }
}

/// Held keys repeat steps; everything else happens once a press.
KeyMeaning repeatable(int key, bool shift, const AppState& state) {
    switch (key) {
        case GLFW_KEY_RIGHT: return does(command::StepForward{});
        case GLFW_KEY_LEFT: return does(command::StepBack{});
        case GLFW_KEY_F10: return shift ? does(command::StepBack{}) : does(command::StepForward{});
        case GLFW_KEY_PAGE_UP: return does(command::SelectBlock{state.block - 1});
        case GLFW_KEY_PAGE_DOWN: return does(command::SelectBlock{state.block + 1});
        default: return {};
    }
}

KeyMeaning once(int key, const AppState& state) {
    switch (key) {
        case GLFW_KEY_HOME: return does(command::First{});
        case GLFW_KEY_END: return does(command::Last{});
        case GLFW_KEY_SPACE: return does(command::TogglePlay{});
        case GLFW_KEY_1: return does(command::ToggleEnlarged{View::tree});
        case GLFW_KEY_2: return does(command::ToggleEnlarged{View::memory});
        case GLFW_KEY_3: return does(command::ToggleEnlarged{View::heatmap});
        case GLFW_KEY_ESCAPE:
            if (!state.enlarged) return {};
            return does(command::ToggleEnlarged{*state.enlarged});
        case GLFW_KEY_C: return does(command::SetCompare{!state.compare});
        case GLFW_KEY_F: return wants(Wish::fit);
        case GLFW_KEY_F1: return wants(Wish::help);
        default: return {};
    }
}

}  // namespace

KeyMeaning meaning_of(const InputEvent& event, const AppState& state) {
    if (event.kind != InputEvent::Kind::key || event.action == GLFW_RELEASE) return {};
    if ((event.mods & (GLFW_MOD_ALT | GLFW_MOD_SUPER)) != 0) return {};
    const bool shift = (event.mods & GLFW_MOD_SHIFT) != 0;
    const bool press = event.action == GLFW_PRESS;
    if ((event.mods & GLFW_MOD_CONTROL) != 0) {
        return press ? with_control(event.code, shift, state) : KeyMeaning{};
    }
    KeyMeaning meaning = repeatable(event.code, shift, state);
    if (!meaning.used && press && !shift) meaning = once(event.code, state);
    return meaning;
}

}  // namespace stridescope

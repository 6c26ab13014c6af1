#include "app/ui/window/editor_keys.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace stridescope {
namespace {

using editor::Motion;

KeyMeaning does(editor::Action action) {
    return {true, UiAction::none, {command::EditText{std::move(action)}}};
}

std::string utf8_of(unsigned c) {
    const auto byte = [](unsigned value) { return static_cast<char>(value); };
    if (c < 0x80) return {byte(c)};
    if (c < 0x800) return {byte(0xC0 | c >> 6), byte(0x80 | (c & 0x3F))};
    if (c < 0x10000) {
        return {byte(0xE0 | c >> 12), byte(0x80 | (c >> 6 & 0x3F)), byte(0x80 | (c & 0x3F))};
    }
    return {byte(0xF0 | c >> 18), byte(0x80 | (c >> 12 & 0x3F)), byte(0x80 | (c >> 6 & 0x3F)),
            byte(0x80 | (c & 0x3F))};
}

KeyMeaning of_letter(unsigned c) {
    if (c < 0x20 || c == 0x7F || c > 0x10FFFF) return {};
    return does(editor::action::Type{utf8_of(c)});
}

std::optional<Motion> motion_of(int key, bool control) {
    switch (key) {
        case GLFW_KEY_LEFT: return control ? Motion::word_left : Motion::left;
        case GLFW_KEY_RIGHT: return control ? Motion::word_right : Motion::right;
        case GLFW_KEY_UP: return Motion::up;
        case GLFW_KEY_DOWN: return Motion::down;
        case GLFW_KEY_HOME: return control ? Motion::text_begin : Motion::line_begin;
        case GLFW_KEY_END: return control ? Motion::text_end : Motion::line_end;
        // With Ctrl they are the blocks'.
        case GLFW_KEY_PAGE_UP: return control ? std::nullopt : std::optional{Motion::page_up};
        case GLFW_KEY_PAGE_DOWN: return control ? std::nullopt : std::optional{Motion::page_down};
        default: return std::nullopt;
    }
}

KeyMeaning with_control(int key, bool shift, bool press) {
    switch (key) {
        case GLFW_KEY_Z:
            if (shift) return does(editor::action::Redo{});
            return does(editor::action::Undo{});
        case GLFW_KEY_Y: return does(editor::action::Redo{});
        case GLFW_KEY_V: return wants(UiAction::paste);
        case GLFW_KEY_BACKSPACE: return does(editor::action::Erase{Motion::word_left});
        case GLFW_KEY_DELETE: return does(editor::action::Erase{Motion::word_right});
        default: break;
    }
    if (!press) return {};
    switch (key) {
        case GLFW_KEY_A: return does(editor::action::SelectAll{});
        case GLFW_KEY_C: return shift ? KeyMeaning{} : wants(UiAction::copy);
        case GLFW_KEY_X: return wants(UiAction::cut);
        case GLFW_KEY_INSERT: return wants(UiAction::copy);
        case GLFW_KEY_SLASH:
        case GLFW_KEY_KP_DIVIDE: return does(editor::action::ToggleComment{});
        case GLFW_KEY_M: return does(editor::action::GoToBracket{});
        default: return {};
    }
}

/// Escape is the message's in front, and stops what is being recorded, before it leaves the text.
bool something_is_in_front(const AppState& state) {
    return state.unread() > 0 || state.runs.recording.is_long();
}

KeyMeaning without_control(int key, bool shift, const AppState& state) {
    switch (key) {
        case GLFW_KEY_ENTER:
        case GLFW_KEY_KP_ENTER: return does(editor::action::NewLine{});
        case GLFW_KEY_TAB:
            if (shift) return does(editor::action::Indent{-1});
            return does(editor::action::Tab{});
        case GLFW_KEY_BACKSPACE: return does(editor::action::Erase{Motion::left});
        case GLFW_KEY_DELETE:
            if (shift) return wants(UiAction::cut);
            return does(editor::action::Erase{Motion::right});
        case GLFW_KEY_INSERT:
            return shift ? wants(UiAction::paste) : KeyMeaning{true, UiAction::none, {}};
        case GLFW_KEY_ESCAPE:
            return something_is_in_front(state) ? KeyMeaning{} : wants(UiAction::leave_text);
        default: break;
    }
    const bool function_key = key >= GLFW_KEY_F1 && key <= GLFW_KEY_F25;
    const bool modifier = key >= GLFW_KEY_LEFT_SHIFT && key <= GLFW_KEY_RIGHT_SUPER;
    // A key that writes is heard as its letter.
    return {!function_key && !modifier && key != GLFW_KEY_UNKNOWN, UiAction::none, {}};
}

}  // namespace

KeyMeaning editor_meaning(const InputEvent& event, const AppState& state) {
    if (event.kind == InputEvent::Kind::character) return of_letter(event.codepoint);
    if (event.kind != InputEvent::Kind::key || event.action == GLFW_RELEASE) return {};
    if ((event.mods & (GLFW_MOD_ALT | GLFW_MOD_SUPER)) != 0) return {};
    const bool control = (event.mods & GLFW_MOD_CONTROL) != 0;
    const bool shift = (event.mods & GLFW_MOD_SHIFT) != 0;
    if (const auto motion = motion_of(event.code, control)) {
        return does(editor::action::Move{*motion, shift});
    }
    if (control) return with_control(event.code, shift, event.action == GLFW_PRESS);
    return without_control(event.code, shift, state);
}

}  // namespace stridescope

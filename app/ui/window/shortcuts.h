// Keys that act on the window as a whole, as commands. Plain data in and out.
#pragma once

#include "app/platform/window.h"
#include "app/session/app_state.h"
#include "app/session/commands.h"

namespace stridescope {

/// What a key asks for besides a command.
enum class UiAction {
    none,
    fit,
    zoom_in,
    zoom_out,
    pan_left,
    pan_right,
    pan_up,
    pan_down,
    new_kernel,
    open,
    save,
    save_as,
    copy,
    cut,
    paste,  ///< into the text, or as a new one
    find,
    replace,
    go_to_line,
    find_next,
    find_previous,
    leave_text,
    export_heatmap,
    copy_narration,
    copy_line,
    copy_link,
    go_to_step,
    developer,
    help,
    type_answer,  ///< what is typed is the answer to the question in sight
    menus,
    next_area,
    area_before,
    walk_left,
    walk_right,
    walk_up,
    walk_down,
    press_control,
    leave_controls
};

struct KeyMeaning {
    bool used = false;  ///< the key means something here
    UiAction action = UiAction::none;
    Commands commands;
};
inline KeyMeaning wants(UiAction action) {
    return {true, action, {}};
}

/// Who is typed to: the window, its controls as keys walk through them, the text that is edited, a
/// text field, or a menu, list or dialog in front. A field that is about to have the keyboard lets
/// all keys wait.
enum class KeyFocus { window, controls, editor, text, front, nobody_yet };

/// What the press (or repeat) of a key means, or a letter in the text that is edited; nothing for
/// releases and other keys. That text keeps what means something in it. A text field keeps all keys
/// that mean something in a text, what is in front nearly all; controls keep those that walk and
/// press.
KeyMeaning meaning_of(const InputEvent& event, const AppState& state,
                      KeyFocus focus = KeyFocus::window);

}  // namespace stridescope

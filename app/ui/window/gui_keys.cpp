// The Gui's part in keys: what they ask of the window, and the control that they have walked to.
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/session/link.h"
#include "app/ui/kit/imgui_versions.h"
#include "app/ui/panels/narration_line.h"
#include "app/ui/window/gui.h"

namespace stridescope {

void Gui::settle_keys() const {
    const bool list = popup_open_ && !dialogs_.open() && !ImGui::GetIO().WantTextInput;
    if (list) imgui::press_by_enter();
}

KeyFocus Gui::key_focus() const {
    if (dialogs_.open() || popup_open_) return KeyFocus::front;
    if (panes_.editor().awaits_field() || lesson_.awaits_field() || asked_.awaits_field()) {
        return KeyFocus::nobody_yet;
    }
    if (ImGui::GetIO().WantTextInput) return KeyFocus::text;
    if (walk_.on() && !walk_.awaited().empty()) return KeyFocus::nobody_yet;
    if (panes_.editor().focused()) return KeyFocus::editor;
    return walk_.on() ? KeyFocus::controls : KeyFocus::window;
}

/// Whether the action was one of those that walk through the controls.
bool Gui::walk(UiAction action) {
    switch (action) {
        case UiAction::menus:
            panes_.editor().focus(false);
            walk_.begin(widgets_, "menu.file");
            walks_menus_ = true;
            break;
        case UiAction::next_area:
        case UiAction::area_before:
            panes_.editor().focus(false);
            if (walk_.on()) {
                walk_.next_area(widgets_, action == UiAction::next_area ? 1 : -1);
            } else {
                walk_.begin(widgets_, "experiment.kernel");
            }
            walks_menus_ = false;
            break;
        case UiAction::walk_left: walk_.move(widgets_, WalkWay::left); break;
        case UiAction::walk_right: walk_.move(widgets_, WalkWay::right); break;
        case UiAction::walk_up: walk_.move(widgets_, WalkWay::up); break;
        case UiAction::walk_down: walk_.move(widgets_, WalkWay::down); break;
        case UiAction::press_control: break;
        case UiAction::leave_controls: walk_.end(); return true;
        default: return false;
    }
    // What is scrolled to is pointed at when it is there.
    if (!walk_.awaited().empty()) return true;
    key_pointer_ = KeyPointer{walk_.point(widgets_), action == UiAction::press_control};
    return true;
}

KeysAt Gui::keys_at() const {
    const bool text = text_focused();
    return {text ? std::string{"editor.text"} : walked_to(), text || ImGui::GetIO().WantTextInput,
            key_focus() == KeyFocus::front};
}

void Gui::walk_to(const std::string& control, bool press) {
    const auto found = widgets_.find(control);
    if (found == widgets_.end()) return;
    const Box& box = found->second.box;
    // What lies in front is walked through by ImGui itself.
    if (found->second.control && !popup_open_) {
        panes_.editor().focus(false);
        ImGui::SetWindowFocus(nullptr);  // nor is a field typed into any more
        walk_.begin(widgets_, control);
        walks_menus_ = false;
    }
    key_pointer_ = KeyPointer{{box.x + box.w / 2, box.y + box.h / 2}, press};
}

/// The frame round the control that keys have walked to.
void Gui::draw_walk(Ui& ui) {
    if (!walk_.on() || popup_open_) return;
    if (walk_.arrive(widgets_)) key_pointer_ = KeyPointer{walk_.point(widgets_), false};
    const auto found = widgets_.find(walk_.at());
    if (found == widgets_.end()) return;
    const Box& box = found->second.box;
    const float out = ui.units(0.75F);
    ImGui::GetForegroundDrawList()->AddRect(
        {box.x - out, box.y - out}, {box.x + box.w + out, box.y + box.h + out},
        packed(ui.colors.accent), ui.units(1), 0, std::max(2.0F, std::floor(2.5F * ui.scale)));
}

/// What is asked of the text that is edited. Returns whether it was.
bool Gui::perform_in_text(UiAction action, const AppState& state, Commands& commands) {
    EditorPane& pane = panes_.editor();
    switch (action) {
        case UiAction::copy:
        case UiAction::cut:
            if (!state.document) break;
            ImGui::SetClipboardText(state.document->editor.clip().c_str());
            if (action == UiAction::cut) {
                commands.push_back(command::EditText{editor::action::Cut{}});
            }
            break;
        case UiAction::paste: {
            const char* clip = ImGui::GetClipboardText();
            if (clip == nullptr) break;
            if (pane.focused()) {
                commands.push_back(command::EditText{editor::action::Paste{clip}});
            } else if (looks_like_link(clip)) {
                commands.push_back(command::OpenLink{clip});
            } else if (looks_like_kernel(clip)) {
                commands.push_back(command::NewText{clip});
            }
            break;
        }
        case UiAction::find: pane.open_bar(FindBar::Kind::find, state); break;
        case UiAction::replace: pane.open_bar(FindBar::Kind::replace, state); break;
        case UiAction::go_to_line: pane.open_bar(FindBar::Kind::line, state); break;
        case UiAction::find_next: pane.find_again(state, commands, false); break;
        case UiAction::find_previous: pane.find_again(state, commands, true); break;
        case UiAction::leave_text:
            if (!pane.close_bar()) pane.focus(false);
            break;
        default: return false;
    }
    return true;
}

void Gui::perform(UiAction action, const AppState& state, Commands& commands) {
    if (walk(action) || perform_in_text(action, state, commands)) return;
    switch (action) {
        case UiAction::none: break;
        case UiAction::fit: panes_.fit_hovered(); break;
        case UiAction::zoom_in: panes_.zoom(state, 1); break;
        case UiAction::zoom_out: panes_.zoom(state, -1); break;
        case UiAction::pan_left: panes_.pan(state, 1, 0); break;
        case UiAction::pan_right: panes_.pan(state, -1, 0); break;
        case UiAction::pan_up: panes_.pan(state, 0, 1); break;
        case UiAction::pan_down: panes_.pan(state, 0, -1); break;
        case UiAction::open: dialogs_.ask_open(state); break;
        case UiAction::new_kernel:
            commands.push_back(command::NewText{new_kernel_text, untitled});
            break;
        case UiAction::save:
            if (state.document) {
                dialogs_.save_text(state, commands);
            } else if (state.runs.shown) {
                dialogs_.ask_save(state);
            }
            break;
        case UiAction::save_as:
            if (state.document) dialogs_.ask_save_text(state);
            break;
        case UiAction::export_heatmap: ask_export(View::heatmap, state); break;
        case UiAction::copy_narration: copy_narration(state); break;
        case UiAction::copy_line: copy_line_of_picture(state); break;
        case UiAction::copy_link: copy_link(state, commands); break;
        case UiAction::go_to_step: timeline_.ask_step(); break;
        case UiAction::developer: developer_.toggle(); break;
        case UiAction::help: dialogs_.show_help(); break;
        case UiAction::type_answer:
            if (state.presenter.presentation) {
                asked_.take_keyboard();
            } else if (const auto open = state.open_question()) {
                lesson_.take_keyboard(*open);
            }
            break;
        default: break;
    }
}

}  // namespace stridescope

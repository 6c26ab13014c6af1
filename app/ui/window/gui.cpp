#include "app/ui/window/gui.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/canvas/gl_objects.h"
#include "app/platform/window.h"
#include "app/session/export_command.h"
#include "app/session/link.h"
#include "app/ui/class/presentation.h"
#include "app/ui/kit/imgui_versions.h"
#include "app/ui/panels/menu_bar.h"
#include "app/ui/panels/narration_line.h"

namespace stridescope {
namespace {

FontSet with_fallback(FontSet fonts) {
    // Where the machine has none, this fills in ImGui's own.
    if (fonts.sans.empty()) load_fonts(fonts, 1);
    return fonts;
}

}  // namespace

Gui::ContextHolder::ContextHolder() {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;  // Nothing is kept from start to start; panes are where they belong.
    io.ConfigInputTextCursorBlink = false;  // A blinking cursor would draw the window forever.
    io.ConfigWindowsMoveFromTitleBarOnly = true;
}

Gui::ContextHolder::~ContextHolder() {
    ImGui::DestroyContext();
}

Gui::Gui(FontSet fonts)
    : font_bytes_(with_fallback(std::move(fonts))),
      resources_(font_bytes_),
      panes_(resources_),
      start_(resources_) {
    imgui::begin_renderer(native_dialect == GlslDialect::es300 ? "#version 300 es"
                                                               : "#version 330 core");
}

Gui::~Gui() {
    ImGui_ImplOpenGL3_Shutdown();
}

void Gui::prepare(const AppState& state, float own, float width, float height) {
    own_scale_ = own;
    const float chosen = state.preferences.text_scale;
    const Theme theme = state.preferences.theme;
    float scale = fitting_scale(own * chosen, own, width, height);
    picture_scale_ = scale;
    if (state.presenter.presentation) {
        // Nobody at the back of the room has chosen smaller type; much larger fonts would take
        // seconds to make. Where a question shares the window with a picture there is no room for
        // larger type: the answers would scroll, and the picture would have no values.
        const bool asks = state.lesson.open() || state.predict.on;
        const float larger = asks ? 1 : std::clamp(chosen, 1.0F, 1.25F);
        // On an upright tablet the width is what there is too little of.
        const float side = std::min(height, width);
        scale = std::max(presentation_scale(side) * larger, std::min(own, scale));
        picture_scale_ = std::max(presentation_picture_scale(side) * larger, picture_scale_);
    }
    // Menus, lists and dialogs are walked through by keys; elsewhere arrows and space are the
    // timeline's.
    ImGuiConfigFlags& flags = ImGui::GetIO().ConfigFlags;
    flags = popup_open_ ? flags | ImGuiConfigFlags_NavEnableKeyboard
                        : flags & ~ImGuiConfigFlags_NavEnableKeyboard;
    if (scale_ == scale && theme_ == theme) return;
    if (scale_ != scale) {
        fonts_ = load_fonts(font_bytes_, scale);
        kept_.forget();
        if (scale_ != 0) imgui::upload_fonts();
    }
    scale_ = scale;
    theme_ = theme;
    apply_style(theme, scale);
}

void Gui::ask_export(View view, const AppState& state) {
    if (state.runs.shown) dialogs_.file().ask_export(view, panes_.seen(state, view), state);
}

/// Before an unsaved text is left, what is to become of it; and its name, where it has none.
void Gui::ask_about_text(const AppState& state, Commands& commands) {
    if (state.leaving == Leaving::asked && !dialogs_.open()) dialogs_.ask_unsaved();
    const bool wants_path = state.leaving == Leaving::wants_path;
    if (wants_path && !dialogs_.open()) {
        // Closed without a name: it stays.
        if (path_asked_) {
            commands.push_back(command::AnswerUnsaved{});
        } else {
            dialogs_.file().ask_save_text(state);
        }
    }
    path_asked_ = wants_path;
}

/// A line for the picture that is looked at, as it is seen.
void Gui::copy_line_of_picture(const AppState& state) {
    if (!state.runs.shown) return;
    const View view = panes_.looked_at(state);
    const std::string file = fmt::format("{}.png", name_of(view));
    ImGui::SetClipboardText(export_line(state, view, file, {}, panes_.seen(state, view)).c_str());
}

/// A link to what is shown, at the page that this is, or that links came from.
void Gui::copy_link(const AppState& state, Commands& commands) {
    command::TellOfLink told;
    try {
        const std::string own = page_address();
        const std::string address = address_of(state, own.empty() ? state.preferences.page : own);
        ImGui::SetClipboardText(address.c_str());
        told.characters = address.size();
    } catch (const UsageError& error) {
        told.why_not = error.what();
    }
    commands.push_back(std::move(told));
}

/// The clipboard's text as a new one, or what its link says.
void Gui::paste_kernel(Commands& commands) {
    const char* clip = ImGui::GetClipboardText();
    if (clip == nullptr || *clip == '\0') return;
    if (looks_like_link(clip)) {
        commands.push_back(command::OpenLink{clip});
    } else {
        commands.push_back(command::NewText{clip});
    }
}

void Gui::draw(const AppState& state, Commands& commands) {
    widgets_.clear();
    Ui ui{state,
          commands,
          widgets_,
          UiColors::of(state.preferences.theme),
          palette_of(state.preferences.theme),
          fonts_,
          scale_,
          picture_scale_,
          walk_.on(),
          walk_.on() ? walk_.awaited() : std::string_view{},
          {},
          hand_};
    ui.command_key = has_command_key();
    const Point scrolled = hand_.pinches() ? hand_.pan : hand_.scroll;
    if (scrolled != Point{}) imgui::scroll_hovered({scrolled.x, scrolled.y});
    const MenuActions asked =
        state.has_menus() ? draw_menu_bar(ui, dialogs_, developer_) : MenuActions{};
    if (asked.fit_all) panes_.fit_all();
    if (asked.copy_line) copy_line_of_picture(state);
    if (asked.copy_link) copy_link(state, commands);
    if (asked.export_view) ask_export(*asked.export_view, state);
    if (asked.in_text) {
        using InText = MenuActions::InText;
        const InText what = *asked.in_text;
        panes_.editor().open_bar(what == InText::find      ? FindBar::Kind::find
                                 : what == InText::replace ? FindBar::Kind::replace
                                                           : FindBar::Kind::line,
                                 state);
    }
    if (asked.paste) paste_kernel(commands);
    draw_panels(ui);
    if (panes_.editor().take_save_wanted()) dialogs_.save_text(state, commands);
    ask_about_text(state, commands);
    if (panes_.take_trace_wanted()) dialogs_.file().ask_compared(state);
    if (panes_.take_ladder_export_wanted()) dialogs_.file().ask_export_ladder(state);
    developer_.draw(ui);
    draw_spotlight(ui, spotlight_bottom_, panes_.lit_on_screen(state));
    pen_.draw(ui);
    if (!dialogs_.open()) tour_.draw(ui);
    dialogs_.draw(ui);
    const bool was_open = popup_open_;
    popup_open_ = ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup);
    // Something was chosen from the menus, or they were left: the keys are the timeline's again.
    if (was_open && !popup_open_ && walks_menus_) walk_.end();
    draw_walk(ui);
    draw_blank(ui);
    under_ = imgui::scroll_bar_hovered() ? Drag::at_once : ui.under;
    hand_ = {};
}

Point Gui::aim(Point at, Drag drag) const {
    // Half of what a fingertip covers; between two of them the nearer one is meant.
    const float reach = 16 * own_scale_;
    if (popup_open_) return at;
    float nearest = reach;
    Point meant = at;
    for (const auto& [name, widget] : widgets_) {
        const bool fits = drag == Drag::nothing ? widget.control : widget.drags;
        if (!fits || !widget.enabled) continue;
        const Box& box = widget.box;
        const Point inside{std::clamp(at.x, box.x + 1, std::max(box.x + box.w - 1, box.x + 1)),
                           std::clamp(at.y, box.y + 1, std::max(box.y + box.h - 1, box.y + 1))};
        const float far = std::hypot(inside.x - at.x, inside.y - at.y);
        if (far >= nearest) continue;
        nearest = far;
        meant = inside;
    }
    return meant;
}

void Gui::render() {
    ImGui::Render();
    const Rgba ground = UiColors::of(theme_).window;
    glClearColor(static_cast<float>(ground.r) / 255, static_cast<float>(ground.g) / 255,
                 static_cast<float>(ground.b) / 255, 1);
    glDisable(GL_SCISSOR_TEST);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

bool Gui::render_changes() {
    ImGui::Render();
    std::array<GLint, 4> viewport{};
    glGetIntegerv(GL_VIEWPORT, viewport.data());
    return kept_.show(*ImGui::GetDrawData(), viewport[2], viewport[3], UiColors::of(theme_).window);
}

// The Gui's part in keys: what they ask of the window, and the control that they have walked to.

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
                dialogs_.file().ask_save(state);
            }
            break;
        case UiAction::save_as:
            if (state.document) dialogs_.file().ask_save_text(state);
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

#include "app/ui/window/gui.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/canvas/gl_objects.h"
#include "app/platform/host_page.h"
#include "app/platform/window.h"
#include "app/session/export_command.h"
#include "app/session/link.h"
#include "app/ui/class/presentation.h"
#include "app/ui/kit/imgui_versions.h"
#include "app/ui/panels/menu_bar.h"

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
    if (state.runs.shown) dialogs_.ask_export(view, panes_.seen(state, view), state);
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
            dialogs_.ask_save_text(state);
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
    if (panes_.take_trace_wanted()) dialogs_.ask_compared(state);
    if (panes_.take_ladder_export_wanted()) dialogs_.ask_export_ladder(state);
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

}  // namespace stridescope

#include "app/ui/window/gui.h"

#include <backends/imgui_impl_opengl3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/session/export_line.h"
#include "app/ui/class/predict_panel.h"
#include "app/ui/class/tour.h"
#include "app/ui/dialogs/messages.h"
#include "app/ui/kit/widgets.h"
#include "app/ui/panels/beside_strip.h"
#include "app/ui/panels/broken_card.h"
#include "app/ui/panels/menu_bar.h"
#include "app/ui/panels/narration_line.h"
#include "app/ui/panels/status_line.h"
#include "app/ui/panels/timeline_panel.h"

namespace stridescope {
namespace {

constexpr float panel_units = 72;    ///< width of the experiment panel on the spacing grid
constexpr float lesson_units = 100;  ///< width of a lesson: some fifty letters a line
constexpr float narrowest_panel_units = 52;
constexpr float widest_panel = 0.5F;   ///< share of the window
constexpr float highest_card = 0.42F;  ///< share of what the pictures have

constexpr ImGuiWindowFlags fixed =
    ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
    ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
    ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollbar |
    ImGuiWindowFlags_NoScrollWithMouse;

FontSet with_fallback(FontSet fonts) {
    // Where the machine has none, this fills in ImGui's own.
    if (fonts.sans.empty()) load_fonts(fonts, 1);
    return fonts;
}

/// A child area of the window, with its padding.
class Area {
  public:
    Area(const char* name, ImVec2 at, ImVec2 size, ImVec2 padding, ImGuiWindowFlags flags = 0) {
        ImGui::SetCursorScreenPos(at);
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
        ImGui::BeginChild(name, size, false, flags | ImGuiWindowFlags_AlwaysUseWindowPadding);
        ImGui::PopStyleVar();
    }
    ~Area() { ImGui::EndChild(); }
    Area(const Area&) = delete;
    Area& operator=(const Area&) = delete;
};

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
    : font_bytes_(with_fallback(std::move(fonts))), resources_(font_bytes_), panes_(resources_) {
    ImGui_ImplOpenGL3_Init("#version 330 core");
}

Gui::~Gui() {
    ImGui_ImplOpenGL3_Shutdown();
}

void Gui::prepare(float scale, Theme theme) {
    // Menus, lists and dialogs are walked through by keys; elsewhere arrows and space are the
    // timeline's.
    ImGuiConfigFlags& flags = ImGui::GetIO().ConfigFlags;
    flags = popup_open_ ? flags | ImGuiConfigFlags_NavEnableKeyboard
                        : flags & ~ImGuiConfigFlags_NavEnableKeyboard;
    if (scale_ == scale && theme_ == theme) return;
    if (scale_ != scale) {
        fonts_ = load_fonts(font_bytes_, scale);
#if IMGUI_VERSION_NUM < 19200  // later ones upload letters as they are needed
        if (scale_ != 0) {
            ImGui_ImplOpenGL3_DestroyFontsTexture();
            ImGui_ImplOpenGL3_CreateFontsTexture();
        }
#endif
    }
    scale_ = scale;
    theme_ = theme;
    apply_style(theme, scale);
}

void Gui::settle_keys() const {
#if IMGUI_VERSION_NUM < 18700  // later ones do so by themselves
    ImGuiIO& io = ImGui::GetIO();
    const bool list = popup_open_ && !dialogs_.open() && !io.WantTextInput;
    if (list && ImGui::IsKeyDown(ImGui::GetKeyIndex(ImGuiKey_Enter))) {
        io.NavInputs[ImGuiNavInput_Activate] = 1;
    }
#endif
}

KeyFocus Gui::key_focus() const {
    if (dialogs_.open() || popup_open_) return KeyFocus::front;
    if (ImGui::GetIO().WantTextInput) return KeyFocus::text;
    return walk_.on() ? KeyFocus::controls : KeyFocus::window;
}

void Gui::ask_export(View view, const AppState& state) {
    if (state.shown) dialogs_.ask_export(view, panes_.seen(state, view), state);
}

/// Of the one that is looked at, as it is seen.
void Gui::copy_line_of_picture(const AppState& state) {
    if (!state.shown) return;
    const View view = panes_.looked_at(state);
    const std::string file = fmt::format("{}.png", name_of(view));
    ImGui::SetClipboardText(export_line(state, view, file, {}, panes_.seen(state, view)).c_str());
}

/// Whether the action was one of those that walk through the controls.
bool Gui::walk(UiAction action) {
    switch (action) {
        case UiAction::menus:
            walk_.begin(widgets_, "menu.file");
            walks_menus_ = true;
            break;
        case UiAction::next_area:
        case UiAction::area_before:
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
    key_pointer_ = KeyPointer{walk_.point(widgets_), action == UiAction::press_control};
    return true;
}

/// The frame round the control that keys have walked to.
void Gui::draw_walk(Ui& ui) {
    if (!walk_.on() || popup_open_) return;
    const auto found = widgets_.find(walk_.at());
    if (found == widgets_.end()) return;
    const Box& box = found->second.box;
    const float out = ui.units(0.75F);
    ImGui::GetForegroundDrawList()->AddRect(
        {box.x - out, box.y - out}, {box.x + box.w + out, box.y + box.h + out},
        packed(ui.colors.accent), ui.units(1), 0, std::max(2.0F, std::floor(2.5F * ui.scale)));
}

void Gui::perform(UiAction action, const AppState& state) {
    if (walk(action)) return;
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
        case UiAction::save:
            if (state.shown) dialogs_.ask_save(state);
            break;
        case UiAction::export_heatmap: ask_export(View::heatmap, state); break;
        case UiAction::copy_narration: copy_narration(state); break;
        case UiAction::copy_line: copy_line_of_picture(state); break;
        case UiAction::go_to_step: timeline_.ask_step(); break;
        case UiAction::developer: developer_.toggle(); break;
        case UiAction::help: dialogs_.show_help(); break;
        default: break;
    }
}

void Gui::draw(const AppState& state, Commands& commands) {
    widgets_.clear();
    Ui ui{state,  commands, widgets_,  UiColors::of(state.theme), palette_of(state.theme),
          fonts_, scale_,   walk_.on()};
    const MenuActions asked = draw_menu_bar(ui, dialogs_, developer_);
    if (asked.fit_all) panes_.fit_all();
    if (asked.copy_line) copy_line_of_picture(state);
    if (asked.export_view) ask_export(*asked.export_view, state);
    draw_panels(ui);
    if (panes_.take_trace_wanted()) dialogs_.ask_compared(state);
    developer_.draw(ui);
    draw_spotlight(ui, spotlight_bottom_, panes_.lit_on_screen(state));
    draw_unread_messages(ui, message_corner_);
    if (!dialogs_.open()) tour_.draw(ui);
    dialogs_.draw(ui);
    const bool was_open = popup_open_;
    popup_open_ = ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup);
    // Something was chosen from the menus, or they were left: the keys are the timeline's again.
    if (was_open && !popup_open_ && walks_menus_) walk_.end();
    draw_walk(ui);
}

float Gui::panel_width(const Ui& ui, float screen) const {
    // Until somebody moves its edge it is as wide as its knobs need, whatever the window's width.
    const auto found = ui.state.layout.find("panel");
    const float wanted =
        found != ui.state.layout.end() ? found->second * screen : ui.units(panel_units);
    return std::floor(std::clamp(wanted, std::min(ui.units(narrowest_panel_units), screen / 2),
                                 screen * widest_panel));
}

/// The open lesson at the left edge; returns the width that it takes, with the bar beside it.
float Gui::draw_lesson(Ui& ui, ImVec2 at, ImVec2 size) {
    const float gap = ui.units(1.5F), least = std::min(ui.units(narrowest_panel_units), size.x / 3);
    const auto found = ui.state.layout.find("lesson");
    const float wanted =
        found != ui.state.layout.end() ? found->second * size.x : ui.units(lesson_units);
    const float wide = std::floor(std::clamp(wanted, least, size.x * widest_panel));
    {
        const Area area{"lesson",
                        at,
                        {wide, size.y},
                        {ui.units(3), ui.units(2)},
                        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse};
        lesson_.draw(ui);
    }
    float share = wide / size.x;
    if (widgets::splitter(ui, "splitter.lesson", true, {at.x + wide, at.y}, size.y, gap, size.x,
                          least, share)) {
        ui.emit(command::SetLayout{"lesson", std::min(share, widest_panel)});
    }
    return wide + gap;
}

/// What is asked before a step; returns the height that it takes, with the gap below it.
float Gui::draw_prediction(Ui& ui, ImVec2 at, float width) {
    const float high = predict_height(ui);
    if (high <= 0) return 0;
    const Area area{"predict", at, {width, high}, {ui.units(3), ui.units(2)}};
    draw_predict(ui);
    return high + ui.units(1.5F);
}

/// The experiment's knobs; returns the width that they take, with the bar beside them.
float Gui::draw_experiment(Ui& ui, ImVec2 at, ImVec2 size, float screen) {
    const float gap = ui.units(1.5F), panel = panel_width(ui, screen);
    {
        const Area area{"experiment", at, {panel, size.y}, {ui.units(3), ui.units(3)}};
        ImGui::BeginDisabled(ui.state.presenter.locked);
        experiment_.draw(ui, dialogs_);
        ImGui::EndDisabled();
    }
    float share = panel / screen;
    if (widgets::splitter(ui, "splitter.panel", true, {at.x + panel, at.y}, size.y, gap, screen,
                          ui.units(narrowest_panel_units), share)) {
        ui.emit(command::SetLayout{"panel", std::min(share, widest_panel)});
    }
    return panel + gap;
}

void Gui::draw_experiment_and_panes(Ui& ui, ImVec2 at, ImVec2 size) {
    const float gap = ui.units(1.5F), screen = size.x;
    const bool lesson = ui.state.lesson.open();
    float taken = lesson ? draw_lesson(ui, at, size) : 0;
    if (!lesson || ui.state.lesson.knobs) {
        taken += draw_experiment(ui, {at.x + taken, at.y}, size, screen);
    }
    const float asked = draw_prediction(ui, {at.x + taken, at.y}, screen - taken);
    const ImVec2 left{at.x + taken, at.y + asked};
    const ImVec2 panes{screen - taken, size.y - asked};
    const float most_card = panes.y * highest_card;
    const float card = broken_card_height(ui, panes.x, most_card);
    if (card > 0) {
        const Area area{"card",
                        left,
                        {panes.x, card},
                        {ui.units(3), ui.units(2)},
                        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse};
        draw_broken_card(ui, most_card);
    }
    const float below = card > 0 ? card + gap : 0;
    panes_.draw(ui, {left.x, left.y + below}, {panes.x, panes.y - below});
}

void Gui::draw_panels(Ui& ui) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float top = ImGui::GetFrameHeight();
    ImGui::SetNextWindowPos({0, top});
    ImGui::SetNextWindowSize({screen.x, screen.y - top});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    // The framebuffer is cleared to the ground's colour; painting it once more would cost a
    // software renderer milliseconds.
    ImGui::Begin("StrideScope", nullptr, fixed | ImGuiWindowFlags_NoBackground);
    ImGui::PopStyleVar();

    const float gap = ui.units(1.5F);
    const float timeline = timeline_height(ui) + narration_height(ui);
    const float status = status_height(ui);
    const float strip = beside_height(ui), below_panes = strip > 0 ? strip + gap : 0;
    const float middle = screen.y - top - timeline - status - below_panes - 2 * gap;
    if (ui.state.enlarged) {
        // A lesson stays beside the picture that it speaks of.
        const float taken =
            ui.state.lesson.open() ? draw_lesson(ui, {0, top}, {screen.x, middle}) : 0;
        const float asked = draw_prediction(ui, {taken, top}, screen.x - taken);
        panes_.draw(ui, {taken, top + asked}, {screen.x - taken, middle - asked});
    } else {
        draw_experiment_and_panes(ui, {0, top}, {screen.x, middle});
    }
    if (strip > 0) {
        const Area area{"beside",
                        {0, top + middle + gap},
                        {screen.x, strip},
                        {ui.units(3), ui.units(1)},
                        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse};
        draw_beside(ui);
    }
    const float timeline_top = top + middle + below_panes + gap;
    spotlight_bottom_ = timeline_top;
    message_corner_ = {screen.x - ui.units(4), top + middle - ui.units(3)};
    {
        const Area area{"timeline",
                        {0, timeline_top},
                        {screen.x, timeline},
                        {ui.units(3), ui.units(2)},
                        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse};
        timeline_.draw(ui, panes_.lit_steps());
        draw_narration(ui);
    }
    {
        const Area area{"status",
                        {0, timeline_top + timeline + gap},
                        {screen.x, status},
                        {ui.units(3), ui.units(1.5F)},
                        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse};
        draw_status(ui);
    }
    ImGui::End();
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

}  // namespace stridescope

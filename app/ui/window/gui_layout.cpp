// Where the panels and the panes lie in the window.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/view_requests.h"
#include "app/ui/class/exercise_panel.h"
#include "app/ui/class/presentation.h"
#include "app/ui/class/question_box.h"
#include "app/ui/class/start_page.h"
#include "app/ui/dialogs/dialogs.h"
#include "app/ui/kit/widgets.h"
#include "app/ui/panels/broken_card.h"
#include "app/ui/panels/narration_line.h"
#include "app/ui/panels/status_line.h"
#include "app/ui/window/gui.h"

namespace stridescope {
namespace {

// A child area of the window.

/// With its padding; what is drawn while it lives lies in it.
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

constexpr float panel_units = 72;           ///< width of the experiment panel on the spacing grid
constexpr float lesson_units = 100;         ///< width of a lesson: some fifty letters a line
constexpr float lesson_share = 0.208F;      ///< of a wide window
constexpr float widest_lesson_units = 140;  ///< longer lines are hard to read
constexpr float most_of_window = 0.4F;      ///< in large type the pictures need room, too
constexpr float narrowest_panel_units = 52;
constexpr float widest_panel = 0.5F;        ///< share of the window
constexpr float highest_card = 0.42F;       ///< share of what the pictures have
constexpr float least_pictures_units = 85;  ///< high enough for what is asked about them

constexpr ImGuiWindowFlags fixed =
    ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
    ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
    ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollbar |
    ImGuiWindowFlags_NoScrollWithMouse;

}  // namespace

float Gui::panel_width(const Ui& ui, float screen) const {
    // Until somebody moves its edge it is as wide as its knobs need, whatever the window's width.
    const auto found = ui.state.preferences.layout.find("panel");
    const float wanted =
        found != ui.state.preferences.layout.end() ? found->second * screen : ui.units(panel_units);
    return std::floor(std::clamp(wanted, std::min(ui.units(narrowest_panel_units), screen / 2),
                                 screen * widest_panel));
}

/// The words of the open lesson, or exercise.
void Gui::draw_words(Ui& ui) {
    if (ui.state.exercise.open()) {
        draw_exercise_panel(ui);
    } else {
        lesson_.draw(ui);
    }
}

/// The open lesson or exercise at the left edge, over the whole height; returns the width that it
/// takes, with the bar beside it.
float Gui::draw_lesson(Ui& ui, ImVec2 at, ImVec2 size) {
    const float gap = ui.units(1.5F), least = std::min(ui.units(narrowest_panel_units), size.x / 3);
    const auto found = ui.state.preferences.layout.find("lesson");
    const float usual = std::min(
        std::clamp(size.x * lesson_share, ui.units(lesson_units), ui.units(widest_lesson_units)),
        std::max(size.x * most_of_window, ui.units(narrowest_panel_units)));
    const float wanted =
        found != ui.state.preferences.layout.end() ? found->second * size.x : usual;
    const float wide = std::floor(std::clamp(wanted, least, size.x * widest_panel));
    {
        const Area area{"lesson",
                        at,
                        {wide, size.y},
                        {ui.units(3), ui.units(2)},
                        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse};
        widgets::note_box(ui, "area.lesson", at, {at.x + wide, at.y + size.y});
        draw_words(ui);
    }
    float share = wide / size.x;
    if (widgets::splitter(ui, "splitter.lesson", true, {at.x + wide, at.y}, size.y, gap, size.x,
                          least, share)) {
        ui.emit(command::Set{setting::share, {"lesson", std::min(share, widest_panel)}});
    }
    return wide + gap;
}

/// What is asked before a step; returns the height that it takes, with the gap below it.
float Gui::draw_prediction(Ui& ui, ImVec2 at, float width) {
    const float high = predict_height(ui, width);
    if (high <= 0) return 0;
    draw_asked(ui, at, {width, high});
    return high + ui.units(1.5F);
}

/// Above low pictures a question would leave nothing of them: it takes the knobs' place.
bool Gui::asks_better_beside(const Ui& ui, ImVec2 size) {
    const float above = predict_height(ui, size.x);
    return above > 0 && size.y - above < ui.units(least_pictures_units);
}

void Gui::draw_asked(Ui& ui, ImVec2 at, ImVec2 size) {
    const Area area{"predict", at, size, {ui.units(3), ui.units(2)}};
    widgets::note_box(ui, "area.question", at, {at.x + size.x, at.y + size.y});
    draw_predict(ui);
}

/// The experiment's knobs, or what is asked; returns the width that they take, with the bar beside
/// them.
float Gui::draw_left(Ui& ui, ImVec2 at, ImVec2 size, float screen, bool asks) {
    const float gap = ui.units(1.5F), panel = panel_width(ui, screen);
    if (asks) {
        draw_asked(ui, at, {panel, size.y});
    } else {
        const Area area{"experiment", at, {panel, size.y}, {ui.units(3), ui.units(3)}};
        ImGui::BeginDisabled(ui.state.presenter.locked);
        experiment_.draw(ui);
        ImGui::EndDisabled();
    }
    float share = panel / screen;
    if (widgets::splitter(ui, "splitter.panel", true, {at.x + panel, at.y}, size.y, gap, screen,
                          ui.units(narrowest_panel_units), share)) {
        ui.emit(command::Set{setting::share, {"panel", std::min(share, widest_panel)}});
    }
    return panel + gap;
}

/// What a broken kernel is about; returns the height that it takes, with the gap below it.
float Gui::draw_card(Ui& ui, ImVec2 at, ImVec2 size) {
    const float most = size.y * highest_card;
    const float high = broken_card_height(ui, size.x, most);
    if (high <= 0) return 0;
    const Area area{"card",
                    at,
                    {size.x, high},
                    {ui.units(3), ui.units(2)},
                    ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse};
    draw_broken_card(ui, most);
    return high + ui.units(1.5F);
}

void Gui::draw_experiment_and_panes(Ui& ui, ImVec2 at, ImVec2 size) {
    float taken = 0;
    bool asks_beside = false;
    const bool knobs = !ui.state.reads_lesson() && !ui.state.exercise.open();
    if (!ui.state.presenter.embedded && knobs) {
        const float screen = ImGui::GetIO().DisplaySize.x;
        asks_beside = asks_better_beside(ui, {size.x - panel_width(ui, screen), size.y});
        taken = draw_left(ui, at, size, screen, asks_beside);
    }
    const float asked = asks_beside ? 0 : draw_prediction(ui, {at.x + taken, at.y}, size.x - taken);
    const ImVec2 left{at.x + taken, at.y + asked};
    const ImVec2 panes{size.x - taken, size.y - asked};
    const float below = draw_card(ui, left, panes);
    panes_.draw(ui, {left.x, left.y + below}, {panes.x, panes.y - below});
}

void Gui::draw_start(Ui& ui, ImVec2 at, ImVec2 size) {
    StartActions asked;
    {
        const Area area{"start", at, size, {ui.units(6), ui.units(4)}};
        asked = draw_start_page(ui, start_);
    }
    if (asked.open) dialogs_.ask_open(ui.state);
    if (asked.paste) paste_kernel(ui.commands);
}

/// One picture, below it a line of words and a thin timeline.
void Gui::draw_presentation(Ui& ui, ImVec2 size) {
    constexpr ImGuiWindowFlags still =
        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
    const float foot = presentation_foot_height(ui), head = presentation_head_height(ui);
    const ImVec2 padding{ui.units(4), ui.units(2)};
    if (head > 0) {
        const Area area{"head", {0, 0}, {size.x, head}, padding, still};
        widgets::note_box(ui, "area.lesson", {0, 0}, {size.x, head});
        draw_presentation_head(ui);
    }
    const float asked = asked_.height(ui), question = head + asked;
    if (asked > 0) {
        const Area area{"question", {0, head}, {size.x, asked}, padding};
        widgets::note_box(ui, "area.question", {0, head}, {size.x, head + asked});
        asked_.draw(ui);
    }
    const float middle = size.y - foot - question;
    panes_.draw(ui, {0, question}, {size.x, middle});
    spotlight_bottom_ = question + middle;
    const Area area{"foot", {0, question + middle}, {size.x, foot}, padding, still};
    draw_presentation_foot(ui);
}

/// The pictures with what stands round them, below them the strip of two runs, the timeline and the
/// status line.
void Gui::draw_run(Ui& ui, ImVec2 at, ImVec2 size) {
    constexpr ImGuiWindowFlags still =
        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
    const float gap = ui.units(1.5F);
    // A ladder is of no run.
    const bool ladder = ui.state.ladder.open;
    const auto with_gap = [gap](float high) { return high > 0 ? high + gap : 0; };
    const float timeline = ladder ? 0 : timeline_height(ui) + narration_height(ui);
    const float status = ladder ? 0 : status_height(ui);
    const float strip = ladder ? 0 : beside_height(ui);
    const float middle = size.y - with_gap(timeline) - with_gap(status) - with_gap(strip);
    if (ui.state.is_narrow() && !ladder) {
        draw_one_pane(ui, at, {size.x, middle});
    } else if (ui.state.display.look.alone || ladder) {
        const float screen = ImGui::GetIO().DisplaySize.x;
        const bool beside = !ladder && asks_better_beside(ui, {size.x, middle});
        const float left = beside ? draw_left(ui, at, {size.x, middle}, screen, true) : 0;
        const float asked = beside ? 0 : draw_prediction(ui, at, size.x);
        panes_.draw(ui, {at.x + left, at.y + asked}, {size.x - left, middle - asked});
    } else {
        draw_experiment_and_panes(ui, at, {size.x, middle});
    }
    float below = at.y + middle;
    spotlight_bottom_ = below + with_gap(strip) + gap;
    const auto next = [&](const char* name, float high, float rim, const auto& draw) {
        if (high <= 0) return;
        const Area area{
            name, {at.x, below + gap}, {size.x, high}, {ui.units(3), ui.units(rim)}, still};
        draw();
        below += gap + high;
    };
    next("beside", strip, 1, [&] { beside_.draw(ui); });
    next("timeline", timeline, 2, [&] {
        timeline_.draw(ui, panes_.lit_steps());
        draw_narration(ui);
    });
    next("status", status, 1.5F, [&] { draw_status(ui); });
}

void Gui::draw_panels(Ui& ui) {
    const ImVec2 whole = ImGui::GetIO().DisplaySize;
    const float said = std::min(messages_height(ui, whole.x), whole.y / 3);
    const ImVec2 screen{whole.x, whole.y - said};
    const float top = ui.state.has_menus() ? ImGui::GetFrameHeight() : 0;
    ImGui::SetNextWindowPos({0, top});
    ImGui::SetNextWindowSize({whole.x, whole.y - top});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    // The framebuffer is cleared to the ground's colour; painting it once more would cost a
    // software renderer milliseconds.
    ImGui::Begin("StrideScope", nullptr, fixed | ImGuiWindowFlags_NoBackground);
    ImGui::PopStyleVar();

    if (said > 0) {
        const Area area{"messages",
                        {0, screen.y},
                        {whole.x, said},
                        {ui.units(2), ui.units(1)},
                        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse};
        draw_unread_messages(ui);
    }
    if (ui.state.presenter.presentation || ui.state.presenter.start) {
        if (ui.state.presenter.presentation) {
            draw_presentation(ui, screen);
        } else {
            draw_start(ui, {0, top}, {screen.x, screen.y - top});
        }
        ImGui::End();
        return;
    }
    // A lesson stays beside the picture that it speaks of, and an exercise beside its text.
    const bool beside = ui.state.lesson.open() || ui.state.exercise.open();
    if (ui.state.is_narrow()) {
        const ImVec2 all{screen.x, screen.y - top};
        const float words = beside ? draw_words_above(ui, {0, top}, all) : 0;
        draw_run(ui, {0, top + words}, {all.x, all.y - words});
        ImGui::End();
        return;
    }
    const float left = beside ? draw_lesson(ui, {0, top}, {screen.x, screen.y - top}) : 0;
    draw_run(ui, {left, top}, {screen.x - left, screen.y - top});
    ImGui::End();
}

// Where all lies in a window that has room for one pane at a time: a telephone's, a tablet's
// upright.

namespace {

constexpr float words_share = 0.42F;  ///< of a lesson's words, of the window's height
constexpr float least_words_units = 30;

/// The views that have something to show, in the order of the keys; nothing: the knobs.
std::vector<std::optional<View>> tabs_of(const AppState& state) {
    std::vector<std::optional<View>> tabs;
    const bool knobs = !state.reads_lesson() && !state.exercise.open();
    if (knobs && !state.presenter.embedded) tabs.emplace_back();
    const Trace* trace = state.trace();
    // What is edited comes first.
    if (state.document) tabs.emplace_back(View::source);
    for (const View view : all_views) {
        if (view == View::source && state.document) continue;
        const bool seen = state.display.sees(view);
        if (seen || trace == nullptr || is_worth_seeing(view, *trace)) tabs.emplace_back(view);
    }
    return tabs;
}

std::optional<View> tab_in_front(const AppState& state) {
    return state.display.knobs_front ? std::nullopt : state.display.alone();
}

}  // namespace

/// A lesson's or an exercise's words above the picture that they speak of; returns the height that
/// they take, with the bar below them.
float Gui::draw_words_above(Ui& ui, ImVec2 at, ImVec2 size) {
    const float gap = ui.units(2), least = ui.units(least_words_units);
    const auto found = ui.state.preferences.layout.find("words");
    float share = found != ui.state.preferences.layout.end() ? found->second : words_share;
    const float high = std::floor(std::clamp(share * size.y, std::min(least, size.y / 3),
                                             std::max(size.y - 2 * least, size.y / 3)));
    {
        const Area area{"lesson",
                        at,
                        {size.x, high},
                        {ui.units(3), ui.units(2)},
                        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse};
        widgets::note_box(ui, "area.lesson", at, {at.x + size.x, at.y + high});
        draw_words(ui);
    }
    share = high / size.y;
    if (widgets::splitter(ui, "splitter.words", false, {at.x, at.y + high}, size.x, gap, size.y,
                          least, share)) {
        ui.emit(command::Set{setting::share, {"words", share}});
    }
    return high + gap;
}

/// What can be seen, side by side, scrolled to what is; returns the height.
float Gui::draw_tabs(Ui& ui, ImVec2 at, float width) {
    const float high = ui.row_height() + ui.units(2);
    const std::optional<View> now = tab_in_front(ui.state);
    const Area area{"tabs",
                    at,
                    {width, high},
                    {ui.units(2), ui.units(1)},
                    ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_HorizontalScrollbar};
    bool first = true;
    for (const std::optional<View>& tab : tabs_of(ui.state)) {
        if (!first) ImGui::SameLine(0, ui.units(1));
        first = false;
        const std::string name = tab ? std::string{name_of(*tab)} : "knobs";
        const bool text = tab == View::source && ui.state.document;
        const std::string title = !tab   ? "Knobs"
                                  : text ? "Text"
                                         : std::string{facts_of(*tab).title};
        const bool on = tab == now;
        const std::string_view tip = tab ? facts_of(*tab).tip : "What is run, and on which numbers";
        if (widgets::button(ui, "tab." + name, title, tip, true, on)) {
            ui.emit(command::ShowTab{tab});
        }
        if (on && tab_seen_ != now) ImGui::SetScrollHereX(0.5F);
    }
    tab_seen_ = now;
    return high;
}

void Gui::draw_one_pane(Ui& ui, ImVec2 at, ImVec2 size) {
    const float tabs = draw_tabs(ui, at, size.x);
    at.y += tabs;
    size.y -= tabs;
    if (ui.state.display.knobs_front) {
        const Area area{"experiment", at, size, {ui.units(3), ui.units(3)}};
        ImGui::BeginDisabled(ui.state.presenter.locked);
        experiment_.draw(ui);
        ImGui::EndDisabled();
        return;
    }
    const float asked = draw_prediction(ui, at, size.x);
    at.y += asked;
    size.y -= asked;
    const float card = draw_card(ui, at, size);
    panes_.draw(ui, {at.x, at.y + card}, {size.x, size.y - card});
    // From one to the next by a finger that wipes over the picture.
    if (ui.swiped == 0) return;
    const auto all = tabs_of(ui.state);
    const auto now = std::ranges::find(all, tab_in_front(ui.state)) - all.begin();
    const auto next = now + ui.swiped;
    if (next >= 0 && next < std::ssize(all)) {
        ui.emit(command::ShowTab{all[static_cast<std::size_t>(next)]});
    }
}

}  // namespace stridescope

#include "app/ui/gui.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <future>
#include <utility>
#include <vector>

#include "app/scene/views.h"
#include "app/ui/menu_bar.h"
#include "app/ui/messages.h"
#include "app/ui/status_line.h"
#include "app/ui/timeline_panel.h"
#include "app/ui/widgets.h"

namespace stridescope {
namespace {

constexpr float panel_units = 72;  ///< width of the experiment panel on the spacing grid
constexpr float narrowest_panel_units = 52;
constexpr float widest_panel = 0.5F;  ///< share of the window
constexpr float least_pane_units = 30;
constexpr float axis_units = 36, heatmap_control_units = axis_units + 22;

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
    : font_bytes_(with_fallback(std::move(fonts))),
      resources_(font_bytes_),
      tree_(View::tree, "tree", "Tree", resources_),
      memory_(View::memory, "memory", "Shared memory", resources_),
      heatmap_(View::heatmap, "heatmap", "Conflicts", resources_) {
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

KeyFocus Gui::key_focus() const {
    if (dialogs_.open() || popup_open_) return KeyFocus::front;
    return ImGui::GetIO().WantTextInput ? KeyFocus::text : KeyFocus::window;
}

void Gui::fulfil(Wish wish, const AppState& state) {
    switch (wish) {
        case Wish::none: break;
        case Wish::fit: fit_hovered(); break;
        case Wish::open: dialogs_.ask_open(state); break;
        case Wish::save:
            if (state.shown) dialogs_.ask_save(state);
            break;
        case Wish::export_heatmap:
            if (state.shown) dialogs_.ask_export(View::heatmap, state);
            break;
        case Wish::help: dialogs_.show_help(); break;
    }
}

void Gui::fit_hovered() {
    bool any = false;
    for (CanvasPane* pane : {&tree_, &memory_, &heatmap_}) {
        if (!pane->hovered()) continue;
        pane->fit();
        any = true;
    }
    if (any) return;
    for (CanvasPane* pane : {&tree_, &memory_, &heatmap_}) pane->fit();
}

void Gui::draw(const AppState& state, Commands& commands) {
    widgets_.clear();
    Ui ui{state,  commands, widgets_, UiColors::of(state.theme), palette_of(state.theme),
          fonts_, scale_};
    const MenuWishes wishes = draw_menu_bar(ui, dialogs_);
    if (wishes.fit_all) {
        for (CanvasPane* pane : {&tree_, &memory_, &heatmap_}) pane->fit();
    }
    draw_panels(ui);
    draw_unread_messages(ui, message_corner_);
    dialogs_.draw(ui);
    popup_open_ = ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup);
}

float Gui::share(const AppState& state, const char* name, float ordinary) const {
    const auto found = state.layout.find(name);
    return found != state.layout.end() ? found->second : ordinary;
}

float Gui::panel_width(const Ui& ui, float screen) const {
    // Until somebody moves its edge it is as wide as its knobs need, whatever the window's width.
    const auto found = ui.state.layout.find("panel");
    const float wanted =
        found != ui.state.layout.end() ? found->second * screen : ui.grid(panel_units);
    return std::floor(std::clamp(wanted, std::min(ui.grid(narrowest_panel_units), screen / 2),
                                 screen * widest_panel));
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

    const float gap = ui.grid(1.5F);
    const float timeline = timeline_height(ui), status = status_height(ui);
    const float middle = screen.y - top - timeline - status - 2 * gap;
    const float panel = panel_width(ui, screen.x);
    {
        const Area area{"experiment", {0, top}, {panel, middle}, {ui.grid(3), ui.grid(3)}};
        experiment_.draw(ui, dialogs_);
    }
    float share = panel / screen.x;
    if (widgets::splitter(ui, "splitter.panel", true, {panel, top}, middle, gap, screen.x,
                          ui.grid(narrowest_panel_units), share)) {
        ui.emit(command::SetLayout{"panel", std::min(share, widest_panel)});
    }
    draw_panes(ui, {panel + gap, top}, {screen.x - panel - gap, middle});
    const float timeline_top = top + middle + gap;
    message_corner_ = {screen.x - ui.grid(4), top + middle - ui.grid(3)};
    {
        const Area area{"timeline",
                        {0, timeline_top},
                        {screen.x, timeline},
                        {ui.grid(3), ui.grid(2)},
                        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse};
        draw_timeline(ui);
    }
    {
        const Area area{"status",
                        {0, timeline_top + timeline + gap},
                        {screen.x, status},
                        {ui.grid(3), ui.grid(1.5F)},
                        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse};
        draw_status(ui);
    }
    ImGui::End();
}

void Gui::draw_panes(Ui& ui, ImVec2 at, ImVec2 size) {
    const float gap = ui.grid(1.5F), least = ui.grid(least_pane_units);
    if (ui.state.enlarged) {
        const Place whole{at, size};
        update_scenes(ui, whole, whole, whole);
        draw_pane(ui, *ui.state.enlarged, whole);
        return;
    }
    float tree_share = share(ui.state, "tree", 0.57F);
    float memory_share = share(ui.state, "memory", 0.42F);
    const float upper = std::floor((size.y - gap) * tree_share);
    const float lower = size.y - gap - upper;
    const float left = std::floor((size.x - gap) * memory_share);
    const float lower_top = at.y + upper + gap;
    const Place tree{at, {size.x, upper}};
    const Place memory{{at.x, lower_top}, {left, lower}};
    const Place heatmap{{at.x + left + gap, lower_top}, {size.x - left - gap, lower}};
    update_scenes(ui, tree, memory, heatmap);
    draw_pane(ui, View::tree, tree);
    draw_pane(ui, View::memory, memory);
    draw_pane(ui, View::heatmap, heatmap);
    if (widgets::splitter(ui, "splitter.tree", false, {at.x, at.y + upper}, size.x, gap,
                          size.y - gap, least, tree_share)) {
        ui.emit(command::SetLayout{"tree", tree_share});
    }
    if (widgets::splitter(ui, "splitter.memory", true, {at.x + left, lower_top}, lower, gap,
                          size.x - gap, least, memory_share)) {
        ui.emit(command::SetLayout{"memory", memory_share});
    }
}

/// Makes the scenes that have changed; several large ones side by side.
void Gui::update_scenes(const Ui& ui, const Place& tree, const Place& memory,
                        const Place& heatmap) {
    const AppState& state = ui.state;
    if (state.trace() == nullptr) return;
    const Trace& trace = *state.trace();
    const Palette& palette = ui.palette;
    const ViewState view{state.block, state.playback.step(), 1};
    const HeatmapOptions options{state.heatmap_axis, -1, state.compared()};
    SceneKey key;
    key.recordings = state.recordings;
    key.trace = &trace;
    key.section = trace.shape().section;
    key.words = trace.words();
    key.steps = trace.step_count();
    key.block = state.block;
    key.step = state.playback.step();
    key.theme = state.theme;
    const auto with_room = [&](const CanvasPane& pane, const Place& place) {
        SceneKey wanted = key;
        wanted.room = pane.room(ui, place.size);
        return wanted;
    };
    const SceneKey tree_key = with_room(tree_, tree), memory_key = with_room(memory_, memory);
    SceneKey heatmap_key = with_room(heatmap_, heatmap);
    heatmap_key.compared = options.compare;
    heatmap_key.axis = options.axis;
    heatmap_key.block = 0;  // The worst over all blocks: the same whichever is looked at.

    struct Job {
        CanvasPane* pane;
        SceneKey key;
        std::function<Scene()> make;
    };
    std::vector<Job> jobs;
    const auto add = [&](View which, CanvasPane& pane, const SceneKey& wanted, auto make) {
        if (state.enlarged && *state.enlarged != which) return;
        if (pane.wants(wanted)) jobs.push_back({&pane, wanted, std::move(make)});
    };
    add(View::tree, tree_, tree_key, [&] {
        if (!tree_model_ || !tree_model_key_.same_block(tree_key)) {
            tree_model_ = trace.blocks() > 0 && trace.step_count() > 0
                              ? tree_model(trace, view.block)
                              : nullptr;
            tree_model_key_ = tree_key;
        }
        return tree_scene(trace, view, palette, tree_key.room, {.model = tree_model_});
    });
    add(View::memory, memory_, memory_key,
        [&] { return memory_scene(trace, view, palette, memory_key.room); });
    add(View::heatmap, heatmap_, heatmap_key,
        [&] { return heatmap_scene(trace, view, options, palette, heatmap_key.room); });

    // Scenes are pure functions of the trace: they can be made at the same time.
    constexpr int large_section = 1024;
    const auto policy = trace.shape().section >= large_section
                            ? std::launch::async | std::launch::deferred
                            : std::launch::deferred;
    std::vector<std::future<Scene>> scenes;
    for (std::size_t i = 1; i < jobs.size(); ++i)
        scenes.push_back(std::async(policy, jobs[i].make));
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        jobs[i].pane->take(jobs[i].key, i == 0 ? jobs[i].make() : scenes[i - 1].get());
    }
}

void Gui::draw_pane(Ui& ui, View which, const Place& place) {
    switch (which) {
        case View::tree: tree_.draw(ui, place.at, place.size); break;
        case View::memory: memory_.draw(ui, place.at, place.size); break;
        case View::heatmap:
            heatmap_.draw(
                ui, place.at, place.size,
                [this](Ui& inner, float room) { draw_heatmap_controls(inner, room); },
                ui.grid(heatmap_control_units));
            break;
    }
}

void Gui::draw_heatmap_controls(Ui& ui, float room) {
    const AppState& state = ui.state;
    const int picked = widgets::segmented(
        ui, "heatmap.axis",
        {{"bank", "by bank", {}, "How many words one request wanted of each bank"},
         {"warp", "by warp", {}, "The worst request of each warp"}},
        static_cast<int>(state.heatmap_axis), std::min(ui.grid(axis_units), room));
    if (picked >= 0) ui.emit(command::SetHeatmapAxis{static_cast<HeatmapAxis>(picked)});
    // Where there is no room for the button, the menu and the key C are left.
    if (room < ui.grid(heatmap_control_units)) return;
    ImGui::SameLine(0, ui.grid(2));
    const bool padded = state.shown && state.shown->trace->experiment().padding != Padding::none;
    const char* tip = padded ? "No padding and the chosen padding side by side, on one scale (C)"
                             : "Choose a padding first: then it stands beside no padding";
    if (widgets::button(ui, "heatmap.compare", "compare", tip, padded, padded && state.compare)) {
        ui.emit(command::SetCompare{!state.compare});
    }
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

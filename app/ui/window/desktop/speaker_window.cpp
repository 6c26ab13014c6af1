#include "app/ui/window/speaker_window.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <optional>
#include <utility>

#include "app/canvas/gl_objects.h"
#include "app/io/local_time.h"
#include "app/ui/class/speaker_view.h"
#include "app/ui/kit/imgui_versions.h"
#include "app/ui/kit/theme.h"
#include "app/ui/kit/ui.h"
#include "app/ui/window/gui.h"
#include "app/ui/window/imgui_backend.h"
#include "app/ui/window/input_feed.h"

namespace stridescope {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int usual_width = 1000, usual_height = 640;

/// While it lives, ImGui and OpenGL are the speaker's window's.
class Turn {
  public:
    Turn(Window& main, Window& own, ImGuiContext* context)
        : back_to_{main}, before_{ImGui::GetCurrentContext()} {
        own.make_current();
        ImGui::SetCurrentContext(context);
    }
    ~Turn() {
        ImGui::SetCurrentContext(before_);
        back_to_.make_current();
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

  private:
    Window& back_to_;
    ImGuiContext* before_;
};

}  // namespace

struct SpeakerWindow::Parts {
    Parts(Window& main, const FontSet& fonts)
        : main{main},
          window{"StrideScope, for the speaker", usual_width, usual_height, main},
          context{ImGui::CreateContext()},
          font_bytes{fonts} {
        const Turn turn{main, window, context};
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.ConfigInputTextCursorBlink = false;
        imgui_backend::begin(window);
        imgui::begin_renderer("#version 330 core");
        feed.emplace(window);
        view.emplace();
    }
    ~Parts() {
        const Turn turn{main, window, context};
        view.reset();
        feed.reset();
        ImGui_ImplOpenGL3_Shutdown();
        imgui_backend::end();
        ImGui::DestroyContext(context);
    }
    Parts(const Parts&) = delete;
    Parts& operator=(const Parts&) = delete;

    long second() const {
        return std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - opened).count();
    }

    void draw(const AppState& state, Commands& commands) {
        const Turn turn{main, window, context};
        drawn_second = second();
        const Window::Size room = window.size();
        const float own = window.content_scale();
        const float scale =
            fitting_scale(own * state.preferences.text_scale, own, static_cast<float>(room.width),
                          static_cast<float>(room.height));
        const Theme theme = state.preferences.theme;
        if (drawn_scale != scale) {
            own_fonts = load_fonts(font_bytes, scale);
            if (drawn_scale != 0) imgui::upload_fonts();
        }
        if (drawn_scale != scale || drawn_theme != theme) apply_style(theme, scale);
        drawn_scale = scale;
        drawn_theme = theme;
        ImGui_ImplOpenGL3_NewFrame();
        imgui_backend::new_frame(window);
        FrameIntake intake;
        std::size_t told = 0;
        while (told < events.size() && intake.takes(events[told])) feed->tell(events[told++]);
        events.erase(events.begin(), events.begin() + static_cast<std::ptrdiff_t>(told));
        feed->settle();
        ImGui::NewFrame();
        drawn_widgets.clear();
        Ui ui{state,     commands,    drawn_widgets, UiColors::of(theme), palette_of(theme),
              own_fonts, drawn_scale, drawn_scale};
        const std::tm now = local_time(std::time(nullptr));
        const long open = drawn_second;
        view->draw(ui, fmt::format("{:02}:{:02}", now.tm_hour, now.tm_min),
                   fmt::format("{}:{:02}", open / 60, open % 60));
        ImGui::Render();
        imgui::upload_textures(*ImGui::GetDrawData());
        const Window::Size size = window.framebuffer();
        glViewport(0, 0, size.width, size.height);
        const Rgba back = ui.colors.window;
        constexpr float most = 255;
        glClearColor(static_cast<float>(back.r) / most, static_cast<float>(back.g) / most,
                     static_cast<float>(back.b) / most, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
        window.swap();
        --wanted;
    }

    Window& main;
    Window window;
    ImGuiContext* context;
    FontSet font_bytes;
    UiFonts own_fonts;
    float drawn_scale = 0;
    Theme drawn_theme = Theme::light;
    std::optional<InputFeed> feed;
    std::optional<SpeakerView> view;
    std::vector<InputEvent> events;  ///< not yet told to ImGui
    WidgetMap drawn_widgets;
    int wanted = frames_to_settle;
    const Clock::time_point opened = Clock::now();
    long drawn_second = -1;
};

SpeakerWindow::SpeakerWindow(Window& main, const FontSet& fonts)
    : parts_(std::make_unique<Parts>(main, fonts)) {}

SpeakerWindow::~SpeakerWindow() = default;

bool SpeakerWindow::closed() {
    return parts_->window.take_close_request();
}

std::vector<InputEvent> SpeakerWindow::take_keys() {
    using Kind = InputEvent::Kind;
    std::vector<InputEvent> keys;
    for (InputEvent& event : parts_->window.take_events()) {
        if (event.kind == Kind::key || event.kind == Kind::character) {
            keys.push_back(event);
        } else {
            parts_->events.push_back(event);
            parts_->wanted = std::max(parts_->wanted, frames_to_settle + 1);
        }
    }
    (void)parts_->window.take_dropped();
    return keys;
}

bool SpeakerWindow::wants_frame(bool changed) {
    if (parts_->window.take_damage() || changed)
        parts_->wanted = std::max(parts_->wanted, frames_to_settle);
    return parts_->wanted > 0 || !parts_->events.empty() ||
           parts_->second() != parts_->drawn_second;
}

double SpeakerWindow::due_in() const {
    if (parts_->wanted > 0 || !parts_->events.empty()) return 0;
    const std::chrono::duration<double> since = Clock::now() - parts_->opened;
    return std::max(0.0, static_cast<double>(parts_->drawn_second + 1) - since.count());
}

void SpeakerWindow::draw(const AppState& state, Commands& commands) {
    parts_->draw(state, commands);
}

const WidgetMap& SpeakerWindow::widgets() const {
    return parts_->drawn_widgets;
}

}  // namespace stridescope

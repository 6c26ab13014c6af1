#include "app/ui/window/speaker_window.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <optional>
#include <utility>

#include "app/canvas/shader_program.h"
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
        : main_{main}, before_{ImGui::GetCurrentContext()} {
        own.make_current();
        ImGui::SetCurrentContext(context);
    }
    ~Turn() {
        ImGui::SetCurrentContext(before_);
        main_.make_current();
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

  private:
    Window& main_;
    ImGuiContext* before_;
};

}  // namespace

struct SpeakerWindow::Parts {
    Parts(Window& main, const FontSet& fonts)
        : main_{main},
          window_{"StrideScope, for the speaker", usual_width, usual_height, main},
          context_{ImGui::CreateContext()},
          font_bytes_{fonts} {
        const Turn turn{main_, window_, context_};
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.ConfigInputTextCursorBlink = false;
        imgui_backend::begin(window_);
        imgui::begin_renderer("#version 330 core");
        feed_.emplace(window_);
        view_.emplace();
    }
    ~Parts() {
        const Turn turn{main_, window_, context_};
        view_.reset();
        feed_.reset();
        ImGui_ImplOpenGL3_Shutdown();
        imgui_backend::end();
        ImGui::DestroyContext(context_);
    }
    Parts(const Parts&) = delete;
    Parts& operator=(const Parts&) = delete;

    long second() const {
        return std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - begin_).count();
    }

    void draw(const AppState& state, Commands& commands) {
        const Turn turn{main_, window_, context_};
        drawn_second_ = second();
        const Window::Size room = window_.size();
        const float own = window_.content_scale();
        const float scale =
            fitting_scale(own * state.preferences.text_scale, own, static_cast<float>(room.width),
                          static_cast<float>(room.height));
        const Theme theme = state.preferences.theme;
        if (scale_ != scale) {
            fonts_ = load_fonts(font_bytes_, scale);
            if (scale_ != 0) imgui::upload_fonts();
        }
        if (scale_ != scale || theme_ != theme) apply_style(theme, scale);
        scale_ = scale;
        theme_ = theme;
        ImGui_ImplOpenGL3_NewFrame();
        imgui_backend::new_frame(window_);
        FrameIntake intake;
        std::size_t told = 0;
        while (told < events_.size() && intake.takes(events_[told])) feed_->tell(events_[told++]);
        events_.erase(events_.begin(), events_.begin() + static_cast<std::ptrdiff_t>(told));
        feed_->settle();
        ImGui::NewFrame();
        widgets_.clear();
        Ui ui{state,  commands, widgets_, UiColors::of(theme), palette_of(theme),
              fonts_, scale_,   scale_};
        const std::tm now = local_time(std::time(nullptr));
        const long open = drawn_second_;
        view_->draw(ui, fmt::format("{:02}:{:02}", now.tm_hour, now.tm_min),
                    fmt::format("{}:{:02}", open / 60, open % 60));
        ImGui::Render();
        imgui::upload_textures(*ImGui::GetDrawData());
        const Window::Size size = window_.framebuffer();
        glViewport(0, 0, size.width, size.height);
        const Rgba back = ui.colors.window;
        constexpr float most = 255;
        glClearColor(static_cast<float>(back.r) / most, static_cast<float>(back.g) / most,
                     static_cast<float>(back.b) / most, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
        window_.swap();
        --wanted_;
    }

    Window& main_;
    Window window_;
    ImGuiContext* context_;
    FontSet font_bytes_;
    UiFonts fonts_;
    float scale_ = 0;
    Theme theme_ = Theme::light;
    std::optional<InputFeed> feed_;
    std::optional<SpeakerView> view_;
    std::vector<InputEvent> events_;  ///< not yet told to ImGui
    WidgetMap widgets_;
    int wanted_ = frames_to_settle;
    const Clock::time_point begin_ = Clock::now();
    long drawn_second_ = -1;
};

SpeakerWindow::SpeakerWindow(Window& main, const FontSet& fonts)
    : parts_(std::make_unique<Parts>(main, fonts)) {}

SpeakerWindow::~SpeakerWindow() = default;

bool SpeakerWindow::closed() {
    return parts_->window_.take_close_request();
}

std::vector<InputEvent> SpeakerWindow::take_keys() {
    using Kind = InputEvent::Kind;
    std::vector<InputEvent> keys;
    for (InputEvent& event : parts_->window_.take_events()) {
        if (event.kind == Kind::key || event.kind == Kind::character) {
            keys.push_back(event);
        } else {
            parts_->events_.push_back(event);
            parts_->wanted_ = std::max(parts_->wanted_, frames_to_settle + 1);
        }
    }
    (void)parts_->window_.take_dropped();
    return keys;
}

bool SpeakerWindow::wants_frame(bool changed) {
    if (parts_->window_.take_damage() || changed)
        parts_->wanted_ = std::max(parts_->wanted_, frames_to_settle);
    return parts_->wanted_ > 0 || !parts_->events_.empty() ||
           parts_->second() != parts_->drawn_second_;
}

double SpeakerWindow::due_in() const {
    if (parts_->wanted_ > 0 || !parts_->events_.empty()) return 0;
    const std::chrono::duration<double> since = Clock::now() - parts_->begin_;
    return std::max(0.0, static_cast<double>(parts_->drawn_second_ + 1) - since.count());
}

void SpeakerWindow::draw(const AppState& state, Commands& commands) {
    parts_->draw(state, commands);
}

const WidgetMap& SpeakerWindow::widgets() const {
    return parts_->widgets_;
}

}  // namespace stridescope

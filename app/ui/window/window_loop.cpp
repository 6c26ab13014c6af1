#include "app/ui/window/window_loop.h"

#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/io/own_folders.h"
#include "app/platform/fonts.h"
#include "app/platform/window.h"
#include "app/session/controller.h"
#include "app/session/run_text.h"
#include "app/session/saved_state.h"
#include "app/ui/window/fingers.h"
#include "app/ui/window/frame_times.h"
#include "app/ui/window/gui.h"
#include "app/ui/window/imgui_backend.h"
#include "app/ui/window/input_feed.h"
#include "app/ui/window/speaker_window.h"
#include "app/ui/window/start_up.h"
#include "app/ui/window/test_hooks.h"

namespace stridescope {
namespace {

/// Processor time that this thread has had, in seconds.
double thread_seconds() {
    return processor_seconds(CLOCK_THREAD_CPUTIME_ID);
}

using Clock = std::chrono::steady_clock;

constexpr double frame_time = 1.0 / 60;
/// For what moves by itself where the processor draws it: smooth enough, at half the cost.
constexpr double software_frame_time = 1.0 / 30;
/// More than to settle: until a press has closed a list, and the field that appeared has the
/// keyboard.
constexpr int frames_to_react = 4;
constexpr std::chrono::milliseconds patience{40};
constexpr int released = 0, pressed = 1;  ///< GLFW_RELEASE, GLFW_PRESS

}  // namespace

struct WindowLoop::Parts {
    explicit Parts(const WindowOptions& options);
    ~Parts();
    Parts(const Parts&) = delete;
    Parts& operator=(const Parts&) = delete;

    bool turn();
    const AccessibleWindow& accessible() const { return accessible_; }
    void walk_to(const std::string& control, bool press);
    void leave_controls();
    KeptPlace place() const { return place_of(controller_->state()); }

  private:
    void take_input();
    bool take_touch(std::size_t place);
    void press_by_keys();
    void pass_time();
    bool picture_is_near() const;
    void draw_frame();
    void tell_test_hooks();
    std::optional<double> rest() const;
    void sleep();
    void remember(bool now);
    void attend_speaker();

    StateMemory memory_;
    Window window_;
    Gui gui_;
    InputFeed feed_;
    Fingers fingers_;
    std::unique_ptr<Controller> controller_;
    std::unique_ptr<TestHooks> hooks_;
    std::unique_ptr<FrameTimes> frame_times_;
    std::vector<InputEvent> events_;  ///< not yet told to ImGui
    std::vector<int> own_keys_;       ///< held down, and not ImGui's: it never hears of them
    int frames_wanted_ = frames_to_settle;
    Clock::time_point last_ = Clock::now(), frame_begin_ = last_;
    Clock::time_point last_change_{};  ///< when a recording was last asked for
    bool was_moving_ = false;
    bool heard_ = false;       ///< ImGui was told of events since the last frame
    double longest_turn_ = 0;  ///< of the loop, in seconds of its thread's processor time
    std::string title_;
    AccessibleWindow accessible_;  ///< of the last frame
    std::unique_ptr<SpeakerWindow> speaker_;
    bool drawn_ = false;  ///< in this turn
};

WindowLoop::Parts::Parts(const WindowOptions& options)
    : memory_(state_folder()),
      window_("StrideScope", options.width > 0 ? options.width : memory_.saved().width,
              options.height > 0 ? options.height : memory_.saved().height),
      gui_(find_fonts()),
      feed_(window_),
      controller_(make_controller(options, memory_.saved(), [] { Window::wake(); })) {
    if (!memory_.problem().empty()) controller_->say(false, memory_.problem());
    if (options.width <= 0 && memory_.saved().maximized) window_.maximize();
    imgui_backend::begin(window_);
    if (options.test_hooks) hooks_ = std::make_unique<TestHooks>(*options.test_hooks);
    if (options.frame_times) frame_times_ = std::make_unique<FrameTimes>(*options.frame_times);
    if (options.trace || options.step) wait_for_first_picture(*controller_, options);
}

WindowLoop::Parts::~Parts() {
    remember(true);
    speaker_.reset();
    imgui_backend::end();
}

/// Keys that mean something to the window act at once, all of them: no tap waits for a frame, none
/// is lost. The rest is for ImGui, as much of it as one frame can take.
void WindowLoop::Parts::take_input() {
    using Kind = InputEvent::Kind;
    if (speaker_) {
        for (const InputEvent& event : speaker_->take_keys()) events_.push_back(event);
    }
    for (const InputEvent& event : window_.take_events()) {
        if (event.kind == Kind::button || event.kind == Kind::touch) gui_.end_walk();
        if (event.kind == Kind::button || event.kind == Kind::move) fingers_.mouse();
        events_.push_back(event);
    }
    for (const InputEvent& event : events_) {
        const bool moved = event.kind == InputEvent::Kind::move;
        frames_wanted_ = std::max(frames_wanted_, moved ? frames_to_settle : frames_to_react);
    }
    if (const auto dropped = window_.take_dropped(); !dropped.empty()) {
        controller_->drop(dropped);
        frames_wanted_ = std::max(frames_wanted_, frames_to_react);
    }
    FrameIntake intake;
    std::size_t told = 0;
    for (; told < events_.size(); ++told) {
        if (events_[told].kind == Kind::touch && !take_touch(told)) break;
        if (told == events_.size()) break;
        const InputEvent& event = events_[told];
        const bool key = event.kind == InputEvent::Kind::key;
        const bool typed = key || event.kind == InputEvent::Kind::character;
        if (typed && intake.pointed()) break;
        const KeyFocus focus = gui_.key_focus();
        if (typed && focus == KeyFocus::nobody_yet) break;
        if (key && event.action == released && std::erase(own_keys_, event.code) > 0) continue;
        if (typed) {
            const KeyMeaning meaning = meaning_of(event, controller_->state(), focus);
            Commands commands = meaning.commands;
            gui_.perform(meaning.action, controller_->state(), commands);
            for (const Command& command : commands) controller_->apply_key(command);
            if (meaning.used && !key) continue;
            if (meaning.used) {
                own_keys_.push_back(event.code);
                // What the keys after it mean is known when it has been pressed.
                if (meaning.action != UiAction::press_control) continue;
                ++told;
                break;
            }
        }
        if (!intake.takes(event)) break;
        feed_.tell(event);
        heard_ = true;
    }
    events_.erase(events_.begin(), events_.begin() + static_cast<std::ptrdiff_t>(told));
    press_by_keys();
}

/// Puts what the touch at that place comes to in its stead; before it, where it comes to more when
/// a frame has shown what lies there. False: it waits for that frame.
bool WindowLoop::Parts::take_touch(std::size_t place) {
    const auto aim = [this](Point at, Drag drag) { return gui_.aim(at, drag); };
    while (place < events_.size() && events_[place].kind == InputEvent::Kind::touch) {
        std::vector<InputEvent> made;
        const bool done = fingers_.take(events_[place], aim, made);
        const auto at = events_.begin() + static_cast<std::ptrdiff_t>(place);
        if (!done && made.empty()) return false;
        events_.insert(done ? events_.erase(at) : at, made.begin(), made.end());
    }
    return true;
}

/// What keys have walked to is pointed at and pressed as by the mouse, before anything else
/// happens.
void WindowLoop::Parts::press_by_keys() {
    const auto pointer = gui_.take_key_pointer();
    if (!pointer) return;
    using Kind = InputEvent::Kind;
    std::vector<InputEvent> events{{.kind = Kind::move, .x = pointer->at.x, .y = pointer->at.y}};
    if (pointer->press) {
        events.push_back({.kind = Kind::button, .action = pressed});
        events.push_back({.kind = Kind::button, .action = released});
    }
    events_.insert(events_.begin(), events.begin(), events.end());
    frames_wanted_ = std::max(frames_wanted_, frames_to_react);
}

void WindowLoop::Parts::pass_time() {
    const Clock::time_point now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    std::vector<InputEvent> rested;
    fingers_.pass_time(seconds, rested);
    if (!rested.empty()) {
        events_.insert(events_.end(), rested.begin(), rested.end());
        frames_wanted_ = std::max(frames_wanted_, frames_to_react);
    }
    const bool moving = controller_->moving();
    // What has just begun to move begins now, not when the loop went to sleep.
    // Between two steps of what plays, nothing changes: then there is nothing to draw.
    const bool changed = moving && was_moving_ && controller_->advance(seconds);
    if (changed || moving != was_moving_) frames_wanted_ = std::max(frames_wanted_, 1);
    was_moving_ = moving;
    const bool recording_before = controller_->state().runs.recording.now;
    const bool news = controller_->poll();
    if (controller_->state().runs.recording.now && !recording_before) last_change_ = Clock::now();
    const bool damaged = window_.take_damage();
    if (damaged) gui_.forget_screen();
    if (damaged || news) frames_wanted_ = std::max(frames_wanted_, frames_to_settle);
}

/// Most recordings are done sooner than a frame is drawn: the next frame shows the result.
bool WindowLoop::Parts::picture_is_near() const {
    return controller_->state().runs.recording.now && last_change_ + patience > Clock::now();
}

void WindowLoop::Parts::draw_frame() {
    const bool heard = std::exchange(heard_, false);
    if (frame_times_) frame_times_->begin();
    const Clock::time_point begin = Clock::now();
    const AppState& state = controller_->state();
    if (std::string title = window_title(state); title != title_) {
        window_.set_title(title);
        title_ = std::move(title);
    }
    const float own = window_.content_scale();
    const Window::Size room = window_.size();
    controller_->set_narrow(
        is_narrow(own, static_cast<float>(room.width), static_cast<float>(room.height)));
    gui_.prepare(state, own, static_cast<float>(room.width), static_cast<float>(room.height));
    ImGui_ImplOpenGL3_NewFrame();
    imgui_backend::new_frame(window_);
    feed_.settle();
    gui_.settle_keys();
    ImGui::NewFrame();
    Hand hand = feed_.take_hand();
    hand.fingers = fingers_.used();
    hand.resting = fingers_.resting();
    gui_.set_hand(hand);
    Commands commands;
    gui_.draw(state, commands);
    if (heard) fingers_.seen(gui_.under());
    const Window::Size size = window_.framebuffer();
    glViewport(0, 0, size.width, size.height);
    bool changed = true;
    if (window_.keeps_its_picture()) {
        changed = gui_.render_changes();
    } else {
        gui_.render();
    }
    gui_.note_frame(std::chrono::duration<double>(Clock::now() - begin).count());
    if (changed) window_.swap();
    if (frame_times_) frame_times_->end(controller_->moving(), state.runs.shown != nullptr);
    const bool recording_before = state.runs.recording.now;
    for (const Command& command : commands) controller_->apply(command);
    if (state.runs.recording.now && !recording_before) last_change_ = Clock::now();
    if (!commands.empty()) frames_wanted_ = std::max(frames_wanted_, frames_to_settle + 1);
    if (gui_.unfinished()) frames_wanted_ = std::max(frames_wanted_, frames_to_settle);
    --frames_wanted_;
    drawn_ = true;
    accessible_ = accessible_window(state, gui_.widgets(), gui_.keys_at());
    if (hooks_) tell_test_hooks();
}

void WindowLoop::Parts::walk_to(const std::string& control, bool press) {
    gui_.walk_to(control, press);
    frames_wanted_ = std::max(frames_wanted_, frames_to_react);
}

void WindowLoop::Parts::leave_controls() {
    gui_.end_walk();
    frames_wanted_ = std::max(frames_wanted_, frames_to_settle);
}

/// What the frame shows, for tests that press keys and click widgets.
void WindowLoop::Parts::tell_test_hooks() {
    const AppState& state = controller_->state();
    const ImGuiIO& io = ImGui::GetIO();
    TestHooks::Frame frame;
    frame.width = static_cast<int>(io.DisplaySize.x);
    frame.height = static_cast<int>(io.DisplaySize.y);
    frame.idle = frames_wanted_ <= 0 && events_.empty() && !state.works() &&
                 !state.edit.about_to_record && state.runs.gpu.known &&
                 state.writing.what.empty() && !controller_->moving();
    frame.unfinished = gui_.unfinished();
    frame.longest_turn = longest_turn_;
    frame.dialog = gui_.dialog_open();
    frame.typing = io.WantTextInput;
    frame.writing = gui_.text_focused();
    frame.walking = gui_.walked_to();
    frame.accessible = accessible_;
    const Box inside{0, 0, io.DisplaySize.x, io.DisplaySize.y};
    const Point pointer{io.MousePos.x, io.MousePos.y};
    if (inside.contains(pointer)) frame.pointer = pointer;
    if (!speaker_) return hooks_->frame_done(state, gui_.widgets(), frame);
    // Places in the speaker's window are of that one.
    WidgetMap both = gui_.widgets();
    both.insert(speaker_->widgets().begin(), speaker_->widgets().end());
    hooks_->frame_done(state, both, frame);
}

/// Opens and closes the speaker's window, and draws it: it follows this one.
void WindowLoop::Parts::attend_speaker() {
    const bool drawn = std::exchange(drawn_, false);
    if (speaker_ && speaker_->closed()) {
        controller_->apply(command::Set{setting::speaker, false});
        frames_wanted_ = std::max(frames_wanted_, frames_to_settle);
    }
    const bool wanted = controller_->state().presenter.speaker;
    if (!wanted) return speaker_.reset();
    if (!speaker_) {
        try {
            speaker_ = std::make_unique<SpeakerWindow>(window_, find_fonts());
        } catch (const RunError& error) {
            controller_->apply(command::Set{setting::speaker, false});
            controller_->say(false, error.what());
            return;
        }
    }
    if (!speaker_->wants_frame(drawn)) return;
    Commands commands;
    speaker_->draw(controller_->state(), commands);
    for (const Command& command : commands) controller_->apply(command);
    if (!commands.empty()) frames_wanted_ = std::max(frames_wanted_, frames_to_settle + 1);
    if (hooks_) tell_test_hooks();
}

/// Writes what is worth remembering, once it has stayed the same for a while; at once with `now`.
void WindowLoop::Parts::remember(bool now) {
    SavedState state = controller_->saved();
    const Window::Size size = window_.size();
    const bool full = window_.full_screen();
    state.maximized = full ? memory_.saved().maximized : window_.maximized();
    // The size that a maximized window goes back to is the one from before.
    state.width = state.maximized || full ? memory_.saved().width : size.width;
    state.height = state.maximized || full ? memory_.saved().height : size.height;
    if (auto text = memory_.due(state, now)) {
        controller_->remember(std::move(*text), memory_.file());
    }
}

/// How long nothing will have to be done, unless something happens; nothing: for ever.
std::optional<double> WindowLoop::Parts::rest() const {
    const auto since = [now = Clock::now()](Clock::time_point then) {
        return std::chrono::duration<double>(now - then).count();
    };
    if (!events_.empty()) return 0;
    if (picture_is_near())
        return std::chrono::duration<double>(patience).count() - since(last_change_);
    // Some drivers do not wait for the screen; nobody sees more than sixty pictures a second.
    if (frames_wanted_ > 0) return frame_time - since(frame_begin_);
    const AppState& state = controller_->state();
    std::optional<double> rest = memory_.due_in();
    const auto at_most = [&rest](double seconds) {
        rest = std::min(rest.value_or(seconds), seconds);
    };
    if (state.edit.about_to_record) at_most(0.005);  // for the pause that ends typing
    if (const auto said = controller_->said_for()) at_most(*said);
    if (const auto due = fingers_.due_in()) at_most(*due);
    if (speaker_) at_most(speaker_->due_in());
    // For the progress bar.
    if (state.works() || state.writing.progress.now) at_most(0.1);
    if (controller_->moving()) {
        const double least = window_.draws_in_software() ? software_frame_time : frame_time;
        at_most(std::max(controller_->still_for() - since(last_), least - since(frame_begin_)));
    }
    return rest;
}

void WindowLoop::Parts::sleep() {
    const std::optional<double> seconds = rest();
    window_.wait(seconds ? std::optional{std::max(*seconds, 0.0)} : std::nullopt);
    frame_begin_ = Clock::now();
}

bool WindowLoop::Parts::turn() {
    const double begin = thread_seconds();
    // It may be asked what is to become of an unsaved text.
    if (window_.take_close_request()) {
        controller_->apply(command::Quit{});
        frames_wanted_ = std::max(frames_wanted_, frames_to_react);
    }
    take_input();
    window_.set_full_screen(controller_->state().presenter.full_screen);
    pass_time();
    // What ImGui was told of, a frame must show before it hears more.
    if (frames_wanted_ > 0 && (heard_ || !picture_is_near())) draw_frame();
    attend_speaker();
    remember(false);
    longest_turn_ = std::max(longest_turn_, thread_seconds() - begin);
    sleep();
    return !controller_->state().quit;
}

WindowLoop::WindowLoop(const WindowOptions& options) : parts_(std::make_unique<Parts>(options)) {}

WindowLoop::~WindowLoop() = default;

bool WindowLoop::turn() {
    return parts_->turn();
}

const AccessibleWindow& WindowLoop::accessible() const {
    return parts_->accessible();
}

void WindowLoop::walk_to(const std::string& control) {
    parts_->walk_to(control, false);
}

void WindowLoop::press(const std::string& control) {
    parts_->walk_to(control, true);
}

void WindowLoop::leave_controls() {
    parts_->leave_controls();
}

KeptPlace WindowLoop::place() const {
    return parts_->place();
}

}  // namespace stridescope

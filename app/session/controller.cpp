#include "app/session/controller.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <thread>
#include <type_traits>
#include <utility>

#include "app/analysis/grid.h"
#include "app/io/printable.h"
#include "app/session/commands.h"
#include "app/session/notices.h"

#include "app/session/visit_command.h"
namespace stridescope {
namespace {

/// How long another key is waited for where much is to be recorded.
constexpr std::chrono::milliseconds typing_pause{300};
/// How long where the last run was there at once: the picture follows the hand.
constexpr std::chrono::milliseconds short_pause{20};
constexpr std::chrono::milliseconds at_once{150};
constexpr std::size_t most_messages = 200;
constexpr std::size_t longest_message = 1000;

/// What a locked window refuses: all that changes the experiment, or what is where.
bool is_edit(const Command& command) {
    if (const auto* edit = command.get_if<command::EditText>()) {
        return editor::may_change(edit->action);
    }
    if (const auto* set = command.get_if<command::Set>()) return set->field().of_layout;
    return visit_command(
        [](const auto& c) {
            using C = std::decay_t<decltype(c)>;
            using namespace command;
            constexpr bool text =
                std::is_same_v<C, NewText> || std::is_same_v<C, EditShownText> ||
                std::is_same_v<C, RevertText> || std::is_same_v<C, WriteSettings> ||
                std::is_same_v<C, RestoreDraft> || std::is_same_v<C, AnswerDiskChange>;
            constexpr bool experiment = std::is_same_v<C, SetExperiment> ||
                                        std::is_same_v<C, Undo> || std::is_same_v<C, Redo> ||
                                        std::is_same_v<C, Fix> || std::is_same_v<C, BreakAgain> ||
                                        std::is_same_v<C, ShowPreset>;
            constexpr bool pair = std::is_same_v<C, SwapSides> || std::is_same_v<C, ShowPair>;
            constexpr bool file = std::is_same_v<C, OpenTrace> || std::is_same_v<C, OpenFile> ||
                                  std::is_same_v<C, OpenLink> || std::is_same_v<C, OpenExercise>;
            return experiment || text || pair || file || std::is_same_v<C, CloseLesson>;
        },
        command);
}

}  // namespace

Controller::Controller(Experiment experiment, std::function<void()> wake, GpuEngine gpu)
    : recorder_(wake),
      held_recorder_(wake),
      page_recorder_(wake),
      ladder_(wake),
      comparer_(wake, std::move(gpu)),
      searcher_(wake),
      locals_(wake),
      exercise_judge_(wake),
      watcher_(wake),
      files_(std::move(wake)) {
    start(std::move(experiment));
}

Controller::Controller(const std::filesystem::path& trace, std::function<void()> wake)
    : recorder_(wake),
      held_recorder_(wake),
      page_recorder_(wake),
      ladder_(wake),
      comparer_(wake),
      searcher_(wake),
      locals_(wake),
      exercise_judge_(wake),
      watcher_(wake),
      files_(std::move(wake)) {
    carry_out(command::OpenTrace{trace});
}

void Controller::apply(const Command& command) {
    // The pointer moves without a wish.
    if (!command.is<command::PointAt>()) {
        state_.notice.clear();
        // A count that was typed belongs to the letter that follows it.
        const bool counts = command.is<command::TypeCount>() || command.is<command::Vote>();
        if (!counts) state_.presenter.typed_count = 0;
    }
    if (state_.presenter.locked && is_edit(command)) return;
    if (state_.document && state_.document->unsaved && leaves_document(command)) {
        state_.leaving = Leaving::asked;
        leave_for_ = command;
        return;
    }
    const int step = state_.playback.step();
    const std::size_t events = state_.grid.events();
    visit_command([this](const auto& c) { carry_out(c); }, command);
    keep_one_clock(step, events);
    update_pair();
    update_locals();
    state_.edit.undo_words = history_.undo_words(state_.experiment);
    state_.edit.redo_words = history_.redo_words(state_.experiment);
}

void Controller::apply_key(const Command& command) {
    apply(command);
    state_.notice = notice_of(command, state_);
    noticed_ = Clock::now();
}

void Controller::say(bool fine, const std::string& text) {
    if (state_.messages.size() >= most_messages) state_.messages.erase(state_.messages.begin());
    state_.messages.push_back(
        {fine, printable(text, longest_message), std::time(nullptr), false, Clock::now()});
}

void Controller::carry_out(const command::MarkRead& c) {
    if (c.message < state_.messages.size()) state_.messages[c.message].read = true;
}

void Controller::carry_out(const command::MarkAllRead&) {
    for (Message& message : state_.messages) message.read = true;
}

bool Controller::advance(double seconds) {
    const int step = state_.playback.step();
    const std::size_t events = state_.grid.events();
    bool moved = state_.playback.advance(seconds) || advance_replay(seconds);
    // First every step of the other run that belongs to this one has been seen, each as long.
    const int after = state_.playback.step();
    if (state_.playback.playing() && after == step + 1 && state_.others_of(step) > 1) {
        state_.playback.stay(step);
        if (!pass_other(1)) state_.playback.go_on();
    }
    stop_at_breakpoint(step);
    moved = state_.grid.advance(seconds, state_.playback.speed() * ticks_per_step) || moved;
    keep_one_clock(step, events);
    return moved;
}

double Controller::still_for() const {
    const double speed = state_.playback.speed();
    double still =
        std::min(state_.playback.still_for(), state_.grid.still_for(speed * ticks_per_step));
    if (state_.display.replaying) {
        still = std::min(still, std::max((1 - replay_held_) / (speed * waves_per_step), 0.0));
    }
    return still;
}

std::optional<double> Controller::said_for() const {
    const auto now = Clock::now();
    auto left = Clock::duration::max();
    for (const Message& message : state_.messages) {
        if (message.read) continue;
        const auto end = message.since + time_in_front(message.text.size(), message.fine);
        left = std::min(left, end - now);
    }
    if (!state_.notice.empty())
        left = std::min(left, noticed_ + time_in_front(state_.notice.size(), true) - now);
    if (left == Clock::duration::max()) return std::nullopt;
    return std::max(std::chrono::duration<double>(left).count(), 0.0);
}

/// What has been in front for long enough goes by itself; the list of messages keeps it.
bool Controller::take_away_what_was_said() {
    const auto now = Clock::now();
    bool changed = false;
    for (Message& message : state_.messages) {
        if (message.read || now < message.since + time_in_front(message.text.size(), message.fine))
            continue;
        message.read = changed = true;
    }
    if (!state_.notice.empty() && now >= noticed_ + time_in_front(state_.notice.size(), true)) {
        state_.notice.clear();
        changed = true;
    }
    return changed;
}

/// Where the one cursor has moved, from that step or so many events, the other one follows: to what
/// has happened when the block that is shown has done its step, or to the step that it is in.
void Controller::keep_one_clock(int step, std::size_t events) {
    const Trace* trace = state_.trace();
    if (trace == nullptr || state_.grid.count() == 0 || trace->blocks() == 0) return;
    if (state_.grid.events() != events) {
        const auto there = step_after(*trace, state_.block, state_.grid.events());
        const int to = there.value_or(0);
        if (to != state_.playback.step()) {
            forget_question();
            state_.playback.jump(to);
        }
    } else if (state_.playback.step() != step) {
        if (const auto done = events_until(*trace, state_.block, state_.playback.step())) {
            state_.grid.jump(*done);
        }
    }
}

bool Controller::poll() {
    bool changed = poll_files();
    if (take_away_what_was_said()) changed = true;
    if (poll_savings()) changed = true;
    if (poll_watcher()) changed = true;
    if (state_.edit.about_to_record && Clock::now() - typed_ >= pause_before_recording()) {
        record_typed();
        changed = true;
    }
    end_editing_after_pause();
    if (poll_comparer()) changed = true;
    if (poll_searcher()) changed = true;
    if (poll_locals()) changed = true;
    if (poll_held()) changed = true;
    if (poll_lesson()) changed = true;
    if (poll_exercise()) changed = true;
    if (poll_ladder()) changed = true;
    for (Recorder::Outcome& outcome : recorder_.take()) {
        changed = true;
        if (!outcome.recording) {
            state_.runs.recording.now = false;
            fail(printable(outcome.error, longest_message));
            continue;
        }
        if (outcome.last) {
            state_.runs.recording.now = false;
            last_recording_ = Clock::now() - asked_;
        }
        // Side by side, both halves change at once or the picture would jump twice.
        const bool against_unpadded =
            (state_.comparison.on || state_.comparison.beside.on) &&
            !(state_.comparison.against_held && state_.comparison.held.trace);
        const bool wait_for_unpadded = against_unpadded && !outcome.last && state_.runs.shown;
        if (!wait_for_unpadded) show(std::move(outcome.recording));
    }
    update_pair();
    update_locals();
    return note_progress(state_.runs.recording, asked_, recorder_.share()) || changed;
}

/// What is typed after a pause, in a text that ran, is undone for itself.
void Controller::end_editing_after_pause() {
    const bool ran = state_.edit.impossible.empty() && !state_.edit.about_to_record;
    if (editing_ && ran && Clock::now() - typed_ >= typing_pause) end_editing();
}

/// The pause is as long as the runs take.
std::chrono::milliseconds Controller::pause_before_recording() const {
    return last_recording_ <= at_once ? short_pause : typing_pause;
}

/// What was asked of the recorder did not come.
void Controller::fail(const std::string& error) {
    vantage_due_.reset();
    if (opening_) {
        say(false, error);
        opening_ = false;
        return;
    }
    // What has been typed since then runs next, and says for itself whether it can.
    if (state_.experiment != requested_) return;
    state_.runs.error = error;
    if (state_.document) {
        state_.document->run_fault = fault_in(error, state_.experiment.text);
    }
}

/// Notes how far something under way is. Returns whether that is to be seen.
bool Controller::note_progress(Progress& of, Clock::time_point asked, double share) {
    if (!of.now) return false;
    of.seconds = std::chrono::duration<double>(Clock::now() - asked).count();
    of.share = share;
    return of.is_long();
}

void Controller::wait_until_recorded() {
    for (;;) {
        // Asked before polling: what was done by then is taken in.
        const bool writing = files_.busy();
        poll();
        const bool waits = state_.works() || state_.edit.about_to_record || !state_.runs.gpu.known;
        if (!writing && !waits) return;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

}  // namespace stridescope

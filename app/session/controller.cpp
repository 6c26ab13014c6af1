#include "app/session/controller.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <ctime>
#include <thread>
#include <type_traits>
#include <utility>

#include "app/playback/same_place.h"
#include "app/session/export_command.h"
#include "app/session/lights.h"
#include "app/trace/trace_file.h"

namespace stridescope {
namespace {

/// Elements that are recorded at each key without anybody noticing, and how long to wait for
/// another key where there are more.
constexpr std::int64_t most_at_each_key = 1 << 16;
constexpr std::chrono::milliseconds typing_pause{350};
constexpr std::size_t most_recent = 10;
constexpr std::size_t most_messages = 200;

/// What a locked window refuses: all that changes the experiment, or what is where.
bool is_edit(const Command& command) {
    return std::visit(
        [](const auto& c) {
            using C = std::decay_t<decltype(c)>;
            using namespace command;
            constexpr bool experiment = std::is_same_v<C, SetExperiment> ||
                                        std::is_same_v<C, Undo> || std::is_same_v<C, Redo> ||
                                        std::is_same_v<C, Mend> || std::is_same_v<C, BreakAgain>;
            constexpr bool pair = std::is_same_v<C, SwapSides> || std::is_same_v<C, ShowPair>;
            constexpr bool file = std::is_same_v<C, OpenTrace> || std::is_same_v<C, OpenFile>;
            constexpr bool place = std::is_same_v<C, SetLayout> || std::is_same_v<C, ResetLayout> ||
                                   std::is_same_v<C, CloseLesson>;
            return experiment || pair || file || place;
        },
        command);
}

/// Puts `item` first; an equal one from before goes, and what is too old.
template <class T>
void put_first(std::vector<T>& list, const T& item) {
    std::erase(list, item);
    list.insert(list.begin(), item);
    if (list.size() > most_recent) list.resize(most_recent);
}

}  // namespace

Controller::Controller(Experiment experiment, std::function<void()> wake, EnginePair engines)
    : recorder_(wake),
      held_recorder_(wake),
      page_recorder_(wake),
      comparer_(wake, std::move(engines)),
      files_(std::move(wake)) {
    start(std::move(experiment));
}

Controller::Controller(const std::filesystem::path& trace, std::function<void()> wake)
    : recorder_(wake),
      held_recorder_(wake),
      page_recorder_(wake),
      comparer_(wake),
      files_(std::move(wake)) {
    carry_out(command::OpenTrace{trace});
}

void Controller::apply(const Command& command) {
    if (state_.presenter.locked && is_edit(command)) return;
    std::visit([this](const auto& c) { carry_out(c); }, command);
    update_pair();
    state_.undo_words = history_.undo_words(state_.experiment);
    state_.redo_words = history_.redo_words(state_.experiment);
}

/// The knobs now say `experiment`: records it if it can run. Of a large one that is being typed,
/// the first digits are not meant yet.
void Controller::start(Experiment experiment, bool typing) {
    state_.experiment = std::move(experiment);
    state_.impossible = why_impossible(state_.experiment);
    state_.error.clear();
    state_.about_to_record = false;
    if (!state_.impossible.empty()) return;
    if (typing && state_.experiment.n.value_or(0) > most_at_each_key) {
        state_.about_to_record = true;
        typed_ = Clock::now();
        return;
    }
    record_knobs();
}

void Controller::record_knobs() {
    opening_ = false;
    requested_ = state_.experiment;
    requested_run_ = history_.typing() ? typing_run_ : 0;
    begin_recording();
    recorder_.record(state_.experiment);
}

void Controller::carry_out(const command::CommitTyping&) {
    if (state_.about_to_record) record_knobs();
    history_.end_typing();
    ++typing_run_;
}

void Controller::begin_recording() {
    state_.about_to_record = false;
    state_.recording_now = true;
    state_.recording_share = state_.recording_seconds = 0;
    asked_ = std::chrono::steady_clock::now();
}

void Controller::carry_out(const command::SetExperiment& c) {
    if (c.experiment == state_.experiment) return;
    history_.leave(state_.experiment, c.typing);
    start(c.experiment, c.typing);
}

void Controller::carry_out(const command::Undo&) {
    if (auto before = history_.undo(state_.experiment)) start(std::move(*before));
}

void Controller::carry_out(const command::Redo&) {
    if (auto after = history_.redo(state_.experiment)) start(std::move(*after));
}

void Controller::carry_out(const command::Mend&) {
    const CatalogueEntry* kernel = find_kernel(state_.experiment.kernel);
    if (kernel == nullptr || !kernel->info.is_broken()) return;
    state_.mended_from = kernel->info.id;
    Experiment changed = state_.experiment;
    changed.kernel = kernel->info.broken.correct;
    // A twin that scans the whole input has the inclusive scan alone.
    if (!kernel_of(changed).info.takes_exclusive) changed.scan = Scan::inclusive;
    carry_out(command::SetExperiment{changed});
}

void Controller::carry_out(const command::BreakAgain&) {
    if (find_kernel(state_.mended_from) == nullptr) return;
    Experiment changed = state_.experiment;
    changed.kernel = state_.mended_from;
    carry_out(command::SetExperiment{changed});
}

void Controller::carry_out(const command::CancelRecording&) {
    if (!state_.recording_now) return;
    recorder_.cancel();
    state_.recording_now = false;
    if (!state_.shown) {
        state_.error = "The recording was cancelled. Change something to record again.";
        return;
    }
    // Knobs that say something else than what is shown would be a lie for long.
    if (!opening_ && state_.experiment != shown_experiment_) {
        history_.give_up(state_.experiment, shown_experiment_);
        state_.experiment = shown_experiment_;
        state_.impossible = why_impossible(state_.experiment);
        state_.error.clear();
    }
    opening_ = false;
}

void Controller::say(bool fine, std::string text) {
    if (state_.messages.size() >= most_messages) state_.messages.erase(state_.messages.begin());
    state_.messages.push_back({fine, std::move(text), std::time(nullptr), false});
}

void Controller::carry_out(const command::MarkRead& c) {
    if (c.message < state_.messages.size()) state_.messages[c.message].read = true;
}

void Controller::carry_out(const command::MarkAllRead&) {
    for (Message& message : state_.messages) message.read = true;
}

void Controller::carry_out(const command::ChangeSpeed& c) {
    const float now = state_.playback.speed();
    // The nearest that is offered, then on from there.
    const auto nearest = std::ranges::min_element(
        play_speeds, {}, [now](float speed) { return std::abs(std::log2(speed / now)); });
    const auto last = static_cast<int>(play_speeds.size()) - 1;
    const int at = static_cast<int>(nearest - play_speeds.begin()) + c.by;
    state_.playback.set_speed(play_speeds[static_cast<std::size_t>(std::clamp(at, 0, last))]);
}

void Controller::restore(const SavedState& saved) {
    state_.theme = saved.theme;
    carry_out(command::SetTextScale{saved.text_scale});
    state_.playback.set_speed(saved.speed);
    state_.playback.set_loop(saved.loop);
    state_.heatmap_axis = saved.heatmap_axis;
    state_.beside.lock = saved.lock;
    state_.layout = saved.layout;
    state_.recent_experiments = saved.recent_experiments;
    state_.recent_files = saved.recent_files;
    state_.last_folder = saved.last_folder;
}

SavedState Controller::saved() const {
    SavedState saved;
    saved.theme = state_.theme;
    saved.text_scale = state_.text_scale;
    saved.speed = state_.playback.speed();
    saved.loop = state_.playback.loop();
    saved.heatmap_axis = state_.heatmap_axis;
    saved.lock = state_.beside.lock;
    saved.layout = state_.layout;
    saved.recent_experiments = state_.recent_experiments;
    saved.recent_files = state_.recent_files;
    saved.last_folder = state_.last_folder;
    return saved;
}

void Controller::remember(std::string text, const std::filesystem::path& file) {
    files_.ask({}, {}, [text = std::move(text), file, told = told_of_memory_] {
        try {
            write_state(text, file);
        } catch (const RunError&) {
            // Where the home folder cannot be written, every change would say so again.
            if (!told->exchange(true)) throw;
        }
        return std::string{};
    });
}

bool Controller::advance(double seconds) {
    // A tick is little to look at: they pass faster than steps.
    constexpr double ticks_per_step = 4;
    const bool moved = state_.playback.advance(seconds);
    return state_.grid.advance(seconds, state_.playback.speed() * ticks_per_step) || moved;
}

void Controller::carry_out(const command::MoveGrid& c) {
    using To = command::MoveGrid::To;
    GridCursor& grid = state_.grid;
    switch (c.to) {
        case To::first: grid.jump(0); break;
        case To::back: grid.back(); break;
        case To::forward: grid.forward(); break;
        case To::last: grid.jump(grid.count()); break;
        case To::back_in_time: grid.back_in_time(); break;
        case To::forward_in_time: grid.forward_in_time(); break;
        case To::play: grid.toggle_play(); break;
    }
}

void Controller::carry_out(const command::SelectBlock& c) {
    const int blocks = state_.trace() != nullptr ? state_.trace()->blocks() : 0;
    const int block = std::clamp(c.block, 0, std::max(blocks - 1, 0));
    if (block != state_.block) forget_question();
    state_.block = block;
}

void Controller::carry_out(const command::MoveRequest& c) {
    const Trace* trace = state_.trace();
    if (trace == nullptr || state_.current_step() == nullptr || trace->blocks() == 0) return;
    state_.panes.wave = 0;
    state_.panes.request =
        moved(*trace, state_.block, state_.playback.step(), state_.panes.request, c.move);
}

void Controller::carry_out(const command::MoveWave& c) {
    const Trace* trace = state_.trace();
    if (trace == nullptr || state_.current_step() == nullptr || trace->blocks() == 0) return;
    PaneSettings& panes = state_.panes;
    if (c.by == 0) {
        panes.wave = 0;
        return;
    }
    const int step = state_.playback.step();
    const auto beside = [this](int at, const RequestChoice& request) {
        const auto other = request_beside(state_, at, request);
        return other ? other->cost.wavefronts : 0;
    };
    const auto place = moved_wave(*trace, state_.block, step, panes.request, state_.wave(),
                                  c.by > 0 ? 1 : -1, beside);
    if (!place) return;
    if (place->step != step) carry_out(command::Jump{place->step});
    panes.request = place->request;
    panes.wave = place->wave;
    panes.wave_step = place->step;
    // It is of no use unseen.
    panes.turn = View::banks;
    if (state_.enlarged) state_.enlarged = View::banks;
}

void Controller::carry_out(const command::ToggleEnlarged& c) {
    if (state_.enlarged == c.view) {
        state_.enlarged.reset();
    } else {
        state_.enlarged = c.view;
        if (takes_turns(c.view)) state_.panes.turn = c.view;
    }
}

void Controller::carry_out(const command::SetTextScale& c) {
    state_.text_scale = std::clamp(c.scale, 0.75F, 2.5F);
}

void Controller::carry_out(const command::OpenTrace& c) {
    opening_ = true;
    state_.error.clear();
    begin_recording();
    recorder_.open(c.path);
}

void Controller::carry_out(const command::OpenFile& c) {
    std::string ending = c.path.extension().string();
    for (char& letter : ending) {
        letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    }
    if (ending == ".npz") {
        carry_out(command::OpenTrace{c.path});
        return;
    }
    if (ending == ".md") {
        carry_out(command::OpenLesson{c.path});
        return;
    }
    std::error_code error;
    if (std::filesystem::is_directory(c.path, error)) {
        say(false, fmt::format("{} is a folder: choose a file in it.", c.path.string()));
        return;
    }
    if (ending != ".csv" && ending != ".txt" && ending != ".npy") {
        say(false, fmt::format("{} is neither a trace (.npz), nor a lesson (.md), nor numbers to "
                               "scan (.csv, .txt or .npy).",
                               c.path.string()));
        return;
    }
    Experiment changed = state_.experiment;
    changed.input.kind = InputSpec::Kind::file;
    changed.input.text = c.path.string();
    // As many as there are: an N from before would be too large, or cut them off unseen.
    changed.n.reset();
    carry_out(command::SetExperiment{changed});
}

void Controller::drop(const std::vector<std::filesystem::path>& files) {
    if (files.empty()) return;
    apply(command::OpenFile{files.front()});
    if (files.size() > 1) {
        say(false, fmt::format("{} files were dropped at once. One is shown at a time: {}.",
                               files.size(), files.front().filename().string()));
    }
}

void Controller::carry_out(const command::SaveTrace& c) {
    if (!state_.shown) {
        say(false, "There is no trace to save yet.");
        return;
    }
    files_.ask(fmt::format("Saving {}", c.path.filename().string()), c.path.string(),
               [trace = state_.shown->trace, path = c.path] {
                   write_trace(*trace, path);
                   return fmt::format("Saved the trace as {}.", path.string());
               });
    poll_files();
}

void Controller::carry_out(const command::ExportView& c) {
    if (!state_.shown) {
        say(false, "There is nothing to export yet.");
        return;
    }
    // What is shown now, whatever is shown by the time it is written.
    files_.ask(fmt::format("Exporting {}", c.path.filename().string()), {},
               [shown = shown_view(state_, c.view, c.seen), path = c.path, film = c.film] {
                   export_shown(shown, path, film);
                   return fmt::format("Wrote {}.", path.string());
               });
    poll_files();
}

/// Takes in what has been written. Returns whether anything changed.
bool Controller::poll_files() {
    const std::vector<FileWorker::Outcome> outcomes = files_.take();
    for (const FileWorker::Outcome& outcome : outcomes) {
        if (!outcome.text.empty()) say(outcome.fine, outcome.text);
        if (!outcome.path.empty()) note_recent_file(outcome.path);
    }
    std::string doing = files_.doing();
    const bool changed = !outcomes.empty() || doing != state_.writing;
    state_.writing = std::move(doing);
    return changed;
}

bool Controller::poll() {
    bool changed = poll_files();
    if (state_.about_to_record && Clock::now() - typed_ >= typing_pause) {
        record_knobs();
        changed = true;
    }
    if (poll_comparer()) changed = true;
    if (poll_held()) changed = true;
    if (poll_lesson()) changed = true;
    for (Recorder::Outcome& outcome : recorder_.take()) {
        changed = true;
        if (!outcome.recording) {
            state_.recording_now = false;
            if (opening_) {
                say(false, outcome.error);
                opening_ = false;
            } else {
                state_.error = outcome.error;
            }
            continue;
        }
        if (outcome.last) state_.recording_now = false;
        // Side by side, both halves change at once or the picture would jump twice.
        const bool with_twin =
            (state_.compare || state_.beside.on) && !(state_.against_held && state_.held.trace);
        const bool wait_for_twin = with_twin && !outcome.last && state_.shown;
        if (!wait_for_twin) show(std::move(outcome.recording));
    }
    update_pair();
    if (state_.recording_now) {
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - asked_;
        state_.recording_seconds = spent.count();
        state_.recording_share = recorder_.share();
        changed = changed || state_.recording_is_long();
    }
    return changed;
}

void Controller::show(std::shared_ptr<const Recording> recording) {
    const Trace& next = *recording->trace;
    const Trace* before = state_.trace();
    if (before != &next) {
        forget_question();
        // A first picture begins at the beginning; a changed knob keeps the place.
        const int step = before != nullptr && !opening_
                             ? same_place(before->steps(), state_.playback.step(), next.steps())
                             : 0;
        state_.playback.reset(next.step_count(), step);
        state_.block = std::clamp(state_.block, 0, std::max(next.blocks() - 1, 0));
        std::vector<std::int64_t> times;
        for (const GridEvent& event : next.grid_events()) times.push_back(event.time);
        state_.grid.reset(std::move(times));
        ++state_.recordings;
        const bool same_text = before != nullptr && before->text() == next.text();
        if (!exists_in(next, state_.selection) || (state_.selection.of_text() && !same_text)) {
            state_.selection = {};
        }
        state_.pointed = {};
        state_.panes.wave = 0;
        if (opening_) {
            if (before != nullptr && state_.experiment != next.experiment()) {
                history_.leave(state_.experiment, false);
            }
            state_.experiment = next.experiment();
            state_.impossible.clear();
            note_recent_file(recording->opened_from);
        }
        shown_experiment_ = opening_ ? next.experiment() : requested_;
        note_recent(shown_experiment_);
        state_.undo_words = history_.undo_words(state_.experiment);
        state_.redo_words = history_.redo_words(state_.experiment);
    }
    state_.shown = std::move(recording);
    if (bookmark_due_ && *bookmark_due_ == shown_experiment_) place_bookmark();
}

void Controller::note_recent(const Experiment& experiment) {
    auto& recent = state_.recent_experiments;
    // Of a number that is typed, "1", "12" and "123" are one experiment.
    const int run = opening_ ? 0 : requested_run_;
    if (run != 0 && run == recent_run_ && !recent.empty()) recent.erase(recent.begin());
    recent_run_ = run;
    put_first(recent, experiment);
}

void Controller::note_recent_file(const std::filesystem::path& path) {
    std::error_code unreadable;
    const std::filesystem::path whole = std::filesystem::absolute(path, unreadable);
    put_first(state_.recent_files, (unreadable ? path : whole).lexically_normal().string());
}

void Controller::wait_until_recorded() {
    for (;;) {
        // Asked before polling: what was done by then is taken in.
        const bool writing = files_.busy();
        poll();
        const bool waits = state_.works() || state_.about_to_record || !state_.gpu.known;
        if (!writing && !waits) return;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

}  // namespace stridescope

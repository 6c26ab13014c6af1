// What the window shows: plain data. Panels read it; only the Controller changes it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <ctime>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/analysis/banks.h"
#include "app/analysis/check.h"
#include "app/analysis/findings.h"
#include "app/analysis/lines.h"
#include "app/analysis/races.h"
#include "app/analysis/selection.h"
#include "app/analysis/step_lock.h"
#include "app/analysis/work.h"
#include "app/experiment/experiment.h"
#include "app/lesson/lesson_play.h"
#include "app/playback/grid_cursor.h"
#include "app/playback/playback.h"
#include "app/scene/side_by_side.h"
#include "app/session/pane_settings.h"
#include "app/trace/trace.h"

namespace stridescope {

/// The speeds that are offered, in steps per second.
inline constexpr std::array play_speeds{0.25F, 0.5F, 1.0F, 2.0F, 4.0F, 8.0F};

enum class Theme { light, dark, projector };
inline constexpr std::array themes{Theme::light, Theme::dark, Theme::projector};
/// What a theme is called on the command line.
constexpr std::string_view name_of(Theme theme) {
    return theme == Theme::light ? "light" : theme == Theme::dark ? "dark" : "projector";
}
/// The theme of that name, or nothing.
constexpr std::optional<Theme> theme_called(std::string_view name) {
    for (const Theme theme : themes) {
        if (name_of(theme) == name) return theme;
    }
    return std::nullopt;
}

/// A finished recording with what is said about it. Immutable once shown.
struct Recording {
    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const Trace> unpadded;   ///< the same run without padding; null until recorded,
                                             ///< and where the run itself has none
    WorkTable work;                          ///< of `trace`
    std::shared_ptr<const LineTable> lines;  ///< of `trace`
    WorkCounts unpadded_totals;              ///< counts only with `unpadded`
    std::optional<WrongElement> wrong;       ///< first element that is not what a plain scan gives
    std::vector<Race> races;                 ///< what threads raced for, in all recorded blocks
    std::vector<Finding> findings;           ///< of a kernel that is broken on purpose: its faults
    std::string opened_from;                 ///< the trace file it was read from; empty: recorded
};

/// A step that a message speaks of.
struct RunStep {
    Experiment experiment;  ///< of which run
    int block = 0;
    int step = 0;  ///< from 0
};

/// What came of something that was asked for. Stays in front until it is read, and in the list of
/// messages after that.
struct Message {
    bool fine = true;
    std::string text;
    std::time_t when = 0;  ///< the system's clock
    bool read = false;
    std::optional<RunStep> place{};  ///< where to look; nothing where there is no such place
};

/// Something under way off the UI's thread.
struct Progress {
    bool now = false;
    double share = 0;    ///< 0 … 1
    double seconds = 0;  ///< since it was asked for

    /// Whether it has taken so long that a word on it is due.
    bool is_long() const { return now && seconds > 0.3; }
};

/// A run that is kept, so that others can be compared with it.
struct HeldRun {
    std::shared_ptr<const Trace> trace;  ///< null: none is
    std::string name{};
    Experiment experiment{};    ///< the knobs that it was recorded with
    std::string opened_from{};  ///< the trace file it was read from; empty: recorded
    std::uint64_t number = 0;   ///< another one for each run that was held
};

/// Two runs on one slider, with what is said of both. Immutable.
struct ShownPair {
    std::shared_ptr<const Trace> left, right;      ///< this run and the other; never null
    WorkTable left_work, right_work;               ///< of theirs
    std::shared_ptr<const LineTable> right_lines;  ///< of `right`
    RunTitles titles;
    bool same_text = false;    ///< both ran the same kernel's text
    std::uint64_t number = 0;  ///< another one for each pair of runs
    StepLock lock = StepLock::stride;
    LockedSteps locked;  ///< by `lock`: steps of `right`
};

/// Whether every picture is doubled, this run left and the other one right.
struct BesideState {
    bool on = false;
    StepLock lock = StepLock::stride;
    std::shared_ptr<const ShownPair> pair;  ///< null where there is no other run, or not yet
};

/// The lesson that is read, if any.
struct LessonState {
    std::vector<std::shared_ptr<const Lesson>> all;  ///< that were found, in their order
    LessonPlay play;
    /// Of the page, with the answers that the traces give; empty until those are recorded.
    std::vector<Question> questions;
    Progress fetching;   ///< the other run that the page's questions speak of
    bool knobs = false;  ///< the experiment's panel is seen beside the lesson

    bool open() const { return play.open(); }
};

/// Questions that are asked before each step is shown.
struct PredictState {
    bool on = false;
    std::optional<Question> question;     ///< the last one that was asked
    std::optional<std::size_t> answered;  ///< which of its options was chosen
    int answers = 0, right = 0;           ///< so far
    std::uint64_t seed = 1;               ///< of the next question

    /// Whether an answer is waited for.
    bool waits() const { return question && !answered; }
};

/// What one wants in front of a class.
struct PresenterState {
    bool locked = false;     ///< nothing changes the experiment
    bool spotlight = false;  ///< all but the step's worst request is dimmed
    bool full_screen = false;
    std::optional<int> tour{};  ///< which stop of the tour is in front, if it is on
};

/// What the driver said of a GPU; it is asked off the UI's thread.
struct GpuAnswer {
    bool known = false;   ///< whether it has answered
    std::string problem;  ///< why no GPU can be used; empty if one can
};

/// Where the bars between the panes stand, by name: shares (0 … 1) of what they divide.
using Layout = std::map<std::string, float, std::less<>>;

struct AppState {
    Experiment experiment;         ///< as the knobs stand
    std::string impossible;        ///< why the knobs' experiment cannot run; empty if it can
    std::string error;             ///< why the last recording failed; empty if it did not
    bool about_to_record = false;  ///< somebody is typing a large experiment: it waits for a pause
    bool recording_now = false;
    double recording_share = 0;    ///< 0 … 1
    double recording_seconds = 0;  ///< since it was asked for

    GpuAnswer gpu;
    Progress comparing;  ///< the two engines
    HeldRun held;        ///< a run kept to compare others with
    Progress fetching;   ///< a run to be held

    std::shared_ptr<const Recording> shown;  ///< null before the first recording is finished
    Playback playback;
    GridCursor grid;  ///< over the events between blocks
    int block = 0;    ///< the recorded block that is looked at

    LessonState lesson;
    PredictState predict;
    PresenterState presenter;

    HeatmapAxis heatmap_axis = HeatmapAxis::bank;
    bool compare = false;       ///< the heatmap compares the run with another one:
    bool against_held = false;  ///< the held one, else the same without padding
    BesideState beside;         ///< all pictures do
    PaneSettings panes;
    Selection selection;           ///< chosen: lit in all pictures, until it is let go
    Selection pointed;             ///< under the pointer: lit instead
    std::string mended_from;       ///< id of the broken kernel that was mended last; empty: none
    std::optional<View> enlarged;  ///< the pane that has the others' room, too
    Theme theme = Theme::light;
    float text_scale = 1;
    Layout layout;
    std::string undo_words, redo_words;          ///< what would be undone, redone; empty: nothing
    std::vector<Experiment> recent_experiments;  ///< the newest first
    std::vector<std::string> recent_files;       ///< traces opened and saved, the newest first
    std::string last_folder;                     ///< where a file was chosen last
    std::vector<Message> messages;               ///< the newest last
    std::string writing;                         ///< what is being written; empty: nothing
    bool quit = false;
    std::uint64_t recordings = 0;  ///< finished so far: a new one means a new picture

    /// Whether the recording has taken so long that a word on it is due.
    bool recording_is_long() const { return recording_now && recording_seconds > 0.3; }
    /// Whether a thread is at something whose progress can be shown.
    bool works() const {
        return recording_now || comparing.now || fetching.now || lesson.fetching.now;
    }
    /// Whether what is shown is the run that the place is in, wherever it was recorded.
    bool shows_run_of(const RunStep& place) const;
    bool can_undo() const { return !undo_words.empty(); }
    bool can_redo() const { return !redo_words.empty(); }
    int unread() const {
        return static_cast<int>(
            std::ranges::count_if(messages, [](const Message& m) { return !m.read; }));
    }
    /// Whether the view's picture is on the screen.
    bool sees(View view) const {
        if (enlarged) return *enlarged == view;
        return !facts_of(view).takes_turns || panes.turn == view;
    }
    const Trace* trace() const { return shown ? shown->trace.get() : nullptr; }
    /// The heatmap's other half, where there is one and it is wanted.
    std::shared_ptr<const Trace> compared() const { return compare ? comparable() : nullptr; }
    /// The run that stands below the grid's picture: the held one, where it is wanted and has one.
    std::shared_ptr<const Trace> compared_grid() const {
        const bool wanted = compare && against_held && held.trace;
        return wanted && !held.trace->grid_events().empty() ? held.trace : nullptr;
    }
    /// What there is to compare with; null where there is nothing.
    std::shared_ptr<const Trace> comparable() const {
        if (against_held && held.trace) return held.trace;
        return shown ? shown->unpadded : nullptr;
    }
    /// The two runs whose pictures are side by side; null where they are not.
    const ShownPair* pair() const { return beside.on ? beside.pair.get() : nullptr; }
    /// Where the other one of them is.
    int other_step() const;
    int other_block() const;
    /// The wavefront that the banks show alone, from 1; 0: all of the request's.
    int wave() const { return panes.wave_step == playback.step() ? panes.wave : 0; }
    /// The step the cursor is on; null without a trace or steps.
    const Step* current_step() const {
        const Trace* t = trace();
        if (t == nullptr || t->step_count() == 0) return nullptr;
        return &t->steps()[static_cast<std::size_t>(playback.step())];
    }
};

inline int AppState::other_step() const {
    const ShownPair* two = pair();
    if (two == nullptr || two->locked.steps.empty()) return 0;
    const int last = static_cast<int>(two->locked.steps.size()) - 1;
    return two->locked.steps[static_cast<std::size_t>(std::clamp(playback.step(), 0, last))];
}

inline int AppState::other_block() const {
    return pair() == nullptr ? 0 : std::clamp(block, 0, std::max(pair()->right->blocks() - 1, 0));
}

inline bool AppState::shows_run_of(const RunStep& place) const {
    if (trace() == nullptr) return false;
    Experiment a = trace()->experiment(), b = place.experiment;
    a.engine = b.engine = EngineChoice::automatic;
    a.first_blocks = b.first_blocks = std::nullopt;
    return a == b;
}

}  // namespace stridescope

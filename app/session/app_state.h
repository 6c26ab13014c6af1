// What the window shows: plain data, by subject. Panels read it; only the Controller changes it.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/analysis/banks.h"
#include "app/analysis/check.h"
#include "app/analysis/findings.h"
#include "app/analysis/lines.h"
#include "app/analysis/selection.h"
#include "app/analysis/step_lock.h"
#include "app/analysis/work.h"
#include "app/engine/engine.h"
#include "app/exercise/exercise.h"
#include "app/exercise/judge.h"
#include "app/experiment/experiment.h"
#include "app/lesson/lesson_play.h"
#include "app/lesson/predict.h"
#include "app/look/look.h"
#include "app/playback/playback.h"
#include "app/scene/side_by_side.h"
#include "app/scene/views/views.h"
#include "app/session/document.h"
#include "app/session/other_versions.h"
#include "app/session/preferences.h"
#include "app/trace/trace.h"

namespace stridescope {

/// A finished recording, with what is said about it. Immutable once shown.
struct Recording {
    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const Trace> unpadded;   ///< the same run without padding; null until recorded,
                                             ///< and where the run itself has none
    WorkTable work;                          ///< of `trace`
    std::shared_ptr<const LineTable> lines;  ///< of `trace`
    WorkCounts unpadded_totals;              ///< counts only with `unpadded`
    std::optional<WrongElement> wrong;       ///< first element that is not what a plain scan gives
    std::vector<Finding> findings;           ///< its faults, the first cause first
    std::string opened_from;                 ///< the trace file it was read from; empty: recorded
};

/// How far something is that is under way off the UI's thread.
struct Progress {
    bool now = false;
    double share = 0;    ///< 0 … 1
    double seconds = 0;  ///< since it was asked for

    /// Whether it has taken so long that a word on it is due.
    bool is_long() const { return now && seconds > 0.3; }
};

// What is for learners and those who teach them: the lesson that is read, questions before each
// step, and what one wants in front of a class.

/// The lesson that is read, if any.
struct LessonState {
    std::vector<std::shared_ptr<const Lesson>> all;  ///< that were found, in their order
    LessonPlay play;
    /// The page's questions, with the answers that the traces give; empty until those are recorded.
    std::vector<Question> questions;
    /// Why the page does not fit its run, in a sentence: its text is not to be trusted then.
    std::string problem;
    Progress fetching;   ///< the other run that the page's questions speak of
    bool knobs = false;  ///< the experiment's panel is seen beside the lesson

    bool open() const { return play.open(); }
    /// Whether the page wants the view to be hidden until its questions are answered.
    bool hides(View view) const;
    /// Whether it hides any: then the counts are not told either.
    bool hides_counts() const;
    /// Whether it hides what was found wrong in the run, which somebody is to find.
    bool hides_faults() const;
};

/// Questions that are asked before each step is shown.
struct PredictState {
    bool on = false;
    std::optional<Question> question;     ///< the last one that was asked
    std::vector<Asked> kinds{};           ///< of what was seen then, one of which it is
    std::optional<std::size_t> answered;  ///< which of its options was chosen
    ClassVote vote{};                     ///< of a class, on the question
    bool revealed = false;                ///< the answer was shown without one
    int answers = 0, right = 0;           ///< so far
    std::uint64_t seed = 1;               ///< of the next question

    /// Whether an answer is waited for.
    bool waits() const { return question && !answered && !revealed; }
};

/// What the mouse is, in front of a class, besides itself.
enum class Pen {
    none,
    draw,  ///< it draws over the window
    point  ///< a dot that is seen from afar goes with it
};

/// What one wants in front of a class.
struct PresenterState {
    bool locked = false;     ///< nothing changes the experiment
    bool spotlight = false;  ///< all but the step's worst request is dimmed
    bool full_screen = false;
    Pen pen = Pen::none;
    int wiped = 0;  ///< how often what was drawn has been wiped away
    /// One picture in large type (see command::TogglePresentation), and what there was before it.
    bool presentation = false;
    bool blank = false;         ///< nothing is seen
    std::size_t asked = 0;      ///< the page's question that a presentation shows
    int typed_count = 0;        ///< so many hands, typed before the letter of their answer
    bool speaker = false;       ///< the speaker's window is open
    bool start = false;         ///< the start page is in front
    bool embedded = false;      ///< the window is a part of another page: it has no menus
    std::optional<int> tour{};  ///< which stop of the tour is in front, if it is on
};

// What the run that is shown is compared with.

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
    /// Locked by progress, several of the other run's steps may belong to one of this run's: so
    /// many of them are passed, while the cursor is on step `passed_at`.
    int passed = 0, passed_at = 0;
};

struct Comparison {
    bool on = false;            ///< the heatmap compares the run with another one:
    bool against_held = false;  ///< the held one, else the same without padding
    HeldRun held;               ///< a run kept to compare others with
    Progress fetching;          ///< a run to be held
    BesideState beside;         ///< all pictures compare
};

/// So long a sentence is in front that somebody has to read; what did not work, twice as long.
constexpr std::chrono::milliseconds time_in_front(std::size_t letters, bool fine) {
    const std::chrono::milliseconds once{4000 + 60 * static_cast<std::int64_t>(letters)};
    return fine ? once : 2 * once;
}

/// What came of something that was asked for, in words. Stays in front until it is read, and in the
/// list of messages after that.
struct Message {
    bool fine = true;
    std::string text;
    std::time_t when = 0;  ///< the system's clock
    bool read = false;
    std::chrono::steady_clock::time_point since{};  ///< it is in front
};

/// What the driver said of a GPU; it is asked off the UI's thread.
struct GpuAnswer {
    bool known = false;   ///< whether it has answered
    std::string problem;  ///< why no GPU can be used; empty if one can
};

/// The chosen thread's variables, of the run that is shown.
struct LocalsState {
    bool reading = false;                         ///< the run is being watched
    std::shared_ptr<const ThreadLocals> found{};  ///< null: nothing is known of them
    std::string why{};                            ///< there are none; empty: nobody asked
};

/// The run that is shown, and what is being recorded.
struct Runs {
    std::shared_ptr<const Recording> shown;  ///< null before the first recording is finished
    std::uint64_t recordings = 0;            ///< finished so far: a new one means a new picture
    Progress recording;                      ///< of the experiment
    std::string error;                       ///< why the last recording failed; empty if it did not
    GpuAnswer gpu;
    Progress comparing;  ///< the two engines
    LocalsState locals;
    Progress searching;  ///< for a schedule under which the run comes to something else
};

struct Ladder;

/// The ladder as the window has it.
struct LadderState {
    bool open = false;                      ///< seen in the place of the views' pictures
    std::shared_ptr<const Ladder> shown{};  ///< null: none yet
    std::string from{};                     ///< its file's name; empty: measured here
    std::int64_t n = 0;                     ///< what the bars show; see LadderOptions
    int rung = -1;
    bool story = true;  ///< only the rungs that tell it, to begin with
    Progress measuring{};
    std::string doing{};  ///< the rung that is being measured
};

/// The exercise that is solved, if any.
struct ExerciseState {
    std::vector<std::shared_ptr<const Exercise>> all;  ///< that were found, set by set
    std::shared_ptr<const Exercise> current;           ///< that is open; null: none is
    /// What came of the text as it stood when it was last judged; nothing before that.
    std::optional<Judgement> judgement;
    std::string problem;      ///< why it cannot be judged; empty: it can
    bool judging = false;     ///< the text is another one by now
    std::vector<bool> hints;  ///< those that were given
    bool passed = false;      ///< it was right in everything, at least once
    bool given_up = false;    ///< the solution is shown all the same
    std::string solution;     ///< what stands in the model's hole; empty: none lies beside it

    bool open() const { return current != nullptr; }
    const Exercise& exercise() const { return *current; }
    bool shows_solution() const { return (passed || given_up) && !solution.empty(); }
    /// Whether there are verdicts on the text as it stands.
    bool has_results() const { return open() && judgement.has_value() && !judging; }
    /// Whether there is a hint that was not given.
    bool has_hint() const;
};

/// The speeds that are offered, in steps per second.
inline constexpr std::array play_speeds{0.25F, 0.5F, 1.0F, 2.0F, 4.0F, 8.0F};

/// What can be done with the experiment as the knobs stand.
struct EditState {
    std::string impossible;              ///< why it cannot run; empty if it can
    bool about_to_record = false;        ///< somebody is typing a large one: it waits for a pause
    bool block_pinned = false;           ///< somebody has chosen the block's size
    std::string undo_words, redo_words;  ///< what would be undone, redone; empty: nothing
    /// The broken text that was fixed last, and the document that its correct version is.
    struct FixedText {
        NamedText from{};
        std::uint64_t document = 0;
    };
    std::optional<FixedText> fixed_text;

    bool can_undo() const { return !undo_words.empty(); }
    bool can_redo() const { return !redo_words.empty(); }
};

/// What is seen of the run, and how.
struct DisplayState {
    /// But for step, block, event and lock: where those are, cursors and comparison say.
    Look look{.view = View::heatmap};
    int wave_step = 0;         ///< while the cursor is there, look.wave is what it says
    Selection pointed;         ///< under the pointer: lit instead of what is chosen
    bool card_folded = false;  ///< of a broken kernel's card only the head is seen
    bool replaying = false;    ///< the wavefronts of a request follow one another
    /// Which of the run's findings was gone to last.
    std::optional<std::size_t> fault;

    bool narrow = false;       ///< the window has room for one pane at a time
    View front = View::tree;   ///< there, the view that is seen
    bool knobs_front = false;  ///< there, the experiment's knobs in its place

    /// The view that has all the room, by wish or for want of room.
    std::optional<View> alone() const {
        return look.alone ? look.alone : narrow ? std::optional{front} : std::nullopt;
    }
    /// Whether the view's picture is on the screen.
    bool sees(View view) const {
        if (const auto only = alone()) return *only == view;
        return !facts_of(view).takes_turns || look.view == view;
    }
};

/// What is being written.
struct Writing {
    std::string what{};  ///< in words; empty: nothing
    Progress progress{};

    /// It comes in pieces, and takes long.
    bool can_be_stopped() const { return progress.is_long() && progress.share > 0; }
};

struct AppState {
    Experiment experiment;  ///< as the knobs stand
    EditState edit;
    std::optional<Document> document;  ///< the text that is edited; nothing: a kernel's, or none
    std::optional<TextSpec> draft;     ///< a text that was lost the last time: it can be restored
    Leaving leaving = Leaving::no;     ///< an unsaved one is in the way of what was asked for
    Runs runs;
    Comparison comparison;
    Playback playback;
    GridCursor grid;  ///< over the events between blocks
    int block = 0;    ///< the recorded block that is looked at
    DisplayState display;
    LadderState ladder;
    std::vector<std::filesystem::path> measured;  ///< recordings that come with the program
    LessonState lesson;
    ExerciseState exercise;
    PredictState predict;
    std::vector<AnswerLine> answers;  ///< since the program began
    PresenterState presenter;
    Preferences preferences;
    std::vector<Message> messages;  ///< the newest last
    std::string notice;  ///< what the last key has switched; empty once something else is done
    Writing writing;
    bool quit = false;

    /// Whether there are menus, and the experiment's knobs.
    bool has_menus() const { return !presenter.presentation && !presenter.embedded; }
    /// Whether one pane is seen at a time, for want of room.
    bool is_narrow() const { return display.narrow && !presenter.presentation; }
    /// Whether a thread is at something whose progress can be shown.
    bool works() const;
    /// How many messages nobody has read.
    int unread() const;
    bool sees(View view) const;
    /// Whether words and counts of requests, conflicts and sectors are in place: on a lesson's page
    /// only beside a picture of bank conflicts.
    bool speaks_of_banks() const;
    /// Whether a lesson is read, without the knobs beside it: then nothing but its page's own
    /// numbers, steps and pictures stands round it.
    bool reads_lesson() const { return lesson.open() && !lesson.knobs; }
    /// Which of those that take turns is seen, or would be.
    View turn() const;
    /// Whether the text that is edited stands beside the other pictures, rather than taking turns.
    bool docks_source() const {
        return document.has_value() && !display.alone() && pair() == nullptr;
    }
    /// The run that is shown, if it was recorded of exactly the text that is edited; else null.
    const Trace* trace_of_document() const;

    /// The question that a presentation shows: the next step's, or one of the page's; else null.
    const Question* question_in_front() const;
    /// Which of the page's questions waits for an answer: the first open one, in a presentation the
    /// one in front.
    std::optional<std::size_t> open_question() const;
    /// Whether that is one with choices, and its answer is not shown yet: a class can vote on it.
    bool votes() const;

    /// The run that is shown; null before the first.
    const Trace* trace() const { return runs.shown ? runs.shown->trace.get() : nullptr; }
    /// The step the cursor is on; null without a trace or steps.
    const Step* current_step() const;
    /// The wavefront that the banks show alone, from 1; 0: all of the request's.
    int wave() const { return display.wave_step == playback.step() ? display.look.wave : 0; }

    /// What there is to compare with; null where there is nothing.
    std::shared_ptr<const Trace> comparable() const;
    /// The heatmap's other half, where there is one and it is wanted.
    std::shared_ptr<const Trace> compared() const;
    /// The run that stands below the grid's picture: the held one, where it is wanted and has one.
    std::shared_ptr<const Trace> compared_grid() const;
    /// The two runs whose pictures are side by side; null where they are not.
    const ShownPair* pair() const;
    /// Where the other one of them is.
    int other_step() const;
    /// How many steps of the other run belong to that one of this run: by progress each of them is
    /// shown, one after another; else there is one.
    int others_of(int step) const;
    int other_block() const;
};

/// Which questions about the next step the pictures that are seen would answer: nobody is asked
/// what is not to be seen.
std::vector<Asked> askable(const AppState& state);

}  // namespace stridescope

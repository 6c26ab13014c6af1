// Carries commands out and keeps the window's state. No ImGui, no GL: runs without a window.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "app/session/app_state.h"
#include "app/session/background_jobs.h"
#include "app/session/commands.h"
#include "app/session/file_worker.h"
#include "app/session/history.h"
#include "app/session/link.h"
#include "app/session/recorder.h"
#include "app/session/saved_state.h"

namespace stridescope {

class Controller {
  public:
    /// Starts recording `experiment` at once. `wake` is called, from another thread, whenever
    /// poll() has something to do. `engines` are those that CompareEngines compares.
    Controller(Experiment experiment, std::function<void()> wake, GpuEngine gpu = {});
    /// Starts with a trace file instead.
    Controller(const std::filesystem::path& trace, std::function<void()> wake);

    const AppState& state() const { return state_; }

    void apply(const Command& command);
    /// Applies a key's command, and tells what it has switched (AppState::notice): a key that is
    /// hit by mistake changes nothing unnoticed.
    void apply_key(const Command& command);
    /// Takes in what was finished off this thread. Returns whether anything changed.
    bool poll();
    /// Whether the window has room for one pane at a time. Returns whether that is news.
    bool set_narrow(bool narrow);
    /// Time passes. Returns whether the picture changed.
    bool advance(double seconds);
    /// Whether time changes anything.
    bool moving() const {
        return state_.playback.moving() || state_.grid.playing() || state_.display.replaying;
    }
    /// Seconds until that is so: between the steps of what plays nothing changes, and nothing has
    /// to be drawn. Infinite if nothing moves.
    double still_for() const;
    /// Seconds until a message or a notice has been in front for long enough; nothing: there is
    /// none.
    std::optional<double> said_for() const;
    /// Waits until nothing is being recorded, compared or written any more, polling as it goes.
    void wait_until_recorded();
    /// Takes over what was remembered, and tells what is to be (all but the window's size).
    void restore(const SavedState& saved);
    SavedState saved() const;
    /// Writes `text` to the file, off this thread; says something only if that fails, and once.
    void remember(std::string text, const std::filesystem::path& file);

    /// The lessons that menus offer.
    void offer(std::vector<Lesson> lessons);
    /// The exercises that the start page and menus offer.
    void offer(std::vector<Exercise> exercises);
    /// The recordings with times that come with the program.
    void offer_measured(std::vector<std::filesystem::path> recordings) {
        state_.measured = std::move(recordings);
    }
    /// Files were dropped on the window: opens the first, and says so if there are others.
    void drop(const std::vector<std::filesystem::path>& files);
    /// The command line has chosen the block's size: numbers that are typed leave it as it is.
    void pin_block() { state_.edit.block_pinned = true; }
    /// The window begins with what the address says (link.h).
    void follow(const std::string& address) { carry_out(command::OpenLink{address}); }
    /// It begins where somebody was.
    void resume(const KeptPlace& place);
    /// The window is a part of another page: it has no menus.
    void embed() { state_.presenter.embedded = true; }
    /// Steps are shown finished: whoever wants nothing to move has said so to the system.
    void keep_still() { state_.playback.keep_still(); }
    /// Puts a message in front.
    void say(bool fine, const std::string& text);

  private:
    /// Whether it could be done; what it was refused for, or failed at, is said.
    template <class Deed>
    bool managed(Deed deed) {
        try {
            deed();
            return true;
        } catch (const UsageError& error) {
            say(false, error.what());
        } catch (const RunError& error) {
            say(false, error.what());
        }
        return false;
    }
    void carry_out(const command::Set& c) { c.carry_out(state_); }
    void carry_out(const command::SetExperiment& c);
    void carry_out(const command::CommitTyping&);
    void carry_out(const command::Undo&);
    void carry_out(const command::Redo&);
    void carry_out(const command::Fix&);
    void carry_out(const command::BreakAgain&);
    void fix_text();
    void take_named(const NamedText& text);
    void carry_out(const command::StepForward&);
    void carry_out(const command::StepBack&);
    void carry_out(const command::First&);
    void carry_out(const command::Last&);
    void carry_out(const command::Jump& c);
    void carry_out(const command::NextFault& c);
    void carry_out(const command::ShowFault& c);
    void carry_out(const command::NextConflict& c);
    void carry_out(const command::ToggleBreakpoint& c);
    void carry_out(const command::RunToCursor& c);
    void stop_at_breakpoint(int before);
    void carry_out(const command::TogglePlay&);
    void carry_out(const command::ChangeSpeed& c);
    void carry_out(const command::MoveGrid& c);
    void carry_out(const command::JumpInGrid& c) { state_.grid.jump(c.events); }
    void carry_out(const command::SelectBlock& c);
    void carry_out(const command::Select& c) { state_.display.look.selection = c.selection; }
    void carry_out(const command::PointAt& c) { state_.display.pointed = c.selection; }
    void carry_out(const command::MoveRequest& c);
    void carry_out(const command::MoveWave& c);
    void carry_out(const command::PlayWaves&);
    void carry_out(const command::ToggleEnlarged& c);
    void carry_out(const command::ShowTab& c);
    void carry_out(const command::EditText& c);
    void carry_out(const command::NewText& c);
    void carry_out(const command::EditShownText&);
    void carry_out(const command::RevertText&);
    void carry_out(const command::WriteSettings&);
    void carry_out(const command::SaveText& c);
    void carry_out(const command::RestoreDraft&);
    void carry_out(const command::AnswerDiskChange& c);
    void carry_out(const command::AnswerUnsaved& c);
    void carry_out(const command::OpenTrace& c);
    void carry_out(const command::OpenFile& c);
    void carry_out(const command::OpenLink& c);
    void carry_out(const command::TellOfLink& c);
    void carry_out(const command::SaveTrace& c);
    void carry_out(const command::ExportView& c);
    void carry_out(const command::CancelWriting&);
    void carry_out(const command::CancelRecording&);
    void carry_out(const command::MarkRead& c);
    void carry_out(const command::MarkAllRead&);
    void carry_out(const command::CompareEngines&);
    void carry_out(const command::CancelComparing&);
    void carry_out(const command::ShowItGoingWrong&);
    bool take_away_what_was_said();
    bool poll_searcher();
    void update_locals();
    bool poll_locals();
    void carry_out(const command::HoldShown&);
    void carry_out(const command::HoldExperiment& c);
    void carry_out(const command::HoldFile& c);
    void carry_out(const command::CancelHolding&);
    void carry_out(const command::ToggleBeside&);
    void carry_out(const command::SwapSides&);
    void carry_out(const command::ShowPair& c);
    void carry_out(const command::JumpOther& c);
    void carry_out(const command::OpenLesson& c);
    void carry_out(const command::GoToPage& c);
    void carry_out(const command::ShowBookmark&) { set_bookmark(); }
    void carry_out(const command::AnswerLesson& c);
    void carry_out(const command::SettleAnswer& c);
    void carry_out(const command::ShowHint& c);
    void carry_out(const command::TypeAnswer& c);
    void carry_out(const command::Vote& c);
    void carry_out(const command::TypeCount& c);
    void carry_out(const command::TurnOn& c);
    void carry_out(const command::Reveal&);
    void carry_out(const command::SaveAnswers& c);
    void carry_out(const command::CancelLessonRun&);
    void carry_out(const command::ToggleLessonKnobs&);
    void carry_out(const command::CloseLesson&);
    void carry_out(const command::OpenExercise& c);
    void carry_out(const command::CloseExercise&);
    void carry_out(const command::GiveHint&);
    void carry_out(const command::GiveUp&);
    void carry_out(const command::ShowVerdict& c);
    void carry_out(const command::CompareWithSolution&);
    void carry_out(const command::SaveResults& c);
    void carry_out(const command::SaveExercise& c);
    void judge_exercise();
    bool poll_exercise();
    void carry_out(const command::TogglePredict&);
    void carry_out(const command::AnswerPrediction& c);
    void carry_out(const command::TogglePen& c) {
        Pen& pen = state_.presenter.pen;
        pen = pen == c.pen ? Pen::none : c.pen;
    }
    void carry_out(const command::WipePen&) { ++state_.presenter.wiped; }
    void carry_out(const command::ToggleSpotlight&);
    void carry_out(const command::TogglePresentation&);
    void carry_out(const command::ShowPreset& c);
    void carry_out(const command::ShowTour& c);
    void carry_out(const command::ShowLadder& c);
    void carry_out(const command::LookInLadder& c);
    void carry_out(const command::MeasureLadder&);
    void carry_out(const command::CancelLadder&);
    void carry_out(const command::ExportLadder& c);
    void carry_out(const command::Quit&) { state_.quit = true; }

    void show_run();
    void start(Experiment experiment, bool typing = false);
    void record_knobs();
    void record_typed();
    std::chrono::milliseconds pause_before_recording() const;
    void begin_recording();
    void fail(const std::string& error);
    void follow_text();
    void open_document(const TextSpec& spec);
    static Experiment with_text(const Experiment& experiment);
    void open_text(const std::filesystem::path& path, TextSpec spec);
    void close_document();
    std::optional<std::string> known_name(const TextSpec& spec) const;
    bool is_other_document(const TextSpec& spec) const;
    void leave_knobs(bool typing);
    void note_name();
    void name_own_text();
    void look_at_text();
    void note_edit();
    void end_editing();
    void end_editing_after_pause();
    bool write_card();
    void take_text(const std::string& text);
    void rename_text(const std::string& from, const std::string& to);
    bool leaves_document(const Command& command) const;
    void finish_leaving(bool leave);
    bool poll_savings();
    bool poll_watcher();
    bool poll_files();
    bool poll_comparer();
    bool poll_held();
    bool poll_lesson();
    bool poll_ladder();
    void show_ladder(Ladder ladder, std::string from);
    void open_ladder(const std::filesystem::path& path);
    void bring_banks();
    void bring_in_front(View view);
    bool pass_other(int by);
    bool advance_replay(double seconds);
    void keep_one_clock(int step, std::size_t events);
    void place_vantage();
    void take_look(const PartialLook& said);
    bool open_linked_lesson(const Link& link);
    std::optional<std::filesystem::path> take_linked_files(const Link& link);
    bool open_linked_exercise(const Link& link);
    void open_set(const std::filesystem::path& path);
    void open_linked_run(const Link& link);
    void show_afresh(std::optional<View> view, bool alone);
    View presented(View of_page) const;
    void note_lesson_done();
    void forget_question();
    void set_bookmark();
    void place_bookmark();
    void fetch_other_of_page();
    void ask_questions_due();
    void say_of_page(std::string problem);
    void answer_question(std::size_t index, const std::set<std::size_t>& options,
                         std::string words);
    void reveal_answered();
    void note_votes(const Question& question, const ClassVote& vote);
    AnswerLine answer_line(const Question& question) const;
    void ask_first_open();
    void show_beside_other();
    void leave_page();
    void set_class(const Bookmark& mark);
    void hold(HeldRun run);
    void update_pair();
    void begin_fetching();
    void show(std::shared_ptr<const Recording> recording);
    void let_go_of_held();
    void let_go_of_choices(const Trace& next);
    void begin_grid_at_step();
    bool is_new_text(int step, bool other_kernel);
    int begin_at_fault(const Recording& recording);
    void show_memory_it_uses(const Trace* before, const Trace& next);
    void take_over_text_of(const Trace& trace, const std::string& opened_from);
    bool is_solution(const Trace& run) const;
    void show_times(const Trace& opened);
    void note_recent(const Experiment& shown);
    void note_recent_file(const std::filesystem::path& path);

    using Clock = std::chrono::steady_clock;
    static bool note_progress(Progress& of, Clock::time_point asked, double share);

    AppState state_;
    History history_;
    /// What texts without a file were called when they were left, by their hashes.
    std::unordered_map<std::size_t, std::string> names_;
    Experiment requested_;                ///< what the recorder was last asked for
    Experiment shown_experiment_;         ///< the knobs that what is shown was recorded with
    Clock::time_point asked_;             ///< when the recorder was last asked
    Clock::time_point typed_;             ///< when a knob was last typed at
    Clock::duration last_recording_{};    ///< so long the last one took
    Clock::time_point asked_to_compare_;  ///< when the engines were last to be compared
    Experiment fetched_;                  ///< that is to be held
    Clock::time_point asked_to_hold_;     ///< when a run was last to be fetched
    std::uint64_t pairs_ = 0;             ///< so many were shown side by side
    /// Runs of keystrokes in one field are counted: the one under way, the one that what was asked
    /// for is of, and the newest recent experiment; 0: of none.
    int typing_run_ = 1, requested_run_ = 0, recent_run_ = 0;
    /// What the lesson's page wants to be shown, while it is not yet.
    std::optional<Experiment> bookmark_due_;
    std::filesystem::path trace_due_;         ///< the same, where that is a trace file; empty: none
    bool held_for_page_ = false;              ///< the held run is the page's other run
    bool hides_for_page_ = false;             ///< it was the page that hid what comes later
    bool locked_for_page_ = false;            ///< it was the lesson that locked the window
    std::optional<float> text_scale_before_;  ///< the lesson, where that changed it
    /// Where the page's questions are to be asked, until the other run that they speak of is there.
    struct QuestionsDue {
        std::shared_ptr<const Trace> trace;
        int block = 0, step = 0;
    };
    std::optional<QuestionsDue> questions_due_;
    /// How the run is looked at that is asked for, until it is there.
    struct VantageDue {
        Vantage vantage;
        TextSpec text;
        bool beside = false;  ///< with another run
    };
    std::optional<VantageDue> vantage_due_;
    /// A tick or a wavefront of many is little to look at: they pass faster than steps.
    static constexpr double ticks_per_step = 4, waves_per_step = 2;
    double replay_held_ = 0;  ///< seconds that this wavefront has been shown
    /// What a presentation is to give back: the view that was alone, and whether the screen was
    /// full.
    std::optional<View> enlarged_before_;
    bool full_screen_before_ = false;
    Experiment other_of_page_;                  ///< that `other_trace_` is of, or will be
    std::filesystem::path other_file_of_page_;  ///< or this file, where that is not empty
    std::shared_ptr<const Trace> other_trace_;  ///< null: not recorded yet
    Clock::time_point asked_for_page_;          ///< when it was last asked for
    std::uint64_t documents_ = 0;               ///< so many were opened
    bool editing_ = false;                      ///< the last change was one of the text
    bool card_typed_ = false;                   ///< what is being typed has its place in the card
    /// What a trace was recorded of is shown, and not edited until somebody asks for it.
    std::optional<std::string> text_of_trace_;
    std::optional<std::pair<std::string, TextFile>> opened_;  ///< path and what was just read there
    std::optional<Command> leave_for_;  ///< what was asked for, when the text was not saved
    enum class Saved { not_yet, done, failed };
    /// A text on its way into a file.
    struct Saving {
        std::uint64_t document = 0;
        std::string path, text;
        std::shared_ptr<std::atomic<Saved>> outcome;
    };
    void note_saved(const Saving& saving);
    std::vector<Saving> savings_;  ///< in the order in which they are written
    bool opening_ = false;  ///< the running request is a file: its experiment becomes the knobs'
    int first_step_ = 0;    ///< where the first picture begins
    bool keeps_place_ = false;  ///< the text that is asked for is seen where the last one was
    std::uint64_t shown_document_ = 0;  ///< that the run which is shown is of; 0: of none
    /// Whether it has been said that nothing can be remembered. Of the file worker's jobs, too.
    std::shared_ptr<std::atomic<bool>> told_of_memory_ = std::make_shared<std::atomic<bool>>(false);
    Recorder recorder_;
    Recorder held_recorder_;              ///< of runs to be held
    Recorder page_recorder_;              ///< of the other runs that lessons' questions speak of
    Clock::time_point asked_for_ladder_;  ///< when it was last to be measured
    LadderRunner ladder_;
    EngineComparer comparer_;
    ScheduleSearcher searcher_;
    /// Whose variables were asked for last: the run's number, block and thread.
    std::tuple<std::uint64_t, int, int> watched_{0, 0, -1};
    LocalsReader locals_;
    Clock::time_point noticed_;          ///< when a key's notice was told
    Clock::time_point asked_to_search_;  ///< when another result was last looked for
    ExerciseJudge exercise_judge_;
    std::uint64_t exercise_document_ = 0;  ///< the document that the open exercise is solved in
    std::map<std::string, std::string> written_;   ///< what was, by the exercises' keys
    std::optional<std::uint64_t> judged_version_;  ///< of its text, that was handed in last
    FileWatcher watcher_;
    Clock::time_point began_to_write_;  ///< what is being written
    FileWorker files_;
};

}  // namespace stridescope

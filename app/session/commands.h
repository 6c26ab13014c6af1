// What a panel can ask for. Panels put commands into a list; the Controller carries them out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include "app/export/frame_range.h"
#include "app/export/page.h"
#include "app/scene/pane_sight.h"
#include "app/session/app_state.h"
#include "app/session/editor/actions.h"
#include "app/session/settings.h"

namespace stridescope {
namespace command {

struct SetExperiment {
    Experiment experiment;
    /// One of a run of keystrokes in the same field: the run is undone as one.
    bool typing = false;
    /// Somebody has chosen the block's size: numbers that are typed in leave it as it is.
    bool pins_block = false;
};
/// The field that was typed in has been left: what it says is meant.
struct CommitTyping {};
struct Undo {};
struct Redo {};

/// From a broken kernel to its correct version, everything else as it is; and back.
struct Fix {};
struct BreakAgain {};

struct StepForward {};
struct StepBack {};
struct First {};
struct Last {};
struct Jump {
    int step;
};
/// To where the next fault of the run shows (`by` 1), or the one before (−1); behind the last comes
/// the first again.
struct NextFault {
    int by = 1;
};
/// To the fault of that number, in the order of Recording::findings.
struct ShowFault {
    std::size_t number = 0;
};
/// To the next step with bank conflicts, or (−1) the last one before.
struct NextConflict {
    int by = 1;
};
/// Playback stops where that line of the text that is edited runs, or does no longer; from 1, 0:
/// the cursor's.
struct ToggleBreakpoint {
    int line = 0;
};
/// To the next step in which the cursor's line runs, or (−1) back to the last one before.
struct RunToCursor {
    int by = 1;
};
struct TogglePlay {};
/// To the next of the speeds that are offered: up for `by` = 1, down for −1.
struct ChangeSpeed {
    int by;
};
/// The cursor over what happens between blocks.
struct MoveGrid {
    enum class To { first, back, forward, last, back_in_time, forward_in_time, play };
    To to;
};
/// To where that many of those events have happened.
struct JumpInGrid {
    std::size_t events;
};
struct SelectBlock {
    int block;
};

/// Another of the step's requests, or in the picture of divergence another warp.
struct MoveRequest {
    RequestMove move;
    View view = View::banks;  ///< or global, or divergence
};
/// Chooses something, in whatever picture, or, with nothing in it, lets go of what was chosen.
struct Select {
    Selection selection;
};
/// The pointer is at something, or at nothing any more.
struct PointAt {
    Selection selection;
};
/// To the next wavefront (`by` 1), or the one before (−1), of whatever request it is of; 0: all of
/// the request's again.
struct MoveWave {
    int by;
};
/// Starts or stops showing the request's wavefronts one after another.
struct PlayWaves {};
/// Gives the view the whole room, or, if it has it, back to the others.
struct ToggleEnlarged {
    View view;
};
/// Where one pane is seen at a time: that view, or, without one, the experiment's knobs.
struct ShowTab {
    std::optional<View> view{};
};

/// In the text that is edited.
struct EditText {
    editor::Action action;
};
/// A new text, without a file. One that the program brings along has a name.
struct NewText {
    std::string text;
    std::string name{};
};
/// The text that the opened trace was recorded of is edited from now on.
struct EditShownText {};
/// Back to what its file holds; a text without one, to what it began with. Can be undone.
struct RevertText {};
/// What is set beside the text is written into it, as far as it has a place there.
struct WriteSettings {};
/// Into its own file where `path` is empty.
struct SaveText {
    std::filesystem::path path{};
};
/// The text that was not saved the last time is opened, as it was left.
struct RestoreDraft {};
/// Its file was changed by another program: that text is taken, or this one kept.
struct AnswerDiskChange {
    bool take = false;
};
/// Whether an unsaved text is to be saved before what was asked for is done.
struct AnswerUnsaved {
    enum class Answer { save, discard, stay };
    Answer answer = Answer::stay;
};

struct OpenTrace {
    std::filesystem::path path;
};
/// Opens a CUDA text (.cu), a trace (.npz), a lesson (.md) or a set (.txtar), or scans the numbers
/// of an input file
/// (.csv .txt .npy).
struct OpenFile {
    std::filesystem::path path;
};
/// Shows what an address says (link.h).
struct OpenLink {
    std::string address;
};
/// The link to what is shown was copied, or why it was not.
struct TellOfLink {
    std::size_t characters = 0;
    std::string why_not{};
};
struct SaveTrace {
    std::filesystem::path path;
};
/// Writes what the view shows now; the path's ending says how (.png .svg .pdf .csv .json), or, step
/// by step, as .gif, .webp or a numbered series (see is_series).
struct ExportView {
    View view;
    std::filesystem::path path;
    AnimationChoice animation{};      ///< of those
    std::optional<SeenPanes> seen{};  ///< as these show it, rather than the whole
    std::optional<Page> page{};       ///< for that, rather than the whole
};
/// Stops the export under way; no file comes of it.
struct CancelWriting {};
/// Stops the recording under way; the knobs go back to what is shown.
struct CancelRecording {};
/// The message of that number (its place in AppState::messages) has been read.
struct MarkRead {
    std::size_t message;
};
struct MarkAllRead {};
/// Records the knobs' experiment on both engines and says whether the traces are the same.
struct CompareEngines {};
/// Looks for a schedule under which the run comes to something else, and shows both side by side.
struct ShowItGoingWrong {};
struct CancelComparing {};
/// Keeps the run that is shown, to compare others with it.
struct HoldShown {};
/// Records an experiment, or the CUDA text in a file, or opens a trace file, and keeps that.
struct HoldExperiment {
    Experiment experiment;
};
struct HoldFile {
    std::filesystem::path path;
};
struct CancelHolding {};
/// Doubles every picture, this run left and the other one right, or no more. Where there is no
/// other run, the one that is shown is held.
struct ToggleBeside {};
/// Left becomes right, and right left.
struct SwapSides {};
/// Records both, and shows them side by side.
struct ShowPair {
    Experiment left, right;
};
/// To the step that belongs to that one of the other run.
struct JumpOther {
    int step;
};
/// Opens a lesson's file (.md) on its first page.
struct OpenLesson {
    std::filesystem::path path;
};
/// To that page of the open lesson (from 0; the nearest there is), and sets what it shows.
struct GoToPage {
    int page;
};
/// Sets again what the page of the lesson shows, whatever was changed since.
struct ShowBookmark {};
/// Chooses an option of a question of the page: its answer, or, where several are right, one of
/// those that SettleAnswer takes together.
struct AnswerLesson {
    std::size_t question, option;
};
struct SettleAnswer {
    std::size_t question;
};
/// Shows one more hint of a question of the page.
struct ShowHint {
    std::size_t question;
};
/// The number that was typed.
struct TypeAnswer {
    std::size_t question;
    std::string words;
};
/// More of the class in front of a presentation's question choose the option: so many (fewer, if
/// negative); as many as were typed before, where some were.
struct Vote {
    std::size_t option;
    int by = 1;
};
/// A digit of how many hands there are for the option that is named next; nothing: none is meant.
struct TypeCount {
    std::optional<int> digit{};
};
/// What a presenter's remote asks for: the answer, or what comes after it: the page's next
/// question, the next page, the next step; or, with `on` false, back.
struct TurnOn {
    bool on = true;
};
/// The answer of the question that a presentation shows.
struct Reveal {};
/// What was answered since the program began, as a table (.csv).
struct SaveAnswers {
    std::filesystem::path path;
};
/// Records no other run for the page's questions, which are then not asked.
struct CancelLessonRun {};
struct ToggleLessonKnobs {};
struct CloseLesson {};
/// Opens an exercise's file (.cu) to be solved: its text, without a file of its own.
struct OpenExercise {
    std::filesystem::path path;
};
struct CloseExercise {};
/// The next hint, first one that speaks of what fails.
struct GiveHint {};
/// The solution is shown from now on.
struct GiveUp {};
/// To the run of the verdict of that number, and the step in which it fails.
struct ShowVerdict {
    std::size_t number = 0;
};
/// The verdicts on an exercise, with the text that they are of, as a file (.json).
struct SaveResults {
    std::filesystem::path path;
};
/// An exercise (.cu) of the text that is edited: the selected lines are its hole.
struct SaveExercise {
    std::filesystem::path path;
};
/// The solution's run beside one's own.
struct CompareWithSolution {};
/// Asks before each step from now on, or no more.
struct TogglePredict {};
struct AnswerPrediction {
    std::size_t option;
};
/// The pen or the pointer is taken in hand, or, if it is, put away.
struct TogglePen {
    Pen pen = Pen::draw;
};
/// All that was drawn goes.
struct WipePen {};
struct ToggleSpotlight {};
/// One picture, a line of words and a thin timeline in large type, on the whole screen; or no more.
struct TogglePresentation {};
/// A preset's run, seen as it is meant to be: its view, step and what is chosen in it.
struct ShowPreset {
    std::string id;
};
/// To that stop of the tour (from 0); nothing: ends it.
struct ShowTour {
    std::optional<int> stop;
};
/// The ladder in the pictures' place, or no more; where there is none yet, the one in that file.
struct ShowLadder {
    bool open = true;
    std::filesystem::path shipped{};
};
/// Which size its bars show, and which rung is marked (-1: none).
struct LookInLadder {
    std::int64_t n;
    int rung;
};
/// Measures this machine: its GPU, if there is one, else the CPU's rungs.
struct MeasureLadder {};
struct CancelLadder {};
/// As a picture or a table (.png .svg .pdf .csv .json).
struct ExportLadder {
    std::filesystem::path path;
};
struct Quit {};

}  // namespace command

template <class... C>
struct CommandTypes {
    template <class Wanted>
    static constexpr bool has = (std::is_same_v<Wanted, C> || ...);
    /// Its place among them, from 0.
    template <class Wanted>
    static constexpr std::uint8_t place_of() {
        std::uint8_t place = 0;
        static_cast<void>(((std::is_same_v<Wanted, C> || (++place, false)) || ...));
        return place;
    }
};

// One a line, in the order of their declarations.
// clang-format off
using AllCommands = CommandTypes<
    command::Set,
    command::SetExperiment,
    command::CommitTyping,
    command::Undo,
    command::Redo,
    command::Fix,
    command::BreakAgain,
    command::StepForward,
    command::StepBack,
    command::First,
    command::Last,
    command::Jump,
    command::NextFault,
    command::ShowFault,
    command::NextConflict,
    command::ToggleBreakpoint,
    command::RunToCursor,
    command::TogglePlay,
    command::ChangeSpeed,
    command::MoveGrid,
    command::JumpInGrid,
    command::SelectBlock,
    command::MoveRequest,
    command::Select,
    command::PointAt,
    command::MoveWave,
    command::PlayWaves,
    command::ToggleEnlarged,
    command::ShowTab,
    command::EditText,
    command::NewText,
    command::EditShownText,
    command::RevertText,
    command::WriteSettings,
    command::SaveText,
    command::RestoreDraft,
    command::AnswerDiskChange,
    command::AnswerUnsaved,
    command::OpenTrace,
    command::OpenFile,
    command::OpenLink,
    command::TellOfLink,
    command::SaveTrace,
    command::ExportView,
    command::CancelWriting,
    command::CancelRecording,
    command::MarkRead,
    command::MarkAllRead,
    command::CompareEngines,
    command::ShowItGoingWrong,
    command::CancelComparing,
    command::HoldShown,
    command::HoldExperiment,
    command::HoldFile,
    command::CancelHolding,
    command::ToggleBeside,
    command::SwapSides,
    command::ShowPair,
    command::JumpOther,
    command::OpenLesson,
    command::GoToPage,
    command::ShowBookmark,
    command::AnswerLesson,
    command::SettleAnswer,
    command::ShowHint,
    command::TypeAnswer,
    command::Vote,
    command::TypeCount,
    command::TurnOn,
    command::Reveal,
    command::SaveAnswers,
    command::CancelLessonRun,
    command::ToggleLessonKnobs,
    command::CloseLesson,
    command::OpenExercise,
    command::CloseExercise,
    command::GiveHint,
    command::GiveUp,
    command::ShowVerdict,
    command::CompareWithSolution,
    command::SaveResults,
    command::SaveExercise,
    command::TogglePredict,
    command::AnswerPrediction,
    command::ToggleSpotlight,
    command::TogglePen,
    command::WipePen,
    command::TogglePresentation,
    command::ShowPreset,
    command::ShowTour,
    command::ShowLadder,
    command::LookInLadder,
    command::MeasureLadder,
    command::CancelLadder,
    command::ExportLadder,
    command::Quit>;
// clang-format on

/// One of them. It hides what it holds, or each source that adds one would make the copies and
/// visits of all of them anew, which took a compiler nine seconds (docs/decisions.md); whoever
/// carries them out asks visit_command.h.
class Command {
  public:
    template <class C>
    requires(AllCommands::has<C>)
        Command(C command)  // NOLINT(google-explicit-constructor): a command is one of those
        : kind_{AllCommands::place_of<C>()}, held_{std::make_shared<const C>(std::move(command))} {}

    /// What it holds, if that is a `C`; else null.
    template <class C>
    requires(AllCommands::has<C>) const C* get_if() const {
        return is<C>() ? static_cast<const C*>(held_.get()) : nullptr;
    }
    /// What it holds, which must be a `C`: std::bad_cast otherwise.
    template <class C>
    requires(AllCommands::has<C>) const C& get() const {
        if (const C* held = get_if<C>()) return *held;
        throw std::bad_cast{};
    }
    template <class C>
    requires(AllCommands::has<C>) bool is() const { return kind_ == AllCommands::place_of<C>(); }

    /// The place of its kind in AllCommands, from 0.
    std::size_t index() const { return kind_; }

  private:
    std::uint8_t kind_;
    std::shared_ptr<const void> held_;
};

using Commands = std::vector<Command>;

}  // namespace stridescope

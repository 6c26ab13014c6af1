// The controller without a window: commands in, state out.
#include "app/session/controller.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "app/engine/engine.h"
#include "app/export/export.h"
#include "app/session/export_command.h"
#include "app/trace/trace_file.h"
#include "tests/support/random_experiment.h"
#include "tests/support/image.h"
#include "tests/support/recorded.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace {

using testing::experiment_of;
using testing::sixteen;

Experiment lesson() {
    return experiment_of("kogge-stone", 16, sixteen);
}

/// A controller whose first recording is done.
class ControllerTest : public ::testing::Test {
  protected:
    ControllerTest() { controller_.wait_until_recorded(); }

    const AppState& state() const { return controller_.state(); }
    void set(const Experiment& experiment, bool typing = false) {
        controller_.apply(command::SetExperiment{experiment, typing});
        controller_.wait_until_recorded();
    }

    /// What was said last, once all that was asked for is done.
    Message said() {
        controller_.wait_until_recorded();
        return state().messages.empty() ? Message{} : state().messages.back();
    }

    testing::TemporaryFolder folder_;
    Controller controller_{lesson(), {}};
};

TEST_F(ControllerTest, RecordsTheFirstExperimentByItself) {
    ASSERT_NE(state().trace(), nullptr);
    EXPECT_EQ(state().trace()->output().number(15), 68);
    EXPECT_EQ(state().playback.steps(), state().trace()->step_count());
    EXPECT_EQ(state().playback.step(), 0);
    EXPECT_EQ(state().runs.shown->unpadded, nullptr);
    EXPECT_FALSE(state().runs.shown->wrong);
    EXPECT_EQ(state().runs.recordings, 1U);
}

TEST_F(ControllerTest, KeepsPhaseAndStrideWhenAKnobTurns) {
    controller_.apply(command::Jump{3});
    const Step before = *state().current_step();
    ASSERT_EQ(before, (Step{"scan", 4}));
    Experiment changed = lesson();
    changed.block = 256;
    changed.input = {};
    set(changed);
    EXPECT_EQ(*state().current_step(), before);
    EXPECT_EQ(state().trace()->n(), 256);
    changed.padding = Padding::every32;
    set(changed);
    EXPECT_EQ(*state().current_step(), before);
}

TEST_F(ControllerTest, RecordsTheRunWithoutPaddingBesideAPaddedOne) {
    Experiment changed = lesson();
    changed.kernel = "brent-kung";
    changed.block = 256;
    changed.input = {};
    changed.padding = Padding::every32;
    set(changed);
    ASSERT_NE(state().runs.shown->unpadded, nullptr);
    EXPECT_EQ(state().runs.shown->unpadded->experiment().padding, Padding::none);
    EXPECT_GT(state().runs.shown->unpadded_totals.excess(),
              state().runs.shown->work.totals.excess());
    EXPECT_EQ(state().compared(), nullptr);
    controller_.apply(command::SetCompare{true});
    EXPECT_EQ(state().compared(), state().runs.shown->unpadded);
    changed.padding = Padding::none;
    set(changed);
    EXPECT_EQ(state().compared(), nullptr);
}

TEST_F(ControllerTest, ALargeExperimentWaitsUntilItIsTyped) {
    const auto type = [this](std::int64_t n) {
        Experiment changed = lesson();
        changed.input = {};
        changed.n = n;
        controller_.apply(command::SetExperiment{changed, true});
    };
    // Small ones are recorded at each key.
    type(4);
    EXPECT_TRUE(state().runs.recording.now);
    controller_.wait_until_recorded();
    const std::uint64_t before = state().runs.recordings;
    for (const std::int64_t n : {400'000, 400'001, 4'000'016}) type(n);
    EXPECT_EQ(state().experiment.n, 4'000'016) << "the knobs say at once what was typed";
    EXPECT_TRUE(state().edit.about_to_record);
    EXPECT_FALSE(state().runs.recording.now);
    controller_.apply(command::CommitTyping{});
    EXPECT_FALSE(state().edit.about_to_record);
    EXPECT_TRUE(state().runs.recording.now);
    controller_.wait_until_recorded();
    EXPECT_EQ(state().runs.recordings, before + 1);
    EXPECT_EQ(state().trace()->n(), 4'000'016);
    // A pause will do, too.
    type(2'000'000);
    EXPECT_FALSE(state().runs.recording.now);
    controller_.wait_until_recorded();
    EXPECT_EQ(state().trace()->n(), 2'000'000);
    EXPECT_EQ(state().runs.recordings, before + 2);
    // What is chosen meanwhile takes its place.
    type(3'000'000);
    set(lesson());
    EXPECT_FALSE(state().edit.about_to_record);
    EXPECT_EQ(state().trace()->n(), 16);
    // A field that was left is a run of keystrokes of its own: for undo, and for recent runs.
    type(5);
    controller_.wait_until_recorded();
    controller_.apply(command::CommitTyping{});
    type(6);
    controller_.wait_until_recorded();
    type(7);
    controller_.apply(command::CommitTyping{});
    controller_.wait_until_recorded();
    EXPECT_EQ(state().edit.undo_words, "N 5 → 7");
    EXPECT_EQ(state().preferences.recent_experiments[0].n, 7);
    EXPECT_EQ(state().preferences.recent_experiments[1].n, 5);
    // Leaving a field where nothing waits is nothing.
    controller_.apply(command::CommitTyping{});
    EXPECT_FALSE(state().runs.recording.now);
}

TEST_F(ControllerTest, HoldsARunToCompareOthersWith) {
    const std::shared_ptr<const Trace> first = state().runs.shown->trace;
    controller_.apply(command::HoldShown{});
    EXPECT_EQ(state().compared(), first);
    set(experiment_of("brent-kung", 64, "ones", Padding::every32));
    EXPECT_EQ(state().compared(), first) << "rather than the twin without padding";
    EXPECT_EQ(shown_view(state(), View::heatmap).compared, first);
    EXPECT_EQ(shown_view(state(), View::tree).compared, nullptr);
    controller_.apply(command::SetAgainstHeld{false});
    EXPECT_EQ(state().compared(), state().runs.shown->unpadded);
    controller_.apply(command::SetAgainstHeld{true});
    controller_.apply(command::SetCompare{false});
    EXPECT_EQ(state().compared(), nullptr);
}

TEST_F(ControllerTest, HoldsAnEarlierRunAndATraceFile) {
    const Trace* shown = state().trace();
    controller_.apply(command::HoldExperiment{experiment_of("brent-kung", 64, "ones")});
    EXPECT_TRUE(state().comparison.fetching.now);
    controller_.wait_until_recorded();
    ASSERT_NE(state().compared(), nullptr);
    EXPECT_EQ(state().compared()->experiment().kernel, "brent-kung");
    EXPECT_EQ(state().comparison.held.name, "Brent–Kung · block 64 · CPU · ones");
    EXPECT_EQ(state().trace(), shown);

    const auto file = folder_ / "held.npz";
    write_trace(*testing::recorded("sequential", 8, "iota"), file);
    controller_.apply(command::HoldFile{file});
    controller_.wait_until_recorded();
    EXPECT_EQ(state().comparison.held.name, "held.npz");
    EXPECT_EQ(state().compared()->experiment().kernel, "sequential");
    EXPECT_TRUE(state().messages.empty());

    controller_.apply(command::HoldFile{"/nowhere/at/all.npz"});
    EXPECT_FALSE(said().fine);
    EXPECT_EQ(state().comparison.held.name, "held.npz") << "what was held stays";
    Experiment impossible = lesson();
    impossible.input.text = "1,pear";
    controller_.apply(command::HoldExperiment{impossible});
    EXPECT_NE(said().text.find("pear"), std::string::npos);
}

TEST_F(ControllerTest, ARunToBeHeldIsCancelled) {
    ScanRun large = experiment_of("kogge-stone", 1024, "ones");
    large.n = 1 << 24;
    large.first_blocks = 1 << 14;
    controller_.apply(command::HoldExperiment{large});
    controller_.apply(command::CancelHolding{});
    EXPECT_FALSE(state().comparison.fetching.now);
    controller_.wait_until_recorded();
    EXPECT_EQ(state().comparison.held.trace, nullptr);
    EXPECT_EQ(state().compared(), nullptr);
}

TEST_F(ControllerTest, LimitsTheRecordedBlocksToWhatAWindowShows) {
    Experiment changed = lesson();
    changed.input = {};
    changed.n = 16 * 100;
    set(changed);
    EXPECT_EQ(state().trace()->grid(), 100);
    EXPECT_EQ(state().trace()->blocks(), window_blocks);
    changed.first_blocks = 3;
    set(changed);
    EXPECT_EQ(state().trace()->blocks(), 3);
    controller_.apply(command::SelectBlock{99});
    EXPECT_EQ(state().block, 2);
    controller_.apply(command::SelectBlock{-1});
    EXPECT_EQ(state().block, 0);
    controller_.apply(command::SelectBlock{2});
    set(lesson());
    EXPECT_EQ(state().block, 0);
}

TEST_F(ControllerTest, AWrongExperimentLeavesThePictureAndSaysWhy) {
    const Trace* before = state().trace();
    Experiment changed = lesson();
    changed.input.text = "1,2,pear";
    set(changed);
    EXPECT_NE(state().runs.error.find("pear"), std::string::npos);
    EXPECT_EQ(state().trace(), before);
    changed = lesson();
    changed.coarsen = 99;
    set(changed);
    EXPECT_FALSE(state().edit.impossible.empty());
    EXPECT_EQ(state().trace(), before);
    set(lesson());
    EXPECT_TRUE(state().edit.impossible.empty());
    EXPECT_TRUE(state().runs.error.empty());
}

TEST_F(ControllerTest, UndoesAndRedoesChanges) {
    EXPECT_FALSE(state().edit.can_undo());
    Experiment second = lesson(), third = lesson();
    second.op = Op::max;
    third.op = Op::min;
    set(second);
    set(third);
    EXPECT_TRUE(state().edit.can_undo());
    controller_.apply(command::Undo{});
    EXPECT_EQ(state().experiment, second);
    controller_.apply(command::Undo{});
    EXPECT_EQ(state().experiment, lesson());
    EXPECT_FALSE(state().edit.can_undo());
    controller_.apply(command::Undo{});
    EXPECT_EQ(state().experiment, lesson());
    controller_.apply(command::Redo{});
    controller_.apply(command::Redo{});
    EXPECT_EQ(state().experiment, third);
    EXPECT_FALSE(state().edit.can_redo());
    controller_.wait_until_recorded();
    EXPECT_EQ(state().trace()->experiment().op, Op::min);
    controller_.apply(command::Undo{});
    set(lesson());
    EXPECT_FALSE(state().edit.can_redo()) << "a new change ends what could be redone";
}

TEST_F(ControllerTest, MendsEveryBrokenKernelAtTheSameStepAndBreaksItAgain) {
    for (const CatalogueEntry& entry : broken_kernels()) {
        Experiment broken = lesson();
        broken.kernel = entry.info.id;
        set(showing_fault(broken));
        broken = state().experiment;
        EXPECT_FALSE(state().runs.shown->findings.empty()) << broken.kernel;
        for (int step = 0; step < state().trace()->step_count(); ++step) {
            controller_.apply(command::Jump{step});
            const std::string phase = state().current_step()->phase;
            controller_.apply(command::Mend{});
            controller_.wait_until_recorded();
            Experiment right = broken;
            right.kernel = entry.info.broken.correct;
            EXPECT_EQ(state().experiment, right);
            // A twin that draws a ticket first has a step more before it.
            if (!entry.info.broken.needs_waiting_blocks) {
                EXPECT_EQ(state().playback.step(), step) << broken.kernel;
            }
            EXPECT_EQ(state().current_step()->phase, phase);
            EXPECT_TRUE(state().runs.shown->findings.empty());
            if (step % 2 == 0) {
                controller_.apply(command::BreakAgain{});
            } else {
                controller_.apply(command::Undo{});
            }
            controller_.wait_until_recorded();
            EXPECT_EQ(state().experiment, broken);
            EXPECT_EQ(state().playback.step(), step);
        }
    }
}

TEST_F(ControllerTest, MendingAsksForNoScanThatTheTwinHasNot) {
    for (const CatalogueEntry& entry : broken_kernels()) {
        if (!entry.info.takes_exclusive) continue;
        Experiment broken = lesson();
        broken.kernel = entry.info.id;
        broken.scan = Scan::exclusive;
        set(broken);
        controller_.apply(command::Mend{});
        controller_.wait_until_recorded();
        ASSERT_NE(state().trace(), nullptr);
        EXPECT_EQ(state().trace()->experiment().kernel, entry.info.broken.correct);
        const bool both = find_kernel(entry.info.broken.correct)->info.takes_exclusive;
        EXPECT_EQ(state().experiment.scan, both ? Scan::exclusive : Scan::inclusive);
    }
}

TEST_F(ControllerTest, MendsNothingThatIsRight) {
    controller_.apply(command::Mend{});
    controller_.apply(command::BreakAgain{});
    EXPECT_EQ(state().experiment, lesson());
    EXPECT_FALSE(state().edit.can_undo());
}

TEST_F(ControllerTest, UndoesARunOfKeystrokesAsOne) {
    Experiment typed = lesson();
    for (const char* text : {"1", "1,", "1,2", "1,2,3"}) {
        typed.input.text = text;
        set(typed, true);
    }
    controller_.apply(command::Undo{});
    EXPECT_EQ(state().experiment, lesson());
}

TEST_F(ControllerTest, TheLatestOfManyQuickChangesWins) {
    Experiment changed = lesson();
    changed.input = {};
    for (int round = 0; round < 20; ++round) {
        for (const int block : {1024, 512, 64, 8, 32}) {
            changed.block = block;
            changed.padding = block > 32 ? Padding::xor_swizzle : Padding::none;
            controller_.apply(command::SetExperiment{changed});
            if (round % 3 == 0) controller_.poll();
        }
    }
    controller_.wait_until_recorded();
    EXPECT_EQ(state().trace()->experiment().block, 32);
    EXPECT_EQ(state().trace()->n(), 32);
}

TEST_F(ControllerTest, ALongRecordingIsGivenUpForANewOne) {
    Experiment large = lesson();
    large.input = {};
    large.block = 1024;
    large.n = 40'000'000;
    controller_.apply(command::SetExperiment{large});
    controller_.poll();
    const auto start = std::chrono::steady_clock::now();
    set(lesson());
    EXPECT_EQ(state().trace()->n(), 16);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

TEST_F(ControllerTest, ACancelledRecordingLeavesKnobsAndPictureAsTheyWere) {
    const Trace* before = state().trace();
    Experiment large = lesson();
    large.input = {};
    large.block = 1024;
    large.n = 40'000'000;
    large.first_blocks = 40'000'000 / 1024 + 1;
    controller_.apply(command::SetExperiment{large});
    EXPECT_TRUE(state().runs.recording.now);
    controller_.apply(command::CancelRecording{});
    EXPECT_FALSE(state().runs.recording.now);
    EXPECT_EQ(state().experiment, lesson());
    EXPECT_FALSE(state().edit.can_undo());
    EXPECT_TRUE(state().edit.can_redo()) << "it can be tried again";
    controller_.wait_until_recorded();
    EXPECT_EQ(state().trace(), before);
    // Nothing to cancel: nothing happens.
    controller_.apply(command::CancelRecording{});
    EXPECT_EQ(state().experiment, lesson());
    // The recorder is ready for the next one.
    Experiment next = lesson();
    next.op = Op::max;
    set(next);
    EXPECT_EQ(state().trace()->experiment().op, Op::max);
}

TEST_F(ControllerTest, RecentExperimentsAreThoseThatWereShown) {
    Experiment second = lesson(), typed = lesson();
    second.op = Op::max;
    set(second);
    set(lesson());
    EXPECT_EQ(state().preferences.recent_experiments, (std::vector{lesson(), second}));
    // Of what is typed only the last counts; what cannot run was never shown.
    for (const char* text : {"1", "1,", "1,2", "1,2,x", "1,2,3"}) {
        typed.input.text = text;
        set(typed, true);
    }
    EXPECT_EQ(state().preferences.recent_experiments, (std::vector{typed, lesson(), second}));
    Experiment many = lesson();
    many.input = {};
    for (int n = 1; n <= 16; ++n) {
        many.n = n;
        set(many);
    }
    EXPECT_EQ(state().preferences.recent_experiments.size(), 10U);
    EXPECT_EQ(state().preferences.recent_experiments.front(), many);
}

TEST_F(ControllerTest, RecentFilesAreTheTracesSavedAndOpened) {
    const auto a = folder_ / "a.npz", b = folder_ / "b.npz";
    controller_.apply(command::SaveTrace{a});
    controller_.apply(command::SaveTrace{b});
    controller_.apply(command::ExportView{View::tree, folder_ / "tree.svg"});
    controller_.wait_until_recorded();
    EXPECT_EQ(state().preferences.recent_files, (std::vector{b.string(), a.string()}));
    controller_.apply(command::OpenTrace{a});
    controller_.wait_until_recorded();
    controller_.apply(command::OpenTrace{folder_ / "none.npz"});
    controller_.wait_until_recorded();
    EXPECT_EQ(state().preferences.recent_files, (std::vector{a.string(), b.string()}));
}

TEST(Controller, FinishesWritingBeforeItEnds) {
    const testing::TemporaryFolder folder;
    const auto path = folder / "written-at-the-end.npz";
    {
        Controller controller{lesson(), {}};
        controller.wait_until_recorded();
        controller.apply(command::SaveTrace{path});
    }
    EXPECT_EQ(testing::read_bytes(path), encode_trace(*record(lesson())));
}

TEST(Controller, WakesWhoeverWaits) {
    std::atomic<int> wakes = 0;
    Controller controller{lesson(), [&wakes] { ++wakes; }};
    controller.wait_until_recorded();
    EXPECT_GE(wakes.load(), 1);
}

TEST_F(ControllerTest, PlaybackCommandsMoveTheCursor) {
    controller_.apply(command::StepForward{});
    controller_.apply(command::StepForward{});
    EXPECT_EQ(state().playback.step(), 2);
    controller_.apply(command::StepBack{});
    EXPECT_EQ(state().playback.step(), 1);
    controller_.apply(command::Last{});
    EXPECT_EQ(state().playback.step(), 5);
    controller_.apply(command::First{});
    EXPECT_EQ(state().playback.step(), 0);
    controller_.apply(command::SetSpeed{4});
    controller_.apply(command::TogglePlay{});
    EXPECT_TRUE(state().playback.playing());
    EXPECT_TRUE(controller_.advance(0.05));
    EXPECT_EQ(state().playback.step(), 1);
}

TEST_F(ControllerTest, SavesATraceAndOpensItAgain) {
    const auto path = folder_ / "saved.npz";
    controller_.apply(command::SaveTrace{path});
    EXPECT_TRUE(said().fine) << said().text;
    EXPECT_EQ(state().unread(), 1);
    controller_.apply(command::MarkRead{0});
    EXPECT_EQ(state().unread(), 0);
    EXPECT_EQ(state().messages.size(), 1U) << "what was read can be read again";
    Experiment other = lesson();
    other.kernel = "brent-kung";
    set(other);
    controller_.apply(command::OpenTrace{path});
    controller_.wait_until_recorded();
    EXPECT_EQ(state().experiment, lesson());
    EXPECT_EQ(state().runs.shown->opened_from, path.string());
    EXPECT_EQ(encode_trace(*state().trace()), encode_trace(*record(lesson())));
    controller_.apply(command::Undo{});
    EXPECT_EQ(state().experiment, other);
}

TEST_F(ControllerTest, APaddedFileGetsItsTwinFromItsOwnNumbers) {
    Experiment padded = lesson();
    padded.block = 64;
    padded.padding = Padding::every32;
    const auto numbers = folder_ / "numbers.csv";
    std::ofstream(numbers) << "5,4,3,2,1,0,9,8,7\n";
    padded.input = {.kind = InputSpec::Kind::file, .seed = 1, .text = numbers.string()};
    const auto path = folder_ / "padded.npz";
    write_trace(*record(padded), path);
    std::filesystem::remove(numbers);
    controller_.apply(command::OpenTrace{path});
    controller_.wait_until_recorded();
    ASSERT_NE(state().runs.shown->unpadded, nullptr);
    EXPECT_EQ(state().runs.shown->unpadded->input(), state().trace()->input());
}

TEST_F(ControllerTest, AFileThatIsNoTraceIsToldInWords) {
    const auto path = folder_ / "no_trace.npz";
    std::ofstream(path) << "no zip";
    const Trace* before = state().trace();
    controller_.apply(command::OpenTrace{path});
    controller_.wait_until_recorded();
    EXPECT_FALSE(said().fine);
    EXPECT_NE(said().text.find("no_trace.npz"), std::string::npos);
    EXPECT_EQ(state().trace(), before);
}

TEST_F(ControllerTest, ExportsWhatTheCommandLineWould) {
    ScanRun padded = experiment_of("brent-kung", 64, "random:4", Padding::every32);
    set(padded);
    controller_.apply(command::Jump{2});
    controller_.apply(command::SetCompare{true});
    controller_.apply(command::SetHeatmapAxis{HeatmapAxis::warp});
    const auto trace = record(padded);
    Experiment plain = padded;
    plain.padding = Padding::none;
    const auto unpadded = record(plain);
    for (const View view : {View::tree, View::memory, View::heatmap}) {
        for (const char* ending : {"svg", "csv"}) {
            const auto path = folder_ / (std::string{name_of(view)} + "." + ending);
            controller_.apply(command::ExportView{view, path});
            ASSERT_TRUE(said().fine) << said().text;
            ExportRequest request;
            request.view = view;
            request.step = 2;
            request.axis = HeatmapAxis::warp;
            if (view != View::heatmap) request.block = 0;
            EXPECT_EQ(testing::read_bytes(path),
                      export_view(*trace, view == View::heatmap ? unpadded.get() : nullptr, request,
                                  format_of(path)));
        }
    }
}

TEST_F(ControllerTest, AnExportThatCannotBeWrittenIsToldInWords) {
    controller_.apply(command::ExportView{View::tree, "/nowhere/at/all.png"});
    EXPECT_FALSE(said().fine);
    EXPECT_NE(said().text.find("/nowhere/at"), std::string::npos);
    controller_.apply(command::ExportView{View::tree, folder_ / "tree.bmp"});
    EXPECT_FALSE(said().fine);
}

TEST_F(ControllerTest, ViewCommandsChangeWhatIsShown) {
    controller_.apply(command::SetTheme{Theme::dark});
    EXPECT_EQ(state().preferences.theme, Theme::dark);
    controller_.apply(command::SetTextScale{9});
    EXPECT_EQ(state().preferences.text_scale, 2.5F);
    controller_.apply(command::ToggleEnlarged{View::memory});
    EXPECT_EQ(state().display.enlarged, View::memory);
    controller_.apply(command::ToggleEnlarged{View::tree});
    EXPECT_EQ(state().display.enlarged, View::tree);
    controller_.apply(command::ToggleEnlarged{View::tree});
    EXPECT_FALSE(state().display.enlarged);
    controller_.apply(command::Quit{});
    EXPECT_TRUE(state().quit);
}

}  // namespace
}  // namespace stridescope

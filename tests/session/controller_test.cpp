// The controller without a window: commands in, state out.
#include "app/session/controller.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "app/engine/engine.h"
#include "app/experiment/text/library_texts.h"
#include "app/experiment/text/scan_flags.h"
#include "app/export/export.h"
#include "app/session/export_command.h"
#include "app/session/other_versions.h"
#include "app/trace/trace_file.h"
#include "tests/support/image.h"
#include "tests/support/left_out.h"
#include "tests/support/random_experiment.h"
#include "tests/support/recorded.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace controller_test {

using testing::experiment_of;
using testing::sixteen;

Experiment lesson() {
    return experiment_of("kogge-stone", 16, sixteen);
}

/// The knob N: how many elements are scanned.
int elements(const Experiment& experiment) {
    for (const auto& [name, value] : experiment.text.defines) {
        if (name == "N") return std::stoi(value);
    }
    return 0;
}

/// Whether the step is there once, in what is broken and in its correct version.
bool is_in_both(const Experiment& broken, const Step& step) {
    Experiment right = broken;
    right.text = correct_version(broken.text)->spec;
    return std::ranges::count(record(broken)->steps(), step) == 1 &&
           std::ranges::count(record(right)->steps(), step) == 1;
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
    changed = experiment_of_line("--input ones --block 256", changed);
    set(changed);
    EXPECT_EQ(*state().current_step(), before);
    EXPECT_EQ(state().trace()->n(), 256);
    changed = experiment_of_line("--pad every32", changed);
    set(changed);
    EXPECT_EQ(*state().current_step(), before);
}

TEST(Controller, HasNothingToSaveBeforeTheFirstRun) {
    testing::TemporaryFolder folder;
    Controller controller{lesson(), {}};
    controller.apply(command::SaveTrace{folder / "a.npz"});
    ASSERT_EQ(controller.state().messages.size(), 1U);
    EXPECT_EQ(controller.state().messages.back().text, "There is no trace to save yet.");
    controller.apply(command::ExportView{View::tree, folder / "a.svg"});
    ASSERT_EQ(controller.state().messages.size(), 2U);
    EXPECT_EQ(controller.state().messages.back().text, "There is nothing to export yet.");
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST_F(ControllerTest, OfSeveralFilesThatAreDroppedOneIsShown) {
    const auto first = folder_.write("first.csv", "1, 2, 3\n");
    controller_.drop({});
    EXPECT_TRUE(state().messages.empty());
    controller_.drop({first, folder_ / "second.csv", folder_ / "third.csv"});
    EXPECT_EQ(said().text, "3 files were dropped at once. Only one is shown: first.csv.");
    EXPECT_EQ(state().trace()->n(), 3);
    EXPECT_EQ(state().trace()->output().number(2), 6);
}

TEST_F(ControllerTest, WhatCannotBeOpenedIsSaidByItsKind) {
    const Experiment before = state().experiment;
    controller_.apply(command::OpenFile{folder_.path()});
    EXPECT_EQ(said().text, folder_.path().string() + " is a folder: choose a file in it.");
    controller_.apply(command::OpenFile{folder_.write("a.DOC", "1 2 3")});
    EXPECT_NE(said().text.find("is neither a CUDA text (.cu), nor a trace (.npz)"),
              std::string::npos);
    controller_.apply(command::OpenFile{folder_.write("words.TXT", "one two")});
    EXPECT_NE(said().text.find("\"one\""), std::string::npos) << said().text;
    controller_.apply(command::OpenFile{folder_ / "gone.npy"});
    EXPECT_NE(said().text.find("gone.npy"), std::string::npos);
    EXPECT_EQ(state().experiment, before);
}

TEST_F(ControllerTest, RecordsTheRunWithoutPaddingBesideAPaddedOne) {
    Experiment changed = experiment_of("brent-kung", 256, "ones", Padding::every32);
    set(changed);
    ASSERT_NE(state().runs.shown->unpadded, nullptr);
    EXPECT_EQ(state().runs.shown->unpadded->experiment().text,
              experiment_of_line("--pad none", changed).text);
    EXPECT_GT(state().runs.shown->unpadded_totals.excess(),
              state().runs.shown->work.totals.excess());
    EXPECT_EQ(state().compared(), nullptr);
    controller_.apply(command::Set{setting::compare, true});
    EXPECT_EQ(state().compared(), state().runs.shown->unpadded);
    changed = experiment_of("brent-kung", 256, "ones");
    set(changed);
    EXPECT_EQ(state().compared(), nullptr);
}

TEST_F(ControllerTest, ALargeExperimentWaitsUntilItIsTyped) {
    const auto type = [this](std::int64_t n) {
        const Experiment changed =
            experiment_of_line(fmt::format("--input ones --n {}", n), lesson());
        controller_.apply(command::SetExperiment{changed, true});
    };
    // Where it was there at once, the picture follows the hand.
    type(4);
    EXPECT_TRUE(state().edit.about_to_record);
    controller_.wait_until_recorded();
    const std::uint64_t before = state().runs.recordings;
    for (const std::int64_t n : {400'000, 400'001, 900'016}) type(n);
    EXPECT_EQ(elements(state().experiment), 900'016) << "the knobs say at once what was typed";
    EXPECT_TRUE(state().edit.about_to_record);
    EXPECT_FALSE(state().runs.recording.now);
    controller_.apply(command::CommitTyping{});
    EXPECT_FALSE(state().edit.about_to_record);
    EXPECT_TRUE(state().runs.recording.now);
    controller_.wait_until_recorded();
    EXPECT_EQ(state().runs.recordings, before + 1);
    EXPECT_EQ(state().trace()->n(), 900'016);
    // A pause will do, too.
    type(200'000);
    EXPECT_FALSE(state().runs.recording.now);
    controller_.wait_until_recorded();
    EXPECT_EQ(state().trace()->n(), 200'000);
    EXPECT_EQ(state().runs.recordings, before + 2);
    // What is chosen meanwhile takes its place.
    type(300'000);
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
    EXPECT_EQ(elements(state().preferences.recent_experiments[0]), 7);
    EXPECT_EQ(elements(state().preferences.recent_experiments[1]), 5);
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
    controller_.apply(command::Set{setting::against_held, false});
    EXPECT_EQ(state().compared(), state().runs.shown->unpadded);
    controller_.apply(command::Set{setting::against_held, true});
    controller_.apply(command::Set{setting::compare, false});
    EXPECT_EQ(state().compared(), nullptr);
}

TEST_F(ControllerTest, HoldsAnEarlierRunAndATraceFile) {
    const Trace* shown = state().trace();
    controller_.apply(command::HoldExperiment{experiment_of("brent-kung", 64, "ones")});
    EXPECT_TRUE(state().comparison.fetching.now);
    controller_.wait_until_recorded();
    ASSERT_NE(state().compared(), nullptr);
    EXPECT_EQ(kernel_id(state().compared()->experiment().text), "brent-kung");
    EXPECT_EQ(state().comparison.held.name, "brent_kung.cu · BLOCK 64 · A ones · CPU");
    EXPECT_EQ(state().trace(), shown);

    const auto file = folder_ / "held.npz";
    write_trace(*testing::recorded("sequential", 8, "iota"), file);
    controller_.apply(command::HoldFile{file});
    controller_.wait_until_recorded();
    EXPECT_EQ(state().comparison.held.name, "held.npz");
    EXPECT_EQ(kernel_id(state().compared()->experiment().text), "sequential");
    EXPECT_TRUE(state().messages.empty());

    controller_.apply(command::HoldFile{"/nowhere/at/all.npz"});
    EXPECT_FALSE(said().fine);
    EXPECT_EQ(state().comparison.held.name, "held.npz") << "what was held stays";
    Experiment impossible = lesson();
    impossible.text.arguments = {{"A", "values:1,pear"}};
    controller_.apply(command::HoldExperiment{impossible});
    EXPECT_NE(said().text.find("pear"), std::string::npos);
}

TEST_F(ControllerTest, ARunToBeHeldIsCancelled) {
    ScanRun large = experiment_of("kogge-stone", 1024, "ones");
    large.n = 1'000'000;
    large.first_blocks = 1'000;
    controller_.apply(command::HoldExperiment{large});
    controller_.apply(command::CancelHolding{});
    EXPECT_FALSE(state().comparison.fetching.now);
    controller_.wait_until_recorded();
    EXPECT_EQ(state().comparison.held.trace, nullptr);
    EXPECT_EQ(state().compared(), nullptr);
}

TEST_F(ControllerTest, LimitsTheRecordedBlocksToWhatAWindowShows) {
    Experiment changed = experiment_of_line("--input ones --n 1600", lesson());
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
    changed.text.arguments = {{"A", "values:1,2,pear"}};
    set(changed);
    EXPECT_NE(state().runs.error.find("pear"), std::string::npos);
    EXPECT_EQ(state().trace(), before);
    changed = lesson();
    changed.sms = 0;
    set(changed);
    EXPECT_FALSE(state().edit.impossible.empty());
    EXPECT_EQ(state().trace(), before);
    set(lesson());
    EXPECT_TRUE(state().edit.impossible.empty());
    EXPECT_TRUE(state().runs.error.empty());
}

TEST_F(ControllerTest, UndoesAndRedoesChanges) {
    EXPECT_FALSE(state().edit.can_undo());
    const Experiment second = experiment_of_line("--op max", lesson()),
                     third = experiment_of_line("--op min", lesson());
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
    EXPECT_EQ(state().trace()->experiment().text, third.text);
    controller_.apply(command::Undo{});
    set(lesson());
    EXPECT_FALSE(state().edit.can_redo()) << "a new change ends what could be redone";
}

TEST_F(ControllerTest, FixesEveryBrokenTextAtTheSameStepAndBreaksItAgain) {
    int round = 0;
    for (const LibraryText& text : library()) {
        if (text.correct.empty() || testing::left_out(round++)) continue;
        const Experiment broken = run_of_text(spec_of(text), lesson());
        set(broken);
        EXPECT_FALSE(state().runs.shown->findings.empty()) << text.id;
        const int last = state().trace()->step_count() - 1;
        for (const int step : {0, last / 2, last}) {
            controller_.apply(command::Jump{step});
            const Step before = *state().current_step();
            const bool in_both = is_in_both(broken, before);
            controller_.apply(command::Fix{});
            controller_.wait_until_recorded();
            EXPECT_EQ(own_text(state().experiment.text), find_text(text.correct)) << text.id;
            if (in_both) {
                EXPECT_EQ(*state().current_step(), before) << text.id;
            }
            EXPECT_TRUE(state().runs.shown->findings.empty()) << text.id;
            controller_.apply(step % 2 == 0 ? Command{command::BreakAgain{}}
                                            : Command{command::Undo{}});
            controller_.wait_until_recorded();
            EXPECT_EQ(own_text(state().experiment.text), &text) << text.id;
            if (in_both) {
                EXPECT_EQ(state().playback.step(), step) << text.id;
            }
        }
    }
}

TEST_F(ControllerTest, FixesNothingThatIsRight) {
    controller_.apply(command::Fix{});
    controller_.apply(command::BreakAgain{});
    EXPECT_EQ(state().experiment, lesson());
    EXPECT_FALSE(state().edit.can_undo());
}

TEST_F(ControllerTest, UndoesARunOfKeystrokesAsOne) {
    Experiment typed = lesson();
    for (const char* text : {"1", "1,", "1,2", "1,2,3"}) {
        typed.text.arguments = {{"A", std::string{"values:"} + text}};
        set(typed, true);
    }
    controller_.apply(command::Undo{});
    EXPECT_EQ(state().experiment, lesson());
}

TEST_F(ControllerTest, TheLatestOfManyQuickChangesWins) {
    for (int round = 0; round < 20; ++round) {
        for (const int block : {1024, 512, 64, 8, 32}) {
            const Experiment changed = experiment_of(
                "kogge-stone", block, "ones", block > 32 ? Padding::xor_swizzle : Padding::none);
            controller_.apply(command::SetExperiment{changed});
            if (round % 3 == 0) controller_.poll();
        }
    }
    controller_.wait_until_recorded();
    EXPECT_EQ(state().trace()->threads(), 32);
    EXPECT_EQ(state().trace()->n(), 32);
}

TEST_F(ControllerTest, ALongRecordingIsGivenUpForANewOne) {
    ScanRun large = experiment_of("kogge-stone", 1024, "ones");
    large.n = 1'000'000;
    large.first_blocks = 1'000'000 / 1024 + 1;
    controller_.apply(command::SetExperiment{large});
    controller_.poll();
    const auto start = std::chrono::steady_clock::now();
    set(lesson());
    EXPECT_EQ(state().trace()->n(), 16);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

TEST_F(ControllerTest, ACancelledRecordingLeavesKnobsAndPictureAsTheyWere) {
    const Trace* before = state().trace();
    ScanRun large = experiment_of("kogge-stone", 1024, "ones");
    large.n = 1'000'000;
    large.first_blocks = 1'000'000 / 1024 + 1;
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
    const Experiment next = experiment_of_line("--op max", lesson());
    set(next);
    EXPECT_EQ(state().trace()->experiment().text, next.text);
}

TEST_F(ControllerTest, RecentExperimentsAreThoseThatWereShown) {
    const Experiment second = experiment_of_line("--op max", lesson());
    Experiment typed = lesson();
    set(second);
    set(lesson());
    EXPECT_EQ(state().preferences.recent_experiments, (std::vector{lesson(), second}));
    // Of what is typed only the last counts; what cannot run was never shown.
    for (const char* text : {"1", "1,2", "x", "1,2,3"}) {
        typed = experiment_of_line(
            fmt::format("--input values:{}", text == std::string{"x"} ? "1" : text), lesson());
        if (text == std::string{"x"}) typed.text.arguments = {{"A", "values:1,2,x"}};
        set(typed, true);
    }
    EXPECT_EQ(state().preferences.recent_experiments, (std::vector{typed, lesson(), second}));
    Experiment many = experiment_of_line("--input ones", lesson());
    for (int n = 1; n <= 16; ++n) {
        many = experiment_of_line(fmt::format("--n {}", n), many);
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

TEST_F(ControllerTest, AFileThatIsGoneIsOfferedNoLonger) {
    const auto a = folder_ / "a.npz", b = folder_ / "b.npz";
    for (const auto& path : {a, b}) controller_.apply(command::SaveTrace{path});
    controller_.wait_until_recorded();
    std::filesystem::remove(a);
    controller_.apply(command::OpenFile{a});
    controller_.wait_until_recorded();
    EXPECT_EQ(state().preferences.recent_files, std::vector{b.string()});
    ASSERT_FALSE(state().messages.empty());
    EXPECT_NE(state().messages.back().text.find("a.npz"), std::string::npos);
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
    controller_.apply(command::Set{setting::speed, 4});
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
    const Experiment other = experiment_of_line("--kernel brent-kung", lesson());
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
    ScanRun padded = experiment_of("kogge-stone", 64, "ones", Padding::every32);
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
    controller_.apply(command::Set{setting::compare, true});
    controller_.apply(command::Set{setting::look<&Look::axis>, HeatmapAxis::warp});
    const auto trace = record(padded);
    const Experiment plain = experiment_of_line("--pad none", padded);
    const auto unpadded = record(plain);
    for (const View view : {View::tree, View::memory, View::heatmap}) {
        for (const char* ending : {"svg", "csv"}) {
            const auto path = folder_ / (std::string{name_of(view)} + "." + ending);
            controller_.apply(command::ExportView{view, path});
            ASSERT_TRUE(said().fine) << said().text;
            ExportRequest request;
            request.look.view = view;
            request.look.step = 2;
            request.look.axis = HeatmapAxis::warp;
            if (view != View::heatmap) request.look.block = 0;
            EXPECT_EQ(testing::read_bytes(path),
                      export_view(*trace, view == View::heatmap ? unpadded.get() : nullptr, request,
                                  format_of(path)));
        }
    }
}

TEST_F(ControllerTest, AnExportForASlideSaysWhatIsTooSmallThere) {
    const auto exported = [&](View view, const char* name) {
        controller_.apply(command::ExportView{view, folder_ / name, {}, {}, Page::slide});
        controller_.wait_until_recorded();
        return said().text;
    };
    set(experiment_of("kogge-stone", 4, "iota"));
    EXPECT_TRUE(exported(View::tree, "small.svg").ends_with("small.svg."));
    ExportRequest request{.look = {.view = View::tree}};
    request.look.step = state().playback.step();
    request.look.block = 0;
    request.page = Page::slide;
    EXPECT_EQ(testing::read_bytes(folder_ / "small.svg"),
              export_view(*record(state().experiment), nullptr, request, ExportFormat::svg));
    set(experiment_of("kogge-stone", 1024, "iota"));
    const std::string large = exported(View::memory, "large.svg");
    EXPECT_NE(large.find("labels are left out, since they would be smaller than 9 pt"),
              std::string::npos)
        << large;
    EXPECT_TRUE(exported(View::memory, "large.csv").ends_with("large.csv."))
        << "a table has no type";
}

TEST_F(ControllerTest, AnExportThatCannotBeWrittenIsToldInWords) {
    controller_.apply(command::ExportView{View::tree, "/nowhere/at/all.png"});
    EXPECT_FALSE(said().fine);
    EXPECT_NE(said().text.find("/nowhere/at"), std::string::npos);
    controller_.apply(command::ExportView{View::tree, folder_ / "tree.bmp"});
    EXPECT_FALSE(said().fine);
}

TEST_F(ControllerTest, ViewCommandsChangeWhatIsShown) {
    controller_.apply(command::Set{setting::theme, Theme::dark});
    EXPECT_EQ(state().preferences.theme, Theme::dark);
    controller_.apply(command::Set{setting::text_scale, 9});
    EXPECT_EQ(state().preferences.text_scale, 2.5F);
    controller_.apply(command::ToggleEnlarged{View::memory});
    EXPECT_EQ(state().display.look.alone, View::memory);
    controller_.apply(command::ToggleEnlarged{View::tree});
    EXPECT_EQ(state().display.look.alone, View::tree);
    controller_.apply(command::ToggleEnlarged{View::tree});
    EXPECT_FALSE(state().display.look.alone);
    controller_.apply(command::Quit{});
    EXPECT_TRUE(state().quit);
}

}  // namespace controller_test
}  // namespace stridescope

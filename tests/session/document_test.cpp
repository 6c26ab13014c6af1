// The text that the window edits, through commands alone: typed, undone, saved, left, changed by
// others. What it computes is not looked at here.
#include "app/session/document.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/experiment/text/library_texts.h"
#include "app/experiment/text/scan_flags.h"
#include "app/session/controller.h"
#include "app/session/run_text.h"
#include "app/session/saved_state.h"
#include "app/session/text_use.h"
#include "app/trace/trace_file.h"
#include "tests/support/recorded.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace document_test {

using testing::experiment_of;
using testing::sixteen;
using Answer = command::AnswerUnsaved::Answer;

constexpr const char* small_kernel =
    "#define N 32\n"
    "__global__ void k(float *p) {\n"
    "    p[threadIdx.x] = N;\n"
    "}\n";

class DocumentTest : public ::testing::Test {
  protected:
    DocumentTest() { controller_.wait_until_recorded(); }

    const AppState& state() const { return controller_.state(); }
    const Document& document() const { return *state().document; }
    template <class C>
    void apply(C command) {
        controller_.apply(command);
    }
    void edit(editor::Action action) { apply(command::EditText{std::move(action)}); }
    void type(const std::string& text) {
        for (const char c : text) edit(editor::action::Type{std::string(1, c)});
    }
    void rest() { controller_.wait_until_recorded(); }
    std::string text() const { return document().text(); }

    /// Polls until it holds; another program's doings take their time.
    template <class Condition>
    bool comes(Condition condition) {
        for (int k = 0; k < 4000; ++k) {
            controller_.poll();
            if (condition()) return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        return false;
    }

    testing::TemporaryFolder folder_;
    Controller controller_{experiment_of("kogge-stone", 16, sixteen), {}};
};

// The start page and the ladder stand in the run's place: what is opened there is seen.
TEST_F(DocumentTest, WhatIsOpenedIsSeen) {
    const auto text = folder_.write("k.cu", small_kernel);
    const auto trace = folder_ / "k.npz";
    write_trace(*state().runs.shown->trace, trace);
    const Experiment other = experiment_of("brent-kung", 16, sixteen);
    const std::vector<Command> all{
        command::NewText{small_kernel}, command::OpenFile{text},
        command::OpenFile{trace},       command::SetExperiment{other},
        command::ShowPreset{"tree"},    command::OpenLink{"#run=brent_kung.cu&view=banks"}};
    for (const Command& one : all) {
        apply(command::Set{setting::start, true});
        controller_.apply(one);
        apply(command::AnswerUnsaved{Answer::discard});
        EXPECT_FALSE(state().presenter.start);
        rest();
    }
    apply(command::Set{setting::start, true});
    apply(command::OpenFile{folder_ / "not_there.cu"});
    EXPECT_TRUE(state().presenter.start) << "there is nothing to be seen";
}

TEST_F(DocumentTest, ANewTextIsTheExperiment) {
    ASSERT_TRUE(state().document);
    EXPECT_EQ(window_title(state()), "kogge_stone.cu – StrideScope");
    EXPECT_FALSE(document().unsaved);
    apply(command::NewText{new_kernel_text, untitled});
    EXPECT_EQ(text(), new_kernel_text);
    EXPECT_EQ(state().experiment.text.text, new_kernel_text);
    EXPECT_FALSE(document().unsaved) << "there is nothing in it that somebody wrote";
    EXPECT_EQ(window_title(state()), "untitled.cu – StrideScope");
    EXPECT_TRUE(state().docks_source());
    EXPECT_TRUE(state().sees(View::source));
    type("x");
    EXPECT_TRUE(document().unsaved);
    EXPECT_EQ(state().experiment.text.text, std::string{"x"} + new_kernel_text);
    EXPECT_EQ(window_title(state()), "• untitled.cu – StrideScope");
    // Pasted, it is somebody's.
    edit(editor::action::Undo{});
    apply(command::NewText{small_kernel});
    EXPECT_TRUE(document().unsaved);
}

TEST_F(DocumentTest, ItIsRunAfterAPauseAndOnlyWithoutFaults) {
    apply(command::NewText{small_kernel});
    rest();
    edit(editor::action::Move{editor::Motion::text_end});
    type("// a");
    EXPECT_TRUE(state().edit.about_to_record);
    EXPECT_FALSE(state().runs.recording.now);
    rest();
    EXPECT_FALSE(state().edit.about_to_record);
    // A fault is told at once, and nothing is run.
    edit(editor::action::NewLine{});
    type("int");
    EXPECT_FALSE(state().edit.about_to_record);
    ASSERT_EQ(document().findings.faults.size(), 1U);
    EXPECT_EQ(document().findings.faults[0].line, 6);
    EXPECT_TRUE(state().edit.impossible.starts_with("untitled.cu:6:")) << state().edit.impossible;
    const std::uint64_t before = state().runs.recordings;
    rest();
    EXPECT_EQ(state().runs.recordings, before);
    type(" x;");
    EXPECT_TRUE(document().findings.faults.empty());
    EXPECT_TRUE(state().edit.impossible.empty());
    EXPECT_TRUE(state().edit.about_to_record);
    // What does not change the text runs nothing.
    rest();
    edit(editor::action::Move{editor::Motion::left});
    EXPECT_FALSE(state().edit.about_to_record);
}

TEST_F(DocumentTest, KnobsAreSetBesideTheText) {
    apply(command::NewText{small_kernel});
    rest();
    Experiment changed = state().experiment;
    changed.text.defines = {{"N", "64"}};
    apply(command::SetExperiment{changed});
    EXPECT_EQ(text(), small_kernel);
    EXPECT_EQ(state().edit.undo_words, "N as written → 64");
    rest();
    type("// x\n");
    EXPECT_EQ(state().experiment.text.defines, (std::vector<Setting>{{"N", "64"}}));
    // Undone from outside the text: what was typed first, as one; then the knob.
    EXPECT_EQ(state().edit.undo_words, "text");
    apply(command::Undo{});
    EXPECT_EQ(text(), small_kernel);
    EXPECT_EQ(state().experiment.text.defines.size(), 1U);
    apply(command::Undo{});
    EXPECT_TRUE(state().experiment.text.defines.empty());
    EXPECT_EQ(text(), small_kernel);
    apply(command::Redo{});
    apply(command::Redo{});
    EXPECT_TRUE(text().starts_with("// x"));
    // In the text itself, that can be undone, too.
    edit(editor::action::Undo{});
    EXPECT_EQ(text(), small_kernel);
    EXPECT_EQ(state().experiment.text.text, small_kernel);
}

TEST_F(DocumentTest, WhatWasTypedBetweenTwoPausesCanComeBack) {
    const auto pause = [this] {
        rest();
        std::this_thread::sleep_for(std::chrono::milliseconds(320));
    };
    apply(command::NewText{small_kernel});
    pause();
    type("// o");
    rest();  // it runs sooner than anybody pauses
    type("ne\n");
    pause();
    type("// two\n");
    rest();
    apply(command::Undo{});
    EXPECT_EQ(text(), std::string{"// one\n"} + small_kernel);
    apply(command::Undo{});
    EXPECT_EQ(text(), small_kernel);
    // Then the kernel that was there before: it asks, since nothing else keeps the text.
    apply(command::Undo{});
    EXPECT_EQ(state().leaving, Leaving::asked);
    apply(command::AnswerUnsaved{Answer::discard});
    EXPECT_EQ(kernel_id(state().experiment.text), "kogge-stone");
    EXPECT_EQ(window_title(state()), "kogge_stone.cu – StrideScope");
    apply(command::Redo{});
    ASSERT_TRUE(state().document);
    EXPECT_EQ(text(), small_kernel);
}

TEST_F(DocumentTest, AFieldIsNotBlamedForWhatStoodInItBefore) {
    apply(command::NewText{small_kernel, "k.cu"});
    rest();
    Experiment changed = state().experiment;
    const auto type = [&](const std::string& launch) {
        changed.text.launch = launch;
        apply(command::SetExperiment{changed, true});
    };
    type("k<<<1, 32>>>(p");
    while (state().edit.about_to_record) controller_.poll();
    // The recorder has failed by now, and the rest is typed before anybody asks it.
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    type("k<<<1, 32>>>(p)");
    rest();
    EXPECT_EQ(state().runs.error, "");
    apply(command::CommitTyping{});
    rest();
    EXPECT_TRUE(text().starts_with("// launch: k<<<1, 32>>>(p)\n")) << text();
}

TEST_F(DocumentTest, WhatIsTypedIntoAFieldGoesIntoTheCard) {
    const std::string begun =
        "// launch: k<<<1, 32>>>(p, 3)\n"
        "// p: float[32] iota\n"
        "#define N 2\n"
        "__global__ void k(float *p, int n) { p[threadIdx.x] *= n * N; }\n";
    apply(command::NewText{begun, "k.cu"});
    rest();
    const auto type_into = [this](auto change) {
        Experiment changed = state().experiment;
        change(changed.text);
        apply(command::SetExperiment{changed, true});
        return changed;
    };
    type_into([](TextSpec& spec) { spec.arguments = {{"p", "on"}}; });
    type_into([](TextSpec& spec) { spec.arguments = {{"p", "ones"}}; });
    EXPECT_EQ(text(), begun) << "while it is typed, it stands in the field";
    apply(command::CommitTyping{});
    EXPECT_TRUE(state().experiment.text.arguments.empty());
    const std::string ones = "// launch: k<<<1, 32>>>(p, 3)\n// p: float[32] ones\n";
    EXPECT_TRUE(text().starts_with(ones)) << text();
    EXPECT_TRUE(document().unsaved);
    rest();
    EXPECT_EQ(state().trace()->experiment().text.text, text()) << "it ran so";
    type_into([](TextSpec& spec) { spec.arguments = {{"n", "5"}}; });
    apply(command::CommitTyping{});
    EXPECT_TRUE(text().starts_with("// launch: k<<<1, 32>>>(p, 5)\n")) << text();
    type_into([](TextSpec& spec) { spec.launch = "<<<1, 16>>>"; });
    apply(command::CommitTyping{});
    EXPECT_TRUE(text().starts_with("// launch: k<<<1, 16>>>(p, 5)\n")) << text();
    type_into([](TextSpec& spec) { spec.expect = "p = copy(p)"; });
    apply(command::CommitTyping{});
    EXPECT_NE(text().find("// p: float[32] ones expect copy(p)\n"), std::string::npos) << text();
    EXPECT_FALSE(has_settings(state().experiment.text));
    // Each of them is undone as one, with what was typed.
    for (int k = 0; k < 4; ++k) apply(command::Undo{});
    EXPECT_EQ(text(), begun);
    EXPECT_FALSE(has_settings(state().experiment.text));
    // A knob is set beside the text; so is what was set before anybody typed.
    Experiment knob = state().experiment;
    knob.text.defines = {{"N", "1"}};
    knob.text.arguments = {{"p", "ones"}};
    apply(command::SetExperiment{knob});
    apply(command::CommitTyping{});
    EXPECT_EQ(text(), begun);
    EXPECT_EQ(state().experiment.text.arguments.size(), 1U);
    // And it stays there when something else is typed.
    type_into([](TextSpec& spec) { spec.arguments = {{"p", "zeros"}}; });
    apply(command::CommitTyping{});
    EXPECT_NE(text().find("// p: float[32] zeros\n#define N 2\n"), std::string::npos) << text();
    EXPECT_EQ(state().experiment.text.defines, (std::vector<Setting>{{"N", "1"}}));
}

TEST_F(DocumentTest, OpensAFileAndSavesItAsItWas) {
    const auto path = folder_.write("mine.cu", "\xEF\xBB\xBF#define N 8\r\nint x;\r\n");
    apply(command::OpenFile{path});
    ASSERT_TRUE(state().document);
    EXPECT_EQ(text(), "#define N 8\nint x;\n");
    EXPECT_EQ(document().path, path.string());
    EXPECT_FALSE(document().unsaved);
    EXPECT_EQ(window_title(state()), "mine.cu – StrideScope");
    EXPECT_EQ(state().preferences.recent_files.front(), path.string());
    type("// ü\n");
    EXPECT_TRUE(document().unsaved);
    EXPECT_EQ(testing::text_of_file(path), "\xEF\xBB\xBF#define N 8\r\nint x;\r\n");
    apply(command::SaveText{});
    rest();
    EXPECT_FALSE(document().unsaved);
    EXPECT_EQ(testing::text_of_file(path), "\xEF\xBB\xBF// ü\r\n#define N 8\r\nint x;\r\n");
    EXPECT_TRUE(state().messages.empty()) << "nobody has to read that it worked";
}

TEST_F(DocumentTest, IsSavedUnderAnotherName) {
    const auto path = folder_.write("one.cu", small_kernel);
    apply(command::OpenFile{path});
    rest();
    type("// x\n");
    rest();
    const auto other = folder_ / "two.cu";
    apply(command::SaveText{other});
    rest();
    EXPECT_EQ(testing::text_of_file(path), small_kernel);
    EXPECT_EQ(testing::text_of_file(other), std::string{"// x\n"} + small_kernel);
    EXPECT_EQ(document().path, other.string());
    EXPECT_EQ(state().experiment.text.path, other.string());
    EXPECT_FALSE(document().unsaved);
    EXPECT_EQ(state().preferences.recent_files.front(), other.string());
    // It is the same text as before: undo goes through all of it.
    apply(command::Undo{});
    EXPECT_EQ(text(), small_kernel);
    EXPECT_EQ(document().path, other.string());
    EXPECT_TRUE(document().unsaved);
}

TEST_F(DocumentTest, AFileThatCannotBeWrittenIsSaid) {
    apply(command::NewText{small_kernel});
    apply(command::SaveText{});
    EXPECT_TRUE(document().unsaved) << "it has no file";
    apply(command::SaveText{folder_ / "none" / "there" / "mine.cu"});
    rest();
    ASSERT_FALSE(state().messages.empty());
    EXPECT_FALSE(state().messages.back().fine);
    EXPECT_TRUE(document().unsaved);
    EXPECT_TRUE(document().path.empty());
}

TEST_F(DocumentTest, GoesBackToItsFile) {
    const auto path = folder_.write("mine.cu", small_kernel);
    apply(command::OpenFile{path});
    type("// x\n");
    apply(command::RevertText{});
    EXPECT_EQ(text(), small_kernel);
    EXPECT_FALSE(document().unsaved);
    edit(editor::action::Undo{});
    EXPECT_EQ(text(), std::string{"// x\n"} + small_kernel) << "and that can be undone";
    EXPECT_TRUE(document().unsaved);
    std::filesystem::remove(path);
    apply(command::RevertText{});
    EXPECT_FALSE(state().messages.back().fine);
    EXPECT_EQ(text(), std::string{"// x\n"} + small_kernel);
}

TEST_F(DocumentTest, WhereThereIsNoneItIsNeitherEditedNorSaved) {
    const auto file = folder_ / "run.npz";
    write_trace(*testing::recorded("kogge-stone", 16, sixteen), file);
    Controller controller{file, {}};
    controller.wait_until_recorded();
    ASSERT_FALSE(controller.state().document);
    const Experiment before = controller.state().experiment;
    for (const Command& command :
         {Command{command::EditText{editor::action::Type{"x"}}}, Command{command::RevertText{}},
          Command{command::WriteSettings{}}, Command{command::SaveText{folder_ / "a.cu"}},
          Command{command::AnswerDiskChange{true}}, Command{command::RestoreDraft{}},
          Command{command::AnswerUnsaved{Answer::discard}}}) {
        controller.apply(command);
        controller.wait_until_recorded();
        EXPECT_FALSE(controller.state().document) << command.index();
        EXPECT_EQ(controller.state().experiment, before) << command.index();
        EXPECT_TRUE(controller.state().messages.empty()) << command.index();
    }
    EXPECT_FALSE(std::filesystem::exists(folder_ / "a.cu"));
    EXPECT_EQ(controller.state().trace_of_document(), nullptr);
}

TEST_F(DocumentTest, ATracesTextIsItsFilesWhereThatStillHoldsIt) {
    const auto path = folder_.write("mine.cu", small_kernel);
    Experiment experiment;
    experiment.text = {.path = path.string(), .text = small_kernel};
    write_trace(*record(experiment), folder_ / "run.npz");
    for (const bool changed : {false, true}) {
        if (changed) folder_.write("mine.cu", std::string{"// another\n"} + small_kernel);
        Controller controller{folder_ / "run.npz", {}};
        controller.wait_until_recorded();
        controller.apply(command::EditShownText{});
        ASSERT_TRUE(controller.state().document);
        EXPECT_EQ(controller.state().document->text(), small_kernel);
        EXPECT_EQ(controller.state().document->path, changed ? "" : path.string());
        EXPECT_FALSE(controller.state().document->unsaved);
        EXPECT_EQ(controller.state().trace_of_document(), controller.state().trace());
        controller.apply(command::EditShownText{});
        EXPECT_EQ(controller.state().document->text(), small_kernel) << "it is edited already";
    }
}

TEST_F(DocumentTest, OpenedAgainItIsWhatItsFileHolds) {
    const auto path = folder_.write("mine.cu", small_kernel);
    apply(command::OpenFile{path});
    rest();
    const std::string other = std::string{"// longer\r\n"} + small_kernel;
    folder_.write("mine.cu", other);
    apply(command::OpenFile{path});
    rest();
    EXPECT_TRUE(text().starts_with("// longer\n"));
    EXPECT_FALSE(document().unsaved);
    const auto moves = document().editor.version();
    apply(command::RevertText{});
    EXPECT_EQ(document().editor.version(), moves) << "it is as its file";
    edit(editor::action::Type{"x"});
    EXPECT_EQ(state().trace_of_document(), nullptr) << "what is shown is of another text";
}

TEST_F(DocumentTest, SettingsAreWrittenIntoTheTextWhereItHasAPlaceForThem) {
    apply(command::NewText{small_kernel});
    Experiment changed = state().experiment;
    changed.text.defines = {{"N", "64"}};
    apply(command::SetExperiment{changed});
    apply(command::WriteSettings{});
    EXPECT_TRUE(text().starts_with("#define N 64\n")) << text();
    EXPECT_TRUE(state().experiment.text.defines.empty());
    const std::size_t said = state().messages.size();
    changed = state().experiment;
    changed.text.defines = {{"GONE", "1"}};
    apply(command::SetExperiment{changed});
    apply(command::WriteSettings{});
    ASSERT_EQ(state().messages.size(), said + 1);
    EXPECT_TRUE(state().messages.back().text.ends_with("they stay beside the text."));
    EXPECT_EQ(state().experiment.text.defines, changed.text.defines);
}

TEST_F(DocumentTest, AsksBeforeATextIsLost) {
    const auto path = folder_.write("mine.cu", small_kernel);
    const auto other = folder_.write("other.cu", "int y;\n");
    const auto trace = folder_ / "trace.npz";
    write_trace(*testing::recorded("sequential", 8, "iota"), trace);
    apply(command::OpenFile{path});
    type("// x\n");
    const std::string mine = text();
    const std::vector<Command> all{command::NewText{"int z;"},
                                   command::OpenFile{other},
                                   command::OpenFile{trace},
                                   command::OpenTrace{trace},
                                   command::OpenFile{path},
                                   command::SetExperiment{experiment_of("naive", 16, "ones")},
                                   command::Quit{}};
    for (const Command& each : all) {
        controller_.apply(each);
        EXPECT_EQ(state().leaving, Leaving::asked) << each.index();
        EXPECT_EQ(text(), mine);
        EXPECT_FALSE(state().quit);
        apply(command::AnswerUnsaved{Answer::stay});
        EXPECT_EQ(state().leaving, Leaving::no);
        EXPECT_EQ(text(), mine);
    }
    EXPECT_EQ(testing::text_of_file(path), small_kernel);
    // Steps, views and knobs of its own are nothing to ask about.
    apply(command::StepForward{});
    apply(command::Set{setting::theme, Theme::dark});
    EXPECT_EQ(state().leaving, Leaving::no);
    // Saved, then done.
    apply(command::OpenFile{other});
    apply(command::AnswerUnsaved{Answer::save});
    rest();
    EXPECT_EQ(testing::text_of_file(path), mine);
    EXPECT_EQ(text(), "int y;\n");
    EXPECT_EQ(state().leaving, Leaving::no);
    // Not saved, and done.
    type("// y\n");
    apply(command::Quit{});
    apply(command::AnswerUnsaved{Answer::discard});
    EXPECT_TRUE(state().quit);
    EXPECT_EQ(testing::text_of_file(other), "int y;\n");
    EXPECT_FALSE(controller_.saved().draft) << "it was to be lost";
}

TEST_F(DocumentTest, ATextWithoutAFileIsAskedForItsName) {
    apply(command::NewText{small_kernel});
    apply(command::Quit{});
    apply(command::AnswerUnsaved{Answer::save});
    EXPECT_EQ(state().leaving, Leaving::wants_path);
    const auto path = folder_ / "named.cu";
    apply(command::SaveText{path});
    rest();
    EXPECT_TRUE(state().quit);
    EXPECT_EQ(testing::text_of_file(path), small_kernel);
}

TEST_F(DocumentTest, ItStaysWhereItCannotBeSavedBeforeLeaving) {
    apply(command::NewText{small_kernel});
    apply(command::Quit{});
    apply(command::AnswerUnsaved{Answer::save});
    apply(command::SaveText{folder_ / "none" / "there" / "mine.cu"});
    rest();
    EXPECT_FALSE(state().quit);
    EXPECT_EQ(state().leaving, Leaving::no);
    EXPECT_FALSE(state().messages.back().fine);
    EXPECT_EQ(text(), small_kernel);
}

TEST_F(DocumentTest, WhatAnotherProgramWritesIsTakenIn) {
    const auto path = folder_.write("mine.cu", small_kernel);
    apply(command::OpenFile{path});
    rest();
    const std::string changed = std::string{small_kernel} + "int added;\n";
    std::ofstream{path, std::ios::binary} << changed;
    ASSERT_TRUE(comes([&] { return text() == changed; }));
    EXPECT_FALSE(document().unsaved);
    EXPECT_TRUE(state().messages.empty());
    edit(editor::action::Undo{});
    EXPECT_EQ(text(), small_kernel) << "and can be undone";
    EXPECT_TRUE(document().unsaved);
    // With an unsaved text, it is asked.
    const std::string third = std::string{small_kernel} + "int third;\n";
    std::ofstream{path, std::ios::binary} << third;
    ASSERT_TRUE(comes([&] { return document().on_disk.has_value(); }));
    EXPECT_EQ(text(), small_kernel);
    apply(command::AnswerDiskChange{false});
    EXPECT_EQ(text(), small_kernel);
    EXPECT_TRUE(document().unsaved);
    EXPECT_FALSE(document().on_disk);
    std::ofstream{path, std::ios::binary} << changed;
    ASSERT_TRUE(comes([&] { return document().on_disk.has_value(); }));
    apply(command::AnswerDiskChange{true});
    EXPECT_EQ(text(), changed);
    EXPECT_FALSE(document().unsaved);
}

TEST_F(DocumentTest, SavingDoesNotWriteOverWhatNobodyHasSeen) {
    const auto path = folder_.write("mine.cu", small_kernel);
    apply(command::OpenFile{path});
    rest();
    type("// mine\n");
    const std::string others = std::string{small_kernel} + "// theirs\n";
    std::ofstream{path, std::ios::binary} << others;
    apply(command::SaveText{});
    rest();
    // Whether it was seen before saving or while it was saved: theirs is not lost unasked.
    EXPECT_EQ(testing::text_of_file(path), others);
    ASSERT_TRUE(comes([&] { return document().on_disk.has_value(); }));
    EXPECT_TRUE(document().unsaved);
    // Now somebody has seen it.
    apply(command::SaveText{});
    rest();
    EXPECT_EQ(testing::text_of_file(path), text());
    EXPECT_FALSE(document().unsaved);
    EXPECT_FALSE(document().on_disk);
}

TEST_F(DocumentTest, ALockedWindowLetsNobodyType) {
    const auto path = folder_.write("mine.cu", small_kernel);
    apply(command::OpenFile{path});
    rest();
    apply(command::Set{setting::locked, !state().presenter.locked});
    type("x");
    edit(editor::action::Undo{});
    apply(command::NewText{"int x;"});
    EXPECT_EQ(text(), small_kernel);
    edit(editor::action::Move{editor::Motion::right});
    EXPECT_EQ(document().editor.cursor(), (editor::Position{0, 1})) << "it can be read";
    const std::string changed = std::string{small_kernel} + "int added;\n";
    std::ofstream{path, std::ios::binary} << changed;
    ASSERT_TRUE(comes([&] { return document().on_disk.has_value(); }));
    EXPECT_EQ(text(), small_kernel);
    apply(command::Set{setting::locked, !state().presenter.locked});
    apply(command::AnswerDiskChange{true});
    EXPECT_EQ(text(), changed);
}

TEST_F(DocumentTest, IsRememberedByItsFile) {
    const auto path = folder_.write("mine.cu", small_kernel);
    apply(command::OpenFile{path});
    rest();
    Experiment changed = state().experiment;
    changed.text.defines = {{"N", "16"}};
    changed.text.launch = "k<<<1, 16>>>(p)";
    changed.text.arguments = {{"p", "float[16] zeros"}};
    apply(command::SetExperiment{changed});
    rest();
    const SavedState saved = decode_state(encode_state(controller_.saved()));
    EXPECT_EQ(saved, controller_.saved());
    const auto& recent = saved.preferences.recent_experiments;
    ASSERT_FALSE(recent.empty());
    EXPECT_EQ(recent.front().text.path, path.string());
    EXPECT_TRUE(recent.front().text.text.empty()) << "that is in the file";
    EXPECT_EQ(recent.front().text.defines, changed.text.defines);
    apply(command::SetExperiment{experiment_of("naive", 16, "ones")});
    EXPECT_EQ(document().path, "");
    apply(command::SetExperiment{recent.front()});
    EXPECT_EQ(document().path, path.string());
    EXPECT_EQ(text(), small_kernel);
    EXPECT_EQ(state().experiment.text.launch, "k<<<1, 16>>>(p)");
}

TEST_F(DocumentTest, WhatTheProgramWasStartedWithIsRecent) {
    const auto path = folder_.write("mine.cu", small_kernel);
    Experiment asked;
    asked.text = TextSpec{.path = path.string(), .text = small_kernel};
    Controller started{asked, {}};
    SavedState before;
    before.preferences.recent_files = {"/tmp/other.cu"};
    started.restore(before);
    EXPECT_EQ(started.state().preferences.recent_files,
              (std::vector<std::string>{path.string(), "/tmp/other.cu"}));
    EXPECT_FALSE(started.state().document->unsaved);
    started.wait_until_recorded();
}

TEST_F(DocumentTest, ACommandLineRunsWhatIsInTheFile) {
    EXPECT_EQ(why_no_line(state()), "");
    apply(command::NewText{small_kernel, "small.cu"});
    EXPECT_NE(why_no_line(state()), "");
    apply(command::SaveText{folder_ / "saved.cu"});
    rest();
    EXPECT_EQ(why_no_line(state()), "");
    type("x");
    EXPECT_NE(why_no_line(state()), "");
    edit(editor::action::Undo{});
    EXPECT_EQ(why_no_line(state()), "");
}

TEST_F(DocumentTest, AnExampleByItsNameIsNotLostWithTheWindow) {
    const LibraryText& example = library().front();
    Experiment asked;
    asked.text =
        TextSpec{.path = std::string{example.id} + ".cu", .text = std::string{example.text}};
    Controller started{asked, {}};
    ASSERT_TRUE(started.state().document);
    EXPECT_FALSE(started.state().document->unsaved);
    started.apply(command::EditText{editor::action::Type{"/"}});
    EXPECT_TRUE(started.state().document->unsaved);
}

TEST_F(DocumentTest, AnUnsavedTextOutlivesTheProgram) {
    const auto path = folder_.write("mine.cu", small_kernel);
    apply(command::OpenFile{path});
    type("// x\n");
    const SavedState saved = decode_state(encode_state(controller_.saved()));
    ASSERT_TRUE(saved.draft);
    EXPECT_EQ(saved.draft->text, text());
    Controller later{experiment_of("kogge-stone", 16, sixteen), {}};
    later.restore(saved);
    EXPECT_EQ(later.saved().draft, saved.draft) << "until somebody has had the choice";
    ASSERT_FALSE(later.state().messages.empty());
    EXPECT_NE(later.state().messages.back().text.find("mine.cu"), std::string::npos);
    later.apply(command::RestoreDraft{});
    ASSERT_TRUE(later.state().document);
    EXPECT_EQ(later.state().document->text(), text());
    EXPECT_EQ(later.state().document->path, path.string());
    EXPECT_TRUE(later.state().document->unsaved);
    // One that was left alone until the end is not offered for ever.
    Controller again{experiment_of("kogge-stone", 16, sixteen), {}};
    again.restore(saved);
    again.apply(command::Quit{});
    EXPECT_FALSE(again.saved().draft);
}

TEST_F(DocumentTest, FilesThatAreNoTextsAreSaid) {
    apply(command::OpenFile{folder_ / "nothing.cu"});
    ASSERT_FALSE(state().messages.empty());
    EXPECT_NE(state().messages.back().text.find("nothing.cu"), std::string::npos);
    EXPECT_EQ(kernel_id(state().experiment.text), "kogge-stone");
    // Numbers are an argument of a text, which knows its own names for them.
    apply(command::NewText{new_kernel_text, untitled});
    apply(command::OpenFile{folder_.write("numbers.csv", "1,2,3\n")});
    EXPECT_NE(state().messages.back().text.find("argument"), std::string::npos);
    EXPECT_TRUE(state().document);
}

TEST_F(DocumentTest, AnOpenedTraceTakesItsPlace) {
    const auto trace = folder_ / "trace.npz";
    write_trace(*testing::recorded("sequential", 8, "iota"), trace);
    apply(command::NewText{new_kernel_text, untitled});
    rest();
    apply(command::OpenFile{trace});
    rest();
    EXPECT_FALSE(state().document);
    EXPECT_EQ(kernel_id(state().experiment.text), "sequential");
    EXPECT_FALSE(state().sees(View::source));
    apply(command::Undo{});
    ASSERT_TRUE(state().document);
    EXPECT_EQ(text(), new_kernel_text);
}

TEST_F(DocumentTest, ATracesTextIncludesWhatTheTraceBringsAlong) {
    const auto part =
        folder_.write("part.cuh", "__device__ float part(float x) {\n    return 2 * x;\n}\n");
    Experiment experiment;
    experiment.text.path = (folder_ / "whole.cu").string();
    experiment.text.text =
        "// launch: k<<<1, 32>>>(p)\n// p: float[32] iota\n#include \"part.cuh\"\n"
        "__global__ void k(float* p) {\n    p[threadIdx.x] = part(p[threadIdx.x]);\n}\n";
    const auto trace = folder_ / "trace.npz";
    write_trace(*record(experiment), trace);
    std::filesystem::remove(part);
    apply(command::OpenFile{trace});
    rest();
    apply(command::EditShownText{});
    ASSERT_TRUE(state().document);
    type(" ");
    ASSERT_TRUE(comes([&] { return state().trace()->text() == text(); })) << "it runs";
    ASSERT_EQ(state().trace()->includes().size(), 1U);
    const ArrayContents& p = state().trace()->contents(ArrayId{0});
    ASSERT_EQ(p.after.size(), 32U);
    EXPECT_EQ(p.after.number(3), 2 * p.before.number(3));
}

TEST_F(DocumentTest, TheProgramsOwnTextsAreLeftUnaskedAndComeBackByTheirNames) {
    const auto name = [this] { return document_name(state()); };
    // Numbers that are typed stand beside such a text, which stays what it is.
    Experiment typed = state().experiment;
    typed.text.arguments = {{"A", "iota"}};
    apply(command::SetExperiment{typed, true});
    apply(command::CommitTyping{});
    EXPECT_EQ(state().experiment, typed);
    EXPECT_FALSE(document().unsaved);
    EXPECT_EQ(why_no_line(state()), "");
    apply(command::SetExperiment{experiment_of("brent-kung", 16, sixteen)});
    EXPECT_EQ(state().leaving, Leaving::no);
    EXPECT_EQ(name(), "brent_kung.cu");
    EXPECT_FALSE(document().unsaved);
    // Edited, it is somebody's.
    type("/");
    EXPECT_EQ(name(), "brent_kung.cu");
    EXPECT_TRUE(document().unsaved);
    EXPECT_NE(why_no_line(state()), "");
    apply(command::SetExperiment{experiment_of("sklansky", 16, sixteen)});
    EXPECT_EQ(state().leaving, Leaving::asked);
    apply(command::AnswerUnsaved{Answer::discard});
    EXPECT_EQ(name(), "sklansky.cu");
    EXPECT_FALSE(document().unsaved);
    apply(command::Undo{});
    EXPECT_EQ(name(), "brent_kung.cu") << "not what it was edited in place of";
    EXPECT_TRUE(document().unsaved);
    EXPECT_TRUE(text().starts_with("/"));
    apply(command::Undo{});
    EXPECT_EQ(state().leaving, Leaving::no) << "what was typed can be redone";
    EXPECT_FALSE(document().unsaved);
    apply(command::Undo{});
    EXPECT_EQ(name(), "kogge_stone.cu");
}

}  // namespace document_test
}  // namespace stridescope

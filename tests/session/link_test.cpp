// Links: what one window writes, another one shows.
#include "app/session/link.h"

#include <gtest/gtest.h>

#include <cctype>
#include <random>
#include <string>

#include "app/session/controller.h"
#include "app/session/presets.h"
#include "app/trace/trace_file.h"
#include "tests/support/recorded.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/unusual_look.h"

namespace stridescope {
namespace link_test {

using testing::experiment_of;
using testing::sixteen;

constexpr const char* small_kernel =
    "// launch: twice<<<1, N>>>(A)   A: int[N] iota\n"
    "#define N 64\n"
    "__global__ void twice(int* A) {\n"
    "    __shared__ int X[N];\n"
    "    X[threadIdx.x] = 2 * A[threadIdx.x];  // é – 2×\n"
    "    __syncthreads();\n"
    "    A[threadIdx.x] = X[N - 1 - threadIdx.x];\n"
    "}\n";

class Links : public ::testing::Test {
  protected:
    Links() {
        one_.wait_until_recorded();
        other_.wait_until_recorded();
    }

    void apply(const Command& command) {
        one_.apply(command);
        one_.wait_until_recorded();
    }
    /// By the engine that these windows have.
    Experiment of_line(const std::string& line) const {
        Experiment experiment = experiment_of_line(line);
        experiment.engine = state().experiment.engine;
        return experiment;
    }
    const AppState& state() const { return one_.state(); }
    const AppState& other() const { return other_.state(); }
    /// What the one window shows, in the other one.
    const AppState& follow() {
        address_ = address_of(state(), "https://uni.example/stridescope.html");
        other_.apply(command::OpenLink{address_});
        other_.wait_until_recorded();
        EXPECT_TRUE(other().messages.empty() || address_.empty())
            << other().messages.back().text << "\n"
            << address_;
        return other();
    }
    void expect_same() {
        const AppState& there = follow();
        ASSERT_TRUE(there.runs.shown);
        const Trace& here = *state().runs.shown->trace;
        EXPECT_EQ(encode_trace(*there.runs.shown->trace), encode_trace(here)) << address_;
        EXPECT_EQ(there.playback.step(), state().playback.step());
        EXPECT_EQ(there.block, state().block);
        EXPECT_EQ(there.display.look.selection, state().display.look.selection);
        EXPECT_EQ(there.display.look.alone, state().display.look.alone);
        EXPECT_EQ(there.display.look.view, state().display.look.view);
        EXPECT_EQ(there.comparison.on, state().comparison.on);
        EXPECT_EQ(there.comparison.beside.on, state().comparison.beside.on);
    }

    testing::TemporaryFolder folder_;
    std::string address_;
    Controller one_{experiment_of("kogge-stone", 16, sixteen), {}};
    Controller other_{experiment_of("brent-kung", 16, sixteen), {}};
};

TEST_F(Links, ShowTheSameStepViewAndSelection) {
    expect_same();
    apply(command::Jump{3});
    apply(command::Select{{.thread = 5}});
    apply(command::ToggleEnlarged{View::banks});
    expect_same();
    EXPECT_EQ(other().preferences.page, "https://uni.example/stridescope.html");
}

TEST_F(Links, SayEachFieldOfALookAndOpenItAgain) {
    for (const LookField& field : look_fields()) {
        if (&field == &look_field<&Look::step>()) continue;  // by name, since there may be no such
        Link link;
        link.vantage.look.take(field, testing::unusual_look());
        EXPECT_EQ(read_link(fragment_of(link)), link) << field.name << ' ' << fragment_of(link);
    }
    Link without_step;
    for (const LookField& field : look_fields()) {
        if (&field != &look_field<&Look::step>())
            without_step.vantage.look.take(field, testing::unusual_look());
    }
    EXPECT_EQ(read_link(fragment_of(without_step)), without_step);
}

TEST_F(Links, ShowHowItIsLookedAt) {
    apply(command::Jump{3});
    apply(command::Set{setting::look<&Look::axis>, HeatmapAxis::warp});
    apply(command::Set{setting::look<&Look::measure>, HeatMeasure::total});
    apply(command::Set{setting::look<&Look::sorted_by>, 2});
    apply(command::Set{setting::look<&Look::hide_later>, true});
    apply(command::Set{setting::look<&Look::timeline>, TimelineUnit::requests});
    apply(command::MoveWave{1});
    expect_same();
    EXPECT_EQ(other().display.look, state().display.look) << address_;
    EXPECT_EQ(other().wave(), state().wave());
    // A link that says nothing of them leaves them to who opens it; what was chosen of the run
    // goes.
    other_.apply(command::OpenLink{"stridescope.html#run=brent_kung.cu&view=banks"});
    other_.wait_until_recorded();
    EXPECT_EQ(other().display.look.axis, HeatmapAxis::warp);
    EXPECT_EQ(other().wave(), 0);
}

TEST_F(Links, ShowEveryPreset) {
    for (const Preset& preset : presets()) {
        SCOPED_TRACE(preset.id);
        apply(command::ShowPreset{preset.id});
        expect_same();
        EXPECT_LT(address_.size(), long_link) << "a preset's link is short";
    }
}

TEST_F(Links, ShowAnotherBlockAndTheGridsView) {
    apply(command::SetExperiment{of_line("--kernel chained --block 32 --n 500")});
    apply(command::SelectBlock{3});
    apply(command::ToggleEnlarged{View::grid});
    expect_same();
    EXPECT_EQ(other().block, 3);
}

TEST_F(Links, HaveATextOfOnesOwnWithItsKnobs) {
    apply(command::NewText{small_kernel});
    expect_same();
    ASSERT_TRUE(other().document);
    EXPECT_EQ(other().document->text(), small_kernel);
    EXPECT_EQ(other().document->name, "untitled.cu");
    EXPECT_FALSE(other().document->unsaved) << "the link has it";

    Experiment changed = state().experiment;
    changed.text.defines = {{"N", "48"}};
    apply(command::SetExperiment{changed});
    expect_same();
    EXPECT_EQ(other().experiment.text.defines, changed.text.defines);
    EXPECT_NE(address_.find("untitled.cu"), std::string::npos) << address_;
    EXPECT_LT(address_.size(), 600U);
}

TEST_F(Links, HaveATextFromAFileWithWhatItIncludesAndNames) {
    folder_.write("add.cuh", "__device__ int more(int a) { return a + 7; }\n");
    folder_.write("numbers.csv", "3,1,4,1,5,9,2,6\n");
    const auto file = folder_.write("my text.cu",
                                    "// launch: k<<<1, 8>>>(A)\n"
                                    "// A: int[8] file:numbers.csv\n"
                                    "#include \"add.cuh\"\n"
                                    "__global__ void k(int* A) {\n"
                                    "    A[threadIdx.x] = more(A[threadIdx.x]);\n"
                                    "}\n");
    apply(command::OpenFile{file});
    ASSERT_TRUE(state().runs.shown) << state().runs.error;
    const AppState& there = follow();
    ASSERT_TRUE(there.runs.shown) << there.runs.error;
    ASSERT_TRUE(there.document);
    EXPECT_EQ(there.document->name, "my text.cu");
    EXPECT_EQ(there.document->path, "");
    const auto results = [](const AppState& of) {
        return of.runs.shown->trace->contents(ArrayId{0}).after.text(2);
    };
    EXPECT_EQ(results(state()), "11");
    EXPECT_EQ(results(there), "11");
    EXPECT_EQ(address_.find(folder_.path().string()), std::string::npos)
        << "where files lie is nobody's business";
}

TEST_F(Links, HaveATextThatDoesNotRunYet) {
    apply(command::NewText{"__global__ void k( {\n"});
    const AppState& there = follow();
    ASSERT_TRUE(there.document);
    EXPECT_EQ(there.document->text(), "__global__ void k( {\n");
    EXPECT_FALSE(there.document->findings.faults.empty());
}

TEST_F(Links, ShowTwoRunsBesideEachOther) {
    apply(command::ShowPair{experiment_of("kogge-stone", 16, sixteen),
                            of_line("--kernel blelloch --block 16")});
    expect_same();
    ASSERT_NE(other().pair(), nullptr);
    EXPECT_EQ(encode_trace(*other().pair()->right), encode_trace(*state().pair()->right));
    // A text of one's own, and the same with another knob.
    apply(command::NewText{small_kernel});
    Experiment changed = state().experiment;
    changed.text.defines = {{"N", "32"}};
    apply(command::ShowPair{state().experiment, changed});
    expect_same();
    ASSERT_NE(other().pair(), nullptr);
    EXPECT_EQ(encode_trace(*other().pair()->right), encode_trace(*state().pair()->right));
}

TEST_F(Links, LeadToALessonsPage) {
    const auto file =
        folder_.write("first.md",
                      "---\ntitle: First\nabout: A test\n---\n"
                      "## One\n\nA text.\n\n```lesson\nrun: --kernel kogge-stone --block 16\n"
                      "```\n\n## Two\n\nAnother.\n\n```lesson\n"
                      "run: --kernel brent-kung --block 16\nstep: last\n```\n");
    for (Controller* of : {&one_, &other_}) {
        Lesson lesson = read_lesson(file);
        lesson.shipped = true;
        of->offer({std::move(lesson)});
    }
    apply(command::OpenLesson{file});
    apply(command::GoToPage{1});
    expect_same();
    EXPECT_NE(address_.find("lesson=first&page=2"), std::string::npos) << address_;
    EXPECT_EQ(other().lesson.play.page(), 1);
    // Where the knobs were changed it is the run that is meant.
    apply(command::SetExperiment{experiment_of("kogge-stone", 8, sixteen)});
    expect_same();
    EXPECT_FALSE(other().lesson.open());
    other_.apply(command::OpenLink{"#lesson=second"});
    EXPECT_EQ(other().messages.back().text, "There is no lesson \"second\" here.");
}

TEST_F(Links, CarryALessonOfOnesOwn) {
    std::string address;
    {
        const testing::TemporaryFolder folder;
        folder.write("more.cuh", "#define FACTOR 3\n");
        folder.write("three.cu", std::string{"#include \"more.cuh\"\n"} + small_kernel);
        folder.write("numbers.csv", "1, 2, 3\n");
        const auto file =
            folder.write("mine.md",
                         "---\ntitle: Mine\nabout: A test\n---\n"
                         "## One\n\nA text.\n\n```lesson\nrun: three.cu -D N=32\n"
                         "other: --arg A=file:numbers.csv\n```\n\n## Two\n\nAnother.\n");
        apply(command::OpenLesson{file});
        ASSERT_TRUE(state().lesson.open());
        follow();
        address = address_;
    }
    // The files are gone; the link has them.
    ASSERT_TRUE(other().lesson.open());
    EXPECT_EQ(other().lesson.play.lesson()->title, "Mine");
    EXPECT_EQ(other().lesson.play.lesson()->pages.size(), 2U);
    EXPECT_EQ(other().trace()->text(), state().trace()->text());
    EXPECT_EQ(other().trace()->includes().size(), 1U);
    EXPECT_EQ(other().lesson.all.back()->title, "Mine");
    // What came by a link can be passed on.
    const std::string again = address_of(other(), "https://uni.example/stridescope.html");
    EXPECT_EQ(again, address);
}

constexpr const char* small_exercise =
    "// exercise: mine 1\n// title: Twice\n// task: Write 2 * A.\n"
    "// launch: twice<<<1, N>>>(A)   A: int[N] iota expect 2 * A\n"
    "#define N 64\n"
    "__global__ void twice(int* A) {\n"
    "    // hole\n"
    "    // Yours.\n"
    "    // end\n"
    "}\n";

TEST_F(Links, CarryAnExerciseAndWhatIsWritten) {
    {
        const testing::TemporaryFolder folder;
        folder.write("twice.solution.cu", "A[threadIdx.x] *= 2;\n");
        apply(command::OpenExercise{folder.write("twice.cu", small_exercise)});
        ASSERT_TRUE(state().exercise.open());
        follow();
        ASSERT_TRUE(other().exercise.open());
        EXPECT_EQ(other().exercise.exercise().title, "Twice");
        EXPECT_EQ(other().exercise.solution, "A[threadIdx.x] *= 2;\n");
        EXPECT_TRUE(other().exercise.judgement->as_given);
        apply(command::EditText{editor::action::Type{"A[threadIdx.x] += A[threadIdx.x];"}});
        follow();
    }
    EXPECT_EQ(other().document->text(), state().document->text());
    EXPECT_TRUE(other().exercise.passed);
    EXPECT_EQ(other().exercise.all.size(), 1U);
    // What is written there is asked about first, as any unsaved text.
    other_.apply(command::OpenLink{"#exercise=vectors/none"});
    other_.apply(command::AnswerUnsaved{command::AnswerUnsaved::Answer::discard});
    ASSERT_FALSE(other().messages.empty());
    EXPECT_EQ(other().messages.back().text, "There is no exercise \"vectors/none\" here.");
    other_.apply(command::OpenLink{"#run=--block%2016&written=" + address_letters("x")});
    other_.apply(command::AnswerUnsaved{command::AnswerUnsaved::Answer::discard});
    EXPECT_NE(other().messages.back().text.find("which it does not name"), std::string::npos);
}

TEST_F(Links, DoNotCarryPicturesAndTraces) {
    const testing::TemporaryFolder folder;
    const auto file = folder.write("mine.md",
                                   "---\ntitle: Mine\nabout: A test\n---\n"
                                   "## One\n\nA text.\n\n![What it is](a.png)\n\n```lesson\n"
                                   "run: --kernel kogge-stone --block 16\n```\n");
    apply(command::OpenLesson{file});
    try {
        address_of(state(), "");
        ADD_FAILURE() << "a picture went along";
    } catch (const UsageError& error) {
        EXPECT_STREQ(error.what(), "A link cannot hold this lesson: a.png is not a text.");
    }
}

TEST_F(Links, CanBeUndone) {
    const Experiment before = other().experiment;
    follow();
    EXPECT_NE(other().experiment, before);
    other_.apply(command::Undo{});
    EXPECT_EQ(other().experiment, before);
}

TEST_F(Links, AskBeforeAnUnsavedTextIsLeft) {
    other_.apply(command::NewText{small_kernel});
    other_.wait_until_recorded();
    ASSERT_TRUE(other().document->unsaved);
    follow();
    EXPECT_EQ(other().leaving, Leaving::asked);
    EXPECT_EQ(other().document->text(), small_kernel);
}

TEST_F(Links, OfATraceThatWasOpenedHaveItsRun) {
    apply(command::NewText{small_kernel});
    const auto file = folder_ / "small.npz";
    write_trace(*state().runs.shown->trace, file);
    one_.apply(command::OpenTrace{file});
    one_.wait_until_recorded();
    const AppState& there = follow();
    ASSERT_TRUE(there.runs.shown);
    EXPECT_EQ(there.runs.shown->trace->text(), small_kernel);
}

TEST_F(Links, AreRefusedWhereTheyWouldBeTooLong) {
    std::mt19937 random(1);
    std::string text = small_kernel;
    while (text.size() < 60'000) {
        text += "// ";
        for (int i = 0; i < 60; ++i) text += static_cast<char>('!' + random() % 90);
        text += '\n';
    }
    apply(command::NewText{text});
    try {
        address_of(state(), {});
        ADD_FAILURE();
    } catch (const UsageError& error) {
        const std::string told = error.what();
        EXPECT_TRUE(told.starts_with("The link would have ")) << told;
        EXPECT_NE(told.find("32000"), std::string::npos) << told;
    }
}

TEST_F(Links, CannotHoldManyNumbersOfAFile) {
    std::string numbers;
    for (int i = 0; i < 5000; ++i) numbers += "1\n";
    const auto file = folder_.write("many.csv", numbers);
    apply(command::OpenFile{file});
    ASSERT_TRUE(state().runs.shown) << state().runs.error;
    EXPECT_THROW(address_of(state(), {}), UsageError);
    apply(command::OpenFile{folder_.write("few.csv", "1,2,3,4,5,6,7,8\n")});
    const Trace& here = *state().runs.shown->trace;
    const Trace& there = *follow().runs.shown->trace;
    ASSERT_EQ(there.facts().arrays.size(), here.facts().arrays.size());
    for (std::size_t k = 0; k < here.facts().arrays.size(); ++k) {
        const auto array = static_cast<ArrayId>(k);
        if (here.contents(array).after.size() < 8) continue;  // in shared memory
        EXPECT_EQ(there.contents(array).after.text(7), here.contents(array).after.text(7));
    }
}

std::string why_not(const std::string& fragment) {
    try {
        read_link(fragment);
    } catch (const UsageError& error) {
        return error.what();
    }
    return {};
}

TEST(Link, SaysWhatIsWrongWithIt) {
    EXPECT_NE(why_not("colour=blue").find("\"colour\" is no setting"), std::string::npos);
    EXPECT_EQ(why_not("run=x.cu"),
              "The address names \"x.cu\" and does not hold that text: copy the whole link.");
    EXPECT_EQ(
        why_not("run=x.cu&text:x.cu=AAAA!"),
        "Invalid address: the text of x.cu cannot be read, it was cut or changed on its way.");
    EXPECT_EQ(why_not("run=--kernel%20kogge-stone%20--input%20file:/etc/passwd"),
              "An address cannot name a file: \"/etc/passwd\".");
    EXPECT_EQ(why_not("run=kogge_stone.cu%20--arg%20A=file:/etc/passwd"),
              "An address cannot name a file: \"/etc/passwd\".");
    EXPECT_EQ(why_not("run=--kernel%20/etc/passwd.cu"),
              "An address cannot name a file: \"/etc/passwd.cu\".");
    EXPECT_EQ(why_not("step=-1&block=-1"),
              "Invalid address: block is a whole number, 0 or more, not \"-1\".");
    EXPECT_NE(why_not("show=all"), "");
    EXPECT_NE(why_not("theme=pink"), "");
    EXPECT_NE(why_not("select=nothing"), "");
    EXPECT_NE(why_not("page=3"), "");
    EXPECT_EQ(why_not("run=--kernel%20kogge-stone&step=stride%204&embed&hooks"), "");
}

TEST(Link, IsToldFromOtherTexts) {
    EXPECT_TRUE(looks_like_link("https://uni.example/s.html#run=--kernel%20kogge-stone"));
    EXPECT_TRUE(looks_like_link("stridescope.html#embed&lesson=01-kogge-stone"));
    EXPECT_TRUE(looks_like_link("#text:a.cu=abc"));
    for (const char* text : {"", "#", "a#b", "#define N 64", "#include \"a.cuh\"", "x.cu",
                             "a b#run=1", "https://uni.example/#running"}) {
        EXPECT_FALSE(looks_like_link(text)) << text;
    }
}

TEST(Link, IsTheSameWhenItIsReadAndWrittenAgain) {
    for (const char* fragment :
         {"embed&lesson=01-kogge-stone&page=2",
          "run=kogge_stone.cu%20-D%20BLOCK=64&view=tree&step=3",
          "run=kogge_stone.cu&show=banks&step=stride%204&block=2&select=thread:5,bank:3&compare",
          "theme=projector"}) {
        EXPECT_EQ(fragment_of(read_link(fragment)), fragment);
    }
}

}  // namespace link_test
}  // namespace stridescope

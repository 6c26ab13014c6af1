// The controller has an exercise solved: verdicts follow the text, hints what fails, and progress
// is remembered.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "app/exercise/exercise_check.h"
#include "app/exercise/results.h"
#include "app/session/controller.h"
#include "tests/support/scan_run.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace exercise_controller_test {

constexpr const char* text = R"(// exercise: first 1
// title:    Twice
// task:     Write out[i] = 2 * in[i].
// launch:   twice<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, N)
// in:       int[N] i + 1         out: int[N] expect 2 * in
// cases:    N=1, N=33, N=100
// hint:     right | Blocks come one behind another.
// hint:     fault | Some threads have no element.
#define N 100
#define BLOCK 32
__global__ void twice(const int *in, int *out, int n) {
    // hole
    // Yours.
    // end
}
)";

class ExerciseController : public ::testing::Test {
  protected:
    void SetUp() override {
        folder_.write("twice.cu", text);
        folder_.write(
            "twice.solution.cu",
            "int i = blockIdx.x * blockDim.x + threadIdx.x;\nif (i < n) out[i] = 2 * in[i];\n");
        controller_.wait_until_recorded();
    }

    void apply(const Command& command) {
        controller_.apply(command);
        controller_.wait_until_recorded();
    }
    void open() { apply(command::OpenExercise{folder_ / "twice.cu"}); }
    void type(const std::string& code) { apply(command::EditText{editor::action::Type{code}}); }
    const AppState& state() const { return controller_.state(); }
    const ExerciseState& exercise() const { return state().exercise; }
    ExerciseVerdict::State verdict(const std::string& name) const {
        for (const ExerciseVerdict& one : exercise().judgement->verdicts) {
            if (one.name == name) return one.state;
        }
        ADD_FAILURE() << "no verdict " << name;
        return ExerciseVerdict::State::open;
    }

    testing::TemporaryFolder folder_;
    Controller controller_{ScanRun{}, {}};
};

TEST_F(ExerciseController, GivesOutTheTextWithoutItsHints) {
    open();
    ASSERT_TRUE(exercise().open());
    const std::string given = state().document->text();
    EXPECT_NE(given.find("// launch:"), std::string::npos);
    EXPECT_NE(given.find("// hole"), std::string::npos);
    for (const char* secret : {"hint", "cases", "task", "Blocks come"})
        EXPECT_EQ(given.find(secret), std::string::npos) << secret;
    EXPECT_FALSE(state().document->unsaved);
    ASSERT_TRUE(exercise().judgement);
    EXPECT_TRUE(exercise().judgement->as_given);
    EXPECT_FALSE(exercise().passed);
}

TEST_F(ExerciseController, JudgesWhatIsTyped) {
    open();
    type("int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = 2 * in[i]; ");
    using State = ExerciseVerdict::State;
    EXPECT_EQ(verdict("right at N = 33"), State::passed);
    EXPECT_EQ(verdict("no fault"), State::failed);
    EXPECT_FALSE(exercise().shows_solution());
    // The hint is of what fails, not the first there is.
    apply(command::GiveHint{});
    EXPECT_EQ(exercise().hints, (std::vector<bool>{false, true}));

    // To the run in which it shows.
    const auto& verdicts = exercise().judgement->verdicts;
    const auto fault = std::ranges::find(verdicts, "no fault", &ExerciseVerdict::name);
    apply(command::ShowVerdict{static_cast<std::size_t>(fault - verdicts.begin())});
    EXPECT_EQ(state().experiment.text.defines, (std::vector<Setting>{{"N", "1"}}));
    EXPECT_EQ(state().trace()->n(), 1);
    ASSERT_TRUE(exercise().open()) << "the text is the same";

    apply(command::EditText{editor::action::Undo{}});
    type("int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = 2 * in[i]; ");
    EXPECT_TRUE(exercise().judgement->passed());
    EXPECT_TRUE(exercise().shows_solution());
    EXPECT_EQ(state().preferences.exercises_solved, std::vector<std::string>{"first/twice"});
}

TEST_F(ExerciseController, KeepsWhatWasWrittenForAnother) {
    folder_.write("other.cu", text);
    open();
    type("out[0] = 2; ");
    apply(command::OpenExercise{folder_ / "other.cu"});
    EXPECT_EQ(state().leaving, Leaving::no);
    EXPECT_EQ(state().document->text().find("out[0] = 2;"), std::string::npos);
    open();
    EXPECT_NE(state().document->text().find("out[0] = 2;"), std::string::npos);
    EXPECT_TRUE(state().document->unsaved);
}

TEST_F(ExerciseController, ShowsTheSolutionToWhoGivesUp) {
    open();
    apply(command::CompareWithSolution{});
    EXPECT_FALSE(state().comparison.held.trace) << "not before";
    apply(command::GiveUp{});
    EXPECT_TRUE(exercise().shows_solution());
    apply(command::CompareWithSolution{});
    ASSERT_TRUE(state().comparison.held.trace);
    EXPECT_TRUE(state().comparison.beside.on);
    EXPECT_NE(state().comparison.held.trace->text().find("2 * in[i]"), std::string::npos);
    ASSERT_NE(state().pair(), nullptr);
    EXPECT_EQ(state().pair()->titles.left.front(), "Your text");
    EXPECT_EQ(state().pair()->titles.right.front(), "The solution");
    EXPECT_TRUE(state().preferences.exercises_solved.empty());
}

TEST_F(ExerciseController, EndsWithItsText) {
    open();
    apply(command::NewText{new_kernel_text, "untitled.cu"});
    EXPECT_FALSE(exercise().open());
    open();
    apply(command::CloseExercise{});
    EXPECT_FALSE(exercise().open());
    EXPECT_TRUE(state().document) << "the text stays";
    folder_.write("twice.cu", "// exercise: first 1\n");
    apply(command::OpenExercise{folder_ / "twice.cu"});
    EXPECT_FALSE(exercise().open());
    EXPECT_NE(state().messages.back().text.find("no task"), std::string::npos);
}

TEST_F(ExerciseController, OpensASet) {
    const auto path = folder_.write(
        "week.txtar", std::string{"Week 1\n-- twice.cu --\n"} + text +
                          "-- twice.solution.cu --\nint i = 0;\n-- other.cu --\nint a;\n"
                          "-- one.md --\n---\ntitle: One\nabout: A test\n---\n## One\n\nA text.\n"
                          "```lesson\nrun: --kernel kogge-stone --block 16\n```\n");
    apply(command::OpenFile{path});
    ASSERT_EQ(exercise().all.size(), 1U);
    ASSERT_EQ(state().lesson.all.size(), 1U);
    EXPECT_TRUE(state().presenter.start);
    EXPECT_EQ(state().messages.back().text,
              "1 lesson and 1 exercise of week.txtar are on the start page.");
    EXPECT_EQ(state().preferences.recent_files.front(), path);
    // A second time it is the same.
    apply(command::OpenFile{path});
    EXPECT_EQ(exercise().all.size(), 1U);
    apply(command::OpenExercise{exercise().all.front()->path});
    ASSERT_TRUE(exercise().open());
    EXPECT_EQ(exercise().solution, "int i = 0;\n");
    apply(command::OpenFile{folder_.write("bad.txtar", "-- ../a.cu --\n")});
    EXPECT_NE(state().messages.back().text.find("leads elsewhere"), std::string::npos);
}

TEST_F(ExerciseController, SavesResultsWithTheirText) {
    open();
    type("int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = 2 * in[i]; ");
    ASSERT_TRUE(exercise().has_results());
    apply(command::SaveResults{folder_ / "ann.json"});
    const ExerciseResults results =
        read_results(testing::text_of_file(folder_ / "ann.json"), "ann.json");
    EXPECT_TRUE(results.intact);
    EXPECT_EQ(results.exercise, "first/twice");
    EXPECT_EQ(results.points, results.of);
    EXPECT_EQ(results.text, state().document->text());
}

TEST_F(ExerciseController, MakesAnExerciseOfSelectedLines) {
    const auto path =
        folder_.write("add.cu",
                      "// launch: add<<<(N + 63) / 64, 64>>>(A, B, C, N)\n"
                      "// A: int[N] i      B: int[N] 2 * i      C: int[N] -1 expect A + B\n"
                      "#define N 100\n"
                      "__global__ void add(const int *A, const int *B, int *C, int n) {\n"
                      "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                      "    if (i < n) {\n"
                      "        C[i] = A[i] + B[i];\n"
                      "    }\n"
                      "}\n");
    apply(command::OpenFile{path});
    apply(command::EditText{editor::action::GoToLine{5}});
    for (int k = 0; k < 3; ++k)
        apply(command::EditText{editor::action::Move{editor::Motion::down, true}});
    apply(command::SaveExercise{folder_ / "mine.cu"});
    ASSERT_EQ(state().document->path, (folder_ / "mine.cu").string())
        << state().messages.back().text;
    const std::string made = testing::text_of_file(folder_ / "mine.cu");
    EXPECT_NE(made.find("    // hole\n    // Yours.\n    // end\n}\n"), std::string::npos) << made;
    EXPECT_NE(made.find("N=1, N=31, N=33, N=1000, N=100"), std::string::npos) << made;
    EXPECT_TRUE(testing::text_of_file(folder_ / "mine.solution.cu").starts_with("    int i = "));
    const Exercise exercise_made = parse_exercise(made, (folder_ / "mine.cu").string());
    EXPECT_TRUE(exercise_faults(exercise_made).empty());
    EXPECT_EQ(exercise().all.back()->path, (folder_ / "mine.cu").string());
    // What was made can be opened and solved.
    apply(command::OpenExercise{folder_ / "mine.cu"});
    EXPECT_TRUE(exercise().open());
    EXPECT_TRUE(exercise().judgement->as_given);
}

TEST_F(ExerciseController, MakesNoneOfWhatCannotBeJudged) {
    const auto path = folder_.write("plain.cu",
                                    "// launch: one<<<1, 1>>>(A)   A: int[1]\n"
                                    "__global__ void one(int *A) {\n    A[0] = 1;\n}\n");
    apply(command::OpenFile{path});
    apply(command::EditText{editor::action::GoToLine{3}});
    apply(command::EditText{editor::action::Move{editor::Motion::down, true}});
    apply(command::SaveExercise{folder_ / "mine.cu"});
    EXPECT_NE(state().messages.back().text.find("judged by what comes out"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "mine.cu"));
    EXPECT_EQ(state().document->path, path.string());
}

}  // namespace exercise_controller_test
}  // namespace stridescope

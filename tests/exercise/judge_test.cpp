// Verdicts on submissions of one small exercise.
#include "app/exercise/judge.h"

#include <gtest/gtest.h>

#include <sys/stat.h>

#include <algorithm>
#include <string>

#include "app/exercise/grade.h"
#include "app/io/errors.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace judge_test {

const std::string doubling = R"(// exercise: first 1
// title:    Twice
// task:     Write out[i] = 2 * in[i].
// source:   ours
// launch:   twice<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, N)
// in:       int[N] i + 1         out: int[N] expect 2 * in
// cases:    N=1, N=33, N=100
// limit:    sectors <= 1.1 * ideal     limit: operations <= N     limit: threads > 1
// points:   right 2, fault 3
// hint:     fault | Some threads have no element.
// hint:     right | Blocks come one behind another.
#define N 100
#define BLOCK 32
__global__ void twice(const int *in, int *out, int n) {
    // hole
    // end
}
)";
const std::string good =
    "int i = blockIdx.x * blockDim.x + threadIdx.x;\nif (i < n) out[i] = 2 * in[i];";

/// The whole text with a line in its hole that is for threads which have an element.
std::string whole(const std::string& line) {
    std::string text = doubling;
    return text.insert(text.find("    // end"),
                       "int i = blockIdx.x * blockDim.x + threadIdx.x;\nif (i < n) " + line + "\n");
}

Exercise exercise() {
    return parse_exercise(doubling, "twice.cu");
}

/// Only what never ends is given little time: beside other tests, and under a sanitizer, a right
/// one takes longer.
Judgement judged(const std::string& text, double seconds = 60) {
    const Exercise of = exercise();
    return judge(of, submission_of(of, text, ""), {.seconds = seconds});
}

ExerciseVerdict::State state(const Judgement& judgement, const std::string& name) {
    for (const ExerciseVerdict& verdict : judgement.verdicts) {
        if (verdict.name == name) return verdict.state;
    }
    ADD_FAILURE() << "no verdict " << name;
    return ExerciseVerdict::State::open;
}
constexpr auto passed = ExerciseVerdict::State::passed, failed = ExerciseVerdict::State::failed,
               open = ExerciseVerdict::State::open;

TEST(Judge, PassesARightOne) {
    const Judgement judgement = judged(good);
    for (const ExerciseVerdict& verdict : judgement.verdicts) {
        EXPECT_EQ(verdict.state, passed) << verdict.name << ": " << verdict.sentence;
    }
    EXPECT_EQ(judgement.verdicts.size(), 9U);
    EXPECT_EQ(judgement.of_points(), 3 * 2 + 1 + 3 + 3);
    EXPECT_EQ(judgement.points(), judgement.of_points());
    EXPECT_EQ(judgement.first(), nullptr);
    EXPECT_TRUE(judgement.body_only);
}

TEST(Judge, HoldsEachSizeByItself) {
    const Judgement judgement = judged("int i = threadIdx.x; if (i < n) out[i] = 2 * in[i];");
    EXPECT_EQ(state(judgement, "right at N = 1"), passed);
    EXPECT_EQ(state(judgement, "right at N = 33"), failed);
    EXPECT_EQ(state(judgement, "right at N = 100"), failed);
    // Costs and what is not there count for nothing while the result is wrong.
    EXPECT_EQ(state(judgement, "no fault"), open);
    EXPECT_EQ(state(judgement, "operations <= N"), open);
    EXPECT_EQ(judgement.points(), 2);
}

TEST(Judge, TellsFaultsAndRacesBesideARightResult) {
    const Judgement beyond =
        judged("int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = 2 * in[i];");
    EXPECT_EQ(state(beyond, "right at N = 33"), passed);
    EXPECT_EQ(state(beyond, "no fault"), failed);
    ASSERT_NE(beyond.first(), nullptr);
    EXPECT_EQ(beyond.first()->kind, VerdictKind::fault);
    EXPECT_EQ(beyond.first()->line, 16);
    const Judgement racy = judged(
        "__shared__ int s[BLOCK]; int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "s[threadIdx.x] = i < n ? in[i] : 0;\n"
        "int other = s[blockDim.x - 1 - threadIdx.x];\n"
        "if (i < n) out[i] = 2 * in[i] + 0 * other;");
    EXPECT_EQ(state(racy, "right at N = 100"), passed);
    EXPECT_EQ(state(racy, "no race"), failed);
}

// A thread that reads too early reads what nobody has written: the race is the cause.
TEST(Judge, NamesTheCauseFirst) {
    std::string two_warps = doubling;
    two_warps.replace(two_warps.find("BLOCK 32"), 8, "BLOCK 64");
    const Exercise of = parse_exercise(two_warps, "twice.cu");
    const std::string body =
        "__shared__ int s[BLOCK]; int i = blockIdx.x * BLOCK + threadIdx.x;\n"
        "s[threadIdx.x] = i < n ? in[i] : 0;\n"
        "if (i < n) out[i] = 2 * s[threadIdx.x] + 0 * s[(threadIdx.x + 32) % 64];";
    const Judgement early = judge(of, submission_of(of, body, ""));
    EXPECT_EQ(state(early, "no race"), failed);
    EXPECT_EQ(state(early, "no fault"), failed);
    EXPECT_EQ(early.first()->kind, VerdictKind::race);
}

TEST(Judge, HoldsToWhatARightOneMayCost) {
    const Judgement serial = judged(
        "if (blockIdx.x + threadIdx.x == 0) for (int i = 0; i < n; ++i) out[i] = 2 * in[i];");
    EXPECT_EQ(state(serial, "right at N = 100"), passed);
    EXPECT_EQ(state(serial, "threads > 1"), failed);
    // Also where all load something first.
    const Judgement loads = judged(
        "__shared__ int s[N]; int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "if (blockIdx.x == 0) for (int k = threadIdx.x; k < n; k += blockDim.x) s[k] = in[k];\n"
        "__syncthreads();\n"
        "if (i == 0) for (int k = 0; k < n; ++k) out[k] = 2 * s[k];");
    EXPECT_EQ(state(loads, "right at N = 100"), passed);
    EXPECT_EQ(state(loads, "threads > 1"), failed);
    // And where the loop is in rounds that are steps by themselves.
    const Judgement rounds = judged(
        "int i = blockIdx.x * blockDim.x + threadIdx.x; int mine = i < n ? in[i] : 0;\n"
        "if (mine < 0) out[i] = 0;\nif (i > 0) return;\n"
        "for (int k = 0; k < n; ++k) out[k] = 2 * in[k];");
    EXPECT_EQ(state(rounds, "right at N = 100"), passed);
    EXPECT_EQ(state(rounds, "threads > 1"), failed);
    const Judgement more = judged(
        "int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[i] + in[i] + in[i] "
        "- in[i];");
    EXPECT_EQ(state(more, "operations <= N"), failed);
}

TEST(Judge, LetsTheExerciseWin) {
    // A card, macros and a main of their own.
    const std::string own = R"(// launch: twice<<<1, 1>>>(in, out, 1)
// in: int[1] zeros
// out: int[1] expect 0 * in
#include <cstdio>
#define BLOCK 1
__global__ void twice(const int *in, int *out, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) out[i] = )";
    const std::string rest = ";\n}\nint main() { printf(\"fine\\n\"); return 0; }\n";
    EXPECT_TRUE(judged(own + "2 * in[i]" + rest).passed());
    const Judgement wrong = judged(own + "0 * in[i]" + rest);
    EXPECT_EQ(state(wrong, "right at N = 1"), failed);
    EXPECT_EQ(wrong.first()->sentence, "out[0] is 0; 2 * in gives 2.");
}

TEST(Judge, SetsMacrosBehindHeaders) {
    // One of CUDA's has a parameter N of its own.
    const std::string text = "#include <cooperative_groups.h>\n#define N 5\n" +
                             doubling.substr(doubling.find("#define BLOCK"));
    const std::size_t hole = text.find("    // hole");
    const Judgement judgement =
        judged(text.substr(0, hole) + good + text.substr(text.find("}", hole)));
    EXPECT_TRUE(judgement.passed()) << judgement.first()->sentence;
}

TEST(Judge, ComesToAnEndWithWhatDoesNot) {
    const Judgement judgement = judged(
        "unsigned long long k = n; while (k != 0) k = (k * 6364136223846793005ull + n) | 1;", 0.2);
    EXPECT_EQ(state(judgement, "compiles"), passed);
    EXPECT_EQ(state(judgement, "right at N = 1"), failed);
    EXPECT_EQ(state(judgement, "right at N = 33"), open);
    EXPECT_EQ(state(judgement, "no race"), open);
    EXPECT_EQ(judgement.points(), 0);
    // A wait that nothing ends is seen as one.
    const Judgement waits = judged("while (n > 0) { if (out[0] == 5) break; }");
    EXPECT_EQ(state(waits, "no fault"), failed);
}

TEST(Judge, RefusesWhatIsNotCuda) {
    for (const char* text : {"import numpy as np\n", "out[i] = ;", "This is my solution.",
                             "__global__ void other(int *a) { a[0] = 1; }"}) {
        const Judgement judgement = judged(text);
        EXPECT_EQ(state(judgement, "compiles"), failed) << text;
        EXPECT_EQ(judgement.points(), 0) << text;
        EXPECT_FALSE(judgement.first()->sentence.empty()) << text;
    }
}

TEST(Judge, KnowsAHoleThatNobodyFilled) {
    const Exercise of = exercise();
    EXPECT_TRUE(submission_of(of, doubling, "").as_given);
    EXPECT_TRUE(submission_of(of, "// I could not\n", "").as_given);
    EXPECT_FALSE(submission_of(of, good, "").as_given);
    EXPECT_EQ(judged(doubling).points(), 0);
}

TEST(Judge, GivesTheHintThatIsNeeded) {
    const Exercise of = exercise();
    const Judgement beyond =
        judged("int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = 2 * in[i];");
    EXPECT_EQ(next_hint(of, beyond, {}), 0);
    EXPECT_EQ(next_hint(of, beyond, {true}), 1);
    EXPECT_EQ(next_hint(of, judged("out[0] = 0;"), {}), 1);
    EXPECT_EQ(next_hint(of, beyond, {true, true}), -1);
}

TEST(Judge, KeepsWhatIsExpectedToItself) {
    const Exercise of = parse_exercise("// hidden: expectation\n" + doubling, "twice.cu");
    const Judgement wrong = judge(of, submission_of(of, "out[0] = 7;", ""));
    EXPECT_EQ(wrong.first()->sentence.find("gives"), std::string::npos) << wrong.first()->sentence;
}

TEST(ParseExercise, SaysWhatIsMissing) {
    const auto why = [](std::string text, const std::string& from, const std::string& to) {
        text.replace(text.find(from), from.size(), to);
        try {
            parse_exercise(text, "twice.cu");
        } catch (const UsageError& error) {
            return std::string{error.what()};
        }
        return std::string{};
    };
    EXPECT_NE(why(doubling, "    // hole\n", "").find("no hole"), std::string::npos);
    EXPECT_NE(why(doubling, "    // end\n", "").find("no hole"), std::string::npos);
    EXPECT_NE(why(doubling, "// task:", "// tusk:").find("no task"), std::string::npos);
    EXPECT_NE(why(doubling, "expect 2 * in", "zeros").find("expects nothing"), std::string::npos);
    EXPECT_NE(why(doubling, "first 1", "first").find("line 1"), std::string::npos);
    EXPECT_NE(why(doubling, "sectors", "sectoids").find("not a limit"), std::string::npos);
    EXPECT_NE(why(doubling, "fault |", "foult |").find("not a verdict"), std::string::npos);
    EXPECT_NE(why(doubling, "N=33", "N33").find("sets nothing"), std::string::npos);
    EXPECT_NE(why(doubling, "right 2", "right -2").find("points are"), std::string::npos);
    EXPECT_EQ(why(doubling, "first 1", "first 7"), "");
}

TEST(Grade, HasARowForWhateverIsHandedIn) {
    const testing::TemporaryFolder folder;
    std::filesystem::create_directories(folder / "class/ann");
    std::filesystem::create_directories(folder / "nothing");
    folder.write("class/ann/own.cu", "#include \"parts.cuh\"\n" + doubling);
    folder.write("class/ann/parts.cuh", "// mine\n");
    folder.write("class/bob.cu", good);
    folder.write("class/empty.cu", " \n");
    folder.write("class/photo.cu", std::string("\xFF\xD8\xFF\xE0\0\x10", 6));
    folder.write(
        "class/wide.cu", std::string("\xFF\xFE", 2) + [] {
            std::string wide;
            for (const char c : good) wide += {c, '\0'};
            return wide;
        }());
    folder.write("class/.hidden", "x");
    ASSERT_EQ(mkfifo((folder / "class/pipe.cu").c_str(), 0600), 0);
    // What one declares and another one has must not be put together.
    const std::string declares = "__device__ int two(int x);\n" + whole("out[i] = two(in[i]);") +
                                 "int main() { return 0; }\n";
    folder.write("class/lends.cu", "__device__ int two(int x) { return 2 * x; }\n" +
                                       whole("out[i] = two(in[i]);") +
                                       "int main2() { return 0; }\n");
    folder.write("class/borrows.cu", declares);
    const auto handed = handed_in({(folder / "class").string(), (folder / "nothing").string(),
                                   (folder / "missing.cu").string()});
    const Exercise of = exercise();
    std::vector<std::string> told;
    const auto grades =
        grade_all(of, handed, {}, [&](const Grade& grade) { told.push_back(grade.name); });
    std::string rows;
    for (const Grade& grade : grades) {
        const std::string name = grade.name.substr(folder.path().string().size() + 1);
        rows += name + ' ' + std::to_string(grade.points()) + ' ' +
                (grade.refused.empty() ? "judged" : "refused") + '\n';
        EXPECT_TRUE(grade.passed() || !grade.first(of).empty()) << grade.name;
    }
    EXPECT_EQ(rows,
              "class/ann/own.cu 0 judged\nclass/bob.cu 13 judged\nclass/borrows.cu 0 judged\n"
              "class/empty.cu 0 refused\nclass/lends.cu 13 judged\n"
              "class/photo.cu 0 refused\nclass/pipe.cu 0 refused\nclass/wide.cu 13 judged\nnothing "
              "0 refused\n"
              "missing.cu 0 refused\n");
    EXPECT_EQ(told.size(), grades.size());
    const std::string csv = grades_csv(of, grades);
    EXPECT_EQ(std::ranges::count(csv, '\n'), 11) << csv;
}

}  // namespace judge_test
}  // namespace stridescope

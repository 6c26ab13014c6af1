// What was reached goes into a file with its text, and a change of either is told.
#include "app/exercise/results.h"

#include <gtest/gtest.h>

#include <string>

#include "app/exercise/grade.h"
#include "app/io/errors.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace results_test {

Exercise exercise() {
    return parse_exercise(
        "// exercise: first 1\n// title: Twice\n// task: Write 2 * in.\n"
        "// launch: twice<<<1, N>>>(in, out)\n// in: int[N] i + 1    out: int[N] expect 2 * in\n"
        "#define N 33\n__global__ void twice(const int *in, int *out) {\n    int i = threadIdx.x;\n"
        "    // hole\n    // Yours.\n    // end\n}\n",
        "/course/twice.cu");
}

constexpr const char* body = "out[i] = in[i] * 2;  // é \"so\"\n";

std::string saved(const std::string& hole) {
    const Exercise of = exercise();
    const std::string text = with_hole(of, hole);
    return results_text(of, judge(of, submission_of(of, text, "")), text, 1, false);
}

std::string changed(std::string text, const std::string& what, const std::string& by) {
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), by);
}

TEST(Results, BelongToTheirText) {
    const ExerciseResults results = read_results(saved(body), "ann.json");
    EXPECT_TRUE(results.intact);
    EXPECT_EQ(results.exercise, "first/twice");
    EXPECT_EQ(results.text, with_hole(exercise(), body));
    EXPECT_EQ(results.points, results.of);
    EXPECT_EQ(results_line(results, "ann.json"),
              "ann.json: Twice, 3 of 3 points, 1 hint; verdicts and text belong together.");
}

TEST(Results, TellOfAnyChange) {
    const std::string text = saved("out[i] = in[i];\n");
    ASSERT_TRUE(read_results(text, "a").intact);
    EXPECT_FALSE(read_results(changed(text, "\"points\": 0", "\"points\": 3"), "a").intact);
    EXPECT_FALSE(read_results(changed(text, "in[i];\\n", "2*in[i];\\n"), "a").intact);
    EXPECT_FALSE(read_results(changed(text, "\"hints\": 1", "\"hints\": 0"), "a").intact);
    EXPECT_FALSE(read_results(changed(text, "\"failed\"", "\"passed\""), "a").intact);
    // Blanks between members are nobody's doing.
    EXPECT_TRUE(read_results(changed(text, "\n  \"version\"", "\n\t\t\"version\""), "a").intact);
    for (const char* other : {"", "{", "[]", "{\"stridescope\": \"results\"}", "{\"a\": 1}"})
        EXPECT_THROW(read_results(other, "a"), UsageError) << other;
}

TEST(Results, AreGradedByTheirText) {
    const testing::TemporaryFolder folder;
    const std::string good = saved(body);
    folder.write("ann.json", good);
    folder.write("ben.json", changed(good, "in[i] * 2", "in[i] * 3"));
    folder.write("cem.json", saved("out[i] = in[i];\n"));
    const Exercise of = exercise();
    const auto grades = grade_all(of, handed_in({folder.path().string()}), {}, [](const Grade&) {});
    ASSERT_EQ(grades.size(), 3U);
    EXPECT_TRUE(grades[0].passed()) << grades[0].first(of);
    EXPECT_NE(grades[1].refused.find("was changed since it was saved."), std::string::npos);
    EXPECT_EQ(grades[1].points(), 0);
    EXPECT_FALSE(grades[2].passed());
    // Another exercise's results are no submission of this one.
    Exercise other = of;
    other.path = "/course/thrice.cu";
    const auto others =
        grade_all(other, handed_in({(folder / "ann.json").string()}), {}, [](const Grade&) {});
    EXPECT_NE(others[0].refused.find("holds results of first/twice."), std::string::npos);
}

}  // namespace results_test
}  // namespace stridescope

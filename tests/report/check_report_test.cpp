// What `check` says of a text, as a line, a row and an object.
#include "app/report/check_report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/recorded_card.h"

namespace stridescope {
namespace check_report_test {

using Json = nlohmann::json;

TextVerdict everything() {
    return {.file = "hist.cu",
            .correct = "histogram",
            .padding = "The padding does nothing.",
            .right = false,
            .wrong = "bins[3] is 7; histogram of text gives 9",
            .faults = {"Thread 5 reads beyond bins."},
            .race_count = 2,
            .first_race = "Threads 0 and 1 race on bins[3].",
            .first_cause = "Thread 5 reads beyond bins.",
            .excess = 96,
            .degree = 32,
            .sectors = 64,
            .ideal_sectors = 4};
}

TEST(CheckReport, SaysAllOfItInALine) {
    EXPECT_EQ(verdicts_text({everything()}, ReportFormat::text),
              "hist.cu: WRONG: bins[3] is 7; histogram of text gives 9 · broken on purpose: the "
              "correct version is histogram · Thread 5 reads beyond bins. · 2 races: Threads 0 and "
              "1 race on bins[3]. · The padding does nothing. · 96 excess wavefronts, up to 32-way "
              "· 64 sectors of global memory where 4 would do\n");
    TextVerdict one{.file = "a.cu", .right = true, .race_count = 1, .first_race = "It races."};
    one.excess = 1;
    one.degree = 2;
    EXPECT_EQ(verdicts_text({one}, ReportFormat::text),
              "a.cu: output happens to be correct · 1 race: It races. · 1 excess wavefront, up to "
              "2-way\n");
    EXPECT_EQ(verdicts_text({{.file = "b.cu"}, {.file = "c.cu", .refused = "c.cu:1:1: No."}},
                            ReportFormat::text),
              "b.cu: not compared\nc.cu:1:1: No.\n");
}

TEST(CheckReport, SaysWhereAnExpectationIsHeldAgainstNothing) {
    const auto trace = testing::recorded_text(
        "__global__ void k(int *a) { a[threadIdx.x] = 1; }\n// expect:\nint main() {\n   //expect: "
        "d = "
        "ones\n    int *d;\n    cudaMalloc(&d, 128);\n    k<<<1, 32>>>(d);\n}\n");
    EXPECT_EQ(
        verdicts_text({verdict_of("a.cu", *trace)}, ReportFormat::text),
        "a.cu: not compared: line 4 says what to expect, and nothing is held against it (expect "
        "stands among the comments at a text's head, with a launch; a main compares by itself "
        "and returns 1)\n");
}

TEST(CheckReport, SaysWhereSumsMayDifferFromAGpus) {
    TraceData data =
        testing::recorded_text(
            "__global__ void k(int *a) { a[threadIdx.x] = 1; }\n"
            "int main() {\n    int *d;\n    cudaMalloc(&d, 128);\n    k<<<1, 32>>>(d);\n}\n")
            ->data();
    const auto line = [&] {
        return verdicts_text({verdict_of("a.cu", Trace{data})}, ReportFormat::text);
    };
    const auto json = [&] {
        return Json::parse(verdicts_text({verdict_of("a.cu", Trace{data})}, ReportFormat::json))[0];
    };
    EXPECT_EQ(line(), "a.cu: not compared\n");
    EXPECT_EQ(json()["rounded_sums"], false);
    data.rounded_sums = true;
    EXPECT_EQ(line(),
              "a.cu: not compared · sums of tensor cores may differ from a GPU's in their last "
              "bits\n");
    EXPECT_EQ(json()["rounded_sums"], true);
}

TEST(CheckReport, SaysOfHowManyMultiprocessorsMainWasToldWhereThatMatters) {
    TextVerdict verdict{.file = "a.cu", .multiprocessors = 4};
    const auto line = [&] { return verdicts_text({verdict}, ReportFormat::text); };
    const auto json = [&] {
        return Json::parse(verdicts_text({verdict}, ReportFormat::json))[0]["multiprocessors"];
    };
    EXPECT_EQ(line(), "a.cu: not compared\n");
    EXPECT_EQ(json(), 4);
    verdict.exit_code = 1;
    EXPECT_EQ(line(),
              "a.cu: not compared · main returned 1 · main was told of 4 multiprocessors\n");
    verdict.exit_code = 0;
    verdict.multiprocessors = 132;
    EXPECT_EQ(line(),
              "a.cu: not compared · main was told of 132 multiprocessors, as many as an H100 "
              "has\n");
    verdict.multiprocessors = 0;
    EXPECT_EQ(line(), "a.cu: not compared\n");
    EXPECT_TRUE(json().is_null());
}

TEST(CheckReport, IsFineWhereNothingIsWrong) {
    EXPECT_TRUE(TextVerdict{.file = "a.cu"}.fine());
    EXPECT_TRUE((TextVerdict{.file = "a.cu", .right = true, .excess = 9}.fine()));
    EXPECT_FALSE((TextVerdict{.file = "a.cu", .refused = "No."}.fine()));
    EXPECT_FALSE((TextVerdict{.file = "a.cu", .right = false}.fine()));
    EXPECT_FALSE((TextVerdict{.file = "a.cu", .faults = {"It hangs."}}.fine()));
    EXPECT_FALSE((TextVerdict{.file = "a.cu", .race_count = 1}.fine()));
}

TEST(CheckReport, IsATableWithOneMessageEach) {
    TextVerdict faulty = everything(), racing = everything(), refused = everything();
    faulty.wrong.clear();
    racing.wrong.clear();
    racing.faults.clear();
    racing.right.reset();
    racing.first_cause = racing.first_race;
    refused.refused = "hist.cu:1:1: \"it\" is missing";
    EXPECT_EQ(verdicts_text({everything(), faulty, racing, refused}, ReportFormat::csv),
              "file,runs,right,fine,faults,races,excess_wavefronts,max_degree,global_sectors,"
              "global_ideal_sectors,message\n"
              "hist.cu,1,0,0,1,2,96,32,64,4,bins[3] is 7; histogram of text gives 9\n"
              "hist.cu,1,0,0,1,2,96,32,64,4,Thread 5 reads beyond bins.\n"
              "hist.cu,1,,0,0,2,96,32,64,4,Threads 0 and 1 race on bins[3].\n"
              "hist.cu,0,0,0,1,2,96,32,64,4,\"hist.cu:1:1: \"\"it\"\" is missing\"\n");
}

TEST(CheckReport, IsAList) {
    const Json list = Json::parse(
        verdicts_text({everything(), {.file = "a.cu", .refused = "No."}}, ReportFormat::json));
    ASSERT_EQ(list.size(), 2U);
    EXPECT_EQ(list[0]["twin"], "histogram");
    EXPECT_EQ(list[0]["right"], false);
    EXPECT_EQ(list[0]["padding"], "The padding does nothing.");
    EXPECT_EQ(list[1]["refused"], "No.");
    for (const char* nothing : {"right", "wrong", "twin", "padding", "first_race"})
        EXPECT_TRUE(list[1][nothing].is_null()) << nothing;
}

TEST(CheckReport, OfATextThatIsBrokenOnPurposeNamesItsCorrectVersion) {
    const auto trace = testing::recorded_kernel("broken/kogge_stone_one_barrier.cu");
    const TextVerdict verdict = verdict_of("mine.cu", *trace);
    EXPECT_EQ(verdict.correct, "kogge_stone");
    EXPECT_FALSE(verdict.fine());
    EXPECT_GT(verdict.race_count, 0U);
}

}  // namespace check_report_test
}  // namespace stridescope

// The ladder: what its file holds, what its rungs run, and the scans on the CPU.
#include "app/ladder/ladder.h"
#include "app/experiment/text/text_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "app/engine/machine/text_launches.h"
#include "app/engine/machine/text_trial.h"
#include "app/engine/nvrtc/compiler.h"
#include "app/engine/nvrtc/gpu_text.h"
#include "app/engine/nvrtc/library_scan.h"
#include "app/engine/scan_on_gpu.h"
#include "app/experiment/text/library_texts.h"
#include "app/io/errors.h"
#include "app/ladder/measure/cpu_scans.h"
#include "app/ladder/measure/measure.h"
#include "app/report/ladder_report.h"
#include "tests/support/left_out.h"

namespace stridescope {
namespace ladder_test {

TextSpec spec_of_rung(const Rung& rung, std::int64_t n) {
    const LibraryText* text = find_text(rung.text);
    if (text == nullptr) {
        ADD_FAILURE() << rung.text << " is not in the library";
        return {};
    }
    TextSpec spec = spec_of(*text);
    for (const auto& knob : rung.knobs) spec.defines.push_back(knob);
    spec.defines.emplace_back("N", std::to_string(n));
    return spec;
}

std::vector<Rung> text_rungs() {
    std::vector<Rung> all = standard_rungs();
    std::erase_if(all, [](const Rung& rung) { return rung.text.empty(); });
    return all;
}

Ladder small_ladder() {
    Ladder ladder{.program = "StrideScope 1",
                  .date = "2026-01-02",
                  .type = ElementType::i32,
                  .cpu = "a CPU",
                  .cores = 4,
                  .gpu = "a GPU",
                  .no_gpu = {},
                  .toolkit = "13.0",
                  .library = "CUB 3",
                  .stopped = true,
                  .rungs = {},
                  .results = {}};
    ladder.rungs = {{.id = "cpu-one", .name = "One, \"core\"", .kind = RungKind::cpu},
                    {"c", "Chained", RungKind::scan, "chained", {{"BLOCK", "64"}}},
                    {.id = "copy", .name = "Copy", .kind = RungKind::roof}};
    ladder.results = {
        {.rung = 0, .n = 1000, .ms = {0.25, 0.5, 0.125}},
        {.rung = 1, .n = 1000, .left_out = "Not today."},
        {.rung = 1,
         .n = 1'000'000,
         .ms = {4, 2, 8},
         .clearing_ms = {1, 1, 1},
         .blocks = 16,
         .launches = 1,
         .wrong = "Element 3 is wrong."},
        {.rung = 2, .n = 1'000'000, .ms = {1, 1, 1}},
    };
    return ladder;
}

TEST(LadderModel, TellsMedianSpreadRateAndShare) {
    const Ladder ladder = small_ladder();
    const Spread spread = spread_of(ladder.results[0].ms);
    EXPECT_EQ(spread.median, 0.25);
    EXPECT_EQ(spread.least, 0.125);
    EXPECT_EQ(spread.most, 0.5);
    EXPECT_EQ(spread_of({1, 4, 2, 3}).median, 2.5);
    // A million ints, read and written, in 4 ms.
    EXPECT_DOUBLE_EQ(gigabytes_per_second(ladder, ladder.results[2]), 2.0);
    EXPECT_EQ(share_of_roof(ladder, ladder.results[2]), 0.25);
    EXPECT_EQ(share_of_roof(ladder, ladder.results[3]), 1.0);
    EXPECT_EQ(share_of_roof(ladder, ladder.results[0]), std::nullopt);
    EXPECT_EQ(ladder.sizes(), (std::vector<std::int64_t>{1000, 1'000'000}));
}

TEST(LadderModel, WritesSizesAndTimesShort) {
    EXPECT_EQ(size_text(1000), "10³");
    EXPECT_EQ(size_text(1'000'000'000), "10⁹");
    EXPECT_EQ(size_text(1 << 20), "2²⁰");
    EXPECT_EQ(size_text(1), "1");
    EXPECT_EQ(size_text(64), "64");
    EXPECT_EQ(size_text(1025), "1,025");
    EXPECT_EQ(time_text(0.0123), "12.3 µs");
    EXPECT_EQ(time_text(1.094), "1.09 ms");
    EXPECT_EQ(time_text(99.96), "100 ms");
    EXPECT_EQ(time_text(3210), "3.21 s");
}

TEST(LadderFile, ComesBackAsItWas) {
    const Ladder ladder = small_ladder();
    const std::string json = ladder_json(ladder);
    EXPECT_EQ(parse_ladder(json), ladder);
}

TEST(LadderFile, RefusesWhatIsNotOne) {
    const std::string good = ladder_json(small_ladder());
    const auto refused = [&](const std::string& from, const std::string& to) {
        std::string text = good;
        const std::size_t at = text.find(from);
        ASSERT_NE(at, std::string::npos) << from;
        text.replace(at, from.size(), to);
        EXPECT_THROW((void)parse_ladder(text), UsageError) << to;
    };
    refused("stridescope-ladder", "something");
    refused("\"version\": 1", "\"version\": 2");
    refused("\"version\": 1", "\"version\": 6e64");
    refused("\"version\": 1", "\"version\": 1.0");
    refused("\"version\": 1", "\"version\": 4294967297");
    refused("\"i32\"", "\"i33\"");
    refused("\"roof\"", "\"floor\"");
    refused("\"rung\": \"copy\"", "\"rung\": \"copier\"");
    refused("\"id\": \"c\"", "\"id\": \"copy\"");
    refused("\"n\": 1000,", "\"n\": 0,");
    refused("0.25", "-0.25");
    refused("0.25", "\"0.25\"");
    refused("0.25", "1e-300");
    refused("0.25", "1e300");
    refused("\"n\": 1000,", "\"n\": 9000000000000000000,");
    refused("\"Chained\"", '"' + std::string(1000, 'x') + '"');
    refused("\"left_out\": \"Not today.\"", "\"blocks\": 3");
    refused("\"results\"", "\"outcome\"");
    EXPECT_THROW((void)parse_ladder("[]"), UsageError);
    EXPECT_THROW((void)parse_ladder("{"), UsageError);
    Ladder many = small_ladder();
    for (int n = 1; n < 100; ++n) many.results.push_back({.rung = 0, .n = n, .ms = {1, 1, 1}});
    EXPECT_THROW((void)parse_ladder(ladder_json(many)), UsageError) << "too many sizes";
    for (std::size_t cut = 0; cut < good.size() - 2; cut += 7)
        EXPECT_THROW((void)parse_ladder(good.substr(0, cut)), UsageError) << cut;
}

TEST(LadderReport, HasALineForEachRungAndSaysWhatIsLeftOut) {
    const Ladder ladder = small_ladder();
    const std::string table = ladder_table(ladder);
    EXPECT_NE(table.find("4.00 ms !"), std::string::npos) << table;
    EXPECT_NE(table.find("Not today.\n  – Chained at 10³"), std::string::npos) << table;
    EXPECT_NE(table.find("Element 3 is wrong."), std::string::npos) << table;
    const std::string csv = to_csv(ladder_results(ladder));
    EXPECT_NE(csv.find("cpu-one,\"One, \"\"core\"\"\",cpu,1000,3,0.25,0.125,0.5,"),
              std::string::npos)
        << csv;
    EXPECT_EQ(std::ranges::count(csv, '\n'), 5);
}

TEST(LadderNumbers, HaveExactSumsAlsoAsFloats) {
    constexpr std::size_t many = 20'000'000;
    std::vector<float> numbers(many);
    fill_with_steps(numbers);
    std::int64_t sum = 0, farthest = 0;
    for (const float number : numbers) {
        ASSERT_EQ(number, std::round(number));
        ASSERT_LE(std::abs(number), 4);
        sum += static_cast<std::int64_t>(number);
        farthest = std::max(farthest, std::abs(sum));
    }
    // A walk of 10⁹ steps goes seven times as far; floats are exact to 2²⁴, differences to half.
    EXPECT_LT(farthest, (1 << 23) / 50);
    EXPECT_GT(farthest, 1000);
    std::vector<int> same(1000);
    fill_with_steps(same);
    EXPECT_TRUE(std::ranges::equal(same, std::span{numbers}.first(1000)));
}

TEST(CpuScans, AreRightForAnySizeAndNumberOfThreads) {
    for (const unsigned threads : {0U, 1U, 2U, 3U, 8U}) {
        ScanThreads all{threads};
        for (const std::size_t n : {0, 1, 2, 7, 31, 32, 33, 1023, 1025, 100'003}) {
            std::vector<int> numbers(n), want(n), got(n, -1);
            fill_with_steps(numbers);
            int sum = 0;
            for (std::size_t i = 0; i < n; ++i) want[i] = sum += numbers[i];
            all.scan(std::span<const int>{numbers}, std::span<int>{got});
            ASSERT_EQ(got, want) << n << " on " << threads;
        }
    }
}

TEST(LadderRungs, AreWhatTheirTextsTake) {
    for (const Rung& rung : text_rungs()) {
        for (const std::int64_t n : {1LL, 1000LL, 1025LL, 1'000'000'000LL}) {
            TextOutline text;
            try {
                text = outline(spec_of_rung(rung, n));
            } catch (const UsageError& error) {
                EXPECT_EQ(rung.id, "three-kernel") << error.what();  // too many totals
                continue;
            }
            std::uint64_t threads = 0;
            int inputs = 0, outputs = 0;
            for (const TextLaunch& launch : launches_of(text.run))
                threads = std::max<std::uint64_t>(threads,
                                                  std::uint64_t{launch.grid[0]} * launch.block[0]);
            for (std::size_t k = 0; k < text.arrays.size(); ++k) {
                const TextArray& array = text.run.arrays[k];
                EXPECT_EQ(array.before.size(), 0U) << "it was given numbers";
                if (array.extents != std::vector<std::int64_t>{n}) continue;
                inputs += !array.written;
                outputs += text.arrays[k].is_output;
            }
            if (rung.fitted.empty()) {
                EXPECT_GE(threads * 16, static_cast<std::uint64_t>(n)) << rung.id;
            } else {
                EXPECT_NE(std::ranges::find(text.run.knobs, rung.fitted, &ResolvedKnob::name),
                          text.run.knobs.end())
                    << rung.id;
            }
            EXPECT_EQ(inputs, 1) << rung.id << " " << n;
            EXPECT_EQ(outputs, 1) << rung.id << " " << n;
        }
    }
}

TEST(LadderRungs, AreOutlinedAsTheyAreResolved) {
    for (const Rung& rung : text_rungs()) {
        const TextSpec spec = spec_of_rung(rung, 3001);
        const TextRun whole = resolve(spec);
        const TextOutline text = outline(spec);
        EXPECT_EQ(text.run.grid, whole.grid);
        EXPECT_EQ(text.run.dynamic_shared, whole.dynamic_shared);
        ASSERT_EQ(text.run.arrays.size(), whole.arrays.size());
        for (std::size_t k = 0; k < whole.arrays.size(); ++k) {
            EXPECT_EQ(text.run.arrays[k].name, whole.arrays[k].name);
            EXPECT_EQ(text.run.arrays[k].extents, whole.arrays[k].extents);
            EXPECT_EQ(text.arrays[k].is_output, whole.arrays[k].expected.has_value());
        }
    }
}

TEST(LadderRungs, AreTakenByNvrtcAtAnySize) {
    if (const std::string why = nvrtc::why_no_compiler(); !why.empty()) GTEST_SKIP() << why;
    for (const Rung& rung : text_rungs()) {
        TextSpec spec = spec_of_rung(rung, 100'000'000);
        spec.defines.emplace_back("T", "int");
        const nvrtc::PreparedText prepared =
            nvrtc::prepare(outline(spec).run, language::Printing::plain);
        // No sanitizer sees anything of NVRTC, whose threads LeakSanitizer stumbles over at the
        // end.
        if (!testing::left_out(1)) {
            EXPECT_GT(nvrtc::compile({.name = rung.id,
                                      .text = prepared.text,
                                      .capability = 90,
                                      .options = prepared.options})
                          .size(),
                      1000U);
        }
        // What is compiled is the same for all sizes: the compiler's work is done once.
        TextSpec other = spec_of_rung(rung, 1000);
        other.defines.emplace_back("T", "int");
        EXPECT_EQ(nvrtc::prepare(outline(other).run, language::Printing::plain).text, prepared.text)
            << rung.id;
    }
}

TEST(LadderRungs, FindOutWhatMustBeResident) {
    int round = 0;
    for (const Rung& rung : text_rungs()) {
        if (testing::left_out(round++)) continue;
        const TextRun run = resolve(spec_of_rung(rung, 65537));
        if (rung.id == "naive") continue;  // takes the machine too long
        const TextTrial trial = try_on_machine(run);
        EXPECT_EQ(trial.harm, "") << rung.id;
        EXPECT_EQ(trial.all_resident, rung.id == "spin-barrier" || !rung.fitted.empty()) << rung.id;
        EXPECT_EQ(blocks_cooperate(run), rung.kind == RungKind::scan && rung.id != "three-kernel")
            << rung.id;
    }
    TextSpec broken = spec_of(*find_text("kogge_stone_barrier_in_branch"));
    EXPECT_NE(try_on_machine(resolve(broken)).harm, "");
}

// Where the program was built with CUB, it is found, and says so where it cannot run.
TEST(LibraryScan, IsThereOrSaysWhyNot) {
    const nvrtc::LibraryScan& scan = nvrtc::library_scan();
    EXPECT_NE(scan.name.empty(), scan.why_not.empty());
    if (!scan.why_not.empty()) GTEST_SKIP() << scan.why_not;
    EXPECT_EQ(scan.name.substr(0, 4), "CUB ");
    unsigned long long bytes = 0;
    const bool gpu = !gpu_name().empty();
    EXPECT_EQ(scan.run(0, 0, &bytes, 0, 0, 1000) == 0, gpu);
    EXPECT_EQ(bytes > 0, gpu);
    EXPECT_NE(scan.run(0, 0, &bytes, 0, 0, std::int64_t{1} << 31), 0) << "counted in 32 bits";
}

TEST(LadderMeasured, OnTheCpuIsCorrectAndSaysWhatIsLeftOut) {
    const LadderPlan plan{
        .sizes = {1, 33, 4097}, .type = ElementType::i32, .runs = 3, .gpu = false};
    double done = -1;
    const Ladder ladder = measure_ladder(plan, [&](const LadderProgress& now) {
        EXPECT_GE(now.done, done);
        done = now.done;
        return true;
    });
    EXPECT_EQ(ladder.results.size(), ladder.rungs.size() * 3);
    EXPECT_FALSE(ladder.stopped);
    for (const RungResult& result : ladder.results) {
        const bool cpu = ladder.rungs[static_cast<std::size_t>(result.rung)].kind == RungKind::cpu;
        EXPECT_EQ(result.wrong, "");
        EXPECT_EQ(result.ms.size(), cpu ? 3U : 0U);
        EXPECT_EQ(result.left_out.empty(), cpu);
    }
    EXPECT_EQ(parse_ladder(ladder_json(ladder)), ladder);
}

TEST(LadderMeasured, StopsWhenItIsTold) {
    const LadderPlan plan{.sizes = {1000, 2000}, .gpu = false, .rungs = {"cpu-one"}};
    const Ladder ladder =
        measure_ladder(plan, [](const LadderProgress& now) { return now.n < 2000; });
    EXPECT_TRUE(ladder.stopped);
    ASSERT_EQ(ladder.results.size(), 1U);
    EXPECT_EQ(ladder.results[0].n, 1000);
}

TEST(LadderMeasured, LeavesOutWhatMemoryHasNoRoomFor) {
    const LadderPlan plan{.sizes = {1000, 2'000'000'000'000}, .gpu = false, .rungs = {"cpu"}};
    const Ladder ladder = measure_ladder(plan);
    for (const RungResult& result : ladder.results)
        EXPECT_EQ(result.ms.empty(), result.n > 1000) << result.left_out;
}

TEST(LadderMeasured, RefusesAnUnknownRung) {
    const LadderPlan plan{.sizes = {10}, .gpu = false, .rungs = {"cpu", "lift"}};
    EXPECT_THROW((void)measure_ladder(plan), UsageError);
}

}  // namespace ladder_test
}  // namespace stridescope

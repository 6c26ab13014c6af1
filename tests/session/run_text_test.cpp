// What the window says about a run, checked against runs.
#include "app/session/run_text.h"
#include "app/analysis/number_text.h"
#include "app/session/other_versions.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "tests/support/recorded.h"
#include "tests/support/recorded_text.h"

namespace stridescope {
namespace run_text_test {

using testing::experiment_of;

Recording recording_of(const Experiment& experiment) {
    Recording recording;
    recording.trace = record(experiment);
    recording.work = work_table(*recording.trace);
    recording.wrong = first_wrong(*recording.trace);
    if (const auto unpadded = without_padding(experiment)) {
        recording.unpadded = record(*unpadded);
        recording.unpadded_totals = work_table(*recording.unpadded).totals;
    }
    return recording;
}

TEST(StepText, StepsCountFromOne) {
    const auto trace = testing::recorded("kogge-stone", 16, testing::sixteen);
    EXPECT_EQ(step_sentence(*trace, 2), "step 3 of 6: scan, stride 2");
    EXPECT_EQ(step_sentence(*trace, 0), "step 1 of 6: load");
}

TEST(StepText, StepFactsAreTheWorkTables) {
    const Recording plain = recording_of(experiment_of("kogge-stone", 16, testing::sixteen));
    EXPECT_EQ(step_facts(plain, 2), "14 adds by 14 threads · 3 requests, no conflict");
    const Recording brent_kung = recording_of(experiment_of("brent-kung", 1024, "ones"));
    EXPECT_EQ(step_facts(brent_kung, 2),
              "256 adds by 256 threads · 24 requests, up to 4-way: 72 excess wavefronts");
    EXPECT_EQ(step_facts(brent_kung, 2, false), "256 adds by 256 threads") << "no word of banks";
    ScanRun several = experiment_of("kogge-stone", 16, "ones");
    several.n = 48;
    EXPECT_EQ(step_facts(recording_of(several), 2),
              "42 adds by 42 threads in 3 blocks · 9 requests, no conflict");
    // Of several launches: which one, and in how many blocks of it.
    const Recording three =
        recording_of(experiment_of_line("--kernel three-kernel --block 4 --n 16"));
    const int last = three.trace->step_count() - 1;
    EXPECT_EQ(step_facts(three, 0).substr(0, 12), "launch 1 of ");
    EXPECT_NE(step_facts(three, 0).find("<<<4, 4>>> · "), std::string::npos)
        << step_facts(three, 0);
    EXPECT_NE(step_facts(three, 0).find(" in 4 blocks"), std::string::npos);
    bool alone = false;
    for (int step = 0; step <= last; ++step) {
        const std::string facts = step_facts(three, step);
        if (facts.find("<<<1, ") == std::string::npos) continue;
        alone = true;
        EXPECT_EQ(facts.find("blocks"), std::string::npos) << facts;
    }
    EXPECT_TRUE(alone);
    EXPECT_EQ(step_sentence(*testing::recorded_nothing(), 0), "no steps");
    EXPECT_EQ(step_facts(Recording{}, 0), "");
    ScanRun maximum = experiment_of("kogge-stone", 16, testing::sixteen);
    maximum.op = Op::max;
    EXPECT_EQ(step_facts(recording_of(maximum), 4).substr(0, 12), "8 operations");
}

TEST(RunText, WhatWasLaunchedIsSaidAndHowMuchOfItWasRecorded) {
    ScanRun experiment = experiment_of("kogge-stone", 16, "ones");
    experiment.n = 100;
    experiment.first_blocks = 3;
    const auto trace = record(experiment);
    EXPECT_EQ(run_sentence(*trace),
              trace->device() + " · kogge_stone<<<7, 16>>> · first 3 of 7 blocks recorded");
    EXPECT_EQ(run_sentence(*testing::recorded("kogge-stone", 16, testing::sixteen)),
              trace->device() + " · kogge_stone<<<1, 16>>>");
    TraceData rounded = trace->data();
    rounded.rounded_sums = true;
    EXPECT_EQ(run_sentence(Trace{rounded}),
              "warp machine, whose tensor cores' sums may differ from a GPU's in their last bits · "
              "kogge_stone<<<7, 16>>> · first 3 of 7 blocks recorded");
}

TEST(RunText, PaddingThatHelpsAndPaddingThatHarms) {
    using Effect = PaddingVerdict::Effect;
    const PaddingVerdict harm =
        padding_verdict(recording_of(experiment_of("kogge-stone", 1024, "ones", Padding::every32)));
    EXPECT_EQ(harm.effect, Effect::worse);
    EXPECT_NE(harm.text.find("padding adds conflicts"), std::string::npos) << harm.text;
    const PaddingVerdict help =
        padding_verdict(recording_of(experiment_of("brent-kung", 1024, "ones", Padding::every32)));
    EXPECT_EQ(help.effect, Effect::better);
    EXPECT_NE(help.text.find("915"), std::string::npos) << help.text;
    EXPECT_EQ(help.brief, "Excess 915 → 52");
    EXPECT_TRUE(
        padding_verdict(recording_of(experiment_of("brent-kung", 64, "ones"))).text.empty());
}

TEST(RunText, AWrongOutputIsNamed) {
    Recording recording = recording_of(experiment_of("kogge-stone", 16, testing::sixteen));
    EXPECT_TRUE(output_verdict(recording).fine);
    TraceData broken = recording.trace->data();
    for (ArrayContents& array : broken.contents) {
        if (array.expected.size() > 0) array.after.as<float>()[3] = 99;
    }
    recording.trace = std::make_shared<const Trace>(std::move(broken));
    recording.wrong = first_wrong(*recording.trace);
    const Verdict verdict = output_verdict(recording);
    EXPECT_FALSE(verdict.fine);
    EXPECT_EQ(verdict.text, "output wrong: P[3] is 99; sequential scan of A gives 16");
}

/// The recording, and races of its own.
Recording with_races(Recording recording, const std::vector<Race>& races) {
    TraceData data = recording.trace->data();
    data.races = races;
    data.races_judged = true;
    recording.trace = std::make_shared<const Trace>(std::move(data));
    recording.findings = findings(*recording.trace);
    return recording;
}

constexpr const char* on_word_3 =
    "Threads 5 and 3 race on X[3]: line 49 reads it in stride 2 while line 55 writes it, with no "
    "__syncwarp() or barrier between.";

TEST(RunText, ARaceIsNamedEvenIfTheOutputIsRight) {
    const Race race{.word = 3,
                    .first = {.thread = 5, .step = 2, .line = 49},
                    .second = {.thread = 3, .step = 2, .line = 55}};
    const Recording checked = recording_of(experiment_of("kogge-stone", 16, testing::sixteen));
    const Verdict verdict = output_verdict(with_races(checked, {race}));
    EXPECT_FALSE(verdict.fine);
    EXPECT_EQ(verdict.text, fmt::format("race, output happens to be correct: {}", on_word_3));
    // Where nobody has compared it nothing is said of the output.
    Recording unchecked;
    unchecked.trace = testing::recorded_accesses();
    const std::string text = output_verdict(with_races(unchecked, {{.place = "x[1]"}})).text;
    EXPECT_EQ(text.substr(0, 30), "race: Threads 0 and 0 race on ") << text;
}

TEST(RunText, CausesAreCountedAndARaceThatShowsIsToldSo) {
    std::vector<Race> races;
    for (int word = 3; word < 9; ++word) {
        races.push_back({.word = word,
                         .first = {.thread = 5, .step = 2, .line = 49},
                         .second = {.thread = 3, .step = 2, .line = 55}});
    }
    races.push_back({.word = 3,
                     .first = {.thread = 5, .step = 3, .line = 50},
                     .second = {.thread = 3, .step = 3, .line = 55}});
    Recording recording =
        with_races(recording_of(experiment_of("kogge-stone", 16, testing::sixteen)), races);
    EXPECT_EQ(recording.findings.front().times, 6);
    recording.wrong = WrongElement{};
    EXPECT_EQ(output_verdict(recording).text,
              fmt::format("race, output wrong: {} (and 1 more)", on_word_3));
}

TEST(RunText, WhereNothingIsExpectedNothingIsCalledCorrect) {
    Recording recording;
    recording.trace = testing::recorded_accesses();
    EXPECT_TRUE(output_verdict(recording).fine);
    EXPECT_FALSE(output_verdict(recording).checked);
    EXPECT_EQ(output_verdict(recording).text,
              "no faults found; nothing says what the output should be");
}

TEST(RunText, WhatATextPrintedLastStandsForACheck) {
    TraceData data = testing::recorded_accesses()->data();
    data.printed = "30 of 32\nFAILED 2 wrong\n\n";
    Recording recording;
    recording.trace = std::make_shared<Trace>(data);
    EXPECT_EQ(output_verdict(recording).text,
              "no faults found; the text printed \"FAILED 2 wrong\"");
    EXPECT_FALSE(output_verdict(recording).checked);
    data.printed = std::string(200, 'x');
    recording.trace = std::make_shared<Trace>(data);
    EXPECT_EQ(output_verdict(recording).text,
              "no faults found; the text printed \"" + std::string(80, 'x') + "…\"");
}

TEST(RunText, WhatIsAGuessOrStoppedIsSaidBeforeAnythingElse) {
    TraceData data = testing::recorded_accesses()->data();
    data.stopped = "main stops at line 8: no";
    data.shortened = "8 launches did what an earlier one did";
    Recording recording;
    recording.trace = std::make_shared<Trace>(data);
    EXPECT_TRUE(run_sentence(*recording.trace).starts_with("main stopped · "));
    EXPECT_EQ(output_verdict(recording).text,
              "no faults found; main stops at line 8: no; 8 launches did what an earlier one did");
    data.guessed = "the launch is a guess: k<<<1, 32>>>(a[32])";
    data.shortened.clear();
    recording.trace = std::make_shared<Trace>(data);
    EXPECT_TRUE(run_sentence(*recording.trace).starts_with("guessed · "));
    EXPECT_FALSE(output_verdict(recording).checked);
    EXPECT_EQ(output_verdict(recording).text,
              "no faults found; the launch is a guess: k<<<1, 32>>>(a[32])");
}

TEST(RunText, AnExpectationThatNothingHoldsIsNamed) {
    TraceData data = testing::recorded_accesses()->data();
    data.text = "__global__ void k() {}\n\n// expect: out = scan(in)\n";
    Recording recording;
    recording.trace = std::make_shared<Trace>(data);
    const Verdict verdict = output_verdict(recording);
    EXPECT_FALSE(verdict.checked);
    EXPECT_TRUE(
        verdict.text.starts_with("no faults found; not compared: line 3 says what to "
                                 "expect, and nothing is held against it"))
        << verdict.text;
    data.printed = "done\n";
    recording.trace = std::make_shared<Trace>(data);
    EXPECT_TRUE(output_verdict(recording).text.starts_with(
        "no faults found; the text printed \"done\"; not compared: line 3 says"));
}

TEST(RunText, WhatMainReturnedCounts) {
    TraceData data = testing::recorded_accesses()->data();
    data.exit_code = 3;
    Recording recording;
    recording.trace = std::make_shared<Trace>(data);
    EXPECT_FALSE(output_verdict(recording).fine);
    EXPECT_EQ(output_verdict(recording).text, "no faults found, but main returned 3");
}

TEST(RunText, TheWindowIsCalledAfterWhatItShows) {
    AppState state;
    EXPECT_EQ(window_title(state), "StrideScope");
    auto shown = std::make_shared<Recording>(
        recording_of(experiment_of("kogge-stone", 16, testing::sixteen)));
    state.runs.shown = shown;
    EXPECT_EQ(window_title(state), "Kogge–Stone – StrideScope");
    shown->opened_from = "/home/anne/of\x1bmonday.npz";
    EXPECT_EQ(window_title(state).find('\x1b'), std::string::npos);
    EXPECT_TRUE(window_title(state).ends_with("monday.npz – StrideScope")) << window_title(state);
}

TEST(RunText, ALineForATerminalRecordsTheSame) {
    ScanRun experiment = experiment_of("brent-kung", 64, "values:1.5,-2,3", Padding::every32);
    experiment.n = 3;
    const std::string line = terminal_line(experiment);
    const std::string before = "stridescope-cli record ", after = " -o trace.npz";
    ASSERT_TRUE(line.starts_with(before) && line.ends_with(after)) << line;
    EXPECT_EQ(
        experiment_of_line(line.substr(before.size(), line.size() - before.size() - after.size())),
        experiment.experiment());
}

TEST(RunText, EachEngineAndWhyItCannotBeHadIsOneSentence) {
    const std::set<std::string_view> tips{engine_tip(EngineChoice::automatic),
                                          engine_tip(EngineChoice::cpu),
                                          engine_tip(EngineChoice::cuda)};
    EXPECT_EQ(tips.size(), 3U);
    const Experiment plain = experiment_of("kogge-stone", 16, "ones").experiment();
    EXPECT_EQ(why_not_on_gpu(plain, {}), looking_for_gpu);
    EXPECT_EQ(why_not_on_gpu(plain, {.known = true, .problem = "No GPU."}), "No GPU.");
    EXPECT_EQ(why_not_on_gpu(plain, {.known = true, .problem = {}}), "");
    Experiment ordered = plain;
    ordered.schedule = parse_schedule("descending");
    EXPECT_NE(why_not_on_gpu(ordered, {.known = true, .problem = {}}), "")
        << "no GPU takes an order";
}

TEST(RunText, DiagnosticsComeFirst) {
    Recording recording = recording_of(experiment_of("kogge-stone", 16, testing::sixteen));
    TraceData data = recording.trace->data();
    RecordedFault diagnostic;
    diagnostic.kind = "barrier";
    diagnostic.message = "31 of 32 threads of warp 0 reached the barrier at line 7.";
    data.diagnostics = {diagnostic, diagnostic, diagnostic};
    recording.trace = std::make_shared<const Trace>(std::move(data));
    recording.findings = findings(*recording.trace);
    const Verdict verdict = output_verdict(recording);
    EXPECT_FALSE(verdict.fine);
    EXPECT_EQ(verdict.text,
              "output happens to be correct: " + diagnostic.message + " (and 2 more)");
}

}  // namespace run_text_test
}  // namespace stridescope

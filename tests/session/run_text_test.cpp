// What the window says about a run, checked against runs.
#include "app/session/run_text.h"
#include "app/analysis/number_text.h"
#include "app/session/step_text.h"
#include "app/session/unpadded.h"

#include <gtest/gtest.h>

#include <utility>

#include "tests/support/recorded.h"

namespace stridescope {
namespace {

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

TEST(RunText, ARaceIsNamedEvenIfTheOutputIsRight) {
    Recording recording = recording_of(experiment_of("kogge-stone", 16, testing::sixteen));
    recording.races = {{.word = 3,
                        .first = {.thread = 5, .step = 2, .line = 49},
                        .second = {.thread = 3, .step = 2, .line = 55}}};
    const Verdict verdict = output_verdict(recording);
    EXPECT_FALSE(verdict.fine);
    EXPECT_EQ(verdict.text,
              "race, output happens to be correct: Threads 5 and 3 race on X[3]: line 49 reads "
              "it in stride 2 while line 55 writes it, with no barrier between.");
}

TEST(RunText, DiagnosticsComeFirst) {
    Recording recording = recording_of(experiment_of("kogge-stone", 16, testing::sixteen));
    TraceData data = recording.trace->data();
    Diagnostic diagnostic;
    diagnostic.kind = "barrier";
    diagnostic.message = "31 of 32 threads of warp 0 reached the barrier at line 7.";
    data.diagnostics = {diagnostic, diagnostic, diagnostic};
    recording.trace = std::make_shared<const Trace>(std::move(data));
    const Verdict verdict = output_verdict(recording);
    EXPECT_FALSE(verdict.fine);
    EXPECT_EQ(verdict.text, diagnostic.message + " (and 2 more)");
}

}  // namespace
}  // namespace stridescope

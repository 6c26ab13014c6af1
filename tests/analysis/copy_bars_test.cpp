// Asynchronous copies over the steps of a text: when they are begun, committed and waited for.
#include "app/analysis/async_copies.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/analysis/narration.h"
#include "app/analysis/work.h"
#include "app/engine/engine.h"
#include "app/engine/machine/text_engine.h"
#include "app/experiment/text/library_texts.h"
#include "app/report/report.h"
#include "app/trace/trace_file.h"

namespace stridescope {
namespace copy_bars_test {

std::shared_ptr<const Trace> recorded(const std::string& text) {
    Experiment experiment;
    experiment.text = {.path = "t.cu", .text = text};
    auto trace = record_text(experiment);
    // What is written reads back as the same.
    const auto bytes = encode_trace(*trace);
    const auto again = decode_trace(bytes, "t.npz");
    EXPECT_EQ(again->copies(), trace->copies());
    EXPECT_EQ(encode_trace(*again), bytes);
    return trace;
}

/// One tile is summed while the next one is on its way; `wait` and `commit` are lines 12 and 11.
std::string buffered(const std::string& commit, const std::string& wait) {
    return "#include <cuda_pipeline.h>\n// launch: k<<<1, 64>>>(in, out)\n"
           "// in: float[256] iota\n// out: float[64]\n"
           "__global__ void k(const float* in, float* out) {\n"
           "    __shared__ float s[2][64];\n    int t = threadIdx.x;\n    float sum = 0;\n"
           "    for (int i = -1; i < 4; ++i) {\n"
           "        if (i < 3) __pipeline_memcpy_async(&s[(i + 1) % 2][t], &in[i * 64 + 64 + t], "
           "4);\n        " +
           commit + "\n        " + wait +
           "\n        __syncthreads();\n        if (i >= 0) sum += s[i % 2][63 - t];\n"
           "        __syncthreads();\n    }\n    out[t] = sum;\n}\n";
}

TEST(CopyBars, GoFromWhereCopiesAreBegunToWhereTheyAreWaitedFor) {
    const auto trace = recorded(buffered("__pipeline_commit();", "__pipeline_wait_prior(1);"));
    ASSERT_EQ(trace->copies().size(), 4U);
    for (int k = 0; k < 4; ++k) {
        const CopyGroup& copies = trace->copies()[static_cast<std::size_t>(k)];
        EXPECT_EQ(copies.group, k);
        EXPECT_EQ(copies.first_thread, 0);
        EXPECT_EQ(copies.threads, 64);
        EXPECT_EQ(copies.bytes, 256);
        EXPECT_EQ(copies.begun.line, 10);
        EXPECT_EQ(copies.committed.line, 11);
        EXPECT_EQ(copies.awaited.line, 12);
        EXPECT_EQ(copies.committed.step, copies.begun.step);
        // A round later, when the next one is begun: what is summed then has come.
        EXPECT_GT(copies.awaited.step, copies.begun.step);
        if (k < 3) {
            EXPECT_EQ(copies.awaited.step,
                      trace->copies()[static_cast<std::size_t>(k) + 1].begun.step);
        }
        EXPECT_FALSE(copies.too_early.is_known());
    }
    const auto bars = copy_bars(*trace, 0);
    ASSERT_EQ(bars.size(), 4U);
    // Each begins in the step in which the one before ends, so they lie in two lanes by turns.
    EXPECT_EQ(lanes_of(bars), 2);
    for (std::size_t k = 0; k < bars.size(); ++k) EXPECT_EQ(bars[k].lane, static_cast<int>(k % 2));
    EXPECT_EQ(copy_name(bars[1]), "group 1");
    const CopyGroup& second = *bars[1].groups.front();
    EXPECT_EQ(copy_text(*trace, bars[1]),
              "group 1: 256 bytes by 64 threads, begun in step " +
                  std::to_string(second.begun.step + 1) + " (line 10), committed in step " +
                  std::to_string(second.committed.step + 1) + " (line 11), waited for in step " +
                  std::to_string(second.awaited.step + 1) + " (line 12)");
    EXPECT_TRUE(copy_bars(*trace, 1).empty());
}

TEST(CopyBars, SayWhatNobodyWaitsForAndWhereItIsRead) {
    const auto trace = recorded(buffered("__pipeline_commit();", "__pipeline_wait_prior(2);"));
    ASSERT_EQ(trace->copies().size(), 4U);
    EXPECT_EQ(trace->copies()[3].awaited.step, -1);
    ASSERT_TRUE(trace->copies()[0].too_early.is_known());
    EXPECT_EQ(trace->copies()[0].too_early.line, 14);
    const auto bars = copy_bars(*trace, 0);
    EXPECT_TRUE(bars[0].too_early(trace->copies()[0].too_early.step));
    EXPECT_NE(copy_text(*trace, bars.back()).find(", never waited for"), std::string::npos);
    EXPECT_NE(copy_text(*trace, bars[0]).find("; read too early in step "), std::string::npos);
    // Of no group, they are waited for by nobody.
    const auto uncommitted = recorded(buffered("", "__pipeline_wait_prior(0);"));
    ASSERT_FALSE(uncommitted->copies().empty());
    EXPECT_EQ(uncommitted->copies()[0].group, -1);
    EXPECT_FALSE(uncommitted->copies()[0].awaited.is_known());
}

TEST(CopyBars, AreToldOfInTheStepsSentence) {
    const auto trace = recorded(buffered("__pipeline_commit();", "__pipeline_wait_prior(1);"));
    const CopyGroup& second = trace->copies()[1];
    EXPECT_EQ(copies_of_step(*trace, 0, second.begun.step),
              "Of asynchronous copies group 0 is waited for; group 1 is begun and committed.");
    EXPECT_NE(narrate_step(*trace, 0, second.begun.step)
                  .find("group 0 is waited for; group 1 is begun and committed."),
              std::string::npos);
    EXPECT_NE(report(*trace, ReportFormat::text, ReportCut::step)
                  .find("asynchronous copies:\n  group 0: 256 bytes by 64 threads, begun in step "),
              std::string::npos);
    for (int step = 0; step < trace->step_count(); ++step) {
        const bool any = std::ranges::any_of(trace->copies(), [&](const CopyGroup& copies) {
            return copies.begun.step == step || copies.committed.step == step ||
                   copies.awaited.step == step;
        });
        EXPECT_EQ(copies_of_step(*trace, 0, step).empty(), !any) << step;
    }
    const auto early = recorded(buffered("__pipeline_commit();", "__pipeline_wait_prior(2);"));
    EXPECT_NE(copies_of_step(*early, 0, early->copies()[0].too_early.step)
                  .find("group 0 is read too early"),
              std::string::npos);
}

/// What copies cost by the way that they take: docs/bank_model.md.
TEST(CopyBars, CopiesThroughTheCacheQueueUpAndThosePastItTakeNoWavefront) {
    const auto costs = [](const std::string& copy) {
        const auto trace = recorded(
            "// launch: k<<<1, 32>>>(in, out)\n// in: float[1024] iota\n// out: float[32]\n"
            "#include <cuda_pipeline.h>\n"
            "__global__ void k(const float* in, float* out) {\n"
            "    __shared__ __align__(16) float s[1024];\n    int t = threadIdx.x;\n"
            "    unsigned at = (unsigned)__cvta_generic_to_shared(s);\n    " +
            copy +
            "\n    __pipeline_commit();\n    __pipeline_wait_prior(0);\n    __syncthreads();\n"
            "    out[t] = s[t];\n}\n");
        const WorkCounts totals = work_table(*trace).totals;
        return std::array{totals.store_requests, totals.store_wavefronts, totals.store_excess};
    };
    using Costs = std::array<std::int64_t, 3>;
    EXPECT_EQ(costs("__pipeline_memcpy_async(&s[t], &in[t], 4);"), (Costs{1, 1, 0}));
    EXPECT_EQ(costs("__pipeline_memcpy_async(&s[t * 32], &in[t], 4);"), (Costs{1, 32, 31}));
    // To one word, or from elements of one bank, lanes queue up.
    EXPECT_EQ(costs("__pipeline_memcpy_async(&s[5], &in[t], 4);"), (Costs{1, 32, 31}));
    EXPECT_EQ(costs("__pipeline_memcpy_async(&s[t], &in[t * 32], 4);"), (Costs{1, 32, 31}));
    EXPECT_EQ(costs("__pipeline_memcpy_async(&s[t], &in[t / 4], 4);"), (Costs{1, 4, 3}));
    EXPECT_EQ(costs("__pipeline_memcpy_async(&s[2 * t], &in[2 * t], 8);"), (Costs{1, 2, 0}));
    EXPECT_EQ(
        costs("asm volatile(\"cp.async.ca.shared.global [%0], [%1], 16;\" :: \"r\"(at + 16 * t), "
              "\"l\"(&in[4 * t]));"),
        (Costs{1, 4, 0}));
    EXPECT_EQ(
        costs("asm volatile(\"cp.async.cg.shared.global [%0], [%1], 16;\" :: \"r\"(at + 16 * t), "
              "\"l\"(&in[4 * t]));"),
        (Costs{0, 0, 0}));
    EXPECT_EQ(costs("__pipeline_memcpy_async(&s[4 * t], &in[4 * t], 16);"), (Costs{0, 0, 0}));
}

/// Lanes that go other ways than the rest of their warp are told of by themselves.
TEST(CopyBars, PartThreadsThatWaitElsewhere) {
    const auto trace = recorded(
        "#include <cuda_pipeline.h>\n// launch: k<<<1, 32>>>(in, out)\n// in: float[32] iota\n"
        "// out: float[32]\n__global__ void k(const float* in, float* out) {\n"
        "    __shared__ float s[32];\n    int t = threadIdx.x;\n"
        "    __pipeline_memcpy_async(&s[t], &in[t], 4);\n    __pipeline_commit();\n"
        "    if (t < 8) __pipeline_wait_prior(0);\n    __syncthreads();\n"
        "    if (t >= 8) __pipeline_wait_prior(0);\n    __syncthreads();\n"
        "    out[t] = s[31 - t];\n}\n");
    ASSERT_EQ(trace->copies().size(), 2U);
    int threads = 0;
    std::int64_t bytes = 0;
    for (const CopyGroup& copies : trace->copies()) {
        threads += copies.threads;
        bytes += copies.bytes;
        EXPECT_EQ(copies.awaited.line, copies.first_thread == 0 ? 10 : 12);
        EXPECT_EQ(copies.threads, copies.first_thread == 0 ? 8 : 24);
    }
    EXPECT_EQ(threads, 32);
    EXPECT_EQ(bytes, 128);
}

/// Copies for a barrier come when its phase is over.
TEST(CopyBars, OfBarriersEndWithTheirPhase) {
    const auto trace = recorded(
        "#include <cuda/barrier>\n// launch: k<<<1, 64>>>(in, out)\n// in: float[64] iota\n"
        "// out: float[64]\n__global__ void k(const float* in, float* out) {\n"
        "    __shared__ float s[64];\n    __shared__ cuda::barrier<cuda::thread_scope_block> b;\n"
        "    int t = threadIdx.x;\n    if (t == 0) init(&b, 64);\n    __syncthreads();\n"
        "    cuda::memcpy_async(&s[t], &in[t], sizeof(float), b);\n    b.arrive_and_wait();\n"
        "    out[t] = s[63 - t];\n}\n");
    ASSERT_FALSE(trace->copies().empty());
    for (const CopyGroup& copies : trace->copies()) {
        EXPECT_TRUE(copies.at_barrier);
        EXPECT_EQ(copies.group, -1);
        EXPECT_EQ(copies.begun.line, 11);
        EXPECT_EQ(copies.awaited.line, 12);
    }
    EXPECT_EQ(copy_name(copy_bars(*trace, 0).front()), "copies for a barrier");
}

TEST(CopyBars, OfTheProductOverlapByAsManyStagesAsItHas) {
    for (const char* stages : {"1", "2", "3"}) {
        SCOPED_TRACE(stages);
        Experiment experiment;
        experiment.text = spec_of(*find_text("matmul_mma_async"));
        experiment.text.defines.emplace_back("STAGES", stages);
        const auto trace = record_text(experiment);
        const auto bars = copy_bars(*trace, 0);
        ASSERT_EQ(bars.size(), 3U);  // 192 / 64 tiles of each matrix
        for (const CopyBar& bar : bars) {
            ASSERT_EQ(bar.groups.size(), 1U);
            EXPECT_EQ(bar.groups[0]->threads, 128);
            EXPECT_EQ(bar.groups[0]->bytes, 2 * 64 * 64 * 2);
            EXPECT_GE(bar.to, bar.from);
        }
        EXPECT_EQ(lanes_of(bars), stages[0] - '0');
    }
    Experiment plain;
    plain.text = spec_of(*find_text("kogge_stone"));
    EXPECT_TRUE(record_text(plain)->copies().empty());
}

}  // namespace copy_bars_test
}  // namespace stridescope

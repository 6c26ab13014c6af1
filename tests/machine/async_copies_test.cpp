// Asynchronous copies: whoever reads what one brings before it was waited for is told, nobody else.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/machine/run_text.h"

namespace stridescope::machine {
namespace async_copies_test {

std::vector<Diagnostic> found(const std::string& text, std::uint32_t threads = 64) {
    RunText run{text};
    std::vector<float> in(512);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i);
    run.array("in", in);
    run.array("out", std::vector<float>(64));
    std::vector<Diagnostic> all;
    for (const Diagnostic& d : run.launch({2, 1, 1}, {threads, 1, 1}).diagnostics) all.push_back(d);
    return all;
}

std::string double_buffered(const std::string& wait, const std::string& commit) {
    return "#include <cuda_pipeline.h>\n"
           "__global__ void k(const float* in, float* out) {\n"
           "    __shared__ float s[2][64];\n    int t = threadIdx.x;\n    float sum = 0;\n"
           "    __pipeline_memcpy_async(&s[0][t], &in[t], 4);\n    __pipeline_commit();\n"
           "    for (int i = 0; i < 8; ++i) {\n"
           "        if (i < 7) __pipeline_memcpy_async(&s[(i + 1) % 2][t], &in[i * 64 + 64 + t], "
           "4);\n"
           "        " +
           commit + "\n        " + wait +
           "\n        __syncthreads();\n        sum += s[i % 2][63 - t];\n"
           "        __syncthreads();\n    }\n    out[t] = sum;\n}\n";
}

TEST(AsyncCopies, ThatAreWaitedForAreReadByAll) {
    EXPECT_TRUE(
        found(double_buffered("__pipeline_wait_prior(1);", "__pipeline_commit();")).empty());
    EXPECT_TRUE(
        found(double_buffered("__pipeline_wait_prior(0);", "__pipeline_commit();")).empty());
}

TEST(AsyncCopies, AreTooLateWhereMoreGroupsMayBeOnTheirWay) {
    const auto all = found(double_buffered("__pipeline_wait_prior(2);", "__pipeline_commit();"));
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].kind, Diagnostic::Kind::early_read);
    EXPECT_EQ(all[0].place.line, 13u);
    EXPECT_EQ(all[0].count, 2 * 8 * 64);
    EXPECT_EQ(all[0].message,
              "thread 0 of block 0 reads s[0][63], which thread 63 copies asynchronously and has "
              "not waited for: that takes cg::wait, consumer_wait, __pipeline_wait_prior or "
              "cp.async.wait_group, before a barrier");
}

TEST(AsyncCopies, AreTooLateWhereNobodyWaits) {
    EXPECT_EQ(found(double_buffered("", "__pipeline_commit();")).size(), 1u);
    // Of no group, they are waited for by nobody.
    EXPECT_EQ(found(double_buffered("__pipeline_wait_prior(0);", "")).size(), 1u);
}

/// Groups and pipelines wait for these copies as well.
TEST(AsyncCopies, AreWaitedForByOthersNames) {
    const auto text = [](const std::string& wait) {
        return "#include <cuda_pipeline.h>\n#include <cuda/pipeline>\n"
               "#include <cooperative_groups.h>\n#include <cooperative_groups/memcpy_async.h>\n"
               "namespace cg = cooperative_groups;\n"
               "__global__ void k(const float* in, float* out) {\n    __shared__ float s[64];\n"
               "    auto block = cg::this_thread_block();\n    auto pipe = cuda::make_pipeline();\n"
               "    int t = threadIdx.x;\n    __pipeline_memcpy_async(&s[t], &in[t], 4);\n"
               "    " +
               wait + "\n    block.sync();\n    out[t] = s[63 - t];\n}\n";
    };
    // As in CUDA's headers: a pipeline waits for what was given by its own commits.
    EXPECT_TRUE(found(text("__pipeline_commit(); cg::wait(block);")).empty());
    EXPECT_TRUE(found(text("__pipeline_commit(); cg::wait_prior<0>(block);")).empty());
    EXPECT_EQ(found(text("__pipeline_commit(); cg::wait_prior<1>(block);")).size(), 1u);
    EXPECT_TRUE(found(text("pipe.producer_commit(); pipe.consumer_wait();")).empty());
    EXPECT_EQ(found(text("pipe.producer_commit(); pipe.producer_commit(); pipe.producer_commit(); "
                         "cuda::pipeline_consumer_wait_prior<3>(pipe);"))
                  .size(),
              1u);
    EXPECT_TRUE(found(text("pipe.producer_commit(); pipe.producer_commit(); "
                           "cuda::pipeline_consumer_wait_prior<1>(pipe);"))
                    .empty());
    EXPECT_EQ(found(text("__pipeline_commit(); pipe.consumer_wait();")).size(), 1u);
    EXPECT_EQ(found(text("")).size(), 1u);
}

/// Those of groups: each call is a stage, and only wait makes it come.
TEST(AsyncCopies, OfGroupsComeWhenTheGroupWaits) {
    const auto text = [](const std::string& first, const std::string& wait,
                         const std::string& read) {
        return "#include <cooperative_groups.h>\n#include <cooperative_groups/memcpy_async.h>\n"
               "namespace cg = cooperative_groups;\n"
               "__global__ void k(const float* in, float* out) {\n    __shared__ float s[2][64];\n"
               "    auto block = cg::this_thread_block();\n    int t = threadIdx.x;\n    " +
               first + "\n    cg::memcpy_async(block, s[1], in + 64, sizeof(float) * 64);\n    " +
               wait + "\n    out[t] = " + read + ";\n    cg::wait(block);\n}\n";
    };
    const std::string before = "cg::memcpy_async(block, s[0], in, sizeof(float) * 64);";
    const auto all = found(text("", "", "s[1][t]"));
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].kind, Diagnostic::Kind::early_read);
    EXPECT_EQ(all[0].place.line, 11u);
    EXPECT_EQ(all[0].count, 2 * 64);
    EXPECT_TRUE(found(text("", "cg::wait(block);", "s[1][63 - t]")).empty());
    EXPECT_TRUE(found(text(before, "cg::wait_prior<1>(block);", "s[0][63 - t]")).empty());
    EXPECT_EQ(found(text(before, "cg::wait_prior<1>(block);", "s[1][t]")).size(), 1u);
    EXPECT_EQ(found(text(before, "cg::wait_prior<2>(block);", "s[0][t]")).size(), 1u);
    // A barrier alone waits for no copy.
    EXPECT_EQ(found(text("", "block.sync();", "s[1][t]")).size(), 1u);
}

/// Those that a barrier is given with: whoever has waited for its phase may read.
TEST(AsyncCopies, OfBarriersComeWithTheirPhase) {
    const auto text = [](const std::string& body) {
        return "#include <cuda/barrier>\n"
               "__global__ void k(const float* in, float* out) {\n    __shared__ float s[64];\n"
               "    __shared__ cuda::barrier<cuda::thread_scope_block> b;\n"
               "    int t = threadIdx.x;\n    if (t == 0) init(&b, 64);\n    __syncthreads();\n" +
               body + "}\n";
    };
    const std::string copy =
        "    cuda::memcpy_async(&s[t], &in[t], cuda::aligned_size_t<4>(4), b);\n";
    EXPECT_TRUE(found(text(copy + "    b.arrive_and_wait();\n    out[t] = s[63 - t];\n")).empty());
    const auto all = found(text(copy + "    out[t] = s[t];\n    b.arrive_and_wait();\n"));
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].kind, Diagnostic::Kind::early_read);
    EXPECT_EQ(all[0].message,
              "thread 0 of block 0 reads s[0], which it copies asynchronously: it has come when "
              "the barrier, or the stage of the pipeline, that was given with it was waited for");
    // One warp copies and never waits; the other one waits and reads, twice.
    const auto roles = [&](const std::string& wait) {
        return text(
            "    for (int i = 0; i < 2; ++i) {\n"
            "        if (t < 32) {\n"
            "            cuda::memcpy_async(&s[t * 2], &in[t * 2], 8, b);\n"
            "            b.arrive();\n        } else {\n            " +
            wait +
            "\n            out[t] = s[63 - t] + s[95 - t];\n        }\n"
            "        __syncthreads();\n    }\n");
    };
    EXPECT_TRUE(found(roles("b.arrive_and_wait();")).empty());
    EXPECT_EQ(found(roles("b.arrive();")).size(), 2u);  // two reads of it
}

/// Of a block's pipeline with stages.
TEST(AsyncCopies, OfPipelinesComeWithTheirStage) {
    const auto text = [](const std::string& wait) {
        return "#include <cuda/pipeline>\n#include <cooperative_groups.h>\n"
               "namespace cg = cooperative_groups;\n"
               "__global__ void k(const float* in, float* out) {\n    __shared__ float s[2][64];\n"
               "    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;\n"
               "    auto block = cg::this_thread_block();\n"
               "    auto pipe = cuda::make_pipeline(block, &state);\n    float sum = 0;\n"
               "    int t = threadIdx.x;\n"
               "    for (int i = 0, next = 0; i < 4; ++i) {\n"
               "        for (; next < 4 && next < i + 2; ++next) {\n"
               "            pipe.producer_acquire();\n"
               "            cuda::memcpy_async(&s[next % 2][t], &in[next * 64 + t], 4, pipe);\n"
               "            pipe.producer_commit();\n        }\n        " +
               wait +
               "\n        sum += s[i % 2][63 - t];\n        pipe.consumer_release();\n    }\n"
               "    out[t] = sum;\n}\n";
    };
    EXPECT_TRUE(found(text("pipe.consumer_wait();")).empty());
    EXPECT_EQ(found(text("block.sync();")).size(), 1u);
}

TEST(AsyncCopies, ByAssembly) {
    const auto text = [](const std::string& wait) {
        return "__global__ void k(const float* in, float* out) {\n"
               "    __shared__ float s[128];\n    int t = threadIdx.x;\n"
               "    unsigned to = (unsigned)__cvta_generic_to_shared(&s[t * 4]);\n"
               "    asm volatile(\"cp.async.cg.shared.global [%0], [%1], 16;\\n\" :: \"r\"(to), "
               "\"l\"(in + t * 4));\n    asm volatile(\"" +
               wait + "\" ::);\n    __syncthreads();\n    out[t] = s[127 - t] + s[t];\n}\n";
    };
    EXPECT_TRUE(found(text("cp.async.wait_all;\\n"), 32).empty());
    EXPECT_TRUE(found(text("cp.async.commit_group;\\n cp.async.wait_group 0;\\n"), 32).empty());
    // Of others, and of its own.
    EXPECT_EQ(found(text("cp.async.commit_group;\\n cp.async.wait_group 1;\\n"), 32).size(), 2u);
    EXPECT_EQ(found(text("cp.async.commit_group;\\n"), 32).size(), 2u);
}

}  // namespace async_copies_test
}  // namespace stridescope::machine

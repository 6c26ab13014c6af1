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
              "not waited for: that takes __pipeline_wait_prior or cp.async.wait_group, before a "
              "barrier");
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
               "    __pipeline_commit();\n    " +
               wait + "\n    block.sync();\n    out[t] = s[63 - t];\n}\n";
    };
    EXPECT_TRUE(found(text("cg::wait(block);")).empty());
    EXPECT_TRUE(found(text("cg::wait_prior<1>(block);")).empty());
    EXPECT_TRUE(found(text("pipe.consumer_wait();")).empty());
    EXPECT_TRUE(found(text("cuda::pipeline_consumer_wait_prior<1>(pipe);")).empty());
    EXPECT_EQ(found(text("")).size(), 1u);
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

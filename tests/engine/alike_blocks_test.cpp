// Which blocks went the same way, so that what is found of one's rows holds of the other's.
#include "app/engine/machine/alike_blocks.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/machine/run_text.h"

namespace stridescope {
namespace alike_blocks_test {

/// Whether the first two blocks of two warps each went alike: `body` has t, b (the block), i (the
/// thread of all), A and P.
bool alike(const std::string& body) {
    machine::RunText text{
        "__global__ void k(const float* A, float* P) {\n"
        "    __shared__ float s[64];\n"
        "    int t = threadIdx.x, b = blockIdx.x, i = 64 * b + t;\n" +
        body + "}\n"};
    std::vector<float> numbers;
    for (int i = 0; i < 128; ++i) numbers.push_back(static_cast<float>(i * 37 % 64));
    text.array("A", numbers);
    text.array("P", std::vector<float>(128));
    const machine::LaunchRecord& record = text.launch({2, 1, 1}, {64, 1, 1});
    EXPECT_TRUE(record.diagnostics.empty());
    return went_alike(*record.program, record.blocks[0], record.blocks[1]);
}

TEST(AlikeBlocks, EachWithElementsOfItsOwn) {
    EXPECT_TRUE(alike("P[i] = A[i] * 2;\n"));
    EXPECT_TRUE(alike("s[t] = A[i]; __syncthreads(); P[i] = s[63 - t] + s[t];\n"));
    EXPECT_TRUE(alike("for (int k = 0; k < 4; ++k) if (t % (k + 2) == 0) P[i] += A[i];\n"));
}

// Where data decides which word is reached, the way is the same.
TEST(AlikeBlocks, EachWithWordsOfItsOwn) {
    EXPECT_TRUE(alike("s[(int)A[i]] = 1; __syncthreads(); P[i] = s[t];\n"));
}

TEST(AlikeBlocks, NotWithOtherLanesRoundsOrSites) {
    EXPECT_FALSE(alike("if (b == 0) P[i] = A[i];\n"));
    EXPECT_FALSE(alike("if (t < 40 + b) P[i] = A[i];\n"));
    EXPECT_FALSE(alike("if (b == 0) P[i] = A[i] * 2; else P[i] = A[i] * 3;\n"));
    EXPECT_FALSE(alike("for (int k = 0; k <= b; ++k) P[i] += A[i];\n"));
    EXPECT_FALSE(alike("for (int k = 0; k <= b; ++k) __syncthreads();\n"));
}

TEST(AlikeBlocks, NotWhereValuesComeFromOtherLanes) {
    const std::string shuffle = "P[i] = __shfl_sync(0xffffffff, A[i], ";
    EXPECT_TRUE(alike(shuffle + "(t + 1) % 32);\n"));
    EXPECT_TRUE(alike(shuffle + "t * 7 % 32);\n"));
    EXPECT_FALSE(alike(shuffle + "(t + b) % 32);\n"));
    EXPECT_FALSE(alike(shuffle + "t * (7 + 4 * b) % 32);\n"));
}

TEST(AlikeBlocks, NotWhereValuesGoThroughOtherElementsOfLocalArrays) {
    const auto through = [](const std::string& index) {
        return "float r[4] = {}; r[" + index + "] = A[i]; r[(" + index +
               ") ^ 1] = 1; P[i] = r[0] + r[2];\n";
    };
    EXPECT_TRUE(alike(through("t & 3")));
    EXPECT_FALSE(alike(through("(t + b) & 3")));
    EXPECT_FALSE(alike(through("b & 3")));
    EXPECT_FALSE(alike(through("(t * t + b) & 3")));
}

}  // namespace alike_blocks_test
}  // namespace stridescope

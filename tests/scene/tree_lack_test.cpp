// A scan of which nobody says what comes out: the tree tells the first output that lacks something.
#include <gtest/gtest.h>

#include <string>

#include "app/scene/scene.h"
#include "app/scene/tree/tree_view.h"
#include "tests/support/recorded_card.h"
#include "tests/support/scene_looks.h"

namespace stridescope {
namespace tree_lack_test {

using testing::light;

/// What is said below the outputs when that step is shown.
std::string remark_of(const Trace& trace, int step) {
    std::string found;
    for (const Layer& layer : tree_scene(trace, {.step = step}, light(), {}).layers) {
        for (const Label& label : layer.labels) {
            if (label.text.find(", without ") != std::string::npos ||
                label.text.find("wrong, ") != std::string::npos)
                found += label.text;
        }
    }
    return found;
}

/// What is said below the outputs of a Kogge-Stone scan of 32 elements when its last step is shown.
std::string remark(const std::string& loop, const std::string& guard,
                   const std::string& card = {}) {
    const auto trace = testing::recorded_text(
        "// launch: scan<<<1, 32>>>(in, out)\n// in: int[32] random:3\n" + card +
        "__global__ void scan(const int *in, int *out) {\n    __shared__ int X[32];\n"
        "    int t = threadIdx.x;\n    X[t] = in[t];\n    for (" +
        loop +
        ") {\n"
        "        __syncthreads();\n        int sum = X[t];\n        if (" +
        guard +
        ") sum += X[t - s];\n        __syncthreads();\n        X[t] = sum;\n    }\n    out[t] = "
        "X[t];\n}\n");
    return remark_of(*trace, trace->step_count() - 1);
}

TEST(TreeLack, IsToldOfAScan) {
    const std::string loop = "int s = 1; s < 32; s *= 2";
    EXPECT_EQ(remark(loop, "t > s"), "out[1]: in[1] alone, without in[0]");
    EXPECT_EQ(remark("int s = 1; s < 16; s *= 2", "t >= s").substr(0, 8), "out[16]:");
    EXPECT_NE(remark("int s = 1; s < 16; s *= 2", "t >= s").find(", without in[0]"),
              std::string::npos);
    EXPECT_EQ(remark("int s = 2; s < 32; s *= 2", "t >= s"), "out[1]: in[1] alone, without in[0]");
    EXPECT_EQ(remark(loop, "t >= s"), "");
    // A scan within groups of eight lacks what is before them, which is so.
    EXPECT_EQ(remark("int s = 1; s < 8; s *= 2", "t % 8 >= s"),
              "out[8]: in[8] alone, without in[0]");
}

TEST(TreeLack, IsToldWhereARoundAddsNothing) {
    const auto trace = testing::recorded_text(
        "// launch: scan<<<1, 64, 256>>>(out, in)\n// in: int[64] iota\n"
        "__global__ void scan(int *out, const int *in) {\n    extern __shared__ int s[];\n"
        "    int t = threadIdx.x;\n    s[t] = in[t];\n    __syncthreads();\n"
        "    for (int d = 1; d < 64 / 2; d <<= 1) {\n        int v = 0;\n"
        "        if (t >= d) v = s[t - d];\n        __syncthreads();\n        s[t] += v;\n"
        "        __syncthreads();\n    }\n    out[t] = s[t];\n}\n");
    EXPECT_EQ(remark_of(*trace, 0), "out[32]: sum of in[1..32] = 528, without in[0]");
}

TEST(TreeLack, IsNotToldWhereItIsKnownWhatComesOut) {
    EXPECT_EQ(
        remark("int s = 1; s < 8; s *= 2", "t % 8 >= s", "// out: int[32] expect scan(in, 8)\n"),
        "");
    EXPECT_NE(remark("int s = 1; s < 32; s *= 2", "t > s", "// out: int[32] expect scan(in)\n")
                  .find("wrong, should be"),
              std::string::npos);
}

}  // namespace tree_lack_test
}  // namespace stridescope

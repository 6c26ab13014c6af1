// Texts with halves, thrust and CUB as they are recorded: what arrays hold, what is said.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <span>
#include <string>

#include "app/engine/machine/text_engine.h"
#include "app/language/half.h"
#include "app/language/parse.h"
#include "app/language/print_tree.h"
#include "app/report/check_report.h"
#include "app/trace/trace_file.h"

namespace stridescope {
namespace halves_trace_test {

std::shared_ptr<const Trace> recorded(const std::string& text) {
    Experiment experiment;
    experiment.text = {.path = "t.cu", .text = text};
    return record_text(experiment, {.progress = {}});
}

std::string refusal(const std::string& text) {
    try {
        (void)recorded(text);
    } catch (const UsageError& error) {
        return error.what();
    }
    return {};
}

double half_at(const TypedArray& array, std::size_t i) {
    return static_cast<double>(language::half::value_of(array.as<std::uint16_t>()[i], true));
}

/// Arrays begin as 0, 1, 2 … also where these are halves.
TEST(HalvesTrace, ArraysAreFilledWithNumbers) {
    const auto trace = recorded(
        "#include <cuda_fp16.h>\n__constant__ half by[2] = {0.5f, 2};\n"
        "__global__ void k(half *a, half2 *b, half *c) {\n  int i = threadIdx.x;\n"
        "  c[i] = a[i] * by[1] + b[i].y * by[0];\n}\n");
    EXPECT_EQ(trace->data().guessed,
              "the launch is a guess: k<<<1, 256>>>(a[1024], b[1024][2], c[1024])");
    const auto& contents = trace->data().contents;
    ASSERT_GE(contents.size(), 3U);
    double sum = 0;
    for (std::size_t i = 0; i < 256; ++i) {
        const double a = half_at(contents[0].before, i), b = half_at(contents[1].before, 2 * i + 1);
        EXPECT_EQ(half_at(contents[2].after, i), a * 2 + b * 0.5);
        EXPECT_TRUE(a >= 0 && a <= 9 && a == std::floor(a)) << a;
        sum += a;
    }
    EXPECT_GT(sum, 256) << "they are not all 0";
    EXPECT_EQ(trace->diagnostics().size(), 0U);
    // 32 lanes of 2 bytes are two sectors.
    const auto bytes = encode_trace(*trace);
    EXPECT_EQ(decode_trace(bytes, "t.npz")->data().contents[2].after, contents[2].after);
}

TEST(HalvesTrace, NothingIsExpectedOfTheirBits) {
    EXPECT_NE(refusal("// launch: k<<<1, 32>>>(a)\n// a: half[32] ones expect 1\n"
                      "#include <cuda_fp16.h>\n"
                      "__global__ void k(half *a) { a[threadIdx.x] = 1; }\n")
                  .find("nothing can be expected here yet"),
              std::string::npos);
}

TEST(HalvesTrace, AreNotHandedToAGpuYet) {
    const language::Parsed parsed = language::parse(
        "t.cu", "#include <cuda_fp16.h>\n__global__ void k(half2 *a) { a[0] = a[1] + a[2]; }\n");
    language::Function* const kernel = parsed.unit->kernels.at(0);
    try {
        (void)language::print(std::span{&kernel, 1}, language::Printing::recording);
        ADD_FAILURE() << "printed";
    } catch (const language::FaultError& error) {
        EXPECT_EQ(std::string{error.what()},
                  "__half2 is not handed to a GPU yet: the machine runs it");
    }
}

/// Kernels that are templates run with their defaults, else with what their parameters' names say.
TEST(HalvesTrace, TemplatesAreGuessed) {
    const std::string text =
        "template <const int N = 64, int M = N / 32>\n"
        "__global__ void k(float *a) { if (threadIdx.x < N) a[threadIdx.x] = M; }\n";
    EXPECT_EQ(recorded(text)->data().guessed,
              "the launch is a guess: k<64, 2><<<1, 256>>>(a[1024])");
    const auto guessed = [](const std::string& parameters) {
        return recorded("template <" + parameters +
                        "> __global__ void k(int *a) { a[threadIdx.x] = 1; }\n")
            ->data()
            .guessed;
    };
    EXPECT_EQ(guessed("typename T, int BLOCK_SIZE, int TILE_DIM, bool even, unsigned each"),
              "the launch is a guess: k<float, 256, 16, 1, 4><<<1, 256>>>(a[1024])");
}

TEST(HalvesTrace, WhatThrustDoesIsSaidNotToBeShown) {
    const std::string vectors =
        "#include <thrust/device_vector.h>\n#include <thrust/sort.h>\n"
        "__global__ void k(int *a) { a[threadIdx.x] += 1; }\n"
        "int main() {\n  thrust::device_vector<int> v(32, 5);\n"
        "  k<<<1, 32>>>(thrust::raw_pointer_cast(v.data()));\n";
    const auto quiet = recorded(vectors + "}\n");
    EXPECT_EQ(quiet->facts().title, "t.cu");
    const auto trace = recorded(vectors +
                                "  thrust::sort(v.begin(), v.end());\n"
                                "  printf(\"%d\", (int)v[31]);\n}\n");
    EXPECT_EQ(trace->data().printed, "6");
    EXPECT_EQ(
        trace->facts().title,
        "t.cu, with what thrust, CUB, cuBLAS or curand compute done on the host: what they do on a "
        "device is not shown");
    EXPECT_TRUE(verdict_of("t.cu", *trace).faults.empty());
}

}  // namespace halves_trace_test
}  // namespace stridescope

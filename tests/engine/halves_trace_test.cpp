// Texts with halves, thrust and CUB as they are recorded: what arrays hold, what is said.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/analysis/check.h"
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
        const double a = contents[0].before.number(i), b = contents[1].before.number(2 * i + 1);
        EXPECT_EQ(contents[2].after.number(i), a * 2 + b * 0.5);
        EXPECT_TRUE(a >= 0 && a <= 9 && a == std::floor(a)) << a;
        sum += a;
    }
    EXPECT_GT(sum, 256) << "they are not all 0";
    EXPECT_EQ(trace->diagnostics().size(), 0U);
    // 32 lanes of 2 bytes are two sectors.
    const auto bytes = encode_trace(*trace);
    EXPECT_EQ(decode_trace(bytes, "t.npz")->data().contents[2].after, contents[2].after);
}

/// A tenth is rounded once, as whoever writes it rounds it; sums are as far off as their rounding.
TEST(HalvesTrace, ResultsAreHeldAgainstWhatIsExpected) {
    const auto wrong = [](const std::string& type, const std::string& by) {
        const auto trace = recorded(
            "// launch: k<<<1, 32>>>(a, out)\n// a: " + type + "[32] values:" +
            "0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1,1.1,1.2,1.3,1.4,1.5,1.6,1.7,1.8,1.9,2,2.1,2.2,"
            "2.3,2.4,2.5,2.6,2.7,2.8,2.9,3,3.1,3.2   out: " +
            type + "[32] expect a * " + by +
            "\n#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n"
            "__global__ void k(const " +
            type + " *a, " + type +
            " *out) {\n"
            "  out[threadIdx.x] = a[threadIdx.x] * (" +
            type + ")3.0f;\n}\n");
        return first_wrong(*trace).has_value();
    };
    for (const char* type : {"half", "__nv_bfloat16"}) {
        EXPECT_FALSE(wrong(type, "3")) << type;
        EXPECT_TRUE(wrong(type, "3.5")) << type;
    }
}

const std::string sums =
    "// launch: k<<<1, 32>>>(a, out)\n// a: T[32] iota   out: T[1]\n"
    "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n"
    "__global__ void k(const T *a, T *out) {\n"
    "  T v = a[threadIdx.x] * (T)0.1f;\n  __shared__ T s[32];\n  s[threadIdx.x] = v;\n"
    "  __syncthreads();\n  // step: sum\n"
    "  for (int d = 16; d > 0; d /= 2) v = v + __shfl_down_sync(-1u, v, d);\n"
    "  if (threadIdx.x == 0) out[0] = v;\n}\n";

/// What is in shared memory and in a file.
TEST(HalvesTrace, CellsAndFilesHaveNumbers) {
    for (const bool is_f16 : {true, false}) {
        const std::string name = is_f16 ? "half" : "__nv_bfloat16";
        const ElementType type = is_f16 ? ElementType::f16 : ElementType::bf16;
        const auto rounded = [&](double v) {
            return static_cast<double>(
                language::half::value_of(language::half::bits_of(v, is_f16), is_f16));
        };
        const auto made = recorded("#define T " + name + "\n" + sums);
        const auto trace = decode_trace(encode_trace(*made), "t.npz");
        EXPECT_EQ(trace->data().snapshots.type(), type);
        std::vector<double> values;
        for (int i = 0; i < 32; ++i) {
            values.push_back(rounded(rounded(0.1) * i));
            EXPECT_EQ(trace->type_of_cell(0, i), type);
            EXPECT_EQ(trace->value_number(0, 1, i), values.back()) << i;
        }
        EXPECT_EQ(trace->value_text(0, 1, 1), "0.1");
        for (int d = 16; d > 0; d /= 2)
            for (int i = 0; i + d < 32; ++i)
                values[static_cast<std::size_t>(i)] = rounded(
                    values[static_cast<std::size_t>(i)] + values[static_cast<std::size_t>(i + d)]);
        const TypedArray& after = trace->contents(ArrayId{1}).after;
        EXPECT_EQ(after.type(), type);
        EXPECT_EQ(after.number(0), values[0]);
    }
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

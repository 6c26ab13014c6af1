// A run of two kernels: each has arrays of its own at the same places of shared memory, and every
// picture tells the step's kernel's.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/analysis/races.h"
#include "app/engine/machine/text_engine.h"
#include "app/scene/memory/memory_view.h"
#include "app/scene/tree/tree_model.h"
#include "app/scene/tree/tree_view.h"

namespace stridescope {
namespace kernels_of_a_run_test {

// Kogge–Stone over 0 … 31; threads of different pairs race for nothing in it.
constexpr std::string_view scan = R"(
__global__ void scan(const float *in, float *out) {
    __shared__ float x[32];
    unsigned t = threadIdx.x;
    x[t] = in[t];
    for (unsigned s = 1; s < 32; s *= 2) {
        __syncthreads();
        float v = t >= s ? x[t - s] + x[t] : x[t];
        __syncthreads();
        x[t] = v;
    }
    out[t] = x[t];
}
)";
// Threads of a pair race for its sum.
constexpr std::string_view pairs = R"(
__global__ void pairs(const float *in, double *out) {
    __shared__ double sums[16];
    __shared__ unsigned ticket;
    unsigned t = threadIdx.x;
    if (t == 0) ticket = 7;
    if (t < 16) sums[t] = in[t];
    __syncthreads();
    sums[t / 2] = sums[t / 2] + ticket;
    __syncthreads();
    out[t] = sums[t / 2];
}
)";

std::shared_ptr<const Trace> recorded(std::string_view first, std::string_view second) {
    Experiment experiment;
    experiment.text.path = "t.cu";
    experiment.text.text = fmt::format(
        "{}{}int main() {{\n    float h[32], *in, *out;\n    double *wide;\n"
        "    for (int i = 0; i < 32; i++) h[i] = i;\n"
        "    cudaMalloc(&in, 128);\n    cudaMalloc(&out, 128);\n"
        "    cudaMalloc(&wide, 256);\n"
        "    cudaMemcpy(in, h, 128, cudaMemcpyHostToDevice);\n"
        "    {}\n    {}\n    cudaDeviceSynchronize();\n    return 0;\n}}\n",
        scan, pairs, first, second);
    return record_text(experiment);
}

constexpr std::string_view run_scan = "scan<<<1, 32>>>(in, out);";
constexpr std::string_view run_pairs = "pairs<<<1, 32>>>(in, wide);";

/// The last step of the launch.
int last_step(const Trace& trace, int launch) {
    const auto of_launch = [&](const Step& step) { return step.launch == launch; };
    const auto found = std::find_if(trace.steps().rbegin(), trace.steps().rend(), of_launch);
    return static_cast<int>(trace.steps().rend() - found) - 1;
}

class KernelsOfARun : public testing::TestWithParam<bool> {
  protected:
    std::shared_ptr<const Trace> trace_ =
        GetParam() ? recorded(run_scan, run_pairs) : recorded(run_pairs, run_scan);
    int scan_launch_ = GetParam() ? 0 : 1;
    int scans_ = last_step(*trace_, scan_launch_);
    int pairs_ = last_step(*trace_, 1 - scan_launch_);
};

TEST_P(KernelsOfARun, CallEachCellAsItsKernelDoes) {
    ASSERT_EQ(trace_->launches().size(), 2U);
    ASSERT_EQ(trace_->words(), 33);
    for (int i = 0; i < 32; ++i) {
        EXPECT_EQ(trace_->name_of_cell(scans_, i), fmt::format("x[{}]", i));
        EXPECT_EQ(trace_->type_of_cell(scans_, i), ElementType::f32);
        EXPECT_EQ(trace_->value_text(0, scans_, i), fmt::format("{}", i * (i + 1) / 2));
        EXPECT_EQ(trace_->name_of_cell(pairs_, i),
                  i % 2 == 0 ? fmt::format("sums[{}]", i / 2) : std::string{});
    }
    EXPECT_EQ(trace_->name_of_cell(scans_, 32), "");
    EXPECT_EQ(trace_->name_of_cell(pairs_, 32), "ticket[0]");
    EXPECT_EQ(trace_->value_text(0, pairs_, 32), "7");
    EXPECT_EQ(trace_->value_text(0, pairs_, 6), "10") << "3 + 7, of both threads alike";
    EXPECT_EQ(trace_->words_of_step(scans_), 32);
    EXPECT_EQ(trace_->words_of_step(pairs_), 33);
}

TEST_P(KernelsOfARun, RaceForWhatTheirKernelHas) {
    int races = 0;
    for (int step = 0; step < trace_->step_count(); ++step) {
        for (const Race& race : races_of_step(*trace_, 0, step)) {
            EXPECT_NE(sentence(*trace_, race).find(" sums["), std::string::npos)
                << sentence(*trace_, race);
            ++races;
        }
    }
    EXPECT_GT(races, 0);
}

/// Each level's values are those of its kernel: they were read as another kernel's doubles.
TEST_P(KernelsOfARun, HaveATreeOfEachOnesValues) {
    const KnownTree known = known_tree(*trace_, 0);
    ASSERT_NE(known.model, nullptr) << known.why_not;
    const scene_parts::TreeModel& model = *known.model;
    int levels = 0;
    for (int level = 0; level < model.levels; ++level) {
        if (model.level_at(level).last_step > scans_ || !model.level_at(level).whole) continue;
        const auto step = static_cast<std::size_t>(model.level_at(level).last_step);
        if (trace_->steps()[step].launch != scan_launch_) continue;
        ++levels;
        for (int i = 0; i < 32; ++i) {
            if (!model.wrote(level, i)) continue;
            EXPECT_EQ(model.cell_name(level, i), fmt::format("x[{}]", i));
            EXPECT_EQ(model.value_text(level, i),
                      trace_->value_text(0, model.level_at(level).last_step, i));
        }
    }
    EXPECT_GE(levels, 5);
}

/// Whatever the run's tree follows, at a step of the scan its own sums are seen, of its own steps.
TEST_P(KernelsOfARun, ShowEachLaunchInATreeThatHasIt) {
    KnownTree known = known_tree(*trace_, 0);
    const SharedTreeModel model = tree_of_step(*trace_, 0, scans_, known);
    ASSERT_NE(model, nullptr);
    EXPECT_TRUE(model->has_nodes_of(scan_launch_));
    // One beyond the other launch's steps has been made for it alone.
    if (model != known.model) {
        EXPECT_EQ(model->steps, steps_of_launch(*trace_, scan_launch_));
        EXPECT_FALSE(model->has_nodes_of(1 - scan_launch_));
    }
    bool is_result_there = false;
    for (int level = 0; level < model->levels; ++level) {
        if (!model->wrote(level, 31) || model->cell_name(level, 31) != "x[31]") continue;
        is_result_there = is_result_there || model->value_text(level, 31) == "496";
    }
    EXPECT_TRUE(is_result_there) << "0 + 1 + … + 31";
    EXPECT_EQ(tree_of_step(*trace_, 0, scans_, known), model) << "it is made once";
}

TEST_P(KernelsOfARun, ShowAsManyWordsAsTheKernelHas) {
    const auto titles = [&](int step) {
        const Scene scene = memory_scene(*trace_, {.step = step}, Palette::light());
        std::string all;
        for (const Layer& layer : scene.layers) {
            for (const Label& label : layer.labels) all += label.text + "\n";
        }
        return all;
    };
    EXPECT_NE(titles(scans_).find(": 32 words"), std::string::npos) << titles(scans_);
    EXPECT_NE(titles(scans_).find("another kernel's"), std::string::npos) << titles(scans_);
    EXPECT_NE(titles(pairs_).find(": 33 words"), std::string::npos) << titles(pairs_);
}

// The run's tree follows the first kernel's columns, in which nothing of the second stands.
TEST(LaunchesOfARun, HaveTreesOfTheirOwnWhereTheFirstHasNoColumnsForThem) {
    Experiment experiment;
    experiment.text.path = "t.cu";
    experiment.text.text = R"(
__global__ void scan(int *a, int *sums) {
    extern __shared__ int x[];
    int t = threadIdx.x, n = blockDim.x;
    x[t] = a[blockIdx.x * n + t];
    for (int s = 1; s < n; s *= 2) {
        __syncthreads();
        int v = t >= s ? x[t - s] : 0;
        __syncthreads();
        x[t] += v;
    }
    a[blockIdx.x * n + t] = x[t];
    if (t == n - 1) sums[blockIdx.x] = x[t];
}
int main() {
    int h[128], *a, *sums, *total;
    for (int i = 0; i < 128; i++) h[i] = i;
    cudaMalloc(&a, 512);
    cudaMalloc(&sums, 32);
    cudaMalloc(&total, 4);
    cudaMemcpy(a, h, 512, cudaMemcpyHostToDevice);
    scan<<<8, 16, 64>>>(a, sums);
    scan<<<1, 8, 32>>>(sums, total);
    cudaDeviceSynchronize();
    return 0;
}
)";
    const std::shared_ptr<const Trace> trace = record_text(experiment);
    ASSERT_EQ(trace->launches().size(), 2U) << trace->data().stopped;
    KnownTree known = known_tree(*trace, 0);
    for (const int launch : {0, 1}) {
        const int last = last_step(*trace, launch);
        const SharedTreeModel model = tree_of_step(*trace, 0, last, known);
        ASSERT_NE(model, nullptr) << launch;
        EXPECT_TRUE(model->has_nodes_of(launch)) << launch;
        const int width = launch == 0 ? 16 : 8;
        // Of each launch's block 0: 0 + … + 15, and the sum of all.
        const std::string sum = launch == 0 ? "120" : "8128";
        bool is_sum_there = false;
        for (int level = 0; level < model->levels; ++level) {
            if (model->level_at(level).last_step > last || !model->wrote(level, width - 1))
                continue;
            const auto step = static_cast<std::size_t>(model->level_at(level).last_step);
            if (trace->steps()[step].launch != launch) continue;
            is_sum_there = is_sum_there || model->value_text(level, width - 1) == sum;
        }
        EXPECT_TRUE(is_sum_there) << launch;
    }
}

INSTANTIATE_TEST_SUITE_P(InEitherOrder, KernelsOfARun, testing::Bool());

}  // namespace kernels_of_a_run_test
}  // namespace stridescope

// Texts with a main of their own, on a GPU: what their main launches is found by running it on the
// machine. The runs on a GPU themselves are scripts/gpu_check's.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <string>

#include "app/engine/machine/text_launches.h"
#include "app/engine/machine/text_trial.h"
#include "app/engine/nvrtc/compiler.h"
#include "app/engine/nvrtc/gpu_text.h"
#include "app/engine/nvrtc/main_on_gpu.h"
#include "app/io/errors.h"
#include "tests/support/places.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace main_on_gpu_test {

TextRun text_of(const std::string& text) {
    TextSpec spec;
    spec.path = "main.cu";
    spec.text = text;
    return resolve(spec);
}

TextRun text_in_file(const std::string& name) {
    return text_of(testing::text_of_file(source_dir() + "/tests/data/mains/" + name));
}

TEST(MainOnGpu, FindsEachLaunchWithItsArrays) {
    const LaunchedByMain scan = launched_by_main(text_in_file("ping_pong_scan.cu"));
    ASSERT_EQ(scan.run.arrays.size(), 2U);  // what malloc gave is the host's
    EXPECT_EQ(scan.run.arrays[0].before.size_bytes(), 4000U);
    const std::vector<TextLaunch> launches = launches_of(scan.run);
    ASSERT_EQ(launches.size(), 10U);
    for (std::size_t k = 0; k < launches.size(); ++k) {
        const TextLaunch& launch = launches[k];
        EXPECT_EQ(launch.grid, (std::array<std::uint32_t, 3>{4, 1, 1}));
        EXPECT_EQ(launch.block, (std::array<std::uint32_t, 3>{256, 1, 1}));
        ASSERT_EQ(launch.arguments.size(), 4U);
        // The arrays take turns.
        EXPECT_EQ(launch.arguments[0].array, static_cast<int>(k % 2));
        EXPECT_EQ(launch.arguments[1].array, static_cast<int>(1 - k % 2));
        EXPECT_EQ(launch.arguments[2].leaves, std::vector<std::uint64_t>{1ULL << k});
        EXPECT_EQ(launch.arguments[3].leaves, std::vector<std::uint64_t>{1000});
    }
}

TEST(MainOnGpu, KeepsWhereInAnArrayAPointerLeads) {
    const LaunchedByMain halves = launched_by_main(text_in_file("halves.cu"));
    ASSERT_EQ(halves.run.arrays.size(), 2U);  // the text's variables are not among them
    const std::vector<TextLaunch> launches = launches_of(halves.run);
    ASSERT_EQ(launches.size(), 3U);
    EXPECT_EQ(launches[0].arguments[0].offset, 0U);
    EXPECT_EQ(launches[1].arguments[0].array, 0);
    EXPECT_EQ(launches[1].arguments[0].offset, 128 * sizeof(float));
    EXPECT_EQ(launches[2].kernel->name, "add_halves");
    EXPECT_EQ(launches[2].arguments[0].offset, 32 * sizeof(float));
    EXPECT_EQ(launches[2].arguments[1].offset, 192 * sizeof(float));
    EXPECT_EQ(launches[2].arguments[2].array, 1);
    EXPECT_EQ(launches[2].arguments[2].offset, 0U);
}

TEST(MainOnGpu, NvrtcTakesWhatTheyLaunch) {
    if (const std::string why = nvrtc::why_no_compiler(); !why.empty()) GTEST_SKIP() << why;
    for (const char* name : {"ping_pong_scan.cu", "halves.cu"}) {
        const LaunchedByMain launched = launched_by_main(text_in_file(name));
        for (const auto as : {language::Printing::plain, language::Printing::recording}) {
            const nvrtc::PreparedText prepared = nvrtc::prepare(launched.run, as);
            EXPECT_NO_THROW(nvrtc::compile({.name = name,
                                            .text = prepared.text,
                                            .capability = 90,
                                            .options = prepared.options}));
        }
    }
}

std::string refusal(const std::string& text) {
    try {
        launched_by_main(text_of(text));
    } catch (const UsageError& error) {
        return error.what();
    }
    return "";
}

TEST(MainOnGpu, RefusesWhatOnlyTheMachineCanGive) {
    EXPECT_EQ(
        refusal("struct Pair { int *a; int n; };\n"
                "__global__ void k(Pair p) { p.a[0] = p.n; }\n"
                "int main() { Pair p; cudaMalloc(&p.a, 4); p.n = 1; k<<<1, 1>>>(p); return 0; }"),
        "k is given a struct with pointers: such a text runs on the warp machine only "
        "(--engine cpu).");
    EXPECT_EQ(refusal("__global__ void k(int *a) { if (a == nullptr) return; }\n"
                      "int main() { int *a = (int *)malloc(4); k<<<1, 1>>>(a); return 0; }"),
              "k is given a pointer that is not into memory from cudaMalloc: such a text runs on "
              "the warp machine only (--engine cpu).");
    EXPECT_EQ(refusal("__global__ void k(int *a) { if (a == nullptr) return; }\n"
                      "int main() { k<<<1, 1>>>(nullptr); return 0; }"),
              "");
}

TEST(MainOnGpu, WhatWouldHarmAGpuIsFoundBefore) {
    const auto harm = [](const std::string& text) {
        return harm_of(text_of(text), [](std::size_t) { return 1; });
    };
    EXPECT_EQ(harm(testing::text_of_file(source_dir() + "/tests/data/mains/halves.cu")), "");
    const std::string beyond = harm(
        "__global__ void k(int *a) { a[threadIdx.x] = 1; }\n"
        "int main() { int *a; cudaMalloc(&a, 4 * sizeof(int)); k<<<1, 4>>>(a); k<<<1, 5>>>(a); "
        "return 0; }");
    EXPECT_EQ(beyond.substr(0, 7), "line 1:") << beyond;
    // Two blocks that wait for each other, where there is room for one.
    const std::string alone = harm(
        "__device__ volatile int here[2];\n"
        "__global__ void meet() { here[blockIdx.x] = 1; while (here[1 - blockIdx.x] == 0); }\n"
        "int main() { meet<<<2, 1>>>(); return 0; }");
    EXPECT_NE(alone.find("deadlock"), std::string::npos) << alone;
}

}  // namespace main_on_gpu_test
}  // namespace stridescope

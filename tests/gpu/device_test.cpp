// What people are told where no GPU can be used, and the GPU's trace where one can.
#include "app/engine/cuda/device.h"

#include <gtest/gtest.h>

#include "app/analysis/divergence.h"
#include "app/engine/engine.h"
#include "tests/support/random_experiment.h"

namespace stridescope::cuda {
namespace {

Surroundings fine() {
    return {.driver = 13000,
            .runtime = 13000,
            .found = cudaSuccess,
            .devices = 1,
            .capability = 90,
            .name = "NVIDIA H200"};
}

TEST(Surroundings, EachFaultIsOneSentenceWithAWayOut) {
    EXPECT_EQ(why_unusable(fine()), "");
    Surroundings s;
    s.found = cudaErrorInsufficientDriver;
    s.runtime = 13000;
    EXPECT_EQ(why_unusable(s),
              "There is no NVIDIA driver here: install one, or use --engine cpu (the emulator runs "
              "the same kernels).");
    s.driver = 12040;
    EXPECT_EQ(why_unusable(s),
              "The NVIDIA driver is too old: it knows CUDA 12.4, this program needs 13.0; update "
              "the driver, or use --engine cpu (the emulator runs the same kernels).");
    s = fine();
    s.found = cudaErrorNoDevice;
    EXPECT_NE(why_unusable(s).find("finds no GPU"), std::string::npos);
    s = fine();
    s.devices = 0;
    EXPECT_NE(why_unusable(s).find("finds no GPU"), std::string::npos);
    s = fine();
    s.found = cudaErrorDevicesUnavailable;
    EXPECT_NE(why_unusable(s).find("Another program holds the GPU"), std::string::npos);
    s = fine();
    s.capability = 70;
    EXPECT_NE(why_unusable(s).find("compute capability 7.0, this program needs 7.5"),
              std::string::npos);
}

TEST(Sentences, SayWhatToChooseInstead) {
    for (const cudaError_t error :
         {cudaErrorMemoryAllocation, cudaErrorDevicesUnavailable, cudaErrorNoKernelImageForDevice,
          cudaErrorIllegalAddress, cudaErrorLaunchTimeout, cudaErrorUnknown}) {
        const std::string text = sentence(error, "recording");
        EXPECT_NE(text.find("--engine cpu"), std::string::npos) << text;
        EXPECT_TRUE(text.ends_with(".")) << text;
        EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    }
    EXPECT_NE(sentence(cudaErrorMemoryAllocation, "recording").find("--blocks first:8"),
              std::string::npos);
}

TEST(Engines, AutomaticIsTheGpuWhereOneIs) {
    const auto trace = record(Experiment{});
    const std::string why = why_unavailable(EngineChoice::cuda);
    EXPECT_EQ(trace->engine(), why.empty() ? "cuda" : "cpu");
    EXPECT_EQ(why_unavailable(EngineChoice::cpu), "");
    if (why.empty()) return;
    std::string told;
    try {
        (void)make_engine(EngineChoice::cuda);
    } catch (const RunError& error) {
        told = error.what();
    }
    EXPECT_EQ(told, why);
}

TEST(Device, RecordsTheEmulatorsTrace) {
    if (const std::string why = why_unavailable(EngineChoice::cuda); !why.empty()) {
        GTEST_SKIP() << why;
    }
    stridescope::testing::RandomExperiments experiments{4};
    for (int i = 0; i < 200; ++i) {
        Experiment e = experiments.next();
        if (kernel_of(e).info.blocks_meet()) continue;
        const auto expected = record(e);
        e.engine = EngineChoice::cuda;
        const auto got = record(e);
        EXPECT_EQ(first_divergence(*expected, *got).value_or("identical"), "identical")
            << command_line(e);
    }
}

TEST(Device, StopsWhenToldTo) {
    if (const std::string why = why_unavailable(EngineChoice::cuda); !why.empty()) {
        GTEST_SKIP() << why;
    }
    Experiment e{
        .kernel = "kogge-stone", .block = 1024, .n = 1 << 20, .input = {}, .first_blocks = {}};
    e.engine = EngineChoice::cuda;
    EXPECT_THROW((void)record(e, {.progress = [](double) { return false; }}), Cancelled);
    EXPECT_EQ(record(e)->engine(), "cuda");
}

}  // namespace
}  // namespace stridescope::cuda

// What people are told where no GPU can be used, and the GPU's trace where one can.
#include "app/engine/cuda/device.h"

#include <gtest/gtest.h>

#include <set>

#include "app/analysis/check.h"
#include "app/analysis/divergence.h"
#include "app/analysis/grid.h"
#include "app/engine/engine.h"
#include "app/experiment/input.h"
#include "app/trace/trace_file.h"
#include "kernels/catalog.h"
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
              "No NVIDIA driver found: install one, or use --engine cpu (the emulator runs the "
              "same kernels).");
    s.driver = 12040;
    EXPECT_EQ(why_unusable(s),
              "The NVIDIA driver is too old: it supports CUDA 12.4, and this program needs 13.0; "
              "update the driver, or use --engine cpu (the emulator runs the same kernels).");
    s = fine();
    s.found = cudaErrorNoDevice;
    EXPECT_NE(why_unusable(s).find("finds no GPU"), std::string::npos);
    s = fine();
    s.devices = 0;
    EXPECT_NE(why_unusable(s).find("finds no GPU"), std::string::npos);
    s = fine();
    s.found = cudaErrorDevicesUnavailable;
    EXPECT_NE(why_unusable(s).find("Another program is using the GPU"), std::string::npos);
    s = fine();
    s.capability = 70;
    EXPECT_NE(why_unusable(s).find("compute capability 7.0, and this program needs 7.5"),
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
    // Who chooses a machine wants the emulated one.
    Experiment machine{.kernel = "chained", .n = {}, .input = {}, .first_blocks = {}};
    machine.sms = 64;
    EXPECT_EQ(record(machine)->engine(), "cpu");
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
        const auto expected = record(e);
        e.engine = EngineChoice::cuda;
        e.sms = Experiment{}.sms;  // a GPU has its own
        e.resident = Experiment{}.resident;
        const auto got = record(e);
        EXPECT_EQ(first_divergence(*expected, *got).value_or("identical"), "identical")
            << command_line(e);
    }
}

TEST(Device, RunsBlocksThatMeet) {
    if (const std::string why = why_unavailable(EngineChoice::cuda); !why.empty()) {
        GTEST_SKIP() << why;
    }
    for (const CatalogueEntry& entry : correct_kernels()) {
        if (!entry.info.blocks_cooperate()) continue;
        Experiment e{.kernel = std::string{entry.info.id},
                     .block = 64,
                     .n = 64 * 200 - 7,
                     .input = parse_input("random:3"),
                     .first_blocks = 5};
        e.engine = EngineChoice::cuda;
        const auto trace = record(e);
        EXPECT_FALSE(first_wrong(*trace).has_value()) << e.kernel;
        EXPECT_EQ(trace->clock(), "ns");
        const auto& events = trace->grid_events();
        std::set<int> started;
        for (const GridEvent& event : events) {
            if (event.kind == GridEvent::Kind::start) started.insert(event.block);
        }
        EXPECT_EQ(std::ssize(started), trace->grid()) << e.kernel;
        EXPECT_GT(events.back().time, events.front().time);
        EXPECT_EQ(decode_trace(encode_trace(*trace), "it")->grid_events(), events) << e.kernel;
        EXPECT_GT(grid_timeline(*trace).rows.size(), 1U);
    }
}

TEST(Device, RefusesABarrierOfTooManyBlocks) {
    if (const std::string why = why_unavailable(EngineChoice::cuda); !why.empty()) {
        GTEST_SKIP() << why;
    }
    Experiment e{
        .kernel = "spin-barrier", .block = 32, .n = 32 << 18, .input = {}, .first_blocks = 1};
    e.engine = EngineChoice::cuda;
    std::string told;
    try {
        (void)record(e);
    } catch (const UsageError& error) {
        told = error.what();
    }
    EXPECT_NE(told.find("it has 262144 blocks, and this GPU has room for "), std::string::npos)
        << told;
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

// Compare engines, from the command to what is said. What a GPU does is held elsewhere.
#include "app/session/background_jobs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <utility>

#include "app/session/controller.h"
#include "app/session/run_text.h"
#include "tests/support/recorded.h"

namespace stridescope {
namespace engine_comparer_test {

using testing::experiment_of;
using testing::sixteen;

constexpr const char* no_gpu = "There is no GPU in this test: use --engine cpu.";

/// Where there is a GPU. In its place the machine runs the text once more, and `say` makes of that
/// what is said of the two.
template <class Say>
GpuEngine instead_of_gpu(Say say) {
    return {.why_unavailable = [] { return std::string{}; },
            .verify = [say](Experiment experiment, const RunOptions& options) -> GpuVerdict {
                experiment.engine = EngineChoice::cpu;
                return say(*record(experiment, options));
            }};
}

GpuVerdict how_many(const Trace& trace) {
    return {true, fmt::format("identical: {} of {} blocks", trace.blocks(), trace.grid())};
}

/// A controller that has recorded, and then compared.
class Compared {
  public:
    Compared(Experiment experiment, GpuEngine gpu)
        : controller_{std::move(experiment), {}, std::move(gpu)} {
        controller_.wait_until_recorded();
        compare();
    }
    void compare() {
        controller_.apply(command::CompareEngines{});
        EXPECT_TRUE(state().runs.comparing.now);
        controller_.wait_until_recorded();
        EXPECT_FALSE(state().runs.comparing.now);
    }
    const AppState& state() const { return controller_.state(); }
    const Message& said() const { return state().messages.back(); }
    Controller& controller() { return controller_; }

  private:
    Controller controller_;
};

TEST(CompareEngines, SaysWhatIsIdentical) {
    const Compared compared{experiment_of("kogge-stone", 16, sixteen), instead_of_gpu(how_many)};
    ASSERT_EQ(compared.state().messages.size(), 1U);
    EXPECT_TRUE(compared.said().fine);
    EXPECT_FALSE(compared.said().read);
    EXPECT_EQ(compared.said().text, "Identical: 1 of 1 blocks.");
}

TEST(CompareEngines, SaysWhatIsNot) {
    const auto other = [](const Trace& trace) {
        return GpuVerdict{
            false, fmt::format("the GPU wrote 9 to P[15], not {}", trace.output().number(15))};
    };
    const Compared compared{experiment_of("kogge-stone", 16, sixteen), instead_of_gpu(other)};
    EXPECT_FALSE(compared.said().fine);
    EXPECT_EQ(compared.said().text, "The GPU wrote 9 to P[15], not 68.");
}

TEST(CompareEngines, ComparesNoMoreBlocksThanTheWindowShows) {
    ScanRun experiment = experiment_of("kogge-stone", 16, "ones");
    experiment.n = 16 * 100;
    const Compared compared{experiment, instead_of_gpu(how_many)};
    EXPECT_EQ(compared.said().text, "Identical: 8 of 100 blocks.");
}

TEST(CompareEngines, SaysWhyThereIsNoGpu) {
    GpuEngine engines;
    engines.why_unavailable = [] { return std::string{no_gpu}; };
    const ScanRun experiment = experiment_of("kogge-stone", 16, sixteen);
    const Compared compared{experiment, engines};
    EXPECT_TRUE(compared.state().runs.gpu.known);
    EXPECT_EQ(compared.state().runs.gpu.problem, no_gpu);
    EXPECT_EQ(why_not_on_gpu(experiment, compared.state().runs.gpu), no_gpu);
    EXPECT_FALSE(compared.said().fine);
    EXPECT_EQ(compared.said().text, std::string{"The engines cannot be compared. "} + no_gpu);
}

TEST(CompareEngines, SaysWhatTheEnginesThrow) {
    GpuEngine engines = instead_of_gpu(
        [](const Trace&) -> GpuVerdict { throw RunError("The GPU fell off the bus."); });
    const ScanRun experiment = experiment_of("kogge-stone", 16, sixteen);
    const Compared failed{experiment, engines};
    EXPECT_EQ(failed.said().text, "The engines cannot be compared. The GPU fell off the bus.");
    engines = instead_of_gpu([](const Trace&) -> GpuVerdict { throw std::bad_alloc(); });
    const Compared full{experiment, engines};
    EXPECT_NE(full.said().text.find("not enough memory"), std::string::npos);
}

TEST(CompareEngines, AScheduleIsTheMachinesAlone) {
    ScanRun experiment = experiment_of("kogge-stone", 16, sixteen);
    experiment.schedule.kind = Schedule::Kind::descending;
    const Compared compared{experiment, instead_of_gpu(how_many)};
    EXPECT_FALSE(compared.said().fine);
    EXPECT_EQ(compared.said().text,
              "The engines cannot be compared. " + why_not_on_gpu(experiment, {true, {}}));
    EXPECT_NE(compared.said().text.find("schedules its own warps"), std::string::npos);
}

TEST(CompareEngines, UntilTheDriverHasAnsweredTheGpuIsGreyAndTheWindowGoesOn) {
    std::atomic<bool> answer = false;
    GpuEngine engines;
    engines.why_unavailable = [&answer] {
        while (!answer) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return std::string{no_gpu};
    };
    Controller controller{experiment_of("kogge-stone", 16, sixteen), {}, engines};
    while (controller.state().trace() == nullptr) controller.poll();
    EXPECT_FALSE(controller.state().runs.gpu.known);
    EXPECT_EQ(why_not_on_gpu(controller.state().experiment, controller.state().runs.gpu),
              looking_for_gpu);
    answer = true;
    controller.wait_until_recorded();
    EXPECT_EQ(controller.state().runs.gpu.problem, no_gpu);
}

TEST(CompareEngines, IsCancelled) {
    std::atomic<bool> endless = true;
    std::atomic<int> begun = 0, stopped = 0;
    GpuEngine engines = instead_of_gpu(how_many);
    engines.verify = [&, plain = engines.verify](const Experiment& experiment,
                                                 const RunOptions& options) {
        ++begun;
        while (endless && options.progress(0.5)) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        if (endless) {
            ++stopped;
            throw Cancelled();
        }
        return plain(experiment, options);
    };
    Controller controller{experiment_of("kogge-stone", 16, sixteen), {}, engines};
    controller.wait_until_recorded();
    controller.apply(command::CompareEngines{});
    while (begun == 0 || controller.state().runs.comparing.share < 0.5) controller.poll();
    EXPECT_TRUE(controller.state().runs.comparing.now);
    controller.apply(command::CancelComparing{});
    EXPECT_FALSE(controller.state().runs.comparing.now);
    while (stopped == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    controller.poll();
    EXPECT_TRUE(controller.state().messages.empty());
    // The next one is none the worse for it.
    endless = false;
    controller.apply(command::CompareEngines{});
    controller.wait_until_recorded();
    ASSERT_EQ(controller.state().messages.size(), 1U);
    EXPECT_TRUE(controller.state().messages.back().fine);
}

}  // namespace engine_comparer_test
}  // namespace stridescope

// Compare engines: both recordings are real; where the engines are to diverge, a word of one is
// changed afterwards.
#include "app/session/engine_comparer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <utility>

#include "app/session/controller.h"
#include "app/session/knob_text.h"
#include "tests/support/recorded.h"

namespace stridescope {
namespace {

using testing::experiment_of;
using testing::sixteen;

constexpr const char* no_gpu = "There is no GPU in this test: use --engine cpu.";
constexpr int changed_step = 3;

/// Both engines are the emulator; `change` is done to what the second one recorded.
template <class Change>
EnginePair emulators(Change change) {
    EnginePair pair;
    pair.why_unavailable = [](EngineChoice) { return std::string{}; };
    pair.record = [change](Experiment experiment, const RunOptions& options) {
        const bool second = experiment.engine == EngineChoice::cuda;
        experiment.engine = EngineChoice::cpu;
        auto trace = record(experiment, options);
        if (!second) return trace;
        TraceData data = trace->data();
        data.device = "another emulator";
        change(data);
        return std::shared_ptr<const Trace>{std::make_shared<const Trace>(std::move(data))};
    };
    return pair;
}

void change_a_word(TraceData& data) {
    const auto words = static_cast<std::size_t>(data.words);
    // The second block's, if there is one.
    const std::size_t block = data.blocks > 1 ? 1 : 0;
    data.snapshots.as<float>()[(block * data.steps.size() + changed_step) * words + 9] = -1;
}

/// A controller that has recorded, and then compared.
class Compared {
  public:
    Compared(Experiment experiment, EnginePair engines)
        : controller_{std::move(experiment), {}, std::move(engines)} {
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
    const Compared compared{experiment_of("kogge-stone", 16, sixteen), emulators([](auto&) {})};
    ASSERT_EQ(compared.state().messages.size(), 1U);
    EXPECT_TRUE(compared.said().fine);
    EXPECT_FALSE(compared.said().read);
    EXPECT_FALSE(compared.said().place);
    EXPECT_TRUE(compared.said().text.starts_with("Identical: CPU emulator and another emulator, "))
        << compared.said().text;
    EXPECT_NE(compared.said().text.find("6 steps, "), std::string::npos) << compared.said().text;
}

TEST(CompareEngines, NamesTheFirstDivergenceAndGoesThere) {
    ScanRun experiment = experiment_of("kogge-stone", 16, "ones");
    experiment.n = 32;
    Compared compared{experiment, emulators(change_a_word)};
    EXPECT_FALSE(compared.said().fine);
    EXPECT_NE(compared.said().text.find(
                  "First in block 1, after step 4 (scan, stride 4), word 9: expected 8, got -1."),
              std::string::npos)
        << compared.said().text;
    EXPECT_EQ(compared.state().playback.step(), 0);
    compared.controller().apply(command::GoToPlace{0});
    EXPECT_EQ(compared.state().playback.step(), changed_step);
    EXPECT_EQ(compared.state().block, 1);
}

TEST(CompareEngines, GoesNowhereInAnotherExperiment) {
    Compared compared{experiment_of("kogge-stone", 16, sixteen), emulators(change_a_word)};
    ASSERT_TRUE(compared.said().place);
    Controller& controller = compared.controller();
    controller.apply(command::SetExperiment{experiment_of("brent-kung", 16, sixteen), false});
    controller.wait_until_recorded();
    EXPECT_FALSE(compared.state().shows_run_of(*compared.said().place));
    controller.apply(command::First{});
    controller.apply(command::GoToPlace{0});
    EXPECT_EQ(compared.state().playback.step(), 0);
    controller.apply(command::Undo{});
    controller.wait_until_recorded();
    EXPECT_TRUE(compared.state().shows_run_of(*compared.said().place));
    controller.apply(command::GoToPlace{99});
}

TEST(CompareEngines, ComparesNoMoreBlocksThanTheWindowShows) {
    ScanRun experiment = experiment_of("kogge-stone", 16, "ones");
    experiment.n = 16 * 100;
    const Compared compared{experiment, emulators([](auto&) {})};
    EXPECT_NE(compared.said().text.find("(the first 8 of 100 blocks)"), std::string::npos)
        << compared.said().text;
}

TEST(CompareEngines, SaysWhyThereIsNoGpu) {
    EnginePair engines;
    engines.why_unavailable = [](EngineChoice engine) {
        return engine == EngineChoice::cuda ? std::string{no_gpu} : std::string{};
    };
    const ScanRun experiment = experiment_of("kogge-stone", 16, sixteen);
    const Compared compared{experiment, engines};
    EXPECT_TRUE(compared.state().runs.gpu.known);
    EXPECT_EQ(compared.state().runs.gpu.problem, no_gpu);
    EXPECT_EQ(why_not_on_gpu(experiment, compared.state().runs.gpu), no_gpu);
    EXPECT_FALSE(compared.said().fine);
    EXPECT_EQ(compared.said().text, std::string{"The engines cannot be compared. "} + no_gpu);
}

TEST(CompareEngines, SaysWhatTheEnginesThrow) {
    EnginePair engines = emulators([](auto&) { throw RunError("The GPU fell off the bus."); });
    const ScanRun experiment = experiment_of("kogge-stone", 16, sixteen);
    const Compared failed{experiment, engines};
    EXPECT_EQ(failed.said().text, "The engines cannot be compared. The GPU fell off the bus.");
    engines = emulators([](auto&) { throw std::bad_alloc(); });
    const Compared full{experiment, engines};
    EXPECT_NE(full.said().text.find("not enough memory"), std::string::npos);
}

TEST(CompareEngines, AScheduleIsTheEmulatorsAlone) {
    ScanRun experiment = experiment_of("kogge-stone", 16, sixteen);
    experiment.schedule.kind = Schedule::Kind::descending;
    const Compared compared{experiment, emulators([](auto&) {})};
    EXPECT_FALSE(compared.said().fine);
    EXPECT_EQ(compared.said().text,
              "The engines cannot be compared. " + why_not_on_gpu(experiment, {true, {}}));
    EXPECT_NE(compared.said().text.find("schedules its own warps"), std::string::npos);
}

TEST(CompareEngines, UntilTheDriverHasAnsweredTheGpuIsGreyAndTheWindowGoesOn) {
    std::atomic<bool> answer = false;
    EnginePair engines;
    engines.why_unavailable = [&answer](EngineChoice) {
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
    EnginePair engines = emulators([](auto&) {});
    engines.record = [&, plain = engines.record](const Experiment& experiment,
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
    while (begun == 0 || controller.state().runs.comparing.share < 0.25) controller.poll();
    EXPECT_TRUE(controller.state().runs.comparing.now);
    EXPECT_EQ(controller.state().runs.comparing.share, 0.25);  // the first engine's half
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

}  // namespace
}  // namespace stridescope

// Records an experiment on both engines and compares, off the UI thread. Asks the driver for a GPU
// first of all, which can take a second.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "app/engine/text_on_gpu.h"
#include "app/io/background.h"
#include "app/session/app_state.h"

namespace stridescope {

/// The GPU, as the window needs it.
struct GpuEngine {
    std::function<std::string()> why_unavailable = why_no_text_on_gpu;
    std::function<GpuVerdict(const Experiment&, const RunOptions&)> verify = verify_on_gpu;
};

/// Records `experiment` on the GPU, has the machine follow, and says what came of it. Throws
/// Cancelled if progress asked to stop, UsageError or RunError, saying why, if it cannot be run.
Message compare_engines(const Experiment& experiment, const GpuEngine& gpu,
                        const RunOptions& options);

/// A worker thread for that.
class EngineComparer {
  public:
    /// `wake` is called from the worker whenever there is something to take.
    explicit EngineComparer(std::function<void()> wake, GpuEngine gpu = {});
    /// Stops what is under way.
    ~EngineComparer();
    EngineComparer(const EngineComparer&) = delete;
    EngineComparer& operator=(const EngineComparer&) = delete;

    /// Asks for a comparison; one that is under way is dropped.
    void compare(Experiment experiment);
    /// Drops what is under way: nothing comes of it any more.
    void cancel();

    /// Why no GPU can be used, empty if one can; nothing until the driver has answered.
    std::optional<std::string> gpu_problem();
    /// What came of the comparison asked for last, once.
    std::optional<Message> take();
    /// How much of it is done, 0 … 1.
    double share() const { return share_.load(); }

  private:
    std::optional<std::chrono::milliseconds> turn();
    Message carry_out(const Experiment& experiment, std::uint64_t number);

    std::function<void()> wake_;
    GpuEngine gpu_;
    std::mutex mutex_;
    std::optional<std::string> gpu_problem_;
    std::optional<Experiment> waiting_;
    std::optional<Message> outcome_;
    std::atomic<std::uint64_t> latest_{0};
    std::atomic<double> share_{0};
    Background background_;  // last: starts when everything else stands
};

}  // namespace stridescope

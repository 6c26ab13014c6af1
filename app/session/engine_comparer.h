// Records an experiment on both engines and compares, off the UI thread. Asks the driver for a GPU
// first of all, which can take a second.
#pragma once

#include <atomic>
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

    /// Asks for a comparison; one that is under way is dropped.
    void compare(Experiment experiment);
    /// Drops what is under way: nothing comes of it any more.
    void cancel();

    /// Why no GPU can be used, empty if one can; nothing until the driver has answered.
    std::optional<std::string> gpu_problem();
    /// What came of the comparison asked for last, once.
    std::optional<Message> take() { return jobs_.take(); }
    /// How much of it is done, 0 … 1.
    double share() const { return share_.load(); }

  private:
    std::string ask_driver();
    std::optional<Message> carry_out(const Experiment& experiment,
                                     const std::function<bool()>& wanted);

    GpuEngine gpu_;
    std::mutex asking_;  ///< the driver: one at a time
    std::optional<std::string> gpu_problem_;
    std::atomic<double> share_{0};
    struct Question {};
    LatestJob<Question, std::string> driver_;
    LatestJob<Experiment, Message> jobs_;  // last: start when everything else stands
};

}  // namespace stridescope

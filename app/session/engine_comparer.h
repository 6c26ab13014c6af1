// Records an experiment on both engines and compares, off the UI thread. Asks the driver for a GPU
// first of all, which can take a second.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/engine/engine.h"
#include "app/session/app_state.h"

namespace stridescope {

/// The two engines, as the window needs them.
struct EnginePair {
    std::function<std::string(EngineChoice)> why_unavailable = stridescope::why_unavailable;
    std::function<std::shared_ptr<const Trace>(const Experiment&, const RunOptions&)> record =
        stridescope::record;
};

/// Records `experiment` on the GPU and on the emulator and says what came of it. Throws Cancelled
/// if progress asked to stop, UsageError or RunError, saying why, if an engine cannot run it.
Message compare_engines(const Experiment& experiment, const EnginePair& engines,
                        const RunOptions& options);

/// A worker thread for that.
class EngineComparer {
  public:
    /// `wake` is called from the worker whenever there is something to take.
    explicit EngineComparer(std::function<void()> wake, EnginePair engines = {});
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
    void work();
    Message carry_out(const Experiment& experiment, std::uint64_t number);

    std::function<void()> wake_;
    EnginePair engines_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<std::string> gpu_problem_;
    std::optional<Experiment> waiting_;
    std::optional<Message> outcome_;
    bool stop_ = false;
    std::atomic<std::uint64_t> latest_{0};
    std::atomic<double> share_{0};
    std::thread thread_;  // last: starts when everything else stands
};

}  // namespace stridescope

// Measures a ladder off the UI's thread.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "app/io/background.h"
#include "app/ladder/measure/measure.h"

namespace stridescope {

class LadderRunner {
  public:
    /// `wake` is called from the worker whenever there is something to take.
    explicit LadderRunner(std::function<void()> wake);
    /// Stops what is under way.
    ~LadderRunner();
    LadderRunner(const LadderRunner&) = delete;
    LadderRunner& operator=(const LadderRunner&) = delete;

    /// Begins to measure; what was under way is stopped, and nothing comes of it.
    void start(LadderPlan plan);
    void cancel();

    struct Outcome {
        Ladder ladder{};
        std::string error{};  ///< a sentence; empty: there is a ladder
    };
    /// What came of it, once.
    std::optional<Outcome> take();
    LadderProgress now() const;

  private:
    std::optional<std::chrono::milliseconds> turn();
    Outcome carry_out(const LadderPlan& plan, std::uint64_t number);

    std::function<void()> wake_;
    mutable std::mutex mutex_;
    std::optional<LadderPlan> waiting_;
    LadderProgress now_{};
    std::optional<Outcome> outcome_;
    std::atomic<std::uint64_t> latest_{0};
    Background background_;  // last: starts when everything else stands
};

}  // namespace stridescope

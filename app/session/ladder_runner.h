// Measures a ladder off the UI's thread.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "app/io/background.h"
#include "app/ladder/measure/measure.h"

namespace stridescope {

class LadderRunner {
  public:
    struct Outcome {
        Ladder ladder{};
        std::string error{};  ///< a sentence; empty: there is a ladder
    };

    /// `wake` is called from the worker whenever there is something to take.
    explicit LadderRunner(std::function<void()> wake);

    /// Begins to measure; what was under way is stopped, and nothing comes of it.
    void start(LadderPlan plan);
    void cancel() { jobs_.cancel(); }
    /// What came of it, once.
    std::optional<Outcome> take() { return jobs_.take(); }
    LadderProgress now() const;

  private:
    Outcome carry_out(const LadderPlan& plan, const std::function<bool()>& wanted);

    std::function<void()> wake_;
    mutable std::mutex mutex_;
    LadderProgress now_{};
    LatestJob<LadderPlan, Outcome> jobs_;  // last: starts when everything else stands
};

}  // namespace stridescope

#include "app/session/ladder_runner.h"

#include <exception>

namespace stridescope {

LadderRunner::LadderRunner(std::function<void()> wake)
    : wake_{std::move(wake)}, jobs_{wake_, [this](const LadderPlan& plan, const auto& wanted) {
                                        return carry_out(plan, wanted);
                                    }} {}

void LadderRunner::start(LadderPlan plan) {
    {
        const std::lock_guard lock{mutex_};
        now_ = {};
    }
    jobs_.start(std::move(plan));
}

LadderProgress LadderRunner::now() const {
    const std::lock_guard lock{mutex_};
    return now_;
}

LadderRunner::Outcome LadderRunner::carry_out(const LadderPlan& plan,
                                              const std::function<bool()>& wanted) {
    Outcome outcome;
    try {
        outcome.ladder = measure_ladder(plan, [&](const LadderProgress& now) {
            if (wanted()) {
                const std::lock_guard lock{mutex_};
                now_ = now;
            }
            if (wake_) wake_();
            return wanted();
        });
    } catch (const std::exception& error) {
        outcome.error = error.what();
    }
    return outcome;
}

}  // namespace stridescope

#include "app/session/ladder_runner.h"

#include <exception>
#include <utility>

namespace stridescope {

LadderRunner::~LadderRunner() {
    cancel();
}

void LadderRunner::start(LadderPlan plan) {
    cancel();
    stop_ = false;
    now_ = {};
    thread_ = std::thread{[this, plan = std::move(plan)] { work(plan); }};
}

void LadderRunner::cancel() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
    const std::lock_guard lock{mutex_};
    outcome_.reset();
}

std::optional<LadderRunner::Outcome> LadderRunner::take() {
    const std::lock_guard lock{mutex_};
    return std::exchange(outcome_, std::nullopt);
}

LadderProgress LadderRunner::now() const {
    const std::lock_guard lock{mutex_};
    return now_;
}

void LadderRunner::work(const LadderPlan& plan) {
    Outcome outcome;
    try {
        outcome.ladder = measure_ladder(plan, [this](const LadderProgress& now) {
            {
                const std::lock_guard lock{mutex_};
                now_ = now;
            }
            if (wake_) wake_();
            return !stop_;
        });
    } catch (const std::exception& error) {
        outcome.error = error.what();
    }
    {
        const std::lock_guard lock{mutex_};
        outcome_ = std::move(outcome);
    }
    if (wake_) wake_();
}

}  // namespace stridescope

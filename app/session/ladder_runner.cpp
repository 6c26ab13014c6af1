#include "app/session/ladder_runner.h"

#include <exception>
#include <utility>

namespace stridescope {

LadderRunner::LadderRunner(std::function<void()> wake)
    : wake_{std::move(wake)}, background_{[this] { return turn(); }} {}

LadderRunner::~LadderRunner() {
    cancel();
}

void LadderRunner::start(LadderPlan plan) {
    {
        const std::lock_guard lock{mutex_};
        ++latest_;
        waiting_ = std::move(plan);
        outcome_.reset();
        now_ = {};
    }
    background_.notify();
}

void LadderRunner::cancel() {
    const std::lock_guard lock{mutex_};
    ++latest_;
    waiting_.reset();
    outcome_.reset();
}

std::optional<LadderRunner::Outcome> LadderRunner::take() {
    background_.poll();
    const std::lock_guard lock{mutex_};
    return std::exchange(outcome_, std::nullopt);
}

LadderProgress LadderRunner::now() const {
    const std::lock_guard lock{mutex_};
    return now_;
}

LadderRunner::Outcome LadderRunner::carry_out(const LadderPlan& plan, std::uint64_t number) {
    Outcome outcome;
    try {
        outcome.ladder = measure_ladder(plan, [&](const LadderProgress& now) {
            {
                const std::lock_guard lock{mutex_};
                if (latest_ == number) now_ = now;
            }
            if (wake_) wake_();
            return latest_ == number;
        });
    } catch (const std::exception& error) {
        outcome.error = error.what();
    }
    return outcome;
}

std::optional<std::chrono::milliseconds> LadderRunner::turn() {
    std::unique_lock lock{mutex_};
    if (!waiting_) return std::nullopt;
    const LadderPlan plan = *std::exchange(waiting_, std::nullopt);
    const std::uint64_t number = latest_;
    lock.unlock();
    Outcome outcome = carry_out(plan, number);
    lock.lock();
    if (number == latest_) outcome_ = std::move(outcome);
    lock.unlock();
    if (wake_) wake_();
    return std::chrono::milliseconds{0};
}

}  // namespace stridescope

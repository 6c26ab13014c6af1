#include "app/session/schedule_searcher.h"

#include <exception>
#include <new>
#include <utility>

namespace stridescope {
namespace {

/// Whoever asked waits for it.
constexpr std::chrono::milliseconds patience_of_search{1000};

}  // namespace

ScheduleSearcher::ScheduleSearcher(std::function<void()> wake)
    : wake_(std::move(wake)), background_([this] { return turn(); }) {}

ScheduleSearcher::~ScheduleSearcher() {
    cancel();
}

void ScheduleSearcher::search(Experiment experiment, std::shared_ptr<const Trace> trace) {
    {
        const std::lock_guard lock(mutex_);
        ++latest_;
        waiting_ = {std::move(experiment), std::move(trace)};
        outcome_.reset();
    }
    background_.notify();
}

void ScheduleSearcher::cancel() {
    const std::lock_guard lock(mutex_);
    ++latest_;
    waiting_.reset();
    outcome_.reset();
}

std::optional<ScheduleSearcher::Outcome> ScheduleSearcher::take() {
    background_.poll();
    const std::lock_guard lock(mutex_);
    return std::exchange(outcome_, std::nullopt);
}

ScheduleSearcher::Outcome ScheduleSearcher::carry_out(const Job& job, std::uint64_t number) {
    RunOptions options;
    options.progress = [this, number](double) { return latest_.load() == number; };
    try {
        return {search_schedules(job.experiment, *job.trace, patience_of_search, options), {}};
    } catch (const Cancelled&) {
        throw;
    } catch (const std::bad_alloc&) {
        return {{}, "There is not enough memory to run it again."};
    } catch (const std::exception& error) {
        return {{}, error.what()};
    }
}

std::optional<std::chrono::milliseconds> ScheduleSearcher::turn() {
    std::unique_lock lock(mutex_);
    if (!waiting_) return std::nullopt;
    const Job job = *std::exchange(waiting_, std::nullopt);
    const std::uint64_t number = latest_;
    lock.unlock();
    std::optional<Outcome> outcome;
    try {
        outcome = carry_out(job, number);
    } catch (const Cancelled&) {
        // Asked for: there is nothing to say.
    }
    lock.lock();
    if (number == latest_) outcome_ = std::move(outcome);
    lock.unlock();
    if (wake_) wake_();
    return std::chrono::milliseconds{0};
}

}  // namespace stridescope

// One job at a time beside the thread that asks for it: the newest wins.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>

#include "app/io/background.h"

namespace stridescope {

template <class Job, class Outcome>
class LatestJob {
  public:
    /// Whether the job that asks is still wanted: what is dropped ends as soon as it can.
    using Wanted = std::function<bool()>;
    /// Carries a job out, on another thread; must not throw. Nothing: there is nothing to say of
    /// it, since nobody wants it any more.
    using Work = std::function<std::optional<Outcome>(const Job&, const Wanted&)>;

    /// `wake` is called from the worker whenever there is something to take.
    LatestJob(std::function<void()> wake, Work work)
        : wake_{std::move(wake)}, work_{std::move(work)}, background_{[this] { return turn(); }} {}
    /// Stops what is under way.
    ~LatestJob() { cancel(); }
    LatestJob(const LatestJob&) = delete;
    LatestJob& operator=(const LatestJob&) = delete;

    /// Whether it works beside the thread that asks; else it takes its turns on that.
    bool has_thread() const { return background_.has_thread(); }
    /// What was asked before is dropped, and nothing comes of it.
    void start(Job job) {
        {
            const std::lock_guard lock{mutex_};
            ++latest_;
            waiting_ = std::move(job);
            outcome_.reset();
        }
        background_.notify();
    }
    void cancel() {
        const std::lock_guard lock{mutex_};
        ++latest_;
        waiting_.reset();
        outcome_.reset();
    }
    /// What came of the job asked for last, once.
    std::optional<Outcome> take() {
        background_.poll();
        const std::lock_guard lock{mutex_};
        return std::exchange(outcome_, std::nullopt);
    }

  private:
    std::optional<std::chrono::milliseconds> turn() {
        std::unique_lock lock{mutex_};
        if (!waiting_) return std::nullopt;
        const Job job = *std::exchange(waiting_, std::nullopt);
        const std::uint64_t number = latest_;
        lock.unlock();
        std::optional<Outcome> outcome =
            work_(job, [this, number] { return latest_.load() == number; });
        lock.lock();
        if (number == latest_) outcome_ = std::move(outcome);
        lock.unlock();
        if (wake_) wake_();
        return std::chrono::milliseconds{0};
    }

    std::function<void()> wake_;
    Work work_;
    std::mutex mutex_;
    std::optional<Job> waiting_;
    std::optional<Outcome> outcome_;
    std::atomic<std::uint64_t> latest_{0};
    Background background_;  // last: starts when everything else stands
};

}  // namespace stridescope

// Work beside the thread that asks for it.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

namespace stridescope {

/// Takes turns on a thread of its own. Where the system has no thread to give (a page in a browser
/// never has), whoever asks for what came of it takes the turns, in poll().
class Background {
  public:
    /// Does what there is to do, and tells how long to rest after it: 0 where more is waiting,
    /// nothing until notify().
    using Turn = std::function<std::optional<std::chrono::milliseconds>()>;
    enum class Threads { allowed, none };

    /// Begins with a turn. `turn` must not throw.
    explicit Background(Turn turn, Threads threads = Threads::allowed);
    /// Waits for what had been notified, and while turns say that more is waiting.
    ~Background();
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;

    /// Whether it has a thread: else somebody has to poll().
    bool has_thread() const { return thread_.joinable(); }
    /// There is something to do.
    void notify();
    /// Takes the turns that are due, where no thread does, but no further one after 8 ms: what is
    /// left waits for the next call.
    void poll();

  private:
    using Clock = std::chrono::steady_clock;

    void work();
    void take_turns(Clock::time_point until);

    Turn turn_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool told_ = true, stop_ = false;
    bool in_turn_ = false;                    ///< of poll(): a turn may ask for what came of others
    std::optional<Clock::time_point> due_{};  ///< of poll(): the next turn, if nobody tells
    std::thread thread_;                      // last: starts when everything else stands
};

// One job at a time beside the thread that asks for it: the newest wins.

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

// One piece of work for another thread, if the system has one to give; else it is done by whoever
// waits for it. As std::async with both policies, of which libc++'s waits for ever where no thread
// is to be had.

enum class On { own_thread, this_thread };

template <class T>
class Errand {
  public:
    /// `this_thread`: it is worth no other one, and done when it is waited for.
    template <class F>
    Errand(On on, F work) : run_{std::make_unique<Run>(std::move(work))} {
        if (on == On::this_thread) return;
        try {
            run_->thread = std::thread([run = run_.get()] { run->task(); });
            run_->begun = true;
        } catch (const std::system_error&) {
            // The system has no more threads to give.
        }
    }

    void wait() {
        if (run_->thread.joinable()) run_->thread.join();
        if (!std::exchange(run_->begun, true)) run_->task();
    }
    /// What came of it; throws what the work threw. May be asked for once.
    T get() {
        wait();
        return run_->result.get();
    }

  private:
    struct Run {
        template <class F>
        explicit Run(F work) : task{std::move(work)}, result{task.get_future()} {}
        Run(const Run&) = delete;
        Run& operator=(const Run&) = delete;
        ~Run() {
            if (thread.joinable()) thread.join();
        }

        std::packaged_task<T()> task;
        std::future<T> result;
        bool begun = false;
        std::thread thread{};
    };
    std::unique_ptr<Run> run_;  // does not move while its thread works
};

// One thing done many times, on all cores.

/// How many threads that calls on: one where the system has none to give.
std::size_t core_count();

/// Calls work(0) … work(count − 1), each once and in no order, on this thread and on others;
/// returns when all are done. What one of them throws is thrown here, and the rest is left undone.
void on_all_cores(std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace stridescope

// Work beside the thread that asks for it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

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

}  // namespace stridescope

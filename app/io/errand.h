// One piece of work for another thread, if the system has one to give; else it is done by whoever
// waits for it. As std::async with both policies, of which libc++'s waits for ever where no thread
// is to be had.
#pragma once

#include <future>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

namespace stridescope {

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

}  // namespace stridescope

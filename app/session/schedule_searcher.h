// Looks for a schedule under which a run comes to something else, off the UI's thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "app/engine/schedule_search.h"
#include "app/io/background.h"

namespace stridescope {

class ScheduleSearcher {
  public:
    struct Outcome {
        ScheduleSearch search{};
        std::string error{};  ///< why there is none
    };

    /// `wake` is called from the worker whenever there is something to take.
    explicit ScheduleSearcher(std::function<void()> wake);
    /// Stops what is under way.
    ~ScheduleSearcher();
    ScheduleSearcher(const ScheduleSearcher&) = delete;
    ScheduleSearcher& operator=(const ScheduleSearcher&) = delete;

    /// Looks for a run that comes to something else than the trace, which is of the experiment; a
    /// search that is under way is dropped.
    void search(Experiment experiment, std::shared_ptr<const Trace> trace);
    /// Drops what is under way: nothing comes of it any more.
    void cancel();
    /// What came of the search asked for last, once.
    std::optional<Outcome> take();

  private:
    struct Job {
        Experiment experiment;
        std::shared_ptr<const Trace> trace;
    };
    std::optional<std::chrono::milliseconds> turn();
    Outcome carry_out(const Job& job, std::uint64_t number);

    std::function<void()> wake_;
    std::mutex mutex_;
    std::optional<Job> waiting_;
    std::optional<Outcome> outcome_;
    std::atomic<std::uint64_t> latest_{0};
    Background background_;  // last: starts when everything else stands
};

}  // namespace stridescope

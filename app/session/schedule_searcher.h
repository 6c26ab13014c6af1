// Looks for a schedule under which a run comes to something else, off the UI's thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

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

    /// Looks for a run that comes to something else than the trace, which is of the experiment; a
    /// search that is under way is dropped.
    void search(Experiment experiment, std::shared_ptr<const Trace> trace) {
        jobs_.start({std::move(experiment), std::move(trace)});
    }
    /// What came of the search asked for last, once.
    std::optional<Outcome> take() { return jobs_.take(); }

  private:
    struct Job {
        Experiment experiment;
        std::shared_ptr<const Trace> trace;
    };
    LatestJob<Job, Outcome> jobs_;
};

}  // namespace stridescope

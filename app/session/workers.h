// Where runs are recorded and files written that would hold the window up, and no thread can: a
// page has workers.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "app/experiment/experiment.h"
#include "app/trace/trace.h"

namespace stridescope {

class Workers {
  public:
    Workers() = default;
    virtual ~Workers() = default;
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    /// Begins to record; returns what the run is called from then on.
    virtual int begin(const Experiment& experiment) = 0;
    /// Begins to write what these bytes say (file_task.h).
    virtual int begin(const std::vector<std::byte>& file_task) = 0;
    /// Nobody wants it any more.
    virtual void drop(int run) = 0;

    struct News {
        double share = 0;                      ///< that is done, 0 … 1
        std::shared_ptr<const Trace> trace{};  ///< as soon as there is one
    };
    /// How far a recording is. Throws what the recording threw.
    virtual News ask(int run) = 0;

    struct Bytes {
        double share = 0;
        std::optional<std::vector<std::byte>> bytes{};  ///< once, when all is written
    };
    /// How far a file is that is being written, and its bytes: write_for_others's answer.
    virtual Bytes ask_for_bytes(int run) = 0;
};

/// What all recorders use from now on; null where there are threads.
void set_workers(std::unique_ptr<Workers> workers);
Workers* workers();

}  // namespace stridescope

// Where runs are recorded that would hold the window up, and no thread can: a page has workers.
#pragma once

#include <memory>
#include <string>

#include "app/experiment/experiment.h"
#include "app/trace/trace.h"

namespace stridescope {

class Elsewhere {
  public:
    Elsewhere() = default;
    virtual ~Elsewhere() = default;
    Elsewhere(const Elsewhere&) = delete;
    Elsewhere& operator=(const Elsewhere&) = delete;

    /// Begins to record; returns what the run is called from then on.
    virtual int begin(const Experiment& experiment) = 0;
    /// Nobody wants it any more.
    virtual void drop(int run) = 0;

    struct News {
        double share = 0;                      ///< that is done, 0 … 1
        std::shared_ptr<const Trace> trace{};  ///< as soon as there is one
    };
    /// How far it is. Throws what the recording threw.
    virtual News ask(int run) = 0;
};

/// What all recorders use from now on; null where there are threads.
void set_elsewhere(std::unique_ptr<Elsewhere> elsewhere);
Elsewhere* elsewhere();

}  // namespace stridescope

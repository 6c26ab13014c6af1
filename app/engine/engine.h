// An engine carries an experiment out and hands back its trace.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "app/experiment/experiment.h"
#include "app/trace/trace.h"

namespace stridescope {

struct RunOptions {
    int workers = 0;  ///< host threads; 0: one per core. Never changes the trace.
    /// Told the share done, 0 … 1, now and then, from any worker; false asks to stop.
    std::function<bool(double)> progress;
    /// What a text may take, so that a stranger's can be run: seconds, 0: any; bytes of its arrays,
    /// 0: as much as the machine gives.
    double most_seconds = 0;
    std::uint64_t most_bytes = 0;
};

class Engine {
  public:
    virtual ~Engine() = default;

    /// Runs and records. Throws UsageError for an impossible experiment, RunError if the run
    /// fails, Cancelled if progress asked to stop.
    virtual std::shared_ptr<const Trace> run(const Experiment& experiment,
                                             const RunOptions& options = {}) = 0;
};

/// RunOptions::progress said stop.
class Cancelled : public RunError {
  public:
    Cancelled() : RunError("The recording was cancelled.") {}
};

/// Why that engine cannot be used here, as a sentence that says how to mend it; empty if it can.
/// The first call for `cuda` asks the driver, which can take a second.
std::string why_unavailable(EngineChoice choice);

/// The engine for the experiment's choice. `automatic` is the GPU where one can be used, else the
/// CPU emulator. Throws RunError, saying why, if `cuda` is asked for and cannot be had.
std::unique_ptr<Engine> make_engine(EngineChoice choice);

/// make_engine(experiment.engine)->run(experiment, options).
std::shared_ptr<const Trace> record(const Experiment& experiment, const RunOptions& options = {});

}  // namespace stridescope

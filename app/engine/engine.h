// Experiment to trace: by the warp machine, or on a GPU.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/experiment/experiment.h"
#include "app/trace/trace.h"

namespace stridescope {

struct ThreadLocals;

struct RunOptions {
    int workers = 0;  ///< host threads; 0: one per core. Never changes the trace.
    /// Told the share done, 0 … 1, now and then, from a thread of its own or the caller's; false
    /// asks to stop.
    std::function<bool(double)> progress;
    /// What a text may take, so that a stranger's can be run: seconds, 0: any; bytes of its arrays,
    /// 0: as much as the machine gives.
    double most_seconds = 0;
    std::uint64_t most_bytes = 0;
    /// Since when the seconds are counted; nothing: since the recording began.
    std::optional<std::chrono::steady_clock::time_point> begun{};
    bool is_packed = false;  ///< into a file behind it, which takes of the seconds as well
    /// When the warps of its blocks did what is to be measured, too: on a GPU alone.
    bool times = false;
    bool access_times = false;  ///< with `times`: of each access, too
    /// Whose variables are to be watched, and where they go: see locals_of. Only the warp
    /// machine does.
    ThreadLocals* locals = nullptr;
    /// Of how many multiprocessors a main is told that asks; 0: of the machine's, and once more of
    /// as many as an H100 has, where something is found or comes out wrong with those.
    int multiprocessors = 0;
};

/// RunOptions::progress said stop.
class Cancelled : public RunError {
  public:
    Cancelled() : RunError("The recording was cancelled.") {}
};

/// Runs and records the experiment's text: on the warp machine or, if the experiment says so, on
/// the GPU. Throws UsageError for an impossible experiment, RunError if the run fails, Cancelled if
/// progress asked to stop.
std::shared_ptr<const Trace> record(const Experiment& experiment, const RunOptions& options = {});

// What a thread's local variables are at each step: a recording holds accesses, not variables, so
// the same experiment is run once more, with an eye on one thread.

struct LocalVariable {
    std::string name{}, value{};

    bool operator==(const LocalVariable&) const = default;
};

/// The variables of one thread.
struct ThreadLocals {
    int block = 0, thread = 0;
    /// [step]: behind the statement that the thread's last access in the step is part of, in the
    /// text's order; where it has none, what they were before.
    std::vector<std::vector<LocalVariable>> steps{};
    bool cut = false;  ///< the last steps are missing: there is no room for so many

    bool operator==(const ThreadLocals&) const = default;
};

/// Why the trace's run cannot be watched, a sentence; empty: it can. `opened`: from a file.
std::string why_no_locals(const Trace& trace, bool opened);

/// Runs the experiment that the trace is of again and watches the thread of its recorded block.
/// Throws as record() does.
ThreadLocals locals_of(const Experiment& experiment, const Trace& trace, int block, int thread,
                       const RunOptions& options = {});

}  // namespace stridescope

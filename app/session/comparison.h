// What the run that is shown is compared with.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "app/analysis/lines.h"
#include "app/analysis/step_lock.h"
#include "app/analysis/work.h"
#include "app/experiment/experiment.h"
#include "app/scene/side_by_side.h"
#include "app/session/progress.h"
#include "app/trace/trace.h"

namespace stridescope {

/// A run that is kept, so that others can be compared with it.
struct HeldRun {
    std::shared_ptr<const Trace> trace;  ///< null: none is
    std::string name{};
    Experiment experiment{};    ///< the knobs that it was recorded with
    std::string opened_from{};  ///< the trace file it was read from; empty: recorded
    std::uint64_t number = 0;   ///< another one for each run that was held
};

/// Two runs on one slider, with what is said of both. Immutable.
struct ShownPair {
    std::shared_ptr<const Trace> left, right;      ///< this run and the other; never null
    WorkTable left_work, right_work;               ///< of theirs
    std::shared_ptr<const LineTable> right_lines;  ///< of `right`
    RunTitles titles;
    bool same_text = false;    ///< both ran the same kernel's text
    std::uint64_t number = 0;  ///< another one for each pair of runs
    StepLock lock = StepLock::stride;
    LockedSteps locked;  ///< by `lock`: steps of `right`
};

/// Whether every picture is doubled, this run left and the other one right.
struct BesideState {
    bool on = false;
    StepLock lock = StepLock::stride;
    std::shared_ptr<const ShownPair> pair;  ///< null where there is no other run, or not yet
    /// Locked by progress, several of the other run's steps may belong to one of this run's: so
    /// many of them are passed, while the cursor is on step `passed_at`.
    int passed = 0, passed_at = 0;
};

struct Comparison {
    bool on = false;            ///< the heatmap compares the run with another one:
    bool against_held = false;  ///< the held one, else the same without padding
    HeldRun held;               ///< a run kept to compare others with
    Progress fetching;          ///< a run to be held
    BesideState beside;         ///< all pictures compare
};

}  // namespace stridescope

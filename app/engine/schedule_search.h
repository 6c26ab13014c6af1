// Under which schedule a text comes to something else: what a race can do, shown by a run.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/engine/engine.h"

namespace stridescope {

/// A run that comes to something else than another one, and in what.
struct OtherResult {
    Experiment experiment{};  ///< the same but for its schedule, or when others see what is stored
    std::string flags{};      ///< which say so: "--schedule descending@2"
    std::string words{};      ///< "out[0] is 12, not 17"
    /// The run, with as many blocks recorded as the first; null: there was no time for that.
    std::shared_ptr<const Trace> run{};
};

/// The schedules that are tried, the plainest first: warps and blocks the other way round, then in
/// random orders, then single lanes, then late stores. The experiment's own is none of them.
std::vector<Experiment> other_schedules(const Experiment& experiment);

/// Where `other` came to something else than `trace`: the first element of an array, or what they
/// printed. Empty: both came to the same.
std::string where_results_differ(const Trace& trace, const Trace& other);

/// The first of them under which the text comes to something else than in `trace`, which was
/// recorded of `experiment`; nothing if there is none, or none was found in `patience`. A schedule
/// that the text does not come to its end under is passed over. Throws Cancelled if progress asked
/// to stop. The other one is as near as it can be in that time: of an ascending run its schedule is
/// another one in as few turns on end as that takes, and where its stores are late, as few on end
/// of each block's as that takes.
struct ScheduleSearch {
    std::optional<OtherResult> found{};
    int tried = 0;
};
ScheduleSearch search_schedules(const Experiment& experiment, const Trace& trace,
                                std::chrono::milliseconds patience, const RunOptions& options = {});

}  // namespace stridescope

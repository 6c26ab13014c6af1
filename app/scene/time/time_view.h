// When the warps of the recorded blocks did what, as a scene.
#pragma once

#include <any>
#include <memory>
#include <string>
#include <vector>

#include "app/look/look.h"
#include "app/scene/scene.h"
#include "app/scene/view_facts.h"
#include "app/trace/trace.h"

namespace stridescope {

namespace scene_parts {
struct TimeData;
}
/// What the picture has whichever step is looked at. It keeps no run alive.
struct KnownTimes {
    std::weak_ptr<const Trace> of{};
    int block = -1;
    TimeRows rows = TimeRows::block;
    std::shared_ptr<const scene_parts::TimeData> data{};
};
/// What is known of a run with times: of one block, or (-1) of all that are recorded.
std::shared_ptr<const KnownTimes> known_times(const std::shared_ptr<const Trace>& trace, int block,
                                              TimeRows rows = TimeRows::block);

struct TimeOptions {
    int block = -1;                      ///< that one alone; -1: all recorded ones
    int at_block = 0;                    ///< the one that is looked at
    TimeRows rows = TimeRows::block;     ///< what they stand together by
    std::string chip{};                  ///< whose occupancy is told; empty: the recording's own
    std::vector<Recorded> recordings{};  ///< offered where the run has no times
    const Trace* compare = nullptr;      ///< another run below it, on the same axis
    int other_step = -1;                 ///< that is looked at of that one; -1: none
    /// What is known of the run and of the other one, if anything is: see known_times.
    std::shared_ptr<const KnownTimes> known{}, known_other{};

    bool operator==(const TimeOptions&) const = default;
};

/// A row for each warp, by block, multiprocessor or scheduler; time to the right, as a GPU's clocks
/// told it: what it did between two barriers in the colour of its step, hatched where it waited at
/// one for the last of its block. Above it the steps of the block that is looked at, from barrier
/// to barrier; below it how many warps of the picture worked and how many waited, and what a
/// multiprocessor has room for. The step of the view is in full colour, the others are faint. A run
/// without times has none of this: then the picture says why, and offers recordings that have them.
Scene time_scene(const Trace& trace, const ViewState& view, const Palette& palette, Room room = {},
                 const TimeOptions& options = {});

/// The times of warps among the views.
struct TimeView {
    using Options = TimeOptions;
    static constexpr ViewFacts facts{
        .title = "Time",
        .tip = "When each warp did what, by a GPU's clock: its steps, and where it waited",
        .other = OtherRun::within,
        .all_blocks = true,
        .says_why = true};
    static std::string why_not(const Trace& trace);
    static Options ask(const Look& look, Subject& subject);
    static Scene scene(const Subject& subject, const Options& options, std::any& kept);
};

}  // namespace stridescope

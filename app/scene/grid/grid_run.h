// A run of a grid at a moment, and what is said of it. Internal to app/scene/grid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/analysis/grid.h"
#include "app/trace/trace.h"

namespace stridescope::scene_parts {

/// More than these are told of, not drawn: nobody could tell them apart.
inline constexpr std::size_t most_spans = 20'000, most_messages = 20'000, most_elements = 257;

/// A run as it is drawn: its timeline and how much of it has happened.
struct GridRun {
    const Trace& trace;
    GridTimeline timeline;
    std::vector<ArrayId> arrays;  ///< that blocks share
    std::size_t events = 0;
    double now = 0;                    ///< the time of the last event that has happened
    std::vector<std::string> names{};  ///< what it is called, the longest first
    /// The messages of which arrows are drawn: all, or, where so many would be a grey band, those
    /// that one block reads or that are read of it.
    std::vector<GridMessage> messages{};
    int messages_of = -1;  ///< that block; -1: all are drawn
};

/// After so many events; absent: after all. `block`: whose messages are drawn where all are too
/// many; absent: those of the block of the last event that has happened, and before and after all
/// events those of the block that reads the most.
GridRun run_of(const Trace& trace, std::optional<std::size_t> events, std::optional<int> block);
/// Another run at the same time as the first one.
GridRun run_at(const Trace& trace, double now, std::optional<int> block);

/// "63 of 2,016 messages: those of block 37"; empty where all are drawn.
std::string messages_left_out(const GridRun& run);

std::int64_t longest_array(const GridRun& run);

/// What came of it, in ever fewer words: how long all took and was waited, or that it came to no
/// end.
std::vector<std::string> summaries_of(const GridRun& run);
/// What there is more of than is drawn.
std::string left_out(const GridRun& run);
std::string span_tip(const GridRun& run, const GridSpan& span, const std::string& phase);

}  // namespace stridescope::scene_parts

// What the blocks of a grid did beside one another, followed through the events between them: where
// each of them was and when, what it waited for, who told whom what, and what the shared arrays
// held. Also one clock for steps and for these events: which step a block is in after so many, and
// how many have happened when it has done a step; and what two such runs took.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/analysis/difference.h"
#include "app/trace/trace.h"

namespace stridescope {

/// A stretch of a block's time in one phase. Times count what Trace::clock says; between two of
/// them, what a block did in the same one stands in its order, evenly spread.
struct GridSpan {
    int block = 0;
    int row = 0;  ///< the place it had: an index into GridTimeline::rows
    double begin = 0, end = 0;
    int phase = -1;        ///< index into GridTimeline::phases; -1: none was marked
    int step = -1;         ///< of the trace
    bool waits = false;    ///< for what event `wait` tells of
    std::size_t from = 0;  ///< the event that begins it
    std::size_t wait = 0;

    bool operator==(const GridSpan&) const = default;
};

/// A place that blocks can have on a multiprocessor.
struct GridRow {
    int multiprocessor = 0;
    int place = 0;  ///< of those that this multiprocessor has

    bool operator==(const GridRow&) const = default;
};

/// A block read what another one had written.
struct GridMessage {
    std::size_t written = 0, read = 0;  ///< events
    double sent = 0, received = 0;      ///< their times, as in GridSpan
    int from_row = 0, to_row = 0;

    bool operator==(const GridMessage&) const = default;
};

struct GridTimeline {
    std::vector<std::string> phases;  ///< in the order of the steps
    std::vector<GridRow> rows;        ///< by multiprocessor and place
    std::vector<GridSpan> spans;      ///< in the order in which they begin
    std::vector<GridMessage> messages;
    std::vector<double> times;          ///< [event]: as in GridSpan
    std::vector<std::size_t> launches;  ///< events
    double end = 0;                     ///< nothing happens from here on
};

GridTimeline grid_timeline(const Trace& trace);

/// The arrays that blocks share, in order: scratch arrays, and others between whose accesses events
/// tell.
std::vector<ArrayId> shared_arrays(const Trace& trace);

/// An element of such an array, as it stood after some event.
struct ScratchElement {
    std::string text{};    ///< its number
    bool written = false;  ///< by anybody yet
    std::size_t by = 0;    ///< that event
    bool operator==(const ScratchElement&) const = default;
};

/// What `arrays`, all that are shared, held after the first `events` events: [array][element]. Of
/// an array longer than `most` elements only that many.
std::vector<std::vector<ScratchElement>> shared_after(const Trace& trace,
                                                      const std::vector<ArrayId>& arrays,
                                                      std::size_t events, std::size_t most);

/// The number that an event read or wrote.
std::string value_text(const Trace& trace, const GridEvent& event);
/// That number as the text calls it: "HAS_PREFIX"; the number where it has no name.
std::string value_name(const Trace& trace, const GridEvent& event);

/// "block 3 stores flag[4] = 1".
std::string event_text(const Trace& trace, const GridEvent& event);

/// How long blocks waited, all together and the longest one; how long the whole took. In the
/// trace's clock.
struct GridTotals {
    std::int64_t time = 0;
    double waited = 0, longest_wait = 0;
    std::size_t waits = 0;
};
GridTotals totals_of(const GridTimeline& timeline);

/// How many events have happened when the block has done its step, or, where it passes over that
/// one, the last step before that it does; nothing where no event tells of that.
std::optional<std::size_t> events_until(const Trace& trace, int block, int step);

/// The step that the block is in after so many events, or was in last; nothing before its first.
std::optional<int> step_after(const Trace& trace, int block, std::size_t events);

/// What blocks did beside one another in each of two runs.
struct GridPair {
    GridTimeline a, b;
    bool ticks = true;  ///< their clock counts ticks, else nanoseconds
};
/// Nothing where one of them does not tell of it, or their clocks are not the same.
std::optional<GridPair> grid_pair(const Trace& a, const Trace& b);

/// How long both took from the first block's start to the last one's end, and how long blocks
/// waited, all together: in all, or up to the time `now`.
std::vector<Difference> grid_differences(const GridPair& pair,
                                         double now = std::numeric_limits<double>::infinity());

/// What a text calls the values of an array that says how far things are, HAS_PREFIX rather than 2,
/// by value: each `#define NAME number` that a line of the text assigns to an element of
/// the array, or compares one with. Empty for most arrays.
std::map<std::int64_t, std::string> value_names(const Trace& trace, ArrayId array);

}  // namespace stridescope

// The views as scenes: pure functions of trace, cursor and options. Shared by window and exports.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/analysis/heat.h"
#include "app/analysis/lines.h"
#include "app/analysis/work.h"
#include "app/scene/scene.h"
#include "app/trace/trace.h"

namespace stridescope {

/// What is looked at: recorded block, step of the timeline, animation within the step.
struct ViewState {
    int block = 0;
    int step = 0;
    float progress = 1;  ///< 0: the step begins, 1: done
    bool operator==(const ViewState&) const = default;
};

/// The rectangle that a scene is to fill, in scene units. A scene with a room lays itself out to be
/// of that size: as much in its cells, rows and type as there is space for. It grows beyond a room
/// in which it could not be read at all. Without one (0) it has the size that suits its contents,
/// which is what files show.
struct Room {
    float width = 0, height = 0;

    bool given() const { return width > 0 && height > 0; }
    bool operator==(const Room&) const = default;
};

/// What people call a step: "load", "stride 4", "up-sweep 4".
std::string step_label(const Step& step);

/// The different phases of the steps, in order.
std::vector<std::string> phases_of(const std::vector<Step>& steps);
/// The colour by which a phase is known in every picture and on the timeline: one of its own, and
/// a grey for what comes before and after the scan.
Rgba phase_color(const Palette& palette, const std::vector<std::string>& phases,
                 const std::string& phase);

namespace scene_parts {
struct TreeModel;
}
/// What the trees of a block have in common, whatever the step: worth keeping while one steps.
using SharedTreeModel = std::shared_ptr<const scene_parts::TreeModel>;
/// Needs a block and a step.
SharedTreeModel tree_model(const Trace& trace, int block);

struct TreeOptions {
    bool hide_later = false;  ///< steps after the cursor are not there yet, rather than faint
    SharedTreeModel model{};  ///< tree_model of the same trace and block; made where null
};

/// The tree: the inputs on top, one row a step, an edge from each operand to its result; nodes are
/// the greener the more of the input went into them. Steps after the cursor are faint; the
/// cursor's edges are lit and grow with `progress`. Marks the block's first wrong output with both
/// values. Pointing at a node lights all that went into it. In a room, sections too large to be
/// drawn singly have levels of detail (Scene::detail).
Scene tree_scene(const Trace& trace, const ViewState& view, const Palette& palette, Room room = {},
                 const TreeOptions& options = {});

/// Shared memory after the step as 32 bank columns (for 8-byte elements: 16 pairs of banks). In a
/// room, memory that does not reach the last bank has no columns for the banks beyond; where cells
/// get too small for words, each is one flat colour, and the words wait to be zoomed to.
Scene memory_scene(const Trace& trace, const ViewState& view, const Palette& palette,
                   Room room = {});

struct HeatmapOptions {
    HeatmapAxis axis = HeatmapAxis::bank;
    int block = -1;                  ///< -1: worst over all recorded blocks
    const Trace* compare = nullptr;  ///< drawn beside it on the same scale, with totals and ratio
    /// Drawn in a picture of its own: the scale is for both. Not with `compare`.
    const Trace* scale_with = nullptr;
    HeatEvents events = HeatEvents::both;
    HeatMeasure measure = HeatMeasure::worst;
    /// With `compare`: one map of how much more or less each cell is than there. Steps are compared
    /// that have phase and stride in common; those that only `trace` has stay empty. Where the
    /// steps are not the same, a last row compares all steps of each run together.
    bool difference = false;
    /// Steps after the cursor are not there yet: their cells, totals and share in the scale.
    bool hide_later = false;
};

/// Conflict degree, steps downwards, banks or warps across, cividis, legend, totals.
/// With `compare`, that trace stands left ("no padding") and `trace` right; in a room where that
/// makes larger cells, above and below.
Scene heatmap_scene(const Trace& trace, const ViewState& view, const HeatmapOptions& options,
                    const Palette& palette, Room room = {});

/// What the change from `before` to `after` did to the conflicts, in plain words: "excess 1,234 →
/// 56 (22× fewer)". Says so, too, when padding added some; runs that differ in more than padding
/// have `after_name`.
std::string compare_sentence(const Trace& before, const WorkCounts& before_totals,
                             const Trace& after, const WorkCounts& after_totals,
                             std::string_view after_name = "the right one");

/// Names one of a step's requests by what it has in common with its like in other steps.
struct RequestChoice {
    int site = 0, iteration = 0, warp = 0;
    bool operator==(const RequestChoice&) const = default;
};
RequestChoice choice_of(const Request& request);

/// The step's requests, those that cost most first: by degree, then wavefronts; of equals in
/// program order.
std::vector<Request> ranked_requests(const Trace& trace, int block, int step);
/// The first of them.
std::optional<Request> worst_request(const Trace& trace, int block, int step);
/// The one chosen, or the worst where the step has no such request.
std::optional<Request> chosen_request(const Trace& trace, int block, int step,
                                      const std::optional<RequestChoice>& choice);

/// Where to go from a request: along the ranking, to another warp of the same instruction, or back
/// to the worst.
enum class RequestMove { worse, milder, previous_warp, next_warp, worst };
/// The choice after the move, the same at the end of the row; nothing chosen: the worst.
std::optional<RequestChoice> moved(const Trace& trace, int block, int step,
                                   const std::optional<RequestChoice>& choice, RequestMove move);

/// One wavefront of one request.
struct WavePlace {
    int step = 0;
    RequestChoice request;
    int wave = 1;  ///< counted from 1
    bool operator==(const WavePlace&) const = default;
};
/// The next wavefront, or the one before (`by` −1): of the same request, else of the step's next
/// one in program order, else of the next step that has one; the same at either end. `wave` 0: none
/// of the request is shown yet, so that the first (or the last) of it comes. Nothing where no step
/// on that side has requests. Of a request that another run shows beside it, `beside` tells how
/// many wavefronts it takes there (0: it has none such): the replay goes on until both are done.
using WavesBeside = std::function<int(int step, const RequestChoice& request)>;
std::optional<WavePlace> moved_wave(const Trace& trace, int block, int step,
                                    const std::optional<RequestChoice>& choice, int wave, int by,
                                    const WavesBeside& beside = {});

struct BanksOptions {
    std::optional<RequestChoice> request{};  ///< absent: the worst
    int wave = 0;  ///< of its wavefronts only this one, from 1, is strong; 0: all are
    /// A `wave` beyond the last is one of another run's, of which this request has no need any
    /// more: it is done. Otherwise that is the last.
    bool may_be_done = false;
};

/// One request: its warp's lanes above, the 32 banks below, and under each bank a stack of the
/// distinct words that were wanted of it. As high as the stack, so many wavefronts; a line per
/// lane, in the colour of its wavefront. Below it all requests of the step as bars, the worst
/// first.
Scene banks_scene(const Trace& trace, const ViewState& view, const Palette& palette, Room room = {},
                  const BanksOptions& options = {});

struct WorkOptions {
    /// Rows by this column's counts, the largest first; -1: by step.
    int sorted_by = -1;
    bool hide_later = false;  ///< steps after the cursor have no counts yet, nor have the totals
};

/// The work table, one row a step, with the closed form beside the count and bars behind the
/// counts that compare the steps. A column's heading is a hotspot with that `column`.
Scene work_scene(const Trace& trace, const ViewState& view, const Palette& palette, Room room = {},
                 const WorkOptions& options = {});

struct GridOptions {
    /// So many of the events between blocks have happened; absent: all of them.
    std::optional<std::size_t> events{};
    const Trace* compare = nullptr;  ///< another run below it, on the same scale of time
};

/// The blocks of a grid beside one another: a row for each place on a multiprocessor, time to the
/// right, each block a bar in the colours of its phases, hatched where it waits; an arrow from each
/// store to the block that read it. Below, the kernel's own arrays as they stand after the last
/// event that has happened; what comes later is faint.
Scene grid_scene(const Trace& trace, const Palette& palette, Room room = {},
                 const GridOptions& options = {});

struct SourceOptions {
    std::shared_ptr<const LineTable> counts{};  ///< line_table of the same trace; made where null
    int line = 0;                               ///< the one that is chosen; 0: none
};

/// The kernel's text as the trace holds it: the lines of the step marked, and behind each line what
/// it cost in this step and in all, over the recorded blocks. A line with a site is a hotspot with
/// that `line`. Says so where the trace holds no text, and where it is not this program's.
Scene source_scene(const Trace& trace, const ViewState& view, const Palette& palette,
                   Room room = {}, const SourceOptions& options = {});

}  // namespace stridescope

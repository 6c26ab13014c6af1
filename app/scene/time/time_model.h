// What the picture of times is drawn from, and where it stands. Internal to app/scene.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/analysis/warp_clock.h"
#include "app/scene/scene.h"
#include "app/scene/time/time_view.h"

namespace stridescope::scene_parts {

/// A warp of a block.
struct TimeRow {
    int block = 0, warp = 0;
    std::size_t first = 0, count = 0;       ///< into TimeData::stretches, in the order of time
    std::size_t first_mark = 0, marks = 0;  ///< into TimeData::marks, likewise
};

/// An access, where it was issued.
struct TimeMark {
    std::int64_t issued = 0;
    Event event = Event::load;
    std::string name{}, tip{};  ///< "tile × 4"; "reads tile, 32 lanes in 4 wavefronts …"
};

/// What the block that is looked at does between two barriers: from the first warp's begin to the
/// last one's end.
struct TimeSpan {
    std::int64_t begin = 0, end = 0;
    bool now = false;
    Rgba fill{};
    int step = -1;  ///< its first
    std::string name{}, tip{};
};

/// Rows that stand together, one under another: a block's, a multiprocessor's or a scheduler's.
struct TimeGroup {
    std::size_t first = 0, count = 0;  ///< into TimeData::rows
    /// "block 3", "b3" where that has no room, "SM 12"; or "SM 12", "SM 12 · 3", "scheduler 3".
    std::string name{}, few{}, under{};
};

/// What a run's picture has whichever step is looked at, and however.
struct TimeData {
    std::vector<WarpStretch> stretches{};  ///< row by row
    std::vector<TimeRow> rows{};
    ToldAccesses told{};
    std::vector<TimeMark> marks{};  ///< row by row; only where accesses tell their times
    std::vector<TimeGroup> groups{};
    std::vector<WarpsAtTime> counts{};
    int most_warps = 0;                     ///< that are there at a time
    TimeRows by = TimeRows::block;          ///< what they stand together by
    WarpTimes times{};                      ///< without barriers and accesses
    std::vector<std::string> step_names{};  ///< "scan, stride 4"

    std::span<const WarpStretch> of(const TimeRow& row) const {
        return std::span{stretches}.subspan(row.first, row.count);
    }
    std::span<const TimeMark> marks_of(const TimeRow& row) const {
        return std::span{marks}.subspan(row.first_mark, row.marks);
    }
    /// "scan, stride 4", "waits for warp 3"; empty of one that waits for none, and of one without
    /// a step.
    std::string name(const WarpStretch& stretch) const;
};

/// One run in the picture.
struct TimeRun {
    std::shared_ptr<const TimeData> data{};
    std::vector<std::string> heads{};  ///< wordings, the longest first
    std::vector<TimeSpan> spans{};     ///< in the order of time
    std::vector<Rgba> fills{};         ///< [step]
    Rgba no_step{};                    ///< of what lies between barriers without a step
    int step = -1;                     ///< that is looked at
    float head_y = 0, axis_y = 0, spans_y = 0, rows_y = 0, strip_y = 0;

    bool is_now(const WarpStretch& stretch) const {
        return stretch.first_step <= step && step <= stretch.last_step;
    }
    /// The colour of one that does not wait.
    Rgba fill(const WarpStretch& stretch) const {
        return stretch.first_step < 0 ? no_step
                                      : fills[static_cast<std::size_t>(stretch.first_step)];
    }
};

struct TimeModel {
    Palette palette{};
    Room room{};
    std::vector<TimeRun> runs{};
    int at_block = 0;   ///< the one that is looked at
    double end_ns = 1;  ///< of the longest
    float width = 0, height = 0;
    float margin = 10, names_w = 108, row_h = 12, head_h = 20, axis_h = 18, strip_h = 46;
    float strip_words_h = 16, spans_h = 15;

    float left() const { return margin + names_w; }
    float right() const { return width - margin; }
    float x_of(const TimeRun& run, std::int64_t clocks) const {
        const double share = static_cast<double>(clocks) / run.data->times.clocks_per_ns / end_ns;
        return left() + (right() - left()) * static_cast<float>(share);
    }
    float row_y(const TimeRun& run, std::size_t row) const {
        return run.rows_y + static_cast<float>(row) * row_h;
    }
    float rows_h(const TimeRun& run) const {
        return static_cast<float>(run.data->rows.size()) * row_h;
    }
    /// The clock at a place of the axis.
    double clock_at(const TimeRun& run, float x) const {
        return static_cast<double>((x - left()) / (right() - left())) * end_ns *
               run.data->times.clocks_per_ns;
    }
};

/// Bars and, above them, what they are called; numbers of warps; and axes, as far as they are in
/// sight: what the picture's first layers have. Names have a layer of their own, since a window
/// draws all bars of one kind together.
void add_time_rows(const TimeModel& model, const Sight& sight, Layer& bars, Layer& names);
void add_time_strip(const TimeModel& model, const Sight& sight, Layer& layer);
void add_time_axes(const TimeModel& model, const Sight& sight, Layer& layer);

/// The steps of the block that is looked at, from barrier to barrier, above its rows.
void add_time_spans(const TimeModel& model, const Sight& sight, Layer& layer);
/// What a multiprocessor has room for, of the launch that the step belongs to, in a box: as much as
/// fits.
void add_occupancy(Layer& layer, std::vector<Hotspot>& spots, const Box& box, const Trace& trace,
                   int step, const std::string& chip, const Palette& palette);
/// For a run without times: why there are none, what recordings have them, and what a
/// multiprocessor has room for.
Scene no_times_scene(const Trace& trace, int step, const Palette& palette, Room room,
                     const TimeOptions& options);

/// What lies at a point among the bars.
std::optional<Hotspot> time_bar_at(const TimeModel& model, Point point);

}  // namespace stridescope::scene_parts

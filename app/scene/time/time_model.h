// What the picture of times is drawn from, and where it stands. Internal to app/scene.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/analysis/warp_clock.h"
#include "app/scene/scene.h"
#include "app/scene/view_state.h"

namespace stridescope::scene_parts {

/// A stretch of a warp's time, as it is drawn.
struct TimeBar {
    std::int64_t begin = 0, end = 0;
    bool waits = false, now = false;  ///< it is of the view's step
    Rgba fill{};
    std::size_t stretch = 0;  ///< into TimeRun::stretches
    std::string name{};       ///< where there is room: "scan, stride 4", "waits for warp 3"
};

/// A warp of a block.
struct TimeRow {
    int block = 0, warp = 0;
    std::vector<TimeBar> bars{};  ///< in the order of time
};

/// The rows of one block, one under another.
struct TimeGroup {
    std::size_t first = 0, count = 0;  ///< into TimeRun::rows
    std::string name{}, seat{};        ///< "block 3", "SM 12"
};

/// One run in the picture.
struct TimeRun {
    const Trace* trace = nullptr;      ///< while the scene is made
    std::vector<std::string> heads{};  ///< wordings, the longest first
    std::vector<WarpStretch> stretches{};
    std::vector<std::string> tips{};  ///< [stretch]
    std::vector<int> steps{};         ///< [stretch]: its first one, or −1
    std::vector<TimeRow> rows{};
    std::vector<TimeGroup> groups{};
    std::vector<WarpsAtTime> counts{};
    int most_warps = 0;  ///< that are there at a time
    double clocks_per_ns = 1;
    float head_y = 0, axis_y = 0, rows_y = 0, strip_y = 0;
};

struct TimeModel {
    Palette palette{};
    Room room{};
    std::vector<TimeRun> runs{};
    double end_ns = 1;  ///< of the longest
    float width = 0, height = 0;
    float margin = 10, names_w = 108, row_h = 12, head_h = 20, axis_h = 18, strip_h = 46;
    float strip_words_h = 16;

    float left() const { return margin + names_w; }
    float right() const { return width - margin; }
    float x_of(const TimeRun& run, std::int64_t clocks) const {
        const double share = static_cast<double>(clocks) / run.clocks_per_ns / end_ns;
        return left() + (right() - left()) * static_cast<float>(share);
    }
    float row_y(const TimeRun& run, std::size_t row) const {
        return run.rows_y + static_cast<float>(row) * row_h;
    }
    float rows_h(const TimeRun& run) const { return static_cast<float>(run.rows.size()) * row_h; }
    /// The clock at a place of the axis.
    double clock_at(const TimeRun& run, float x) const {
        return static_cast<double>((x - left()) / (right() - left())) * end_ns * run.clocks_per_ns;
    }
};

/// Bars, numbers of warps, and axes, as far as they are in sight: what the picture's first layers
/// have.
void add_time_rows(const TimeModel& model, const Sight& sight, Layer& layer);
void add_time_strip(const TimeModel& model, const Sight& sight, Layer& layer);
void add_time_axes(const TimeModel& model, const Sight& sight, Layer& layer);

/// What lies at a point among the bars.
std::optional<Hotspot> time_bar_at(const TimeModel& model, Point point);

}  // namespace stridescope::scene_parts

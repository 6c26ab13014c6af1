// A view step by step: as one moving picture, or as a numbered series of files.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/export/export.h"
#include "app/export/frame_encoder.h"
#include "app/export/frame_range.h"

namespace stridescope {

/// Throws UsageError that says what a range looks like.
FrameRange parse_range(const std::string& text);

/// What an animation shows.
struct Animation {
    ExportRequest request{};  ///< of every frame, but for what changes from one to the next
    FrameRange range{};       ///< of steps; grid: of events that have happened
    /// Banks only: instead of a frame per step one per wavefront, request after request.
    bool wavefronts = false;
    FrameTiming timing{};
};

/// Whether the name is that of an animation (.gif, .webp), or of a series: with one %d, or %03d, in
/// which each file gets its number.
bool is_animation(const std::filesystem::path& path);
bool is_series(const std::filesystem::path& path);

/// A frame, and the number of its file in a series: the step, the event, or the how-manieth
/// wavefront, from 1.
struct Frame {
    int number = 0;
    ExportRequest request{};
};
/// Throws UsageError for a range that the trace does not have.
std::vector<Frame> frames_of(const Trace& trace, const Animation& animation);

/// The file that frame goes into: `pattern` with the number put in.
std::filesystem::path series_path(const std::filesystem::path& pattern, int number);

/// Writes the animation, or the series, that the path names. All pictures are of one size, the
/// least that all of them fit in. One frame is in memory at a time. If anything fails, there is no
/// file that was not there before. `progress` is told the share that is done; false from it stops.
/// Throws as export_view does, and RunError where it was stopped.
void export_frames(const Trace& trace, const Trace* compare, const Animation& animation,
                   const std::filesystem::path& path,
                   const std::function<bool(double)>& progress = {});

}  // namespace stridescope

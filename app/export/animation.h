// A view step by step: as one moving picture, or as a numbered series of files.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/export/export.h"
#include "app/export/formats.h"
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

/// Whether the name is that of an animation (.gif), or of a series: with one %d, or %03d, in which
/// each file gets its number.
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

/// The animation, or the series, that the path names, while it is written: a frame at a time, for
/// who has other things to do between them. All pictures are of one size, the least that all of
/// them fit in. One frame is in memory at a time. Unless it is written to its end, there is no file
/// that was not there before.
class FrameExport {
  public:
    /// The traces must outlive it. Throws as export_view and frames_of do.
    FrameExport(const Trace& trace, const Trace* compare, const Animation& animation,
                std::filesystem::path path);
    FrameExport(const FrameExport&) = delete;
    FrameExport& operator=(const FrameExport&) = delete;
    ~FrameExport();

    /// Measures the next step; when all are measured, draws the next picture; at last, writes the
    /// file. False: that was the end. Throws as export_view does.
    bool go_on();
    /// Once it is written: which of the last picture's words nobody can read, and what to do about
    /// it; empty where all can be read, and of a series.
    std::string left_unread() const;
    /// That is done, 0 … 1; measuring is a fifth of it.
    double share() const;

  private:
    struct Written;

    void add_passed();
    void measure();
    void count_unread(const Scene& scene, double scale);
    void draw();
    int pictures_of_motion(const Scene& begin) const;
    void finish();

    const Trace& trace_;
    const Trace* compare_;
    ExportRequest request_;
    std::filesystem::path path_;
    FrameTiming timing_;
    std::vector<Frame> frames_;
    std::vector<int> moving_{};  ///< [frame]: pictures of its motion, of those that were measured
    std::size_t drawn_ = 0;      ///< frames of which all pictures were drawn
    int part_ = 0;               ///< and of the next one so many of its motion
    std::optional<Scene> moved_{};  ///< that one's, while it moves
    float moved_larger_ = 1;        ///< how many times larger it is drawn
    std::size_t pictures_ = 0, made_ = 0;
    std::size_t labels_ = 0, unread_ = 0;  ///< of the last picture
    float width_ = 0, height_ = 0;
    std::unique_ptr<Written> written_;
};

/// All of it at once. `progress` is told the share that is done; false from it stops. Returns
/// left_unread(). Throws as above, and RunError where it was stopped.
std::string export_frames(const Trace& trace, const Trace* compare, const Animation& animation,
                          const std::filesystem::path& path,
                          const std::function<bool(double)>& progress = {});

}  // namespace stridescope

// The ONE table of what can be written to a file: help, what the window offers, what is said of
// other names, and completion come from its rows.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/export/cairo_writer.h"
#include "app/io/table.h"
#include "app/scene/scene.h"

namespace stridescope {

// Moving pictures: a frame at a time goes in, a file's bytes come out.

/// How an animation runs.
struct FrameTiming {
    int milliseconds = 1000;  ///< that each step stays, its motion included
    int loops = 0;            ///< how often it runs; 0: forever
    /// Pictures a second of what moves, as in the window: arrows grow, and then the values are
    /// there. 0: one picture a step.
    int fps = 30;
};

/// Takes frames of one size, at least one, and gives the file. Holds what it has compressed and no
/// more than a few frames. All throw RunError where the library fails.
class FrameEncoder {
  public:
    FrameEncoder() = default;
    FrameEncoder(const FrameEncoder&) = delete;
    FrameEncoder& operator=(const FrameEncoder&) = delete;
    virtual ~FrameEncoder() = default;

    /// A frame that stays for so long.
    virtual void add(const Raster& frame, int milliseconds) = 0;
    /// The file; nothing can be added after it.
    virtual std::vector<std::byte> finish() = 0;
};

/// GIF. A frame holds only the rectangle that changed, with a palette of its own: exact up to 256
/// colours, above that the nearest of the 256 that matter most. Times are rounded to 10 ms.
std::unique_ptr<FrameEncoder> gif_encoder(int loops);

/// WebP, lossless. Frames that are the same as the one before are told by its time.
std::unique_ptr<FrameEncoder> webp_encoder(int loops);

struct ExportRequest;

enum class ExportFormat { png, svg, pdf, csv, json, markdown, gif, webp };

/// Every view can be written in each of them. One of its three writers is there.
struct FormatRow {
    ExportFormat format;
    std::string_view ending;  ///< of a file's name: ".png"
    std::string_view label;   ///< for people: "PNG"
    std::string_view tip;     ///< what it is good for
    bool pixels = false;      ///< it is made of pixels, whose size --scale says
    /// A picture of one step.
    std::vector<std::byte> (*picture)(const Scene& scene, const ExportRequest& request) = nullptr;
    /// The numbers rather than a picture.
    std::string (*table)(const Table& table) = nullptr;
    /// Step by step, as often as `loops` says; 0: forever.
    std::unique_ptr<FrameEncoder> (*frames)(int loops) = nullptr;

    std::string_view name() const { return ending.substr(1); }
};

/// In the order in which people read them.
std::span<const FormatRow> export_formats();
const FormatRow& row_of(ExportFormat format);
/// By the ending of the path, in upper or lower case; null where no format has it.
const FormatRow* format_row_of(const std::filesystem::path& path);
/// The format by the ending of the path; throws UsageError that names them all.
ExportFormat format_of(const std::filesystem::path& path);

/// ".png, .svg or .pdf": the endings of those formats that are like this.
std::string listed_endings(bool (*like_this)(const FormatRow& row), std::string_view between = ", ",
                           std::string_view last = " or ");
inline bool is_any(const FormatRow& /*row*/) {
    return true;
}
inline bool is_picture(const FormatRow& row) {
    return row.picture != nullptr;
}
inline bool is_table(const FormatRow& row) {
    return row.table != nullptr;
}
inline bool is_animation(const FormatRow& row) {
    return row.frames != nullptr;
}
inline bool is_of_one_step(const FormatRow& row) {
    return !is_animation(row);
}

/// Whether the format holds the view's numbers rather than a picture of it.
inline bool is_table(ExportFormat format) {
    return is_table(row_of(format));
}

/// Pixels per scene unit that a PNG is to have; where nothing is said, 2, or what makes a wide
/// picture `widest` pixels wide. Throws UsageError for a width in units of paper.
double raster_scale(const Scene& scene, const ExportRequest& request, double widest = 4096);

}  // namespace stridescope

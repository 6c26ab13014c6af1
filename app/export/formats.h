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

#include "app/export/frame_encoder.h"
#include "app/io/table.h"
#include "app/scene/scene.h"

namespace stridescope {

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
/// The same; throws UsageError that names them all.
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

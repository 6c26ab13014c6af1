#include "app/export/formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "app/export/cairo_writer.h"
#include "app/export/export.h"
#include "app/io/printable.h"

namespace stridescope {
namespace {

/// Pixels (SVG) or points (PDF) per scene unit.
double vector_scale(const Scene& scene, const ExportRequest& request, bool points) {
    const PictureWidth width = request.page ? PictureWidth{page_width_points, true} : request.width;
    if (!width.given()) return 1;
    const double own = points == width.printed ? 1 : points ? 72.0 / 96 : 96.0 / 72;
    return width.value * own / std::max(scene.width, 1.0F);
}

constexpr std::array rows{
    FormatRow{.format = ExportFormat::png,
              .ending = ".png",
              .label = "PNG",
              .tip = "A picture made of pixels",
              .pixels = true,
              .picture =
                  [](const Scene& scene, const ExportRequest& request) {
                      return encode_png(scene, raster_scale(scene, request));
                  }},
    FormatRow{.format = ExportFormat::svg,
              .ending = ".svg",
              .label = "SVG",
              .tip = "Vector graphics, for web pages",
              .picture =
                  [](const Scene& scene, const ExportRequest& request) {
                      return encode_svg(scene, vector_scale(scene, request, false));
                  }},
    FormatRow{.format = ExportFormat::pdf,
              .ending = ".pdf",
              .label = "PDF",
              .tip = "Vector graphics, for papers and slides",
              .picture =
                  [](const Scene& scene, const ExportRequest& request) {
                      return encode_pdf(scene, vector_scale(scene, request, true));
                  }},
    FormatRow{.format = ExportFormat::csv,
              .ending = ".csv",
              .label = "CSV",
              .tip = "The numbers as a table",
              .table = to_csv},
    FormatRow{.format = ExportFormat::json,
              .ending = ".json",
              .label = "JSON",
              .tip = "The numbers as JSON, for programs",
              .table = to_json},
    FormatRow{.format = ExportFormat::markdown,
              .ending = ".md",
              .label = "Markdown",
              .tip = "The numbers as a table for notes and issues",
              .table = to_markdown},
    FormatRow{.format = ExportFormat::gif,
              .ending = ".gif",
              .label = "GIF",
              .tip = "An animation, step by step, that plays everywhere",
              .pixels = true,
              .frames = gif_encoder},
    FormatRow{.format = ExportFormat::webp,
              .ending = ".webp",
              .label = "WebP",
              .tip = "An animation, step by step, lossless",
              .pixels = true,
              .frames = webp_encoder},
};

}  // namespace

std::span<const FormatRow> export_formats() {
    return rows;
}

const FormatRow& row_of(ExportFormat format) {
    return *std::ranges::find(rows, format, &FormatRow::format);
}

const FormatRow* format_row_of(const std::filesystem::path& path) {
    std::string ending = path.extension().string();
    std::ranges::transform(ending, ending.begin(), [](char c) {
        return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    });
    const auto* const found = std::ranges::find(rows, ending, &FormatRow::ending);
    return found == rows.end() ? nullptr : found;
}

ExportFormat format_of(const std::filesystem::path& path) {
    if (const FormatRow* row = format_row_of(path)) return row->format;
    throw UsageError(fmt::format("{} has no recognised extension: end the name in {}.",
                                 shown_path(path), listed_endings(is_any)));
}

std::string listed_endings(bool (*like_this)(const FormatRow& row), std::string_view between,
                           std::string_view last) {
    std::vector<std::string_view> endings;
    for (const FormatRow& row : rows) {
        if (like_this(row)) endings.push_back(row.ending);
    }
    std::string all;
    for (std::size_t i = 0; i < endings.size(); ++i) {
        if (i > 0) all += i + 1 == endings.size() ? last : between;
        all += endings[i];
    }
    return all;
}

double raster_scale(const Scene& scene, const ExportRequest& request, double widest) {
    constexpr double dots_per_point = 300.0 / 72;
    if (request.page) {
        return std::min(page_width_points * dots_per_point, widest) / std::max(scene.width, 1.0F);
    }
    if (request.width.printed) {
        throw UsageError(
            "A picture made of pixels has no size on paper: give --width in pixels, or write a "
            ".pdf or .svg.");
    }
    if (request.width.given()) {
        const double wanted = request.width.value / std::max(scene.width, 1.0F);
        if (const double most = png_scale(scene, wanted); most < wanted) {
            throw UsageError(fmt::format(
                "A picture {} pixels wide would be {:.0f} high, too high for some programs: give a "
                "--width of at most {:.0f}.",
                request.width.value, wanted * scene.height, std::floor(most * scene.width)));
        }
        return wanted;
    }
    if (request.scale > 0) return request.scale;
    // Twice the size for crisp print; large trees in a size that slides and pages can use.
    return std::min(2.0, widest / std::max(scene.width, 1.0F));
}

}  // namespace stridescope

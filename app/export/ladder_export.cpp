#include "app/export/ladder_export.h"

#include <fmt/format.h>

#include <span>
#include <string>

#include "app/export/export.h"
#include "app/ladder/ladder_file.h"

namespace stridescope {

ExportFormat ladder_format_of(const std::filesystem::path& path) {
    const ExportFormat format = format_of(path);
    if (is_of_one_step(row_of(format))) return format;
    throw UsageError(fmt::format("A ladder is one picture: end the name in {}.",
                                 listed_endings(is_of_one_step)));
}

std::vector<std::byte> export_ladder(const Ladder& ladder, const LadderOptions& options,
                                     ExportFormat format) {
    if (!is_table(format))
        return encode_picture(ladder_scene(ladder, Palette::light(), {}, options), {}, format);
    const std::string text = format == ExportFormat::json
                                 ? ladder_json(ladder)
                                 : row_of(format).table(ladder_results(ladder));
    const auto bytes = std::as_bytes(std::span{text});
    return {bytes.begin(), bytes.end()};
}

}  // namespace stridescope

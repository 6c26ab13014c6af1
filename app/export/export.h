// Views as files. The window's menu and the command line both call this, so the bytes are the same.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/export/formats.h"
#include "app/export/page.h"
#include "app/export/request_text.h"
#include "app/ladder/ladder.h"
#include "app/look/look.h"
#include "app/scene/ladder/ladder_scene.h"
#include "app/scene/pane_sight.h"
#include "app/scene/scene.h"
#include "app/scene/views/views.h"
#include "app/trace/trace.h"

namespace stridescope {

/// What to export, as `stridescope-cli export` says it.
struct ExportRequest {
    Look look{};
    /// Pictures of what moves (has_arrows): how far its arrows have grown, 0 … 1; the values at
    /// their heads are there at 1.
    float progress = 1;
    /// With another trace, locked by progress: so many of its steps further than the first that
    /// belongs to this one's.
    int passed = 0;
    /// Pictures: as panes of the window show it; absent: the whole, laid out for a page.
    std::optional<SeenPanes> seen{};
    std::optional<Page> page{};  ///< pictures: for that, instead of `seen`, `width` and `scale`
    bool dark = false;           ///< pictures on dark ground
    PictureWidth width{};        ///< instead of `scale`, and for SVG and PDF, too
    /// PNG: pixels per scene unit; 0 chooses 2, or what makes a wide picture 4,096 pixels wide.
    double scale = 0;
};

/// The step of the other trace that stands beside the request's; 0 where it has none.
int step_beside(const Trace& trace, const Trace& other, const ExportRequest& request);

/// The bytes of the file: the same request gives the same bytes, always. `compare` may be nullptr;
/// otherwise it is drawn at the right of `trace` (heatmap without a lock: at its left, with totals
/// and ratio; grid: below it), and tables begin with the `run`: "this" or "other". Throws
/// UsageError for a step or block that is not in the trace; RunError if Cairo fails.
std::vector<std::byte> export_view(const Trace& trace, const Trace* compare,
                                   const ExportRequest& request, ExportFormat format);

/// Tables that belong to no picture: what single threads did, and what each request to
/// memory cost (recorded_tables.h).
enum class PlainTable { events, requests };
inline constexpr std::array plain_tables{PlainTable::events, PlainTable::requests};
constexpr std::string_view name_of(PlainTable table) {
    return table == PlainTable::events ? "events" : "requests";
}

/// Such a table; of one block or step, where one is given.
std::vector<std::byte> export_table(const Trace& trace, PlainTable table, std::optional<int> block,
                                    std::optional<int> step, ExportFormat format);

/// export_view in the format of the path's ending, written by way of write_file_atomically.
void export_to_file(const Trace& trace, const Trace* compare, const ExportRequest& request,
                    const std::filesystem::path& path);

/// The scene, exported_scene's, in a format of pictures. Throws UsageError for another one.
std::vector<std::byte> encode_picture(const Scene& scene, const ExportRequest& request,
                                      ExportFormat format);

/// Whether another trace stands beside this one as a picture of its own: heatmaps without a lock
/// and grids have one picture for both.
bool is_two_pictures(const ExportRequest& request);

/// The scene that a picture of the request shows, at the end of the step's animation. Throws as
/// export_view does.
Scene exported_scene(const Trace& trace, const Trace* compare, const ExportRequest& request);
/// What the request's page has no room for, in a sentence; empty where all is on it.
std::string left_out_of_page(const Trace& trace, const Trace* compare,
                             const ExportRequest& request);

/// The view of that name. Throws UsageError that names them all.
View parse_view(const std::string& text);

// A ladder in a file.

/// By the ending of the path. Throws UsageError for what a ladder is not written as.
ExportFormat ladder_format_of(const std::filesystem::path& path);

/// A picture on light ground, or a table; JSON can be opened again.
std::vector<std::byte> export_ladder(const Ladder& ladder, const LadderOptions& options,
                                     ExportFormat format);

}  // namespace stridescope

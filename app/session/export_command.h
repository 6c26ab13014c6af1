// What the Export menu writes: the same call, and so the same bytes, as the command line's.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/export/animation.h"
#include "app/export/export.h"
#include "app/export/frame_range.h"
#include "app/session/app_state.h"
#include "app/session/file_worker.h"

namespace stridescope {

/// A view as it is shown at one moment, on light ground, whatever the window's theme is, since it
/// goes on paper and slides: can be written later, on any thread.
struct ShownView {
    std::shared_ptr<const Trace> trace, compared;  ///< `compared` may be null
    ExportRequest request;
    Selection chosen{};  ///< of `request`'s selection what does not belong to the one step
};
/// There must be a recording. `seen`: as these panes show it, rather than the whole.
ShownView shown_view(const AppState& state, View view, const std::optional<SeenPanes>& seen = {});

/// Writes it, or step by step where the path names an animation or a series: then each frame is a
/// piece. Says at its end what was written, and what of it cannot be read at that size; throws
/// UsageError or RunError in words for people.
FileWorker::Job export_job(ShownView shown, const std::filesystem::path& path,
                           AnimationChoice animation = {});
/// What is written to such a path: what belongs to the one step that is shown is left out.
Animation animation_of(const ShownView& shown, const AnimationChoice& animation);
/// Whether such a path asks for a picture of each step: an animation, or a numbered series.
inline bool has_frames(const std::filesystem::path& path) {
    return is_animation(path) || is_series(path);
}

// What is seen as a line for a terminal that makes it again.

/// A line for a POSIX shell that writes to `file` what export_job does, byte for byte: records
/// the run (or reads the file it was opened from) and exports the view. Two runs that are compared
/// are recorded first, the other one into "compared.npz". With `seen` the picture is as these panes
/// show it; with `page` it is for that. Needs a recording.
std::string export_line(const AppState& state, View view, const std::filesystem::path& file,
                        const AnimationChoice& animation = {},
                        const std::optional<SeenPanes>& seen = {}, std::optional<Page> page = {});

}  // namespace stridescope

// The kernel's text as a scene.
#pragma once

#include <memory>

#include "app/analysis/lines.h"
#include "app/scene/scene.h"
#include "app/scene/view_state.h"
#include "app/trace/trace.h"

namespace stridescope {

struct SourceOptions {
    std::shared_ptr<const LineTable> counts{};  ///< line_table of the same trace; made where null
    SourceLine line{};                          ///< the one that is chosen
    bool costs = true;                          ///< whether lines have columns of counts

    bool operator==(const SourceOptions&) const = default;
};

/// The kernel's text as the trace holds it, and below it the texts that it includes, as far as the
/// run came through them: the lines of the step marked, and behind each line what it cost in this
/// step and in all, over the recorded blocks. A line with a site is a hotspot with that `line`, of
/// an included text also with its `file`. On a page without room for all of it: the lines around
/// the step's, and how many of all they are. Says so where the trace holds no text, and where it is
/// not this program's.
Scene source_scene(const Trace& trace, const ViewState& view, const Palette& palette,
                   Room room = {}, const SourceOptions& options = {});

}  // namespace stridescope

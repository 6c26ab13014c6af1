// The work table as a scene.
#pragma once

#include <any>
#include <string>

#include "app/scene/scene.h"
#include "app/scene/view_facts.h"
#include "app/trace/trace.h"

namespace stridescope {

struct WorkOptions {
    /// Rows by this column's counts (see work_columns()), the largest first; -1: by step.
    int sorted_by = -1;
    bool hide_later = false;  ///< steps after the cursor have no counts yet, nor have the totals
    bool costs = true;        ///< with the columns of what accesses cost

    bool operator==(const WorkOptions&) const = default;
};

/// The work table, one row a step, with the closed form beside the count and bars behind the
/// counts that compare the steps. A column's heading is a hotspot with that `column`.
Scene work_scene(const Trace& trace, const ViewState& view, const Palette& palette, Room room = {},
                 const WorkOptions& options = {});

/// The work table among the views.
struct WorkView {
    using Options = WorkOptions;
    static constexpr ViewFacts facts{
        .title = "Work", .tip = "What every step cost, counted, beside the closed forms"};
    static std::string why_not(const Trace& trace);
    static Options ask(const Look& look, Subject& subject);
    static Scene scene(const Subject& subject, const Options& options, std::any& kept);
};

}  // namespace stridescope

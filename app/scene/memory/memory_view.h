// Shared memory as a scene.
#pragma once

#include <any>
#include <string>

#include "app/analysis/elements.h"
#include "app/scene/scene.h"
#include "app/scene/view_facts.h"
#include "app/trace/trace.h"

namespace stridescope {

struct MemoryOptions {
    bool operator==(const MemoryOptions&) const = default;
};

/// Shared memory after the step as 32 bank columns (for 8-byte elements: 16 pairs of banks). In a
/// room, memory that does not reach the last bank has no columns for the banks beyond; where cells
/// get too small for words, each is one flat colour, and the words wait to be zoomed to.
/// `elements`: of the view's block, if they are known already.
Scene memory_scene(const Trace& trace, const ViewState& view, const Palette& palette,
                   Room room = {}, const CellElements* elements = nullptr);

/// Shared memory among the views.
struct MemoryView {
    using Options = MemoryOptions;
    static constexpr ViewFacts facts{.title = "Shared memory", .takes_turns = false};
    static std::string why_not(const Trace& trace);
    static Options ask(const Look& look, Subject& subject);
    static Scene scene(const Subject& subject, const Options& options, std::any& kept);
};

}  // namespace stridescope

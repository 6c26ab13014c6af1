// The blocks of a grid beside one another as a scene.
#pragma once

#include <any>
#include <cstddef>
#include <optional>
#include <string>

#include "app/scene/scene.h"
#include "app/scene/view_facts.h"
#include "app/trace/trace.h"

namespace stridescope {

struct GridOptions {
    /// How many of the events between blocks have happened; absent: all of them.
    std::optional<std::size_t> events{};
    /// Whose messages are drawn where all are too many to be told apart; absent: see run_of().
    std::optional<int> block{};
    const Trace* compare = nullptr;  ///< another run below it, on the same scale of time

    bool operator==(const GridOptions&) const = default;
};

/// The blocks of a grid beside one another: a row for each place on a multiprocessor, time to the
/// right, each block a bar in the colours of its phases, hatched where it waits; an arrow from each
/// store to the block that read it, or, where these would be a grey band, only those of one block,
/// which is named and framed. Below, the kernel's own arrays as they stand after the last
/// event that has happened; what comes later is faint.
Scene grid_scene(const Trace& trace, const Palette& palette, Room room = {},
                 const GridOptions& options = {});

/// The grid among the views.
struct GridView {
    using Options = GridOptions;
    static constexpr ViewFacts facts{
        .title = "Grid",
        .tip = "The blocks side by side, and what they tell one another",
        .other = OtherRun::within,
        .by_events = true};
    static std::string why_not(const Trace& trace);
    static Options ask(const Look& look, Subject& subject);
    static Scene scene(const Subject& subject, const Options& options, std::any& kept);
};

}  // namespace stridescope

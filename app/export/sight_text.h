// What panes show, as people write it on a command line, and back.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/scene/pane_sight.h"

namespace stridescope {

/// What was written of the panes: nothing, one text, or one for each of two pictures.
struct SightTexts {
    std::vector<std::string>
        pane{};  ///< pixels, and how many to a unit: "812x540" or "812x540@1.5"
    std::vector<std::string> part{};  ///< of the scene, from its upper left: "10,0,64.5,32"; "all"
    std::vector<std::string> room{};  ///< units that the scene is laid out for: "541x360"

    bool any() const { return !pane.empty() || !part.empty() || !room.empty(); }
};

/// What the texts mean; nothing where there are none. `pictures`: 1, or 2 beside each other. Throws
/// UsageError that says what is wrong and what would be right.
std::optional<SeenPanes> parse_sight(const SightTexts& texts, int pictures);

/// Such texts as flags, each with a space before it. Numbers are exact: parse_sight makes the same
/// of them.
std::string text_of(const SeenPanes& seen);

}  // namespace stridescope

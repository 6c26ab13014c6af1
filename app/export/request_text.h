// Parts of a request for a file as people write them on a command line, and back.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/analysis/request_choice.h"
#include "app/scene/pane_sight.h"
#include "app/trace/trace.h"

namespace stridescope {

/// How wide a picture is to be.
struct PictureWidth {
    double value = 0;
    bool printed = false;  ///< in points, 1/72 inch; else in pixels, 1/96 inch
    bool given() const { return value > 0; }
};
/// "1920", "1920px", "160mm", "12cm", "6in" or "400pt". Throws UsageError that names the units.
PictureWidth parse_width(const std::string& text);

/// "site:2,warp:1,iteration:0" (site first, what is 0 may be left out), or how dear the request is:
/// "1" is the step's worst to that memory. Throws UsageError where the step has no such request.
RequestChoice parse_request(const Trace& trace, int block, int step, Space space,
                            const std::string& text);
/// Which of the step's products of tiles that is, named in the same way; nothing: none of them.
std::optional<RequestChoice> parse_product(const Trace& trace, int block, int step,
                                           const std::string& text);

// What panes show, as people write it on a command line, and back.

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

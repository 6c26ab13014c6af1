// What a click on something in a picture asks for: plain data, whatever the view.
#pragma once

#include <cstddef>
#include <string>
#include <variant>

#include "app/analysis/request_choice.h"
#include "app/trace/facts.h"
#include "app/trace/trace.h"

namespace stridescope {
namespace click {

struct GoToStep {
    int step = 0;
    bool operator==(const GoToStep&) const = default;
};
/// To a warp of another recorded block than the one that is looked at, there.
struct GoToWarp {
    int step = -1;  ///< -1: where the slider is
    int block = 0, warp = 0;
    bool operator==(const GoToWarp&) const = default;
};
/// Opens a recording that comes with the program.
struct OpenRecording {
    std::string path{};
    bool operator==(const OpenRecording&) const = default;
};
/// To when so many of the events between blocks have happened, and to the block that is meant.
struct GoToEvent {
    std::size_t events = 0;
    int block = -1;  ///< -1: none
    bool operator==(const GoToEvent&) const = default;
};
struct ShowRequest {
    RequestChoice request{};
    Space space = Space::shared;  ///< or global: of which of the pictures it is the request
    bool operator==(const ShowRequest&) const = default;
};
/// That one of the request's wavefronts alone, from 1; where it is alone, all again.
struct ShowWavefront {
    RequestChoice request{};
    int wavefront = 1;
    bool operator==(const ShowWavefront&) const = default;
};
/// That warp's lanes.
struct ShowWarp {
    int warp = 0;
    bool operator==(const ShowWarp&) const = default;
};
/// The step's worst request of the line, to either memory.
struct ShowLine {
    SourceLine line{};
    bool operator==(const ShowLine&) const = default;
};
/// What an element of a text's array is made of, "C[3][5]"; where that is shown, the tree again.
struct ShowElement {
    std::string element{};
    bool operator==(const ShowElement&) const = default;
};
/// The largest of the column first; where it is so already, by step again.
struct SortBy {
    int column = 0;
    bool operator==(const SortBy&) const = default;
};

}  // namespace click

/// Empty where a click does nothing but choose what the hotspot stands for.
using Click = std::variant<std::monostate, click::GoToStep, click::GoToWarp, click::OpenRecording,
                           click::GoToEvent, click::ShowRequest, click::ShowWavefront,
                           click::ShowWarp, click::ShowLine, click::ShowElement, click::SortBy>;

}  // namespace stridescope

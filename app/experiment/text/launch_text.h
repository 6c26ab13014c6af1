// A launch, as a card or a flag writes it, taken apart.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/experiment/text/placed_text.h"

namespace stridescope {

/// `kernel<<<grid, block, shared>>>(arguments)`; the kernel and the arguments may be omitted.
struct LaunchText {
    std::string kernel{};  ///< without template arguments; empty: not said
    PlacedText head{};     ///< up to >>>
    std::optional<std::vector<PlacedText>> arguments{};
};

/// Throws FaultError.
LaunchText read_launch(const PlacedText& text);

}  // namespace stridescope

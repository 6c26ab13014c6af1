// How a kernel is run of which nothing is said: read off its signature and what it uses.
// docs/texts.md tells the rules.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "app/experiment/text/pointer_use.h"
#include "app/language/tree.h"

namespace stridescope {

struct LaunchGuess {
    std::array<std::uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
    std::uint64_t dynamic_shared = 0;
    std::int64_t elements = 1024;  ///< of each array
    std::int64_t side = 1024;      ///< what an integer parameter is: elements of each dimension
};

LaunchGuess guess_launch(const language::Unit& unit, const language::Function& kernel,
                         const KernelUse& use);
/// "kernel<<<dim3(2, 2, 1), dim3(16, 16, 1)>>>".
std::string head_text(const language::Function& kernel, const LaunchGuess& guess);

/// What a scalar parameter is given, as one writes it; empty: it must be said.
std::string guess_scalar(const language::Variable& parameter, const LaunchGuess& guess);
/// What an array is filled with: outputs with 0, everything that is read with 0, 1, 2 …
std::string_view guess_fill(const PointerUse& use);

}  // namespace stridescope

// printf and std::cout, as C prints.
#pragma once

#include <cstddef>
#include <string>

#include "app/language/program.h"

namespace stridescope::machine {

/// The text that the program's call prints for one lane, whose registers are in the frame.
std::string printed(const language::Program& program, const language::Call& call,
                    const std::byte* frame, int lane);

}  // namespace stridescope::machine

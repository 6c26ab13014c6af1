// A program made ready to run on this processor, in this memory.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "app/machine/context.h"

namespace stridescope::machine {

struct LoadedProgram {
    std::shared_ptr<const language::Program> program;
    std::vector<Operation> code;
    std::vector<std::byte> scalars;  ///< every frame's first bytes: constants in their places
    std::vector<View> views;  ///< of shared arrays without their memory, which each block has
};

/// Host arrays that the program names get their memory here.
LoadedProgram load(std::shared_ptr<const language::Program> program, GlobalMemory& memory);

}  // namespace stridescope::machine

// What a kernel does with the arrays that it is given, as far as its text says.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "app/language/tree.h"

namespace stridescope {

struct PointerUse {
    bool loaded = false;  ///< read by itself, not only as part of an atomic
    bool stored = false;  ///< written, also by an atomic
};

struct KernelUse {
    std::vector<PointerUse> parameters{};  ///< in their order; of scalars nothing
    std::array<bool, 3> thread_axes{};     ///< threadIdx.x, .y, .z
    bool uses_blocks = false;              ///< blockIdx
    bool waits_for_grid = false;           ///< this_grid().sync()
    std::int64_t most_threads = 0;         ///< of a block, by __launch_bounds__; 0: it does not say
    /// The elements of the shortest shared array of which each thread reaches that of its own
    /// number, whatever holds: there are no more threads; 0: there is none.
    std::int64_t most_numbers = 0;
    std::vector<const language::Variable*> shared{};
};

KernelUse use_of(const language::Function& kernel);

}  // namespace stridescope

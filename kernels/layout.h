// Where the elements of a section live while a kernel works on them.
//
// A block's *cells* are the words of its shared array and, behind them, what else the section lives
// in: a part of the output, or rows of registers. Snapshots hold cells.
#pragma once

#include "kernels/kernel_info.h"
#include "kernels/padding.h"

namespace stridescope {

/// Words of the shared array of a kernel that works in registers: one for each warp that a block
/// can have.
inline constexpr int words_for_warps = 32;

/// The word of element i (of a section) in a kernel whose text has layout `own`, run with --pad
/// `chosen`.
constexpr int word_of(OwnLayout own, Padding chosen, int i) {
    switch (own) {
        case OwnLayout::never_padded: return i;
        case OwnLayout::every16: return chosen == Padding::none ? i : i + i / 16;
        case OwnLayout::as_chosen: break;
    }
    return Pad{chosen}(i);
}

/// Words that hold a section of `length` elements there.
constexpr int words_of(OwnLayout own, Padding chosen, int length) {
    if (own == OwnLayout::every16 && chosen != Padding::none) return length + length / 16;
    return padded_length(chosen, length);
}

/// Length of the kernel's shared array, in elements.
constexpr int words_of(const KernelInfo& info, Padding chosen, const Shape& shape) {
    switch (info.memory.storage) {
        case Storage::output: return 0;
        case Storage::registers: return words_for_warps;
        case Storage::shared: break;
    }
    return info.memory.buffers * words_of(info.memory.layout, chosen, shape.section);
}

/// Cells that are no words of the shared array.
constexpr int storage_cells_of(const KernelInfo& info, const Shape& shape) {
    switch (info.memory.storage) {
        case Storage::output: return shape.section;
        case Storage::registers: return info.memory.registers * shape.threads;
        case Storage::shared: break;
    }
    return 0;
}

/// The cell of element i in the `buffer`-th copy of the section.
constexpr int cell_of(const KernelInfo& info, Padding chosen, const Shape& shape, int i,
                      int buffer = 0) {
    if (info.memory.storage != Storage::shared) return words_of(info, chosen, shape) + i;
    return buffer * words_of(info.memory.layout, chosen, shape.section) +
           word_of(info.memory.layout, chosen, i);
}

}  // namespace stridescope

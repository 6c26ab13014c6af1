// Where the elements of a section live in the shared array, for any kernel of the catalogue.
#pragma once

#include "kernels/kernel_info.h"
#include "kernels/padding.h"

namespace stridescope {

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

/// Length of the shared array, in elements, that holds a section of `length` elements there.
constexpr int words_of(OwnLayout own, Padding chosen, int length) {
    if (own == OwnLayout::every16 && chosen != Padding::none) return length + length / 16;
    return padded_length(chosen, length);
}

}  // namespace stridescope

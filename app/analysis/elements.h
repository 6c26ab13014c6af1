// Which element lives in which cell of shared memory. A text may keep its elements in any order and
// with gaps between them, as padding and swizzles do; what it first copies there tells where.
#pragma once

#include <vector>

#include "app/analysis/value_origins.h"
#include "app/trace/trace.h"

namespace stridescope {

/// [index] of a text's shared array: the number of the element that lives there, from 0 on; -1 of
/// padding, and of words that get no copy of one. Empty where what is copied does not tell.
///
/// An element lives where its unchanged copy is the first thing that the block stores. It has to be
/// one of as many neighbours in global memory as there are such words. Words that get something
/// else between those copies (a neutral element, past the end of the input) have the number that
/// their place in the order of stores gives them, or one behind all others.
std::vector<int> elements_by_copies(const Trace& trace, int block, ArrayId array);

/// Whether the array is two rows of elements, one behind the other, each of which is only written
/// with what the other one held.
bool goes_between_halves(const Origins& origins, ArrayId array);

/// What lives in a block's cells.
struct CellElements {
    std::vector<int> of_cell{};  ///< [cell]: an element's number, or -1
    /// [cell]: in an array of which it is known where elements live. Of others every word that is
    /// accessed counts as one.
    std::vector<std::uint8_t> known{};
    bool permuted = false;  ///< some element does not live in the word of its number

    int at(int cell) const { return of_cell[static_cast<std::size_t>(cell)]; }
    bool is_known(int cell) const { return known[static_cast<std::size_t>(cell)] != 0; }
};
CellElements elements_of_cells(const Trace& trace, int block);

}  // namespace stridescope

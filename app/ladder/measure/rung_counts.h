// What a text does for each element, counted in a recording of the machine's.
#pragma once

#include "app/experiment/text_spec.h"
#include "app/ladder/ladder.h"
#include "app/trace/trace.h"

namespace stridescope {

/// The longest row of waits of which each ended by what a block stored after its own wait had.
std::int64_t longest_chain(const Trace& trace);

/// Records the text over some sections and counts; over twice as many, to see whether the chain of
/// waits grows. Throws as record does.
RungCounts count_text(const TextSpec& text);

}  // namespace stridescope

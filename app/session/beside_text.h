// What is said of two runs side by side.
#pragma once

#include <string>

#include "app/session/app_state.h"

namespace stridescope {

/// What the lock says of the two runs at the cursor, in a sentence: "step 3 of 6 beside step 5 of
/// 9", by wavefronts which of them is done first, or why they are locked by something else. Empty
/// where there are not two.
std::string beside_sentence(const AppState& state);

/// What the counts of whole runs are of: "in all", or "recorded" where a run has more blocks than
/// were recorded.
std::string counted_of(const ShownPair& pair);

}  // namespace stridescope

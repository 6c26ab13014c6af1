// The strip below two runs side by side: how they are locked, and what each of them cost.
#pragma once

#include <string>

#include "app/ui/kit/ui.h"

namespace stridescope {

/// Its height in pixels; 0 while no run stands beside the shown one.
float beside_height(const Ui& ui);
void draw_beside(Ui& ui);

/// What the lock says of the two runs at the cursor, in a sentence: "step 3 of 6 beside step 5 of
/// 9", by wavefronts which of them is done first, or why they are locked by something else. Empty
/// where there are not two.
std::string beside_sentence(const AppState& state);

/// What the counts of whole runs are of: "in all", or "recorded" where a run has more blocks than
/// were recorded.
std::string counted_of(const ShownPair& pair);

}  // namespace stridescope

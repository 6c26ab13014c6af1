// What is said of two runs side by side.
#pragma once

#include <string>
#include <string_view>

#include "app/session/app_state.h"

namespace stridescope {

/// What the lock says of the two runs at the cursor, in a sentence: "step 3 of 6 beside step 5 of
/// 9", by wavefronts which of them is done first, or why they are locked by something else. Empty
/// where there are not two.
std::string beside_sentence(const AppState& state);

/// Whose counts stand first, and what the counts of whole runs are of: "left : right, in all", or
/// "recorded" where a run has more blocks than were recorded.
std::string counted_of(const AppState& state);

/// Where the two runs stand: left and right, or, where one picture has both and is seen alone,
/// above and below.
struct SideNames {
    std::string_view first, second;
};
SideNames side_names(const AppState& state);

}  // namespace stridescope

// Loops that do nothing but look at memory until it has changed.
#pragma once

#include "app/language/tree.h"

namespace stridescope::language {

/// Whether a round of the loop, as long as memory stays as it is, leaves all that could end the
/// loop as it was: then only others can end it. A loop that counts, follows a list or looks at the
/// clock comes to its end by itself; what it counts beside does not matter.
bool only_waits(const Stmt* loop);

}  // namespace stridescope::language

// Numbers that wrapped around on the way to an index: why that index is beyond its array.
#pragma once

#include <string>

namespace stridescope::machine {

struct Context;
struct Operation;

/// ": a product in line 8 comes to 2160000000, more than an int holds", of what the lane's index at
/// this access was made of. Empty: nothing of it wrapped around, or that cannot be told any more.
std::string wrapped_text(const Context& context, const Operation* at, int lane);

}  // namespace stridescope::machine

// Times as the clock on the wall tells them.
#pragma once

#include <ctime>

namespace stridescope {

/// `when` where this computer is. (fmt has a localtime of its own up to version 11.)
std::tm local_time(std::time_t when);

}  // namespace stridescope

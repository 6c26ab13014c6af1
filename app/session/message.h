// What came of something that was asked for, in words.
#pragma once

#include <ctime>
#include <string>

namespace stridescope {

/// Stays in front until it is read, and in the list of messages after that.
struct Message {
    bool fine = true;
    std::string text;
    std::time_t when = 0;  ///< the system's clock
    bool read = false;
};

}  // namespace stridescope

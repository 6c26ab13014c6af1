// What came of something that was asked for, in words.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <string>

namespace stridescope {

/// Stays in front until it is read, and in the list of messages after that.
/// So long a sentence is in front that somebody has to read; what did not work, twice as long.
constexpr std::chrono::milliseconds time_in_front(std::size_t letters, bool fine) {
    const std::chrono::milliseconds once{4000 + 60 * static_cast<std::int64_t>(letters)};
    return fine ? once : 2 * once;
}

struct Message {
    bool fine = true;
    std::string text;
    std::time_t when = 0;  ///< the system's clock
    bool read = false;
    std::chrono::steady_clock::time_point since{};  ///< it is in front
};

}  // namespace stridescope

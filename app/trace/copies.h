// Asynchronous copies: when they were begun, committed and waited for, as a trace tells it.
#pragma once

#include <cstdint>

namespace stridescope {

/// Copies to shared memory, or in bulk from it, that some threads of a block begin and wait for
/// together: their group, or what a barrier was given.
struct CopyGroup {
    struct Moment {
        int step = -1;  ///< -1: it never was
        int line = 0;   ///< of the text, or of that `file`; 0: of none of its own
        int file = 0;   ///< see SourceLine

        bool is_known() const { return step >= 0; }
        bool operator==(const Moment&) const = default;
    };
    int block = 0;
    /// How many groups the same threads had committed before; -1: none, it is a barrier that tells
    /// when they have come, or nobody has committed them.
    int group = -1;
    bool at_barrier = false;
    bool out = false;  ///< from shared to global memory: their groups are counted by themselves
    int first_thread = 0, threads = 0;  ///< the lowest of them, and how many
    std::int64_t bytes = 0;             ///< of all threads
    Moment begun{}, committed{}, awaited{};
    /// Before they were waited for somebody read what they bring, or overwrote what they read: the
    /// first time.
    Moment too_early{};

    bool operator==(const CopyGroup&) const = default;
};

}  // namespace stridescope

// Races on shared memory: two threads of a block reach one word between the same two barriers, and
// at least one of them writes it. What the word then holds is a matter of luck.
#pragma once

#include <string>
#include <vector>

#include "app/trace/trace.h"

namespace stridescope {

/// One word that threads of a block raced for in one interval between barriers.
struct Race {
    enum class Kind { read_write, write_write };
    /// One of the two accesses.
    struct Access {
        int thread = 0;
        int step = 0;
        int line = 0;  ///< of the kernel's header
        bool operator==(const Access&) const = default;
    };

    Kind kind = Kind::read_write;
    int block = 0;
    int interval = 0;  ///< barriers the block had passed before
    int word = 0;      ///< of the shared array
    Access first;      ///< read_write: the read. write_write: the earlier in program order
    Access second;     ///< the write that nothing keeps apart from it

    bool operator==(const Race&) const = default;
};

/// All races of a recorded block, by interval, word and kind; one example of two accesses for each.
/// An interval ends at a barrier of the whole block, as CUDA's `__syncthreads` is; that lanes of a
/// warp happen to go in step on some chips keeps nothing apart. Two lanes that write one word in
/// the same request race too: which of them wins is undefined.
std::vector<Race> races_of_block(const Trace& trace, int block);

/// Those in which one of the two accesses was made in that step.
std::vector<Race> races_of_step(const Trace& trace, int block, int step);

/// The races of all recorded blocks.
std::vector<Race> races_of(const Trace& trace);

/// "Threads 5 and 3 race for word 3 (element 3): line 49 reads it in scan 2 while line 55 writes
/// it."
std::string sentence(const Trace& trace, const Race& race);
/// The same of a trace that has these steps; `element`: the word's, -1 for padding.
std::string sentence(const std::vector<Step>& steps, int element, const Race& race);

}  // namespace stridescope

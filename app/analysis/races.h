// Races on shared and on global memory: two threads of a block reach one word, or one element of an
// array, between the same two barriers, and at least one of them writes it. What then stands there
// is a matter of luck.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/trace/trace.h"

namespace stridescope {

/// One word of the shared array, or one element of an array in global memory, that threads of a
/// block raced for in one interval between barriers.
struct Race {
    enum class Kind { read_write, write_write };
    /// One of the two accesses.
    struct Access {
        int thread = 0;
        int step = 0;
        int line = 0;         ///< of the text, or of that `file`
        bool atomic = false;  ///< reads and writes at one go; atomics do not race each other
        int file = 0;         ///< see SourceLine
        bool operator==(const Access&) const = default;
    };

    Kind kind = Kind::read_write;
    int block = 0;
    /// Of `second`, where that is another one (see grid_races.h); −1: both are of `block`.
    int second_block = -1;
    int interval = 0;           ///< barriers the block had passed before; between blocks 0
    int word = -1;              ///< of the shared array; -1: the race is for global memory
    ArrayId array{};            ///< in global memory: which one
    std::int64_t element = -1;  ///< in global memory: of that array
    Access first{};             ///< read_write: the read. write_write: the earlier in program order
    Access second{};            ///< the write that nothing keeps apart from it

    bool in_shared() const { return word >= 0; }
    bool between_blocks() const { return second_block >= 0; }
    bool operator==(const Race&) const = default;
};

enum class RaceSpace { everywhere, shared };

/// All races of a recorded block, by interval, place and kind, those for shared memory first within
/// an interval; one example of two accesses for each.
/// An interval ends at a barrier of the whole block, as CUDA's `__syncthreads` is; that lanes of a
/// warp happen to go in step on some chips keeps nothing apart. Two lanes that write one word in
/// the same request race too: which of them wins is undefined. An atomic counts as a write that
/// races reads and plain writes, but no other atomic. That a thread waited for a flag, or passed
/// `__threadfence()`, keeps nothing apart within a block; of files of format version 1, global
/// memory is not judged.
std::vector<Race> races_of_block(const Trace& trace, int block,
                                 RaceSpace space = RaceSpace::everywhere);

/// Those for shared memory in which one of the two accesses was made in that step.
std::vector<Race> races_of_step(const Trace& trace, int block, int step);

/// The races of all recorded blocks, then those between blocks.
std::vector<Race> races_of(const Trace& trace);

/// "Threads 5 and 3 race on word 3 (element 3): line 49 reads it in scan 2 while line 55 writes
/// it."; in global memory "… race on P[3]: …".
std::string sentence(const Trace& trace, const Race& race);
/// The same of a race for shared memory in a trace that has these steps; `element`: the word's, -1
/// for padding.

}  // namespace stridescope

// What happened between the blocks of a launch, as plain data.
#pragma once

#include <cstdint>
#include <vector>

namespace stridescope::machine {

/// Something that a block did which others may have noticed. All blocks' entries stand in the order
/// in which they happened.
struct GridEntry {
    enum class Kind : std::uint8_t {
        start,     ///< the block got a place on multiprocessor `object`
        interval,  ///< its threads have passed a barrier, and go on behind it
        load,      ///< a thread read there; also by an atomic that changed nothing
        store,
        atomic,  ///< changed it; `bits` is what it left there
        wait,    ///< what it read made it go round a loop that waits for something else
        end,     ///< the block gave its place up
    };
    /// How often every resident block had had its turn; of a run that is followed, the time that
    /// its tape tells.
    std::uint64_t tick = 0;
    Kind kind = Kind::start;
    std::uint8_t width = 0;  ///< bytes of an access
    std::uint32_t block = 0, thread = 0;
    std::uint32_t interval = 0;  ///< barriers that the block had passed
    std::uint32_t lanes = 0;     ///< of the thread's warp, which did the same at once
    std::int32_t site = -1;      ///< of the launch's program
    std::int32_t object = -1;    ///< of an access
    std::int64_t offset = 0;     ///< bytes from the object's begin
    std::uint64_t bits = 0;      ///< read, written or left there
};

/// What an object of a program is to the blocks of a launch, as far as its code tells.
struct SharedUse {
    bool between = false;  ///< a block may read there what another one wrote
    bool orders = false;   ///< blocks wait for it, or change it by atomics
    bool handed = false;   ///< it hands values from launch to launch
};

struct GridRecord {
    bool made = false;  ///< false: nothing was to be recorded
    /// What is handed from launch to launch was too much to be kept: nothing is told of it.
    bool too_much_handed = false;
    bool too_much = false;  ///< there were more entries than are kept: then none are
    std::vector<GridEntry> entries{};
    std::uint64_t ticks = 0;        ///< in all
    bool nanoseconds = false;       ///< entries have times, which go on from launch to launch
    std::vector<SharedUse> uses{};  ///< [object of the program]
};

}  // namespace stridescope::machine

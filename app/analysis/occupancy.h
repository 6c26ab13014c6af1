// How many blocks of a launch a multiprocessor has room for, and what limits it: of a chip's
// limits, what the launch asks for, and, where it was compiled, what the compiler took.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/trace/trace.h"

namespace stridescope {

/// What a multiprocessor has. CUDA C++ Programming Guide, "Technical Specifications per Compute
/// Capability".
struct Chip {
    std::string_view name;        ///< "H200"
    std::string_view capability;  ///< "9.0"
    int threads = 0, blocks = 0;  ///< that are resident at most
    std::int64_t shared_bytes = 0;
    std::int64_t reserved_bytes = 0;  ///< of shared memory, for each block, by the system
    std::int64_t shared_granule = 0;  ///< shared memory is given away in so many bytes
};
/// Whose occupancy is told of what no GPU has recorded: the recordings that come with the program
/// are from such a one.
inline constexpr std::string_view usual_chip = "H200";
/// The oldest first.
std::span<const Chip> known_chips();
std::span<const std::string_view> chip_names();
/// Null where none is called so, or none is in such a device's name: "NVIDIA H200".
const Chip* chip_called(std::string_view name);
const Chip* chip_of_device(std::string_view device);

/// What one thing leaves room for.
struct RoomLimit {
    std::string_view name;  ///< "threads", "registers", "shared memory" or "blocks"
    std::int64_t blocks = 0;
};

/// How many blocks of one launch a multiprocessor of one chip has room for.
struct Occupancy {
    int threads = 0, warps = 0;     ///< of a block
    int registers = 0;              ///< of a thread; 0: nobody has compiled it
    std::int64_t shared_bytes = 0;  ///< of a block
    std::vector<RoomLimit> limits{};
    std::int64_t blocks = 0;  ///< the least of them
    int most_warps = 0;       ///< that a multiprocessor takes

    std::int64_t resident_warps() const { return blocks * warps; }
    double share() const {
        return most_warps > 0 ? static_cast<double>(resident_warps()) / most_warps : 0;
    }
    /// "threads and registers".
    std::string limited_by() const;
};
Occupancy occupancy(const Chip& chip, int threads, int registers, std::int64_t shared_bytes);

/// The occupancy of a launch of the run: registers and shared memory as it was compiled, else as
/// the text says.
Occupancy occupancy_of(const Trace& trace, std::size_t launch, const Chip& chip);

/// "room for 2 blocks of 1024 threads, limited by threads", of a launch's blocks on a
/// multiprocessor as the driver has it, and what limits it where that is known of the chip.
std::string room_text(const WarpTimes& times, std::size_t launch, int threads);
/// "A multiprocessor of the A100 has room for 2 blocks of 1024 threads: 64 of 64 warps, limited by
/// threads (registers not counted: it was not compiled)".
std::string chip_text(const Occupancy& room, const Chip& chip);

}  // namespace stridescope

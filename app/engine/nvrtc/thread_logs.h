// What the threads of a recorded launch wrote (recording_text.h), as the machine follows it.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "app/language/print_tree.h"
#include "app/machine/grid_record.h"
#include "app/machine/tape.h"

namespace stridescope::nvrtc {

/// As the device's ss_Event and ss_Warp lie in memory.
struct LoggedEvent {
    std::uint64_t where = 0, value = 0;
};
struct WarpRoom {
    std::uint64_t first = 0;  ///< its k-th event is events[first + k]
    std::uint32_t room = 0, nothing = 0;
};
/// As ss_Span: when a block ran, and where.
struct BlockSpan {
    std::uint64_t not_start = 0, end = 0, multiprocessor = 0;
};
/// ss_Log, with the device's addresses.
struct DeviceLog {
    std::uint64_t events = 0, warps = 0, counts = 0, blocks = 0;
    std::uint64_t times = 0, spans = 0;   ///< 0: no times are wanted
    std::array<std::uint32_t, 3> grid{};  ///< the text's own
    std::uint32_t beyond = 0;             ///< words of the text's own dynamic shared memory
};
static_assert(sizeof(LoggedEvent) == 16 && sizeof(WarpRoom) == 16 && sizeof(DeviceLog) == 64);
static_assert(sizeof(BlockSpan) == 24);

/// As many sites can be told from what a whole warp writes.
inline constexpr std::size_t most_sites = 3 << 9;

inline std::size_t warps_of(std::size_t threads_of_block) {
    return (threads_of_block + 31) / 32;
}

/// Room for so many events of each warp; each begins at a line of memory. Hands back how many
/// events there are in all.
std::uint64_t lay_out(std::span<const std::uint32_t> counts, std::span<WarpRoom> rooms);

/// A piece of the device's memory, and where the machine has it.
struct Placed {
    std::uint64_t device = 0, bytes = 0;
    std::uint64_t machine = 0;
};

/// A shared variable: bytes from the begin of the block's shared memory.
struct SharedPlace {
    std::string_view name{};
    std::uint64_t device = 0, bytes = 0;
    std::uint64_t machine = 0;
};
/// What ss_places says after a launch, beside the program that the machine runs. `begin`: where the
/// block's shared memory begins on the device.
std::vector<SharedPlace> shared_places(std::span<const language::Variable* const> variables,
                                       std::span<const std::uint32_t> places,
                                       const language::Program& program, std::uint64_t begin);

struct LogReading {
    std::span<const language::PrintedSite> sites{};
    std::span<const LoggedEvent> events{};
    std::span<const WarpRoom> rooms{};        ///< [warp]
    std::span<const std::uint32_t> counts{};  ///< [warp]: events that there were to write
    std::size_t threads_of_block = 1;
    std::span<const std::uint64_t> times{};  ///< [event]; empty: there are none
    std::span<const Placed> memory{};
    std::span<const SharedPlace> shared{};
    std::uint64_t shared_begin = 0;  ///< where the block's shared memory begins on the device
    bool waits = false;  ///< the kernel may wait: looks in vain beyond a few are left out
};
/// [thread]: its accesses.
std::vector<std::vector<machine::TapeEvent>> read_logs(const LogReading& logs);

/// All threads of a block have come to a barrier.
struct PassedBarrier {
    std::uint32_t block = 0, interval = 0;  ///< that begins there
    std::uint64_t time = 0;
};
std::vector<PassedBarrier> passed_barriers(const LogReading& logs);

/// Adds to what the machine told of accesses, while it followed the launch, when each block ran,
/// where, and when it passed which barrier; all by time.
void add_times(machine::GridRecord& record, std::span<const BlockSpan> spans,
               std::span<const PassedBarrier> barriers);

}  // namespace stridescope::nvrtc

// The recording build of kernels whose blocks cooperate: what a lane does beyond a block. All
// blocks write one log of what happens between them, for which every event takes a number from one
// counter: so the log is in an order in which it can have happened.
#pragma once

#include <cstdint>
#include <cstring>

#include "kernels/device_grid.h"
#include "kernels/device_log.h"

namespace stridescope {
namespace device {

/// The clock that all multiprocessors share.
inline __device__ std::uint64_t nanoseconds() {
#if defined(__CUDA_ARCH__)
    std::uint64_t now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now)::"memory");
    return now;
#elif defined(STRIDESCOPE_CUDA_ON_HOST)
    return testing::cuda_nanoseconds();
#else
    return 0;
#endif
}
inline __device__ std::uint32_t multiprocessor() {
#if defined(__CUDA_ARCH__)
    std::uint32_t number;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(number));
    return number;
#else
    return 0;
#endif
}
/// Whether the thread is the first of those of its warp that are here with the same `key`.
inline __device__ bool first_with(std::uint32_t key) {
    const unsigned with_me = __match_any_sync(__activemask(), key);
    return (with_me & ((1U << threadIdx.x % 32) - 1)) == 0;
}
inline __device__ std::uint32_t add_one(std::uint32_t* to) {
    return atomicAdd(to, 1U);
}
inline __device__ std::int32_t add(std::int32_t* to, std::int32_t summand) {
    return atomicAdd(to, summand);
}
inline __device__ bool claim(std::uint32_t* mark) {
    return atomicExch(mark, 1U) == 0;
}

}  // namespace device

/// The part of a lane that blocks which have nothing to do with one another need: none.
class NoGrid {
  public:
    struct Given {};

  protected:
    __device__ __forceinline__ explicit NoGrid(const Given& /*given*/) {}
};

/// An access to one of the kernel's own arrays.
struct GridAccess {
    std::uint32_t array = 0, element = 0;
    int line = 0;
};

/// The part of a lane that knows of other blocks.
class GridRecorder {
  public:
    using Given = DeviceGrid;

  protected:
    using Access = GridAccess;

    __device__ __forceinline__ explicit GridRecorder(const DeviceGrid& grid) : grid_{grid} {}

    /// What all of the block come to, told by one thread: `kind` is start, step or end.
    __device__ void tell(std::uint8_t kind, int block, int step) {
        DeviceGridEvent event;
        event.time = device::nanoseconds();
        event.kind = kind;
        event.block = block;
        event.step = static_cast<std::uint16_t>(step);
        if (kind == DeviceGridEvent::starts) event.element = device::multiprocessor();
        write(device::add_one(grid_.count), event);
    }
    /// Takes time and number before the access is done: whoever sees what is written comes later.
    __device__ std::uint32_t begin(DeviceGridEvent& event, std::uint8_t kind, const Access& access,
                                   int block, int step) {
        event.time = device::nanoseconds();
        event.kind = kind;
        event.block = block;
        event.step = static_cast<std::uint16_t>(step);
        event.thread = static_cast<std::uint16_t>(threadIdx.x);
        event.line = static_cast<std::uint16_t>(access.line);
        event.array = static_cast<std::uint8_t>(access.array);
        event.element = access.element;
        return device::add_one(grid_.count);
    }
    __device__ void write(std::uint32_t number, const DeviceGridEvent& event) const {
        if (number < grid_.capacity) grid_.events[number] = event;
    }
    /// Of threads of a warp that read the same element together, one tells.
    __device__ void tell_load(const Access& access, int block, int step, std::int32_t integer,
                              std::uint64_t value) {
        if (!device::first_with((access.array << 28) ^ access.element)) return;
        DeviceGridEvent event;
        event.integer = integer;
        event.value = value;
        write(begin(event, DeviceGridEvent::loads, access, block, step), event);
    }

    /// A spin wait begins; looks are not told as they happen.
    __device__ void begin_wait(int line) {
        waiting_ = true;
        told_ = seen_any_ = false;
        wait_line_ = line;
        since_ = device::nanoseconds();
    }
    __device__ bool waiting() const { return waiting_; }
    /// What a look saw.
    __device__ void note_look(const Access& access, std::int32_t integer) {
        told_ = told_ && seen_.array == access.array && seen_.element == access.element &&
                seen_integer_ == integer;
        seen_ = access;
        seen_integer_ = integer;
        seen_any_ = true;
    }
    /// What it saw made it wait on: that is told once, until it sees something else. Returns
    /// whether to look again.
    __device__ bool wait_on(int block, int step) {
        if (seen_any_ && !told_) {
            tell_look(DeviceGridEvent::waits, block, step);
            told_ = true;
        }
        const bool out_of_patience = device::nanoseconds() - since_ > grid_.patience;
        if (out_of_patience && device::claim(&grid_.given_up->anybody)) {
            grid_.given_up->block = block;
            grid_.given_up->line = wait_line_;
            grid_.given_up->array = seen_.array;
            grid_.given_up->element = seen_.element;
            grid_.given_up->integer = seen_integer_;
        }
        waiting_ = !out_of_patience &&
                   *static_cast<volatile std::uint32_t*>(&grid_.given_up->anybody) == 0;
        return waiting_;
    }
    /// What it saw let it go on.
    __device__ void end_wait(int block, int step) {
        waiting_ = false;
        if (seen_any_) tell_look(DeviceGridEvent::loads, block, step);
    }

    const DeviceGrid& grid_;

  private:
    __device__ void tell_look(std::uint8_t kind, int block, int step) {
        DeviceGridEvent event;
        event.integer = seen_integer_;
        write(begin(event, kind, seen_, block, step), event);
    }

    Access seen_;
    std::int32_t seen_integer_ = 0;
    int wait_line_ = 0;
    bool waiting_ = false, told_ = false, seen_any_ = false;
    std::uint64_t since_ = 0;
};

}  // namespace stridescope

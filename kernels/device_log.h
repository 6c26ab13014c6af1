// What a thread of the recording CUDA build writes down, and how the host reads it again. Plain C++
// but for the markers, so that both sides share one definition.
#pragma once

#include <cstddef>
#include <cstdint>

#ifdef __CUDACC__
#define STRIDESCOPE_LOG_FN __host__ __device__ constexpr
#else
#define STRIDESCOPE_LOG_FN constexpr
#endif

namespace stridescope {

/// One event of one thread in 16 bytes, so that a warp writes 512 neighbouring ones at once.
struct alignas(16) DeviceEvent {
    enum Kind : std::uint32_t { load, store, op, fault };
    /// A load or store with one of these in `pair` is of global memory.
    enum Global : std::uint32_t { no_global, of_input, of_output, of_scratch };
    /// An `op` of two words that were loaded just before, on its line, is one event: which operand
    /// was loaded first, and whether the sum was stored to the second word: the left operand
    /// (`X[a] += X[b]`) or the right one (`X[b] = X[a] + X[b]`).
    enum Pair : std::uint32_t { no_pair, left_first, update_left, update_right };

    /// Origins are indices of the thread's own log; this one is "a constant, or global memory".
    static constexpr std::uint32_t none = 0xFFFF;
    /// More events of one thread cannot be told apart.
    static constexpr std::uint32_t most = none;
    /// `step()` of an event before the first step.
    static constexpr std::uint32_t no_step = 0xFFFF;

    std::uint32_t what;     ///< word 16 (of a pair: loaded first), line 14, kind 2
    std::uint32_t when;     ///< step 16, low bits of the iteration 16
    std::uint32_t passed;   ///< barriers passed 24, high bits of the iteration 6, pair 2
    std::uint32_t origins;  ///< left 16, right 16; of a pair: its second word; of global memory:
                            ///< left 16, high bits of the address 16 (its low ones are the word);
                            ///< of an array of the kernel's own: left 16, atomic 1, number 3, high
                            ///< bits of the address 12;
                            ///< of a fault: the index that was out of bounds

    STRIDESCOPE_LOG_FN static DeviceEvent pack(std::uint32_t kind, int line, std::uint32_t word,
                                               int step, std::uint32_t iteration,
                                               std::uint32_t interval, std::uint32_t origins,
                                               std::uint32_t pair = no_pair) {
        return {(word << 16) | ((static_cast<std::uint32_t>(line) & 0x3FFF) << 2) | kind,
                (static_cast<std::uint32_t>(step) << 16) | (iteration & 0xFFFF),
                (interval << 8) | ((iteration >> 14) & 0xFC) | pair, origins};
    }
    /// Fills a slot: other lanes of the warp had something to say between two barriers, this one
    /// had not. The word of a fault is an array's number, so nothing else looks like it.
    STRIDESCOPE_LOG_FN static DeviceEvent hole() { return {~0U, ~0U, ~0U, ~0U}; }
    constexpr bool is_hole() const { return what == ~0U; }
    STRIDESCOPE_LOG_FN static std::uint32_t pack_origins(std::uint32_t left, std::uint32_t right) {
        return (left << 16) | (right & 0xFFFF);
    }

    /// Of element `address` of the kernel's own array `number`.
    STRIDESCOPE_LOG_FN static std::uint32_t pack_scratch(std::uint32_t left, std::uint32_t number,
                                                         std::uint32_t address, bool atomic) {
        return pack_origins(left, (atomic ? 0x8000U : 0U) | (number << 12) | (address >> 16));
    }
    /// The most elements that such an array may have.
    static constexpr std::uint32_t most_scratch_elements = 1U << 28;

    constexpr Kind kind() const { return static_cast<Kind>(what & 3); }
    constexpr int line() const { return static_cast<int>((what >> 2) & 0x3FFF); }
    constexpr std::uint16_t word() const { return static_cast<std::uint16_t>(what >> 16); }
    constexpr std::uint32_t step() const { return when >> 16; }
    constexpr std::uint32_t iteration() const { return (when & 0xFFFF) | ((passed & 0xFC) << 14); }
    constexpr std::uint32_t interval() const { return passed >> 8; }
    constexpr Pair pair() const { return static_cast<Pair>(passed & 3); }
    constexpr bool global() const {
        return (kind() == load || kind() == store) && (passed & 3) != no_global;
    }
    constexpr bool scratch() const { return global() && (passed & 3) == of_scratch; }
    /// An array of the kernel's own that it both reads and writes, as a store.
    constexpr bool atomic() const { return scratch() && (right() & 0x8000) != 0; }
    /// Of global memory: 0 the input, 1 the output, 2 the first of the kernel's own, ….
    constexpr std::uint32_t array() const {
        return (passed & 3) - of_input + (scratch() ? (right() >> 12) & 7 : 0);
    }
    constexpr std::uint32_t address() const {
        return ((scratch() ? right() & 0xFFF : right()) << 16) | word();
    }
    constexpr std::uint16_t second_word() const { return static_cast<std::uint16_t>(origins); }
    constexpr std::uint32_t left() const { return origins >> 16; }
    constexpr std::uint32_t right() const { return origins & 0xFFFF; }
};

/// A step as a kernel marks it.
struct DeviceStep {
    static constexpr int phase_bytes = 24;

    std::uint32_t phase_words[phase_bytes / 4];  ///< its characters, least significant byte first,
                                                 ///< and zeros
    std::int32_t stride;
    std::uint32_t barriers;  ///< passed in this step

    /// The characters, as a little-endian host has them.
    const char* phase() const { return reinterpret_cast<const char*>(phase_words); }
};

/// How much a thread had to say; more than there was room for if some was lost.
struct DeviceThreadEnd {
    std::uint32_t events;  ///< holes among them
    std::uint32_t steps;
};

/// Where the blocks of one launch write. The host allocates all of it before the launch.
struct DeviceLog {
    DeviceEvent* events = nullptr;       ///< [block][event][thread]
    DeviceThreadEnd* ends = nullptr;     ///< [block][thread]
    DeviceStep* steps = nullptr;         ///< [block][step], written by the last thread
    unsigned char* snapshots = nullptr;  ///< [block][step][word]: the array after each step
    std::uint32_t capacity = 0;          ///< events per thread; 0: nothing is recorded
    std::uint32_t max_steps = 0;
    int first_block = 0;  ///< of the launch; its blocks are numbered on from here
};

}  // namespace stridescope

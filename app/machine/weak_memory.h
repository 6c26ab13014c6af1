// Global memory as GPUs have it: what a thread stores its own block sees at once, others later, in
// any order, and in the thread's order only where it has put a fence between.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stridescope::machine {

struct Operation;

/// Which of each block's stores and atomics, counted from 1.
struct StoreRange {
    std::uint64_t first = 0, last = std::numeric_limits<std::uint64_t>::max();
    bool has(std::uint64_t number) const { return number >= first && number <= last; }
};

class WeakMemory {
  public:
    /// `late`: all other stores arrive at once.
    explicit WeakMemory(std::uint64_t seed, StoreRange late = {}) : seed_(seed), late_of_(late) {}

    /// A store that others may not see yet.
    struct Pending {
        std::byte* data = nullptr;
        std::uint32_t width = 0;
        std::uint32_t block = 0, thread = 0;
        std::uint32_t interval = 0, syncs = 0;  ///< barriers and __syncwarps before it
        std::uint64_t number = 0;               ///< among the block's stores and atomics
        const Operation* at = nullptr;
        std::uint64_t value = 0;  ///< while the block does not run
        std::uint64_t before = 0;
    };

    /// The block runs: from now on memory is as it sees it.
    void enter(std::uint32_t block);
    /// It stops: memory is as all see it. Some of what was stored arrives; true if any did.
    bool leave();
    /// Nothing of the block follows any more; what it stored still takes its time.
    void finish(std::uint32_t block);
    /// All that was stored has arrived.
    void settle();

    // Of the block that runs:
    /// What stores come until this is said again are those of one request's lanes.
    void begin_request() { request_ = log_->size(); }
    /// Before the bytes are written.
    void store(std::byte* data, std::uint32_t width, std::uint32_t thread, std::uint32_t interval,
               std::uint32_t syncs, const Operation* at);
    /// Stores of the lanes' threads, and those that they know of by barriers, arrive before any
    /// later one.
    void fence(std::uint32_t first_thread, std::uint32_t lanes, std::uint32_t interval,
               std::uint32_t syncs);
    /// Before an atomic: it works on what all see, so what the block stored there has to arrive.
    void before_atomic(std::byte* data, std::uint32_t width);
    void after_atomic(std::byte* data, std::uint32_t width);
    /// What the block reads here; not null: a store of another block that it should have seen,
    /// since it has seen what that one wrote later.
    const Pending* load(const std::byte* data, std::uint32_t width);
    /// What that block stored there last, where it has not arrived yet. `value`: takes that.
    void take_late(std::uint32_t block, const std::byte* data, std::uint32_t width,
                   std::byte* value) const;

  private:
    using Log = std::vector<Pending>;
    struct Writer {
        std::uint32_t block = 0;
        std::uint64_t number = 0;
    };
    static std::uintptr_t word(const std::byte* data) {
        return reinterpret_cast<std::uintptr_t>(data) / 4;
    }
    template <typename Chosen>
    bool arrive(Log& log, Chosen chosen, bool written);
    void see(const Pending& p);
    bool goes_now(const Pending& p) const;

    std::unordered_map<std::uint32_t, Log> running_;
    std::unordered_map<std::uint32_t, std::uint64_t> numbers_;
    std::vector<Log> finished_;
    std::unordered_map<std::uintptr_t, Writer> writers_;  ///< of what all see
    /// Of what they do not: [word][block], in the order they were stored. A block that runs for
    /// long stores many times to one word.
    std::unordered_map<std::uintptr_t, std::map<std::uint32_t, std::deque<Pending>>> late_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> seen_;  ///< [reader, writer]
    std::uint32_t block_ = 0;
    Log* log_ = nullptr;
    std::size_t request_ = 0;  ///< where those of the request under way begin in the log
    std::uint64_t seed_;
    StoreRange late_of_;
    std::uint64_t turns_ = 0;  ///< how often a block has stopped so far
};

}  // namespace stridescope::machine

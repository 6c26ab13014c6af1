// What the blocks of a running grid share: arrays in global memory, and the record of what each
// block did to those that are the kernel's own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "app/experiment/typed_array.h"
#include "app/trace/trace.h"

namespace stridescope {

/// An array of elements in global memory, or the part of one from `offset` on, as a launch hands it
/// out.
struct GlobalMemory {
    std::byte* bytes = nullptr;  ///< of the whole array
    std::int64_t size = 0;       ///< elements of the whole array
    ArrayId array = ArrayId::input;
    std::int64_t offset = 0;
};

/// What happened between blocks, in order. One host thread runs all blocks of such a grid.
class GridLog {
  public:
    GridLog();

    /// The events' time: how often every resident block had its turn.
    std::int64_t now = 0;

    /// Threads of a block that read the same element at the same line, one right after the other,
    /// make one event: the first one's. Throws UsageError for more events than there is room for.
    void add(GridEvent event);
    /// What the thread read last made it wait, at `line`: that was no load but a wait, and looking
    /// again at the same element is nothing new.
    void look_failed(int block, int thread);
    /// The thread's last event, which is its wait if it waits; nullptr if it has none.
    const GridEvent* last_of(int block, int thread) const;

    std::vector<GridEvent>& events() { return events_; }

  private:
    static constexpr std::size_t none = ~std::size_t{0};
    struct Lasts {
        std::size_t last = none, before = none;  ///< of the thread's events
    };
    std::size_t most_;
    std::vector<GridEvent> events_;
    std::map<std::pair<int, int>, Lasts> lasts_;  ///< by block and thread
};

/// The kernel's own arrays (TraceData::scratch), zeros at first, and the log of what is done to
/// them. What a block writes, it sees itself at once, and the others from the next turn on: as if
/// all blocks took their turns at the same time. Atomics work on what stands there: a block that
/// comes upon another's with one sees all that was written so far.
class GridMemory {
  public:
    explicit GridMemory(std::span<const ArrayFacts> arrays);

    /// A turn of all blocks is over: all see all.
    void next_turn();

    /// Elements of array `number`.
    std::int64_t size(std::size_t number) const { return arrays_[number].size; }
    /// Array `number`, of values, from element `offset` on. Stays where it is.
    const GlobalMemory& values(std::size_t number, std::int64_t offset);

    /// What `block` sees of the `bytes` bytes of an element.
    void read(int block, std::size_t number, std::int64_t element, void* to,
              std::size_t bytes) const;
    void write(int block, std::size_t number, std::int64_t element, const void* from,
               std::size_t bytes);
    /// Adds to an element of an array of integers; returns what stood there.
    std::int32_t add(int block, std::size_t number, std::int64_t element, std::int32_t summand);

    GridLog log;

  private:
    struct Array {
        std::int64_t size = 0;
        std::vector<std::byte> bytes;
    };
    /// An element that was written in this turn.
    struct Written {
        int block = 0;  ///< by that one last
        std::uint64_t before = 0;
    };
    std::vector<Array> arrays_;
    std::deque<GlobalMemory> views_;
    std::map<std::pair<std::size_t, std::int64_t>, Written> written_;
    std::set<int> see_all_;  ///< blocks, for the rest of this turn
};

}  // namespace stridescope

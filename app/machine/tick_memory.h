// When blocks that take turns see what others of them store: from the next tick on, as if all had
// their turns at the same time. What a block itself stores it sees at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace stridescope::machine {

class TickMemory {
  public:
    /// A block's turn begins: memory is as it was when the tick began.
    void enter();
    /// It ends, and memory is so again.
    void leave();
    /// All blocks had their turns: all see all.
    void end_tick();

    // Of the block that runs:
    /// Before the bytes are written.
    void store(std::byte* data, std::uint32_t width);
    /// For the rest of its turn it sees also what others stored in this tick, as by an atomic,
    /// which works on what stands there.
    void see_all();
    /// What stands there is what others stored in this tick, though the block does not see it yet.
    /// `value`: takes that in place of what the block sees.
    void take_late(const std::byte* data, std::uint32_t width, std::byte* value) const;

  private:
    struct Write {
        std::byte* data = nullptr;
        std::uint32_t width = 0;
        std::uint64_t before = 0, value = 0;
    };
    using Writes = std::vector<Write>;
    static void undo(Writes& writes);
    static void redo(Writes& writes);

    Writes others_;  ///< of the blocks that had their turns in this tick, in order
    Writes own_;
    bool sees_all_ = false;
    mutable std::unordered_map<const std::byte*, std::byte> late_;  ///< of the first of `others_`
    mutable std::size_t looked_up_ = 0;                             ///< so many of them
};

}  // namespace stridescope::machine

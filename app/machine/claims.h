// Whether blocks that run at the same time may: no block reads or writes what another one writes.
// Each claims what it accesses of the arrays that the launch writes, piece by piece.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/machine/launch_scratch.h"
#include "app/machine/loaded_program.h"

namespace stridescope::machine {

class Claims {
  public:
    /// Pieces of 1 << `shift` bytes. Its tables are the scratch's, until another one is made.
    /// `lone`: one thread runs all blocks, so that nobody comes between what it looks at and what
    /// it claims.
    Claims(const LoadedProgram& loaded, int shift, LaunchScratch& scratch, bool lone = false);

    /// Whether blocks' accesses to the array matter: some block writes to it.
    bool concerns(std::int32_t object) const {
        return arrays_[static_cast<std::size_t>(object)].writers != nullptr;
    }
    /// The block is about to read or write these bytes. Once that is broken(), nobody may.
    void read(std::int32_t object, std::int64_t offset, std::int64_t bytes, std::uint32_t block);
    void write(std::int32_t object, std::int64_t offset, std::int64_t bytes, std::uint32_t block);
    /// Two blocks got in each other's way.
    bool broken() const { return broken_.load(std::memory_order_relaxed); }

    /// Which objects the program's blocks write.
    static std::vector<bool> written(const language::Program& program);

  private:
    using Owner = LaunchScratch::Owner;
    struct Array {
        Owner *writers = nullptr, *readers = nullptr;
    };
    /// What is less was claimed in a launch before.
    bool is_nobody(std::uint32_t owner) const { return owner < first_; }

    template <class F>
    void for_each_piece(std::int32_t object, std::int64_t offset, std::int64_t bytes, F&& f);

    int shift_;
    bool lone_;
    std::uint32_t first_ = 0;    ///< what stands for block 0
    std::uint32_t several_ = 0;  ///< and for more than one
    std::vector<Array> arrays_;  ///< [object]
    std::atomic<bool> broken_ = false;
};

}  // namespace stridescope::machine

// Whether blocks that run at the same time may: no block reads or writes what another one writes.
// Each claims what it accesses of the arrays that the launch writes, piece by piece.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "app/machine/loaded_program.h"

namespace stridescope::machine {

class Claims {
  public:
    /// Pieces of 1 << `shift` bytes.
    Claims(const LoadedProgram& loaded, int shift);

    /// Whether blocks' accesses to the array matter: some block writes to it.
    bool concerns(std::int32_t object) const {
        return !arrays_[static_cast<std::size_t>(object)].writers.empty();
    }
    /// The block is about to read or write these bytes. Once that is broken(), nobody may.
    void read(std::int32_t object, std::int64_t offset, std::int64_t bytes, std::uint32_t block);
    void write(std::int32_t object, std::int64_t offset, std::int64_t bytes, std::uint32_t block);
    /// Two blocks got in each other's way.
    bool broken() const { return broken_.load(std::memory_order_relaxed); }

    /// Which objects the program's blocks write.
    static std::vector<bool> written(const language::Program& program);

  private:
    using Owner = std::atomic<std::uint32_t>;
    struct Array {
        std::vector<Owner> writers, readers;
    };
    static constexpr std::uint32_t nobody = 0, several = ~0U;

    template <class F>
    void for_each_piece(std::int32_t object, std::int64_t offset, std::int64_t bytes, F&& f);

    int shift_;
    std::vector<Array> arrays_;  ///< [object]
    std::atomic<bool> broken_ = false;
};

}  // namespace stridescope::machine

// Memory that launches need while they run, and leave to the next: programs launch a kernel
// hundreds of times on large arrays, and to ask the system for as much again takes longer than the
// kernel.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "app/language/compile.h"
#include "app/machine/pages.h"

namespace stridescope::machine {

class LaunchScratch {
  public:
    using Owner = std::atomic<std::uint32_t>;

    /// The first of so many numbers that stand in no table; what stands there is less than they.
    std::uint32_t number_claims(std::uint64_t count);
    /// A table of at least so many.
    Owner* owners(std::size_t table, std::size_t count);
    /// So many bytes that may hold anything.
    std::byte* copy(std::size_t index, std::size_t bytes);
    /// A launch has ended: large memory goes back.
    void trim();
    /// Kernels whose blocks have shared sectors before (see run_parallel).
    std::set<const language::Function*> fine{};

  private:
    struct Piece {
        std::size_t bytes = 0;
        Pages pages{};
    };
    static std::byte* room(std::vector<Piece>& pieces, std::size_t index, std::size_t bytes);
    static void trim(std::vector<Piece>& pieces);

    std::uint64_t claims_ = 1;
    std::vector<Piece> tables_, copies_;
};

}  // namespace stridescope::machine

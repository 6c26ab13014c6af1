// Launches that do once more what an earlier one did: programs that measure time launch a kernel
// hundreds of times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "app/language/compile.h"
#include "app/machine/machine.h"
#include "app/machine/memory.h"
#include "app/machine/pages.h"

namespace stridescope::machine {

/// What is launched with the same arguments on the same memory leaves the same memory: after two
/// rounds that is put down instead of being computed. Which ones these are depends on the program
/// alone, never on how quick the machine is.
class Repeats {
  public:
    /// Whether this launch need not run: memory is now as it would leave it.
    bool has(const language::Function& kernel, const language::Launch& launch,
             GlobalMemory& memory);
    /// Behind a launch of which `has` said no: what it did, in so many seconds.
    void ran(const LaunchRecord& record, GlobalMemory& memory, double seconds);
    /// Launches that did not run, and the seconds that those which did in their place took.
    std::uint64_t count() const { return count_; }
    double seconds() const { return seconds_; }

  private:
    struct Bytes {
        std::size_t size = 0;
        Pages data{};
    };
    /// A copy of an allocation that kernels reach.
    struct Piece {
        std::size_t index = 0;
        std::uint64_t content = 0;  ///< the number that stands for it
        std::shared_ptr<const Bytes> bytes{};
    };
    using Pieces = std::vector<Piece>;
    struct Seen {
        int times = 0, attempts = 0;  ///< launches, and those of which memory was copied
        double seconds = 0;
        Pieces before{}, changed{};
    };

    static bool is_of_kernels(const Allocation& allocation);
    std::shared_ptr<const Bytes> held(std::uint64_t content) const;
    Piece copy_of(std::size_t index, Allocation& allocation);
    static bool is_as(Allocation& allocation, const Piece& piece);
    static bool is_as(GlobalMemory& memory, const Pieces& pieces);
    static void forget(GlobalMemory& memory);

    std::uint64_t contents_ = 0;  ///< numbers that were given
    std::unordered_map<std::uint64_t, std::weak_ptr<const Bytes>> held_;  ///< [content]
    std::map<std::vector<std::uint64_t>, Seen> seen_;
    Seen* now_ = nullptr;  ///< of the launch that runs
    bool keeps_ = false;   ///< what it does
    Pieces before_{};
    std::uint64_t copied_ = 0;  ///< bytes
    std::uint64_t count_ = 0;
    double seconds_ = 0;
};

}  // namespace stridescope::machine

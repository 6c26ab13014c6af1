// A loop of a host's main as the processor's own code. What is here is only how operations become
// code; which loops are worth it, native_loops.h decides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "app/machine/context.h"
#include "app/machine/loaded_program.h"

namespace stridescope::machine {

/// The piece that an access by address reached last: addresses from `begin` on, `limit` of them,
/// lie at `data`. Nothing has been found where `limit` is 0.
struct NativeSite {
    std::uint64_t begin = 0, limit = 0;
    std::byte* data = nullptr;
};

/// Runs rounds of a loop, from its first operation on, and says where to go on. `rounds`: how many
/// times it may still go back; it is counted down.
using NativeFunction = const Operation* (*)(std::byte* frame, Context* context,
                                            std::uint64_t* rounds);

/// What was made of a loop.
struct NativeLoop {
    NativeFunction run = nullptr;
    std::deque<NativeSite> sites;                 ///< of its accesses by address
    std::deque<std::array<Operation, 2>> single;  ///< operations that it calls, and where these end
    std::vector<const Written*> pieces;  ///< about which there must be nothing to note when it runs
};

/// Whether there is such code for this processor.
bool has_native_code();

/// Owns what it makes. Of code of one program: it holds where its memory lies.
class NativeCode {
  public:
    explicit NativeCode(const LoadedProgram& loaded);
    NativeCode(const NativeCode&) = delete;
    NativeCode& operator=(const NativeCode&) = delete;
    ~NativeCode();

    /// The operations from `first` to `last`, which goes back to it. Nothing: they are too many, or
    /// there is no memory that may hold code.
    std::unique_ptr<NativeLoop> compile(std::size_t first, std::size_t last);

  private:
    struct Memory;
    const LoadedProgram& loaded_;
    std::unique_ptr<Memory> memory_;
};

}  // namespace stridescope::machine

// Loops that never end, known by what repeats: if all that decides whether a warp leaves a loop is
// as it was some rounds before, and no memory is asked for it, the warp goes round for ever.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "app/machine/loaded_program.h"

namespace stridescope::machine {

/// Whether the instruction changes its register d.
bool writes_d(const language::Instr& i);

class LoopProbe {
  public:
    explicit LoopProbe(const LoadedProgram& loaded) : loaded_(loaded) {}

    /// The warp is about to go round again. After how many rounds everything repeats; 0: it may
    /// not.
    std::uint64_t period(const Warp& warp, const Operation* end);
    /// Whether memory is asked by the loop, which then goes on as soon as somebody writes there.
    bool reads(const Operation* end) { return deciding(end).reads; }
    /// What decides whether the warp leaves the loop, as a number.
    std::uint64_t state(const Warp& warp, const Operation* end);
    /// Somebody stopped looking for a while.
    void forget() { seen_.clear(); }

  private:
    /// A loop that a warp is in, after Brent: what stood there once is held against each round's,
    /// and replaced after twice as many rounds each time.
    struct Seen {
        const Operation* end;
        std::uint64_t hash = 0, rounds = 0, most = 1;
    };
    /// Bytes of the frame on which it depends whether the loop ends.
    struct Part {
        language::Slot slot;
        std::uint32_t bytes;
    };
    struct Deciding {
        bool known = true;  ///< false: other warps decide, or memory that the loop writes
        bool reads = false;
        std::vector<Part> parts{};
    };
    const Deciding& deciding(const Operation* end);
    Deciding find_deciding(std::size_t first, std::size_t last) const;

    const LoadedProgram& loaded_;
    std::unordered_map<const Operation*, Deciding> deciding_;
    std::unordered_map<const std::byte*, std::vector<Seen>> seen_;  ///< [frame]
};

}  // namespace stridescope::machine

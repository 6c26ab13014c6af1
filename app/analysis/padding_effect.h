// What padding was good for in a run: the recorded requests once more, with the elements elsewhere.
#pragma once

#include <cstdint>
#include <optional>

#include "app/trace/trace.h"

namespace stridescope {

/// Excess wavefronts of one recording, over all recorded blocks, had its elements lain elsewhere.
struct PaddingEffect {
    std::int64_t excess = 0;     ///< as recorded
    std::int64_t without = 0;    ///< every element i of the section at word i
    std::int64_t as_chosen = 0;  ///< every element where --pad puts it, or the card means it to be

    bool operator==(const PaddingEffect&) const = default;
};

/// Nothing for a run without padding, and of a text unless its card says how it is meant to be
/// padded (`layout`).
std::optional<PaddingEffect> padding_effect(const Trace& trace);

/// The first access, in program order, to a word of the shared array that lies between the elements
/// as --pad has them and is nobody's.
struct HoleAccess {
    int block = 0, step = 0, thread = 0;
    int line = 0;  ///< of the kernel's header
    int word = 0;
    bool writes = false;
};
std::optional<HoleAccess> first_hole_access(const Trace& trace);

}  // namespace stridescope

// Random words that are the same on every machine: standard libraries differ in what they draw.
#pragma once

#include <cstdint>

namespace stridescope {

/// splitmix64 (Steele, Lea, Flood 2014) as a function of the position, so that the first words do
/// not depend on how many are asked for.
constexpr std::uint64_t splitmix64(std::uint64_t seed, std::uint64_t position) {
    std::uint64_t z = seed + (position + 1) * 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
}

/// A whole number below `end` (at most 2^32) from the upper half of the word.
constexpr std::uint64_t splitmix_below(std::uint64_t end, std::uint64_t seed,
                                       std::uint64_t position) {
    return (splitmix64(seed, position) >> 32) * end >> 32;
}

}  // namespace stridescope

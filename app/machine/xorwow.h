// The linear part of curand's XORWOW: its five words, brought forward by very many steps at once.
#pragma once

#include <array>
#include <cstdint>

namespace stridescope::machine {

using XorwowWords = std::array<std::uint32_t, 5>;

/// n · 2^power steps; power at most 67.
void skip_xorwow(XorwowWords& words, int power, std::uint64_t n);

/// A generator as curand_init(seed, sequence, 0) leaves it.
struct Xorwow {
    XorwowWords words{};
    std::uint32_t counter = 0;

    Xorwow(std::uint64_t seed, std::uint64_t sequence);
    void skip(std::uint64_t n);
    std::uint32_t next();
};

}  // namespace stridescope::machine

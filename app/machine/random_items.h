// The words that <curand.h> draws its numbers from, in the order in which the host gets them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace stridescope::machine {

/// A generator of <curand.h>, by CUDA's number for it.
enum class RandomGenerator : std::uint32_t { xorwow = 101, mrg32k3a = 121, philox = 161 };

/// Items `first` to `first + count` of `each` words, one behind the other, to `to`, which holds
/// count · each words of 4 bytes. Items come by turns from very many sequences of the generator,
/// from each one item, of Philox four: measured on an H200 (XORWOW) and against the host's own
/// generators of libcurand 10. `goes_on` is asked now and then: where it says no, the rest is left
/// as it was.
void random_items(RandomGenerator generator, std::uint64_t seed, std::uint64_t first,
                  std::uint64_t count, std::uint64_t each, std::byte* to,
                  const std::function<bool()>& goes_on);

}  // namespace stridescope::machine

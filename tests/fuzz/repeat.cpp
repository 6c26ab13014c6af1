// A way to change inputs that libFuzzer lacks: something is there thousands of times. What nests,
// doubles or is gone down by recursion shows only then.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>

extern "C" {

std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                    unsigned seed) {
    std::minstd_rand random{seed};
    const auto below = [&](std::size_t end) { return random() % end; };
    if (size == 0 || below(16) != 0) return LLVMFuzzerMutate(data, size, most);
    std::uint8_t part[16];
    const std::size_t at = below(size);
    const std::size_t length = std::min(1 + below(sizeof part), size - at);
    std::memcpy(part, data + at, length);
    const std::size_t times = std::min(1 + below(std::size_t{1} << (4 + below(12))),
                                       (most - std::min(most, size)) / length);
    std::memmove(data + at + times * length, data + at, size - at);
    for (std::size_t i = 0; i < times; ++i) std::memcpy(data + at + i * length, part, length);
    return size + times * length;
}

}  // extern "C"

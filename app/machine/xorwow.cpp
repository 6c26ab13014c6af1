#include "app/machine/xorwow.h"

#include <mutex>
#include <vector>

namespace stridescope::machine {
namespace {

constexpr std::size_t bits = 160;
/// Column k: what becomes of words of which only bit k is set.
using Matrix = std::array<XorwowWords, bits>;

XorwowWords stepped(const XorwowWords& v) {
    const std::uint32_t t = v[0] ^ (v[0] >> 2);
    return {v[1], v[2], v[3], v[4], (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1))};
}

XorwowWords product(const Matrix& matrix, const XorwowWords& v) {
    XorwowWords sum{};
    for (std::size_t word = 0; word < v.size(); ++word) {
        for (std::uint32_t left = v[word]; left != 0; left &= left - 1) {
            const XorwowWords& column =
                matrix[word * 32 + static_cast<std::size_t>(__builtin_ctz(left))];
            for (std::size_t i = 0; i < sum.size(); ++i) sum[i] ^= column[i];
        }
    }
    return sum;
}

/// [p]: 2^p steps.
const Matrix& power_of_step(std::size_t power) {
    static std::mutex mutex;
    static std::vector<Matrix> powers;
    const std::scoped_lock lock{mutex};
    if (powers.empty()) {
        powers.reserve(67 + 64);  // so that none moves
        Matrix& first = powers.emplace_back();
        for (std::size_t k = 0; k < bits; ++k) {
            XorwowWords unit{};
            unit[k / 32] = std::uint32_t{1} << (k % 32);
            first[k] = stepped(unit);
        }
    }
    while (powers.size() <= power) {
        const Matrix& half = powers.back();
        Matrix whole;
        for (std::size_t k = 0; k < bits; ++k) whole[k] = product(half, half[k]);
        powers.push_back(whole);
    }
    return powers[power];
}

}  // namespace

void skip_xorwow(XorwowWords& words, int power, std::uint64_t n) {
    for (auto p = static_cast<std::size_t>(power); n != 0; n >>= 1, ++p) {
        if ((n & 1) != 0) words = product(power_of_step(p), words);
    }
}

Xorwow::Xorwow(std::uint64_t seed, std::uint64_t sequence) {
    const std::uint32_t low = static_cast<std::uint32_t>(seed) ^ 0xaad26b49U;
    const std::uint32_t high = static_cast<std::uint32_t>(seed >> 32) ^ 0xf7dcefddU;
    const std::uint32_t t0 = 1099087573U * low, t1 = 2591861531U * high;
    counter = 6615241U + t1 + t0;
    words = {123456789U + t0, 362436069U ^ t0, 521288629U + t1, 88675123U ^ t1, 5783321U + t0};
    skip_xorwow(words, 67, sequence);
}

void Xorwow::skip(std::uint64_t n) {
    skip_xorwow(words, 0, n);
    counter += 362437U * static_cast<std::uint32_t>(n);
}

std::uint32_t Xorwow::next() {
    words = stepped(words);
    counter += 362437U;
    return words[4] + counter;
}

}  // namespace stridescope::machine

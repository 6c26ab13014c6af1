#include "app/machine/random_items.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <vector>

#include "app/machine/xorwow.h"

namespace stridescope::machine {
namespace {

/// L'Ecuyer's MRG32k3a (1999): two recurrences of order three, whose difference is the number.
class Mrg32k3a {
  public:
    static constexpr std::uint64_t sequences = 81920, at_once = 1;

    Mrg32k3a(std::uint64_t seed, std::uint64_t sequence) {
        std::uint64_t low = static_cast<std::uint32_t>(seed) ^ 0x55555555U;
        std::uint64_t high = static_cast<std::uint32_t>(seed >> 32) ^ 0xAAAAAAAAU;
        if (seed == 0) low = high = 1;
        one_ = {low * 12345 % m1, high * 12345 % m1, low * 12345 % m1};
        two_ = {high * 12345 % m2, low * 12345 % m2, high * 12345 % m2};
        step(76, sequence);
    }
    void skip(std::uint64_t n) { step(0, n); }
    /// From 1 to m1.
    std::uint32_t next() {
        const std::uint64_t a = (1403580 * one_[1] + 810728 * (m1 - one_[0])) % m1;
        const std::uint64_t b = (527612 * two_[2] + 1370589 * (m2 - two_[0])) % m2;
        one_ = {one_[1], one_[2], a};
        two_ = {two_[1], two_[2], b};
        return static_cast<std::uint32_t>(a <= b ? a + m1 - b : a - b);
    }

  private:
    static constexpr std::uint64_t m1 = 4294967087, m2 = 4294944443;
    using Vector = std::array<std::uint64_t, 3>;
    using Matrix = std::array<Vector, 3>;  ///< [row][column]

    static Vector product(const Matrix& by, const Vector& v, std::uint64_t m) {
        Vector sum{};
        for (std::size_t i = 0; i < 3; ++i)
            sum[i] = (by[i][0] * v[0] % m + by[i][1] * v[1] % m + by[i][2] * v[2] % m) % m;
        return sum;
    }
    /// [p]: 2^p steps.
    static std::vector<Matrix> powers_of(Matrix step, std::uint64_t m) {
        std::vector<Matrix> powers{step};
        while (powers.size() < 76 + 64) {
            const Matrix& half = powers.back();
            Matrix whole{};
            for (std::size_t column = 0; column < 3; ++column) {
                const Vector made =
                    product(half, {half[0][column], half[1][column], half[2][column]}, m);
                for (std::size_t row = 0; row < 3; ++row) whole[row][column] = made[row];
            }
            powers.push_back(whole);
        }
        return powers;
    }
    /// n · 2^power steps.
    void step(std::size_t power, std::uint64_t n) {
        static const std::vector<Matrix> ones =
            powers_of({{{0, 1, 0}, {0, 0, 1}, {m1 - 810728, 1403580, 0}}}, m1);
        static const std::vector<Matrix> twos =
            powers_of({{{0, 1, 0}, {0, 0, 1}, {m2 - 1370589, 0, 527612}}}, m2);
        for (; n != 0; n >>= 1, ++power) {
            if ((n & 1) == 0) continue;
            one_ = product(ones[power], one_, m1);
            two_ = product(twos[power], two_, m2);
        }
    }

    Vector one_{}, two_{};
};

/// Philox4x32-10 (Salmon and others, 2011): the words are a function of where they stand.
class Philox {
  public:
    static constexpr std::uint64_t sequences = 65536, at_once = 4;

    Philox(std::uint64_t seed, std::uint64_t sequence) : seed_{seed}, sequence_{sequence} {}
    void skip(std::uint64_t n) { at_ += n; }
    std::uint32_t next() {
        if (at_ % 4 == 0 || !made_) make();
        return words_[at_++ % 4];
    }

  private:
    void make() {
        const std::uint64_t place = at_ / 4;
        words_ = {static_cast<std::uint32_t>(place), static_cast<std::uint32_t>(place >> 32),
                  static_cast<std::uint32_t>(sequence_),
                  static_cast<std::uint32_t>(sequence_ >> 32)};
        auto low = static_cast<std::uint32_t>(seed_),
             high = static_cast<std::uint32_t>(seed_ >> 32);
        for (int round = 0; round < 10; ++round) {
            const std::uint64_t a = std::uint64_t{0xD2511F53} * words_[0];
            const std::uint64_t b = std::uint64_t{0xCD9E8D57} * words_[2];
            words_ = {static_cast<std::uint32_t>(b >> 32) ^ words_[1] ^ low,
                      static_cast<std::uint32_t>(b),
                      static_cast<std::uint32_t>(a >> 32) ^ words_[3] ^ high,
                      static_cast<std::uint32_t>(a)};
            low += 0x9E3779B9;
            high += 0xBB67AE85;
        }
        made_ = true;
    }

    std::uint64_t seed_, sequence_, at_ = 0;
    std::array<std::uint32_t, 4> words_{};
    bool made_ = false;
};

template <class Generator>
void take(std::uint64_t sequences, std::uint64_t at_once, std::uint64_t seed, std::uint64_t first,
          std::uint64_t count, std::uint64_t each, std::byte* to,
          const std::function<bool()>& goes_on) {
    const std::uint64_t begin = first / at_once;
    const std::uint64_t end = (first + count + at_once - 1) / at_once;
    const std::uint64_t last = std::min(end, begin + sequences);
    // Neighbours among the sequences write neighbouring items.
    constexpr std::uint64_t neighbours = 64;
    std::vector<Generator> group;
    for (std::uint64_t from = begin; from < last && goes_on(); from += neighbours) {
        group.clear();
        for (std::uint64_t one = from; one < std::min(last, from + neighbours); ++one)
            group.emplace_back(seed, one % sequences).skip(one / sequences * at_once * each);
        for (std::uint64_t round = from; round < end; round += sequences) {
            for (std::uint64_t n = 0; n < std::min<std::uint64_t>(group.size(), end - round); ++n) {
                for (std::uint64_t word = 0; word < at_once * each; ++word) {
                    const std::uint32_t drawn = group[n].next();
                    const std::uint64_t item = (round + n) * at_once + word / each;
                    if (item < first || item - first >= count) continue;
                    std::memcpy(to + ((item - first) * each + word % each) * sizeof drawn, &drawn,
                                sizeof drawn);
                }
            }
        }
    }
}

}  // namespace

void random_items(RandomGenerator generator, std::uint64_t seed, std::uint64_t first,
                  std::uint64_t count, std::uint64_t each, std::byte* to,
                  const std::function<bool()>& goes_on) {
    switch (generator) {
        case RandomGenerator::mrg32k3a:
            return take<Mrg32k3a>(Mrg32k3a::sequences, Mrg32k3a::at_once, seed, first, count, each,
                                  to, goes_on);
        case RandomGenerator::philox:
            return take<Philox>(Philox::sequences, Philox::at_once, seed, first, count, each, to,
                                goes_on);
        default: return take<Xorwow>(4096, 1, seed, first, count, each, to, goes_on);
    }
}

}  // namespace stridescope::machine

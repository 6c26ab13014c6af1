// The four layouts of the library's scans once more, as the tests understand them.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace stridescope {

/// Layouts of a section in shared memory (32 banks).
///  none       element i at i
///  every32    one unused word after every 32 elements: i + i/32
///  two_level  and one more after every 1024:           i + i/32 + i/1024
///  xor_swizzle  no extra space: rows of 32 permuted by their number, i ^ (i/32 mod 32)
enum class Padding { none, every32, two_level, xor_swizzle };

inline constexpr std::array paddings{Padding::none, Padding::every32, Padding::two_level,
                                     Padding::xor_swizzle};

constexpr std::string_view name_of(Padding padding) {
    constexpr std::array<std::string_view, 4> names{"none", "every32", "two-level", "xor"};
    return names[static_cast<std::size_t>(padding)];
}

/// The layout as a function object: pad(i) is the index in the shared array of element i.
/// One formula with masks, so that the layout can be chosen at run time; the plain layout, which
/// most runs have, skips it. Four bytes, since every emulated thread carries one.
class Pad {
  public:
    constexpr explicit Pad(Padding padding)
        : plain_{padding == Padding::none},
          every32_{all_if(padding == Padding::every32 || padding == Padding::two_level)},
          every1024_{all_if(padding == Padding::two_level)},
          swizzle_{static_cast<signed char>(padding == Padding::xor_swizzle ? 31 : 0)} {}

    constexpr int operator()(int i) const {
        if (plain_) return i;
        return (i ^ ((i >> 5) & swizzle_)) + ((i >> 5) & every32_) + ((i >> 10) & every1024_);
    }

    /// Whether element i is at i.
    constexpr bool plain() const { return plain_; }

  private:
    /// A mask of all bits (once widened to int), or of none.
    constexpr static signed char all_if(bool wanted) {
        return static_cast<signed char>(wanted ? -1 : 0);
    }

    bool plain_;
    signed char every32_, every1024_, swizzle_;
};

/// Length of the shared array, in elements, that holds a section of `length` elements.
constexpr int padded_length(Padding padding, int length) {
    int words = length;
    if (padding == Padding::every32 || padding == Padding::two_level) words += length / 32;
    if (padding == Padding::two_level) words += length / 1024;
    return words;
}

}  // namespace stridescope

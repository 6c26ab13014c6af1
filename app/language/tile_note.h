// Which matrix of which instruction for tiles an access is of, and which product of tiles a warp
// computes, as sites tell it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace stridescope::language {

/// One of the one, two or four matrices that an ldmatrix or stmatrix moves.
struct TileNote {
    bool is_load = true;
    bool is_transposed = false;
    std::uint8_t count = 1;   ///< 1, 2 or 4
    std::uint8_t matrix = 0;  ///< from 0
};

/// Instead of a note: nothing is recorded up to the next one. What barriers of hardware consist of
/// here costs what no GPU counts.
inline constexpr std::uint8_t unrecorded_note = 255;

/// As a number above 0, for Site::tile.
constexpr std::uint8_t number_of(const TileNote& note) {
    const int count = note.count / 2;  // 0, 1, 2
    return static_cast<std::uint8_t>(1 + note.matrix + 4 * count +
                                     12 * (note.is_transposed ? 1 : 0) +
                                     24 * (note.is_load ? 0 : 1));
}

/// Products whose fragments are told of: from this number on, in the order of their names.
inline constexpr std::uint8_t first_product = 64;
inline constexpr std::array<std::string_view, 4> product_names{
    "mma.m16n8k16", "mma.m16n8k8", "mma.m16n8k8.tf32", "wmma.m16n16k16"};
constexpr bool is_tile_product(std::uint8_t number) {
    return number >= first_product && number < first_product + product_names.size();
}

/// Asynchronous copies to shared memory, by the way that they take: from this number on.
inline constexpr std::uint8_t first_copy = 96;
inline constexpr std::array<std::string_view, 6> copy_names{
    "cp.async.ca",         "cp.async.cg", "cp.async.bulk",
    "cp.async.zfill",  // with a fourth operand: what it leaves out is zero
    "memcpy_async",    // which chooses its widths itself
    "cp.async.bulk.global"};
constexpr bool is_copy(std::uint8_t number) {
    return number >= first_copy && number < first_copy + copy_names.size();
}
/// Of one that each lane makes: only those of 16 bytes can go past the L1 cache.
constexpr std::uint8_t copy_note(bool past_cache) {
    return past_cache ? first_copy + 1 : first_copy;
}
inline constexpr std::uint8_t bulk_copy_note = first_copy + 2;
static_assert(bulk_copy_note == 98);  // the library's text has the number

/// "ldmatrix.x4.trans[2]", "mma.m16n8k16", "cp.async.cg"; of 0, which is none, empty.
inline std::string text_of_tile(std::uint8_t number) {
    if (number == 0) return {};
    if (is_copy(number)) return std::string{copy_names[number - first_copy]};
    if (is_tile_product(number)) return std::string{product_names[number - first_product]};
    const int note = number - 1;
    return fmt::format("{}.x{}{}[{}]", note >= 24 ? "stmatrix" : "ldmatrix", 1 << note / 4 % 3,
                       note / 12 % 2 != 0 ? ".trans" : "", note % 4);
}

}  // namespace stridescope::language

// Pictures under test: PNG bytes as pixels, and how much two of them differ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace stridescope::testing {

/// RGB pixels, row by row, three bytes each.
struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgb;

    std::span<const std::uint8_t> pixel(int x, int y) const {
        return std::span{rgb}.subspan(
            3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                 static_cast<std::size_t>(x)),
            3);
    }
};

/// Throws std::runtime_error for bytes that are no PNG.
Image decode_png(std::span<const std::byte> bytes);
std::vector<std::byte> encode_png(const Image& image);

/// The bytes of a file; empty if it cannot be read.
std::vector<std::byte> read_bytes(const std::filesystem::path& path);
void write_bytes(const std::filesystem::path& path, std::span<const std::byte> bytes);

/// Largest difference of any channel of any pixel; 255 for different sizes.
int largest_difference(const Image& a, const Image& b);
/// White where the two are the same, darker with the difference, black from `tolerance` + 1 on.
Image difference_picture(const Image& a, const Image& b, int tolerance);

}  // namespace stridescope::testing

#include "app/io/address_letters.h"

#include <fmt/format.h>
#include <libdeflate.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <new>

#include "app/io/errors.h"

namespace stridescope {
namespace {

constexpr std::string_view alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr int bits_of_letter = 6, bits_of_byte = 8;

struct Free {
    void operator()(libdeflate_compressor* c) const { libdeflate_free_compressor(c); }
    void operator()(libdeflate_decompressor* d) const { libdeflate_free_decompressor(d); }
};

std::string packed(std::string_view bytes) {
    constexpr int smallest = 12;  // a link is written once
    const std::unique_ptr<libdeflate_compressor, Free> compressor{
        libdeflate_alloc_compressor(smallest)};
    if (!compressor) throw std::bad_alloc{};
    std::string out(libdeflate_deflate_compress_bound(compressor.get(), bytes.size()), '\0');
    out.resize(libdeflate_deflate_compress(compressor.get(), bytes.data(), bytes.size(), out.data(),
                                           out.size()));
    return out;
}

std::string unpacked(std::string_view bytes, std::size_t most) {
    constexpr std::size_t first_room = 64 << 10;
    const std::unique_ptr<libdeflate_decompressor, Free> decompressor{
        libdeflate_alloc_decompressor()};
    if (!decompressor) throw std::bad_alloc{};
    for (std::size_t room = std::min(first_room, most);; room = std::min(4 * room, most)) {
        std::string out(room, '\0');
        std::size_t size = 0;
        const libdeflate_result result = libdeflate_deflate_decompress(
            decompressor.get(), bytes.data(), bytes.size(), out.data(), room, &size);
        if (result == LIBDEFLATE_SUCCESS) {
            out.resize(size);
            return out;
        }
        if (result != LIBDEFLATE_INSUFFICIENT_SPACE)
            throw UsageError("it was cut or changed on its way");
        if (room == most) throw UsageError(fmt::format("it holds more than {} bytes", most));
    }
}

}  // namespace

std::string address_letters(std::string_view bytes) {
    std::string letters;
    std::uint32_t bits = 0;
    int count = 0;
    const auto put = [&] { letters += alphabet[(bits >> count) & ((1U << bits_of_letter) - 1)]; };
    for (const char c : packed(bytes)) {
        bits = bits << bits_of_byte | static_cast<unsigned char>(c);
        for (count += bits_of_byte; count >= bits_of_letter;) {
            count -= bits_of_letter;
            put();
        }
    }
    if (count > 0) {
        bits <<= bits_of_letter - count;
        count = 0;
        put();
    }
    return letters;
}

std::string bytes_of_letters(std::string_view letters, std::size_t most) {
    std::string bytes;
    std::uint32_t bits = 0;
    int count = 0;
    for (const char letter : letters) {
        const std::size_t value = alphabet.find(letter);
        if (value == std::string_view::npos) throw UsageError("it was cut or changed on its way");
        bits = bits << bits_of_letter | static_cast<std::uint32_t>(value);
        count += bits_of_letter;
        if (count < bits_of_byte) continue;
        count -= bits_of_byte;
        bytes += static_cast<char>((bits >> count) & 0xFFU);
    }
    return unpacked(bytes, most);
}

}  // namespace stridescope

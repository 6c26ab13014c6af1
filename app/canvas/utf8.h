// Reading UTF-8, one code point after the other.
#pragma once

#include <cstdint>
#include <string_view>

namespace stridescope {

/// Takes the first code point off `text`; U+FFFD for a malformed byte. `text` must not be empty.
inline std::uint32_t take_codepoint(std::string_view& text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    const std::size_t length = lead < 0x80   ? 1
                               : lead < 0xC2 ? 0
                               : lead < 0xE0 ? 2
                               : lead < 0xF0 ? 3
                               : lead < 0xF5 ? 4
                                             : 0;
    if (length == 1) {
        text.remove_prefix(1);
        return lead;
    }
    std::uint32_t codepoint = length == 0 ? 0 : lead & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if (i >= text.size() || (byte(i) & 0xC0) != 0x80) {
            text.remove_prefix(1);
            return 0xFFFD;
        }
        codepoint = codepoint << 6 | (byte(i) & 0x3FU);
    }
    text.remove_prefix(length == 0 ? 1 : length);
    return length == 0 ? 0xFFFD : codepoint;
}

}  // namespace stridescope

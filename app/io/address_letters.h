// Bytes as letters that an address takes: compressed (deflate, RFC 1951), then base64 with the
// letters of addresses and without padding (RFC 4648, section 5).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace stridescope {

std::string address_letters(std::string_view bytes);

/// The way back. Throws UsageError: half a sentence, for letters that are none of those, for what
/// they do not unpack from, and for more than `most` bytes.
std::string bytes_of_letters(std::string_view letters, std::size_t most);

}  // namespace stridescope

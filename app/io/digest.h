// What bytes are told apart by.
#pragma once

#include <string>
#include <string_view>

namespace stridescope {

/// SHA-256, as 64 hexadecimal digits.
std::string sha256_of(std::string_view bytes);

}  // namespace stridescope

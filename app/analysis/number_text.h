// Numbers as people read them.
#pragma once

#include <cstdint>
#include <string>

namespace stridescope {

/// 1234567 → "1,234,567".
std::string with_commas(std::int64_t value);

}  // namespace stridescope

// Numbers as people read them.
#pragma once

#include <cstdint>
#include <string>

namespace stridescope {

/// 1234567 → "1,234,567".
std::string with_commas(std::int64_t value);

/// 0.29 → "29 %". Only nothing is 0 %, and only all of it 100 %.
std::string percent(double share);

}  // namespace stridescope

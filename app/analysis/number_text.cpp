#include "app/analysis/number_text.h"

#include <fmt/format.h>

#include <cmath>

namespace stridescope {

std::string with_commas(std::int64_t value) {
    std::string digits = std::to_string(value);
    const std::size_t first = value < 0 ? 1 : 0;
    for (std::size_t at = digits.size(); at > first + 3;) digits.insert(at -= 3, 1, ',');
    return digits;
}

std::string percent(double share) {
    const double rounded = std::round(100 * share);
    if (share > 0 && rounded < 1) return "under 1 %";
    if (share < 1 && rounded > 99) return "over 99 %";
    return fmt::format("{:.0f} %", rounded);
}

}  // namespace stridescope

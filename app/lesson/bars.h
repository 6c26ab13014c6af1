// Numbers side by side as bars: a block of code of the language "bars", a line for each.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/lesson/markdown.h"

namespace stridescope {

inline constexpr std::string_view bars_language = "bars";

struct TextBar {
    double number = 0;
    std::string text;   ///< the number as it is written
    std::string words;  ///< what it is
};

/// The bars of such a block: "1,024 additions of the loop". Lines that begin with no number are
/// left out.
std::vector<TextBar> bars_of(const TextBlock& block);

}  // namespace stridescope

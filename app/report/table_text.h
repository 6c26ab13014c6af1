// A table of words and numbers as aligned text or as CSV.
#pragma once

#include <string>
#include <vector>

namespace stridescope {

struct TextTable {
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows{};
    std::size_t left_columns = 1;  ///< these are words and stand left; the rest numbers, right
};

/// Columns two spaces apart, header underlined.
std::string aligned(const TextTable& table);
/// RFC 4180: quoted where needed, lines end in \n.
std::string csv(const TextTable& table);

}  // namespace stridescope

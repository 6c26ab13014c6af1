// Text as a field of a CSV file.
#pragma once

#include <string>
#include <string_view>

namespace stridescope {

/// RFC 4180: quoted where it has to be. A text that a spreadsheet would take for a formula, which
/// may run programs, gets an apostrophe before it; so does one that has one, so that the way back
/// is clear. Numbers stay as they are.
std::string csv_field(std::string_view text);

/// The text of a field whose quotation marks are off already.
std::string text_of_csv_field(std::string_view field);

}  // namespace stridescope

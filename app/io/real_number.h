// Real numbers in texts.
#pragma once

#include <charconv>
#include <string_view>

namespace stridescope {

/// std::from_chars of a real number, where the standard library has it: the longest beginning of
/// `text` that is a number, whatever the locale. One that no double holds is
/// errc::result_out_of_range, and leaves `value` as it was.
std::from_chars_result read_real(std::string_view text, float& value);
std::from_chars_result read_real(std::string_view text, double& value);

/// What read_real does by C's strtof and strtod, which every library has. The locale must be C's,
/// as it is unless a program sets another one.
std::from_chars_result read_real_portably(std::string_view text, float& value);
std::from_chars_result read_real_portably(std::string_view text, double& value);

}  // namespace stridescope

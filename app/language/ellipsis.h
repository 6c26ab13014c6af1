// Functions of C that take any number of arguments, void log(const char *format, ...): written as
// templates of a pack.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "app/language/token.h"

namespace stridescope::language {

/// The type of what is handed over behind the parameters that are named.
inline constexpr std::string_view rest_type = "SsRest";

/// A function's tokens with `...` as a pack, if it has that: what vprintf and its kin are given of
/// a va_list is what printf is given of the pack. Whether anything was changed.
bool write_as_pack(std::vector<Token>& function, Names& names);

}  // namespace stridescope::language

// What scanf and its like do with their format.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "app/machine/host_library.h"

namespace stridescope::machine {

/// Reads values from `text` into the pointers, from `at` on, which goes behind what was read. How
/// many; -1 where the text ends before the first one.
int scan(std::string_view text, std::size_t& at, std::string_view format,
         const std::vector<std::uint64_t>& to, HostReach& reach);

}  // namespace stridescope::machine

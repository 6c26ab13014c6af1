// What stands behind the # of the page's address: name=value, parted by &.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace stridescope {

/// The settings of a fragment, percent signs resolved; a name alone has an empty value. Throws
/// UsageError for a percent sign that two hexadecimal digits do not follow.
std::map<std::string, std::string> settings_of_fragment(std::string_view fragment);

}  // namespace stridescope

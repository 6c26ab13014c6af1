// The address that opens a submission in the page, at what was found first.
#pragma once

#include <string>

#include "app/exercise/grade.h"

namespace stridescope::cli {

/// `page`: where the page is. Empty for what was not judged, or is too long for an address.
std::string submission_link(const Exercise& exercise, const Grade& grade, const std::string& page);

}  // namespace stridescope::cli

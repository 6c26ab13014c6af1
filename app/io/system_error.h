// The system's error numbers in plain words.
#pragma once

#include <string>

namespace stridescope {

/// What `error`, an errno, means, as the end of a sentence: "the disk is full".
std::string why(int error);

}  // namespace stridescope

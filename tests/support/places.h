// Where this checkout and its build are. Only places.cpp is compiled with these paths, so that a
// compiler cache serves every other file in any checkout.
#pragma once

#include <string>

namespace stridescope {

/// The root of the repository, without a slash at its end.
std::string source_dir();
/// The root of the build.
std::string binary_dir();

}  // namespace stridescope

// Where the program that runs lies itself.
#pragma once

#include <filesystem>

namespace stridescope {

/// The folder of the running program's file; empty where the system does not tell.
std::filesystem::path own_folder();

}  // namespace stridescope

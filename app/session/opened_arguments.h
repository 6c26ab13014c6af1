// What the arrays of a run that was opened from a file hold when it is run again.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "app/trace/trace.h"

namespace stridescope {

/// The most numbers of an array that are written out, rather than named by their file.
inline constexpr std::size_t most_own_numbers = 4096;

/// The numbers that the array began with: "values:…"; empty where there are none, or too many.
std::string own_numbers(const Trace& trace, const std::string& array);

/// The run's arguments as another run of it may take them: a trace comes from somewhere, and names
/// no file outside of its own one's folder. Where it does, its own numbers will do if they are few.
std::vector<Setting> arguments_beside(const Trace& trace, const std::filesystem::path& file);

}  // namespace stridescope

// What a text calls the values of an array that says how far things are: HAS_PREFIX rather than 2.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "app/trace/trace.h"

namespace stridescope {

/// The names, by value: each `#define NAME number` that a line of the text assigns to an element of
/// the array, or compares one with. Empty for most arrays.
std::map<std::int64_t, std::string> value_names(const Trace& trace, ArrayId array);

}  // namespace stridescope

// A small calculator: whole numbers, names and operators as a line of C++ has them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace stridescope {

/// What names in an expression stand for.
using Names = std::map<std::string, std::int64_t, std::less<>>;

/// An expression with numbers in the place of names.
struct Evaluated {
    std::string text{};  ///< "2 · (5 + 1) · 4 − 1"
    std::int64_t value = 0;
};

/// Works out whole numbers, names, + − * / % & << >> and brackets, as C++ does; nothing for all
/// else, for names that are unknown and for a division by 0.
std::optional<Evaluated> evaluate(std::string_view expression, const Names& names);

/// Whether a name can begin with the character, or go on with it. Names may have members:
/// "threadIdx.x".
bool begins_name(char c);
bool in_name(char c);

}  // namespace stridescope

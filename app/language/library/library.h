// What the headers of C, C++ and CUDA bring along and the subset can say itself.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

namespace stridescope::language {

/// A function or type of a header, as a text in the subset. Read when a text first names it.
struct LibraryPart {
    std::string_view name{};
    std::string_view text{};
    bool is_type = false;
};

std::span<const LibraryPart> library();

/// Before the name of a function that the machine has itself: a function with a body that calls it.
inline constexpr std::string_view value_prefix = "__value_of_";

/// What a header that samples and textbooks bring along says, as far as it is in the subset;
/// nothing if it is none of them.
std::optional<std::string_view> library_header(std::string_view name);

/// Whether it is a header of OpenGL or GLUT: what lies beside a text under that name declares what
/// is in a library that is not there.
bool is_drawing_header(std::string_view name);

/// Whether it is a header of C, C++, POSIX or CUDA: what they say is known without reading them.
bool is_system_header(std::string_view name);

/// Place::file of places in the library.
inline constexpr std::uint16_t library_file = std::numeric_limits<std::uint16_t>::max();

}  // namespace stridescope::language

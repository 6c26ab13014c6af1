// Text from elsewhere (files, flags, names of files), made fit to be shown: a terminal obeys escape
// sequences, a line break forges lines, marks of direction turn words round, and ten megabytes are
// no part of a sentence.
#pragma once

#include <cstddef>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>

namespace stridescope {

/// As long as it may be.
inline constexpr std::size_t whole_text = std::numeric_limits<std::size_t>::max();

/// The text as one line of valid UTF-8 without control characters or marks of direction: white
/// space becomes blanks, anything else that cannot be shown U+FFFD. Of more than `most` characters
/// the first ones, and an ellipsis.
std::string printable(std::string_view text, std::size_t most = whole_text);

/// A text of several lines, as printable makes one line: line feeds and tabs stay, carriage returns
/// before line feeds too.
std::string printable_lines(std::string_view text);

/// What a sentence quotes of a text: printable, and short.
std::string excerpt(std::string_view text);

/// A path as a sentence quotes it: printable; of a very long one its end.
std::string shown_path(const std::filesystem::path& path);

bool is_utf8(std::string_view bytes);

}  // namespace stridescope

// A piece of a card or of a flag, and where it stands.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/language/source.h"

namespace stridescope {

/// Whether `c` may be part of a name: a letter, a digit or "_".
constexpr bool is_name_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}
constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
constexpr bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}
/// Whether the whole of `text` is a name of C.
bool is_name(std::string_view text);
/// The name that it begins with; empty: none.
std::string_view first_word(std::string_view text);
std::string_view without_blanks(std::string_view text);
/// Whether the name stands in the text.
bool has_word(std::string_view text, std::string_view word);

/// One or several lines of a text, joined by blanks. Each character knows its place.
class PlacedText {
  public:
    struct Line {
        std::size_t begin = 0;  ///< of its first character, in text()
        language::Place place{};
    };

    PlacedText() = default;
    PlacedText(std::string_view text, language::Place place) { add(text, place); }
    /// What a flag says: it stands at no place of a text, and faults begin with the flag's name.
    static PlacedText of_flag(std::string_view text, std::string flag);

    void add(std::string_view line, language::Place place);

    const std::string& text() const { return text_; }
    bool empty() const { return text_.empty(); }
    const std::vector<Line>& lines() const { return lines_; }
    const std::string& flag() const { return flag_; }
    language::Place place(std::size_t at = 0) const;
    /// The characters from `begin` to `end`, without the blanks around them.
    PlacedText part(std::size_t begin, std::size_t end = std::string::npos) const;

    language::Fault fault(std::string_view message, std::size_t at = 0) const;
    [[noreturn]] void fail(std::string_view message, std::size_t at = 0) const;

  private:
    std::string text_;
    std::vector<Line> lines_;
    std::string flag_;
};

/// Where, from `begin` on, one of the characters of `wanted` stands outside of brackets and quotes;
/// npos: nowhere. A bracket that closes what was not opened is looked at as well.
std::size_t find_outside(std::string_view text, std::string_view wanted, std::size_t begin = 0);

}  // namespace stridescope

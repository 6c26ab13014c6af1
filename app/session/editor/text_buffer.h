// A text as an editor holds it: lines of bytes. A character is a code point of UTF-8, or a byte
// that belongs to none; nothing that stands in a file is refused or changed.
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace stridescope::editor {

/// Cells that a tab is wide at most.
inline constexpr int tab_cells = 4;

/// A place between two characters: line and column, both from 0, the column in bytes.
struct Position {
    int line = 0, column = 0;

    auto operator<=>(const Position&) const = default;
};

/// What stands between two places, the first of which comes first.
struct Range {
    Position from{}, to{};

    bool empty() const { return from == to; }
    bool contains(Position at) const { return from <= at && at <= to; }
    bool operator==(const Range&) const = default;
};

/// Lines end with "\n"; a text of no characters has one line.
class TextBuffer {
  public:
    TextBuffer() = default;
    explicit TextBuffer(std::string_view text);

    int lines() const { return static_cast<int>(lines_.size()); }
    const std::string& line(int number) const { return lines_[static_cast<std::size_t>(number)]; }
    int length(int number) const { return static_cast<int>(line(number).size()); }
    std::string text() const;
    std::string text(const Range& range) const;
    Position end() const { return {lines() - 1, length(lines() - 1)}; }

    /// The place that there is nearest to this one, never within a character.
    Position nearest(Position at) const;
    /// The place one character further, or before; an end of a line counts as one.
    Position after(Position at) const;
    Position before(Position at) const;

    /// Returns where the inserted text ends.
    Position insert(Position at, std::string_view text);
    void erase(const Range& range);

  private:
    std::vector<std::string> lines_ = std::vector<std::string>(1);
};

/// Bytes of the character that begins at `at`; at least 1.
int character_length(std::string_view line, int at);
/// Whether a character begins there, or the line ends.
bool begins_character(std::string_view line, int at);

/// Cells of type of fixed width before that column; tabs go on to the next stop.
int cells_before(std::string_view line, int column);
/// The column of the character that stands in that cell; behind the last one, the line's length.
int column_at_cell(std::string_view line, int cell);

}  // namespace stridescope::editor

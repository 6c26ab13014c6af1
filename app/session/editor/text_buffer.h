// A text as an editor holds it: lines of bytes. A character is a code point of UTF-8, or a byte
// that belongs to none; nothing that stands in a file is refused or changed. What is found in it,
// and which of its changes can be undone.
#pragma once

#include <compare>
#include <cstddef>
#include <optional>
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

// Finding in a text.

/// What is looked for: within a line, by bytes.
struct Pattern {
    std::string text{};
    bool match_case = false;  ///< else A is a; of other letters than A … Z the case counts
    bool whole_word = false;

    bool operator==(const Pattern&) const = default;
};

/// All places, in the text's order, none of which overlap; none of an empty pattern.
std::vector<Range> find_all(const TextBuffer& text, const Pattern& pattern);

/// The first one that begins at `from` or later, else the first of all; backwards the last one that
/// ends at `from` or earlier, else the last of all.
std::optional<Range> find_from(const TextBuffer& text, const Pattern& pattern, Position from,
                               bool backwards = false);

/// Letters, digits, underscores, and whatever is not ASCII.
bool is_word_character(char c);

// What can be undone in a text: its changes, in steps as people think of them.

/// Where the cursor is, and where the selection that ends at it begins.
struct Caret {
    Position at{}, anchor{};

    Range selection() const { return at < anchor ? Range{at, anchor} : Range{anchor, at}; }
    bool operator==(const Caret&) const = default;
};

/// One piece of a text gave way to another one.
struct Replacement {
    Position at{};
    std::string removed{}, inserted{};
};

/// Some replacements that are undone together. Letters that are typed, or erased, one after another
/// are one step, up to a word's beginning.
class EditHistory {
  public:
    enum class Kind { typing, erasing, other };

    /// What is noted from now on belongs together; with the step before, where that goes on.
    void begin(Kind kind, const Caret& before);
    void note(Replacement replacement);
    void end(const Caret& after);
    /// The next step begins anew, whatever it is.
    void seal() { sealed_ = true; }

    bool can_undo() const { return !undo_.empty(); }
    bool can_redo() const { return !redo_.empty(); }
    /// Takes a step back, or forward again, in the text; returns where the cursor was then.
    std::optional<Caret> undo(TextBuffer& text);
    std::optional<Caret> redo(TextBuffer& text);

  private:
    struct Step {
        std::vector<Replacement> all{};
        Caret before{}, after{};
        Kind kind = Kind::other;
    };
    bool goes_on(Kind kind, const Caret& before) const;
    void forget_oldest();

    std::vector<Step> undo_, redo_;
    Step now_{};
    bool sealed_ = true;
    std::size_t bytes_ = 0;  ///< of all texts in `undo_`
};

}  // namespace stridescope::editor

// Finding in a text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/editor/text_buffer.h"

namespace stridescope::editor {

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

}  // namespace stridescope::editor

#include "app/session/editor/search.h"

#include <algorithm>
#include <string_view>

namespace stridescope::editor {
namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_whole_word(std::string_view line, std::size_t begin, std::size_t end) {
    const bool before = begin > 0 && is_word_character(line[begin - 1]);
    const bool after = end < line.size() && is_word_character(line[end]);
    return !(before && is_word_character(line[begin])) &&
           !(after && is_word_character(line[end - 1]));
}

/// The columns at which the pattern stands in the line.
void find_in_line(std::string_view line, int number, const Pattern& pattern,
                  std::vector<Range>& found) {
    const auto same = [&pattern](char a, char b) {
        return pattern.match_case ? a == b : lower(a) == lower(b);
    };
    const std::size_t length = pattern.text.size();
    auto at = line.begin();
    for (;;) {
        at = std::search(at, line.end(), pattern.text.begin(), pattern.text.end(), same);
        if (at == line.end()) return;
        const auto begin = static_cast<std::size_t>(at - line.begin());
        // Bytes of a character may look like another one's; a match begins where one begins.
        const bool counts = begins_character(line, static_cast<int>(begin)) &&
                            (!pattern.whole_word || is_whole_word(line, begin, begin + length));
        if (counts) {
            found.push_back(
                {{number, static_cast<int>(begin)}, {number, static_cast<int>(begin + length)}});
        }
        at += counts ? static_cast<std::ptrdiff_t>(length) : 1;
    }
}

}  // namespace

bool is_word_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

std::vector<Range> find_all(const TextBuffer& text, const Pattern& pattern) {
    std::vector<Range> found;
    if (pattern.text.empty()) return found;
    for (int line = 0; line < text.lines(); ++line) {
        find_in_line(text.line(line), line, pattern, found);
    }
    return found;
}

std::optional<Range> find_from(const TextBuffer& text, const Pattern& pattern, Position from,
                               bool backwards) {
    const std::vector<Range> all = find_all(text, pattern);
    if (all.empty()) return std::nullopt;
    if (backwards) {
        const auto behind = std::ranges::upper_bound(all, from, {}, &Range::to);
        return behind == all.begin() ? all.back() : *(behind - 1);
    }
    const auto next = std::ranges::lower_bound(all, from, {}, &Range::from);
    return next == all.end() ? all.front() : *next;
}

}  // namespace stridescope::editor

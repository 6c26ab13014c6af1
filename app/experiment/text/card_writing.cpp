// The way back: a card's entries put into the text.
#include <fmt/format.h>

#include <algorithm>

#include "app/experiment/text/card.h"
#include "app/experiment/text/card_lines.h"

namespace stridescope {
namespace {

const CardEntry* find_entry(const CardLines& lines, std::string_view key, std::string_view value) {
    for (const CardEntry& entry : lines.entries) {
        const bool same =
            card_word(key).empty() ? entry.key == key : card_word(entry.key) == card_word(key);
        if (!same) continue;
        if (card_word(key) == "knob" && first_word(entry.value.text()) != first_word(value))
            continue;
        return &entry;
    }
    return nullptr;
}

std::string_view line_break(std::string_view text) {
    const std::size_t end = text.find('\n');
    return end != std::string_view::npos && end > 0 && text[end - 1] == '\r' ? "\r\n" : "\n";
}

/// Where the values of the entries at lines' beginnings stand, so that a new one stands below them.
std::size_t value_column(std::string_view text, const CardLines& lines) {
    if (lines.entries.empty()) return 0;
    const CardEntry& last = lines.entries.front();
    const std::size_t line = text.rfind('\n', last.begin);
    return last.value_begin - (line == std::string_view::npos ? 0 : line + 1);
}

std::string new_line(std::string_view key, std::string_view value, std::size_t column) {
    std::string line = fmt::format("// {}: ", key);
    while (line.size() < column) line += ' ';
    return line.append(value);
}

std::string without_entry(std::string_view text, const CardEntry& entry) {
    const std::size_t line = text.rfind('\n', entry.begin) + 1;  // npos + 1 is 0
    const std::size_t line_end = std::min(text.find('\n', entry.end), text.size());
    std::size_t begin = entry.begin;
    std::size_t end = entry.end;
    while (end < line_end && is_blank(text[end])) ++end;
    const std::string_view before = without_blanks(text.substr(line, begin - line));
    const bool first = before.find_first_not_of('/') == std::string_view::npos;
    if (end >= line_end) {  // nothing else follows
        if (first) {
            begin = line;
            end = std::min(line_end + 1, text.size());
        } else {
            while (begin > line && is_blank(text[begin - 1])) --begin;
            end = entry.end;
        }
    }
    return std::string{text.substr(0, begin)}.append(text.substr(end));
}

bool is_white(char c) {
    return is_blank(c) || c == '\n';
}

}  // namespace

std::string with_card_entry(std::string_view text, std::string_view key, std::string_view value) {
    const CardLines lines = card_lines(text);
    const CardEntry* entry = find_entry(lines, key, value);
    const bool takes_out = card_word(key) == "knob" ? first_word(value) == without_blanks(value)
                                                    : without_blanks(value).empty();
    if (takes_out) return entry == nullptr ? std::string{text} : without_entry(text, *entry);
    if (entry != nullptr) {
        return std::string{text.substr(0, entry->value_begin)}.append(value).append(
            text.substr(entry->end));
    }
    const std::string line = new_line(key, value, value_column(text, lines));
    const std::string_view ends = line_break(text);
    if (!lines.entries.empty()) {
        const std::size_t at = lines.end != 0 ? lines.end : lines.entries.back().end;
        return std::string{text.substr(0, at)}.append(ends).append(line).append(text.substr(at));
    }
    const std::size_t begin = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    std::string result{text.substr(0, begin)};
    result.append(line).append(ends);
    // A comment that stands there is not the card's.
    const std::string_view rest = text.substr(begin);
    if (!rest.empty() && !is_white(rest.front())) result.append(ends);
    return result.append(rest);
}

std::optional<Define> find_define(std::string_view text, std::string_view name) {
    std::uint32_t number = 1;
    for (std::size_t at = 0; at < text.size(); ++number) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::size_t i = at;
        const auto skip = [&] {
            while (i < end && is_blank(text[i])) ++i;
        };
        const auto take = [&](std::string_view word) {
            if (text.substr(i, std::min(word.size(), end - i)) != word) return false;
            const std::size_t behind = i + word.size();
            if (behind < end && is_name_character(word.back()) && is_name_character(text[behind]))
                return false;
            i = behind;
            return true;
        };
        skip();
        if (take("#")) {
            skip();
            if (take("define")) {
                skip();
                const std::size_t begin = i;
                if (take(name) && (i == end || is_blank(text[i]))) {
                    const auto column = static_cast<std::uint16_t>(
                        std::min<std::size_t>(begin - at + 1, UINT16_MAX));
                    skip();
                    std::size_t stop = std::min(end, text.find("//", i));
                    stop = std::min(stop, text.find("/*", i));
                    while (stop > i && is_blank(text[stop - 1])) --stop;
                    return Define{
                        std::string{text.substr(i, stop - i)}, i, stop, {number, column, 0}};
                }
            }
        }
        at = end + 1;
    }
    return std::nullopt;
}

std::string with_define(std::string_view text, std::string_view name, std::string_view value) {
    const auto define = find_define(text, name);
    if (!define) return std::string{text};
    std::string result{text.substr(0, define->begin)};
    if (define->begin > 0 && is_name_character(text[define->begin - 1])) result += ' ';
    return result.append(value).append(text.substr(define->end));
}

}  // namespace stridescope

#include "app/experiment/text/placed_text.h"

#include <algorithm>

namespace stridescope {

bool is_name(std::string_view text) {
    return !text.empty() && !is_digit(text[0]) && std::ranges::all_of(text, is_name_character);
}

std::string_view first_word(std::string_view text) {
    std::size_t end = 0;
    while (end < text.size() && is_name_character(text[end])) ++end;
    return text.substr(0, end);
}

std::string_view without_blanks(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

bool has_word(std::string_view text, std::string_view word) {
    for (std::size_t at = text.find(word); at != std::string_view::npos;
         at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !is_name_character(text[at - 1])) &&
            (end == text.size() || !is_name_character(text[end]))) {
            return true;
        }
    }
    return false;
}

PlacedText PlacedText::of_flag(std::string_view text, std::string flag) {
    PlacedText placed;
    placed.text_ = without_blanks(text);
    placed.lines_.push_back({});
    placed.flag_ = std::move(flag);
    return placed;
}

void PlacedText::add(std::string_view line, language::Place place) {
    if (!text_.empty()) text_ += ' ';
    lines_.push_back({text_.size(), place});
    text_ += line;
}

language::Place PlacedText::place(std::size_t at) const {
    language::Place place;
    for (const Line& line : lines_) {
        if (line.begin > at && place.line != 0) break;
        place = line.place;
        if (place.line == 0) continue;
        const std::size_t further = at > line.begin ? at - line.begin : 0;
        place.column =
            static_cast<std::uint16_t>(std::min<std::size_t>(place.column + further, UINT16_MAX));
    }
    return place;
}

PlacedText PlacedText::part(std::size_t begin, std::size_t end) const {
    end = std::min(end, text_.size());
    begin = std::min(begin, end);
    while (begin < end && is_blank(text_[begin])) ++begin;
    while (begin < end && is_blank(text_[end - 1])) --end;
    PlacedText result;
    result.flag_ = flag_;
    result.text_ = text_.substr(begin, end - begin);
    result.lines_.push_back({0, place(begin)});
    for (const Line& line : lines_) {
        if (line.begin > begin && line.begin < end) {
            result.lines_.push_back({line.begin - begin, line.place});
        }
    }
    return result;
}

language::Fault PlacedText::fault(std::string_view message, std::size_t at) const {
    std::string sentence = flag_;
    if (!flag_.empty()) sentence += ": ";
    sentence += message;
    return {place(at), std::move(sentence)};
}

void PlacedText::fail(std::string_view message, std::size_t at) const {
    language::Fault told = fault(message, at);
    throw language::FaultError(told.place, std::move(told.message));
}

std::size_t find_outside(std::string_view text, std::string_view wanted, std::size_t begin) {
    int depth = 0;
    for (std::size_t i = begin; i < text.size(); ++i) {
        const char c = text[i];
        if (depth == 0 && wanted.find(c) != std::string_view::npos) return i;
        if (c == '(' || c == '[' || c == '{') ++depth;
        if ((c == ')' || c == ']' || c == '}') && depth > 0) --depth;
        if (c == '"' || c == '\'') {
            const std::size_t close = text.find(c, i + 1);
            if (close == std::string_view::npos) return close;
            i = close;
        }
    }
    return std::string_view::npos;
}

}  // namespace stridescope

#include "app/session/editor/text_buffer.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace stridescope::editor {
namespace {

bool continues(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

/// What the first byte of a character says of its length; 1 for bytes that begin none.
int promised_length(char c) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0xC2 && byte <= 0xDF) return 2;
    if (byte >= 0xE0 && byte <= 0xEF) return 3;
    if (byte >= 0xF0 && byte <= 0xF4) return 4;
    return 1;
}

std::vector<std::string> split(std::string_view text) {
    std::vector<std::string> lines;
    for (;;) {
        const std::size_t end = text.find('\n');
        lines.emplace_back(text.substr(0, end));
        if (end == std::string_view::npos) return lines;
        text.remove_prefix(end + 1);
    }
}

}  // namespace

int character_length(std::string_view line, int at) {
    const auto begin = static_cast<std::size_t>(at);
    if (begin >= line.size()) return 1;
    const int length = promised_length(line[begin]);
    // A character that is cut short is as many characters as it has bytes.
    if (begin + static_cast<std::size_t>(length) > line.size()) return 1;
    for (int i = 1; i < length; ++i) {
        if (!continues(line[begin + static_cast<std::size_t>(i)])) return 1;
    }
    return length;
}

bool begins_character(std::string_view line, int at) {
    if (at <= 0 || at >= static_cast<int>(line.size())) return true;
    if (!continues(line[static_cast<std::size_t>(at)])) return true;
    // It is within one only if one that begins before reaches over it.
    for (int back = 1; back <= 3 && back <= at; ++back) {
        if (continues(line[static_cast<std::size_t>(at - back)])) continue;
        return character_length(line, at - back) <= back;
    }
    return true;
}

int cells_before(std::string_view line, int column) {
    int cells = 0;
    const int end = std::min(column, static_cast<int>(line.size()));
    for (int at = 0; at < end; at += character_length(line, at)) {
        cells += line[static_cast<std::size_t>(at)] == '\t' ? tab_cells - cells % tab_cells : 1;
    }
    return cells;
}

int column_at_cell(std::string_view line, int cell) {
    int cells = 0, at = 0;
    const int end = static_cast<int>(line.size());
    while (at < end) {
        cells += line[static_cast<std::size_t>(at)] == '\t' ? tab_cells - cells % tab_cells : 1;
        if (cells > cell) break;
        at += character_length(line, at);
    }
    return at;
}

TextBuffer::TextBuffer(std::string_view text) : lines_(split(text)) {}

std::string TextBuffer::text() const {
    return text({{0, 0}, end()});
}

std::string TextBuffer::text(const Range& range) const {
    const auto from = static_cast<std::size_t>(range.from.column);
    const auto to = static_cast<std::size_t>(range.to.column);
    if (range.from.line == range.to.line) return line(range.from.line).substr(from, to - from);
    std::size_t bytes = 0;
    for (int k = range.from.line; k <= range.to.line; ++k) bytes += line(k).size() + 1;
    std::string out;
    out.reserve(bytes);
    out.append(line(range.from.line), from);
    for (int k = range.from.line + 1; k < range.to.line; ++k) (out += '\n') += line(k);
    out += '\n';
    return out.append(line(range.to.line), 0, to);
}

Position TextBuffer::nearest(Position at) const {
    if (at.line < 0) return {0, 0};
    if (at.line >= lines()) return end();
    at.column = std::clamp(at.column, 0, length(at.line));
    while (!begins_character(line(at.line), at.column)) --at.column;
    return at;
}

Position TextBuffer::after(Position at) const {
    if (at.column < length(at.line)) {
        return {at.line, at.column + character_length(line(at.line), at.column)};
    }
    return at.line + 1 < lines() ? Position{at.line + 1, 0} : at;
}

Position TextBuffer::before(Position at) const {
    if (at.column == 0) {
        return at.line > 0 ? Position{at.line - 1, length(at.line - 1)} : at;
    }
    --at.column;
    while (!begins_character(line(at.line), at.column)) --at.column;
    return at;
}

Position TextBuffer::insert(Position at, std::string_view text) {
    std::string& line = lines_[static_cast<std::size_t>(at.line)];
    const auto column = static_cast<std::size_t>(at.column);
    if (text.find('\n') == std::string_view::npos) {
        line.insert(column, text);
        return {at.line, at.column + static_cast<int>(text.size())};
    }
    std::vector<std::string> added = split(text);
    const Position end{at.line + static_cast<int>(added.size()) - 1,
                       static_cast<int>(added.back().size())};
    added.back() += line.substr(column);
    line.resize(column);
    line += added.front();
    lines_.insert(lines_.begin() + at.line + 1, std::make_move_iterator(added.begin() + 1),
                  std::make_move_iterator(added.end()));
    return end;
}

void TextBuffer::erase(const Range& range) {
    std::string& first = lines_[static_cast<std::size_t>(range.from.line)];
    const auto from = static_cast<std::size_t>(range.from.column);
    const auto to = static_cast<std::size_t>(range.to.column);
    if (range.from.line == range.to.line) {
        first.erase(from, to - from);
        return;
    }
    first.resize(from);
    first.append(lines_[static_cast<std::size_t>(range.to.line)], to);
    lines_.erase(lines_.begin() + range.from.line + 1, lines_.begin() + range.to.line + 1);
}

}  // namespace stridescope::editor

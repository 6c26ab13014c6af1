#include "app/session/editor/text_buffer.h"

#include <algorithm>
#include <iterator>
#include <string_view>
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

namespace {

/// Beyond this the oldest steps are forgotten.
constexpr std::size_t most_bytes = std::size_t{64} << 20;

/// Where a text that stands at `at` ends.
Position end_of(Position at, const std::string& text) {
    const auto lines = static_cast<int>(std::ranges::count(text, '\n'));
    if (lines == 0) return {at.line, at.column + static_cast<int>(text.size())};
    return {at.line + lines, static_cast<int>(text.size() - text.rfind('\n') - 1)};
}

void replace(TextBuffer& text, Position at, const std::string& old, const std::string& by) {
    text.erase({at, end_of(at, old)});
    text.insert(at, by);
}

/// Whether typing `next` behind `last` begins a word.
bool begins_word(const std::string& last, const std::string& next) {
    const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\n'; };
    return !last.empty() && !next.empty() && blank(last.back()) && !blank(next.front());
}

}  // namespace

bool EditHistory::goes_on(Kind kind, const Caret& before) const {
    if (sealed_ || kind == Kind::other || undo_.empty()) return false;
    const Step& last = undo_.back();
    return last.kind == kind && last.after == before && before.selection().empty();
}

void EditHistory::begin(Kind kind, const Caret& before) {
    now_ = {.all = {}, .before = before, .after = before, .kind = kind};
}

void EditHistory::note(Replacement replacement) {
    if (replacement.removed != replacement.inserted) now_.all.push_back(std::move(replacement));
}

void EditHistory::end(const Caret& after) {
    if (now_.all.empty()) return;
    now_.after = after;
    redo_.clear();
    for (const Replacement& each : now_.all) bytes_ += each.removed.size() + each.inserted.size();
    bool with_last = goes_on(now_.kind, now_.before);
    if (with_last && now_.kind == Kind::typing) {
        with_last = !begins_word(undo_.back().all.back().inserted, now_.all.front().inserted);
    }
    if (with_last) {
        Step& last = undo_.back();
        std::ranges::move(now_.all, std::back_inserter(last.all));
        last.after = after;
    } else {
        undo_.push_back(std::move(now_));
    }
    sealed_ = false;
    now_ = {};
    forget_oldest();
}

void EditHistory::forget_oldest() {
    while (bytes_ > most_bytes && undo_.size() > 1) {
        for (const Replacement& each : undo_.front().all) {
            bytes_ -= each.removed.size() + each.inserted.size();
        }
        undo_.erase(undo_.begin());
    }
}

std::optional<Caret> EditHistory::undo(TextBuffer& text) {
    if (undo_.empty()) return std::nullopt;
    Step step = std::move(undo_.back());
    undo_.pop_back();
    for (auto each = step.all.rbegin(); each != step.all.rend(); ++each) {
        replace(text, each->at, each->inserted, each->removed);
        bytes_ -= each->removed.size() + each->inserted.size();
    }
    const Caret before = step.before;
    redo_.push_back(std::move(step));
    sealed_ = true;
    return before;
}

std::optional<Caret> EditHistory::redo(TextBuffer& text) {
    if (redo_.empty()) return std::nullopt;
    Step step = std::move(redo_.back());
    redo_.pop_back();
    for (const Replacement& each : step.all) {
        replace(text, each.at, each.removed, each.inserted);
        bytes_ += each.removed.size() + each.inserted.size();
    }
    const Caret after = step.after;
    undo_.push_back(std::move(step));
    sealed_ = true;
    return after;
}

}  // namespace stridescope::editor

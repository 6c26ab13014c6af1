#include "app/session/editor/editor.h"

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include "app/session/editor/syntax.h"

namespace stridescope::editor {
namespace {

constexpr int level_cells = 4;

enum class Kind { blank, word, sign };

Kind kind_of(char c) {
    if (c == ' ' || c == '\t') return Kind::blank;
    return is_word_character(c) ? Kind::word : Kind::sign;
}

int blanks_at_begin(std::string_view line) {
    return static_cast<int>(std::min(line.find_first_not_of(" \t"), line.size()));
}

/// Line ends of other systems become ours.
std::string with_plain_ends(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\r') {
            out += text[i];
        } else if (i + 1 == text.size() || text[i + 1] != '\n') {
            out += '\n';
        }
    }
    return out;
}

}  // namespace

bool may_change(const Action& what) {
    return std::visit(
        [](const auto& each) {
            using A = std::decay_t<decltype(each)>;
            using namespace action;
            return !(std::is_same_v<A, Move> || std::is_same_v<A, MoveTo> ||
                     std::is_same_v<A, Select> || std::is_same_v<A, SelectWord> ||
                     std::is_same_v<A, SelectLine> || std::is_same_v<A, SelectAll> ||
                     std::is_same_v<A, Find> || std::is_same_v<A, GoToLine> ||
                     std::is_same_v<A, GoToBracket> || std::is_same_v<A, ShowRows>);
        },
        what);
}

/// What is replaced while it lives is undone together.
class Editor::Step {
  public:
    explicit Step(Editor& editor, EditHistory::Kind kind = EditHistory::Kind::other)
        : editor_(editor) {
        editor_.history_.begin(kind, editor_.caret_);
    }
    ~Step() { editor_.history_.end(editor_.caret_); }
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;

  private:
    Editor& editor_;
};

void Editor::apply(const Action& what) {
    const bool vertical = [&what] {
        const auto* move = std::get_if<action::Move>(&what);
        return move != nullptr &&
               (move->motion == Motion::up || move->motion == Motion::down ||
                move->motion == Motion::page_up || move->motion == Motion::page_down);
    }();
    const bool looks = std::holds_alternative<action::ShowRows>(what);
    if (!vertical && !looks) goal_.reset();
    if (!may_change(what) && !looks) history_.seal();
    std::visit([this](const auto& each) { carry_out(each); }, what);
    if (!looks) ++moves_;
}

std::string Editor::clip() const {
    if (has_selection()) return text_.text(selection());
    return text_.line(caret_.at.line) + '\n';
}

/// Puts `with` in the range's place; the cursor is not touched.
Position Editor::replace(const Range& range, std::string_view with) {
    std::string removed = text_.text(range);
    if (removed != with) ++version_;
    text_.erase(range);
    const Position end = text_.insert(range.from, with);
    history_.note({range.from, std::move(removed), std::string{with}});
    return end;
}

void Editor::put(Position at, bool select) {
    caret_.at = text_.nearest(at);
    if (!select) caret_.anchor = caret_.at;
}

void Editor::put_selection(const Range& range) {
    caret_ = {.at = text_.nearest(range.to), .anchor = text_.nearest(range.from)};
}

void Editor::become(std::string_view wanted) {
    const std::string now = text_.text();
    if (now == wanted) return;
    std::size_t same = 0, most = std::min(now.size(), wanted.size());
    while (same < most && now[same] == wanted[same]) ++same;
    std::size_t behind = 0;
    while (behind < most - same &&
           now[now.size() - 1 - behind] == wanted[wanted.size() - 1 - behind]) {
        ++behind;
    }
    const auto place = [&now](std::size_t offset) {
        const auto before = now.begin() + static_cast<std::ptrdiff_t>(offset);
        const std::size_t line_end = offset == 0 ? std::string::npos : now.rfind('\n', offset - 1);
        const std::size_t begin = line_end == std::string::npos ? 0 : line_end + 1;
        return Position{static_cast<int>(std::count(now.begin(), before, '\n')),
                        static_cast<int>(offset - begin)};
    };
    const Range range{place(same), place(now.size() - behind)};
    history_.seal();
    const Step step{*this};
    const Position end = replace(range, wanted.substr(same, wanted.size() - behind - same));
    const auto kept = [&range, end](Position at) {
        if (at <= range.from) return at;
        if (at < range.to) return range.from;
        if (at.line > range.to.line) return Position{at.line + end.line - range.to.line, at.column};
        return Position{end.line, at.column + end.column - range.to.column};
    };
    const Caret before = caret_;
    caret_ = {.at = text_.nearest(kept(before.at)), .anchor = text_.nearest(kept(before.anchor))};
    goal_.reset();
    ++moves_;
}

// --- What the cursor does ---------------------------------------------------------------------

/// From one word's beginning to the one before; at the begin of a line to the end of the one above.
Position Editor::word_left() const {
    Position at = caret_.at;
    if (at.column == 0) return text_.before(at);
    const std::string& line = text_.line(at.line);
    const auto before = [&line](int column) {
        return kind_of(line[static_cast<std::size_t>(column - 1)]);
    };
    while (at.column > 0 && before(at.column) == Kind::blank) --at.column;
    if (at.column == 0) return at;
    const Kind kind = before(at.column);
    while (at.column > 0 && before(at.column) == kind) --at.column;
    return at;
}

Position Editor::word_right() const {
    Position at = caret_.at;
    const int length = text_.length(at.line);
    if (at.column == length) return text_.after(at);
    const std::string& line = text_.line(at.line);
    const auto behind = [&line](int column) {
        return kind_of(line[static_cast<std::size_t>(column)]);
    };
    while (at.column < length && behind(at.column) == Kind::blank) ++at.column;
    if (at.column == length) return at;
    const Kind kind = behind(at.column);
    while (at.column < length && behind(at.column) == kind) ++at.column;
    return at;
}

Position Editor::moved_by_lines(int by) {
    if (!goal_) goal_ = cells_before(text_.line(caret_.at.line), caret_.at.column);
    const int line = caret_.at.line + by;
    if (line < 0) return {0, 0};
    if (line >= text_.lines()) return text_.end();
    return {line, column_at_cell(text_.line(line), *goal_)};
}

Position Editor::moved(Motion motion) {
    const Position at = caret_.at;
    const int page = std::max(rows_ - 1, 1);
    switch (motion) {
        case Motion::left: return text_.before(at);
        case Motion::right: return text_.after(at);
        case Motion::word_left: return word_left();
        case Motion::word_right: return word_right();
        case Motion::up: return moved_by_lines(-1);
        case Motion::down: return moved_by_lines(1);
        case Motion::page_up: return moved_by_lines(-page);
        case Motion::page_down: return moved_by_lines(page);
        case Motion::line_begin: {
            const int first = blanks_at_begin(text_.line(at.line));
            return {at.line, at.column == first ? 0 : first};
        }
        case Motion::line_end: return {at.line, text_.length(at.line)};
        case Motion::text_begin: return {0, 0};
        case Motion::text_end: break;
    }
    return text_.end();
}

void Editor::carry_out(const action::Move& a) {
    // A selection that is let go leaves the cursor at that end of it.
    if (has_selection() && !a.select) {
        if (a.motion == Motion::left) return put(selection().from);
        if (a.motion == Motion::right) return put(selection().to);
    }
    put(moved(a.motion), a.select);
}

void Editor::carry_out(const action::MoveTo& a) {
    put(a.at, a.select);
}

void Editor::carry_out(const action::Select& a) {
    put_selection(a.range);
}

void Editor::carry_out(const action::SelectWord& a) {
    const Position at = text_.nearest(a.at);
    const std::string& line = text_.line(at.line);
    if (line.empty()) return put(at);
    const int length = static_cast<int>(line.size());
    // Behind a line's last letter its last word is meant.
    int begin = std::min(at.column, length - 1);
    while (!begins_character(line, begin)) --begin;
    const Kind kind = kind_of(line[static_cast<std::size_t>(begin)]);
    int end = begin;
    const auto same = [&](int column) {
        return kind_of(line[static_cast<std::size_t>(column)]) == kind;
    };
    while (begin > 0 && same(begin - 1)) --begin;
    while (end < length && same(end)) ++end;
    put_selection({{at.line, begin}, {at.line, end}});
}

void Editor::carry_out(const action::SelectLine& a) {
    const int line = std::clamp(a.line, 0, text_.lines() - 1);
    put_selection({{line, 0}, text_.after({line, text_.length(line)})});
}

void Editor::carry_out(const action::SelectAll&) {
    put_selection({{0, 0}, text_.end()});
}

void Editor::carry_out(const action::GoToLine& a) {
    const int line = std::clamp(a.line, 1, text_.lines()) - 1;
    put({line, blanks_at_begin(text_.line(line))});
}

void Editor::carry_out(const action::GoToBracket&) {
    const auto pair = brackets_at(text_, line_states(text_), caret_.at);
    if (!pair) return;
    const bool at_first = caret_.at == pair->first || caret_.at == text_.after(pair->first);
    put(at_first ? pair->second : pair->first);
}

// --- What is typed ----------------------------------------------------------------------------

/// One level of indentation, as this text's other lines have it.
std::string Editor::level() const {
    int tabs = 0, spaces = 0;
    for (int line = 0; line < text_.lines(); ++line) {
        const std::string& each = text_.line(line);
        if (each.starts_with('\t')) ++tabs;
        if (each.starts_with("  ")) ++spaces;
    }
    return tabs > spaces ? "\t" : std::string(level_cells, ' ');
}

std::string Editor::indent_of(int line) const {
    const std::string& text = text_.line(line);
    return text.substr(0, static_cast<std::size_t>(blanks_at_begin(text)));
}

void Editor::carry_out(const action::Type& a) {
    if (a.text.empty()) return;
    // Over a selection it is a step of its own, which goes on with what is typed then.
    if (has_selection()) history_.seal();
    const Step step{*this, EditHistory::Kind::typing};
    const Range range = selection();
    const std::string_view before = std::string_view{text_.line(range.from.line)}.substr(
        0, static_cast<std::size_t>(range.from.column));
    Range replaced = range;
    // A brace that closes goes one level out.
    const bool only_blanks = before.find_first_not_of(" \t") == std::string_view::npos;
    if (a.text == "}" && range.empty() && only_blanks && !before.empty()) {
        const int cells = cells_before(before, static_cast<int>(before.size()));
        const int wanted = std::max(cells - level_cells, 0);
        replaced.from.column = column_at_cell(before, wanted);
    }
    put(replace(replaced, a.text));
}

void Editor::carry_out(const action::NewLine&) {
    const Step step{*this};
    const Range range = selection();
    const std::string& first = text_.line(range.from.line);
    const auto from = static_cast<std::size_t>(range.from.column);
    std::string indent = indent_of(range.from.line).substr(0, from);
    const std::string level = this->level();
    const std::size_t last = first.substr(0, from).find_last_not_of(" \t");
    const bool opens = last != std::string::npos && first[last] == '{';
    const std::string& rest = text_.line(range.to.line);
    const std::size_t next =
        rest.find_first_not_of(" \t", static_cast<std::size_t>(range.to.column));
    const bool closes = next != std::string::npos && rest[next] == '}';
    // Blanks that would stand at the new line's begin go.
    Range replaced = range;
    if (next != std::string::npos) replaced.to.column = static_cast<int>(next);
    if (opens && closes) {
        const Position end = replace(replaced, "\n" + indent + level + "\n" + indent);
        put({end.line - 1, text_.length(end.line - 1)});
        return;
    }
    if (opens) indent += level;
    put(replace(replaced, "\n" + indent));
}

void Editor::carry_out(const action::Tab&) {
    const Range range = selection();
    if (range.from.line != range.to.line) return carry_out(action::Indent{1});
    const Step step{*this};
    std::string blanks = level();
    if (blanks != "\t") {
        const int cells = cells_before(text_.line(range.from.line), range.from.column);
        blanks.resize(static_cast<std::size_t>(level_cells - cells % level_cells));
    }
    put(replace(range, blanks));
}

/// A selection that ends at the begin of a line does not mean that line.
int Editor::last_selected_line() const {
    const Range range = selection();
    const bool untouched = range.to.line > range.from.line && range.to.column == 0;
    return range.to.line - (untouched ? 1 : 0);
}

void Editor::carry_out(const action::Indent& a) {
    const Step step{*this};
    const std::string level = this->level();
    const int from = selection().from.line, to = last_selected_line();
    Caret after = caret_;
    for (int line = from; line <= to; ++line) {
        const std::string& text = text_.line(line);
        int grown = 0;
        if (a.by > 0) {
            if (text.empty()) continue;
            replace({{line, 0}, {line, 0}}, level);
            grown = static_cast<int>(level.size());
        } else {
            const int cells = cells_before(text, blanks_at_begin(text));
            const int gone = text.starts_with('\t') ? 1 : std::min(cells, level_cells);
            const auto most = std::min(blanks_at_begin(text), gone);
            replace({{line, 0}, {line, most}}, "");
            grown = -most;
        }
        for (Position* place : {&after.at, &after.anchor}) {
            // What stood at the line's very begin stays there: a selection covers whole lines.
            const bool moves = place->line == line && (place->column > 0 || from == to);
            if (moves) place->column = std::max(place->column + grown, 0);
        }
    }
    caret_ = {.at = text_.nearest(after.at), .anchor = text_.nearest(after.anchor)};
}

void Editor::carry_out(const action::ToggleComment&) {
    const Step step{*this};
    const int from = selection().from.line, to = last_selected_line();
    bool all = true, any = false;
    std::size_t least = std::string::npos;
    for (int line = from; line <= to; ++line) {
        const std::string& text = text_.line(line);
        const std::size_t first = text.find_first_not_of(" \t");
        if (first == std::string::npos) continue;
        any = true;
        all = all && text.compare(first, 2, "//") == 0;
        least = std::min(least, first);
    }
    if (!any) return;
    Caret after = caret_;
    for (int line = from; line <= to; ++line) {
        const std::string& text = text_.line(line);
        const std::size_t first = text.find_first_not_of(" \t");
        if (first == std::string::npos) continue;
        const int at = static_cast<int>(all ? first : least);
        int grown = 3;
        if (all) {
            grown = text.compare(first, 3, "// ") == 0 ? -3 : -2;
            replace({{line, at}, {line, at - grown}}, "");
        } else {
            replace({{line, at}, {line, at}}, "// ");
        }
        for (Position* place : {&after.at, &after.anchor}) {
            if (place->line == line && place->column > at) {
                place->column = std::max(place->column + grown, at);
            }
        }
    }
    caret_ = {.at = text_.nearest(after.at), .anchor = text_.nearest(after.anchor)};
}

Range Editor::erased_by(Motion motion) {
    const Position at = caret_.at;
    const std::string& line = text_.line(at.line);
    // Backspace among the blanks at a line's begin goes to the stop before.
    const bool spaces = at.column > 1 && static_cast<std::size_t>(at.column) <=
                                             std::min(line.find_first_not_of(' '), line.size());
    if (motion == Motion::left && spaces) {
        return {{at.line, (at.column - 1) / level_cells * level_cells}, at};
    }
    const Position other = motion == Motion::line_begin ? Position{at.line, 0} : moved(motion);
    return other < at ? Range{other, at} : Range{at, other};
}

void Editor::carry_out(const action::Erase& a) {
    const bool selected = has_selection();
    const Range range = selected ? selection() : erased_by(a.motion);
    goal_.reset();
    const bool letter = a.motion == Motion::left || a.motion == Motion::right;
    const Step step{*this,
                    !selected && letter ? EditHistory::Kind::erasing : EditHistory::Kind::other};
    put(replace(range, ""));
}

void Editor::carry_out(const action::Cut&) {
    const Step step{*this};
    Range range = selection();
    if (range.empty()) {
        const int line = caret_.at.line;
        range = {{line, 0}, text_.after({line, text_.length(line)})};
        // The last line takes the end of the one above with it.
        if (range.to.line == line && line > 0) range.from = {line - 1, text_.length(line - 1)};
    }
    put(replace(range, ""));
}

void Editor::carry_out(const action::Paste& a) {
    const Step step{*this};
    put(replace(selection(), with_plain_ends(a.text)));
}

// --- What is found ----------------------------------------------------------------------------

std::optional<Range> Editor::next_place(const action::Find& find) const {
    const Range range = selection();
    return find_from(text_, find.pattern, find.backwards ? range.from : range.to, find.backwards);
}

void Editor::carry_out(const action::Find& a) {
    if (const auto place = next_place(a)) put_selection(*place);
}

void Editor::carry_out(const action::Replace& a) {
    const Range range = selection();
    const auto here = find_from(text_, a.pattern, range.from);
    if (here == range) {
        const Step step{*this};
        put(replace(range, a.with));
    }
    // From the selection's begin where nothing was replaced: the next place may be there.
    const auto next = find_from(text_, a.pattern, here == range ? caret_.at : range.from);
    if (next) put_selection(*next);
}

void Editor::carry_out(const action::ReplaceAll& a) {
    const Step step{*this};
    const std::vector<Range> all = find_all(text_, a.pattern);
    const Position cursor = caret_.at;
    // From the last to the first: the places before stay where they are.
    for (auto place = all.rbegin(); place != all.rend(); ++place) replace(*place, a.with);
    put(cursor);
}

void Editor::carry_out(const action::Undo&) {
    if (const auto caret = history_.undo(text_)) {
        caret_ = *caret;
        ++version_;
    }
}

void Editor::carry_out(const action::Redo&) {
    if (const auto caret = history_.redo(text_)) {
        caret_ = *caret;
        ++version_;
    }
}

}  // namespace stridescope::editor

#include "app/session/editor/syntax.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "app/language/builtins.h"

namespace stridescope::editor {
namespace {

// Sorted, to be searched.
constexpr std::array<std::string_view, 57> keywords{
    "alignas",     "asm",      "auto",       "break",        "case",     "catch",
    "class",       "const",    "const_cast", "constexpr",    "continue", "decltype",
    "default",     "delete",   "do",         "dynamic_cast", "else",     "enum",
    "explicit",    "extern",   "false",      "for",          "friend",   "goto",
    "if",          "inline",   "namespace",  "new",          "noexcept", "nullptr",
    "operator",    "private",  "protected",  "public",       "register", "reinterpret_cast",
    "restrict",    "return",   "signed",     "sizeof",       "static",   "static_assert",
    "static_cast", "struct",   "switch",     "template",     "this",     "throw",
    "true",        "try",      "typedef",    "typename",     "union",    "using",
    "virtual",     "volatile", "while"};
static_assert(std::ranges::is_sorted(keywords));

constexpr std::array<std::string_view, 25> types{
    "bool",      "char",      "cudaError_t", "cudaEvent_t", "cudaStream_t", "dim3",     "double",
    "float",     "int",       "int16_t",     "int32_t",     "int64_t",      "int8_t",   "long",
    "ptrdiff_t", "short",     "size_t",      "uint",        "uint16_t",     "uint32_t", "uint64_t",
    "uint8_t",   "uintptr_t", "unsigned",    "void"};
static_assert(std::ranges::is_sorted(types));

constexpr std::array<std::string_view, 15> qualifiers{
    "__align__",         "__constant__", "__device__",   "__forceinline__",   "__global__",
    "__grid_constant__", "__host__",     "__inline__",   "__launch_bounds__", "__managed__",
    "__noinline__",      "__restrict",   "__restrict__", "__shared__",        "__volatile__"};
static_assert(std::ranges::is_sorted(qualifiers));

constexpr std::array<std::string_view, 5> variables{"blockDim", "blockIdx", "gridDim", "threadIdx",
                                                    "warpSize"};
static_assert(std::ranges::is_sorted(variables));

/// float4, uchar2, longlong1 …
bool is_vector_type(std::string_view word) {
    constexpr std::array<std::string_view, 12> elements{"char", "double",   "float",     "int",
                                                        "long", "longlong", "short",     "uchar",
                                                        "uint", "ulong",    "ulonglong", "ushort"};
    static_assert(std::ranges::is_sorted(elements));
    if (word.size() < 2 || word.back() < '1' || word.back() > '4') return false;
    return std::ranges::binary_search(elements, word.substr(0, word.size() - 1));
}

bool begins_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

class LineScanner {
  public:
    LineScanner(std::string_view line, LineState& state) : line_(line), state_(state) {}

    std::vector<SyntaxSpan> run() {
        if (state_ == LineState::line_comment) {
            line_comment();
        } else if (state_ == LineState::block_comment) {
            block_comment(0);
        }
        bool first = at_ == 0;
        while (skip_blanks()) {
            if (first && peek() == '#') {
                directive();
            } else {
                next();
            }
            first = false;
        }
        return std::move(spans_);
    }

  private:
    char peek(std::size_t ahead = 0) const {
        return at_ + ahead < line_.size() ? line_[at_ + ahead] : '\0';
    }
    bool skip_blanks() {
        while (at_ < line_.size() && is_blank(line_[at_])) ++at_;
        return at_ < line_.size();
    }
    void add(std::size_t begin, SyntaxClass what) {
        spans_.push_back({static_cast<int>(begin), static_cast<int>(at_), what});
    }

    void next() {
        const char c = peek();
        if (c == '/' && peek(1) == '/') {
            line_comment();
        } else if (c == '/' && peek(1) == '*') {
            block_comment(2);
        } else if (begins_name(c)) {
            word();
        } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
            number();
        } else if (c == '"' || c == '\'') {
            quoted(c);
        } else {
            const std::size_t begin = at_++;
            add(begin, SyntaxClass::plain);
        }
    }

    /// A backslash at its end takes the next line in.
    void line_comment() {
        const std::size_t begin = at_;
        at_ = line_.size();
        state_ = line_.ends_with('\\') ? LineState::line_comment : LineState::code;
        if (at_ > begin) add(begin, SyntaxClass::comment);
    }

    void block_comment(std::size_t opening) {
        const std::size_t begin = at_, end = line_.find("*/", at_ + opening);
        const bool ends = end != std::string_view::npos;
        at_ = ends ? end + 2 : line_.size();
        state_ = ends ? LineState::code : LineState::block_comment;
        if (at_ > begin) add(begin, SyntaxClass::comment);
    }

    std::string_view take_name() {
        const std::size_t begin = at_;
        while (begins_name(peek()) || is_digit(peek())) ++at_;
        return line_.substr(begin, at_ - begin);
    }

    void word() {
        const std::size_t begin = at_;
        const std::string_view name = take_name();
        add(begin, class_of(name));
    }

    SyntaxClass class_of(std::string_view name) const {
        if (std::ranges::binary_search(keywords, name)) return SyntaxClass::keyword;
        if (std::ranges::binary_search(types, name) || is_vector_type(name))
            return SyntaxClass::type;
        if (std::ranges::binary_search(qualifiers, name)) return SyntaxClass::qualifier;
        if (std::ranges::binary_search(variables, name)) return SyntaxClass::builtin;
        // A variable may be called as a function is.
        const std::size_t behind = line_.find_first_not_of(" \t", at_);
        const bool called =
            behind != std::string_view::npos && (line_[behind] == '(' || line_[behind] == '<');
        if (called && language::find_builtin(name) != nullptr) return SyntaxClass::builtin;
        return SyntaxClass::plain;
    }

    void number() {
        const std::size_t begin = at_++;
        const bool hexadecimal = line_[begin] == '0' && (peek() == 'x' || peek() == 'X');
        while (at_ < line_.size()) {
            const char c = peek(), before = line_[at_ - 1];
            const bool exponent =
                hexadecimal ? before == 'p' || before == 'P' : before == 'e' || before == 'E';
            const bool digit = begins_name(c) || is_digit(c) || c == '.' ||
                               ((c == '+' || c == '-') && exponent) ||
                               (c == '\'' && is_digit(peek(1)));
            if (!digit) break;
            ++at_;
        }
        add(begin, SyntaxClass::number);
    }

    /// One that is not closed ends with its line.
    void quoted(char quote) {
        const std::size_t begin = at_++;
        while (at_ < line_.size() && line_[at_] != quote) {
            at_ += line_[at_] == '\\' && at_ + 1 < line_.size() ? 2 : 1;
        }
        if (at_ < line_.size()) ++at_;
        add(begin, SyntaxClass::string);
    }

    /// "#" and its word, the name that it defines or asks for, and what it includes.
    void directive() {
        const std::size_t begin = at_++;
        skip_blanks();
        const std::string_view name = take_name();
        add(begin, SyntaxClass::directive);
        if (name == "define" || name == "undef" || name == "ifdef" || name == "ifndef") {
            skip_blanks();
            const std::size_t defined = at_;
            if (!take_name().empty()) add(defined, SyntaxClass::directive);
        } else if (name == "include" && skip_blanks() && peek() == '<') {
            const std::size_t file = at_;
            at_ = std::min(line_.find('>', at_), line_.size() - 1) + 1;
            add(file, SyntaxClass::string);
        }
    }

    std::string_view line_;
    LineState& state_;
    std::size_t at_ = 0;
    std::vector<SyntaxSpan> spans_;
};

constexpr std::string_view opening = "([{", closing = ")]}";

/// The brackets of a line that count, as (column, bracket).
std::vector<std::pair<int, char>> brackets_of(std::string_view line, LineState state) {
    std::vector<std::pair<int, char>> found;
    for (const SyntaxSpan& span : syntax_of(line, state)) {
        const char c = line[static_cast<std::size_t>(span.begin)];
        if (span.what != SyntaxClass::plain || span.end - span.begin != 1) continue;
        if (opening.find(c) != std::string_view::npos || closing.find(c) != std::string_view::npos)
            found.emplace_back(span.begin, c);
    }
    return found;
}

/// The counterpart of the bracket at `at`, which opens if `forward`. Another kind of bracket in
/// its way means that it has none.
std::optional<Position> counterpart(const TextBuffer& text, const std::vector<LineState>& states,
                                    Position at, bool forward) {
    std::vector<char> open;  // those that wait for theirs, the first one is that at `at`
    const int last = forward ? text.lines() : -1, by = forward ? 1 : -1;
    for (int line = at.line; line != last; line += by) {
        auto brackets = brackets_of(text.line(line), states[static_cast<std::size_t>(line)]);
        if (!forward) std::ranges::reverse(brackets);
        for (const auto& [column, c] : brackets) {
            const bool before = forward ? column < at.column : column > at.column;
            if (line == at.line && before) continue;
            const std::string_view begins = forward ? opening : closing;
            const std::string_view ends = forward ? closing : opening;
            if (const std::size_t kind = begins.find(c); kind != std::string_view::npos) {
                open.push_back(ends[kind]);
                continue;
            }
            if (open.empty() || open.back() != c) return std::nullopt;
            open.pop_back();
            if (open.empty()) return Position{line, column};
        }
    }
    return std::nullopt;
}

}  // namespace

std::vector<SyntaxSpan> syntax_of(std::string_view line, LineState& state) {
    return LineScanner{line, state}.run();
}

std::vector<LineState> line_states(const TextBuffer& text) {
    std::vector<LineState> states;
    states.reserve(static_cast<std::size_t>(text.lines()));
    LineState state = LineState::code;
    for (int line = 0; line < text.lines(); ++line) {
        states.push_back(state);
        syntax_of(text.line(line), state);
    }
    return states;
}

std::optional<std::pair<Position, Position>> brackets_at(const TextBuffer& text,
                                                         const std::vector<LineState>& states,
                                                         Position at) {
    for (const Position place : {at, Position{at.line, at.column - 1}}) {
        if (place.column < 0 || place.column >= text.length(place.line)) continue;
        const auto brackets =
            brackets_of(text.line(place.line), states[static_cast<std::size_t>(place.line)]);
        const auto found = std::ranges::find(brackets, place.column, &std::pair<int, char>::first);
        if (found == brackets.end()) continue;
        const bool forward = opening.find(found->second) != std::string_view::npos;
        const auto other = counterpart(text, states, place, forward);
        if (!other) continue;
        return forward ? std::pair{place, *other} : std::pair{*other, place};
    }
    return std::nullopt;
}

}  // namespace stridescope::editor

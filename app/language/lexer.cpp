#include <fmt/format.h>

#include <cctype>
#include <cstring>

#include "app/language/token.h"

namespace stridescope::language {
namespace {

struct Spelled {
    std::string_view text;
    Punct punct;
};

// Longest first, so that the first that fits is the right one.
constexpr std::array spelled{
    Spelled{"<<<", Punct::launch_open}, Spelled{">>>", Punct::launch_close},
    Spelled{"<<=", Punct::left_assign}, Spelled{">>=", Punct::right_assign},
    Spelled{"...", Punct::ellipsis},    Spelled{"->", Punct::arrow},
    Spelled{"++", Punct::increment},    Spelled{"--", Punct::decrement},
    Spelled{"<<", Punct::shift_left},   Spelled{">>", Punct::shift_right},
    Spelled{"<=", Punct::less_equal},   Spelled{">=", Punct::greater_equal},
    Spelled{"==", Punct::equal_equal},  Spelled{"!=", Punct::not_equal},
    Spelled{"&&", Punct::and_and},      Spelled{"||", Punct::or_or},
    Spelled{"::", Punct::scope},        Spelled{"*=", Punct::star_assign},
    Spelled{"/=", Punct::slash_assign}, Spelled{"%=", Punct::percent_assign},
    Spelled{"+=", Punct::plus_assign},  Spelled{"-=", Punct::minus_assign},
    Spelled{"&=", Punct::and_assign},   Spelled{"^=", Punct::xor_assign},
    Spelled{"|=", Punct::or_assign},    Spelled{"##", Punct::hash_hash},
    Spelled{"(", Punct::open_paren},    Spelled{")", Punct::close_paren},
    Spelled{"[", Punct::open_bracket},  Spelled{"]", Punct::close_bracket},
    Spelled{"{", Punct::open_brace},    Spelled{"}", Punct::close_brace},
    Spelled{".", Punct::dot},           Spelled{"&", Punct::ampersand},
    Spelled{"*", Punct::star},          Spelled{"+", Punct::plus},
    Spelled{"-", Punct::minus},         Spelled{"~", Punct::tilde},
    Spelled{"!", Punct::exclaim},       Spelled{"/", Punct::slash},
    Spelled{"%", Punct::percent},       Spelled{"<", Punct::less},
    Spelled{">", Punct::greater},       Spelled{"^", Punct::caret},
    Spelled{"|", Punct::pipe},          Spelled{"?", Punct::question},
    Spelled{":", Punct::colon},         Spelled{";", Punct::semicolon},
    Spelled{"=", Punct::assign},        Spelled{",", Punct::comma},
    Spelled{"#", Punct::hash},
};

// Indexed by Word - 1.
constexpr std::array<std::string_view, static_cast<std::size_t>(Word::count) - 1> words{
    "void",
    "bool",
    "char",
    "short",
    "int",
    "long",
    "float",
    "double",
    "signed",
    "unsigned",
    "auto",
    "struct",
    "const",
    "volatile",
    "__restrict__",
    "__restrict",
    "restrict",
    "constexpr",
    "static",
    "inline",
    "__inline__",
    "__inline",
    "__forceinline__",
    "__noinline__",
    "extern",
    "typedef",
    "using",
    "template",
    "typename",
    "class",
    "register",
    "thread_local",
    "__global__",
    "__device__",
    "__host__",
    "__shared__",
    "__constant__",
    "__managed__",
    "__launch_bounds__",
    "__align__",
    "alignas",
    "__grid_constant__",
    "if",
    "else",
    "for",
    "while",
    "do",
    "switch",
    "case",
    "default",
    "break",
    "continue",
    "return",
    "goto",
    "sizeof",
    "true",
    "false",
    "nullptr",
    "static_cast",
    "reinterpret_cast",
    "const_cast",
    "dynamic_cast",
    "new",
    "delete",
    "operator",
    "this",
    "static_assert",
    "namespace",
    "enum",
    "union",
    "try",
    "throw",
    "asm",
    "__asm__",
    "friend",
    "virtual",
    "public",
    "private",
    "decltype",
    "typeof",
    "__typeof__",
    "__typeof",
    "__attribute__",
    "pragma",
    "define",
    "undef",
    "include",
    "ifdef",
    "ifndef",
    "elif",
    "endif",
    "error",
    "line",
    "warning",
    "defined",
    "__VA_ARGS__",
    "__FILE__",
    "__LINE__",
    "__COUNTER__",
    "__has_include",
    "_Pragma",
};

std::uint32_t hash_of(std::string_view text) {
    std::uint32_t h = 2166136261u;
    for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 16777619u;
    return h;
}

bool starts_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Reads one file from its first character to its last.
class Lexer {
  public:
    Lexer(std::string_view text, std::uint16_t file, Names& names, std::vector<StepComment>* steps)
        : at_(text.data()),
          end_(text.data() + text.size()),
          line_begin_(at_),
          file_(file),
          names_(names),
          steps_(steps) {
        tokens_.reserve(text.size() / 4 + 16);
        // Some editors put a mark of the encoding before the text.
        if (text.starts_with("\xEF\xBB\xBF")) line_begin_ = at_ += 3;
    }

    std::vector<Token> run() {
        while (skip_blanks()) {
            if (tokens_.empty() && peek() == '%' && peek(1) == '%')
                skip_cell_mark();
            else
                next();
        }
        Token end;
        end.line_start = true;
        end.place = here();
        tokens_.push_back(end);
        return std::move(tokens_);
    }

  private:
    Place here() const {
        return {line_,
                static_cast<std::uint16_t>(std::min<std::ptrdiff_t>(at_ - line_begin_, 65533) + 1),
                file_};
    }
    char peek(int n = 0) const { return end_ - at_ > n ? at_[n] : '\0'; }
    void newline() {
        ++line_;
        line_begin_ = at_;
    }

    /// Whether anything is left after blanks, comments and continued lines.
    bool skip_blanks() {
        while (at_ < end_) {
            const char c = *at_;
            if (c == '\n') {
                ++at_;
                newline();
                line_start_ = true;
                space_ = true;
            } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
                ++at_;
                space_ = true;
            } else if (c == '\\' && (peek(1) == '\n' || (peek(1) == '\r' && peek(2) == '\n'))) {
                at_ += peek(1) == '\n' ? 2 : 3;
                newline();
                space_ = true;
            } else if (c == '/' && peek(1) == '/') {
                line_comment();
                space_ = true;
            } else if (c == '/' && peek(1) == '*') {
                skip_comment();
            } else {
                return true;
            }
        }
        return false;
    }

    /// A cell of a notebook begins with a line that is the notebook's: %%writefile scan.cu
    void skip_cell_mark() {
        while (at_ < end_ && *at_ != '\n') ++at_;
    }

    void line_comment() {
        const Place place = here();
        const char* begin = at_ + 2;
        while (at_ < end_ && *at_ != '\n') ++at_;
        if (steps_ == nullptr) return;
        constexpr std::string_view blanks = " \t\r", word = "step:";
        const auto trim = [&](std::string_view text) {
            const std::size_t first = text.find_first_not_of(blanks);
            if (first == std::string_view::npos) return std::string_view{};
            return text.substr(first, text.find_last_not_of(blanks) - first + 1);
        };
        const std::string_view text = trim({begin, static_cast<std::size_t>(at_ - begin)});
        if (!text.starts_with(word)) return;
        const std::string_view name = trim(text.substr(word.size()));
        if (!name.empty()) steps_->push_back({place, name});
    }

    void skip_comment() {
        const Place begin = here();
        at_ += 2;
        while (end_ - at_ >= 2 && (at_[0] != '*' || at_[1] != '/')) {
            if (*at_++ == '\n') newline();
        }
        if (end_ - at_ < 2)
            throw FaultError(begin, "this comment never ends: close it with \"*/\"");
        at_ += 2;
        space_ = true;
    }

    void next() {
        Token token;
        token.place = here();
        token.line_start = std::exchange(line_start_, false);
        token.space_before = std::exchange(space_, false);
        const char* begin = at_;
        const char c = *at_;
        if (starts_name(c)) {
            while (at_ < end_ && (starts_name(*at_) || is_digit(*at_))) ++at_;
            token.kind = TokenKind::identifier;
            token.text = {begin, static_cast<std::size_t>(at_ - begin)};
            if (peek() == '"' && (token.text == "R" || token.text == "u8R")) {
                token.kind = TokenKind::string;
                token.text = raw_string(token.place);
                tokens_.push_back(token);
                return;
            }
            if (peek() == '"' && token.text == "u8") {
                begin = at_;
                quoted('"');
                token.kind = TokenKind::string;
            } else {
                token.atom = names_.intern(token.text);
            }
        } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
            number();
            token.kind = TokenKind::number;
        } else if (c == '"' || c == '\'') {
            quoted(c);
            token.kind = c == '"' ? TokenKind::string : TokenKind::character;
        } else {
            token.kind = TokenKind::punctuator;
            token.punct = punctuator();
        }
        token.text = {begin, static_cast<std::size_t>(at_ - begin)};
        tokens_.push_back(token);
    }

    /// R"mark(…)mark", behind the R: as a literal that says the same with backslashes.
    std::string_view raw_string(const Place& begin) {
        const std::string_view rest{at_ + 1, static_cast<std::size_t>(end_ - at_ - 1)};
        constexpr std::size_t longest_mark = 16;
        const std::size_t open = rest.find('(');
        const std::string close =
            open <= longest_mark ? fmt::format("){}\"", rest.substr(0, open)) : std::string{};
        const std::size_t end = close.empty() ? std::string_view::npos : rest.find(close, open + 1);
        if (end == std::string_view::npos)
            throw FaultError(begin, "this raw string never ends: it is R\"(…)\"");
        std::string text = "\"";
        for (const char c : rest.substr(open + 1, end - open - 1)) {
            ++at_;
            if (c == '\n') newline();
            if (c == '\r') continue;
            if (c == '"' || c == '\\') text += '\\';
            text += c == '\n' ? std::string{"\\n"} : std::string{c};
        }
        at_ = rest.data() + end + close.size();
        return names_.keep(text + '"');
    }

    /// Everything that could belong to a number; whether it is one is seen when it is read.
    void number() {
        while (at_ < end_) {
            const char c = *at_;
            if ((c == '+' || c == '-') && at_[-1] != '\'' &&
                std::strchr("eEpP", at_[-1]) != nullptr) {  // also of 0xe+1, as C has it
                ++at_;
            } else if (is_digit(c) || starts_name(c) || c == '.' ||
                       (c == '\'' && std::isalnum(static_cast<unsigned char>(peek(1))))) {
                ++at_;
            } else {
                break;
            }
        }
    }

    void quoted(char quote) {
        const Place begin = here();
        ++at_;
        while (at_ < end_ && *at_ != quote && *at_ != '\n')
            at_ += *at_ == '\\' && end_ - at_ > 1 ? 2 : 1;
        if (at_ >= end_ || *at_ != quote) {
            throw FaultError(begin, quote == '"'
                                        ? "this string never ends: close it with '\"'"
                                        : "this character never ends: close it with \"'\"");
        }
        ++at_;
    }

    Punct punctuator() {
        const std::string_view rest{at_, static_cast<std::size_t>(end_ - at_)};
        for (const Spelled& s : spelled) {
            if (rest.starts_with(s.text)) {
                at_ += s.text.size();
                return s.punct;
            }
        }
        if (*at_ == '\\' && is_including()) {
            ++at_;
            return Punct::slash;
        }
        const auto byte = static_cast<unsigned char>(*at_);
        throw FaultError(here(), byte >= 0x80
                                     ? std::string{"this character is not ASCII: only ASCII is "
                                                   "allowed outside comments and strings"}
                                     : fmt::format("unexpected \"{}\"", *at_));
    }

    /// Whether this line begins with #include: then a path of Windows may stand there.
    bool is_including() const {
        std::size_t first = tokens_.size();
        while (first > 0 && tokens_[first - 1].place.line == line_) --first;
        return first + 1 < tokens_.size() && tokens_[first].punct == Punct::hash &&
               tokens_[first + 1].text == "include";
    }

    const char* at_;
    const char* end_;
    const char* line_begin_;
    std::uint32_t line_ = 1;
    std::uint16_t file_;
    bool line_start_ = true, space_ = false;
    Names& names_;
    std::vector<StepComment>* steps_ = nullptr;
    std::vector<Token> tokens_;
};

}  // namespace

Names::Names() : texts_(1), hashes_(1), table_(2048) {
    texts_.reserve(1024);
    hashes_.reserve(1024);
    for (const std::string_view word : words) intern(word);
}

Atom Names::intern(std::string_view name) {
    if (texts_.size() * 2 > table_.size()) grow();
    const std::uint32_t hash = hash_of(name);
    std::size_t slot = hash & (table_.size() - 1);
    while (table_[slot] != 0) {
        const Atom atom = table_[slot];
        if (hashes_[atom] == hash && texts_[atom] == name) return atom;
        slot = (slot + 1) & (table_.size() - 1);
    }
    const auto atom = static_cast<Atom>(texts_.size());
    table_[slot] = atom;
    texts_.push_back(name);
    hashes_.push_back(hash);
    return atom;
}

void Names::grow() {
    table_.assign(table_.size() * 2, 0);
    for (Atom atom = 1; atom < texts_.size(); ++atom) {
        std::size_t slot = hashes_[atom] & (table_.size() - 1);
        while (table_[slot] != 0) slot = (slot + 1) & (table_.size() - 1);
        table_[slot] = atom;
    }
}

std::string_view Names::keep(std::string text) {
    kept_.push_back(std::make_unique<std::string>(std::move(text)));
    return *kept_.back();
}

std::vector<Token> lex(std::string_view text, std::uint16_t file, Names& names,
                       std::vector<StepComment>* steps) {
    return Lexer(text, file, names, steps).run();
}

std::string_view spelling(Punct punct) {
    for (const Spelled& s : spelled) {
        if (s.punct == punct) return s.text;
    }
    return "";
}

}  // namespace stridescope::language

#include "app/language/packs.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace stridescope::language {
namespace {

using Tokens = std::span<const Token>;

bool is(const Token& t, Punct p) {
    return t.kind == TokenKind::punctuator && t.punct == p;
}

bool opens(const Token& t) {
    return is(t, Punct::open_paren) || is(t, Punct::open_bracket) || is(t, Punct::open_brace);
}

bool closes(const Token& t) {
    return is(t, Punct::close_paren) || is(t, Punct::close_bracket) || is(t, Punct::close_brace);
}

/// The bracket that closes the one at `at`; the end where there is none.
std::size_t closing(Tokens tokens, std::size_t at) {
    int depth = 0;
    for (; at < tokens.size(); ++at) {
        if (opens(tokens[at])) ++depth;
        if (closes(tokens[at]) && --depth == 0) break;
    }
    return at;
}

/// What stands between two patterns of a fold.
bool is_fold_operator(const Token& t) {
    constexpr Punct all[] = {
        Punct::plus,        Punct::minus,         Punct::star,         Punct::slash,
        Punct::percent,     Punct::and_and,       Punct::or_or,        Punct::ampersand,
        Punct::pipe,        Punct::caret,         Punct::comma,        Punct::shift_left,
        Punct::less,        Punct::greater,       Punct::less_equal,   Punct::equal_equal,
        Punct::not_equal,   Punct::greater_equal, Punct::assign,       Punct::plus_assign,
        Punct::star_assign, Punct::and_assign,    Punct::minus_assign, Punct::shift_right,
        Punct::or_assign,   Punct::xor_assign};
    return t.kind == TokenKind::punctuator && std::ranges::find(all, t.punct) != std::end(all);
}

class Writer {
  public:
    Writer(Packs packs, Names& names, std::optional<std::size_t> autos)
        : packs_(std::move(packs)), names_(names), autos_(autos) {}

    void write(Tokens tokens);

    std::vector<Token> out;

  private:
    /// How many there are of what is written with a pack; nothing: the tokens name none.
    std::optional<std::size_t> count_in(Tokens pattern) const;
    bool write_size(Tokens tokens, std::size_t& at);
    bool write_fold(Tokens inner, const Token& open);
    void write_parts(Tokens pattern, const Token* declared, std::size_t count);
    void write_pattern(Tokens pattern, std::size_t part);
    void add(const Token& like, Punct punct);
    void add_name(Token name, std::size_t part);

    Packs packs_;
    Names& names_;
    std::optional<std::size_t> autos_;
    std::optional<std::size_t> part_;  ///< that packs stand for here
};

std::optional<std::size_t> Writer::count_in(Tokens pattern) const {
    for (const Token& t : pattern) {
        if (t.kind != TokenKind::identifier) continue;
        if (const auto found = packs_.find(t.atom); found != packs_.end()) return found->second;
        if (t.atom == static_cast<Atom>(Word::kw_auto) && autos_) return autos_;
    }
    return std::nullopt;
}

void Writer::add(const Token& like, Punct punct) {
    Token token = like;
    token.kind = TokenKind::punctuator;
    token.punct = punct;
    token.atom = 0;
    token.text = spelling(punct);
    out.push_back(token);
}

void Writer::add_name(Token name, std::size_t part) {
    name.text = names_.keep(part_name(name.text, part));
    name.atom = names_.intern(name.text);
    out.push_back(name);
}

/// sizeof...(args)
bool Writer::write_size(Tokens tokens, std::size_t& at) {
    if (tokens[at].atom != static_cast<Atom>(Word::kw_sizeof) || at + 4 >= tokens.size() ||
        !is(tokens[at + 1], Punct::ellipsis))
        return false;
    const auto found = packs_.find(tokens[at + 3].atom);
    if (found == packs_.end()) return false;
    Token number = tokens[at];
    number.kind = TokenKind::number;
    number.atom = 0;
    number.text = names_.keep(fmt::format("{}ull", found->second));
    out.push_back(number);
    at += 4;
    return true;
}

void Writer::write_pattern(Tokens pattern, std::size_t part) {
    const std::optional<std::size_t> outer = part_;
    part_ = part;
    write(pattern);
    part_ = outer;
}

/// The pattern for each part, with commas between; `declared`: the name that each declares.
void Writer::write_parts(Tokens pattern, const Token* declared, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        if (i > 0) add(pattern[0], Punct::comma);
        write_pattern(pattern, i);
        if (declared != nullptr) add_name(*declared, i);
    }
}

/// (args + ...), (... + args), (args + ... + first), (first + ... + args)
bool Writer::write_fold(Tokens inner, const Token& open) {
    std::size_t dots = 0;
    while (dots < inner.size() && !is(inner[dots], Punct::ellipsis))
        dots = opens(inner[dots]) ? closing(inner, dots) + 1 : dots + 1;
    if (dots >= inner.size() || inner.size() < 3) return false;
    const bool left = dots > 0 && is_fold_operator(inner[dots - 1]);
    const bool right = dots + 1 < inner.size() && is_fold_operator(inner[dots + 1]);
    const Tokens before = left ? inner.first(dots - 1) : Tokens{};
    const Tokens behind = right ? inner.subspan(dots + 2) : Tokens{};
    if ((!left && dots > 0) || (!right && dots + 1 < inner.size())) return false;
    const std::optional<std::size_t> first = count_in(before), second = count_in(behind);
    if (!first && !second) return false;
    const Token& op = left ? inner[dots - 1] : inner[dots + 1];
    const Tokens pattern = first ? before : behind;
    const Tokens initial = first ? behind : before;
    const std::size_t count = first ? *first : *second;
    const auto part = [&](std::size_t i) {
        add(open, Punct::open_paren);
        write_pattern(pattern, i);
        add(open, Punct::close_paren);
    };
    const auto initially = [&] {
        add(open, Punct::open_paren);
        write(initial);
        add(open, Punct::close_paren);
    };
    add(open, Punct::open_paren);
    if (count == 0 && initial.empty()) {
        Token nothing = open;
        nothing.kind = TokenKind::number;
        nothing.atom = 0;
        nothing.text = is(op, Punct::and_and) ? "1" : "0";
        out.push_back(nothing);
    } else if (first) {
        // From the right: a0 + (a1 + (a2 + first)).
        const bool begins = !initial.empty();
        for (std::size_t i = 0; i < count; ++i) {
            part(i);
            if (i + 1 == count && !begins) break;
            out.push_back(op);
            add(open, Punct::open_paren);
        }
        if (begins) initially();
        const std::size_t opened = begins ? count : count - 1;
        for (std::size_t i = 0; i < opened; ++i) add(open, Punct::close_paren);
    } else {
        // From the left: ((first + a0) + a1) + a2.
        const bool begins = !initial.empty();
        const std::size_t steps = begins ? count : count - 1;
        for (std::size_t i = 0; i < steps; ++i) add(open, Punct::open_paren);
        if (begins)
            initially();
        else
            part(0);
        for (std::size_t i = begins ? 0 : 1; i < count; ++i) {
            out.push_back(op);
            part(i);
            add(open, Punct::close_paren);
        }
    }
    add(open, Punct::close_paren);
    return true;
}

/// Where the pattern before the dots at `dots` begins: behind a comma, a bracket, or a "<" that is
/// still open.
std::size_t pattern_begin(Tokens tokens, std::size_t dots, std::size_t from) {
    int brackets = 0, angles = 0;
    std::size_t at = dots;
    for (; at > from; --at) {
        const Token& t = tokens[at - 1];
        if (closes(t)) ++brackets;
        if (opens(t) && --brackets < 0) break;
        if (brackets > 0) continue;
        if (is(t, Punct::greater)) ++angles;
        if (is(t, Punct::shift_right)) angles += 2;
        if (is(t, Punct::less) && --angles < 0) break;
        if (angles > 0) continue;
        if (is(t, Punct::comma) || is(t, Punct::semicolon) || is(t, Punct::colon)) break;
        if (t.atom == static_cast<Atom>(Word::kw_return) && t.kind == TokenKind::identifier) break;
    }
    return at;
}

void Writer::write(Tokens tokens) {
    // Nothing is written before a pattern is known to be none: where the next dots are is asked
    // first.
    std::size_t at = 0;
    while (at < tokens.size()) {
        const Token& token = tokens[at];
        if (write_size(tokens, at)) {
            ++at;
            continue;
        }
        std::size_t dots = at;
        while (dots < tokens.size() && !is(tokens[dots], Punct::ellipsis)) {
            if (closes(tokens[dots]) || is(tokens[dots], Punct::comma) ||
                is(tokens[dots], Punct::semicolon)) {
                dots = tokens.size();
                break;
            }
            if (tokens[dots].atom == static_cast<Atom>(Word::kw_sizeof) &&
                tokens[dots].kind == TokenKind::identifier)
                ++dots;
            dots =
                dots < tokens.size() && opens(tokens[dots]) ? closing(tokens, dots) + 1 : dots + 1;
        }
        if (dots < tokens.size() && dots > at && pattern_begin(tokens, dots, at) == at) {
            const Tokens pattern = tokens.subspan(at, dots - at);
            if (const std::optional<std::size_t> count = count_in(pattern)) {
                const bool declares =
                    dots + 1 < tokens.size() && tokens[dots + 1].kind == TokenKind::identifier;
                const Token* declared = declares ? &tokens[dots + 1] : nullptr;
                if (declared != nullptr) packs_[declared->atom] = *count;
                write_parts(pattern, declared, *count);
                at = dots + (declares ? 2 : 1);
                // Where there is none, not even the comma stays.
                if (*count == 0 && !out.empty() && is(out.back(), Punct::comma))
                    out.pop_back();
                else if (*count == 0 && at < tokens.size() && is(tokens[at], Punct::comma))
                    ++at;
                continue;
            }
        }
        if (opens(token)) {
            const std::size_t end = closing(tokens, at);
            const Tokens inner = tokens.subspan(at + 1, std::min(end, tokens.size()) - at - 1);
            if (!is(token, Punct::open_paren) || !write_fold(inner, token)) {
                out.push_back(token);
                write(inner);
                if (end < tokens.size()) out.push_back(tokens[end]);
            }
            at = end + 1;
            continue;
        }
        const auto pack =
            token.kind == TokenKind::identifier ? packs_.find(token.atom) : packs_.end();
        if (pack != packs_.end() && part_)
            add_name(token, *part_);
        else
            out.push_back(token);
        ++at;
    }
}

}  // namespace

std::string part_name(std::string_view pack, std::size_t index) {
    return fmt::format("{}__{}", pack, index);
}

std::vector<Token> written_out(std::span<const Token> tokens, Packs packs, Names& names,
                               std::optional<std::size_t> autos) {
    Writer writer{std::move(packs), names, autos};
    writer.out.reserve(tokens.size() * 2);
    writer.write(tokens);
    return std::move(writer.out);
}

}  // namespace stridescope::language

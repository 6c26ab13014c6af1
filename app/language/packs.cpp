#include "app/language/packs.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/language/source.h"

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

bool ends_pattern(const Token& t) {
    return closes(t) || is(t, Punct::comma) || is(t, Punct::semicolon);
}

bool is_sizeof(const Token& t) {
    return t.kind == TokenKind::identifier && t.atom == static_cast<Atom>(Word::kw_sizeof);
}

/// How many tokens a pack may come to beyond those of the text: 64 parts of 4,000 tokens each.
constexpr std::size_t most_written = 256'000;

/// How deep brackets and patterns lie in each other: each is a call of the writer by itself.
constexpr int deepest = 200;

/// Where tokens from `begin` to `end` lie in all that are written out.
struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;

    std::size_t size() const { return end - begin; }
    bool empty() const { return begin == end; }
};

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
    Writer(Tokens all, Packs packs, Names& names, std::optional<std::size_t> autos);

    void write(Range range);

    std::vector<Token> out;

  private:
    /// How many there are of what is written with a pack; nothing: the tokens name none.
    std::optional<std::size_t> count_in(Range pattern) const;
    std::size_t pattern_begin(std::size_t dots, std::size_t from) const;
    std::size_t fold_dots(Range inner) const;
    bool write_size(Range range, std::size_t& at);
    bool write_expansion(Range range, std::size_t& at, std::size_t dots);
    std::size_t write_brackets(Range range, std::size_t at);
    bool write_fold(Range inner, const Token& open);
    void write_parts(Range pattern, const Token* declared, std::size_t count);
    void write_pattern(Range pattern, std::size_t part);
    void put(const Token& token);
    void add(const Token& like, Punct punct);
    void add_name(Token name, std::size_t part);

    Tokens all_;
    /// Of each bracket that opens, the one that closes it; how many tokens there are if none does.
    std::vector<std::size_t> closing_;
    /// The dots of the pattern that each token may be in, in the brackets where the token is; how
    /// many tokens there are if none follow.
    std::vector<std::size_t> dots_;
    int depth_ = 0;
    Packs packs_;
    Names& names_;
    std::optional<std::size_t> autos_;
    std::optional<std::size_t> part_;  ///< that packs stand for here
};

Writer::Writer(Tokens all, Packs packs, Names& names, std::optional<std::size_t> autos)
    : all_(all),
      closing_(all.size(), all.size()),
      dots_(all.size() + 1, all.size()),
      packs_(std::move(packs)),
      names_(names),
      autos_(autos) {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (opens(all[i])) open.push_back(i);
        if (!closes(all[i]) || open.empty()) continue;
        closing_[open.back()] = i;
        open.pop_back();
    }
    const auto behind = [&](std::size_t i) {
        if (i >= all.size()) return all.size();
        if (opens(all[i])) i = closing_[i];
        return dots_[std::min(i + 1, all.size())];
    };
    for (std::size_t i = all.size(); i-- > 0;) {
        if (is(all[i], Punct::ellipsis))
            dots_[i] = i;
        else if (!ends_pattern(all[i]))
            dots_[i] = behind(is_sizeof(all[i]) ? i + 1 : i);  // Its own dots end no pattern.
    }
    out.reserve(all.size() * 2);
}

std::optional<std::size_t> Writer::count_in(Range pattern) const {
    for (const Token& t : all_.subspan(pattern.begin, pattern.size())) {
        if (t.kind != TokenKind::identifier) continue;
        if (const auto found = packs_.find(t.atom); found != packs_.end()) return found->second;
        if (t.atom == static_cast<Atom>(Word::kw_auto) && autos_) return autos_;
    }
    return std::nullopt;
}

void Writer::put(const Token& token) {
    if (out.size() >= all_.size() + most_written)
        throw FaultError(token.place,
                         "with its packs written out, this is too long: give it fewer "
                         "arguments, or expand a pack once only");
    out.push_back(token);
}

void Writer::add(const Token& like, Punct punct) {
    Token token = like;
    token.kind = TokenKind::punctuator;
    token.punct = punct;
    token.atom = 0;
    token.text = spelling(punct);
    put(token);
}

void Writer::add_name(Token name, std::size_t part) {
    name.text = names_.keep(part_name(name.text, part));
    name.atom = names_.intern(name.text);
    put(name);
}

/// sizeof...(args)
bool Writer::write_size(Range range, std::size_t& at) {
    if (!is_sizeof(all_[at]) || at + 4 >= range.end || !is(all_[at + 1], Punct::ellipsis))
        return false;
    const auto found = packs_.find(all_[at + 3].atom);
    if (found == packs_.end()) return false;
    Token number = all_[at];
    number.kind = TokenKind::number;
    number.atom = 0;
    number.text = names_.keep(fmt::format("{}ull", found->second));
    put(number);
    at += 5;
    return true;
}

void Writer::write_pattern(Range pattern, std::size_t part) {
    const std::optional<std::size_t> outer = part_;
    part_ = part;
    write(pattern);
    part_ = outer;
}

/// The pattern for each part, with commas between; `declared`: the name that each declares.
void Writer::write_parts(Range pattern, const Token* declared, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        if (i > 0) add(all_[pattern.begin], Punct::comma);
        write_pattern(pattern, i);
        if (declared != nullptr) add_name(*declared, i);
    }
}

/// The dots of a fold, which its brackets hold in no other brackets; the end where there are none.
std::size_t Writer::fold_dots(Range inner) const {
    std::size_t dots = inner.begin;
    while (dots < inner.end && !is(all_[dots], Punct::ellipsis))
        dots = opens(all_[dots]) ? closing_[dots] + 1 : dots + 1;
    return std::min(dots, inner.end);
}

/// (args + ...), (... + args), (args + ... + first), (first + ... + args)
bool Writer::write_fold(Range inner, const Token& open) {
    const std::size_t dots = fold_dots(inner);
    if (dots >= inner.end || inner.size() < 3) return false;
    const bool left = dots > inner.begin && is_fold_operator(all_[dots - 1]);
    const bool right = dots + 1 < inner.end && is_fold_operator(all_[dots + 1]);
    const Range before = left ? Range{inner.begin, dots - 1} : Range{};
    const Range behind = right ? Range{dots + 2, inner.end} : Range{};
    if ((!left && dots > inner.begin) || (!right && dots + 1 < inner.end)) return false;
    const std::optional<std::size_t> first = count_in(before), second = count_in(behind);
    if (!first && !second) return false;
    const Token& op = left ? all_[dots - 1] : all_[dots + 1];
    const Range pattern = first ? before : behind;
    const Range initial = first ? behind : before;
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
        put(nothing);
    } else if (first) {
        // From the right: a0 + (a1 + (a2 + first)).
        const bool begins = !initial.empty();
        for (std::size_t i = 0; i < count; ++i) {
            part(i);
            if (i + 1 == count && !begins) break;
            put(op);
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
            put(op);
            part(i);
            add(open, Punct::close_paren);
        }
    }
    add(open, Punct::close_paren);
    return true;
}

/// Where the pattern before the dots at `dots` begins: behind a comma, a bracket, or a "<" that is
/// still open; not before `from`.
std::size_t Writer::pattern_begin(std::size_t dots, std::size_t from) const {
    int brackets = 0, angles = 0;
    std::size_t at = dots;
    for (; at > from; --at) {
        const Token& t = all_[at - 1];
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

/// The pattern from `at` to its dots, which then lie behind; false: it names no pack.
bool Writer::write_expansion(Range range, std::size_t& at, std::size_t dots) {
    const Range pattern{at, dots};
    const std::optional<std::size_t> count = count_in(pattern);
    if (!count) return false;
    const bool declares = dots + 1 < range.end && all_[dots + 1].kind == TokenKind::identifier;
    const Token* declared = declares ? &all_[dots + 1] : nullptr;
    if (declared != nullptr) packs_[declared->atom] = *count;
    write_parts(pattern, declared, *count);
    at = dots + (declares ? 2 : 1);
    // Where there is none, not even the comma stays.
    if (*count == 0 && !out.empty() && is(out.back(), Punct::comma))
        out.pop_back();
    else if (*count == 0 && at < range.end && is(all_[at], Punct::comma))
        ++at;
    return true;
}

/// The brackets that open at `at` and what they hold; where it goes on behind them.
std::size_t Writer::write_brackets(Range range, std::size_t at) {
    const Token& open = all_[at];
    const std::size_t end = std::min(closing_[at], range.end);
    const Range inner{at + 1, end};
    if (is(open, Punct::open_paren) && write_fold(inner, open)) return end + 1;
    put(open);
    write(inner);
    if (end < range.end) put(all_[end]);
    return end + 1;
}

void Writer::write(Range range) {
    if (depth_ >= deepest && !range.empty())
        throw FaultError(all_[range.begin].place, "this is nested too deeply");
    ++depth_;
    // The dots that were looked at last, and from where on what stands before them is their
    // pattern: asked once for all tokens before them, and not again where that names no pack.
    std::size_t known = all_.size(), begin = 0;
    std::size_t at = range.begin;
    while (at < range.end) {
        const Token& token = all_[at];
        if (write_size(range, at)) continue;
        const std::size_t dots = dots_[at];
        if (dots < range.end && dots > at) {
            if (dots != known) begin = pattern_begin(dots, at);
            known = dots;
            if (begin == at) {
                if (write_expansion(range, at, dots)) continue;
                begin = all_.size();
            }
        }
        if (opens(token)) {
            at = write_brackets(range, at);
            continue;
        }
        const auto pack =
            token.kind == TokenKind::identifier ? packs_.find(token.atom) : packs_.end();
        if (pack != packs_.end() && part_)
            add_name(token, *part_);
        else
            put(token);
        ++at;
    }
    --depth_;
}

}  // namespace

std::string part_name(std::string_view pack, std::size_t index) {
    return fmt::format("{}__{}", pack, index);
}

std::vector<Token> written_out(std::span<const Token> tokens, Packs packs, Names& names,
                               std::optional<std::size_t> autos) {
    Writer writer{tokens, std::move(packs), names, autos};
    writer.write({0, tokens.size()});
    return std::move(writer.out);
}

}  // namespace stridescope::language

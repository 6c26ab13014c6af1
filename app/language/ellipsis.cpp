#include "app/language/ellipsis.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace stridescope::language {
namespace {

constexpr std::string_view rest_name = "ss_rest";
/// gcc's own names for those of <stdarg.h>.
constexpr std::string_view compiler_prefix = "__builtin_";

bool is_punct(const Token& token, Punct punct) {
    return token.kind == TokenKind::punctuator && token.punct == punct;
}

Token name_like(Token like, std::string_view name, Names& names) {
    like.kind = TokenKind::identifier;
    like.punct = Punct::none;
    like.text = name;
    like.atom = names.intern(name);
    return like;
}

Token punctuator_like(Token like, Punct punct, std::string_view text) {
    like.kind = TokenKind::punctuator;
    like.punct = punct;
    like.text = text;
    like.atom = 0;
    return like;
}

/// The function of C that takes the values themselves; empty: `name` takes no list of them.
std::string_view without_list(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> known{
        {{"vprintf", "printf"},
         {"vfprintf", "fprintf"},
         {"vsprintf", "sprintf"},
         {"vsnprintf", "snprintf"}}};
    const auto* const found = std::ranges::find(known, name, [](const auto& k) { return k.first; });
    return found == known.end() ? std::string_view{} : found->second;
}

/// Behind the parenthesis that closes what opens at `at`.
std::size_t behind_parenthesis(const std::vector<Token>& all, std::size_t at) {
    for (int depth = 0; at < all.size(); ++at) {
        if (is_punct(all[at], Punct::open_paren)) ++depth;
        if (is_punct(all[at], Punct::close_paren) && --depth == 0) return at + 1;
    }
    return at;
}

}  // namespace

bool write_as_pack(std::vector<Token>& function, Names& names) {
    const std::vector<Token>& all = function;
    std::size_t dots = 0;
    for (int depth = 0; dots < all.size(); ++dots) {
        if (is_punct(all[dots], Punct::open_paren)) ++depth;
        if (is_punct(all[dots], Punct::close_paren) && --depth == 0) return false;
        if (depth == 1 && is_punct(all[dots], Punct::ellipsis) && dots + 1 < all.size() &&
            is_punct(all[dots + 1], Punct::close_paren))
            break;
    }
    if (dots == all.size()) return false;
    std::vector<Token> out(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(dots));
    const auto add_rest = [&](const Token& like) {
        out.push_back(name_like(like, rest_name, names));
        out.push_back(punctuator_like(like, Punct::ellipsis, "..."));
    };
    out.push_back(name_like(all[dots], rest_type, names));
    out.push_back(all[dots]);
    out.push_back(name_like(all[dots], rest_name, names));
    std::vector<Atom> lists;
    const auto is_list = [&](const Token& token) {
        return token.kind == TokenKind::identifier && std::ranges::count(lists, token.atom) > 0;
    };
    for (std::size_t i = dots + 1; i < all.size(); ++i) {
        const Token& token = all[i];
        const bool is_name = token.kind == TokenKind::identifier;
        if (is_name && (token.text == "va_list" || token.text == "__builtin_va_list")) {
            // va_list a, b; int a, b: which of the arguments comes next.
            out.push_back(name_like(token, "int", names));
            for (++i; i < all.size() && !is_punct(all[i], Punct::semicolon); ++i) {
                out.push_back(all[i]);
                if (all[i].kind == TokenKind::identifier) lists.push_back(all[i].atom);
            }
            if (i < all.size()) out.push_back(all[i]);
            continue;
        }
        const std::string_view word = is_name && token.text.starts_with(compiler_prefix)
                                          ? token.text.substr(compiler_prefix.size())
                                      : is_name ? token.text
                                                : std::string_view{};
        if (word == "va_end") {
            i = behind_parenthesis(all, i + 1) - 1;
            continue;
        }
        const bool has_list = i + 2 < all.size() && is_list(all[i + 2]);
        if (has_list && (word == "va_start" || word == "va_copy")) {
            // va_start(a, last): a = 0. va_copy(a, b): a = b.
            const std::size_t end = behind_parenthesis(all, i + 1);
            out.push_back(all[i + 2]);
            out.push_back(punctuator_like(token, Punct::assign, "="));
            if (word == "va_copy") {
                out.push_back(all[end - 2]);
            } else {
                Token zero = token;
                zero.kind = TokenKind::number;
                zero.text = "0";
                zero.atom = 0;
                out.push_back(zero);
            }
            i = end - 1;
            continue;
        }
        if (has_list && word == "va_arg") {
            // va_arg(a, T): ss_argument<T>(a++, the rest …)
            const std::size_t end = behind_parenthesis(all, i + 1);
            out.push_back(name_like(token, "__ss_argument", names));
            out.push_back(punctuator_like(token, Punct::less, "<"));
            out.insert(out.end(), all.begin() + static_cast<std::ptrdiff_t>(i + 4),
                       all.begin() + static_cast<std::ptrdiff_t>(end - 1));
            out.push_back(punctuator_like(token, Punct::greater, ">"));
            out.push_back(all[i + 1]);
            out.push_back(all[i + 2]);
            out.push_back(punctuator_like(token, Punct::increment, "++"));
            out.push_back(punctuator_like(token, Punct::comma, ","));
            add_rest(token);
            out.push_back(all[end - 1]);
            i = end - 1;
            continue;
        }
        const std::string_view plain = is_name ? without_list(token.text) : std::string_view{};
        if (plain.empty() || i + 1 >= all.size() || !is_punct(all[i + 1], Punct::open_paren)) {
            out.push_back(token);
            continue;
        }
        const std::size_t end = behind_parenthesis(all, i + 1);
        // The format of printf would have to stand there in quotes.
        const bool to_output = plain == "printf";
        out.push_back(name_like(token, to_output ? "fprintf" : plain, names));
        out.push_back(all[i + 1]);
        if (to_output) {
            out.push_back(name_like(token, "stdout", names));
            out.push_back(punctuator_like(token, Punct::comma, ","));
        }
        for (i += 2; i < end; ++i) {
            const bool ends = i + 2 == end;
            if (ends && is_list(all[i])) {
                add_rest(all[i]);
            } else {
                out.push_back(all[i]);
            }
        }
        --i;
    }
    function = std::move(out);
    return true;
}

}  // namespace stridescope::language

#include "app/language/condition.h"

#include <fmt/format.h>

#include "app/language/preprocessor.h"

namespace stridescope::language {
namespace {

class Condition {
  public:
    Condition(const std::vector<Token>& tokens, Place place) : tokens_(tokens), place_(place) {}

    bool run() {
        const std::int64_t value = ternary();
        if (at_ != tokens_.size()) {
            throw FaultError(place_,
                             fmt::format("\"{}\" is not expected in #if", tokens_[at_].text));
        }
        return value != 0;
    }

  private:
    bool take(Punct punct) {
        if (at_ < tokens_.size() && tokens_[at_].kind == TokenKind::punctuator &&
            tokens_[at_].punct == punct) {
            ++at_;
            return true;
        }
        return false;
    }

    std::int64_t ternary() {
        const std::int64_t value = binary(0);
        if (!take(Punct::question)) return value;
        const std::int64_t yes = ternary();
        if (!take(Punct::colon)) throw FaultError(place_, "\":\" is missing in #if");
        const std::int64_t no = ternary();
        return value != 0 ? yes : no;
    }

    static int level(Punct punct) {
        switch (punct) {
            case Punct::or_or: return 1;
            case Punct::and_and: return 2;
            case Punct::pipe: return 3;
            case Punct::caret: return 4;
            case Punct::ampersand: return 5;
            case Punct::equal_equal:
            case Punct::not_equal: return 6;
            case Punct::less:
            case Punct::greater:
            case Punct::less_equal:
            case Punct::greater_equal: return 7;
            case Punct::shift_left:
            case Punct::shift_right: return 8;
            case Punct::plus:
            case Punct::minus: return 9;
            case Punct::star:
            case Punct::slash:
            case Punct::percent: return 10;
            default: return 0;
        }
    }

    std::int64_t binary(int least) {
        std::int64_t left = unary();
        while (at_ < tokens_.size() && tokens_[at_].kind == TokenKind::punctuator) {
            const Punct punct = tokens_[at_].punct;
            const int here = level(punct);
            if (here == 0 || here <= least) break;
            ++at_;
            left = apply(punct, left, binary(here));
        }
        return left;
    }

    std::int64_t apply(Punct punct, std::int64_t a, std::int64_t b) const {
        const auto wrap = [](auto value) { return static_cast<std::int64_t>(value); };
        const auto ua = static_cast<std::uint64_t>(a);
        const auto ub = static_cast<std::uint64_t>(b);
        switch (punct) {
            case Punct::or_or: return a != 0 || b != 0;
            case Punct::and_and: return a != 0 && b != 0;
            case Punct::pipe: return a | b;
            case Punct::caret: return a ^ b;
            case Punct::ampersand: return a & b;
            case Punct::equal_equal: return a == b;
            case Punct::not_equal: return a != b;
            case Punct::less: return a < b;
            case Punct::greater: return a > b;
            case Punct::less_equal: return a <= b;
            case Punct::greater_equal: return a >= b;
            case Punct::shift_left: return wrap(ua << (ub & 63));
            case Punct::shift_right: return a >> (ub & 63);
            case Punct::plus: return wrap(ua + ub);
            case Punct::minus: return wrap(ua - ub);
            case Punct::star: return wrap(ua * ub);
            default: break;
        }
        if (b == 0) throw FaultError(place_, "division by zero in #if");
        if (b == -1) return punct == Punct::slash ? wrap(0 - ua) : 0;
        return punct == Punct::slash ? a / b : a % b;
    }

    std::int64_t unary() {
        if (++depth_ > 200) throw FaultError(place_, "this #if is nested too deeply");
        const std::int64_t value = unary_inner();
        --depth_;
        return value;
    }

    std::int64_t unary_inner() {
        if (take(Punct::exclaim)) return unary() == 0;
        if (take(Punct::minus)) {
            return static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(unary()));
        }
        if (take(Punct::plus)) return unary();
        if (take(Punct::tilde)) return ~unary();
        if (take(Punct::open_paren)) {
            const std::int64_t value = ternary();
            if (!take(Punct::close_paren)) throw FaultError(place_, "\")\" is missing in #if");
            return value;
        }
        if (at_ == tokens_.size()) throw FaultError(place_, "something is missing in #if");
        const Token& token = tokens_[at_++];
        if (token.kind == TokenKind::identifier) {
            return token.atom == static_cast<Atom>(Word::kw_true) ? 1 : 0;
        }
        if (token.kind == TokenKind::character) {
            return static_cast<signed char>(unescape(token).at(0));
        }
        if (token.kind == TokenKind::number) {
            if (const auto value = parse_integer(token.text)) {
                return static_cast<std::int64_t>(value->value);
            }
        }
        throw FaultError(place_, fmt::format("\"{}\" is not expected in #if", token.text));
    }

    const std::vector<Token>& tokens_;
    Place place_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

}  // namespace

bool evaluate_condition(const std::vector<Token>& tokens, Place place) {
    return Condition(tokens, place).run();
}

std::optional<IntegerLiteral> parse_integer(std::string_view text) {
    IntegerLiteral result;
    unsigned base = 10;
    std::size_t i = 0;
    if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        base = 16;
        i = 2;
    } else if (text.size() > 2 && text[0] == '0' && (text[1] == 'b' || text[1] == 'B')) {
        base = 2;
        i = 2;
    } else if (text.size() > 1 && text[0] == '0') {
        base = 8;
    }
    result.decimal = base == 10;
    const std::size_t first = i;
    for (; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\'') continue;
        const char low = static_cast<char>(c | 0x20);
        const unsigned digit = c >= '0' && c <= '9'       ? static_cast<unsigned>(c - '0')
                               : low >= 'a' && low <= 'f' ? static_cast<unsigned>(low - 'a' + 10)
                                                          : 99u;
        if (digit >= base) break;
        result.value = result.value * base + digit;
    }
    if (i == first) return std::nullopt;
    for (; i < text.size(); ++i) {
        const char low = static_cast<char>(text[i] | 0x20);
        if (low == 'u' && !result.is_unsigned) {
            result.is_unsigned = true;
        } else if (low == 'l' && result.longs < 2) {
            ++result.longs;
        } else {
            return std::nullopt;
        }
    }
    return result;
}

namespace {

/// The digits behind `i`, so many at most; `i` is at the last one then.
unsigned hexadecimal(std::string_view text, std::size_t& i, std::size_t most) {
    unsigned value = 0;
    for (;
         most > 0 && i + 1 < text.size() && std::isxdigit(static_cast<unsigned char>(text[i + 1]));
         --most) {
        const char digit = text[++i];
        value = value * 16 +
                static_cast<unsigned>(digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10);
    }
    return value;
}

/// A character by its number, as a compiler writes it into a plain text.
void append_utf8(std::string& out, unsigned number) {
    const auto put = [&](unsigned byte) { out += static_cast<char>(byte); };
    const auto rest = [&](int shift) { put(0x80 | ((number >> shift) & 0x3f)); };
    if (number < 0x80) return put(number);
    if (number < 0x800) {
        put(0xc0 | (number >> 6));
    } else if (number < 0x10000) {
        put(0xe0 | (number >> 12));
        rest(6);
    } else {
        put(0xf0 | (number >> 18));
        rest(12);
        rest(6);
    }
    rest(0);
}

}  // namespace

std::string unescape(const Token& token) {
    std::string out;
    const std::string_view text = token.text.substr(1, token.text.size() - 2);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            out += text[i];
            continue;
        }
        const char c = text[++i];
        switch (c) {
            case 'n': out += '\n'; break;
            case 't': out += '\t'; break;
            case 'r': out += '\r'; break;
            case 'a': out += '\a'; break;
            case 'b': out += '\b'; break;
            case 'f': out += '\f'; break;
            case 'v': out += '\v'; break;
            case 'x': out += static_cast<char>(hexadecimal(text, i, text.size())); break;
            case 'u': append_utf8(out, hexadecimal(text, i, 4)); break;
            case 'U': append_utf8(out, hexadecimal(text, i, 8)); break;
            default:
                if (c >= '0' && c <= '7') {
                    unsigned value = static_cast<unsigned>(c - '0');
                    for (int n = 0;
                         n < 2 && i + 1 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '7';
                         ++n) {
                        value = value * 8 + static_cast<unsigned>(text[++i] - '0');
                    }
                    out += static_cast<char>(value);
                } else {
                    out += c;
                }
        }
    }
    if (token.kind == TokenKind::character && out.empty()) {
        throw FaultError(token.place, "a character is missing between the quotes");
    }
    return out;
}

}  // namespace stridescope::language

#include "app/experiment/text/formula_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

#include "app/experiment/text/formula.h"
#include "app/experiment/text/placed_text.h"
#include "app/io/real_number.h"

namespace stridescope {
namespace {

/// How deep brackets may lie in each other, and how many operators there may be: each that follows
/// another one lies a level higher, and whoever evaluates them goes down by recursion.
constexpr int most_depth = 200, most_operators = 1000;

/// By how tightly they bind, the loosest first.
constexpr std::array<std::array<std::string_view, 4>, 10> operators{{{"||"},
                                                                     {"&&"},
                                                                     {"|"},
                                                                     {"^"},
                                                                     {"&"},
                                                                     {"==", "!="},
                                                                     {"<=", ">=", "<", ">"},
                                                                     {"<<", ">>"},
                                                                     {"+", "-"},
                                                                     {"*", "/", "%"}}};
constexpr std::array<std::string_view, 6> cast_words{"int",  "unsigned", "long",
                                                     "char", "float",    "double"};

class FormulaReader {
  public:
    explicit FormulaReader(std::string_view text) : text_(text) {}

    FormulaNode read() {
        skip();
        if (at_ == text_.size()) throw FormulaError("a value is missing");
        FormulaNode node = conditional();
        if (at_ < text_.size()) {
            throw FormulaError(fmt::format("\"{}\" is not expected in \"{}\"", rest(), text_));
        }
        return node;
    }

  private:
    std::string_view rest() const { return text_.substr(at_, 20); }
    void skip() {
        while (at_ < text_.size() && (is_blank(text_[at_]) || text_[at_] == '\n')) ++at_;
    }
    bool take(std::string_view punctuation) {
        if (!text_.substr(at_).starts_with(punctuation)) return false;
        at_ += punctuation.size();
        skip();
        return true;
    }
    void expect(std::string_view punctuation) {
        if (take(punctuation)) return;
        throw FormulaError(
            at_ < text_.size()
                ? fmt::format("\"{}\" is missing before \"{}\"", punctuation, rest())
                : fmt::format("\"{}\" is missing at the end of \"{}\"", punctuation, text_));
    }

    FormulaNode conditional() {
        if (++depth_ > most_depth) throw FormulaError("this is nested too deeply");
        FormulaNode node = binary(0);
        if (take("?")) {
            FormulaNode choice{FormulaNode::Kind::conditional};
            choice.parts.push_back(std::move(node));
            choice.parts.push_back(conditional());
            expect(":");
            choice.parts.push_back(conditional());
            node = std::move(choice);
        }
        --depth_;
        return node;
    }

    /// The operator of this level that stands here; empty: none does.
    std::string_view operator_at(std::size_t level) const {
        const std::string_view rest = text_.substr(at_);
        // The longest that fits: "<<" is not "<".
        std::string_view found;
        std::size_t of = 0;
        for (std::size_t l = 0; l < operators.size(); ++l) {
            for (const std::string_view text : operators[l]) {
                if (text.size() > found.size() && rest.starts_with(text)) {
                    found = text;
                    of = l;
                }
            }
        }
        return of == level ? found : std::string_view{};
    }

    FormulaNode binary(std::size_t level) {
        if (level == operators.size()) return unary();
        FormulaNode node = binary(level + 1);
        for (;;) {
            const std::string_view text = operator_at(level);
            if (text.empty()) return node;
            if (++operators_ > most_operators)
                throw FormulaError(
                    fmt::format("this formula has more than {} operators", most_operators));
            take(text);
            FormulaNode both{FormulaNode::Kind::binary, std::string{text}};
            both.parts.push_back(std::move(node));
            both.parts.push_back(binary(level + 1));
            node = std::move(both);
        }
    }

    FormulaNode unary() {
        if (++depth_ > most_depth) throw FormulaError("this is nested too deeply");
        FormulaNode node;
        if (const std::string cast = cast_type(); !cast.empty()) {
            node = {FormulaNode::Kind::unary, cast};
            node.parts.push_back(unary());
        } else if (at_ < text_.size() &&
                   std::string_view{"-+!~"}.find(text_[at_]) != std::string_view::npos) {
            node = {FormulaNode::Kind::unary, std::string{text_[at_]}};
            take(node.text);
            node.parts.push_back(unary());
        } else {
            node = postfix();
        }
        --depth_;
        return node;
    }

    /// "(float)" and its like: the last word says the most.
    std::string cast_type() {
        const std::size_t begin = at_;
        if (!take("(")) return {};
        std::string type;
        for (;;) {
            const std::string_view word = name();
            if (std::ranges::find(cast_words, word) == cast_words.end()) break;
            if (type.empty() || word == "long" || word == "double" || word == "char") type = word;
            at_ += word.size();
            skip();
        }
        if (!type.empty() && take(")")) return type;
        at_ = begin;
        return {};
    }

    std::string_view name() const {
        std::size_t end = at_;
        while (end < text_.size() && is_name_character(text_[end])) ++end;
        return text_.substr(at_, end - at_);
    }

    FormulaNode postfix() {
        FormulaNode node = primary();
        if (at_ < text_.size() && text_[at_] == '[') {
            FormulaNode element{FormulaNode::Kind::element};
            element.parts.push_back(std::move(node));
            while (take("[")) {
                element.parts.push_back(conditional());
                expect("]");
            }
            node = std::move(element);
        }
        return node;
    }

    FormulaNode primary() {
        if (take("(")) {
            FormulaNode node = conditional();
            expect(")");
            return node;
        }
        if (at_ == text_.size())
            throw FormulaError(fmt::format("a value is missing at the end of \"{}\"", text_));
        if (is_digit(text_[at_]) || text_[at_] == '.') return number();
        const std::string_view word = name();
        if (word.empty()) {
            throw FormulaError(fmt::format("\"{}\" found where a value is expected", rest()));
        }
        at_ += word.size();
        skip();
        FormulaNode node{FormulaNode::Kind::name, std::string{word}};
        if (take("(")) {
            node.kind = FormulaNode::Kind::call;
            if (!take(")")) {
                do {
                    node.parts.push_back(conditional());
                } while (take(","));
                expect(")");
            }
        }
        return node;
    }

    FormulaNode number() {
        const std::size_t begin = at_;
        const bool hex = text_.substr(at_).starts_with("0x") || text_.substr(at_).starts_with("0X");
        while (at_ < text_.size()) {
            const char c = text_[at_];
            const bool sign =
                (c == '+' || c == '-') && !hex && at_ > begin && (text_[at_ - 1] | 0x20) == 'e';
            if (!is_name_character(c) && c != '.' && !sign) break;
            ++at_;
        }
        std::string_view text = text_.substr(begin, at_ - begin);
        const std::string_view written = text;
        skip();
        FormulaNode node;
        const auto ends = [&](std::string_view letters) {
            return !text.empty() && letters.find(text.back()) != std::string_view::npos;
        };
        const bool real = !hex && text.find_first_of(".eE") != std::string_view::npos;
        if (real || (!hex && ends("fF"))) {
            if (ends("fFlL")) text.remove_suffix(1);
            node.kind = FormulaNode::Kind::real;
            const auto [end, error] = read_real(text, node.real);
            if (error == std::errc{} && end == text.data() + text.size()) return node;
        } else {
            while (ends("uUlL")) text.remove_suffix(1);
            if (hex) text.remove_prefix(2);
            std::uint64_t value = 0;
            const auto [end, error] =
                std::from_chars(text.data(), text.data() + text.size(), value, hex ? 16 : 10);
            node.whole = static_cast<std::int64_t>(value);
            if (error == std::errc{} && end == text.data() + text.size()) return node;
        }
        throw FormulaError(fmt::format("\"{}\" is not a number", written));
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0, operators_ = 0;
};

int level_of(const FormulaNode& node) {
    if (node.kind == FormulaNode::Kind::conditional) return -1;
    if (node.kind != FormulaNode::Kind::binary) return 100;
    for (std::size_t level = 0; level < operators.size(); ++level) {
        if (std::ranges::find(operators[level], node.text) != operators[level].end())
            return static_cast<int>(level);
    }
    return 100;
}

std::string in_brackets(const FormulaNode& node, bool wanted) {
    return wanted ? "(" + text_of(node) + ")" : text_of(node);
}

}  // namespace

FormulaNode parse_formula(std::string_view text) {
    return FormulaReader(text).read();
}

std::string text_of(const FormulaNode& node) {
    switch (node.kind) {
        case FormulaNode::Kind::whole: return std::to_string(node.whole);
        case FormulaNode::Kind::real: return fmt::format("{}", node.real);
        case FormulaNode::Kind::name: return node.text;
        case FormulaNode::Kind::unary: {
            const bool cast = is_name_character(node.text[0]);
            return (cast ? "(" + node.text + ")" : node.text) +
                   in_brackets(node.parts[0], level_of(node.parts[0]) < 100);
        }
        case FormulaNode::Kind::binary: {
            const int level = level_of(node);
            return in_brackets(node.parts[0], level_of(node.parts[0]) < level) + " " + node.text +
                   " " + in_brackets(node.parts[1], level_of(node.parts[1]) <= level);
        }
        case FormulaNode::Kind::conditional:
            return in_brackets(node.parts[0], level_of(node.parts[0]) < 0) + " ? " +
                   text_of(node.parts[1]) + " : " + text_of(node.parts[2]);
        case FormulaNode::Kind::call: {
            std::string text = node.text + "(";
            for (std::size_t i = 0; i < node.parts.size(); ++i) {
                if (i > 0) text += ", ";
                text += text_of(node.parts[i]);
            }
            return text + ")";
        }
        case FormulaNode::Kind::element: break;
    }
    std::string text = in_brackets(node.parts[0], level_of(node.parts[0]) < 100);
    for (std::size_t i = 1; i < node.parts.size(); ++i) text += "[" + text_of(node.parts[i]) + "]";
    return text;
}

}  // namespace stridescope

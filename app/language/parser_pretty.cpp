// __PRETTY_FUNCTION__: how g++ spells the function around it. Types stand in it by the names that
// the text gives them, so that it is made of the text's own words.
#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "app/language/parser.h"

namespace stridescope::language {
namespace {

constexpr std::array<std::string_view, 11> basic_words{"void",   "bool",     "char",  "short",
                                                       "int",    "long",     "float", "double",
                                                       "signed", "unsigned", "auto"};
constexpr std::array<std::string_view, 10> c_names{"size_t",   "int8_t",   "int16_t",  "int32_t",
                                                   "int64_t",  "uint8_t",  "uint16_t", "uint32_t",
                                                   "uint64_t", "ptrdiff_t"};

constexpr std::array<std::string_view, 7> std_names{"string", "string_view", "ostream", "istream",
                                                    "size_t", "ofstream",    "ifstream"};

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
}

/// unsigned long is long unsigned int to g++.
std::string spelled_number(const std::vector<std::string_view>& words) {
    const auto count = [&](std::string_view word) { return std::ranges::count(words, word); };
    std::string spelled;
    if (count("short") > 0) spelled += "short ";
    for (auto i = count("long"); i > 0; --i) spelled += "long ";
    if (count("unsigned") > 0) spelled += "unsigned ";
    if (count("char") > 0) return spelled + (count("signed") > 0 ? "signed char" : "char");
    for (const std::string_view other : {"void", "bool", "float", "double", "auto"})
        if (count(other) > 0) return spelled + std::string{other};
    return spelled + "int";
}

}  // namespace

/// The tokens' type as g++ spells it: of a parameter without its name. Empty: it is no such type.
std::string Parser::spelled_type(std::span<const Token> tokens, bool is_result) {
    // Within a class, or a namespace, g++ may say which one a type is of.
    const bool is_in_namespace = scope_ != nullptr && scope_->of_class == nullptr;
    const bool is_top = !is_in_namespace && function_->name.find("::") == std::string::npos;
    bool is_const = false;
    std::vector<std::string_view> numbers;
    std::string name, marks;
    std::size_t arrays = 0;
    bool is_named = false, ends_const = false;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const Token& t = tokens[i];
        if (t.kind == TokenKind::punctuator) {
            if (t.punct == Punct::assign && !is_result) break;
            ends_const = false;
            if (t.punct == Punct::star) {
                marks += '*';
            } else if (t.punct == Punct::ampersand) {
                marks += '&';
            } else if (t.punct == Punct::and_and) {
                marks += "&&";
            } else if (t.punct == Punct::open_bracket && arrays++ == 0) {
                marks += '*';
                while (i + 1 < tokens.size() && tokens[i].punct != Punct::close_bracket) ++i;
            } else {
                return {};
            }
            continue;
        }
        if (t.kind != TokenKind::identifier || arrays > 0) return {};
        if (t.text == "struct" || t.text == "class" || t.text == "enum") continue;
        if (t.text == "const" && marks.empty()) {
            is_const = true;
        } else if (t.text == "const") {
            marks += " const";
            ends_const = true;
        } else if (is_one_of(basic_words, t.text) && marks.empty() && name.empty()) {
            numbers.push_back(t.text);
        } else if (numbers.empty() && name.empty() && marks.empty() && t.text == "std" &&
                   i + 2 < tokens.size() && tokens[i + 1].punct == Punct::scope &&
                   is_one_of(std_names, tokens[i + 2].text)) {
            name = "std::" + std::string{tokens[i + 2].text};
            i += 2;
        } else if (numbers.empty() && name.empty() && marks.empty()) {
            const Symbol* known = find(t.atom);
            const bool is_of_library =
                std::ranges::find(library(), t.text, &LibraryPart::name) != library().end();
            const bool is_type = known != nullptr && known->kind == Symbol::Kind::type &&
                                 known->class_template == nullptr && !is_of_library;
            const Class* c = is_type ? class_of(known->type) : nullptr;
            const bool is_own =
                is_type && (is_top || (c != nullptr && c->name == t.text &&
                                       c->scope.prefix == std::string{t.text} + "::"));
            if (!is_one_of(c_names, t.text) && !is_own) return {};
            name = t.text;
        } else if (!is_named && !is_result) {
            is_named = true;
        } else {
            return {};
        }
    }
    if (numbers.empty() && name.empty()) return {};
    if (name.empty()) name = spelled_number(numbers);
    // What is handed by value may as well be const.
    if (!is_result && ends_const) marks.resize(marks.size() - std::string_view{" const"}.size());
    if (!is_result && marks.empty()) is_const = false;
    return (is_const ? "const " : "") + name + marks;
}

std::string Parser::spelled_function() {
    if (function_->on_device || function_->name.find_first_of("<(") != std::string::npos) return {};
    const bool is_in_namespace = scope_ != nullptr && scope_->of_class == nullptr &&
                                 function_->name.find("::") == std::string::npos;
    const std::string whole = (is_in_namespace ? scope_->prefix : "") + function_->name;
    const std::string_view own = std::string_view{whole}.substr(whole.rfind(':') + 1);
    const std::vector<Token>& all = *tokens_;
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
        // What stands in a namespace without a name is called {anonymous}::f.
        if (all[i].text == "namespace" && all[i + 1].punct == Punct::open_brace) return {};
    }
    // Its head is the last one before here whose brackets the body stands behind.
    std::size_t name = at_, end = 0;
    for (; name > 0; --name) {
        if (all[name].kind != TokenKind::identifier || all[name].text != own ||
            all[name + 1].punct != Punct::open_paren)
            continue;
        end = name + 1;
        for (int depth = 0; end < at_; ++end) {
            if (all[end].punct == Punct::open_paren) ++depth;
            if (all[end].punct == Punct::close_paren && --depth == 0) break;
        }
        const Token& behind = all[end + 1];
        const bool has_body = behind.punct == Punct::open_brace || behind.text == "const" ||
                              behind.text == "override" || behind.text == "noexcept";
        if (end < at_ && has_body) break;
    }
    if (name == 0) return {};
    std::vector<std::size_t> parts{name + 1};  // before each parameter, and the end
    int depth = 0;
    for (std::size_t i = name + 1; i < end; ++i) {
        if (all[i].punct == Punct::open_paren || all[i].punct == Punct::less) ++depth;
        if (all[i].punct == Punct::close_paren || all[i].punct == Punct::greater) --depth;
        if (all[i].punct == Punct::comma && depth == 1) parts.push_back(i);
    }
    parts.push_back(end);
    // Its result, behind S:: of a method that is defined outside of its class.
    std::size_t last = name;
    while (last >= 2 && all[last - 1].punct == Punct::scope) last -= 2;
    std::size_t first = last;
    const auto is_before = [](const Token& t) {
        return t.kind == TokenKind::identifier || t.punct == Punct::star ||
               t.punct == Punct::ampersand || t.punct == Punct::scope;
    };
    while (first > 0 && is_before(all[first - 1])) --first;
    const std::string_view around = std::string_view{whole}.substr(0, whole.size() - own.size());
    const bool is_of_class = std::ranges::any_of(
        classes_, [&](const auto& each) { return each.second.scope.prefix == around; });
    std::string spelled;
    std::vector<Token> result;
    for (std::size_t i = first; i < last; ++i) {
        const std::string_view word = all[i].text;
        if (word == "virtual" || (word == "static" && is_of_class))
            spelled += std::string{word} + ' ';
        const bool is_said_elsewhere = word == "virtual" || word == "static" || word == "inline" ||
                                       word == "__host__" || word == "extern";
        if (!is_said_elsewhere) result.push_back(all[i]);
    }
    const std::string type = spelled_type(result, true);
    if (type.empty()) return {};
    spelled += fmt::format("{} {}(", type, whole);
    const bool has_none = end == name + 2 || (end == name + 3 && all[name + 2].text == "void");
    for (std::size_t i = 0; !has_none && i + 1 < parts.size(); ++i) {
        const std::string part =
            spelled_type(std::span{all}.subspan(parts[i] + 1, parts[i + 1] - parts[i] - 1), false);
        if (part.empty()) return {};
        spelled += (i > 0 ? ", " : "") + part;
    }
    spelled += ')';
    if (all[end + 1].text == "const") spelled += " const";
    return spelled;
}

/// Of the host, where g++ compiles it; nvcc spells it another way on the device.
Expr* Parser::pretty_function(Place where) {
    const std::string spelled = spelled_function();
    if (spelled.empty())
        fail(where,
             "__PRETTY_FUNCTION__ is known of plain functions and methods of the host alone: write "
             "__func__");
    Expr* e = make(ExprKind::string, where,
                   unit_.types.pointer_to(unit_.types.qualified(basic(TypeKind::i8), true, false)));
    e->string = names_.keep(spelled);
    return e;
}

}  // namespace stridescope::language

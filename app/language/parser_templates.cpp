// Function templates: kept as tokens, and read anew with types and numbers put in.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "app/language/builtins.h"
#include "app/language/ellipsis.h"
#include "app/language/library/library.h"
#include "app/language/parser.h"

namespace stridescope::language {
namespace {

constexpr int most_instantiations = 2000;

}  // namespace

void Parser::read_template() {
    const Place where = next().place;
    if (!at(Punct::less)) {
        read_explicit_instance(where);
        return expect(Punct::semicolon, "after the template's instance");
    }
    Template& t = templates_.emplace_back();
    expect(Punct::less, "after template");
    const std::size_t mark = open_scope();
    while (!at_close()) {
        read_template_parameter(t);
        if (!take(Punct::comma)) break;
    }
    close_angle("after the template's parameters");
    if (peek().text == "requires") read_requirement(t);
    close_scope(mark);
    if (read_guide(&t)) return;
    if (std::ranges::any_of(t.parameters, &Template::Parameter::is_pack))
        return read_variadic(t, where);
    if (define_static_outside(t)) return;
    if (at_value_template()) return read_value_template(t);
    if (at(Word::kw_struct) || at(Word::kw_class) || at(Word::kw_union))
        return read_class_template(t, where);
    if (at(Word::kw_using)) return read_alias_template(t);
    if (t.parameters.empty()) return read_special_function(where);
    if (at(Word::kw_template))
        fail(place(), "a template's method that is a template is defined within its class here");
    t.tokens = tokens_;
    t.begin = at_;
    t.scope = scope_;
    if (define_template_outside(t) || define_method_template(t, where)) return;
    const Atom name = read_template_head(t, where);
    skip_template(t, where);
    note_template(name, t);
}

/// Whether a function comes next whose parameters have no types of their own: int f(auto x), or
/// int f(const char *format, ...).
bool Parser::at_abbreviated() const {
    std::size_t n = 0;
    int angles = 0;
    for (; !at(Punct::open_paren, n) || angles > 0; ++n) {
        if (peek(n).kind == TokenKind::end || at(Punct::semicolon, n) || at(Punct::assign, n) ||
            at(Punct::open_brace, n) || at(Punct::close_brace, n))
            return false;
        if (at(Punct::less, n)) ++angles;
        if (at(Punct::greater, n)) --angles;
        if (at(Punct::shift_right, n)) angles -= 2;
    }
    if (n < 2 || peek(n - 1).kind != TokenKind::identifier) return false;
    // A parenthesis that nothing closes ends with the declaration: or each would read to the end.
    int braces = 0;
    for (int depth = 0; peek(n).kind != TokenKind::end; ++n) {
        if (at(Punct::semicolon, n) && braces == 0) return false;
        if (at(Punct::open_brace, n)) ++braces;
        if (at(Punct::close_brace, n) && --braces < 0) return false;
        if (at(Punct::open_paren, n)) ++depth;
        if (at(Punct::close_paren, n) && --depth == 0) return false;
        if (depth == 1 && at(Word::kw_auto, n)) return true;
        if (depth == 1 && at(Punct::ellipsis, n) && at(Punct::comma, n - 1) &&
            at(Punct::close_paren, n + 1))
            return true;
    }
    return false;
}

/// The same function as a template, with a name for each type that is not said.
void Parser::read_abbreviated() {
    const Place where = place();
    std::size_t begin = at_;
    Template skipped;
    skip_template(skipped, where);
    const std::size_t behind = at_;
    if (read_early_.contains({tokens_, begin})) return;
    // Where it is only declared, its definition is read: calls that come before that need it.
    if (const auto defined = defined_later(begin, behind)) {
        at_ = begin = *defined;
        read_early_.insert({tokens_, begin});
        skip_template(skipped, where);
    }
    const std::size_t end = at_;
    at_ = behind;
    std::vector<Token> all(tokens_->begin() + static_cast<std::ptrdiff_t>(begin),
                           tokens_->begin() + static_cast<std::ptrdiff_t>(end));
    const bool takes_more = write_as_pack(all, names_);
    // int printf(const char *format, ...); says nothing new.
    if (takes_more && all.back().kind == TokenKind::punctuator &&
        all.back().punct == Punct::semicolon) {
        const auto open = std::ranges::find_if(all, [](const Token& token) {
            return token.kind == TokenKind::punctuator && token.punct == Punct::open_paren;
        });
        if (open != all.begin() && find_builtin(std::prev(open)->text) != nullptr) return;
    }
    std::vector<Token> header, function;
    const auto add = [&](std::vector<Token>& out, TokenKind kind, Punct punct,
                         std::string_view text) {
        Token token;
        token.kind = kind;
        token.punct = punct;
        token.place = where;
        token.text = text;
        if (kind == TokenKind::identifier) token.atom = names_.intern(text);
        out.push_back(token);
    };
    add(header, TokenKind::identifier, Punct::none, "template");
    add(header, TokenKind::punctuator, Punct::less, "<");
    int depth = 0;
    bool is_behind = false;
    std::size_t count = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Token& token = all[i];
        const bool is_punct = token.kind == TokenKind::punctuator;
        if (is_punct && token.punct == Punct::open_paren) ++depth;
        if (is_punct && token.punct == Punct::close_paren && --depth == 0) is_behind = true;
        const bool is_auto = token.kind == TokenKind::identifier &&
                             token.atom == static_cast<Atom>(Word::kw_auto) && depth == 1 &&
                             !is_behind;
        if (!is_auto) {
            function.push_back(token);
            continue;
        }
        const std::string_view name = names_.keep(fmt::format("Auto__{}", ++count));
        if (count > 1) add(header, TokenKind::punctuator, Punct::comma, ",");
        // std::integral auto x
        std::vector<Token> asked;
        while (!function.empty() &&
               (function.back().kind == TokenKind::identifier ||
                (function.back().kind == TokenKind::punctuator &&
                 function.back().punct == Punct::scope)) &&
               function.back().atom != static_cast<Atom>(Word::kw_const)) {
            asked.insert(asked.begin(), function.back());
            function.pop_back();
        }
        if (asked.empty()) add(header, TokenKind::identifier, Punct::none, "typename");
        header.insert(header.end(), asked.begin(), asked.end());
        bool is_pack = false;
        for (std::size_t n = i + 1; n < i + 3 && n < all.size(); ++n)
            is_pack |= all[n].kind == TokenKind::punctuator && all[n].punct == Punct::ellipsis;
        if (is_pack) add(header, TokenKind::punctuator, Punct::ellipsis, "...");
        add(header, TokenKind::identifier, Punct::none, name);
        Token named = token;
        named.text = name;
        named.atom = names_.intern(name);
        function.push_back(named);
    }
    if (takes_more) {
        if (count > 0) add(header, TokenKind::punctuator, Punct::comma, ",");
        add(header, TokenKind::identifier, Punct::none, "typename");
        add(header, TokenKind::punctuator, Punct::ellipsis, "...");
        add(header, TokenKind::identifier, Punct::none, rest_type);
    }
    add(header, TokenKind::punctuator, Punct::greater, ">");
    header.insert(header.end(), function.begin(), function.end());
    add(header, TokenKind::end, Punct::none, "");
    const std::vector<Token>* outer =
        std::exchange(tokens_, &texts_.emplace_back(std::move(header)));
    at_ = 0;
    read_template();
    tokens_ = outer;
    at_ = behind;
}

/// Of the declaration of a function that takes any number of arguments: where its definition
/// begins.
std::optional<std::size_t> Parser::defined_later(std::size_t begin, std::size_t end) {
    const std::vector<Token>& all = *tokens_;
    if (end == 0 || all[end - 1].punct != Punct::semicolon) return std::nullopt;
    // Each goes to the text's end.
    constexpr int most_sought = 100;
    if (++sought_early_ > most_sought) return std::nullopt;
    std::size_t name = begin;
    while (name < end && all[name + 1].punct != Punct::open_paren) ++name;
    std::size_t statement = end;
    int braces = 0;
    for (std::size_t i = end; i + 1 < all.size(); ++i) {
        if (all[i].punct == Punct::open_brace) ++braces;
        const bool ends = all[i].punct == Punct::close_brace && --braces == 0;
        if (braces == 0 && (ends || all[i].punct == Punct::semicolon)) statement = i + 1;
        const bool is_named = braces == 0 && all[i].kind == TokenKind::identifier &&
                              all[i].atom == all[name].atom &&
                              all[i + 1].punct == Punct::open_paren;
        if (!is_named) continue;
        std::size_t n = i + 1;
        for (int open = 0; n < all.size(); ++n) {
            if (all[n].punct == Punct::open_paren) ++open;
            if (all[n].punct == Punct::close_paren && --open == 0) break;
        }
        const bool takes_more = n < all.size() && all[n - 1].punct == Punct::ellipsis;
        if (takes_more && n + 1 < all.size() && all[n + 1].punct == Punct::open_brace)
            return statement;
    }
    return std::nullopt;
}

/// Whether a type's name comes next, as in typename T; of typename X::type = 0 that is a number.
bool Parser::at_type_parameter() const {
    if (at(Word::kw_class)) return true;
    if (!at(Word::kw_typename)) return false;
    const std::size_t n = peek(1).kind == TokenKind::identifier ? 2 : 1;
    return at(Punct::comma, n) || at(Punct::greater, n) || at(Punct::assign, n) ||
           at(Punct::ellipsis, n) || at(Punct::shift_right, n);
}

void Parser::read_template_parameter(Template& t) {
    if (at(Word::kw_template)) return read_template_as_parameter(t);
    Template::Parameter p;
    const Template* concept_of = nullptr;
    if (!at_type_parameter()) concept_of = take_concept(t);
    if (concept_of != nullptr || at_type_parameter()) {
        if (concept_of == nullptr) next();
        p.is_type = true;
        p.is_pack = take(Punct::ellipsis);
        Token name = peek();
        if (peek().kind == TokenKind::identifier) {
            next();
        } else {
            name.text = "T";
            name.atom = names_.intern("");
        }
        p.atom = name.atom;
        Struct* s = unit_.types.new_struct(std::string{name.text});
        p.placeholder = unit_.types.of_struct(s);
        unit_.types.complete(s, 1);
        if (take(Punct::assign)) {
            p.default_tokens = tokens_;
            p.default_at = at_;
            // What hangs on the others' types is known when they are.
            const Open before = open();
            try {
                p.default_type = type_name();
                // typename T::type
                if (at(Punct::scope)) fail(place(), "this type is not known yet");
            } catch (const FaultError&) {
                go_back(before);
                p.default_type = nullptr;
                skip_argument();
            }
        }
    } else {
        const Open before = open();
        Token name;
        try {
            if (!at_type()) fail_token("typename T or int N");
            const Specifiers s = specifiers();
            p.is_pack = take(Punct::ellipsis);
            const Declarator d = declarator(s);
            p.type = d.type->plain;
            name = d.name;
        } catch (const FaultError&) {
            // std::enable_if_t<…> = 0: whether there is such a type is asked when the others are
            // known.
            go_back(before);
            const bool may_be_type =
                at(Word::kw_typename) || at(Punct::scope, 1) || at(Punct::less, 1);
            if (!may_be_type) throw;
            t.conditions.push_back({tokens_, at_, true});
            skip_argument();
            p.type = basic(TypeKind::i32);
        }
        for (std::size_t i = 0; i < t.parameters.size(); ++i) {
            // template <typename T, T value>
            if (t.parameters[i].placeholder != p.type || p.type == nullptr) continue;
            p.typed_by = i + 1;
            p.type = basic(TypeKind::i64);
        }
        const bool is_function = is_function_pointer(p.type);
        if (!p.type->is_integer() && !is_function)
            fail(name.place, fmt::format("a template's {} is not in the subset: only types, "
                                         "integers and functions are",
                                         name_of(p.type)));
        p.atom = name.atom != 0 ? name.atom : names_.intern("");
        if (take(Punct::assign)) {
            p.default_tokens = tokens_;
            p.default_at = at_;
            if (is_function)
                skip_argument();
            else
                p.default_value = constant_integer(between_angles(), "a default");
        }
    }
    Symbol known;
    known.kind = p.is_type ? Symbol::Kind::type : Symbol::Kind::constant;
    known.type = p.is_type                     ? p.placeholder
                 : is_function_pointer(p.type) ? basic(TypeKind::u64)
                                               : p.type;
    known.value = stand_in(t.parameters.size());
    bind(p.atom, known);
    t.parameters.push_back(p);
}

/// template <typename, int> class C, of a template that is given a template.
void Parser::read_template_as_parameter(Template& t) {
    next();
    Template& stand_in = templates_.emplace_back();
    stand_in.is_stand_in = true;
    stand_in.tokens = tokens_;
    expect(Punct::less, "after template");
    const std::size_t mark = open_scope();
    while (!at_close()) {
        read_template_parameter(stand_in);
        if (!take(Punct::comma)) break;
    }
    close_angle("after the template's parameters");
    close_scope(mark);
    if (!take(Word::kw_class) && !take(Word::kw_typename)) fail_token("class and a name");
    Template::Parameter p;
    p.stand_in = &stand_in;
    if (at(Punct::ellipsis))
        fail(place(), "any number of parameters that are templates is not in the subset");
    Token name = peek();
    if (name.kind == TokenKind::identifier)
        next();
    else
        name.atom = names_.intern("");
    stand_in.name = name.kind == TokenKind::identifier ? name.text : "C";
    p.atom = name.atom;
    if (take(Punct::assign)) {
        p.default_tokens = tokens_;
        p.default_at = at_;
        skip_argument();
    }
    Symbol known;
    known.kind = Symbol::Kind::class_template;
    known.class_template = &stand_in;
    bind(p.atom, known);
    t.parameters.push_back(p);
}

/// At the name of a class template that is an argument itself, with nothing given to it; nullptr:
/// something else comes, and nothing was read.
Parser::Template* Parser::take_template_name() {
    std::size_t n = 0;
    while (peek(n).kind == TokenKind::identifier && at(Punct::scope, n + 1)) n += 2;
    const bool ends = at(Punct::comma, n + 1) || at(Punct::greater, n + 1) ||
                      at(Punct::shift_right, n + 1) || at(Punct::launch_close, n + 1) ||
                      at(Punct::semicolon, n + 1);
    if (peek(n).kind != TokenKind::identifier || !ends) return nullptr;
    const Token name = peek(n);
    Symbol symbol;
    std::size_t end = 0;
    const bool is_of_std = n == 2 && peek().text == "std";
    if (n == 0 || is_of_std) {
        symbol = symbol_of(name.atom);
        // A variable of the text's own may go by the name.
        if (is_of_std && symbol.kind != Symbol::Kind::class_template) {
            const AtTheTop top(*this);
            symbol = symbol_of(name.atom);
        }
    } else if (const Scope* scope = scope_before(0, end); scope != nullptr && end == n) {
        if (const Symbol* found = in_scope(*scope, name.atom)) symbol = *found;
    }
    if (symbol.kind != Symbol::Kind::class_template) return nullptr;
    at_ += n + 1;
    return symbol.class_template;
}

/// Of a class template that is not known yet.
const Type* Parser::stand_in_instance(Template& t, const std::vector<Argument>& values) {
    const std::string key = key_of(values);
    if (const auto found = t.types.find(key); found != t.types.end()) return found->second;
    Struct* s = unit_.types.new_struct(fmt::format("{}<{}>", t.name, shown_values(values)));
    const Type* type = t.types[key] = unit_.types.of_struct(s);
    unit_.types.complete(s, 1);
    Class& c = classes_[s];
    c.type = type;
    c.from = &t;
    c.arguments = values;
    return type;
}

/// Whether it is one of the library's containers, which have no allocator here.
bool Parser::lacks_allocator_of(const Template& t) {
    constexpr std::array<std::string_view, 12> containers{"vector",
                                                          "list",
                                                          "deque",
                                                          "set",
                                                          "multiset",
                                                          "map",
                                                          "multimap",
                                                          "unordered_map",
                                                          "unordered_multimap",
                                                          "unordered_set",
                                                          "unordered_multiset",
                                                          "basic_string"};
    return t.tokens->front().place.file == library_file &&
           std::ranges::find(containers, t.name) != containers.end();
}

/// C<T> beside a class of a template, where C is the template's own parameter.
bool Parser::deduce_template(const Template& t, const Class& pattern, const Class* given,
                             std::vector<Argument>& out) {
    if (given == nullptr || given->from == nullptr) return false;
    Template* from = given->from->family != nullptr ? given->from->family : given->from;
    std::vector<Argument> arguments = given->arguments;
    // Containers here have no allocator, which C++'s have as their last argument.
    const bool lacks_allocator =
        arguments.size() + 1 == pattern.arguments.size() && lacks_allocator_of(*from);
    if (lacks_allocator) {
        const Symbol own = symbol_of(names_.intern("allocator"));
        arguments.push_back(
            {class_instance(*own.class_template, {arguments.front()}, place()), 0, true});
    }
    if (arguments.size() < pattern.arguments.size()) return false;
    if (arguments.size() > pattern.arguments.size()) {
        // The others are what they are where nothing is said of them.
        arguments.resize(pattern.arguments.size());
        const Open before = open();
        try {
            if (class_instance(*from, arguments, place()) != given->type) return false;
        } catch (const FaultError&) {
            go_back(before);
            return false;
        }
    }
    for (std::size_t i = 0; i < t.parameters.size(); ++i) {
        if (t.parameters[i].stand_in != pattern.from) continue;
        if (out[i].given && out[i].of_template != from) return false;
        out[i].of_template = from;
        out[i].given = true;
    }
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const Argument& want = pattern.arguments[i];
        if ((want.type == nullptr) != (arguments[i].type == nullptr)) return false;
        if (want.type == nullptr ? !deduce_number(t, want.value, arguments[i].value, out)
                                 : !deduce(t, want.type, arguments[i].type, out))
            return false;
    }
    return true;
}

/// Behind a template's argument or a parameter's type, before what comes next.
void Parser::skip_argument() {
    int depth = 0;
    while (peek().kind != TokenKind::end) {
        if (depth == 0 && (at(Punct::comma) || at(Punct::assign) || at_close())) return;
        if (at(Punct::less) || at(Punct::open_paren)) ++depth;
        if (at(Punct::close_paren)) --depth;
        const int angles = at(Punct::greater)        ? 1
                           : at(Punct::shift_right)  ? 2
                           : at(Punct::launch_close) ? 3
                                                     : 0;
        if (angles > depth) {
            // The last of them is the template's own.
            closed_ = depth;
            return;
        }
        depth -= angles;
        next();
    }
}

/// Behind the arguments that a class template may write after its own name where a constructor has
/// none: S<T>(int n) is S(int n).
std::size_t Parser::behind_own_arguments(std::size_t n) const {
    if (!at(Punct::less, n)) return n;
    for (std::size_t end = n + 1;; ++end) {
        if (at(Punct::greater, end)) return end + 1;
        if (peek(end).kind != TokenKind::identifier && !at(Punct::comma, end)) return n;
    }
}

/// Whether a constructor's name comes next, behind the words before it.
bool Parser::at_constructor() {
    const Class* c =
        scope_ != nullptr && scope_->of_class != nullptr ? class_of(scope_->of_class) : nullptr;
    if (c == nullptr || c->name.empty()) return false;
    std::size_t n = 0;
    while (peek(n).kind == TokenKind::identifier && peek(n).text != c->name) ++n;
    return peek(n).text == c->name && at(Punct::open_paren, behind_own_arguments(n + 1));
}

/// What the function is called, and what kind of method it is: its declaration is read with
/// placeholders.
Atom Parser::read_template_head(Template& t, Place where) {
    if (at_constructor()) {
        t.makes = true;
        t.name = class_of(scope_->of_class)->name;
        return names_.intern(t.name);
    }
    t.has_this = scope_ != nullptr && scope_->of_class != nullptr;
    for (std::size_t n = 0; !at(Punct::open_paren, n); ++n) {
        if (at(Word::kw_static, n)) t.has_this = false;
        if (peek(n).kind == TokenKind::end) fail(where, "this template is not closed by \"}\"");
    }
    const std::size_t scope = open_scope();
    bind_parameters(t, std::vector<Argument>(t.parameters.size()));
    Token name;
    const Open before = open();
    try {
        const Specifiers s = specifiers();
        name = declarator(s).name;
        // typename T::part, of which nothing is known yet.
        if (name.atom == 0) fail(where, "this template needs a name");
    } catch (const FaultError&) {
        // What it gives back hangs on its arguments: its name stands before the bracket.
        go_back(before);
        t.name_at = name_before_bracket();
        if (t.name_at == 0) throw;
        name = (*tokens_)[t.name_at];
        at_ = t.name_at + 1;
    }
    t.name = name.text;
    close_scope(scope);
    if (t.has_this) {
        std::size_t n = 0;
        for (int depth = 0; peek(n).kind != TokenKind::end; ++n) {
            if (at(Punct::open_paren, n)) ++depth;
            if (at(Punct::close_paren, n) && --depth == 0) break;
        }
        t.is_const = at(Word::kw_const, n + 1);
    }
    return name.atom;
}

/// The token that names a function whose parameters come next; 0: there is none.
std::size_t Parser::name_before_bracket() const {
    int depth = 0;
    for (std::size_t n = at_; n + 1 < tokens_->size(); ++n) {
        const Token& token = (*tokens_)[n];
        if (token.kind == TokenKind::end) break;
        if (token.kind != TokenKind::punctuator) continue;
        if (token.punct == Punct::less) ++depth;
        if (token.punct == Punct::greater) --depth;
        if (token.punct == Punct::shift_right) depth -= 2;
        if (token.punct == Punct::semicolon || token.punct == Punct::open_brace) break;
        if (token.punct == Punct::assign && depth <= 0) break;
        if (token.punct != Punct::open_paren || depth > 0) continue;
        return n > at_ && (*tokens_)[n - 1].kind == TokenKind::identifier ? n - 1 : 0;
    }
    return 0;
}

/// template <typename T> void S::method(T x) { … }, where S is no template itself.
bool Parser::define_method_template(Template& t, Place where) {
    const std::size_t name = name_before_bracket();
    const std::vector<Token>& all = *tokens_;
    const auto is_scope = [](const Token& token) {
        return token.kind == TokenKind::punctuator && token.punct == Punct::scope;
    };
    std::size_t begin = name;
    while (begin >= at_ + 2 && is_scope(all[begin - 1]) &&
           all[begin - 2].kind == TokenKind::identifier)
        begin -= 2;
    if (begin == name) return false;
    std::size_t end = 0;
    Scope* scope = scope_before(begin - at_, end);
    const Class* c = class_of(scope);
    if (c == nullptr) return false;
    std::size_t behind = 0;
    {
        const AtTheTop top(*this);
        enter(scope);
        t.scope = scope_ = scope;
        if (all[name].text == c->name) t.begin = at_ = name;
        const Atom atom = read_template_head(t, where);
        // That it is static stands within the class alone.
        if (const Symbol* known = scope->find(atom);
            known != nullptr && known->functions != nullptr)
            t.has_this &= std::ranges::any_of(known->functions->templates, &Template::has_this);
        skip_template(t, where);
        note_template(atom, t);
        behind = at_;
    }
    at_ = behind;
    return true;
}

/// Behind what is left of it: the parameters, then the body or a semicolon.
void Parser::skip_template(Template& t, Place where) {
    // What members are made with may stand in braces before a constructor's body.
    if (at_constructor()) skip_to_body(where);
    int depth = 0;
    for (;;) {
        // A default argument may have braces: T x = T{}.
        if (depth == 0 && at(Punct::open_paren)) skip_balanced();
        const Token& token = next();
        if (token.kind == TokenKind::end) fail(where, "this template is not closed by \"}\"");
        if (token.kind != TokenKind::punctuator) continue;
        if (token.punct == Punct::open_brace) ++depth;
        if (token.punct == Punct::close_brace && --depth == 0) {
            t.has_body = true;
            break;
        }
        if (token.punct == Punct::semicolon && depth == 0) break;
    }
}

/// template <typename T> using name = …;
void Parser::read_alias_template(Template& t) {
    next();
    const Token name = next();
    t.name = name.text;
    t.is_alias = t.has_body = true;
    t.tokens = tokens_;
    t.scope = scope_;
    expect(Punct::assign, "after the alias's name");
    t.begin = at_;
    while (!at(Punct::semicolon) && peek().kind != TokenKind::end) next();
    expect(Punct::semicolon, "after the alias");
    Symbol symbol;
    symbol.kind = Symbol::Kind::class_template;
    symbol.class_template = &t;
    publish(name.atom, symbol);
}

/// The template that a declaration of one of its cases is of, int f<float>(…), read as far as its
/// parameters, and the arguments of the case.
Parser::TemplateCase Parser::case_of_template(const Declarator& d, Place where) {
    const Symbol* known = d.of != nullptr ? in_scope(*d.of, d.name.atom) : find(d.name.atom);
    hold_understood(known);
    if (known == nullptr || known->functions == nullptr || known->functions->templates.empty())
        fail(where, fmt::format("there is no template {}", d.name.text));
    const Overloads& all = *known->functions;
    std::vector<Argument> given;
    if (at(Punct::less)) given = template_arguments();
    // What is not said follows from the parameters.
    const std::size_t begin = at_;
    Function trial;
    Function* outer = std::exchange(function_, &trial);
    const std::size_t scope = open_scope();
    parameters(trial, false);
    close_scope(scope);
    function_ = outer;
    for (Template* each : all.templates) {
        Template* t = version(*each, given.size(), trial.parameters.size());
        if (t == nullptr || given.size() > t->parameters.size()) continue;
        std::vector<Argument> values = explicit_values(*t, given, where);
        Function open;
        if (!read_signature(*t, values, open) ||
            open.parameters.size() != trial.parameters.size() + (t->has_this ? 1 : 0))
            continue;
        bool fits = true;
        for (std::size_t i = 0; fits && i < trial.parameters.size(); ++i)
            fits = deduce(*t, open.parameters[i + (t->has_this ? 1 : 0)]->type,
                          trial.parameters[i]->type, values);
        take_defaults(*t, values);
        if (fits && std::ranges::all_of(values, &Argument::given))
            return {t, std::move(values), begin};
    }
    fail(where, fmt::format("no template {} has this case", d.name.text));
}

/// template <> int f<float>(…): what the template is for these arguments.
void Parser::read_special_function(Place where) {
    const Specifiers s = specifiers();
    Declarator d = declarator(s);
    const auto [t, values, begin] = case_of_template(d, where);
    at_ = begin;
    const std::string shown = shown_values(values);
    d.name.atom = names_.intern(
        names_.keep(fmt::format("{}<{}>@{}", t->name, shown, static_cast<const void*>(t))));
    const std::string key = key_of(values);
    Function* made = function(s, d, fmt::format("{}<{}>", t->name, shown), t);
    t->instances[key] = {made, values, true};
}

/// template void f<int>(…); makes the function, so that what it launches is known although nobody
/// calls it. Nothing needs one that is not understood.
void Parser::read_explicit_instance(Place where) {
    const Open before = open();
    if (!at_class()) {
        try {
            const Specifiers s = specifiers();
            const Declarator d = declarator(s);
            const TemplateCase one = case_of_template(d, where);
            if (!one.of->has_this) instantiate(*one.of, one.values, where);
        } catch (const FaultError&) {
            go_back(before);
        }
    }
    while (!at(Punct::semicolon) && peek().kind != TokenKind::end) next();
}

std::string Parser::key_of(const std::vector<Argument>& values) {
    std::string key;
    for (const Argument& v : values) {
        key += fmt::format("{}/{}/{}{};",
                           v.of_template != nullptr ? static_cast<const void*>(v.of_template)
                                                    : static_cast<const void*>(v.type),
                           v.value, static_cast<const void*>(v.function), v.by_lvalue ? "&" : "");
    }
    return key;
}

std::string Parser::shown_values(const std::vector<Argument>& values) {
    std::string shown;
    for (const Argument& v : values) {
        if (!shown.empty()) shown += ", ";
        if (v.of_template != nullptr)
            shown += v.of_template->name;
        else if (v.type != nullptr)
            shown += name_of(v.type);
        else if (v.function != nullptr)
            shown += v.function->name.substr(
                v.function->name.starts_with(value_prefix) ? value_prefix.size() : 0);
        else
            shown += std::to_string(v.value);
    }
    return shown;
}

/// template <typename T> void S<T>::method(…) { … }
bool Parser::define_template_outside(Template& t) {
    for (std::size_t n = 0; peek(n).kind != TokenKind::end; ++n) {
        if (at(Punct::open_brace, n) || at(Punct::semicolon, n) || at(Punct::open_paren, n))
            return false;
        const Symbol* symbol = peek(n).kind == TokenKind::identifier ? find(peek(n).atom) : nullptr;
        if (symbol == nullptr || symbol->kind != Symbol::Kind::class_template ||
            !at(Punct::less, n + 1))
            continue;
        std::size_t end = n + 1;
        for (int depth = 0; peek(end).kind != TokenKind::end; ++end) {
            if (at(Punct::less, end)) ++depth;
            if (at(Punct::greater, end) && --depth == 0) break;
        }
        if (!at(Punct::scope, end + 1)) continue;
        std::size_t name = end + 2;
        const bool is_operator = at(Word::kw_operator, name), ends = at(Punct::tilde, name);
        const std::size_t paren = is_operator || ends ? name + 2 : name + 1;
        if (!at(Punct::open_paren, paren)) continue;
        if (is_operator && at(Punct::close_paren, paren)) return false;
        OutOfLine method;
        method.name = is_operator ? names_.keep("operator" + std::string{peek(name + 1).text})
                      : ends      ? names_.keep("~" + std::string{peek(name + 1).text})
                                  : peek(name).text;
        method.as = &t;
        method.tokens = tokens_;
        method.begin = at_ + paren;
        symbol->class_template->methods.push_back(method);
        at_ += paren;
        skip_balanced();
        skip_to_body(peek().place);
        if (!take(Punct::semicolon)) skip_balanced();
        return true;
    }
    return false;
}

/// template <typename T> int S<T>::count = 3; or of one class alone: template <> int S<int>::count;
bool Parser::define_static_outside(Template& t) {
    std::size_t n = 0;
    for (;; ++n) {
        if (peek(n).kind == TokenKind::end || at(Punct::open_brace, n) || at(Punct::semicolon, n) ||
            at(Punct::open_paren, n) || at(Punct::assign, n))
            return false;
        if (peek(n).kind != TokenKind::identifier || !at(Punct::less, n + 1)) continue;
        const Symbol* symbol = find(peek(n).atom);
        if (symbol != nullptr && symbol->kind == Symbol::Kind::class_template) break;
    }
    Template& of = *find(peek(n).atom)->class_template;
    std::size_t end = n + 1;
    for (int depth = 0; peek(end).kind != TokenKind::end; ++end) {
        depth += at(Punct::less, end)          ? 1
                 : at(Punct::greater, end)     ? -1
                 : at(Punct::shift_right, end) ? -2
                                               : 0;
        if (depth <= 0) break;
    }
    const std::size_t name = end + 2;
    const bool is_static = at(Punct::scope, end + 1) && peek(name).kind == TokenKind::identifier &&
                           (at(Punct::assign, name + 1) || at(Punct::open_brace, name + 1) ||
                            at(Punct::semicolon, name + 1) || at(Punct::open_bracket, name + 1));
    if (!is_static) return false;
    if (t.parameters.empty()) {
        Declarator d;
        std::size_t behind = 0;
        d.of = scope_before(n, behind);
        d.name = peek(name);
        if (class_of(d.of) == nullptr || behind != name) return false;
        at_ += name + 1;
        while (at(Punct::open_bracket)) skip_balanced();
        define_member(d);
    } else {
        of.statics.push_back({peek(name).text, &t, tokens_, at_ + name});
        for (const auto& [key, type] : std::unordered_map{of.types})
            if (Class* c = class_of(type)) define_static(*c, of.statics.back());
    }
    while (!at(Punct::semicolon)) {
        if (peek().kind == TokenKind::end) return true;
        at(Punct::open_brace) || at(Punct::open_paren) ? skip_balanced() : (void)next();
    }
    next();
    return true;
}

/// Gives the variable of this class the value that it has outside of the template.
void Parser::define_static(Class& c, const OutOfLine& from) {
    const AtTheTop top(*this);
    tokens_ = from.tokens;
    at_ = from.begin;
    Scope& own = scopes_.emplace_back();
    own.outer = &c.scope;
    bind_parameters(*from.as, c.arguments);
    for (const Template::Parameter& p : from.as->parameters) own.set(p.atom, *find(p.atom));
    enter(&own);
    Declarator d;
    d.of = &c.scope;
    d.name = next();
    const Symbol* known = in_scope(*d.of, d.name.atom);
    if (known == nullptr || known->variable == nullptr || !known->variable->is_declared) return;
    while (at(Punct::open_bracket)) skip_balanced();
    define_member(d);
}

/// Adds it to what is called so; a definition takes the place of its declaration.
void Parser::note_template(Atom name, Template& t) {
    if (t.makes) {
        std::vector<Template*>& all = class_of(t.scope->of_class)->constructors.templates;
        if (t.has_body)
            std::erase_if(all, [&](const Template* other) {
                return !other->has_body && other->parameters.size() == t.parameters.size();
            });
        return all.push_back(&t);
    }
    Overloads& all = overloads_of(name);
    if (scope_ != nullptr && scope_->of_class != nullptr) all.of_class = scope_->of_class;
    if (t.is_variadic) {
        // A definition comes before its declaration, and is taken first.
        all.templates.insert(all.templates.begin(), &t);
        if (t.has_body)
            std::erase_if(all.templates, [&](const Template* other) {
                return other->is_variadic && !other->has_body &&
                       other->parameters.size() == t.parameters.size();
            });
        return;
    }
    const auto parameters_of = [&](Template& of) {
        Function open;
        const bool is_read = read_signature(of, std::vector<Argument>(of.parameters.size()), open);
        return is_read ? open.parameters.size() : SIZE_MAX;
    };
    for (Template* other : all.templates) {
        const bool same =
            std::ranges::equal(other->parameters, t.parameters, {}, &Template::Parameter::is_type,
                               &Template::Parameter::is_type);
        if (!same || (other->has_body && t.has_body) || parameters_of(*other) != parameters_of(t))
            continue;
        if (other->has_body) return;
        for (std::size_t i = 0; i < t.parameters.size(); ++i) {
            Template::Parameter &p = t.parameters[i], &before = other->parameters[i];
            p.take_default(before);
        }
        std::swap(t.instances, other->instances);
        t.declaration = &templates_.emplace_back(std::move(*other));
        *other = std::move(t);
        for (const auto& [key, instance] : other->instances) {
            if (!instance.is_special) make_instance(*other, instance.values);
        }
        return;
    }
    all.templates.push_back(&t);
}

/// A type has no references here: only what takes them away is given one.
void Parser::hold_no_reference(const Template& t, const std::vector<Argument>& values,
                               Place where) const {
    const bool takes = (*t.tokens)[t.begin].place.file == library_file &&
                       (t.name.starts_with("remove_") || t.name.starts_with("decay") ||
                        t.name.ends_with("ary_function") || t.name == "any_cast");
    if (!takes && std::ranges::any_of(values, &Argument::is_reference))
        fail(where, fmt::format("a reference as an argument of {} is not in the subset", t.name));
}

std::vector<Parser::Argument> Parser::template_arguments() {
    std::vector<Argument> given;
    expect(Punct::less, "before the template's arguments");
    deeper(place());
    ++depth_;
    const int closed = std::exchange(closed_, 0);
    while (!at_close()) {
        Argument a;
        a.given = true;
        if (Template* named = take_template_name()) {
            a.of_template = named;
        } else if (at_type()) {
            a.type = type_name();
            if (at(Punct::open_paren))
                fail(place(), "this template's argument is not in the subset");
            a.is_reference = take(Punct::ampersand) || take(Punct::and_and);
        } else {
            a = value_argument(between_angles());
        }
        given.push_back(a);
        if (!take(Punct::comma)) break;
    }
    close_angle("after the template's arguments");
    if (closed > 0) closed_ = closed;
    --depth_;
    return given;
}

/// Of a parameter T&&: whether T is a reference, since it is given what has a name.
void Parser::note_lvalue(const Template& t, const Variable& p, const Expr* argument,
                         std::vector<Argument>& values) const {
    if (!p.is_forwarding) return;
    const bool is_written = argument->kind == ExprKind::assign ||
                            argument->kind == ExprKind::compound ||
                            (argument->kind == ExprKind::step && !argument->after);
    for (std::size_t i = 0; i < t.parameters.size(); ++i) {
        if (t.parameters[i].placeholder != nullptr && t.parameters[i].placeholder == p.type->plain)
            values[i].by_lvalue =
                is_lvalue(is_written ? argument->a : argument) && !is_moved(argument);
    }
}

/// At <T>(x) behind std::forward: whether it hands x on as what has a name; nothing: x says it.
std::optional<bool> Parser::forwards_lvalue() const {
    if (at(Word::kw_decltype, 1)) return std::nullopt;
    std::size_t n = 1;
    while (peek(n).kind == TokenKind::identifier && at(Punct::scope, n + 1)) n += 2;
    const Atom atom = peek(n).atom;
    const bool is_name = n == 1 && peek(n).kind == TokenKind::identifier;
    const bool is_lvalue_itself = is_name && atom < symbols_.size() && symbols_[atom].by_lvalue;
    while (!at(Punct::open_paren, n) && peek(n).kind != TokenKind::end) ++n;
    return is_lvalue_itself || (at(Punct::greater, n - 1) && at(Punct::ampersand, n - 2));
}

/// Makes a parameter's type and an argument's equal by choosing what the placeholders stand for.
bool Parser::deduce(const Template& t, const Type* parameter, const Type* argument,
                    std::vector<Argument>& out) {
    for (std::size_t i = 0; i < t.parameters.size(); ++i) {
        if (t.parameters[i].placeholder == nullptr ||
            parameter->plain != t.parameters[i].placeholder)
            continue;
        const Type* type =
            argument->is_array()
                ? argument
                : unit_.types.qualified(argument->plain, argument->is_const && !parameter->is_const,
                                        argument->is_volatile && !parameter->is_volatile);
        if (out[i].given) return !out[i].deduced || out[i].type == type;
        out[i] = {type, 0, true, true};
        return true;
    }
    if (parameter->is_pointer()) {
        if (argument->is_pointer() || argument->is_array())
            return deduce(t, parameter->of, argument->of, out);
        return !argument->is_struct();  // a null pointer may stand here
    }
    if (parameter->is_array()) {
        if (!argument->is_array()) return false;
        deduce_number(t, parameter->count, argument->count, out);
        return deduce(t, parameter->of, argument->of, out);
    }
    if (is_function_pointer(parameter)) return deduce_signature(t, parameter, argument, out);
    if (is_member_pointer(parameter)) {
        if (!is_member_pointer(argument)) return true;
        const PointedMember &open = pointed_members_.at(parameter->structure),
                            &given = pointed_members_.at(argument->structure);
        return deduce(t, open.of_class, given.of_class, out) &&
               deduce(t, open.member, given.member, out);
    }
    // Of the same template of classes.
    const Class* p = class_of(parameter);
    const Class* c = class_of(argument);
    if (p == nullptr || p->from == nullptr) return true;
    if (p->from->is_stand_in) return deduce_template(t, *p, c, out);
    if (c == nullptr) {
        // What is still open does not follow from a type that is of no such template.
        return std::ranges::none_of(p->arguments, [&](const Argument& part) {
            for (std::size_t i = 0; i < t.parameters.size(); ++i) {
                if (part.type != nullptr && t.parameters[i].placeholder != nullptr &&
                    part.type->plain == t.parameters[i].placeholder)
                    return !out[i].given || out[i].deduced;
            }
            return false;
        });
    }
    if (p->from != c->from && p->name == "__allocated_vector" && c->name == "vector" &&
        c->from != nullptr && c->arguments.size() == 1) {
        // vector<T, A>, of which nothing is said but T.
        const Symbol own = symbol_of(names_.intern("allocator"));
        const Type* by = class_instance(*own.class_template, c->arguments, place());
        return deduce(t, p->arguments[0].type, c->arguments[0].type, out) &&
               deduce(t, p->arguments[1].type, by, out);
    }
    if (p->from != c->from) {
        const Type* base = nullptr;
        for (const Field& field : argument->structure->fields) {
            const Class* b = field.is_open ? class_of(field.type) : nullptr;
            if (b != nullptr && b->from == p->from) base = field.type;
        }
        return base != nullptr && deduce(t, parameter, base, out);
    }
    for (std::size_t i = 0; i < p->arguments.size(); ++i) {
        if (p->arguments[i].type != nullptr) {
            if (!deduce(t, p->arguments[i].type, c->arguments[i].type, out)) return false;
        } else if (!deduce_number(t, p->arguments[i].value, c->arguments[i].value, out)) {
            return false;
        }
    }
    return true;
}

/// Whether both are a type, a number, or a function.
bool Parser::fits(const Argument& a, const Template::Parameter& p) const {
    if ((a.of_template != nullptr) != (p.stand_in != nullptr)) return false;
    if (p.stand_in != nullptr) return true;
    if ((a.type != nullptr) != p.is_type) return false;
    return p.is_type || p.type == nullptr || (a.named != nullptr) == is_function_pointer(p.type);
}

/// What a call names itself: f<int, 4>(…).
std::vector<Parser::Argument> Parser::explicit_values(const Template& t,
                                                      const std::vector<Argument>& given,
                                                      Place where) {
    std::vector<Argument> values(t.parameters.size());
    hold_no_reference(t, given, where);
    if (given.size() > values.size()) {
        fail(where, fmt::format("{} takes {} template arguments, not {}", t.name, values.size(),
                                given.size()));
    }
    for (std::size_t i = 0; i < given.size(); ++i) {
        if (!fits(given[i], t.parameters[i])) {
            fail(where, fmt::format("template argument {} of {} is a {}", i + 1, t.name,
                                    t.parameters[i].is_type                     ? "type"
                                    : is_function_pointer(t.parameters[i].type) ? "function"
                                                                                : "number"));
        }
        values[i] = given[i];
    }
    return values;
}

/// Gives the template's parameters their values, those without one a stand-in.
void Parser::bind_parameters(const Template& t, const std::vector<Argument>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Template::Parameter& p = t.parameters[i];
        const Type* type = p.type;
        if (p.typed_by > 0 && values[p.typed_by - 1].given &&
            values[p.typed_by - 1].type != nullptr)
            type = values[p.typed_by - 1].type->plain;
        Symbol symbol;
        if (values[i].given && values[i].named != nullptr) {
            Function* f = named_function(t, values, i);
            symbol.kind = Symbol::Kind::functions;
            symbol.functions = &arguments_[f];
            symbol.functions->functions = {f};
            bind(p.atom, symbol);
            continue;
        }
        if (p.stand_in != nullptr) {
            symbol.kind = Symbol::Kind::class_template;
            symbol.class_template = values[i].given ? values[i].of_template : p.stand_in;
            bind(p.atom, symbol);
            continue;
        }
        if (!p.is_type && is_function_pointer(type)) type = basic(TypeKind::u64);
        symbol.kind = p.is_type ? Symbol::Kind::type : Symbol::Kind::constant;
        symbol.type = !p.is_type ? type : values[i].given ? values[i].type : p.placeholder;
        symbol.value = !values[i].given
                           ? stand_in(i)
                           : cut_to(p.is_type ? TypeKind::i64 : type->kind, values[i].value);
        symbol.by_lvalue = values[i].by_lvalue;
        bind(p.atom, symbol);
    }
}

/// The parameters that the template has with these values. Where they come to no type, the template
/// is none that is meant: false.
bool Parser::read_signature(Template& t, const std::vector<Argument>& values, Function& trial) {
    // One that does not fit takes longer than its tokens.
    constexpr std::int64_t tokens_worth = 200;
    read_ += tokens_worth;
    const Open before = open();
    try {
        const AtTheTop top(*this);
        tokens_ = t.tokens;
        enter(t.scope);
        bind_parameters(t, values);
        trial.on_host = true;  // where it may be called is asked when it is
        function_ = &trial;
        at_ = t.begin;
        const bool is_open = !std::ranges::all_of(values, &Argument::given);
        if (t.makes) {
            while (peek().text != t.name) next();
            next();
        } else if (t.name_at != 0 && is_open) {
            at_ = t.name_at + 1;
        } else {
            const Specifiers s = specifiers();
            declarator(s.type);
        }
        if (t.has_this) declare_this(t.scope->of_class, t.is_const);
        const Template* outer = std::exchange(forwards_, &t);
        parameters(trial, false);  // Of types that are not known yet there are no values.
        forwards_ = outer;
        return true;
    } catch (const FaultError&) {
        go_back(before);
        forwards_ = nullptr;
        return false;
    }
}

void Parser::take_defaults(Template& t, std::vector<Argument>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Template::Parameter& p = t.parameters[i];
        if (values[i].given || p.default_tokens == nullptr) continue;
        if (i == 0 && (p.is_type || p.default_value)) {
            values[i] = {p.default_type, p.default_value.value_or(0), true};
            continue;
        }
        // It may name those before it, whose values are known now.
        const Open before = open();
        try {
            const AtTheTop top(*this);
            tokens_ = p.default_tokens;
            enter(t.scope);
            bind_parameters(t, values);
            at_ = p.default_at;
            if (p.stand_in != nullptr)
                values[i].given = (values[i].of_template = take_template_name()) != nullptr;
            else if (p.is_type)
                values[i] = {type_name(), 0, true};
            else
                values[i] = value_argument(between_angles());
        } catch (const FaultError&) {
            go_back(before);
        }
    }
}

Function* Parser::instantiate(Template& t, std::vector<Argument> values, Place where) {
    take_defaults(t, values);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!values[i].given) {
            fail(where, fmt::format("template argument {} of {} cannot be deduced from its "
                                    "arguments: write {}<…>(…)",
                                    i + 1, t.name, t.name));
        }
    }
    settle_functions(t, values);
    const std::string key = key_of(values);
    if (const auto found = t.instances.find(key); found != t.instances.end()) {
        return found->second.function;
    }
    if (++instantiations_ > most_instantiations)
        fail(where, "these templates instantiate new ones without end");
    Function* made = make_instance(t, values);
    t.instances.emplace(key, Template::Instance{made, std::move(values)});
    return made;
}

Function* Parser::make_instance(Template& t, const std::vector<Argument>& values) {
    const std::string shown = shown_values(values);
    const auto read = [&](const Template& from, const std::vector<Argument>* of) {
        const AtTheTop top(*this);
        tokens_ = from.tokens;
        enter(from.scope);
        bind_parameters(from, values);
        at_ = from.begin;
        function_ = nullptr;
        const Template* outer = std::exchange(forwards_, &t);
        Function* made = nullptr;
        if (t.makes) {
            made = constructor_of(t, values);
        } else {
            const Specifiers s = specifiers();
            Declarator d = declarator(s);
            // Kept out of sight: only the template itself is found by its name.
            d.name.atom = names_.intern(
                names_.keep(fmt::format("{}<{}>@{}", t.name, shown, static_cast<const void*>(&t))));
            made = function(s, d, fmt::format("{}<{}>", t.name, shown), &t, of);
        }
        forwards_ = outer;
        return made;
    };
    // What an argument is where none is given may stand in the declaration alone.
    if (t.declaration != nullptr) read(*t.declaration, nullptr);
    return read(t, &values);
}

}  // namespace stridescope::language

// What templates ask of their arguments, and templates of values: std::is_same_v<T, float>,
// concepts, requires, and types that there are for some arguments alone.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/language/parser.h"

namespace stridescope::language {

/// Whether template <…> is followed by a concept or by a variable.
bool Parser::at_value_template() const {
    if (peek().text == "concept") return true;
    if (at_class() || at(Word::kw_using) || at(Word::kw_template)) return false;
    int depth = 0;
    for (std::size_t n = 0; peek(n).kind != TokenKind::end; ++n) {
        if (at(Punct::less, n)) ++depth;
        if (at(Punct::greater, n)) --depth;
        if (at(Punct::shift_right, n)) depth -= 2;
        if (depth > 0) continue;
        if (at(Word::kw_operator, n) || at(Punct::open_paren, n) || at(Punct::semicolon, n))
            return false;
        if (at(Punct::assign, n) || at(Punct::open_brace, n)) return true;
    }
    return false;
}

/// template <typename T> concept Name = …, or constexpr bool name = …; name<float> = … is a case.
void Parser::read_value_template(Template& t) {
    t.is_concept = peek().text == "concept";
    t.tokens = tokens_;
    t.scope = scope_;
    t.has_body = true;
    if (t.is_concept) next();
    t.begin = at_;
    std::size_t name_at = 0;
    for (std::size_t n = 0; name_at == 0; ++n) {
        if (peek(n).kind == TokenKind::end) fail_token("a name");
        const bool ends =
            at(Punct::less, n + 1) || at(Punct::assign, n + 1) || at(Punct::open_brace, n + 1);
        if (ends && peek(n).kind == TokenKind::identifier && !at(Punct::scope, n + 1))
            name_at = at_ + n;
    }
    const Token name = (*tokens_)[name_at];
    t.name = name.text;
    t.name_at = name_at;
    at_ = name_at + 1;
    std::vector<Argument> arguments;
    const bool is_case = at(Punct::less);
    if (is_case) {
        const std::size_t scope = open_scope();
        bind_parameters(t, std::vector<Argument>(t.parameters.size()));
        arguments = template_arguments();
        close_scope(scope);
    }
    t.value_at = at_;
    while (!at(Punct::semicolon)) skip_balanced();
    next();
    if (is_case) {
        const Symbol* known = find(name.atom);
        if (known == nullptr || known->kind != Symbol::Kind::value_template)
            fail(name.place, fmt::format("{} is not a template", name.text));
        Case& special = specials_.emplace_back();
        special.arguments = std::move(arguments);
        special.pattern = t;
        known->class_template->specials.push_back(&special);
        return;
    }
    Symbol symbol;
    symbol.kind = Symbol::Kind::value_template;
    symbol.class_template = &t;
    publish(name.atom, symbol);
}

/// name<float, 3>, which is a number.
Expr* Parser::value_instance(Template& t, std::vector<Argument> values, Place where) {
    hold_no_reference(t, values, where);
    if (values.size() > t.parameters.size())
        fail(where, fmt::format("{} takes {} template arguments, not {}", t.name,
                                t.parameters.size(), values.size()));
    values.resize(t.parameters.size());
    take_defaults(t, values);
    if (!std::ranges::all_of(values, &Argument::given))
        fail(where, fmt::format("{} needs more template arguments", t.name));
    // Once it is known it stays so: a concept may ask others of which each asks the same.
    const std::string key = key_of(values);
    if (const auto known = t.values.find(key); known != t.values.end()) {
        Expr* again = make(known->second->kind, where, known->second->type);
        if (again->kind == ExprKind::integer)
            again->integer = known->second->integer;
        else
            again->real = known->second->real;
        return again;
    }
    std::vector<Argument> chosen;
    const Template& pattern = pattern_for(t, values, chosen);
    deeper(where);
    ++depth_;
    Expr* e = nullptr;
    {
        const AtTheTop top(*this);
        tokens_ = pattern.tokens;
        enter(pattern.scope);
        bind_parameters(pattern, chosen);
        Function unevaluated;
        unevaluated.on_host = unevaluated.on_device = true;
        function_ = &unevaluated;
        const Type* type = basic(TypeKind::bool_);
        if (!t.is_concept) {
            at_ = pattern.begin;
            Specifiers s = specifiers();
            type = s.is_auto ? nullptr : s.type->plain;
        }
        at_ = pattern.value_at;
        if (at(Punct::assign)) next();
        e = at(Punct::open_brace) && type != nullptr ? initializer_list(type) : assignment();
        if (type != nullptr) e = convert(e, type, "the value");
        if (e->type->is_integer()) {
            e = integer(constant_integer(e, "a template's value"), e->type, where);
        } else if (const auto real = constant_real(e)) {
            e = make(ExprKind::real, where, e->type->plain);
            e->real = *real;
        } else {
            fail(where,
                 fmt::format("{} is no number that is known when the text is compiled", t.name));
        }
    }
    --depth_;
    const bool is_settled = std::ranges::none_of(
        values, [](const Argument& v) { return v.named != nullptr && v.function == nullptr; });
    if (is_settled) t.values.emplace(key, e);
    return e;
}

/// A concept where a parameter's typename would stand, taken from the tokens with its arguments;
/// nullptr: there is none. The parameter that comes next is its first argument.
const Parser::Template* Parser::take_concept(Template& t) {
    std::size_t n = 0;
    while (peek(n).kind == TokenKind::identifier && at(Punct::scope, n + 1)) n += 2;
    if (peek(n).kind != TokenKind::identifier) return nullptr;
    std::size_t end = n;
    const Scope* scope = n > 0 ? scope_before(0, end) : nullptr;
    if (scope != nullptr) n = end;
    const Symbol symbol = scope != nullptr ? [&] {
        const Symbol* found = in_scope(*scope, peek(n).atom);
        return found != nullptr ? *found : Symbol{};
    }()
                                           : symbol_of(peek(n).atom);
    if (symbol.kind != Symbol::Kind::value_template || !symbol.class_template->is_concept)
        return nullptr;
    at_ += n + 1;
    Condition condition;
    condition.asked = symbol.class_template;
    condition.parameter = t.parameters.size();
    condition.tokens = tokens_;
    condition.at = at_;
    if (at(Punct::less)) {
        int depth = 0;
        do {
            if (at(Punct::less)) ++depth;
            if (at(Punct::greater)) --depth;
            next();
        } while (depth > 0 && peek().kind != TokenKind::end);
    }
    t.conditions.push_back(condition);
    return symbol.class_template;
}

/// requires Concept<T> && sizeof(T) == 4, behind the template's parameters or a function's.
void Parser::read_requirement(Template& t) {
    next();
    t.conditions.push_back({tokens_, at_, false});
    skip_requirement();
}

/// Primary expressions, joined by && and ||.
void Parser::skip_requirement() {
    do {
        if (peek().text == "requires") {
            next();
            if (at(Punct::open_paren)) skip_balanced();
            skip_balanced();
        } else if (at(Punct::open_paren)) {
            skip_balanced();
        } else {
            while (peek().kind == TokenKind::identifier && at(Punct::scope, 1)) {
                next();
                next();
            }
            next();
            int depth = 0;
            while (at(Punct::less) || depth > 0) {
                if (at(Punct::less)) ++depth;
                if (at(Punct::greater)) --depth;
                if (at(Punct::shift_right)) depth -= 2;
                if (peek().kind == TokenKind::end) return;
                next();
            }
            while (at(Punct::scope)) {
                next();
                next();
            }
        }
    } while (take(Punct::and_and) || take(Punct::or_or));
}

/// Whether the template is meant for these arguments.
bool Parser::holds(const Template& t, const std::vector<Argument>& values) {
    for (const Condition& each : t.conditions) {
        const Open before = open();
        try {
            const AtTheTop top(*this);
            tokens_ = each.tokens;
            enter(t.scope);
            bind_parameters(t, values);
            at_ = each.at;
            Function unevaluated;
            unevaluated.on_host = unevaluated.on_device = true;
            function_ = &unevaluated;
            if (each.is_type) {
                type_name();
                continue;
            }
            if (each.asked == nullptr) {
                if (constant_integer(requirement(), "a requirement") == 0) return false;
                continue;
            }
            std::vector<Argument> asked{values[each.parameter]};
            if (at(Punct::less)) {
                const std::vector<Argument> more = template_arguments();
                asked.insert(asked.end(), more.begin(), more.end());
            }
            if (value_instance(*each.asked, asked, place())->integer == 0) return false;
        } catch (const FaultError&) {
            go_back(before);
            return false;
        }
    }
    return true;
}

Expr* Parser::requirement() {
    Expr* e = binary(0);
    return condition_of(e, e->place);
}

/// requires (T a) { a + a; typename T::type; { f(a) } -> Concept; }: whether all of it has a
/// meaning.
Expr* Parser::requires_expression() {
    const Place where = next().place;
    bool fits = true;
    const std::size_t scope = open_scope();
    Function asked;
    asked.on_host = asked.on_device = true;
    Function* function = std::exchange(function_, &asked);
    if (at(Punct::open_paren)) parameters(asked);
    const std::size_t begin = at_;
    skip_balanced();
    const std::size_t end = at_;
    at_ = begin + 1;
    while (fits && at_ + 1 < end) {
        const Open before = open();
        try {
            fits = one_requirement();
        } catch (const FaultError&) {
            go_back(before);
            fits = false;
        }
    }
    close_scope(scope);
    function_ = function;
    at_ = end;
    return integer(fits ? 1 : 0, TypeKind::bool_, where);
}

bool Parser::one_requirement() {
    bool fits = true;
    if (at(Word::kw_typename)) {
        type_name();
    } else if (peek().text == "requires") {
        next();
        fits = constant_integer(requirement(), "a requirement") != 0;
    } else if (take(Punct::open_brace)) {
        const Expr* e = value_of(expression());
        expect(Punct::close_brace, "after the expression");
        take_exceptions();
        if (take(Punct::arrow)) {
            Template of_value;
            const Template* asked = take_concept(of_value);
            if (asked == nullptr) fail_token("a concept");
            const std::size_t behind = at_;
            std::vector<Argument> values{{e->type->plain, 0, true}};
            at_ = of_value.conditions[0].at;
            if (at(Punct::less)) {
                const std::vector<Argument> more = template_arguments();
                values.insert(values.end(), more.begin(), more.end());
            }
            at_ = behind;
            fits = value_instance(*of_value.conditions[0].asked, values, place())->integer != 0;
        }
    } else {
        expression();
    }
    expect(Punct::semicolon, "after the requirement");
    return fits;
}

}  // namespace stridescope::language

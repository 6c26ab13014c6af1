// Function templates: kept as tokens, and read anew with types and numbers put in.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/language/parser.h"

namespace stridescope::language {
namespace {

constexpr int most_instantiations = 2000;

}  // namespace

void Parser::read_template() {
    const Place where = next().place;
    if (!at(Punct::less)) {
        // template void f<int>(…);
        while (!at(Punct::semicolon) && peek().kind != TokenKind::end) next();
        return expect(Punct::semicolon, "after the template's instance");
    }
    Template& t = templates_.emplace_back();
    expect(Punct::less, "after template");
    const std::size_t mark = open_scope();
    while (!at_close()) {
        Template::Parameter p;
        if (at(Word::kw_typename) || at(Word::kw_class)) {
            next();
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
                p.default_type = type_name();
            }
        } else if (at_type()) {
            const Specifiers s = specifiers();
            p.is_pack = take(Punct::ellipsis);
            const Declarator d = declarator(s.type);
            p.type = d.type->plain;
            if (!p.type->is_integer())
                fail(d.name.place, fmt::format("a template's {} is not in the subset: only types "
                                               "and integers are",
                                               name_of(p.type)));
            p.atom = d.name.atom != 0 ? d.name.atom : names_.intern("");
            if (take(Punct::assign)) {
                p.default_tokens = tokens_;
                p.default_at = at_;
                p.default_value = constant_integer(binary(8), "a default");
            }
        } else {
            fail_token("typename T or int N");
        }
        Symbol known;
        known.kind = p.is_type ? Symbol::Kind::type : Symbol::Kind::constant;
        known.type = p.is_type ? p.placeholder : p.type;
        known.value = stand_in(t.parameters.size());
        bind(p.atom, known);
        t.parameters.push_back(p);
        if (!take(Punct::comma)) break;
    }
    close_angle("after the template's parameters");
    close_scope(mark);
    if (std::ranges::any_of(t.parameters, &Template::Parameter::is_pack))
        return read_variadic(t, where);
    if (at(Word::kw_struct) || at(Word::kw_class) || at(Word::kw_union))
        return read_class_template(t, where);
    if (at(Word::kw_using)) return read_alias_template(t);
    if (t.parameters.empty()) return read_special_function(where);
    if (at(Word::kw_template))
        fail(place(), "a template's method that is a template is defined within its class here");
    t.tokens = tokens_;
    t.begin = at_;
    t.scope = scope_;
    if (define_template_outside(t)) return;
    const Atom name = read_template_head(t, where);
    skip_template(t, where);
    note_template(name, t);
}

/// Whether a constructor's name comes next, behind the words before it.
bool Parser::at_constructor() {
    const Class* c =
        scope_ != nullptr && scope_->of_class != nullptr ? class_of(scope_->of_class) : nullptr;
    if (c == nullptr || c->name.empty()) return false;
    std::size_t n = 0;
    while (peek(n).kind == TokenKind::identifier && peek(n).text != c->name) ++n;
    return peek(n).text == c->name && at(Punct::open_paren, n + 1);
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
    const Specifiers s = specifiers();
    const Declarator d = declarator(s.type);
    t.name = d.name.text;
    if (d.name.atom == 0) fail(where, "this template needs a name");
    close_scope(scope);
    if (t.has_this) {
        std::size_t n = 0;
        for (int depth = 0; peek(n).kind != TokenKind::end; ++n) {
            if (at(Punct::open_paren, n)) ++depth;
            if (at(Punct::close_paren, n) && --depth == 0) break;
        }
        t.is_const = at(Word::kw_const, n + 1);
    }
    return d.name.atom;
}

/// Behind what is left of it: the parameters, then the body or a semicolon.
void Parser::skip_template(Template& t, Place where) {
    // What members are made with may stand in braces before a constructor's body.
    const bool makes = at_constructor();
    while (makes && !at(Punct::open_brace) && !at(Punct::semicolon)) {
        if (peek().kind == TokenKind::end) fail(where, "this constructor has no body");
        const bool names_member = peek().kind == TokenKind::identifier && at(Punct::open_brace, 1);
        next();
        if (names_member || at(Punct::open_paren)) skip_balanced();
    }
    int depth = 0;
    for (;;) {
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

/// template <> int f<float>(…): what the template is for these arguments.
void Parser::read_special_function(Place where) {
    const Specifiers s = specifiers();
    Declarator d = declarator(s.type);
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
        if (!fits || !std::ranges::all_of(values, &Argument::given)) continue;
        at_ = begin;
        const std::string shown = shown_values(values);
        d.name.atom = names_.intern(
            names_.keep(fmt::format("{}<{}>@{}", t->name, shown, static_cast<const void*>(t))));
        const std::string key = key_of(values);
        Function* made = function(s, d, fmt::format("{}<{}>", t->name, shown), t);
        t->instances[key] = {made, values, true};
        return;
    }
    fail(where, fmt::format("no template {} has this case", d.name.text));
}

std::string Parser::key_of(const std::vector<Argument>& values) {
    std::string key;
    for (const Argument& v : values)
        key += fmt::format("{}/{};", static_cast<const void*>(v.type), v.value);
    return key;
}

std::string Parser::shown_values(const std::vector<Argument>& values) {
    std::string shown;
    for (const Argument& v : values) {
        if (!shown.empty()) shown += ", ";
        shown += v.type != nullptr ? name_of(v.type) : std::to_string(v.value);
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
        if (at(Punct::tilde, name))
            fail(peek(name).place, "a template's destructor is defined within its class here");
        const bool is_operator = at(Word::kw_operator, name);
        const std::size_t paren = is_operator ? name + 2 : name + 1;
        if (!at(Punct::open_paren, paren)) continue;
        if (is_operator && at(Punct::close_paren, paren)) return false;
        OutOfLine method;
        method.name = is_operator ? names_.keep("operator" + std::string{peek(name + 1).text})
                                  : peek(name).text;
        method.as = &t;
        method.tokens = tokens_;
        method.begin = at_ + paren;
        symbol->class_template->methods.push_back(method);
        at_ += paren;
        skip_balanced();
        while (!at(Punct::open_brace) && !at(Punct::semicolon)) {
            const bool names_member =
                peek().kind == TokenKind::identifier && at(Punct::open_brace, 1);
            if (peek().kind == TokenKind::end) fail(peek().place, "this method has no body");
            next();
            if (names_member || at(Punct::open_paren)) skip_balanced();
        }
        if (!take(Punct::semicolon)) skip_balanced();
        return true;
    }
    return false;
}

/// Adds it to what is called so; a definition takes the place of its declaration.
void Parser::note_template(Atom name, Template& t) {
    if (t.makes) return class_of(t.scope->of_class)->constructors.templates.push_back(&t);
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
        *other = std::move(t);
        for (const auto& [key, instance] : other->instances) {
            if (!instance.is_special) make_instance(*other, instance.values);
        }
        return;
    }
    all.templates.push_back(&t);
}

std::vector<Parser::Argument> Parser::template_arguments() {
    std::vector<Argument> given;
    expect(Punct::less, "before the template's arguments");
    const int closed = std::exchange(closed_, 0);
    while (!at_close()) {
        Argument a;
        a.given = true;
        if (at_type()) {
            a.type = type_name();
            if (at(Punct::open_paren))
                fail(place(), "this template's argument is not in the subset");
        } else {
            a.value = constant_integer(binary(8), "a template's argument");
        }
        given.push_back(a);
        if (!take(Punct::comma)) break;
    }
    close_angle("after the template's arguments");
    if (closed > 0) closed_ = closed;
    return given;
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
    // Of the same template of classes.
    const Class* p = class_of(parameter);
    const Class* c = class_of(argument);
    if (p == nullptr || p->from == nullptr) return true;
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

/// What a call names itself: f<int, 4>(…).
std::vector<Parser::Argument> Parser::explicit_values(const Template& t,
                                                      const std::vector<Argument>& given,
                                                      Place where) {
    std::vector<Argument> values(t.parameters.size());
    if (given.size() > values.size()) {
        fail(where, fmt::format("{} takes {} template arguments, not {}", t.name, values.size(),
                                given.size()));
    }
    for (std::size_t i = 0; i < given.size(); ++i) {
        if ((given[i].type != nullptr) != t.parameters[i].is_type) {
            fail(where, fmt::format("template argument {} of {} is a {}", i + 1, t.name,
                                    t.parameters[i].is_type ? "type" : "number"));
        }
        values[i] = given[i];
    }
    return values;
}

/// Gives the template's parameters their values, those without one a stand-in.
void Parser::bind_parameters(const Template& t, const std::vector<Argument>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Template::Parameter& p = t.parameters[i];
        Symbol symbol;
        symbol.kind = p.is_type ? Symbol::Kind::type : Symbol::Kind::constant;
        symbol.type = !p.is_type ? p.type : values[i].given ? values[i].type : p.placeholder;
        symbol.value = !values[i].given
                           ? stand_in(i)
                           : cut_to(p.is_type ? TypeKind::i64 : p.type->kind, values[i].value);
        bind(p.atom, symbol);
    }
}

/// The parameters that the template has with these values. Where they come to no type, the template
/// is none that is meant: false.
bool Parser::read_signature(Template& t, const std::vector<Argument>& values, Function& trial) {
    const Open before = open();
    try {
        const AtTheTop top(*this);
        tokens_ = t.tokens;
        enter(t.scope);
        bind_parameters(t, values);
        trial.on_host = true;  // where it may be called is asked when it is
        function_ = &trial;
        at_ = t.begin;
        if (t.makes) {
            while (peek().text != t.name) next();
            next();
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
        if (i == 0) {
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
            if (p.is_type)
                values[i] = {type_name(), 0, true};
            else
                values[i] = {nullptr, constant_integer(binary(8), "a default"), true};
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
    const AtTheTop top(*this);
    tokens_ = t.tokens;
    enter(t.scope);
    bind_parameters(t, values);
    at_ = t.begin;
    function_ = nullptr;
    if (t.makes) {
        const Template* outer = std::exchange(forwards_, &t);
        Function* made = constructor_of(t, values);
        forwards_ = outer;
        return made;
    }
    const Specifiers s = specifiers();
    Declarator d = declarator(s.type);
    // Kept out of sight: only the template itself is found by its name.
    d.name.atom = names_.intern(
        names_.keep(fmt::format("{}<{}>@{}", t.name, shown, static_cast<const void*>(&t))));
    const Template* outer = std::exchange(forwards_, &t);
    Function* made = function(s, d, fmt::format("{}<{}>", t.name, shown), &t, &values);
    forwards_ = outer;
    return made;
}

}  // namespace stridescope::language

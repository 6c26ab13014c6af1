// Function templates: kept as tokens, and read anew with types and numbers put in.
#include <fmt/format.h>

#include "app/language/parser.h"

namespace stridescope::language {
namespace {

constexpr int most_instantiations = 500;

}  // namespace

void Parser::read_template() {
    const Place where = next().place;
    Template& t = templates_.emplace_back();
    expect(Punct::less, "after template");
    while (!at(Punct::greater)) {
        Template::Parameter p;
        if (at(Word::kw_typename) || at(Word::kw_class)) {
            next();
            p.is_type = true;
            const Token name = next();
            p.atom = name.atom;
            Struct* s = unit_.types.new_struct(std::string{name.text});
            p.placeholder = unit_.types.of_struct(s);
            unit_.types.complete(s, 1);
            if (take(Punct::assign)) p.default_type = type_name();
        } else if (at_type()) {
            const Specifiers s = specifiers();
            p.type = s.type->plain;
            p.atom = next().atom;
            if (take(Punct::assign)) p.default_value = constant_integer(binary(8), "a default");
        } else {
            fail_token("typename T or int N");
        }
        t.parameters.push_back(p);
        if (!take(Punct::comma)) break;
    }
    expect(Punct::greater, "after the template's parameters");
    if (t.parameters.empty())
        fail(where, "specializations of templates are not in the subset: use if");
    if (at(Word::kw_struct) || at(Word::kw_class)) {
        fail(place(), "templates of structs are not in the subset: only functions");
    }
    t.tokens = tokens_;
    t.begin = at_;
    // Its name is found by reading its declaration with placeholders.
    const std::size_t scope = open_scope();
    for (const Template::Parameter& p : t.parameters) {
        Symbol symbol;
        symbol.kind = p.is_type ? Symbol::Kind::type : Symbol::Kind::constant;
        symbol.type = p.is_type ? p.placeholder : p.type;
        symbol.value = 1;
        bind(p.atom, symbol);
    }
    const Specifiers s = specifiers();
    const Declarator d = declarator(s.type);
    t.name = d.name.text;
    close_scope(scope);
    Symbol symbol;
    symbol.kind = Symbol::Kind::function_template;
    symbol.function_template = &t;
    bind(d.name.atom, symbol);
    undo_.clear();
    // Skipped: the parameters, then the body or a semicolon.
    int depth = 0;
    for (;;) {
        const Token& token = next();
        if (token.kind == TokenKind::end) fail(where, "this template is not closed by \"}\"");
        if (token.kind != TokenKind::punctuator) continue;
        if (token.punct == Punct::open_brace) ++depth;
        if (token.punct == Punct::close_brace && --depth == 0) break;
        if (token.punct == Punct::semicolon && depth == 0) break;
    }
}

std::vector<Parser::Argument> Parser::template_arguments() {
    std::vector<Argument> given;
    expect(Punct::less, "before the template's arguments");
    while (!at(Punct::greater)) {
        Argument a;
        a.given = true;
        if (at_type()) {
            a.type = type_name();
        } else {
            a.value = constant_integer(binary(8), "a template's argument");
        }
        given.push_back(a);
        if (!take(Punct::comma)) break;
    }
    expect(Punct::greater, "after the template's arguments");
    return given;
}

/// Makes a parameter's type and an argument's equal by choosing what the placeholders stand for.
bool Parser::deduce(Template& t, const Type* parameter, const Type* argument,
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
        if (!out[i].given) {
            out[i].given = true;
            out[i].type = type;
        }
        return true;
    }
    if (parameter->is_pointer() && (argument->is_pointer() || argument->is_array())) {
        return deduce(t, parameter->of, argument->of, out);
    }
    if (parameter->is_array() && argument->is_array())
        return deduce(t, parameter->of, argument->of, out);
    return true;
}

Function* Parser::instantiate(Template& t, const std::vector<Argument>& given,
                              const std::vector<Expr*>* args, Place where) {
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
    const AtTheTop top(*this);
    tokens_ = t.tokens;
    const auto bind_all = [&](bool placeholders) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            const Template::Parameter& p = t.parameters[i];
            Symbol symbol;
            symbol.kind = p.is_type ? Symbol::Kind::type : Symbol::Kind::constant;
            symbol.type = p.is_type
                              ? (placeholders && !values[i].given ? p.placeholder : values[i].type)
                              : p.type;
            symbol.value = placeholders && !values[i].given
                               ? 1
                               : cut_to(p.is_type ? TypeKind::i64 : p.type->kind, values[i].value);
            bind(p.atom, symbol);
        }
    };
    if (args != nullptr) {
        bind_all(true);
        Function trial;
        function_ = &trial;
        at_ = t.begin;
        const Specifiers s = specifiers();
        declarator(s.type);
        parameters(trial, false);  // Of types that are not known yet there are no values.
        for (std::size_t i = 0; i < std::min(args->size(), trial.parameters.size()); ++i) {
            const Variable& p = *trial.parameters[i];
            deduce(t, p.type, p.is_reference ? (*args)[i]->type : value_of((*args)[i])->type,
                   values);
        }
        close_scope(0);
    }
    std::string key;
    std::string shown;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Template::Parameter& p = t.parameters[i];
        if (!values[i].given && p.default_type != nullptr) values[i] = {p.default_type, 0, true};
        if (!values[i].given && p.default_value) values[i] = {nullptr, *p.default_value, true};
        if (!values[i].given) {
            fail(where, fmt::format("template argument {} of {} cannot be deduced from its "
                                    "arguments: write {}<…>(…)",
                                    i + 1, t.name, t.name));
        }
        if (!shown.empty()) shown += ", ";
        shown += p.is_type ? name_of(values[i].type) : std::to_string(values[i].value);
        key += fmt::format("{}/{};", static_cast<const void*>(values[i].type), values[i].value);
    }
    if (const auto found = t.instances.find(key); found != t.instances.end()) {
        return found->second;
    }
    if (++instantiations_ > most_instantiations)
        fail(where, "these templates instantiate new ones without end");
    bind_all(false);
    at_ = t.begin;
    function_ = nullptr;
    const Specifiers s = specifiers();
    Declarator d = declarator(s.type);
    // Kept out of sight: only the template itself is found by its name.
    d.name.atom = names_.intern(names_.keep(fmt::format("{}<{}>", t.name, shown)));
    const std::size_t before = unit_.functions.size();
    function(s, d, fmt::format("{}<{}>", t.name, shown));
    Function* made = &unit_.functions[before];
    t.instances.emplace(key, made);
    return made;
}

}  // namespace stridescope::language

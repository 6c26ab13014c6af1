// What stands at the top of a text, and how types and names are declared.
#include <algorithm>

#include <fmt/format.h>

#include "app/language/parser.h"

namespace stridescope::language {

/// `typedef struct { … } S;` names the struct as `struct S { … }` does.
void Parser::name_by_typedef(const Declarator& d) {
    if (d.type->is_struct() && d.type->plain == d.type && d.type->structure->name == "struct")
        d.type->structure->name = d.name.text;
}

void Parser::top_level() {
    if (take(Punct::semicolon)) return;
    if (at(Word::kw_template)) return read_template();
    if (at(Word::kw_using)) return type_alias();
    if (at(Word::kw_namespace)) return name_space(false);
    if (at(Word::kw_inline) && at(Word::kw_namespace, 1)) {
        next();
        return name_space(true);
    }
    if (constructor_outside() || read_guide(nullptr)) return;
    if (at_abbreviated()) return read_abbreviated();
    if (at(Word::kw_static_assert)) {
        next();
        arguments();
        expect(Punct::semicolon, "after static_assert");
        return;
    }
    Specifiers linkage;
    if (at(Word::kw_extern) && peek(1).kind == TokenKind::string) {
        next();
        next();
        // Without braces it only declares: extern "C" int x;
        linkage.is_extern = true;
        if (take(Punct::open_brace)) {
            declarations(true);
            expect(Punct::close_brace, "after extern \"C\"");
            return;
        }
    }
    linkage.place = place();
    const Specifiers s = specifiers(linkage);
    if (take(Punct::semicolon)) return;  // a struct by itself
    Declarator d = declarator(s);
    if (s.is_typedef) {
        name_by_typedef(d);
        if (at(Punct::open_paren)) d.type = function_type(d.type, d.is_reference);
        Symbol symbol;
        symbol.kind = Symbol::Kind::type;
        symbol.type = d.type;
        symbol.refers = d.is_reference;
        publish(d.name.atom, symbol);
        while (take(Punct::comma)) {
            d = declarator(s);
            symbol.type = d.type;
            symbol.refers = d.is_reference;
            publish(d.name.atom, symbol);
        }
        expect(Punct::semicolon, "after the typedef");
        return;
    }
    if (d.of != nullptr && at(Punct::open_paren) && !names_variable(d)) {
        if (define_outside(s, d)) return;
        Scope* outer = std::exchange(scope_, d.of);
        const std::size_t mark = open_scope();
        enter(d.of);
        function(s, d, std::string{d.name.text});
        close_scope(mark);
        scope_ = outer;
        return;
    }
    if (d.of == nullptr && at(Punct::open_paren) && !s.shared && !at_object(d)) {
        function(s, d, std::string{d.name.text});
        return;
    }
    for (;;) {
        global_variable(s, d);
        if (!take(Punct::comma)) break;
        d = declarator(s);
    }
    expect(Punct::semicolon, "after the declaration");
}

/// Type Class::name, which the class declares as a variable.
bool Parser::names_variable(const Declarator& d) {
    const Symbol* known = in_scope(*d.of, d.name.atom);
    return known != nullptr && known->kind == Symbol::Kind::variable;
}

/// dim3 block(16, 16) or int n(5); and not a function of it.
bool Parser::at_object(const Declarator& d) {
    if (d.is_reference || d.type->is_void()) return false;
    if (!d.type->is_struct()) return peek(1).kind == TokenKind::number && at(Punct::close_paren, 2);
    return !at(Punct::close_paren, 1) && !at_type(1) && !at(Punct::ellipsis, 1);
}

Variable* Parser::declare(const Declarator& d, Storage storage) {
    if (d.name.atom == 0) fail(d.name.place, "a name is missing in this declaration");
    Variable& v = unit_.variables.emplace_back();
    v.name = d.name.text;
    v.type = d.type;
    v.place = d.name.place;
    v.storage = storage;
    v.is_reference = d.is_reference;
    v.is_restrict = d.is_restrict;
    v.is_rvalue = d.is_rvalue;
    v.function = function_;
    if (function_ != nullptr) {
        v.index = static_cast<int>(function_->variables.size());
        function_->variables.push_back(&v);
    } else {
        v.index = static_cast<int>(unit_.globals.size());
        unit_.globals.push_back(&v);
    }
    Symbol symbol;
    symbol.kind = Symbol::Kind::variable;
    symbol.variable = &v;
    publish(d.name.atom, symbol);
    return &v;
}

/// The variable of that name in this scope at the top of the text; null: there is none.
Variable* Parser::known_global(Atom atom) {
    const Symbol* known = scope_ != nullptr        ? scope_->find(atom)
                          : atom < symbols_.size() ? &symbols_[atom]
                                                   : nullptr;
    const bool is_global = known != nullptr && known->kind == Symbol::Kind::variable &&
                           known->variable != nullptr && known->variable->function == nullptr;
    return is_global ? known->variable : nullptr;
}

/// extern T name; says that there is such a variable: what defines it, before or behind, is it.
void Parser::declare_elsewhere(const Specifiers& s, const Declarator& d, Storage storage) {
    if (known_global(d.name.atom) != nullptr) return;
    Function* outer = std::exchange(function_, nullptr);
    Variable* v = declare(d, storage);
    function_ = outer;
    v->is_declared = true;
    v->is_managed = s.managed;
}

void Parser::global_variable(const Specifiers& s, Declarator d) {
    if (d.type->is_void()) fail(d.name.place, "a variable cannot be void");
    const Storage storage = s.shared                ? Storage::shared
                            : s.constant            ? Storage::constant
                            : s.device || s.managed ? Storage::device
                                                    : Storage::host;
    if (d.of != nullptr) return define_member(d);
    if (d.is_reference && storage == Storage::host && !s.is_extern) return global_reference(s, d);
    const bool is_defined = at(Punct::assign) || at(Punct::open_brace) || at(Punct::open_paren);
    if (s.is_extern && !s.shared && !is_defined) return declare_elsewhere(s, d, storage);
    is_for_host_ = storage == Storage::host;
    std::vector<Variable*> unnamed;
    // A part of the library may be read amid a statement.
    std::vector<Variable*>* const outer =
        std::exchange(temporaries_, is_for_host_ ? &unnamed : nullptr);
    Expr* init = s.is_auto ? auto_value(s, d) : nullptr;
    Variable* v = known_global(d.name.atom);
    if (v != nullptr && v->is_declared) {
        v->is_declared = false;
        v->type = d.type;
        v->place = d.name.place;
        v->storage = storage;
    } else {
        v = declare(d, storage);
    }
    v->is_extern = s.shared && s.is_extern;
    v->is_managed = s.managed;
    v->align = std::max(s.align, d.align);
    v->is_constexpr = s.is_constexpr;
    if (init != nullptr) {
        v->init = init;
    } else if (take(Punct::assign)) {
        v->init = at(Punct::open_brace) ? initializer_list(v->type) : initializer(v->type);
    } else if (at(Punct::open_brace)) {
        v->init = initializer_list(v->type);
    } else if (at(Punct::open_paren)) {
        v->init = in_parentheses(v->type);
    } else if (!s.is_extern && storage != Storage::shared) {
        v->init = initial_value(v->type, d.name.place);
    }
    is_for_host_ = false;
    temporaries_ = outer;
    v->type = complete_extent(v->type, v->init);
    fold(*v);
    hold_known(*v);
    if (storage != Storage::host) return;
    set_at_begin(v);
    for (; !unnamed.empty(); unnamed.pop_back()) {
        if (!has_end(unnamed.back()->type)) continue;
        unit_.at_begin.push_back(make(StmtKind::expression, v->place));
        unit_.at_begin.back()->condition = end_of(*unnamed.back(), v->place);
    }
    if (Stmt* ends = end_at_exit(*v)) unit_.at_begin.push_back(ends);
}

/// T &name = … at the top of a text: a pointer, and the name stands for what it points to. A const
/// one may be a value of its own.
void Parser::global_reference(const Specifiers& s, Declarator d) {
    expect(Punct::assign, "after a reference: it names something");
    Expr* init = lvalue_of(assignment());
    if (s.is_auto) d.type = unit_.types.qualified(init->type, s.type->is_const, false);
    if (is_lvalue(init) && is_base_of(d.type, init->type))
        init = to_base(init, d.type, init->place);
    const bool is_same = init->type->plain == d.type->plain || d.type->is_array();
    d.is_reference = false;
    Variable* v = nullptr;
    if (is_lvalue(init) && is_same) {
        Expr* pointer = make_address(init, init->place);
        d.type = unit_.types.pointer_to(d.type);
        v = declare(d, Storage::host);
        v->names_another = true;
        v->init = explicit_cast(pointer, d.type, init->place, true);
    } else if (d.type->is_const || is_function_pointer(init->type)) {
        v = declare(d, Storage::host);
        v->init = convert(init, d.type->plain, "the variable");
    } else {
        fail(init->place, "a reference needs a variable or an element");
    }
    hold_known(*v);
    set_at_begin(v);
}

/// T name(…): its first value.
Expr* Parser::in_parentheses(const Type* type) {
    if (type->is_struct()) return construct(type, place());
    next();
    Expr* value = convert(assignment(), type->plain, "the variable");
    expect(Punct::close_paren, "after the variable's value");
    return value;
}

/// Whether a variable's first value is known before anything runs.
bool Parser::is_known_at_first(const Type* type, const Expr* e) {
    if (e == nullptr) return true;
    if (e->kind == ExprKind::list) {
        for (std::size_t i = 0; i < e->args.size(); ++i) {
            const Type* part = type->is_array() ? type->of : type->structure->fields[i].type;
            if (!is_known_at_first(part, e->args[i])) return false;
        }
        return true;
    }
    if (e->kind == ExprKind::construct) {
        return std::ranges::all_of(e->args, [](const Expr* part) {
            return part == nullptr || is_known_at_first(part->type, part);
        });
    }
    if (type->is_struct() || type->is_array()) return false;
    if (type->is_floating()) return constant_real(e).has_value();
    if (type->is_pointer()) {
        while (e->kind == ExprKind::cast) e = e->a;
        const bool is_place = e->kind == ExprKind::address || e->kind == ExprKind::decay;
        return is_place ? e->a->kind == ExprKind::variable : constant_value(e).has_value();
    }
    return constant_value(e).has_value();
}

/// Where it is not, the variable is set before main begins.
void Parser::set_at_begin(Variable* v) {
    if (v->init == nullptr || is_known_at_first(v->type, v->init)) return;
    Expr* to = make(ExprKind::variable, v->place, v->type->is_array() ? v->type : v->type->plain);
    to->variable = v;
    set_value(unit_.at_begin, to, v->init);
    v->init = nullptr;
}

/// Enters an object of static duration, which has come to life here, among what ends at exit;
/// nullptr: nothing is to be done there.
Stmt* Parser::end_at_exit(Variable& v) {
    if (!has_end(v.type->element()) || v.type->size == 0) return nullptr;
    Function& f = unit_.functions.emplace_back();
    f.name = names_.keep(fmt::format("the end of {}", v.name));
    f.place = v.place;
    f.result = basic(TypeKind::void_);
    f.on_host = f.is_local = true;
    f.body = make(StmtKind::expression, v.place);
    {
        const AtTheTop top(*this);
        function_ = &f;
        f.body->condition = end_of(v, v.place);
    }
    Stmt* s = make(StmtKind::expression, v.place);
    s->condition = header_call("atexit", function_value(&f, v.place), v.place);
    return s;
}

bool Parser::names_locals(const Expr* e) {
    if (e == nullptr) return false;
    if (e->kind == ExprKind::variable)
        return e->variable->storage == Storage::local || e->variable->storage == Storage::parameter;
    return names_locals(e->a) || names_locals(e->b) || names_locals(e->c) ||
           std::ranges::any_of(e->args, [](const Expr* part) { return names_locals(part); });
}

Expr* Parser::initializer(const Type* type) {
    if (is_text_array(type) && peek().kind == TokenKind::string) return text_list(type);
    return convert(assignment(), type->plain, "the variable");
}

/// { … }: args are one for each element or member, nullptr where none is given.
Expr* Parser::initializer_list(const Type* type) {
    const Place where = place();
    if (const Type* element = element_of(type)) return list_with(type, element);
    deeper(where);
    ++depth_;
    expect(Punct::open_brace, "before the initial values");
    Expr* e = nullptr;
    Class* c = class_of(type);
    const bool is_made = c != nullptr && c->has_constructors();
    if (is_made) {
        e = made_by_list(*c);
        std::vector<Expr*> args;
        while (e == nullptr && !at(Punct::close_brace)) {
            args.push_back(at(Punct::open_brace) ? braced_argument() : assignment());
            if (!take(Punct::comma)) break;
        }
        if (e == nullptr)
            e = args.size() == 1 && args[0]->type->plain == type->plain
                    ? convert(args[0], type, "the variable")
                    : made_by(*c, std::move(args), where);
        e->in_order = true;
    } else if (is_polymorphic(type)) {
        if (at(Punct::close_brace)) {
            e = initial_value(type, where);
        } else {
            e = convert(assignment(), type, "the variable");
        }
    } else if (!type->is_array() && !type->is_struct()) {
        e = at(Punct::close_brace)
                ? convert(integer(0, TypeKind::i32, where), type->plain, "the variable")
            : at(Punct::open_brace) ? initializer_list(type)
                                    : convert(assignment(), type->plain, "the element");
        if (!at(Punct::close_brace) && !at(Punct::comma)) fail_token("the closing brace");
        take(Punct::comma);
        if (!at(Punct::close_brace))
            fail(place(), fmt::format("these are too many values for {}", name_of(type)));
    } else if (type->is_array() && peek().kind == TokenKind::string && is_text_array(type)) {
        e = initializer(type);
    } else {
        e = braced(type, true);
    }
    expect(Punct::close_brace, "after the initial values");
    --depth_;
    return e;
}

/// char text[] = "…": its characters, and a 0.
Expr* Parser::text_list(const Type* type) {
    const Place where = place();
    std::string text;
    while (peek().kind == TokenKind::string) text += unescape(next());
    if (type->count >= 0 && text.size() > static_cast<std::size_t>(type->count))
        fail(where,
             fmt::format("these are {} characters, more than {}", text.size(), name_of(type)));
    std::vector<Expr*> parts;
    for (const char each : text)
        parts.push_back(integer(cut_to(type->of->kind, each), type->of, where));
    if (type->count < 0 || parts.size() < static_cast<std::size_t>(type->count))
        parts.push_back(integer(0, type->of, where));
    Expr* e = make(ExprKind::list, where, type->plain);
    e->args = unit_.arena.copy(parts);
    return e;
}

bool Parser::is_text_array(const Type* type) {
    return type->is_array() && type->of->is_integer() && type->of->size == 1 &&
           type->of->kind != TypeKind::bool_;
}

/// The values of an array or a struct. Those of an inner one need no braces of their own: then they
/// are taken from the same list, as many as there are members.
Expr* Parser::braced(const Type* type, bool has_braces) {
    const Place where = place();
    if (type->is_struct() && !type->structure->bits.empty()) return braced_bits(type, has_braces);
    // S b{a} copies a.
    const bool may_be_whole = peek().kind == TokenKind::identifier || at(Punct::star);
    if (has_braces && type->is_struct() && may_be_whole) {
        const Open before = open();
        Expr* value = assignment();
        if (at(Punct::close_brace) && value->type->plain == type->plain)
            return convert(value, type->plain, "the variable");
        go_back(before);
    }
    std::vector<Expr*> parts;
    const std::size_t most =
        type->is_array() ? (type->count < 0 ? SIZE_MAX : static_cast<std::size_t>(type->count))
        : type->structure->is_union ? std::min<std::size_t>(1, type->structure->fields.size())
                                    : type->structure->fields.size();
    Class* c = class_of(type);
    while (!at(Punct::close_brace)) {
        if (parts.size() >= most) {
            if (!has_braces) break;
            fail(place(), fmt::format("these are too many values for {}", name_of(type)));
        }
        const Field* names = type->is_array() ? nullptr : &type->structure->fields[parts.size()];
        const Type* part = type->is_array() ? type->of : names->type;
        if (take(Punct::dot)) {
            const Token name = next();
            if (!type->is_struct()) fail(name.place, "only members have names here");
            const Field* field = type->structure->find(name.text);
            if (field == nullptr)
                fail(name.place, fmt::format("{} has no member {}", name_of(type), name.text));
            const auto index = static_cast<std::size_t>(field - type->structure->fields.data());
            if (index < parts.size()) fail(name.place, "name the members in their order");
            while (parts.size() < index)
                parts.push_back(unnamed_part(type, c, parts.size(), where));
            part = field->type;
            names = field;
            if (!at(Punct::open_brace)) expect(Punct::assign, "after the member's name");
        }
        if (names != nullptr && names->is_reference) {
            parts.push_back(referred_to(assignment(), *names));
        } else if (at(Punct::open_brace)) {
            parts.push_back(initializer_list(part));
        } else if (is_text_array(part) && peek().kind == TokenKind::string) {
            parts.push_back(initializer(part));
        } else if (part->is_array()) {
            parts.push_back(braced(part, false));
        } else {
            const Open before = open();
            Expr* value = assignment();
            if (!part->is_struct() || conversion_cost(value, part)) {
                parts.push_back(convert(value, part->plain, "the element"));
            } else {
                go_back(before);
                parts.push_back(braced(part, false));
            }
        }
        if (!at(Punct::comma)) break;
        if (!has_braces && parts.size() >= most) break;
        next();
    }
    if (type->is_struct() && !type->structure->is_union) {
        for (std::size_t i = parts.size(); i < most; ++i) {
            Expr* rest = unnamed_part(type, c, i, where);
            if (rest == nullptr && !needs_initials(type, c, i)) break;
            parts.push_back(rest);
        }
    }
    if (type->is_array() && type->count > 0 && parts.size() < most) {
        if (Expr* each = initial_value(type->of, where)) parts.resize(most, each);
    }
    Expr* e = make(ExprKind::list, where, type->plain);
    e->args = unit_.arena.copy(parts);
    return e;
}

bool Parser::needs_initials(const Type* type, const Class* c, std::size_t from) {
    for (std::size_t i = from; i < type->structure->fields.size(); ++i) {
        if (type->structure->name == "dim3") return true;
        if (c != nullptr && i < c->initials.size() && c->initials[i].tokens != nullptr) return true;
        const Class* inner = class_of(type->structure->fields[i].type->element());
        if (inner != nullptr && (inner->has_initials || inner->has_constructors())) return true;
    }
    return false;
}

/// What a member is where the list does not say it; nullptr: 0.
Expr* Parser::unnamed_part(const Type* type, Class* c, std::size_t index, Place where) {
    if (type->structure->name == "dim3") return integer(1, TypeKind::u32, where);
    const Field& field = type->structure->fields[index];
    if (c != nullptr && index < c->initials.size() && c->initials[index].tokens != nullptr)
        return initial_of(field.type, c->initials[index]);
    return initial_value(field.type, where);
}

/// Type Class::name = …; what is declared within the class.
void Parser::define_member(const Declarator& d) {
    const Symbol* known = in_scope(*d.of, d.name.atom);
    if (known == nullptr || known->kind != Symbol::Kind::variable)
        fail(d.name.place, fmt::format("{} has no variable {}", d.of->prefix, d.name.text));
    Variable* v = known->variable;
    v->is_declared = false;
    if (take(Punct::assign)) {
        v->init = at(Punct::open_brace) ? initializer_list(v->type) : initializer(v->type);
    } else if (at(Punct::open_brace)) {
        v->init = initializer_list(v->type);
    } else if (at(Punct::open_paren)) {
        v->init = in_parentheses(v->type);
    } else if (v->init == nullptr && v->storage == Storage::host) {
        v->init = initial_value(v->type, d.name.place);
    }
    v->type = complete_extent(v->type, v->init);
    if (v->storage != Storage::host) return;
    set_at_begin(v);
    if (Stmt* ends = end_at_exit(*v)) unit_.at_begin.push_back(ends);
}

const Type* Parser::complete_extent(const Type* type, const Expr* init) {
    if (!type->is_array() || type->count >= 0) return type;
    if (init == nullptr || init->kind != ExprKind::list) return type;
    return unit_.types.array_of(type->of, static_cast<std::int64_t>(init->args.size()));
}

/// The type of an auto parameter of a lambda, which is that of what it is given.
void Parser::type_of_argument(const Function& f, const Specifiers& s, Declarator& d) {
    const std::size_t number = f.parameters.size() - (is_method(f) ? 1 : 0);
    if (auto_arguments_ == nullptr)
        fail(d.name.place, "auto parameters of functions are not in the subset: write a template");
    if (number >= auto_arguments_->size())
        fail(d.name.place, "this lambda is called with fewer arguments");
    Expr* given = (*auto_arguments_)[number];
    // auto && is a reference to what has a place, else a value of its own.
    if (d.is_rvalue && !is_lvalue(given)) d.is_reference = d.is_rvalue = false;
    if (d.is_reference) {
        d.is_rvalue = false;
        d.type = s.type->is_const ? unit_.types.qualified(given->type, true, false) : given->type;
        return;
    }
    const Type* type = value_of(given)->type->plain;
    d.type = s.type->is_const ? unit_.types.qualified(type, true, false) : type;
}

void Parser::parameters(Function& f, bool with_defaults, bool of_template) {
    expect(Punct::open_paren, "before the parameters");
    if (at(Word::kw_void) && at(Punct::close_paren, 1)) next();
    while (!at(Punct::close_paren)) {
        const Atom first = peek().atom;
        const Specifiers s = specifiers();
        Declarator d = declarator(s);
        if (s.is_auto) type_of_argument(f, s, d);
        if (at(Punct::open_paren)) {  // T name(…), which is a pointer
            d.type = pointer_to_function(d.type, d.is_reference);
            d.is_reference = false;
        }
        if (d.type->is_void()) fail(d.name.place, "a parameter cannot be void");
        if (d.type->is_array() && !d.is_reference) d.type = unit_.types.pointer_to(d.type->of);
        if (d.name.atom == 0) d.name.atom = names_.intern("");
        // What a kernel's reference names stays where it is: it is handed the address.
        const bool is_address = f.is_kernel && d.is_reference && !d.is_rvalue;
        if (is_address) {
            d.type = unit_.types.pointer_to(d.type);
            d.is_reference = false;
        }
        Variable* v = declare(d, Storage::parameter);
        v->names_another = is_address;
        f.parameters.push_back(v);
        v->is_forwarding = v->is_rvalue && forwards_ != nullptr &&
                           std::ranges::any_of(forwards_->parameters,
                                               [&](const auto& p) { return p.atom == first; });
        if (v->is_forwarding && symbols_[first].by_lvalue) v->is_rvalue = false;
        if (take(Punct::assign)) {
            if (with_defaults && of_template) {
                // Of a template's instance a value that there cannot be, as F(), is wanted only by
                // a call that gives none.
                const std::size_t begin = at_;
                try {
                    v->init = initializer(v->type);
                } catch (const FaultError&) {
                    at_ = begin;
                    skip_default();
                }
            } else if (with_defaults) {
                v->init = initializer(v->type);
            } else {
                v->has_default = true;
                skip_default();
            }
        }
        if (!take(Punct::comma)) break;
    }
    expect(Punct::close_paren, "after the parameters");
}

/// `auto`: what stands behind an arrow, else what the first return gives.
void Parser::result_of(Function& f, const Specifiers& s) {
    if (!s.is_auto) return;
    if (take(Punct::arrow)) {
        const Specifiers trailing = specifiers();
        const Declarator d = declarator(trailing);
        f.result = d.type;
        f.returns_reference = d.is_reference;
    } else {
        f.result = nullptr;
        f.keeps_reference = s.keeps_reference || (f.returns_reference && f.returns_rvalue);
        if (f.keeps_reference) f.returns_reference = f.returns_rvalue = false;
    }
}

/// What is called so; a name that stands for something else stands for functions from now on. Where
/// another one of that name is not understood nobody finds them: which is meant is not known.
Parser::Overloads& Parser::overloads_of(Atom atom) {
    if (atom >= symbols_.size()) symbols_.resize(atom + 64);
    if (scope_ != nullptr) {
        const Symbol* known = scope_->find(atom);
        if (known != nullptr && known->kind == Symbol::Kind::faulty)
            return overloads_.emplace_back();
        if (known != nullptr && known->kind == Symbol::Kind::functions) return *known->functions;
        if (known != nullptr) hide_type(atom, *known);
        Symbol symbol;
        symbol.kind = Symbol::Kind::functions;
        symbol.functions = &overloads_.emplace_back();
        Function* outer = std::exchange(function_, nullptr);
        publish(atom, symbol);
        function_ = outer;
        return *symbol.functions;
    }
    if (in_library()) return overloads_of_library(atom);
    if (symbols_[atom].kind == Symbol::Kind::faulty) return overloads_.emplace_back();
    // A text's own functions hide what the library has by their name, as long as nobody writes
    // std::.
    const auto known = of_library_.find(atom);
    const bool is_own = symbols_[atom].kind == Symbol::Kind::functions &&
                        (known == of_library_.end() || symbols_[atom].functions != known->second);
    if (!is_own) {
        hide_type(atom, symbols_[atom]);
        symbols_[atom] = {};
        symbols_[atom].kind = Symbol::Kind::functions;
        symbols_[atom].functions = &overloads_.emplace_back();
    }
    return *symbols_[atom].functions;
}

/// A class whose name functions take can still be named with `struct` before it: whether there is
/// one.
bool Parser::hide_type(Atom atom, const Symbol& known) {
    if (known.kind != Symbol::Kind::type || !known.type->is_struct()) return false;
    behind_functions_[atom] = known.type;
    return true;
}

const Type* Parser::type_behind_functions(Atom atom) const {
    const auto known = behind_functions_.find(atom);
    return known == behind_functions_.end() ? nullptr : known->second;
}

/// Those of the library, which a part of it declares now. What other parts add is there before.
Parser::Overloads& Parser::overloads_of_library(Atom atom) {
    const auto [known, is_new] = of_library_.try_emplace(atom);
    if (is_new) {
        known->second = &overloads_.emplace_back();
        Overloads& all = *known->second;
        const auto part = parts_.find(atom);
        const Symbol::Kind kind = symbols_[atom].kind;
        if (kind == Symbol::Kind::none || kind == Symbol::Kind::library ||
            hide_type(atom, symbols_[atom])) {
            symbols_[atom] = {};
            symbols_[atom].kind = Symbol::Kind::functions;
            symbols_[atom].functions = &all;
        }
        if (part != parts_.end() && !std::exchange(part->second.is_read, true))
            read_library(part->second.number);
        return all;
    }
    return *known->second;
}

/// What std:: and the name mean, or the name in the library itself, where a text has something of
/// its own by that name.
Parser::Symbol Parser::symbol_of_library(Atom atom) {
    if (const auto part = parts_.find(atom);
        part != parts_.end() && !std::exchange(part->second.is_read, true))
        read_library(part->second.number);
    Symbol symbol;
    if (const auto known = of_library_.find(atom); known != of_library_.end()) {
        symbol.kind = Symbol::Kind::functions;
        symbol.functions = known->second;
    }
    return symbol;
}

void Parser::skip_default() {
    for (int depth = 0; peek().kind != TokenKind::end; next()) {
        if (at(Punct::open_paren) || at(Punct::open_brace) || at(Punct::open_bracket)) ++depth;
        if (depth == 0 && (at(Punct::comma) || at(Punct::close_paren))) return;
        if (at(Punct::close_paren) || at(Punct::close_brace) || at(Punct::close_bracket)) --depth;
    }
}

Function* Parser::function(const Specifiers& s, const Declarator& d, std::string name,
                           Template* from, const std::vector<Argument>* values) {
    if (d.name.atom == 0) fail(s.place, "a function needs a name");
    Function* f = &unit_.functions.emplace_back();
    f->name = std::move(name);
    f->result = d.type;
    f->place = d.name.place;
    f->is_kernel = s.global;
    f->is_noinline = s.is_noinline;
    f->most_threads = s.most_threads;
    f->least_blocks = s.least_blocks;
    f->cluster = s.cluster;
    f->is_constexpr = s.is_constexpr;
    f->on_device = s.device || s.global || s.is_constexpr;
    f->on_host = (s.host || !s.device) && !s.global;
    f->is_local =
        s.is_static || s.is_inline || s.is_constexpr || f->name.find('<') != std::string::npos;
    f->returns_reference = d.is_reference;
    f->returns_rvalue = d.is_rvalue;
    Overloads& all = overloads_of(d.name.atom);
    Function* outer = std::exchange(function_, f);
    const std::size_t scope = open_scope();
    if (from != nullptr && from->has_this) declare_this(from->scope->of_class, from->is_const);
    parameters(*f, true, from != nullptr);
    end_declarator(d);
    take(Word::kw_const);
    take_exceptions();
    result_of(*f, s);
    if (f->is_kernel && (f->result == nullptr || !f->result->is_void()))
        fail(f->place, "a kernel returns nothing: write void");
    // The body of a function that was declared before replaces the declaration.
    Function* declared = nullptr;
    for (Function* other : all.functions) {
        bool equal = other->parameters.size() == f->parameters.size();
        for (std::size_t i = 0; equal && i < f->parameters.size(); ++i) {
            const Variable &a = *other->parameters[i], &b = *f->parameters[i];
            equal = a.is_reference == b.is_reference && a.is_rvalue == b.is_rvalue &&
                    (a.is_reference ? a.type == b.type : a.type->plain == b.type->plain);
        }
        if (equal) declared = other;
    }
    if (declared != nullptr && (declared->body != nullptr || declared->fault != nullptr) &&
        at(Punct::open_brace)) {
        // Each source may have one of its own, which is meant from here on.
        const bool is_of_source = (f->is_local && declared->is_local) ||
                                  (!f->is_kernel && !f->on_host && !declared->on_host);
        if (f->place.file == declared->place.file || !is_of_source)
            fail(f->place, fmt::format("{} is defined twice", f->name));
        std::erase(all.functions, declared);
        declared = nullptr;
    }
    const auto publish = [&](Function* what) {
        if (declared == nullptr) all.functions.push_back(what);
    };
    if (take(Punct::semicolon)) {
        close_scope(scope);
        function_ = outer;
        publish(f);
        return declared != nullptr ? declared : f;
    }
    if (declared != nullptr) {
        for (std::size_t i = 0; i < f->parameters.size(); ++i) {
            if (f->parameters[i]->init == nullptr)
                f->parameters[i]->init = declared->parameters[i]->init;
        }
        const bool was_device = declared->on_device;
        // Bounds may stand in the declaration alone.
        if (f->most_threads == 0) {
            f->most_threads = declared->most_threads;
            f->least_blocks = declared->least_blocks;
        }
        if (f->cluster == Extents{1, 1, 1}) f->cluster = declared->cluster;
        f->is_noinline |= declared->is_noinline;
        *declared = std::move(*f);
        declared->on_device |= was_device;
        f = function_ = declared;
        for (Variable* v : f->variables) v->function = f;
    }
    publish(f);
    if (!at(Punct::open_brace) && !at(Word::kw_try)) fail_token("the function's body in braces");
    // Its body may call it.
    const bool is_first =
        values != nullptr &&
        from->instances.emplace(key_of(*values), Template::Instance{f, *values}).second;
    try {
        read_body(*f);
    } catch (const FaultError&) {
        if (is_first) from->instances.erase(key_of(*values));
        throw;
    }
    close_scope(scope);
    function_ = outer;
    if (f->is_kernel) unit_.kernels.push_back(f);
    if (f->name == "main") unit_.main = f;
    if (f->name == "__run_exits" && f->place.file == library_file) unit_.at_exit = f;
    return f;
}

}  // namespace stridescope::language

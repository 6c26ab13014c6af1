// Declarations of variables within functions.
#include <utility>

#include <fmt/format.h>

#include "app/language/parser.h"

namespace stridescope::language {

/// Whether a function is declared here, and no variable: float f(int); but not float x(3).
bool Parser::at_parameters(const Declarator& d) {
    if (!at(Punct::open_paren) || d.is_reference) return false;
    return d.type->is_void() || (at(Punct::close_paren, 1) && !d.type->is_struct()) ||
           (at_type(1) && !at_made_value(1));
}

/// void f(int); within a function says that there is such a function in the namespace around it.
void Parser::declare_function(const Specifiers& s, const Declarator& d) {
    std::size_t behind = 0;
    Scope* around = scope_;
    while (around != nullptr && (around->of_class != nullptr || around->is_local))
        around = around->outer;
    {
        const AtTheTop top(*this);
        enter(around);
        scope_ = around;
        function(s, d, std::string{d.name.text}, nullptr);
        behind = at_;
    }
    at_ = behind;
    // What this function knows of the namespace was looked up before.
    if (around == nullptr) return;
    if (const Symbol* known = around->find(d.name.atom)) bind(d.name.atom, *known);
}

Stmt* Parser::declaration_statement(bool as_condition) {
    Stmt* s = make(StmtKind::declaration, place());
    const Specifiers spec = specifiers();
    std::vector<Variable*> variables;
    if (take(Punct::semicolon)) return s;  // a struct by itself
    if (spec.is_auto && (at(Punct::open_bracket) || at(Punct::open_bracket, 1))) {
        const bool refers = !at(Punct::open_bracket);
        if (refers) next();
        const std::vector<Token> names = bound_names();
        expect(Punct::assign, "after the names: they stand for parts of a value");
        Expr* value = assignment();
        const Type* type = unit_.types.qualified(value->type, spec.type->is_const, false);
        const bool is_named = refers && is_lvalue(value);
        if (value->type->is_array() && !is_named && is_steady(value)) {
            copy_parts(names, value, variables);
            expect(Punct::semicolon, "after the declaration");
            s->variables = unit_.arena.copy(variables);
            return s;
        }
        Variable* v =
            hidden("ss_parts", type, is_named ? value : convert(value, type, "it"), s->place);
        v->is_reference = is_named;
        v->assigned = true;
        if (is_named && !type->is_const && !type->is_array()) mark_assigned(value, s->place);
        variables.push_back(v);
        Expr* object = make(ExprKind::variable, s->place, v->type);
        object->variable = v;
        bind_parts(names, object, variables);
        expect(Punct::semicolon, "after the declaration");
        s->variables = unit_.arena.copy(variables);
        return s;
    }
    std::vector<Stmt*> begun, ended;
    const std::size_t unnamed = temporaries_ != nullptr ? temporaries_->size() : 0;
    do {
        may_be_open_ = function_ != nullptr && function_->on_host && !function_->on_device &&
                       !spec.is_typedef && !spec.is_static && !spec.is_auto;
        // What is wrong with an array may have left one behind.
        open_extents_.clear();
        Declarator d = declarator(spec);
        may_be_open_ = false;
        if (!open_extents_.empty()) {
            const std::vector<Expr*> extents = std::exchange(open_extents_, {});
            variables.push_back(open_array(d, extents, variables));
            continue;
        }
        if (spec.is_typedef) {
            name_by_typedef(d);
            Symbol symbol;
            symbol.kind = Symbol::Kind::type;
            symbol.type = d.type;
            symbol.refers = d.is_reference;
            bind(d.name.atom, symbol);
            continue;
        }
        if (spec.shared) {
            shared_variable(spec, d, variables);
            continue;
        }
        if (spec.is_extern && !at(Punct::open_paren)) {
            declare_elsewhere(spec, d, Storage::host);
            continue;
        }
        if (at_parameters(d)) {
            declare_function(spec, d);
            s->variables = unit_.arena.copy(variables);
            return s;
        }
        if (d.type->is_void()) fail(d.name.place, "a variable cannot be void");
        // Where kernels read it, what is const is made anew: it is the same each time.
        const bool is_hosts = function_->on_host && !function_->on_device;
        if (spec.is_static && !spec.is_constexpr && (!d.type->is_const || is_hosts)) {
            if (Stmt* begins = static_variable(spec, d)) begun.push_back(begins);
            continue;
        }
        Expr* init = spec.is_auto && !d.is_reference ? auto_value(spec, d) : nullptr;
        if (d.is_reference) {
            // What a reference names outlives the statement: an object without a name is refused.
            const bool outer = std::exchange(names_only_, true);
            variables.push_back(reference(spec, d, variables));
            names_only_ = outer;
            continue;
        }
        // The name stands already for the new variable in its own initializer, as in C.
        Variable* v = declare(d, Storage::local);
        v->is_constexpr = spec.is_constexpr;
        if (init == nullptr && take(Punct::assign)) {
            init = at(Punct::open_brace) ? initializer_list(d.type) : initializer(d.type);
        } else if (at(Punct::open_brace)) {
            init = initializer_list(d.type);
        } else if (at(Punct::open_paren)) {
            init = in_parentheses(d.type);
        }
        if (init == nullptr) init = initial_value(d.type, d.name.place);
        v->init = init;
        v->type = complete_extent(v->type, init);
        fold(*v);
        hold_known(*v);
        destroyed_later(v);
        variables.push_back(v);
        if (at(Punct::comma) && temporaries_ != nullptr && temporaries_->size() > unnamed) {
            // What has no name ends before the next variable is made.
            const std::vector<Variable*> own(
                temporaries_->begin() + static_cast<std::ptrdiff_t>(unnamed), temporaries_->end());
            temporaries_->resize(unnamed);
            ended.insert(ended.end(), {declared(own, s->place), declared(variables, s->place)});
            end_all(ended, own, s->place);
            variables.clear();
        }
    } while (take(Punct::comma));
    if (!as_condition) expect(Punct::semicolon, "after the declaration");
    s->variables = unit_.arena.copy(variables);
    if (!ended.empty()) {
        ended.push_back(s);
        s = make(StmtKind::block, s->place);
        s->body = unit_.arena.copy(ended);
        s->is_open = true;
    }
    for (Stmt* each : begun) s = together(s, each);
    return s;
}

/// auto x = 1, auto x{1}, auto x(1): the value, whose type is the variable's.
Expr* Parser::auto_value(const Specifiers& spec, Declarator& d) {
    const Punct closing = take(Punct::open_brace)   ? Punct::close_brace
                          : take(Punct::open_paren) ? Punct::close_paren
                                                    : Punct::none;
    if (closing == Punct::none) expect(Punct::assign, "after auto: its type comes from a value");
    Expr* init = text_data(value_of(assignment()));
    if (closing != Punct::none) expect(closing, "after the variable's value");
    if (init->type->is_void()) fail(init->place, "auto needs a value, but this has none");
    if (init->type->is_struct()) init = convert(init, init->type->plain, "the variable");
    d.type = d.type->is_pointer()
                 ? init->type
                 : unit_.types.qualified(init->type->plain, spec.type->is_const, false);
    return init;
}

/// T name[n] or T name[n][m] of the host, where an extent is known when it runs, as compilers for
/// the host take it.
Variable* Parser::open_array(Declarator d, const std::vector<Expr*>& extents,
                             std::vector<Variable*>& out) {
    const Place where = d.name.place;
    const Type* element = d.type->of;
    if (initial_value(element, where) != nullptr || has_end(element))
        fail(where, fmt::format("an array of {} needs an extent that is known when the text is "
                                "compiled: use std::vector",
                                name_of(element)));
    constexpr std::size_t most_open = 3;
    if (extents.size() > most_open)
        fail(where, "an array of so many extents that are known when it runs is not in the subset");
    const Type* u64 = basic(TypeKind::u64);
    const auto read = [&](Variable* v) {
        Expr* e = make(ExprKind::variable, where, v->type);
        e->variable = v;
        return e;
    };
    const auto kept = [&](Expr* value) {
        out.push_back(hidden("ss_extent", u64, convert(value, u64, "an array's extent"), where));
        return out.back();
    };
    std::vector<Variable*> counts;
    for (Expr* each : extents) counts.push_back(kept(each));
    Variable* count = counts[0];
    for (std::size_t i = 1; i < counts.size(); ++i)
        count = kept(make_binary(Op::mul, read(count), read(counts[i]), where));
    Expr* bytes =
        make_binary(Op::mul, read(count),
                    integer(static_cast<std::int64_t>(element->size), TypeKind::u64, where), where);
    const auto made = [&](std::string_view allocator, std::vector<Expr*> given) {
        Expr* memory = host_call(*find_builtin(allocator), std::move(given), where);
        return explicit_cast(memory, pointer_to(element), where, false);
    };
    if (extents.size() > 1) {
        // A row is found by how long the others are.
        const Symbol rows =
            symbol_of(names_.intern(extents.size() == 2 ? "__open_rows" : "__open_planes"));
        d.type = class_instance(*rows.class_template, {{element, 0, true}}, where);
    }
    Variable* v = declare(d, Storage::local);
    v->extent = count;
    if (extents.size() > 1) {
        std::vector<Expr*> parts{take_zeros()
                                     ? made("calloc", {bytes, integer(1, TypeKind::u64, where)})
                                     : made("malloc", {bytes})};
        for (std::size_t i = 1; i < counts.size(); ++i) parts.push_back(read(counts[i]));
        v->init = make(ExprKind::list, where, d.type);
        v->init->args = unit_.arena.copy(parts);
        return v;
    }
    take(Punct::assign);
    if (!at(Punct::open_brace)) {
        v->init = made("malloc", {bytes});
        return v;
    }
    // The others are 0, as in C++.
    const Expr* values = initializer_list(unit_.types.array_of(element, -1));
    v->init = made("calloc", {bytes, integer(1, TypeKind::u64, where)});
    for (std::size_t i = 0; i < values->args.size(); ++i) {
        if (values->args[i] == nullptr) continue;
        Expr* index = integer(static_cast<std::int64_t>(i), TypeKind::u64, where);
        v->init =
            library_call("__with_at", {element->plain}, {v->init, index, values->args[i]}, where);
    }
    return v;
}

/// Whether = {} or = {{0}} comes next, which is read; other values are none for such an array.
bool Parser::take_zeros() {
    if (!at(Punct::assign) && !at(Punct::open_brace)) return false;
    const Place where = place();
    take(Punct::assign);
    if (!at(Punct::open_brace)) fail_token("the array's values in braces");
    int depth = 0;
    do {
        if (at(Punct::open_brace)) ++depth;
        if (at(Punct::close_brace)) --depth;
        const bool says_zero = at(Punct::open_brace) || at(Punct::close_brace) ||
                               at(Punct::comma) || peek().text == "0";
        if (!says_zero)
            fail(where,
                 "values of an array whose extents are known when it runs are not in the "
                 "subset: set them in a loop");
        next();
    } while (depth > 0);
    return true;
}

/// A static variable of a function: one at the top of the text that only this block names. What
/// gives it its value when it is met first; nullptr: it has it from the beginning.
Stmt* Parser::static_variable(const Specifiers& spec, Declarator d) {
    if (d.is_reference)
        fail(d.name.place, "this static reference is not in the subset: put it at the top");
    if (function_->on_host && function_->on_device)
        fail(d.name.place,
             "host and device have static variables of their own: write a function "
             "for each");
    Expr* init = spec.is_auto ? auto_value(spec, d) : nullptr;
    Variable& v = unit_.variables.emplace_back();
    v.name = d.name.text;
    v.type = d.type;
    v.place = d.name.place;
    v.storage = function_->on_device ? Storage::device : Storage::host;
    v.align = std::max(spec.align, d.align);
    v.index = static_cast<int>(unit_.globals.size());
    unit_.globals.push_back(&v);
    Symbol symbol;
    symbol.kind = Symbol::Kind::variable;
    symbol.variable = &v;
    bind(d.name.atom, symbol);
    if (init != nullptr) {
        v.init = init;
    } else if (take(Punct::assign)) {
        v.init = at(Punct::open_brace) ? initializer_list(v.type) : initializer(v.type);
    } else if (at(Punct::open_brace)) {
        v.init = initializer_list(v.type);
    } else if (at(Punct::open_paren)) {
        v.init = in_parentheses(v.type);
    } else {
        v.init = initial_value(v.type, d.name.place);
    }
    v.type = complete_extent(v.type, v.init);
    const bool is_known = is_known_at_first(v.type, v.init);
    Stmt* ends = v.storage == Storage::host ? end_at_exit(v) : nullptr;
    if (is_known && ends == nullptr) return nullptr;
    if (v.storage != Storage::host)
        fail(v.init->place,
             "the first value of a static variable must be known when the text is "
             "compiled: set it by an if");
    return set_when_met(v, is_known, ends);
}

/// if (!met) { met = true; name = its first value; its end is entered; }
Stmt* Parser::set_when_met(Variable& v, bool is_known, Stmt* ends) {
    const auto named = [&](Variable& which) {
        Expr* e = make(ExprKind::variable, v.place,
                       which.type->is_array() ? which.type : which.type->plain);
        e->variable = &which;
        return e;
    };
    Variable* met = static_list(basic(TypeKind::bool_), nullptr, v.place);
    std::vector<Stmt*> then;
    set_value(then, named(*met), integer(1, TypeKind::bool_, v.place));
    if (!is_known) set_value(then, named(v), std::exchange(v.init, nullptr));
    if (ends != nullptr) then.push_back(ends);
    Stmt* s = make(StmtKind::if_, v.place);
    s->condition = make_unary(Op::logical_not, named(*met), v.place);
    s->then = make(StmtKind::block, v.place);
    s->then->body = unit_.arena.copy(then);
    return s;
}

/// [a, b] behind auto.
std::vector<Token> Parser::bound_names() {
    std::vector<Token> names;
    expect(Punct::open_bracket, "before the names");
    do {
        const Token name = next();
        if (name.kind != TokenKind::identifier) fail(name.place, "a name is expected here");
        names.push_back(name);
    } while (take(Punct::comma));
    expect(Punct::close_bracket, "after the names");
    return names;
}

/// A variable that no name of the text means.
Variable* Parser::hidden(std::string_view name, const Type* type, Expr* value, Place where) {
    Declarator d;
    d.name = peek();
    d.name.place = where;
    d.name.text = name;
    d.name.atom = names_.intern(name);
    d.type = type;
    Variable* v = declare(d, Storage::local);
    v->init = value;
    return v;
}

/// auto [a, b] = array: the names are copies of its elements.
void Parser::copy_parts(const std::vector<Token>& names, Expr* array, std::vector<Variable*>& out) {
    if (array->type->count != std::ssize(names))
        fail(names[0].place, fmt::format("{} has {} parts, but there are {} names",
                                         name_of(array->type), array->type->count, names.size()));
    for (std::size_t i = 0; i < names.size(); ++i) {
        Expr* index = integer(static_cast<std::int64_t>(i), TypeKind::i32, names[i].place);
        Expr* element = make_index(array, index, names[i].place);
        Declarator d;
        d.name = names[i];
        d.type = element->type->plain;
        Variable* v = declare(d, Storage::local);
        v->init = convert(element, d.type, "the element");
        destroyed_later(v);
        out.push_back(v);
    }
}

/// The names stand for an object's members, or for an array's elements.
void Parser::bind_parts(const std::vector<Token>& names, Expr* object,
                        std::vector<Variable*>& out) {
    const Type* type = object->type;
    // std::array is one.
    if (type->is_struct() && type->structure->fields.size() == 1 &&
        type->structure->fields[0].name == "__items") {
        Token items = names[0];
        items.text = "__items";
        object = member(object, items);
        type = object->type;
    }
    std::size_t parts = type->is_struct()  ? type->structure->fields.size()
                        : type->is_array() ? static_cast<std::size_t>(type->count)
                                           : 0;
    // What a tuple has no more of.
    while (type->is_struct() && parts > 0 &&
           name_of(type->structure->fields[parts - 1].type) == "__none")
        --parts;
    if (parts != names.size())
        fail(names[0].place, fmt::format("{} has {} parts, but there are {} names", name_of(type),
                                         parts, names.size()));
    for (std::size_t i = 0; i < names.size(); ++i) {
        Expr* part = nullptr;
        if (type->is_array()) {
            part = make_index(object,
                              integer(static_cast<std::int64_t>(i), TypeKind::i32, names[i].place),
                              names[i].place);
        } else {
            Token name = names[i];
            name.text = type->structure->fields[i].name;
            part = member(object, name);
        }
        Declarator d;
        d.name = names[i];
        d.type = part->type;
        d.is_reference = true;
        Variable* v = declare(d, Storage::local);
        v->init = part;
        out.push_back(v);
    }
}

/// T &name = …: another name for something. A const one may be a value of its own.
/// What it names may have no other name: it lives as long as the reference, `others` come first.
Variable* Parser::reference(const Specifiers& spec, Declarator d, std::vector<Variable*>& others) {
    expect(Punct::assign, "after a reference: it names something");
    Expr* init = lvalue_of(assignment());
    if (spec.is_auto) {
        d.type = unit_.types.qualified(init->type, spec.type->is_const, false);
    }
    if (is_lvalue(init) && is_base_of(d.type, init->type))
        init = to_base(init, d.type, init->place);
    const bool is_same = init->type->plain == d.type->plain;
    // What refers to a function is a pointer to it.
    const bool is_value = d.type->is_const || is_function_pointer(init->type);
    if (!is_lvalue(init) && !is_same && is_base_of(d.type, init->type)) {
        Variable* kept = hidden("ss_kept", init->type->plain, init, init->place);
        kept->assigned = true;
        destroyed_later(kept);
        others.push_back(kept);
        init = make(ExprKind::variable, init->place, kept->type);
        init->variable = kept;
        init = to_base(init, d.type, init->place);
        Variable* v = declare(d, Storage::local);
        v->init = init;
        return v;
    }
    if ((is_value || d.is_rvalue) && (!is_lvalue(init) || !is_same)) {
        d.is_reference = d.is_rvalue = false;
        Variable* v = declare(d, Storage::local);
        v->init = convert(init, d.type->plain, "the variable");
        destroyed_later(v);
        return v;
    }
    if (!is_lvalue(init)) fail(init->place, "a reference needs a variable or an element");
    if (!is_same && !d.type->is_array()) {
        fail(init->place, fmt::format("{} names {}, but this is {}", d.name.text, name_of(d.type),
                                      name_of(init->type)));
    }
    if (!d.type->is_const && !d.type->is_array()) mark_assigned(init, init->place);
    Variable* v = declare(d, Storage::local);
    v->init = init;
    return v;
}

void Parser::shared_variable(const Specifiers& s, const Declarator& d,
                             std::vector<Variable*>& out) {
    if (function_ == nullptr || !function_->on_device) {
        fail(s.place, "__shared__ is for kernels and __device__ functions");
    }
    if (at(Punct::assign))
        fail(place(), "shared memory has no initial value: let the threads write it");
    if (d.is_reference) fail(d.name.place, "a shared variable cannot be a reference");
    Variable* v = declare(d, Storage::shared);
    v->is_extern = s.is_extern;
    v->align = std::max(s.align, d.align);
    v->assigned = true;
    if (v->type->size == 0 && !v->is_extern) {
        fail(d.name.place,
             fmt::format("how many elements has {}? Only extern __shared__ may omit it", v->name));
    }
    out.push_back(v);
}

}  // namespace stridescope::language

// What stands at the top of a text, and how types and names are declared.
#include <fmt/format.h>

#include "app/language/parser.h"

namespace stridescope::language {

void Parser::top_level() {
    if (take(Punct::semicolon)) return;
    if (at(Word::kw_template)) return read_template();
    if (at(Word::kw_using)) return type_alias();
    if (at(Word::kw_enum)) return enumeration();
    if (at(Word::kw_namespace)) fail(place(), "namespaces are not in the subset: omit them");
    if (at(Word::kw_class))
        fail(place(), "classes are not in the subset: write a struct and functions");
    if (at(Word::kw_static_assert)) {
        next();
        arguments();
        expect(Punct::semicolon, "after static_assert");
        return;
    }
    if (at(Word::kw_extern) && peek(1).kind == TokenKind::string) {
        next();
        next();
        if (take(Punct::open_brace)) {
            declarations(true);
            expect(Punct::close_brace, "after extern \"C\"");
            return;
        }
    }
    const Specifiers s = specifiers();
    if (take(Punct::semicolon)) return;  // a struct by itself
    Declarator d = declarator(s.type);
    if (s.is_typedef) {
        Symbol symbol;
        symbol.kind = Symbol::Kind::type;
        symbol.type = d.type;
        bind(d.name.atom, symbol);
        undo_.clear();
        expect(Punct::semicolon, "after the typedef");
        return;
    }
    if (at(Punct::open_paren) && !s.shared) {
        function(s, d, std::string{d.name.text});
        return;
    }
    for (;;) {
        global_variable(s, d);
        if (!take(Punct::comma)) break;
        d = declarator(s.type);
    }
    expect(Punct::semicolon, "after the declaration");
    undo_.clear();
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
    bind(d.name.atom, symbol);
    return &v;
}

void Parser::global_variable(const Specifiers& s, Declarator d) {
    if (d.type->is_void()) fail(d.name.place, "a variable cannot be void");
    if (s.shared && !s.is_extern) fail(s.place, "__shared__ at the top of a text must be extern");
    const Storage storage = s.shared                ? Storage::shared
                            : s.constant            ? Storage::constant
                            : s.device || s.managed ? Storage::device
                                                    : Storage::host;
    Variable* v = declare(d, storage);
    v->is_extern = s.shared;
    v->align = s.align;
    v->is_constexpr = s.is_constexpr;
    if (take(Punct::assign)) {
        v->init = at(Punct::open_brace) ? initializer_list(v->type) : initializer(v->type);
    } else if (at(Punct::open_brace)) {
        v->init = initializer_list(v->type);
    }
    v->type = complete_extent(v->type, v->init);
    if (v->type->size == 0 && !v->is_extern)
        fail(d.name.place, fmt::format("how many elements has {}?", v->name));
}

Expr* Parser::initializer(const Type* type) {
    return convert(assignment(), type->plain, "the variable");
}

/// { … }: args are one for each element or member, nullptr where none is given.
Expr* Parser::initializer_list(const Type* type) {
    const Place where = place();
    if (is_list(type)) return list_with(type);
    deeper(where);
    ++depth_;
    expect(Punct::open_brace, "before the initial values");
    std::vector<Expr*> parts;
    const bool aggregate = type->is_array() || type->is_struct();
    const std::size_t most =
        type->is_array()    ? (type->count < 0 ? SIZE_MAX : static_cast<std::size_t>(type->count))
        : type->is_struct() ? type->structure->fields.size()
                            : 1;
    while (!at(Punct::close_brace)) {
        if (parts.size() >= most)
            fail(place(), fmt::format("these are too many values for {}", name_of(type)));
        const Type* part = type->is_array()    ? type->of
                           : type->is_struct() ? type->structure->fields[parts.size()].type
                                               : type;
        if (at(Punct::open_brace)) {
            parts.push_back(initializer_list(part));
        } else if (aggregate && part->is_array()) {
            fail(place(), "write the inner array's values in braces, too");
        } else {
            parts.push_back(convert(assignment(), part->plain, "the element"));
        }
        if (!take(Punct::comma)) break;
    }
    expect(Punct::close_brace, "after the initial values");
    --depth_;
    if (!aggregate) {
        return parts.empty()
                   ? convert(integer(0, TypeKind::i32, where), type->plain, "the variable")
                   : parts[0];
    }
    Expr* e = make(ExprKind::list, where, type->plain);
    e->args = unit_.arena.copy(parts);
    return e;
}

const Type* Parser::complete_extent(const Type* type, const Expr* init) {
    if (!type->is_array() || type->count >= 0) return type;
    if (init == nullptr || init->kind != ExprKind::list) return type;
    return unit_.types.array_of(type->of, static_cast<std::int64_t>(init->args.size()));
}

void Parser::parameters(Function& f, bool with_defaults) {
    expect(Punct::open_paren, "before the parameters");
    if (at(Word::kw_void) && at(Punct::close_paren, 1)) next();
    while (!at(Punct::close_paren)) {
        const Specifiers s = specifiers();
        Declarator d = declarator(s.type);
        if (s.is_auto)
            fail(d.name.place, "auto parameters are not in the subset: write a template");
        if (d.type->is_void()) fail(d.name.place, "a parameter cannot be void");
        if (d.type->is_array() && !d.is_reference) d.type = unit_.types.pointer_to(d.type->of);
        if (d.name.atom == 0) d.name.atom = names_.intern("");
        Variable* v = declare(d, Storage::parameter);
        f.parameters.push_back(v);
        if (take(Punct::assign)) {
            if (with_defaults) {
                v->init = initializer(v->type);
            } else {
                skip_default();
            }
        }
        if (!take(Punct::comma)) break;
    }
    expect(Punct::close_paren, "after the parameters");
}

void Parser::skip_default() {
    for (int depth = 0; peek().kind != TokenKind::end; next()) {
        if (at(Punct::open_paren) || at(Punct::open_brace) || at(Punct::open_bracket)) ++depth;
        if (depth == 0 && (at(Punct::comma) || at(Punct::close_paren))) return;
        if (at(Punct::close_paren) || at(Punct::close_brace) || at(Punct::close_bracket)) --depth;
    }
}

void Parser::function(const Specifiers& s, const Declarator& d, std::string name) {
    if (d.name.atom == 0) fail(s.place, "a function needs a name");
    Function* f = &unit_.functions.emplace_back();
    f->name = std::move(name);
    f->result = d.type;
    f->place = d.name.place;
    f->is_kernel = s.global;
    f->is_noinline = s.is_noinline;
    f->most_threads = s.most_threads;
    f->least_blocks = s.least_blocks;
    f->on_device = s.device || s.global || s.is_constexpr;
    f->on_host = (s.host || !s.device) && !s.global;
    f->is_local =
        s.is_static || s.is_inline || s.is_constexpr || f->name.find('<') != std::string::npos;
    if (f->is_kernel && !f->result->is_void())
        fail(f->place, "a kernel returns nothing: write void");
    if (d.is_reference) fail(f->place, "a function cannot return a reference here");
    Function* outer = std::exchange(function_, f);
    const std::size_t scope = open_scope();
    parameters(*f);
    std::vector<Function*>* all = nullptr;
    bool hidden = false;  // another of that name is not understood: which is meant is not known
    if (d.name.atom < symbols_.size()) {
        const Symbol& known = symbols_[d.name.atom];
        if (known.kind == Symbol::Kind::functions) all = known.functions;
        hidden = known.kind == Symbol::Kind::faulty;
    }
    // The body of a function that was declared before replaces the declaration.
    Function* declared = nullptr;
    if (all != nullptr) {
        for (Function* other : *all) {
            bool equal = other->parameters.size() == f->parameters.size();
            for (std::size_t i = 0; equal && i < f->parameters.size(); ++i) {
                equal = other->parameters[i]->type->plain == f->parameters[i]->type->plain;
            }
            if (equal) declared = other;
        }
    }
    if (declared != nullptr && (declared->body != nullptr || declared->fault != nullptr) &&
        at(Punct::open_brace)) {
        fail(f->place, fmt::format("{} is defined twice", f->name));
    }
    const auto publish = [&](Function* what) {
        if (hidden) return;
        if (all == nullptr) {
            all = &overloads_.emplace_back();
            Symbol symbol;
            symbol.kind = Symbol::Kind::functions;
            symbol.functions = all;
            if (d.name.atom >= symbols_.size()) symbols_.resize(d.name.atom + 64);
            symbols_[d.name.atom] = symbol;
        }
        if (declared == nullptr) all->push_back(what);
    };
    if (take(Punct::semicolon)) {
        close_scope(scope);
        function_ = outer;
        publish(f);
        return;
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
        f->is_noinline |= declared->is_noinline;
        *declared = std::move(*f);
        declared->on_device |= was_device;
        f = function_ = declared;
        for (Variable* v : f->variables) v->function = f;
    }
    publish(f);
    if (!at(Punct::open_brace)) fail_token("the function's body in braces");
    read_body(*f);
    close_scope(scope);
    function_ = outer;
    if (f->is_kernel) unit_.kernels.push_back(f);
    if (f->name == "main") unit_.main = f;
}

}  // namespace stridescope::language

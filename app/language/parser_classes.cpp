// Structs and classes: their members, what they are made with, and templates of them. What a method
// does stands in parser_methods.cpp.
#include <algorithm>
#include <climits>

#include <fmt/format.h>

#include "app/language/library/library.h"
#include "app/language/parser.h"

namespace stridescope::language {

namespace {

/// How many names of a scope are sought one after the other.
constexpr std::size_t most_searched = 16;

}  // namespace

const Parser::Symbol* Parser::Scope::find(Atom atom) const {
    if (names.size() > most_searched) {
        const auto found = places.find(atom);
        return found != places.end() ? &names[found->second].second : nullptr;
    }
    const auto found = std::ranges::find(names, atom, &std::pair<Atom, Symbol>::first);
    return found != names.end() ? &found->second : nullptr;
}

void Parser::Scope::set(Atom atom, const Symbol& symbol) {
    if (find(atom) != nullptr) {
        const auto before = names.size() > most_searched
                                ? names.begin() + static_cast<std::ptrdiff_t>(places.at(atom))
                                : std::ranges::find(names, atom, &std::pair<Atom, Symbol>::first);
        before->second = symbol;
        return;
    }
    names.emplace_back(atom, symbol);
    // The first ones are sought in order, for most scopes have no more.
    while (names.size() > most_searched && places.size() < names.size())
        places.emplace(names[places.size()].first, places.size());
}

Parser::Class* Parser::class_of(const Type* type) {
    if (!type->is_struct()) return nullptr;
    const auto found = classes_.find(type->structure);
    return found == classes_.end() ? nullptr : &found->second;
}

const Type* Parser::structure() {
    const Place where = place();
    const bool is_union = next().atom == static_cast<Atom>(Word::kw_union);
    Specifiers attributes;
    skip_attributes(attributes);
    Token name;
    if (peek().kind == TokenKind::identifier) name = next();
    // One whose members are read here; of a template's case its arguments stand before them.
    const bool defines =
        at(Punct::open_brace) || at(Punct::colon) || at(Punct::less) ||
        (peek().text == "final" && (at(Punct::open_brace, 1) || at(Punct::colon, 1)));
    const Type* type = nullptr;
    if (name.atom != 0) {
        // One that is defined here is none that an outer scope has.
        const Symbol* known = defines && scope_ != nullptr && function_ == nullptr
                                  ? scope_->find(name.atom)
                                  : find(name.atom);
        if (!defines && known != nullptr && known->kind == Symbol::Kind::library) {
            symbol_of(name.atom);
            known = find(name.atom);
        }
        if (!defines) hold_understood(known);
        if (known != nullptr && known->kind == Symbol::Kind::type) type = known->type;
        if (known != nullptr && known->kind == Symbol::Kind::functions)
            type = type_behind_functions(name.atom);
        if (known != nullptr && known->kind == Symbol::Kind::class_template)
            fail(name.place, fmt::format("{} is a template: its arguments are missing", name.text));
    }
    if (type != nullptr && !type->is_struct())
        fail(where, fmt::format("{} is declared twice", name.text));
    if (type != nullptr && defines && function_ != nullptr && type->structure->complete)
        type = nullptr;  // another one, of this block
    // One within a class of its name is another one, too.
    for (const Scope* s = scope_; s != nullptr && type != nullptr && defines; s = s->outer) {
        if (s->of_class != nullptr && s->of_class->plain == type->plain) type = nullptr;
    }
    if (type == nullptr) {
        type = unit_.types.of_struct(
            unit_.types.new_struct(std::string{name.text.empty() ? "struct" : name.text}));
        if (name.atom != 0) {
            Symbol symbol;
            symbol.kind = Symbol::Kind::type;
            symbol.type = type;
            // struct S among the parameters of a function at the top is the top's.
            if (!defines && scope_ == nullptr && function_ != nullptr) {
                const AtTheTop top(*this);
                publish(name.atom, symbol);
            }
            publish(name.atom, symbol);
        }
    }
    if (!defines) return type;
    Struct& s = *type->structure;
    if (s.complete) fail(where, fmt::format("{} is declared twice", name.text));
    s.is_union = is_union;
    Class& c = classes_[&s];
    c.type = type;
    c.name = name.text;
    c.scope.outer = scope_;
    c.scope.of_class = type;
    c.scope.is_local = function_ != nullptr;
    c.scope.prefix = (scope_ != nullptr ? scope_->prefix : "") + s.name + "::";
    if (name.atom != 0) {
        Symbol symbol;
        symbol.kind = Symbol::Kind::type;
        symbol.type = type;
        symbol.class_template =
            c.from != nullptr && c.from->family != nullptr ? c.from->family : c.from;
        c.scope.set(name.atom, symbol);
    }
    if (peek().text == "final") next();
    while (at(Punct::less) || (!at(Punct::open_brace) && !at(Punct::colon))) {
        if (peek().kind == TokenKind::end) fail(where, "the class's members are missing");
        next();
    }
    read_class(s, c, where);
    skip_attributes(attributes);
    hold_size(s, where);
    s.packed = attributes.packed;
    if (s.packed > 0 && !s.bits.empty())
        fail(where, "bit-fields in a packed struct are not in the subset");
    unit_.types.complete(&s, attributes.align);
    if (!s.bits.empty()) hold_bits_layout(s, *unit_.types.of_struct(&s), place());
    // A local class sees the names around it: its methods are read while those are known.
    if (function_ != nullptr) {
        std::vector<Function*> all = c.constructors.functions;
        for (const auto& [atom, symbol] : c.scope.names) {
            if (symbol.kind == Symbol::Kind::functions && symbol.functions != nullptr)
                all.insert(all.end(), symbol.functions->functions.begin(),
                           symbol.functions->functions.end());
        }
        if (c.destructor != nullptr) all.push_back(c.destructor);
        for (Function* f : all) complete(f);
    }
    return type;
}

/// : public Base
void Parser::read_bases(Struct& s) {
    do {
        while (at(Word::kw_public) || at(Word::kw_private) || peek().text == "protected") next();
        if (at(Word::kw_virtual))
            fail(place(), "virtual bases are not in the subset: derive without virtual");
        const Place where = place();
        const Type* base = basic_type();
        if (!base->is_struct() || !base->structure->complete)
            fail(where, fmt::format("{} is not a class that is known here", name_of(base)));
        const auto named = std::ranges::find(s.fields, base, &Field::type);
        if (named != s.fields.end()) fail(where, "this is a base already");
        Field field;
        // Not the class's own name, which would mean two things where a compiler reads it.
        field.name = base->structure->name.find('<') == std::string::npos
                         ? names_.keep("base_" + base->structure->name)
                         : std::string_view{"base"};
        field.type = base->plain;
        field.is_open = true;
        s.fields.push_back(field);
        const Class* c = class_of(base);
        Class& own = classes_[&s];
        own.initials.emplace_back();
        // What a name means is sought in all of them, again and again.
        constexpr int most_bases = 300;
        own.bases += 1 + (c != nullptr ? c->bases : 0);
        if (own.bases > most_bases)
            fail(where, fmt::format("a class with more than {} classes above it is not in the "
                                    "subset",
                                    most_bases));
        own.has_initials |= c != nullptr && (c->has_initials || c->has_constructors());
    } while (take(Punct::comma));
}

void Parser::read_class(Struct& s, Class& c, Place where) {
    if (take(Punct::colon)) read_bases(s);
    lay_table(s, c);
    expect(Punct::open_brace, "before the members");
    Function* outer_function = std::exchange(function_, nullptr);
    Scope* outer_scope = std::exchange(scope_, &c.scope);
    const std::size_t mark = open_scope();
    for (const Field& base : s.fields) {
        if (const Class* b = class_of(base.type)) bind_members(b->scope);
    }
    for (const auto& [atom, symbol] : c.scope.names) bind(atom, symbol);
    while (!at(Punct::close_brace)) {
        if (peek().kind == TokenKind::end) fail(where, "this struct is not closed by \"}\"");
        if (take(Punct::semicolon)) continue;
        const bool is_access =
            at(Word::kw_public) || at(Word::kw_private) || peek().text == "protected";
        if (is_access && at(Punct::colon, 1)) {
            next();
            next();
            continue;
        }
        deeper(place());
        ++depth_;
        read_member(s, c);
        --depth_;
    }
    if (c.is_equal_by_members) compare_members(s, c);
    next();
    close_scope(mark);
    scope_ = outer_scope;
    function_ = outer_function;
}

/// `template <…> friend …;` says nothing but who may reach what: whether there was one.
bool Parser::skip_friend_template() {
    std::size_t n = 1;
    for (int depth = 0; peek(n).kind != TokenKind::end; ++n) {
        if (at(Punct::less, n)) ++depth;
        if (at(Punct::shift_right, n)) depth -= 2;
        if (at(Punct::greater, n)) --depth;
        if (depth <= 0) break;
    }
    if (!at(Word::kw_friend, n + 1)) return false;
    while (!at(Punct::semicolon, n) && !at(Punct::open_brace, n)) {
        if (peek(n).kind == TokenKind::end) return false;
        ++n;
    }
    if (at(Punct::open_brace, n))
        fail(place(), "a template that is a friend is written outside of its class here");
    at_ += n + 1;
    return true;
}

void Parser::read_member(Struct& s, Class& c) {
    if (at(Word::kw_using)) return inherits_constructors(c) ? void() : type_alias();
    if (at(Word::kw_template)) return skip_friend_template() ? void() : read_template();
    if (at_abbreviated()) return read_abbreviated();
    if (at(Word::kw_static_assert)) {
        next();
        skip_balanced();
        return expect(Punct::semicolon, "after static_assert");
    }
    Specifiers first;
    first.place = place();
    for (;;) {
        if (take(Word::kw_friend)) {
            first.is_friend = true;
        } else if (at(Word::kw_virtual)) {
            next();
            first.is_virtual = true;
        } else if (peek().text == "explicit" || peek().text == "mutable") {
            (peek().text == "mutable" ? first.is_mutable : first.is_explicit) = true;
            next();
        } else if (!specifier_word(first)) {
            break;
        }
    }
    if (at(Word::kw_enum)) {
        first.type = enumeration();
        if (take(Punct::semicolon)) return;
    }
    if (first.is_friend && (at(Word::kw_class) || at(Word::kw_struct))) {
        while (!at(Punct::semicolon) && peek().kind != TokenKind::end) next();
        return expect(Punct::semicolon, "after the friend");
    }
    if (at(Punct::tilde)) return destructor(first, c);
    if (peek().text == "__if_ends" || peek().text == "__if_seen") {
        // The library's: a member that is there where objects of that type are to be ended, or it
        // is seen when they are copied.
        const bool is_seen = next().text == "__if_seen";
        expect(Punct::open_paren, "before the type");
        const Type* type = type_name();
        const bool is_there = needs_end(type) || (is_seen && is_seen_assigned(type));
        expect(Punct::close_paren, "after the type");
        if (is_there) return read_member(s, c);
        while (!at(Punct::open_brace)) next();
        skip_balanced();
        return;
    }
    const bool is_own = peek().text == c.name && !c.name.empty();
    if (is_own && at(Punct::open_paren, behind_own_arguments(1)) &&
        !at(Punct::star, behind_own_arguments(1) + 1))
        return constructor(first, c);
    if (at(Word::kw_operator)) {
        // operator float() const
        const Token token = operator_name();
        Declarator d;
        d.name = token;
        first.type = d.type = conversions_.at(token.atom);
        return method(first, d, c);
    }
    const Specifiers m = specifiers(first);
    if (take(Punct::semicolon)) {
        // Members of an unnamed struct or union are members of the one around it.
        if (m.type->is_struct() && m.type->structure->name == "struct") {
            Field field;
            field.name = "unnamed";
            field.type = m.type;
            field.is_open = true;
            field.align = m.align;
            s.fields.push_back(field);
            c.initials.emplace_back();
            for (const Field& inner : m.type->structure->fields) {
                Symbol symbol;
                symbol.kind = Symbol::Kind::member;
                publish(names_.intern(inner.name), symbol);
            }
            for (const BitField& inner : m.type->structure->bits) {
                Symbol symbol;
                symbol.kind = Symbol::Kind::member;
                publish(names_.intern(inner.name), symbol);
            }
        }
        return;
    }
    data_member(m, s, c);
}

void Parser::data_member(const Specifiers& m, Struct& s, Class& c) {
    do {
        if (at(Punct::colon)) {
            bit_field(m.type, {}, s, c);
            continue;
        }
        Declarator d = declarator(m);
        if (m.is_typedef) {
            Symbol symbol;
            symbol.kind = Symbol::Kind::type;
            symbol.type = d.type;
            symbol.refers = d.is_reference;
            publish(d.name.atom, symbol);
            continue;
        }
        if (at(Punct::open_paren)) return method(m, d, c);
        if (m.is_static) {
            static_member(m, d);
            continue;
        }
        if (at(Punct::colon)) {
            bit_field(d.type, d.name, s, c);
            continue;
        }
        if (d.type->size == 0) fail(d.name.place, "a member cannot have unknown size");
        Field field;
        field.name = d.name.text;
        field.type = d.is_reference ? pointer_to(d.type) : d.type;
        field.is_reference = d.is_reference;
        field.is_mutable = m.is_mutable;
        field.align = std::max(m.align, d.align);
        const Type* element = d.type->element();
        s.has_mutable |= m.is_mutable || (element->is_struct() && element->structure->has_mutable);
        s.fields.push_back(field);
        Class::Initial initial;
        if (at(Punct::assign) || at(Punct::open_brace)) {
            initial = {tokens_, at_};
            c.has_initials = true;
            take(Punct::assign);
            while (!at(Punct::comma) && !at(Punct::semicolon) && peek().kind != TokenKind::end)
                skip_balanced();
        }
        if (const Class* inner = class_of(d.type->element()))
            c.has_initials |= inner->has_initials || inner->has_constructors();
        c.has_initials |=
            d.type->element()->is_struct() && d.type->element()->structure->name == "dim3";
        c.initials.push_back(initial);
        Symbol symbol;
        symbol.kind = Symbol::Kind::member;
        publish(d.name.atom, symbol);
    } while (take(Punct::comma));
    expect(Punct::semicolon, "after the member");
}

/// One for all objects: a variable at the top of the text, which only the class's scope names.
void Parser::static_member(const Specifiers& m, const Declarator& d) {
    const bool is_of_kernels = m.device || m.constant || m.managed || m.shared;
    const bool has_value = at(Punct::assign) || at(Punct::open_brace) || m.is_inline || m.is_auto;
    // What stands outside of the class gives it its value; its type may be the class itself.
    if (!has_value && !is_of_kernels && !d.is_reference)
        declare(d, Storage::host)->is_declared = true;
    else
        global_variable(m, d);
}

/// The members' values of an object to which nothing else is given; nullptr: nothing is done.
Expr* Parser::initial_value(const Type* type, Place where) {
    if (type->is_array()) {
        constexpr std::int64_t most = 4096;
        Expr* each = initial_value(type->of, where);
        if (each == nullptr) return nullptr;
        if (type->count > most)
            fail(where, fmt::format("more than {} objects with initial values are not in the "
                                    "subset: set them in a loop",
                                    most));
        Expr* list = make(ExprKind::list, where, type->plain);
        list->args = unit_.arena.copy(std::vector<Expr*>(
            static_cast<std::size_t>(std::max<std::int64_t>(type->count, 0)), each));
        return list;
    }
    if (!type->is_struct()) return nullptr;
    if (type->structure->name == "dim3") return ones(where);
    Class* c = class_of(type);
    if (c == nullptr) return nullptr;
    if (c->has_constructors()) return made_by(*c, {}, where);
    if (!c->has_initials) return nullptr;
    return call_function(plain_maker(*c, where), {}, where);
}

/// dim3's parts are 1 where nothing else is said.
Expr* Parser::ones(Place where) {
    Expr* e = make(ExprKind::construct, where, unit_.types.vector_type("dim3"));
    std::vector<Expr*> parts(3);
    for (Expr*& part : parts) part = integer(1, TypeKind::u32, where);
    e->args = unit_.arena.copy(parts);
    return e;
}

Expr* Parser::made_by(Class& c, std::vector<Expr*> args, Place where) {
    if (args.empty() && c.is_plainly_made) return call_function(plain_maker(c, where), {}, where);
    Token name = peek();
    name.text = c.name;
    name.place = where;
    // A launch that is guessed gives zeros to what is made of values only.
    const bool is_guessed = args.empty() && where.file == strict_file_;
    Function* f = resolve(c.constructors, {}, args, name, !is_guessed);
    if (f == nullptr) return make(ExprKind::list, where, c.type->plain);
    return call_function(f, std::move(args), where);
}

/// A constructor of one argument that makes the type of `from`.
Function* Parser::converting(const Type* type, const Expr* from) {
    Class* c = class_of(type);
    if (c == nullptr) return nullptr;
    Function* best = nullptr;
    int least = INT_MAX;
    for (Function* f : c->constructors.functions) {
        if (f->parameters.empty() || (implicitly_ && explicit_.contains(f))) continue;
        const Variable& p = *f->parameters[0];
        if (f->parameters.size() > 1 && f->parameters[1]->init == nullptr) continue;
        if (p.type->plain == type->plain) continue;
        Expr* argument = const_cast<Expr*>(from);
        if (p.type->is_struct() && !is_base_of(p.type, from->type)) continue;
        const std::optional<int> each = cost(argument, p);
        if (!each || *each >= least) continue;
        least = *each;
        best = f;
    }
    // std::function takes whatever can be called, and some take what a template of theirs does.
    const bool is_function = c->from != nullptr && c->from->name == "__function";
    const bool takes_it = is_function ? is_callable(from->type) : takes(*c, from);
    if (best == nullptr && takes_it) {
        Token name = peek();
        name.text = is_function ? "function" : c->name;
        name.place = from->place;
        best = resolve(c->constructors, {}, {const_cast<Expr*>(from)}, name, false);
    }
    return best;
}

/// Whether a class of the library that takes what is not of its own type (__takes says which) takes
/// this: what becomes that type, or has its elements in one piece of memory, or is of the same
/// template.
bool Parser::takes(Class& c, const Expr* from) {
    const Symbol* own = c.scope.find(names_.intern("__takes"));
    if (own == nullptr || own->type == nullptr || from->type->plain == c.type->plain) return false;
    const Type* to = own->type;
    if (to->plain == c.type->plain) {
        const Class* other = class_of(from->type);
        return other != nullptr && other->from == c.from;
    }
    if (!to->is_pointer()) return to->is_void() || converts_to(from, to);
    if (from->type->is_array()) return from->type->of->plain == to->of->plain;
    Expr* object = const_cast<Expr*>(from);
    Overloads* data = methods_of(object, names_.intern("data"));
    return data != nullptr && !data->functions.empty() && data->functions[0]->result != nullptr &&
           data->functions[0]->result->is_pointer() &&
           data->functions[0]->result->of->plain == to->of->plain;
}

/// What a conversion within one asks.
bool Parser::converts_to(const Expr* from, const Type* to) {
    const bool before = std::exchange(converts_, false);
    const bool fits = conversion_cost(from, to).has_value();
    converts_ = before;
    return fits;
}

/// What copies one, where it is no plain copy of the members.
Function* Parser::copying(const Type* type) {
    Class* c = class_of(type);
    if (c == nullptr) return nullptr;
    for (Function* f : c->constructors.functions) {
        if (f->parameters.size() == 1 && f->parameters[0]->is_reference &&
            !f->parameters[0]->is_rvalue && f->parameters[0]->type->plain == type->plain)
            return pending_bodies_.contains(f) || f->body != nullptr || f->fault != nullptr
                       ? f
                       : nullptr;
    }
    return needs_copying(type) ? copier(*c) : nullptr;
}

/// What takes over what is in one that nobody needs any more.
Function* Parser::moving(const Type* type) {
    Class* c = class_of(type);
    if (c == nullptr) return nullptr;
    const auto found = std::ranges::find_if(c->constructors.functions, [&](const Function* f) {
        return f->parameters.size() == 1 && f->parameters[0]->is_rvalue &&
               f->parameters[0]->type->plain == type->plain;
    });
    if (found != c->constructors.functions.end()) return *found;
    // A class that says nothing of copies and of its end takes the members over one by one.
    const bool says_nothing =
        c->destructor == nullptr && !c->copies_nothing && !is_polymorphic(type) &&
        std::ranges::none_of(c->constructors.functions, [&](const Function* f) {
            return f->parameters.size() == 1 && f->parameters[0]->is_reference &&
                   f->parameters[0]->type->plain == type->plain;
        });
    const bool has_movable = std::ranges::any_of(type->structure->fields, [&](const Field& f) {
        return !f.type->is_array() && f.type->is_struct() && moving(f.type) != nullptr;
    });
    const bool moves = c->moves_by_default || (says_nothing && has_movable);
    return moves ? copier(*c, true) : nullptr;
}

/// Whether a member of it has a constructor that copies.
bool Parser::needs_copying(const Type* type) {
    if (!type->is_struct()) return false;
    if (is_polymorphic(type)) return true;  // which class it is of is not copied
    return std::ranges::any_of(type->structure->fields, [&](const Field& field) {
        const Type* part = field.type->element();
        const Class* of = class_of(part);
        return (of != nullptr && of->copies_nothing) ||
               (part->is_struct() && copying(part) != nullptr);
    });
}

/// Copies as C++ does where a class says nothing: the members one by one. `moves`: what is in them
/// is taken over.
Function* Parser::copier(Class& c, bool moves) {
    Function*& known = moves ? c.mover : c.copier;
    if (known != nullptr) return known;
    Function* f = known = &unit_.functions.emplace_back();
    const Place where = place();
    f->name = c.scope.prefix + std::string{c.name};
    f->place = where;
    f->place.file = library_file;
    f->result = c.type->plain;
    f->on_device = f->on_host = f->is_local = true;
    const AtTheTop top(*this);
    function_ = f;
    Declarator d;
    d.name = peek();
    d.name.text = "ss_from";
    d.name.atom = names_.intern("ss_from");
    d.type = unit_.types.qualified(c.type->plain, !moves, false);
    d.is_reference = true;
    d.is_rvalue = moves;
    Variable* from = declare(d, Storage::parameter);
    f->parameters.push_back(from);
    const auto read = [&](Variable* v) {
        Expr* e = make(ExprKind::variable, where, v->type);
        e->variable = v;
        return e;
    };
    Variable* made = hidden("ss_copy", c.type->plain, read(from), where);
    made->assigned = true;
    std::vector<Stmt*> all{make(StmtKind::declaration, where)};
    all[0]->variables = unit_.arena.copy(std::vector<Variable*>{made});
    const auto part = [&](Variable* of, const Field& field) {
        Expr* e = make(ExprKind::member, where,
                       unit_.types.qualified(field.type, of->type->is_const, false));
        e->a = read(of);
        e->field = &field;
        return e;
    };
    constexpr std::int64_t most = 64;
    for (const Field& field : c.type->structure->fields) {
        const Type* type = field.type;
        if (Function* takes = moves && type->is_struct() ? moving(type) : nullptr) {
            set_value(all, part(made, field), call_function(takes, {part(from, field)}, where));
            continue;
        }
        const Class* of = class_of(type->element());
        if (of != nullptr && of->copies_nothing)
            fail(where, fmt::format("{} cannot be copied, as its {} cannot: hand it over by "
                                    "reference",
                                    name_of(c.type), field.name));
        if (!type->element()->is_struct() || copying(type->element()) == nullptr) continue;
        if (!type->is_array()) {
            set_value(all, part(made, field), part(from, field));
            continue;
        }
        if (type->of->is_array() || type->count > most)
            fail(where, fmt::format("{} has too many objects to be copied here: use a vector",
                                    field.name));
        for (std::int64_t i = 0; i < type->count; ++i) {
            Expr* index = integer(i, TypeKind::i32, where);
            set_value(all, make_index(part(made, field), index, where),
                      make_index(part(from, field), index, where));
        }
    }
    if (is_polymorphic(c.type)) set_table(all, read(made), c);
    Stmt* result = make(StmtKind::return_, where);
    result->condition = read(made);
    all.push_back(result);
    f->body = make(StmtKind::block, where);
    f->body->body = unit_.arena.copy(all);
    return f;
}

bool Parser::is_base_of(const Type* base, const Type* derived) {
    if (!base->is_struct() || !derived->is_struct()) return false;
    if (base->plain == derived->plain) return true;
    return std::ranges::any_of(derived->structure->fields, [&](const Field& f) {
        return is_base(f) && is_base_of(base, f.type);
    });
}

/// The part of an object that is of its base.
Expr* Parser::to_base(Expr* object, const Type* base, Place where) {
    while (object->type->plain != base->plain) {
        const Field* next = nullptr;
        for (const Field& f : object->type->structure->fields) {
            if (f.is_open && is_base_of(base, f.type)) next = &f;
        }
        if (next == nullptr) fail(where, "this is no base");
        Expr* part = make(
            ExprKind::member, object->place,
            unit_.types.qualified(next->type, object->type->is_const, object->type->is_volatile));
        part->a = object;
        part->field = next;
        object = part;
    }
    return object;
}

// --- templates of classes

/// >, or one of those of >> and >>>.
void Parser::close_angle(std::string_view where) {
    const int angles = at(Punct::shift_right) ? 2 : at(Punct::launch_close) ? 3 : 1;
    if (angles > 1) {
        if (++closed_ < angles) return;
        closed_ = 0;
        next();
        return;
    }
    expect(Punct::greater, where);
}

/// vector<T, A>, whose memory the text's own class gives; nullptr: it is none. The library's
/// allocator is what every container has that none is said of.
const Type* Parser::allocated_instance(Template& t, std::vector<Argument>& values, Place where) {
    const bool is_of_library = t.tokens->front().place.file == library_file;
    const Argument& last = values.back();
    if (!is_of_library || last.type == nullptr || values.size() != t.parameters.size() + 1)
        return nullptr;
    const Class* by = class_of(last.type);
    if (by != nullptr && by->from != nullptr && by->name == "allocator" &&
        by->from->tokens->front().place.file == library_file) {
        values.pop_back();
        return nullptr;
    }
    if (t.name != "vector") return nullptr;
    const Symbol own = symbol_of(names_.intern("__allocated_vector"));
    return class_instance(*own.class_template, values, where);
}

const Type* Parser::class_instance(Template& t, std::vector<Argument> values, Place where) {
    if (t.is_stand_in) return stand_in_instance(t, values);
    if (t.is_variadic) return class_instance(class_version(t, values.size()), values, where);
    hold_no_reference(t, values, where);
    if (values.size() > t.parameters.size()) {
        if (const Type* type = allocated_instance(t, values, where)) return type;
    }
    if (values.size() > t.parameters.size())
        fail(where, fmt::format("{} takes {} template arguments, not {}", t.name,
                                t.parameters.size(), values.size()));
    values.resize(t.parameters.size());
    take_defaults(t, values);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!values[i].given || !fits(values[i], t.parameters[i]))
            fail(where, fmt::format("template argument {} of {} is a {}", i + 1, t.name,
                                    t.parameters[i].is_type               ? "type"
                                    : t.parameters[i].stand_in != nullptr ? "template"
                                                                          : "number"));
    }
    settle_functions(t, values);
    const std::string key = key_of(values);
    if (const auto found = t.types.find(key); found != t.types.end()) return found->second;
    if (const auto found = t.refused.find(key); found != t.refused.end())
        throw FaultError(*found->second);
    if (t.is_alias) {
        const AtTheTop top(*this);
        tokens_ = t.tokens;
        enter(t.scope);
        bind_parameters(t, values);
        at_ = t.begin;
        return t.types[key] = type_name();
    }
    constexpr int most_instantiations = 2000;
    if (++instantiations_ > most_instantiations)
        fail(where, "these templates instantiate new ones without end");
    const std::string shown = shown_values(values);
    // Names of types hold those of their arguments: P<P<P<…>, …>, …> doubles with each level.
    constexpr std::size_t longest_name = 20'000;
    if (shown.size() > longest_name)
        fail(where, fmt::format("the name of this type of {} is too long", t.name));
    if (!holds(t, values))
        fail(where, fmt::format("{}<{}> is not what the template asks for", t.name, shown));
    std::vector<Argument> chosen;
    const Template* pattern = &pattern_for(t, values, chosen);
    const std::string name = fmt::format("{}<{}>", t.name, shown);
    Struct* s = unit_.types.new_struct(name);
    const Type* type = t.types[key] = unit_.types.of_struct(s);
    if (!pattern->has_body) return type;
    const AtTheTop top(*this);
    tokens_ = pattern->tokens;
    enter(pattern->scope);
    Scope& own = scopes_.emplace_back();
    own.outer = pattern->scope;
    own.prefix = pattern->scope != nullptr ? pattern->scope->prefix : "";
    bind_parameters(*pattern, chosen);
    for (const Template::Parameter& p : pattern->parameters) own.set(p.atom, *find(p.atom));
    scope_ = &own;
    at_ = pattern->begin;
    Symbol symbol;
    symbol.kind = Symbol::Kind::type;
    symbol.type = type;
    symbol.class_template = t.family != nullptr ? t.family : &t;
    const Atom atom = names_.intern(t.name);
    own.set(atom, symbol);
    bind(atom, symbol);
    Class& c = classes_[s];
    c.from = &t;
    c.arguments = values;
    try {
        structure();
    } catch (const FaultError& error) {
        // Half of it is none: whoever needs it later is told the same.
        t.refused[key] = &unit_.faults.emplace_back(error.fault());
        t.types.erase(key);
        throw;
    }
    c.name = t.name;
    for (const OutOfLine& each : t.statics) define_static(c, each);
    return type;
}

/// The case of the template that these arguments are, and what its own parameters are then.
const Parser::Template& Parser::pattern_for(Template& t, const std::vector<Argument>& values,
                                            std::vector<Argument>& chosen) {
    chosen = values;
    // Of S<T> and S<T, Rest...> the first is meant where there is one argument.
    std::vector<Case*> specials = t.specials;
    if (t.family != nullptr)
        specials.insert(specials.begin(), t.family->specials.begin(), t.family->specials.end());
    Case* best = nullptr;
    for (Case* special : specials) {
        auto found = found_for(*special, values);
        if (!found || !std::ranges::all_of(*found, &Argument::given) ||
            !holds(special->pattern, *found) || (best != nullptr && !is_closer(*special, *best)))
            continue;
        best = special;
        chosen = *std::move(found);
    }
    return best != nullptr ? best->pattern : t;
}

/// What the parameters of the case are where its template is given these; nothing: they are not of
/// that case.
std::optional<std::vector<Parser::Argument>> Parser::found_for(
    const Case& special, const std::vector<Argument>& values) {
    std::vector<Argument> found(special.pattern.parameters.size());
    if (special.arguments.size() != values.size()) return std::nullopt;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Argument& want = special.arguments[i];
        const Argument& given = values[i];
        if ((want.type == nullptr) != (given.type == nullptr)) return std::nullopt;
        if (want.is_reference && !given.is_reference) return std::nullopt;
        if (want.of_template != nullptr || given.of_template != nullptr) {
            if (want.of_template != given.of_template &&
                !takes_template(special.pattern, want, given, found))
                return std::nullopt;
            continue;
        }
        const bool fits = want.type == nullptr
                              ? deduce_number(special.pattern, want.value, given.value, found)
                              : deduce(special.pattern, want.type, given.type, found) &&
                                    matches(special.pattern, want.type, given.type, found);
        if (!fits) return std::nullopt;
    }
    return found;
}

/// A case's own parameter that is a template, where its template is given one.
bool Parser::takes_template(const Template& pattern, const Argument& want, const Argument& given,
                            std::vector<Argument>& found) {
    if (want.of_template == nullptr || given.of_template == nullptr) return false;
    for (std::size_t i = 0; i < pattern.parameters.size(); ++i) {
        if (pattern.parameters[i].stand_in != want.of_template) continue;
        if (found[i].given && found[i].of_template != given.of_template) return false;
        found[i].of_template = given.of_template;
        found[i].given = true;
        return true;
    }
    return false;
}

/// Whether all that is of the case is of the other one, too, and not the other way round: `const T
/// *` beside `T *`. Where neither says so, that with fewer parameters.
bool Parser::is_closer(const Case& special, const Case& other) {
    const bool is_within = found_for(other, special.arguments).has_value();
    const bool holds_other = found_for(special, other.arguments).has_value();
    if (is_within != holds_other) return is_within;
    const auto takes_templates = [](const Case& each) {
        return std::ranges::any_of(each.pattern.parameters, [](const Template::Parameter& p) {
            return p.stand_in != nullptr;
        });
    };
    if (takes_templates(special) && takes_templates(other))
        fail(place(), "which case of the template is meant is not known here: two fit");
    return special.pattern.parameters.size() < other.pattern.parameters.size();
}

/// Whether the pattern with what was found is the type.
bool Parser::matches(const Template& t, const Type* pattern, const Type* type,
                     const std::vector<Argument>& found) {
    for (std::size_t i = 0; i < t.parameters.size(); ++i) {
        if (t.parameters[i].placeholder != nullptr && pattern->plain == t.parameters[i].placeholder)
            return found[i].given && unit_.types.qualified(found[i].type, pattern->is_const,
                                                           pattern->is_volatile) == type;
    }
    if (pattern->kind != type->kind) return false;
    if (pattern->is_pointer() || pattern->is_array())
        return matches(t, pattern->of, type->of, found);
    const Class* p = class_of(pattern);
    const Class* c = class_of(type);
    if (p != nullptr && p->from != nullptr && p->from->is_stand_in) return true;  // as deduced
    if (p != nullptr && c != nullptr && p->from != nullptr && p->from == c->from) return true;
    return pattern == type;
}

bool Parser::deduce_number(const Template& t, std::int64_t pattern, std::int64_t value,
                           std::vector<Argument>& out) {
    for (std::size_t i = 0; i < t.parameters.size(); ++i) {
        if (t.parameters[i].is_type || pattern != stand_in(i)) continue;
        if (out[i].given) return !out[i].deduced || out[i].value == value;
        out[i] = {nullptr, value, true, true};
        return true;
    }
    return pattern == value;
}

/// template <…> struct Name …, behind the parameters.
void Parser::read_class_template(Template& t, Place where) {
    t.tokens = tokens_;
    t.begin = at_;
    t.scope = scope_;
    next();
    Specifiers attributes;
    skip_attributes(attributes);
    if (peek().text == "std" && at(Punct::scope, 1)) next(), next();
    const Token name = next();
    if (name.kind != TokenKind::identifier) fail(name.place, "this template needs a name");
    t.name = name.text;
    if (at(Punct::less)) symbol_of(name.atom);  // one of the library is read now
    const Symbol* known = find(name.atom);
    const bool is_known = known != nullptr && known->kind == Symbol::Kind::class_template;
    if (at(Punct::less)) {
        hold_understood(known);
        if (!is_known) fail(name.place, fmt::format("{} is not a template", name.text));
        Template& general = *known->class_template;
        Case& special = specials_.emplace_back();
        const std::size_t scope = open_scope();
        bind_parameters(t, std::vector<Argument>(t.parameters.size()));
        special.arguments = template_arguments();
        close_scope(scope);
        general.specials.push_back(&special);
        special.pattern = std::move(t);
        Template& pattern = special.pattern;
        while (!at(Punct::semicolon) && !at(Punct::open_brace)) next();
        pattern.has_body = at(Punct::open_brace);
        if (pattern.has_body) skip_balanced();
    } else {
        while (!at(Punct::semicolon) && !at(Punct::open_brace)) {
            if (peek().kind == TokenKind::end) fail(where, "this template has no members");
            next();
        }
        t.has_body = at(Punct::open_brace);
        if (t.has_body) skip_balanced();
        if (is_known && !known->class_template->has_body &&
            (scope_ == nullptr || t.scope == known->class_template->scope)) {
            Template& before = *known->class_template;
            t.specials = before.specials;
            for (std::size_t i = 0; i < std::min(t.parameters.size(), before.parameters.size());
                 ++i) {
                Template::Parameter& p = t.parameters[i];
                p.take_default(before.parameters[i]);
            }
            before = std::move(t);
        } else if (!is_known || t.has_body) {
            Symbol symbol;
            symbol.kind = Symbol::Kind::class_template;
            symbol.class_template = &t;
            publish(name.atom, symbol);
        }
    }
    expect(Punct::semicolon, "after the template");
}

}  // namespace stridescope::language

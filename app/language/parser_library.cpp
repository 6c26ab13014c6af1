// What C++ has and the subset says with the library's functions: new, std::vector, lambdas that
// algorithms call, and std::chrono.
#include <algorithm>

#include <fmt/format.h>

#include "app/language/parser.h"

namespace stridescope::language {

/// "operator new" or its like, where the class or a base of it has one.
Function* Parser::memory_operator(const Type* type, std::string_view name) {
    if (!type->is_struct()) return nullptr;
    Expr* object = make(ExprKind::list, place(), type);
    const Overloads* all = methods_of(object, names_.intern(name));
    return all != nullptr && all->functions.size() == 1 ? all->functions[0] : nullptr;
}

/// new T, new T(value), new T[count]: all that it hands out is 0, as malloc's here.
Expr* Parser::new_expression() {
    const Place where = next().place;
    if (function_ != nullptr && !function_->on_host)
        fail(where, "new is for the host: in a kernel declare an array");
    const Type* type = specifiers().type;
    while (take(Punct::star)) type = pointer_to(type);
    bool is_array = false;
    Expr* count = integer(1, TypeKind::u64, where);
    std::vector<Expr*> values;
    if (take(Punct::open_bracket)) {
        is_array = true;
        count = convert(expression(), basic(TypeKind::u64), "the number of elements");
        expect(Punct::close_bracket, "after the number of elements");
        if (at(Punct::open_bracket) || (at(Punct::open_brace) && !at(Punct::close_brace, 1)))
            fail(place(), "write new T[count] and set the elements");
    }
    Expr* size = integer(static_cast<std::int64_t>(type->size), TypeKind::u64, where);
    Expr* memory = nullptr;
    if (Function* own = memory_operator(type, is_array ? "operator new[]" : "operator new"))
        memory = call_function(own, {make_binary(Op::mul, count, size, where)}, where);
    if (type->is_struct() && class_of(type) != nullptr) {
        Expr* made = is_array                ? initial_value(type, where)
                     : at(Punct::open_paren) ? construct(type, where)
                     : at(Punct::open_brace) ? initializer_list(type)
                                             : initial_value(type, where);
        if (made != nullptr && made->kind != ExprKind::list && memory != nullptr)
            return library_call("__filled_at", {type->plain}, {memory, count, made}, where);
        if (made != nullptr && made->kind != ExprKind::list && is_array)
            return library_call("__new_filled", {type->plain}, {count, made}, where);
        if (made != nullptr && !is_array)
            return library_call("__new_with", {type->plain}, {made}, where);
    }
    if (at(Punct::open_paren)) values = arguments();
    if (take(Punct::open_brace)) expect(Punct::close_brace, "after {");
    if (!values.empty()) return library_call("__new_with", {type->plain}, values, where);
    if (memory == nullptr) memory = host_call(*find_builtin("calloc"), {count, size}, where);
    return explicit_cast(memory, unit_.types.pointer_to(type), where, false);
}

Expr* Parser::delete_expression() {
    const Place where = next().place;
    if (take(Punct::open_bracket)) expect(Punct::close_bracket, "after delete[");
    deeper(where);
    ++depth_;
    const bool is_array = (*tokens_)[at_ - 1].punct == Punct::close_bracket;
    Expr* object = cast_expression();
    Function* own =
        object->type->is_pointer()
            ? memory_operator(object->type->of, is_array ? "operator delete[]" : "operator delete")
            : nullptr;
    Expr* e = own != nullptr ? call_function(own, {object}, where)
                             : host_call(*find_builtin("free"), {object}, where);
    --depth_;
    const Class* c = object->type->is_pointer() ? class_of(object->type->of) : nullptr;
    if (c == nullptr || c->destructor == nullptr) return e;
    if (is_array)
        fail(where,
             "delete[] of objects with a destructor is not in the subset: delete them one "
             "by one");
    Expr* both = make(ExprKind::comma, where, e->type);
    both->a = call_function(c->destructor, {make_reference(object, where)}, where);
    both->b = e;
    return both;
}

/// A function template of the library, with these types.
Expr* Parser::library_call(std::string_view name, std::initializer_list<const Type*> types,
                           std::vector<Expr*> args, Place where) {
    std::vector<Argument> given;
    for (const Type* type : types) given.push_back({type, 0, true});
    const Symbol symbol = symbol_of(names_.intern(name));
    if (symbol.functions == nullptr || symbol.functions->templates.empty())
        fail(where, fmt::format("{} is a name of the library: choose another one", name));
    Token token = peek();
    token.text = name;
    token.place = where;
    Function* f = resolve(*symbol.functions, given, args, token, true);
    return call_function(f, std::move(args), where);
}

/// Whether the name is one of the function's own variables, which a lambda copies or refers to.
bool Parser::is_captured(Atom atom) {
    const Symbol* symbol = find(atom);
    if (symbol == nullptr || symbol->kind != Symbol::Kind::variable) return false;
    const Variable& v = *symbol->variable;
    const bool is_own = v.storage == Storage::local || v.storage == Storage::parameter;
    return is_own && v.function != nullptr && v.name != "ss_this" && v.name != "ss_made";
}

/// What stands between a lambda's brackets: the names of which it has copies. Those that it refers
/// to it sees as they are.
std::vector<Parser::Capture> Parser::captures() {
    std::vector<Capture> copied;
    bool all = false;
    std::vector<Atom> referred;
    while (!take(Punct::close_bracket)) {
        if (take(Punct::assign)) {
            all = true;
        } else if (at(Word::kw_this)) {
            next();
        } else if (take(Punct::star)) {
            fail(place(), "a copy of *this is not in the subset: copy the members that are used");
        } else {
            const bool by_reference = take(Punct::ampersand);
            if (peek().kind == TokenKind::identifier) {
                const Token name = next();
                Capture c;
                c.name = name;
                if (at(Punct::assign) || at(Punct::open_brace)) {
                    if (by_reference)
                        fail(name.place, "name this reference before the lambda, and write [&]");
                    if (take(Punct::assign)) {
                        c.value = value_of(assignment());
                    } else {
                        next();
                        c.value = value_of(assignment());
                        expect(Punct::close_brace, "after the value");
                    }
                } else if (by_reference) {
                    referred.push_back(name.atom);
                    if (!take(Punct::comma) && !at(Punct::close_bracket))
                        fail_token("the next name");
                    continue;
                } else if (!is_captured(name.atom)) {
                    fail(name.place, fmt::format("{} is no variable of this function", name.text));
                }
                copied.push_back(c);
            } else if (!by_reference) {
                fail_token("the names that the lambda sees");
            }
        }
        if (!take(Punct::comma) && !at(Punct::close_bracket)) fail_token("the next name");
    }
    if (!all) return copied;
    // [=]: of each name that the body mentions.
    int depth = 0;
    for (std::size_t n = 0; peek(n).kind != TokenKind::end; ++n) {
        if (at(Punct::open_brace, n)) ++depth;
        if (at(Punct::close_brace, n) && --depth == 0) break;
        const bool is_member = n > 0 && (at(Punct::dot, n - 1) || at(Punct::arrow, n - 1));
        if (depth == 0 || is_member || peek(n).kind != TokenKind::identifier) continue;
        const Atom atom = peek(n).atom;
        const bool is_known =
            std::ranges::find(referred, atom) != referred.end() ||
            std::ranges::any_of(copied, [&](const Capture& c) { return c.name.atom == atom; });
        if (is_known || !is_captured(atom) || find(atom)->variable->is_constexpr) continue;
        Capture c;
        c.name = peek(n);
        copied.push_back(c);
    }
    return copied;
}

/// [](…) { … }: a value of a struct of its own, whose members are what it has copied, and whose
/// call is the function.
Expr* Parser::lambda() {
    const Place where = next().place;
    if (function_ == nullptr) fail(where, "a lambda stands in a function");
    std::vector<Capture> copied = captures();
    Struct* s = unit_.types.new_struct("lambda");
    const Type* type = unit_.types.of_struct(s);
    std::vector<Expr*> values;
    for (Capture& c : copied) {
        if (c.value == nullptr) {
            c.value = make(ExprKind::variable, c.name.place, find(c.name.atom)->variable->type);
            c.value->variable = find(c.name.atom)->variable;
        }
        if (is_list(c.value->type))
            fail(c.name.place, "a lambda's copy of a vector is not in the subset: write [&]");
        if (c.value->type->is_array())
            fail(c.name.place, "a lambda's copy of an array is not in the subset: write [&]");
        Field field;
        field.name = c.name.text;
        field.type = c.value->type->plain;
        s->fields.push_back(field);
        values.push_back(c.value);
    }
    hold_size(*s, where);
    unit_.types.complete(s, 1);
    Function* f = &unit_.functions.emplace_back();
    f->name = "lambda";
    f->place = where;
    Specifiers told;
    while (specifier_word(told)) {
    }
    std::size_t behind = 0;
    for (int depth = 0; at(Punct::open_paren) && peek(behind).kind != TokenKind::end; ++behind) {
        if (at(Punct::open_paren, behind)) ++depth;
        if (at(Punct::close_paren, behind) && --depth == 0) break;
    }
    const bool is_mutable = peek(behind + 1).text == "mutable";
    const bool is_told = told.device || told.host;
    f->on_host = is_told ? told.host : function_->on_host;
    f->on_device = is_told ? told.device : function_->on_device;
    Function* outer = std::exchange(function_, f);
    const int loops = std::exchange(loop_depth_, 0);
    const int switches = std::exchange(switch_depth_, 0);
    const int open = std::exchange(open_, 0);
    const std::size_t scope = open_scope();
    if (!copied.empty()) {
        declare_this(type, !is_mutable);
        Symbol symbol;
        symbol.kind = Symbol::Kind::member;
        for (const Capture& c : copied) bind(c.name.atom, symbol);
    }
    if (at(Punct::open_paren)) parameters(*f);
    while (peek().text == "mutable" || peek().text == "noexcept" || specifier_word(told)) {
        if (peek().text == "mutable" || peek().text == "noexcept") next();
    }
    if (take(Punct::arrow)) f->result = type_name();
    f->body = body(*f);
    if (f->result == nullptr) f->result = basic(TypeKind::void_);
    close_scope(scope);
    loop_depth_ = loops;
    switch_depth_ = switches;
    open_ = open;
    function_ = outer;
    s->called = f;
    if (values.empty()) return make(ExprKind::construct, where, type);
    Expr* e = make(ExprKind::list, where, type);
    e->args = unit_.arena.copy(values);
    return e;
}

bool Parser::is_list(const Type* type) {
    return type->is_struct() && type->structure->listed != nullptr;
}

bool Parser::at_list(std::size_t n) const {
    const Token& token = peek(n);
    return token.text == "vector" && at(Punct::less, n + 1) &&
           (token.atom >= symbols_.size() || symbols_[token.atom].kind == Symbol::Kind::none);
}

const Type* Parser::list_type() {
    const Place where = next().place;
    if (function_ != nullptr && !function_->on_host)
        fail(where, "vector is for the host: in a kernel declare an array");
    expect(Punct::less, "after vector");
    const Type* element = type_name()->plain;
    if (element->size == 0 || at(Punct::shift_right) || is_list(element)) {
        fail(where, "a vector of vectors is not in the subset: write one of rows * columns");
    }
    expect(Punct::greater, "after the vector's type");
    const Type*& type = lists_[element];
    if (type == nullptr) {
        Struct* s = unit_.types.new_struct("vector<" + name_of(element) + ">");
        s->listed = element;
        s->fields = {{"first", unit_.types.pointer_to(element)},
                     {"count", basic(TypeKind::u64)},
                     {"room", basic(TypeKind::u64)}};
        unit_.types.complete(s, 1);
        type = unit_.types.of_struct(s);
    }
    return type;
}

/// vector(), (count), (count, value), (begin, end), (another)
Expr* Parser::list_of(const Type* list, std::vector<Expr*> values, Place where) {
    const Type* element = list->structure->listed;
    for (Expr*& v : values) v = value_of(v);
    if (values.size() == 1 && values[0]->type->plain == list->plain)
        return convert(values[0], list, "the vector");
    if (values.size() == 2 && values[0]->type->is_pointer())
        return library_call("__list_between", {list->plain, element}, std::move(values), where);
    if (values.size() > 2) fail(where, "a vector is made with a count and a value");
    if (values.size() == 2)
        return library_call("__list_filled", {list->plain, element}, std::move(values), where);
    if (values.empty()) values.push_back(integer(0, TypeKind::u64, where));
    return library_call("__list_of", {list->plain, element}, std::move(values), where);
}

/// { a, b, … }
Expr* Parser::list_with(const Type* list) {
    const Place where = place();
    constexpr int most_values = 64;
    const Type* element = list->structure->listed;
    expect(Punct::open_brace, "before the vector's elements");
    Expr* e = list_of(list, {}, where);
    for (int i = 0; !at(Punct::close_brace); ++i) {
        if (i == most_values)
            fail(place(), fmt::format("these are more than {} elements: write an array, and "
                                      "vector(array, array + count)",
                                      most_values));
        Expr* value = at(Punct::open_brace) ? initializer_list(element)
                                            : convert(assignment(), element, "the element");
        e = library_call("__list_with", {list->plain, element}, {e, value}, where);
        if (!take(Punct::comma)) break;
    }
    expect(Punct::close_brace, "after the vector's elements");
    return e;
}

Expr* Parser::list_member(Expr* list, std::string_view name) {
    Token token = peek();
    token.text = name;
    token.place = list->place;
    return member(list, token);
}

Expr* Parser::list_call(Expr* list, const Token& name) {
    const Place where = name.place;
    const Type* type = list->type->plain;
    const Type* element = type->structure->listed;
    std::vector<Expr*> args = arguments();
    const auto wants = [&](std::size_t least, std::size_t most) {
        if (args.size() < least || args.size() > most)
            fail(where, fmt::format("{} does not take {} arguments", name.text, args.size()));
    };
    const auto change = [&](std::string_view function) {
        args.insert(args.begin(), list);
        return library_call(function, {type, element}, std::move(args), where);
    };
    const auto at_index = [&](Expr* index) {
        return make_index(list_member(list, "first"), index, where);
    };
    if (name.text == "push_back" || name.text == "emplace_back")
        return wants(1, 1), change("__list_push");
    if (name.text == "resize")
        return wants(1, 2), change(args.size() == 1 ? "__list_resize" : "__list_resize_with");
    if (name.text == "reserve") return wants(1, 1), change("__list_reserve");
    if (name.text == "at") return wants(1, 1), at_index(args[0]);
    wants(0, 0);
    if (name.text == "size") return list_member(list, "count");
    if (name.text == "capacity") return list_member(list, "room");
    if (name.text == "data" || name.text == "begin" || name.text == "cbegin")
        return list_member(list, "first");
    if (name.text == "end" || name.text == "cend") {
        return make_binary(Op::add, list_member(list, "first"), list_member(list, "count"), where);
    }
    Expr* const one = integer(1, TypeKind::u64, where);
    if (name.text == "empty") return make_unary(Op::logical_not, list_member(list, "count"), where);
    if (name.text == "front") return at_index(integer(0, TypeKind::u64, where));
    if (name.text == "back")
        return at_index(make_binary(Op::sub, list_member(list, "count"), one, where));
    if (name.text == "pop_back")
        return make_compound(Op::sub, list_member(list, "count"), one, where);
    if (name.text == "clear") {
        return make_assign(list_member(list, "count"), integer(0, TypeKind::u64, where), where);
    }
    fail(where, fmt::format("a vector's {} is not in the subset: it has size, data, begin, end, "
                            "push_back, resize and [i]",
                            name.text));
}

/// for (T x : all): whether a colon comes before any semicolon.
bool Parser::at_range() const {
    int depth = 0;
    for (std::size_t n = 0; peek(n).kind != TokenKind::end; ++n) {
        if (at(Punct::open_paren, n) || at(Punct::question, n)) ++depth;
        if (at(Punct::close_paren, n) && depth-- == 0) return false;
        if (at(Punct::semicolon, n) || at(Punct::open_brace, n)) return false;
        if (at(Punct::colon, n) && depth-- == 0) return true;
    }
    return false;
}

/// The pointer that an object's begin() or end() gives.
Expr* Parser::bound_of(Expr* object, std::string_view name, Place where) {
    Token method = peek();
    method.place = where;
    method.text = name;
    method.atom = names_.intern(name);
    const Type* type = object->type;
    Overloads* all = methods_of(object, method.atom);
    if (all == nullptr)
        fail(where,
             fmt::format("a loop cannot go over a {}, which has no {}()", name_of(type), name));
    Expr* bound = value_of(call_overload(*all, {}, {object}, method));
    if (!bound->type->is_pointer())
        fail(where,
             fmt::format("a loop goes from one pointer to another, but {}() gives no pointer",
                         name));
    return bound;
}

/// A pointer goes from the first element to behind the last one.
Stmt* Parser::range_statement(Stmt* s) {
    const Specifiers spec = specifiers();
    Declarator d = declarator(spec.type);
    expect(Punct::colon, "between the element and what it is of");
    const Place where = place();
    Expr* all = expression();
    expect(Punct::close_paren, "after what the loop goes over");
    const bool is_class = all->type->is_struct() && !is_list(all->type);
    if (!is_lvalue(all) || !(all->type->is_array() || all->type->is_struct()))
        fail(where, "a loop goes over an array or a vector that has a name");
    Expr* first = is_class             ? bound_of(all, "begin", where)
                  : is_list(all->type) ? list_member(all, "first")
                                       : value_of(all);
    Expr* last = nullptr;
    if (is_class) {
        last = bound_of(all, "end", where);
    } else {
        Expr* count = is_list(all->type) ? list_member(all, "count")
                                         : integer(all->type->count, TypeKind::u64, where);
        last = make_binary(Op::add, first, count, where);
    }
    const auto hidden = [&](std::string_view name, Expr* value) {
        Declarator h;
        h.name = peek();
        h.name.place = where;
        h.name.text = name;
        h.name.atom = names_.intern(name);
        h.type = value->type->plain;
        Variable* v = declare(h, Storage::local);
        v->init = value;
        return v;
    };
    const auto read = [&](Variable* v) {
        Expr* e = make(ExprKind::variable, where, v->type);
        e->variable = v;
        return e;
    };
    Variable* at = hidden("__element", first);
    Variable* end = hidden("__end", last);
    s->init = make(StmtKind::declaration, where);
    s->init->variables = unit_.arena.copy(std::vector<Variable*>{at, end});
    s->condition = condition_of(make_binary(Op::ne, read(at), read(end), where), where);
    s->step = make_step(Op::add, read(at), false, where);
    Expr* element = make_reference(read(at), where);
    if (spec.is_auto) {
        const bool is_const = spec.type->is_const || (d.is_reference && element->type->is_const);
        d.type = unit_.types.qualified(element->type->plain, is_const, false);
    }
    if (d.is_reference && element->type->plain != d.type->plain)
        fail(where, fmt::format("the elements are {}", name_of(element->type)));
    if (d.is_reference && !d.type->is_const) mark_assigned(element, where);
    Variable* v = declare(d, Storage::local);
    v->init = d.is_reference ? element : convert(element, d.type->plain, "the element");
    Stmt* declared = make(StmtKind::declaration, where);
    declared->variables = unit_.arena.copy(std::vector<Variable*>{v});
    Stmt* body = loop_body();
    s->then = make(StmtKind::block, where);
    s->then->body = unit_.arena.copy(std::vector<Stmt*>{declared, body});
    return s;
}

/// How many tokens from n on name something of std::chrono; 0: none.
std::size_t Parser::chrono_end(std::size_t n) const {
    if (peek(n).text != "chrono" || !at(Punct::scope, n + 1)) return 0;
    ++n;
    while (at(Punct::scope, n) && peek(n + 1).kind == TokenKind::identifier) {
        n += 2;
        if (!at(Punct::less, n)) continue;
        std::size_t close = n + 1;
        while (peek(close).kind != TokenKind::end && !at(Punct::greater, close) &&
               !at(Punct::semicolon, close))
            ++close;
        if (at(Punct::greater, close)) n = close + 1;
    }
    return n;
}

/// There is no clock of these: each time and each duration is 0 seconds.
Expr* Parser::chrono() {
    const Place where = place();
    const std::size_t end = chrono_end(0);
    const bool is_now = peek(end - 1).text == "now";
    for (std::size_t i = 0; i < end; ++i) next();
    std::vector<Expr*> args = arguments();
    const Type* f64 = basic(TypeKind::f64);
    if (!is_now && args.size() == 1) return convert(args[0], f64, "the duration");
    Expr* e = make(ExprKind::real, where, f64);
    e->real = 0;
    return e;
}

}  // namespace stridescope::language

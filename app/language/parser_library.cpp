// What C++ has and the subset says with the library's functions: new, std::vector, lambdas that
// algorithms call, and std::chrono.
#include <fmt/format.h>

#include "app/language/parser.h"

namespace stridescope::language {

/// new T, new T(value), new T[count]: all that it hands out is 0, as malloc's here.
Expr* Parser::new_expression() {
    const Place where = next().place;
    if (function_ != nullptr && !function_->on_host)
        fail(where, "new is for the host: in a kernel declare an array");
    const Type* type = specifiers().type;
    while (take(Punct::star)) type = pointer_to(type);
    Expr* count = integer(1, TypeKind::u64, where);
    std::vector<Expr*> values;
    if (take(Punct::open_bracket)) {
        count = convert(expression(), basic(TypeKind::u64), "the number of elements");
        expect(Punct::close_bracket, "after the number of elements");
        if (at(Punct::open_bracket) || (at(Punct::open_brace) && !at(Punct::close_brace, 1)))
            fail(place(), "write new T[count] and set the elements");
    }
    if (at(Punct::open_paren)) values = arguments();
    if (take(Punct::open_brace)) expect(Punct::close_brace, "after {");
    if (!values.empty()) return library_call("__new_with", {type->plain}, values, where);
    Expr* size = integer(static_cast<std::int64_t>(type->size), TypeKind::u64, where);
    Expr* memory = host_call(*find_builtin("calloc"), {count, size}, where);
    return explicit_cast(memory, unit_.types.pointer_to(type), where, false);
}

Expr* Parser::delete_expression() {
    const Place where = next().place;
    if (take(Punct::open_bracket)) expect(Punct::close_bracket, "after delete[");
    deeper(where);
    ++depth_;
    Expr* e = host_call(*find_builtin("free"), {cast_expression()}, where);
    --depth_;
    return e;
}

/// A function template of the library, with these types.
Expr* Parser::library_call(std::string_view name, std::initializer_list<const Type*> types,
                           std::vector<Expr*> args, Place where) {
    std::vector<Argument> given;
    for (const Type* type : types) given.push_back({type, 0, true});
    const Symbol symbol = symbol_of(names_.intern(name));
    if (symbol.function_template == nullptr)
        fail(where, fmt::format("{} is a name of the library: choose another one", name));
    Function* f = instantiate(*symbol.function_template, given, &args, where);
    return call_function(f, std::move(args), where);
}

/// [](…) { … }: a value of an empty struct of its own, whose call is the function.
Expr* Parser::lambda() {
    const Place where = next().place;
    if (function_ == nullptr) fail(where, "a lambda stands in a function");
    while (!take(Punct::close_bracket)) {
        const bool by_reference = take(Punct::ampersand);
        if (peek().kind == TokenKind::identifier) {
            // What never changes is the same as a copy of it.
            const Token name = next();
            const Symbol symbol = symbol_of(name.atom);
            const bool is_same = by_reference || symbol.kind == Symbol::Kind::constant ||
                                 (symbol.variable != nullptr && symbol.variable->type->is_const);
            if (is_same && (at(Punct::comma) || at(Punct::close_bracket))) {
                take(Punct::comma);
                continue;
            }
        } else if (by_reference && (take(Punct::comma) || at(Punct::close_bracket))) {
            continue;
        }
        fail(where, "a lambda sees the names around it as they are: write [&]");
    }
    Function* f = &unit_.functions.emplace_back();
    f->name = "lambda";
    f->place = where;
    f->on_host = function_->on_host;
    f->on_device = function_->on_device;
    Function* outer = std::exchange(function_, f);
    const int loops = std::exchange(loop_depth_, 0);
    const int switches = std::exchange(switch_depth_, 0);
    const int open = std::exchange(open_, 0);
    const std::size_t scope = open_scope();
    if (at(Punct::open_paren)) parameters(*f);
    if (take(Punct::arrow)) f->result = type_name();
    f->body = body(*f);
    if (f->result == nullptr) f->result = basic(TypeKind::void_);
    close_scope(scope);
    loop_depth_ = loops;
    switch_depth_ = switches;
    open_ = open;
    function_ = outer;
    Struct* s = unit_.types.new_struct("lambda");
    s->called = f;
    unit_.types.complete(s, 1);
    return make(ExprKind::construct, where, unit_.types.of_struct(s));
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

/// A pointer goes from the first element to behind the last one.
Stmt* Parser::range_statement(Stmt* s) {
    const Specifiers spec = specifiers();
    Declarator d = declarator(spec.type);
    expect(Punct::colon, "between the element and what it is of");
    const Place where = place();
    Expr* all = expression();
    expect(Punct::close_paren, "after what the loop goes over");
    if (!is_lvalue(all) || !(all->type->is_array() || is_list(all->type)))
        fail(where, "a loop goes over an array or a vector that has a name");
    Expr* first = is_list(all->type) ? list_member(all, "first") : value_of(all);
    Expr* count = is_list(all->type) ? list_member(all, "count")
                                     : integer(all->type->count, TypeKind::u64, where);
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
    Variable* end = hidden("__end", make_binary(Op::add, first, count, where));
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
    ++loop_depth_;
    Stmt* body = statement();
    --loop_depth_;
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

// What C++ has and the subset says with the library's functions: new, std::vector and std::chrono.
#include <algorithm>
#include <array>

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

/// operator new(bytes), operator delete(p) and their like, called by their names.
Expr* Parser::memory_call() {
    const Token name = operator_name();
    std::vector<Expr*> args = arguments();
    if (args.empty()) fail(name.place, fmt::format("{} is given nothing", name.text));
    if (const Symbol* own = find(name.atom);
        own != nullptr && own->kind == Symbol::Kind::functions) {
        Function* f = resolve(*own->functions, {}, args, name, true);
        return call_function(f, std::move(args), name.place);
    }
    const bool gives = name.text.starts_with("operator new");
    if (gives && args.size() > 1)
        fail(name.place, fmt::format("{} with a place is not in the subset here", name.text));
    return header_call(gives ? "__memory_of" : "__memory_back", args[0], name.place);
}

/// new T, new T(value), new T[count]: all that it hands out is 0, as malloc's here.
Expr* Parser::new_expression() {
    const Place where = next().place;
    const bool in_kernel = function_ != nullptr && !function_->on_host;
    Expr* memory = at(Punct::open_paren) ? placement() : nullptr;
    const Type* type = specifiers().type;
    while (take(Punct::star)) type = pointer_to(type);
    bool is_array = false;
    Expr* count = integer(1, TypeKind::u64, where);
    std::vector<Expr*> values;
    if (take(Punct::open_bracket)) {
        is_array = true;
        const bool is_open = at(Punct::close_bracket);
        if (!is_open) count = convert(expression(), basic(TypeKind::u64), "the number of elements");
        expect(Punct::close_bracket, "after the number of elements");
        type = array_suffix(type);
        const Type* element = type->element();
        if (type->is_array() && (has_end(element) || initial_value(element, where) != nullptr))
            fail(place(),
                 "rows of objects with values of their own are not in the subset: write "
                 "new T[count]");
        const bool has_values = at(Punct::open_brace) && !at(Punct::close_brace, 1);
        if (is_open && !has_values) fail(place(), "how many elements? Only values tell it");
        if (has_values && !in_kernel && memory == nullptr)
            return new_listed(type, is_open ? nullptr : count, where);
    }
    Expr* size = integer(static_cast<std::int64_t>(type->size), TypeKind::u64, where);
    if (in_kernel) {
        const Class* c = class_of(type);
        const bool has_value = at(Punct::open_paren) || at(Punct::open_brace);
        const bool is_made = c != nullptr && c->has_constructors();
        if (is_array && (has_value || is_made))
            fail(where, "new of several with a value is not in the subset of kernels: set them");
        if (has_value || is_made) {
            Expr* made = at(Punct::open_brace)   ? initializer_list(type)
                         : at(Punct::open_paren) ? construct(type, where)
                                                 : initial_value(type, where);
            if (made != nullptr && memory != nullptr)
                return library_call("__placed_at", {type->plain}, {memory, made}, where);
            if (made != nullptr)
                return library_call("__kernel_new_with", {type->plain}, {made}, where);
        }
        if (memory == nullptr)
            memory = header_call("__kernel_heap", make_binary(Op::mul, count, size, where), where);
        return explicit_cast(memory, unit_.types.pointer_to(type), where, false);
    }
    Function* own = memory_operator(type, is_array ? "operator new[]" : "operator new");
    if (own != nullptr && memory == nullptr)
        memory = call_function(own, {make_binary(Op::mul, count, size, where)}, where);
    if (type->is_struct() && class_of(type) != nullptr) {
        Expr* made = is_array                ? initial_value(type, where)
                     : at(Punct::open_paren) ? construct(type, where)
                     : at(Punct::open_brace) ? initializer_list(type)
                                             : initial_value(type, where);
        // An empty list is what calloc gives.
        const bool has_values =
            made != nullptr && (made->kind != ExprKind::list || !made->args.empty());
        if (has_values && memory != nullptr)
            return library_call("__filled_at", {type->plain}, {memory, count, made}, where);
        if (is_array && memory == nullptr && (has_values || has_end(type)))
            return library_call(has_end(type) ? "__new_ended" : "__new_each", {type->plain},
                                {count}, where);
        if (has_values && !is_array)
            return library_call("__new_with", {type->plain}, {made}, where);
    }
    if (at(Punct::open_paren)) {
        values = arguments();
    } else if (at(Punct::open_brace) && !at(Punct::close_brace, 1)) {
        values.push_back(initializer_list(type));
    } else if (take(Punct::open_brace)) {
        next();
    }
    if (!values.empty() && memory != nullptr)
        return library_call("__filled_at", {type->plain}, {memory, count, values.front()}, where);
    if (!values.empty()) return library_call("__new_with", {type->plain}, values, where);
    if (memory == nullptr) memory = host_call(*find_builtin("calloc"), {count, size}, where);
    return explicit_cast(memory, unit_.types.pointer_to(type), where, false);
}

/// What stands in the parentheses behind new: where the object is to lie. nullptr: std::nothrow,
/// which says what happens without memory, and here there is always some.
Expr* Parser::placement() {
    expect(Punct::open_paren, "behind new");
    Expr* memory = nullptr;
    const std::size_t name = at(Punct::scope, 1) ? 2 : 0;
    if (peek(name).text == "nothrow" && at(Punct::close_paren, name + 1)) {
        for (std::size_t i = 0; i <= name; ++i) next();
    } else {
        memory = explicit_cast(value_of(expression()), pointer_to(basic(TypeKind::void_)), place(),
                               false);
    }
    expect(Punct::close_paren, "after the place of a new object");
    return memory;
}

/// new T[count]{…}, or new T[]{…}: the others are as T{} is.
Expr* Parser::new_listed(const Type* type, Expr* count, Place where) {
    // Each of those that are not listed has its own value where the type has one.
    const bool is_made = initial_value(type, where) != nullptr;
    const std::optional<std::int64_t> known =
        count != nullptr ? constant_value(count) : std::optional<std::int64_t>{};
    if (is_made && count != nullptr && !known)
        fail(where, "these elements have values of their own: write how many as a constant");
    const Type* listed = unit_.types.array_of(type, is_made && known ? *known : -1);
    Expr* values = initializer_list(listed);
    const Type* complete = complete_extent(listed, values);
    if (count == nullptr) count = integer(complete->count, TypeKind::u64, where);
    Expr* size = integer(static_cast<std::int64_t>(type->size), TypeKind::u64, where);
    Expr* memory = has_end(type) ? library_call("__counted_room", {type->plain}, {count}, where)
                                 : host_call(*find_builtin("calloc"), {count, size}, where);
    if (!is_known_at_first(complete, values)) {
        // One call within the other: each value is made when it is asked for.
        Expr* made = explicit_cast(memory, pointer_to(type), where, false);
        for (std::size_t i = 0; i < values->args.size(); ++i) {
            if (values->args[i] == nullptr) continue;
            Expr* index = integer(static_cast<std::int64_t>(i), TypeKind::u64, where);
            made = library_call("__with_at", {type->plain}, {made, index, values->args[i]}, where);
        }
        return made;
    }
    Variable* v = static_list(complete, values, where);
    Expr* list = make(ExprKind::variable, where, v->type);
    list->variable = v;
    return library_call("__new_listed", {type->plain}, {memory, count, list}, where);
}

/// Values that are the same whenever they are asked for: a variable of the host that no name means.
Variable* Parser::static_list(const Type* type, Expr* values, Place where) {
    Variable& v = unit_.variables.emplace_back();
    v.name = "ss_listed";
    v.type = type;
    v.place = where;
    v.storage = Storage::host;
    v.index = static_cast<int>(unit_.globals.size());
    v.init = values;
    unit_.globals.push_back(&v);
    set_at_begin(&v);
    return &v;
}

Expr* Parser::delete_expression() {
    const Place where = next().place;
    if (take(Punct::open_bracket)) expect(Punct::close_bracket, "after delete[");
    deeper(where);
    ++depth_;
    const bool is_array = (*tokens_)[at_ - 1].punct == Punct::close_bracket;
    Expr* object = cast_expression();
    --depth_;
    const Type* type = object->type->is_pointer() ? object->type->of->plain : object->type;
    const Class* c = class_of(type);
    if (c != nullptr && (c->virtual_end || has_end(type))) {
        // How many there are stands before those that the library has made room for.
        const bool has_own_room = memory_operator(type, "operator new[]") != nullptr ||
                                  memory_operator(type, "operator delete[]") != nullptr;
        if (is_array && has_own_room)
            fail(where,
                 "delete[] of objects with a destructor, in memory of their class's own, is "
                 "not in the subset: delete them one by one");
        if (is_array) return library_call("__delete_each", {type->plain}, {object}, where);
        return call_function(deleter(type),
                             {explicit_cast(object, unit_.types.pointer_to(type), where, true)},
                             where);
    }
    Function* own = memory_operator(type, is_array ? "operator delete[]" : "operator delete");
    return own != nullptr ? call_function(own, {object}, where)
                          : host_call(*find_builtin("free"), {object}, where);
}

/// A function template of the library, with these types.
Expr* Parser::library_call(std::string_view name, std::initializer_list<const Type*> types,
                           std::vector<Expr*> args, Place where) {
    std::vector<Argument> given;
    for (const Type* type : types) given.push_back({type, 0, true});
    const Atom atom = names_.intern(name);
    Symbol symbol = symbol_of(atom);
    // The text may have something of its own by that name.
    if (symbol.functions == nullptr || symbol.functions->templates.empty())
        symbol = symbol_of_library(atom);
    if (symbol.functions == nullptr || symbol.functions->templates.empty())
        fail(where, fmt::format("{} is a name of the library: choose another one", name));
    Token token = peek();
    token.text = name;
    token.place = where;
    Function* f = resolve(*symbol.functions, given, args, token, true);
    return call_function(f, std::move(args), where);
}

namespace {

/// As the names of types are mangled on Linux.
std::string mangled(const Type* type) {
    if (type->is_pointer()) return (type->of->is_const ? "PK" : "P") + mangled(type->of->plain);
    if (type->is_array()) return fmt::format("A{}_{}", type->count, mangled(type->of->plain));
    switch (type->kind) {
        case TypeKind::void_: return "v";
        case TypeKind::bool_: return "b";
        case TypeKind::i8: return "c";
        case TypeKind::u8: return "h";
        case TypeKind::i16: return "s";
        case TypeKind::u16: return "t";
        case TypeKind::i32: return "i";
        case TypeKind::u32: return "j";
        case TypeKind::i64: return "l";
        case TypeKind::u64: return "m";
        case TypeKind::f16: return "6__half";
        case TypeKind::bf16: return "13__nv_bfloat16";
        case TypeKind::f32: return "f";
        case TypeKind::f64: return "d";
        default: break;
    }
    const std::string name = name_of(type);
    if (name == "string") return "NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE";
    return fmt::format("{}{}", name.size(), name);
}

}  // namespace

/// typeid(…): of what is known before the run.
Expr* Parser::type_id(const Token& name) {
    expect(Punct::open_paren, "after typeid");
    const Type* type = nullptr;
    if (at_type()) {
        type = type_name()->plain;
    } else {
        const Expr* e = expression();
        type = e->type->plain;
        if (is_polymorphic(type) && is_lvalue(e))
            fail(name.place, "typeid of an object with virtual methods is not in the subset");
    }
    expect(Punct::close_paren, "after what typeid is of");
    const auto known = std::ranges::find(type_ids_, type);
    const auto number = known - type_ids_.begin();
    if (known == type_ids_.end()) type_ids_.push_back(type);
    Expr* text =
        make(ExprKind::string, name.place,
             unit_.types.pointer_to(unit_.types.qualified(basic(TypeKind::i8), true, false)));
    text->string = names_.keep(mangled(type));
    return library_call("__type_info_of", {type},
                        {integer(number, TypeKind::i64, name.place), text}, name.place);
}

/// Of a container of the library, to which values in braces are added one by one; nullptr: it is
/// none.
const Type* Parser::element_of(const Type* type) {
    const Class* c = class_of(type);
    if (c == nullptr || c->from == nullptr || c->scope.find(names_.intern("__add")) == nullptr)
        return nullptr;
    const Symbol* element = c->scope.find(names_.intern("value_type"));
    return element != nullptr ? element->type : nullptr;
}

/// A container with the values, which are constants, from an array that holds them.
Expr* Parser::list_between(const Type* list, const Type* element, const std::vector<Expr*>& values,
                           Place where) {
    Variable& v = unit_.variables.emplace_back();
    v.name = names_.keep(fmt::format("ss_values_{}", unit_.globals.size()));
    v.type = unit_.types.array_of(element->plain, std::ssize(values));
    v.place = where;
    v.storage = Storage::host;
    v.index = static_cast<int>(unit_.globals.size());
    unit_.globals.push_back(&v);
    v.init = make(ExprKind::list, where, v.type);
    v.init->args = unit_.arena.copy(values);
    Expr* data = make(ExprKind::variable, where, v.type);
    data->variable = &v;
    Expr* first = value_of(data);
    Expr* last =
        make_binary(Op::add, first, integer(std::ssize(values), TypeKind::i64, where), where);
    return made_by(*class_of(list), {first, last}, where);
}

/// { a, b, … }: a container's elements, or what its constructor takes.
Expr* Parser::list_with(const Type* list, const Type* element) {
    const Place where = place();
    expect(Punct::open_brace, "before the elements");
    // {{1, 2}} of numbers is a list of its own within.
    if (at(Punct::open_brace) && element->is_arithmetic()) {
        deeper(where);
        ++depth_;
        Expr* inner = list_with(list, element);
        --depth_;
        take(Punct::comma);
        expect(Punct::close_brace, "after the elements");
        return inner;
    }
    std::vector<Expr*> values;
    bool are_elements = true;
    while (!at(Punct::close_brace)) {
        if (at(Punct::open_brace)) {
            values.push_back(initializer_list(element));
        } else {
            values.push_back(assignment());
            are_elements &= conversion_cost(values.back(), element).has_value();
        }
        if (!take(Punct::comma)) break;
    }
    expect(Punct::close_brace, "after the elements");
    if (values.size() == 1 && values[0]->type->plain == list->plain)
        return convert(values[0], list, "the elements");
    if (!are_elements) {
        Expr* e = made_by(*class_of(list), std::move(values), where);
        e->in_order = true;
        return e;
    }
    const std::string_view container = class_of(list)->name;
    bool are_constant =
        element->is_arithmetic() && (container == "vector" || container == "__allocated_vector");
    for (Expr*& value : values) {
        value = convert(value, element->plain, "the element");
        are_constant &= constant_value(value).has_value() || constant_real(value).has_value();
    }
    if (values.empty()) return construct_with(list, {}, where);
    if (are_constant) return list_between(list, element, values, where);
    constexpr std::size_t most_values = 64;
    if (values.size() > most_values)
        fail(where,
             fmt::format("these are more than {} elements: add them in a loop", most_values));
    // Those of one key make room for all of their first elements at once, as libstdc++ has it.
    std::vector<Expr*> room;
    if (container.starts_with("unordered_multi"))
        room.push_back(integer(std::ssize(values), TypeKind::u64, where));
    Expr* e = construct_with(list, std::move(room), where);
    for (std::size_t i = 0; i < values.size();) {
        // Four at once: calls within calls are not endless.
        const std::size_t rest = values.size() - i;
        std::vector<Expr*> args{e, values[i++]};
        if (rest >= 4) args.insert(args.end(), {values[i], values[i + 1], values[i + 2]}), i += 3;
        e = library_call(rest >= 4 ? "__with_four" : "__with_one", {list->plain, element->plain},
                         std::move(args), where);
    }
    return e;
}

/// { a, b, … } where a constructor of the class takes an initializer_list that they all go into: at
/// the closing brace then. nullptr: there is none, and nothing was read.
Expr* Parser::made_by_list(Class& c) {
    const Type* list = nullptr;
    for (const Function* f : c.constructors.functions) {
        if (f->parameters.empty()) continue;
        const Class* taken = class_of(f->parameters[0]->type);
        if (taken != nullptr && taken->name == "initializer_list") list = taken->type;
    }
    if (list == nullptr) return nullptr;
    if (at(Punct::close_brace)) {
        const bool is_made_of_nothing =
            c.is_plainly_made ||
            std::ranges::any_of(c.constructors.functions, [](const Function* f) {
                return f->parameters.empty() || f->parameters[0]->init != nullptr;
            });
        const Place where = place();
        return is_made_of_nothing ? nullptr : made_by(c, {construct_with(list, {}, where)}, where);
    }
    const Open before = open();
    const Type* element = element_of(list);
    for (;;) {
        if (at(Punct::open_brace)) {
            if (!element->is_struct()) break;
            skip_balanced();
        } else if (!conversion_cost(assignment(), element)) {
            break;
        }
        if (take(Punct::comma) && !at(Punct::close_brace)) continue;
        if (!at(Punct::close_brace)) break;
        go_back(before);
        --at_;  // the brace before them
        const Place where = place();
        Expr* values = list_with(list, element);
        --at_;
        return made_by(c, {values}, where);
    }
    go_back(before);
    return nullptr;
}

/// vector.emplace_back(…) and its like: what it is made of, added; nullptr: it is something else.
Expr* Parser::emplaced(Expr* object, const Token& name) {
    constexpr std::string_view names[] = {"emplace_back", "emplace", "emplace_front",
                                          "emplace_hint"};
    if (std::ranges::find(names, name.text) == std::end(names)) return nullptr;
    const Type* element = element_of(object->type);
    if (element == nullptr) return nullptr;
    std::vector<Expr*> values = arguments();
    const bool has_places =
        class_of(object->type)->scope.find(names_.intern("__sequence")) != nullptr;
    Expr* before = nullptr;
    if ((name.text == "emplace" && has_places) || name.text == "emplace_hint") {
        if (values.empty()) fail(name.place, fmt::format("{} is not told where", name.text));
        before = values.front();
        values.erase(values.begin());
    }
    // What has no name is made first, and moved to where it stays.
    const bool is_moved_there = values.size() == 1 && !is_lvalue(values[0]) &&
                                values[0]->type->plain == element->plain &&
                                is_seen_assigned(element);
    if (is_moved_there) values[0] = library_call("move", {}, {temporary(values[0])}, name.place);
    Expr* made = values.size() == 1 && conversion_cost(values[0], element)
                     ? convert(values[0], element->plain, "the element")
                     : construct_with(element, std::move(values), name.place);
    const auto method = [&](std::string_view of, std::vector<Expr*> args) {
        Token called = name;
        called.text = of;
        called.atom = names_.intern(of);
        return call_overload(*methods_of(object, called.atom), {}, std::move(args), called);
    };
    if (before != nullptr && has_places) return method("insert", {object, before, made});
    if (before != nullptr) return method("__add", {object, made});
    if (name.text == "emplace_front") return method("__add_front", {object, made});
    // It is made where it stays, before the others move on.
    Token more = name;
    more.text = "__more";
    more.atom = names_.intern(more.text);
    if (const Overloads* mores = methods_of(object, more.atom); mores != nullptr) {
        if (!is_steady(object))
            object = make_reference(temporary(make_address(object, name.place)), name.place);
        Expr* to = temporary(call_overload(*mores, {}, {object}, more));
        Expr* put = make(ExprKind::assign, name.place, element->plain);
        put->a = make_reference(to, name.place);
        put->b = made;
        Token taken = more;
        taken.text = "__taken";
        taken.atom = names_.intern(taken.text);
        Expr* then = call_overload(*methods_of(object, taken.atom), {}, {object, to}, taken);
        Expr* both = make(ExprKind::comma, name.place, pointer_to(element->plain));
        both->a = explicit_cast(put, basic(TypeKind::void_), name.place, false);
        both->b = make_address(then, name.place);
        return make_reference(both, name.place);
    }
    return method("__add", {object, made});
}

bool Parser::is_trait(std::string_view name) {
    constexpr std::string_view all[] = {
        "__is_class",      "__is_struct",   "__refuse_destructor", "__is_integral", "__is_floating",
        "__is_pointer",    "__is_unsigned", "__is_const",          "__is_array",    "__is_base_of",
        "__is_plain",      "__is_void",     "__is_convertible",    "__becomes",     "__moves_only",
        "__moves",         "__ends",        "__is_enum",           "__number_of",   "__seen",
        "__grows_by_moves"};
    return std::ranges::find(all, name) != std::end(all);
}

/// What the library asks of a type: what kind it is of; whether it begins as something else than 0,
/// or is copied by more than its bytes. A type that somebody has to end is refused.
Expr* Parser::trait(const Token& name) {
    expect(Punct::open_paren, "before the type");
    const Type* type = type_name();
    const Type* other = take(Punct::comma) ? type_name() : type;
    expect(Punct::close_paren, "after the type");
    const auto told = [&](bool holds) {
        return integer(holds ? 1 : 0, TypeKind::bool_, name.place);
    };
    if (name.text == "__becomes") return told(becomes(type, other));
    if (name.text == "__is_integral") return told(type->is_integer() && !type->is_enumeration());
    if (name.text == "__is_enum") return told(type->is_enumeration());
    if (name.text == "__number_of") return integer(0, underlying(type), name.place);
    if (name.text == "__is_floating") return told(type->is_floating() && !type->is_half());
    if (name.text == "__is_pointer") return told(type->is_pointer());
    if (name.text == "__is_unsigned") return told(type->is_integer() && type->is_unsigned());
    if (name.text == "__is_const") return told(type->is_const);
    if (name.text == "__is_array") return told(type->is_array());
    if (name.text == "__is_void") return told(type->is_void());
    if (name.text == "__is_base_of") return told(is_base_of(type, other));
    if (name.text == "__is_convertible") {
        Expr* value = make(ExprKind::variable, name.place, type);
        return told((type->is_void() && other->is_void()) ||
                    (!type->is_void() && !other->is_void() && conversion_cost(value, other)));
    }
    if (name.text == "__is_plain")
        return told(!type->is_struct() || (copying(type) == nullptr && !has_end(type)));
    if (name.text == "__is_struct")
        return integer(type->is_struct() && !type->is_half2() ? 1 : 0, TypeKind::bool_, name.place);
    const Class* c = class_of(type);
    if (name.text == "__ends") return told(needs_end(type));
    if (name.text == "__moves") return told(c != nullptr && moving(type) != nullptr);
    if (name.text == "__seen") return told(needs_end(type) || is_seen_assigned(type));
    if (name.text == "__grows_by_moves") {
        // As a vector does: where moving may throw, what can be copied is copied.
        const Function* moves = c != nullptr ? moving(type) : nullptr;
        return told(moves != nullptr && (moves->throws_nothing || c->copies_nothing ||
                                         moves->place.file == library_file));
    }
    if (name.text == "__moves_only")
        return integer(c != nullptr && c->copies_nothing ? 1 : 0, TypeKind::bool_, name.place);
    const bool refuses = name.text == "__refuse_destructor";
    // A container that was made before its elements were known has no end of its own.
    const bool is_ended = other != type && has_end(other);
    if (refuses && !is_ended && needs_end(type))
        fail(name.place, fmt::format("{} has a destructor, which the library does not "
                                     "call here: use new and delete",
                                     name_of(type)));
    const bool holds = !refuses && c != nullptr &&
                       (copying(type) != nullptr || initial_value(type, name.place) != nullptr);
    return integer(holds ? 1 : 0, TypeKind::bool_, name.place);
}

/// What std::underlying_type says: compilers take an unsigned where the text says no type and no
/// value is negative.
const Type* Parser::underlying(const Type* type) {
    const Enumeration* e = type->enumeration;
    const bool is_unsigned = e != nullptr && !e->is_typed && !e->is_scoped && !e->is_signed &&
                             e->number->kind == TypeKind::i32;
    return is_unsigned ? basic(TypeKind::u32) : number_of(type);
}

/// offsetof(Type, member.inner[2])
Expr* Parser::offset_of(const Token& name) {
    next();
    const Type* type = type_name();
    expect(Punct::comma, "between the type and its member");
    std::uint64_t offset = 0;
    do {
        const Token part = next();
        const Field* field = type->is_struct() ? type->structure->find(part.text) : nullptr;
        if (field == nullptr)
            fail(part.place, fmt::format("{} has no member {}", name_of(type), part.text));
        offset += field->offset;
        type = field->type;
        while (type->is_array() && take(Punct::open_bracket)) {
            const std::int64_t index = constant_integer(expression(), "the element's index");
            offset += static_cast<std::uint64_t>(index) * type->of->size;
            type = type->of;
            expect(Punct::close_bracket, "after the element's index");
        }
    } while (take(Punct::dot));
    expect(Punct::close_paren, "after the member");
    return integer(static_cast<std::int64_t>(offset), TypeKind::u64, name.place);
}

/// Whether somebody has to end such objects, be it that only a class derived from theirs needs it.
bool Parser::needs_end(const Type* type) {
    const Class* c = class_of(type);
    return c != nullptr && (c->virtual_end || has_end(type));
}

/// The library's __placed(place, value): an object is made where none was; and its __ended(place):
/// the one that is there ends.
Expr* Parser::put_or_drop(const Token& name) {
    const bool puts = name.text == "__placed";
    expect(Punct::open_paren, "before the place");
    Expr* at = assignment();
    if (!puts) {
        expect(Punct::close_paren, "after the place");
        return end_of(at, name.place);
    }
    expect(Punct::comma, "after the place");
    Expr* e = make(ExprKind::assign, name.place, at->type->plain);
    e->a = at;
    e->b = convert(assignment(), at->type, "what is put there");
    expect(Punct::close_paren, "after the value");
    return explicit_cast(e, basic(TypeKind::void_), name.place, false);
}

/// object.~T(): nothing, where nobody has to end it.
Expr* Parser::end_of(Expr* object, Place where) {
    const Type* type = object->type->plain;
    if (!has_end(type)) return explicit_cast(object, basic(TypeKind::void_), where, false);
    if (object->type->is_const)
        object = make_reference(
            explicit_cast(make_address(object, where), unit_.types.pointer_to(type), where, true),
            where);
    return call_function(ender(type), {object}, where);
}

/// Whether a variant takes a value of the one type for its alternative of the other: nothing may be
/// lost on the way.
bool Parser::becomes(const Type* from, const Type* to) {
    if (from->plain == to->plain) return true;
    if (from->is_arithmetic() || to->is_arithmetic())
        return from->is_arithmetic() && to->is_arithmetic() &&
               from->is_floating() == to->is_floating() && to->size >= from->size &&
               to->kind != TypeKind::bool_;
    Expr* value = make(ExprKind::list, place(), from->plain);
    return converts_to(value, to);
}

/// std::get of a variant, by number or by type; nullptr: it is none.
Expr* Parser::alternative_of(const Token& name, const std::vector<Argument>& given, Expr* variant) {
    const Class* c = class_of(variant->type);
    if (c == nullptr || c->from == nullptr || c->name != "variant") return nullptr;
    Token get = name;
    get.text = given[0].type != nullptr ? "__alternative" : "__alternative_at";
    const Symbol symbol = symbol_of(names_.intern(get.text));
    return call_function(resolve(*symbol.functions, given, {variant}, get, true), {variant},
                         name.place);
}

/// 10ms, 1.5s, 2i: what the standard library's literals make; nullptr: it is none of them.
Expr* Parser::standard_literal(const Token& number) {
    constexpr std::string_view digits = "0123456789.'";
    const std::size_t end = number.text.find_first_not_of(digits);
    if (end == std::string_view::npos || end == 0) return nullptr;
    const std::string_view suffix = number.text.substr(end);
    constexpr std::array<std::pair<std::string_view, std::string_view>, 8> known{
        {{"h", "__hours"},
         {"min", "__minutes"},
         {"s", "__seconds_of"},
         {"ms", "__milliseconds"},
         {"us", "__microseconds"},
         {"ns", "__nanoseconds"},
         {"i", "__imaginary"},
         {"if", "__imaginary_f"}}};
    const auto found = std::ranges::find(known, suffix, [](const auto& k) { return k.first; });
    if (found == known.end()) return nullptr;
    Token value = number;
    value.text = number.text.substr(0, end);
    Token name = number;
    name.text = found->second;
    const Symbol symbol = symbol_of(names_.intern(name.text));
    Expr* count = this->number(value);
    const TypeKind kind = count->type->is_floating() ? TypeKind::f64 : TypeKind::i64;
    const std::vector<Expr*> args{convert(count, basic(kind), "the literal")};
    if (symbol.functions == nullptr) fail(number.place, fmt::format("{} is not known", name.text));
    return call_function(resolve(*symbol.functions, {}, args, name, true), args, number.place);
}

/// 5_km, "…"_s: what the text's operator""_km makes of the value.
Expr* Parser::call_literal(std::vector<Expr*> value, const Token& suffix) {
    Token name = suffix;
    name.text = names_.keep(fmt::format("operator\"\"{}", suffix.text));
    name.atom = names_.intern(name.text);
    const Symbol* own = find(name.atom);
    if (own == nullptr || own->kind != Symbol::Kind::functions)
        fail(suffix.place, fmt::format("{} is not declared", name.text));
    Function* f = resolve(*own->functions, {}, value, name, true);
    return call_function(f, std::move(value), suffix.place);
}

/// A value, or what the text's own suffix right behind it makes of it.
Expr* Parser::own_literal(std::vector<Expr*> value) {
    const Token suffix = peek();
    const bool has_suffix = suffix.kind == TokenKind::identifier && suffix.text.starts_with('_') &&
                            !suffix.space_before && !suffix.line_start;
    if (!has_suffix) return value[0];
    const Symbol* own =
        find(names_.intern(names_.keep(fmt::format("operator\"\"{}", suffix.text))));
    if (own == nullptr || own->kind != Symbol::Kind::functions) return value[0];
    next();
    return call_literal(std::move(value), suffix);
}

/// "…"s and "…"sv
Expr* Parser::standard_text(Expr* text) {
    if (peek().kind == TokenKind::identifier && peek().text.starts_with('_')) {
        const auto count = static_cast<std::int64_t>(text->string.size());
        return own_literal({text, integer(count, TypeKind::u64, text->place)});
    }
    if (peek().kind != TokenKind::identifier || peek().space_before || peek().line_start)
        return text;
    const bool is_view = peek().text == "sv";
    if (!is_view && peek().text != "s") return text;
    const Place where = next().place;
    const Symbol symbol = symbol_of(names_.intern(is_view ? "__view_of" : "__string_of"));
    if (symbol.functions == nullptr || symbol.functions->functions.empty()) return text;
    const auto count = static_cast<std::int64_t>(text->string.size());
    return call_function(symbol.functions->functions[0],
                         {text, integer(count, TypeKind::u64, where)}, where);
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

/// What an object's begin() or end() gives: a pointer, or an iterator of a class.
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
    const bool is_plain = bound->type->is_struct() && !has_end(bound->type);
    if (!bound->type->is_pointer() && !is_plain)
        fail(where,
             fmt::format("a loop goes from one pointer to another, but {}() gives no pointer",
                         name));
    return bound;
}

/// A pointer or an iterator goes from the first element to behind the last one.
Stmt* Parser::range_statement(Stmt* s) {
    const Specifiers spec = specifiers();
    const bool has_parts = spec.is_auto && (at(Punct::open_bracket) || at(Punct::open_bracket, 1));
    std::vector<Token> names;
    Declarator d;
    d.name.place = place();
    if (has_parts) {
        d.is_reference = !at(Punct::open_bracket);
        if (d.is_reference) next();
        d.name = peek();
        d.name.text = "ss_parts";
        d.name.atom = names_.intern("ss_parts");
        names = bound_names();
    } else {
        d = declarator(spec);
    }
    expect(Punct::colon, "between the element and what it is of");
    const Place where = place();
    std::vector<Variable*> own, made;
    Expr* all = nullptr;
    {
        const OwnTemporaries mine(*this, own);
        all = at(Punct::open_brace) ? braced_values(spec.is_auto ? nullptr : d.type) : expression();
    }
    expect(Punct::close_paren, "after what the loop goes over");
    const auto read = [&](Variable* v) {
        Expr* e = make(ExprKind::variable, where, v->type);
        e->variable = v;
        return e;
    };
    const bool is_open = all->kind == ExprKind::variable && all->variable->extent != nullptr;
    if (!is_open && !all->type->is_array() && !all->type->is_struct())
        fail(where, fmt::format("a loop goes over an array or a container, not over {}",
                                name_of(all->type)));
    if (!is_lvalue(all)) {
        made.push_back(hidden("ss_all", all->type->plain, all, where));
        made.back()->assigned = true;
        destroyed_later(made.back());
        all = read(made.back());
    } else if (all->kind == ExprKind::call) {
        // What gives it is called once.
        made.push_back(hidden("ss_all", pointer_to(all->type), make_address(all, where), where));
        made.back()->assigned = true;
        all = make_reference(read(made.back()), where);
    }
    std::vector<Stmt*> first_of_all;
    if (!own.empty()) {
        // What it was made of ends before the first round.
        first_of_all = {Parser::declared(own, where), Parser::declared(made, where)};
        end_all(first_of_all, own, where);
        made.clear();
    }
    const bool is_class = all->type->is_struct();
    Expr* first = is_class ? bound_of(all, "begin", where) : value_of(all);
    Expr* last = is_class  ? bound_of(all, "end", where)
                 : is_open ? make_binary(Op::add, first, read(all->variable->extent), where)
                           : make_binary(Op::add, first,
                                         integer(all->type->count, TypeKind::u64, where), where);
    Variable* at = hidden("__element", first->type->plain, first, where);
    Variable* end = hidden("__end", last->type->plain, last, where);
    made.insert(made.end(), {at, end});
    s->init = make(StmtKind::declaration, where);
    s->init->variables = unit_.arena.copy(made);
    if (!first_of_all.empty()) {
        first_of_all.push_back(s->init);
        s->init = make(StmtKind::block, where);
        s->init->body = unit_.arena.copy(first_of_all);
        s->init->is_open = true;
    }
    s->condition = condition_of(make_binary(Op::ne, read(at), read(end), where), where);
    Expr* element = nullptr;
    if (at->type->is_pointer()) {
        s->step = make_step(Op::add, read(at), false, where);
        element = make_reference(read(at), where);
    } else {
        at->assigned = end->assigned = true;
        s->step = overloaded("++", {read(at)}, where);
        element = overloaded("*", {read(at)}, where);
        if (s->step == nullptr || element == nullptr)
            fail(where, fmt::format("a loop needs ++ and * of {}", name_of(at->type)));
        if (d.is_reference && !is_lvalue(element)) d.is_reference = false;
    }
    const bool names_rows = element->type->is_array() && d.is_reference;
    if (spec.is_auto) {
        const bool is_const = spec.type->is_const || (d.is_reference && element->type->is_const);
        d.type = unit_.types.qualified(element->type->plain, is_const, false);
    }
    if (d.is_reference && element->type->plain != d.type->plain) {
        if (!d.type->is_const)
            fail(where, fmt::format("the elements are {}", name_of(element->type)));
        d.is_reference = false;
    }
    if (d.is_reference && !d.type->is_const && !names_rows) mark_assigned(element, where);
    Variable* v = declare(d, Storage::local);
    v->init = d.is_reference ? element : convert(element, d.type->plain, "the element");
    std::vector<Variable*> variables{v};
    // A copy ends with its round.
    const std::size_t lived = ended_.size();
    if (!d.is_reference) destroyed_later(v);
    if (has_parts) {
        v->assigned = true;
        bind_parts(names, read(v), variables);
    }
    Stmt* declared = make(StmtKind::declaration, where);
    declared->variables = unit_.arena.copy(variables);
    std::vector<Stmt*> body{declared, loop_body(lived)};
    destroy(body, lived);
    ended_.resize(lived);
    s->then = make(StmtKind::block, where);
    s->then->body = unit_.arena.copy(body);
    return s;
}

/// { a, b, … } that a loop goes over: an array of them.
Expr* Parser::braced_values(const Type* element) {
    const Place where = place();
    expect(Punct::open_brace, "before the values");
    std::vector<Expr*> values;
    while (!at(Punct::close_brace)) {
        values.push_back(text_data(value_of(assignment())));
        if (element == nullptr) element = values.back()->type;
        if (!take(Punct::comma)) break;
    }
    expect(Punct::close_brace, "after the values");
    if (values.empty()) fail(where, "a loop over nothing has no element");
    for (Expr*& value : values) value = convert(value, element->plain, "the element");
    const Type* type = unit_.types.array_of(element->plain, std::ssize(values));
    Expr* list = make(ExprKind::list, where, type);
    list->args = unit_.arena.copy(values);
    return list;
}

}  // namespace stridescope::language

// Names in expressions, and calls: of functions, of what CUDA brings along, and launches.
#include <fmt/format.h>

#include <algorithm>

#include "app/language/library/library.h"
#include "app/language/needs.h"
#include "app/language/parser.h"

namespace stridescope::language {
namespace {

struct SpecialName {
    std::string_view name;
    Special first;
};
constexpr SpecialName specials[] = {{"threadIdx", Special::thread_x},
                                    {"blockIdx", Special::block_x},
                                    {"blockDim", Special::block_dim_x},
                                    {"gridDim", Special::grid_dim_x},
                                    {"__clusterDim", Special::cluster_dim_x}};

}  // namespace

Expr* Parser::identifier(bool of_std) {
    const Token name = peek();
    switch (static_cast<Word>(name.atom)) {
        case Word::kw_true: next(); return integer(1, TypeKind::bool_, name.place);
        case Word::kw_false: next(); return integer(0, TypeKind::bool_, name.place);
        case Word::kw_nullptr: {
            next();
            Expr* e = integer(0, TypeKind::i64, name.place);
            nulls_.insert(e);
            return e;
        }
        case Word::kw_sizeof: return size_of();
        case Word::kw_static_cast:
        case Word::kw_reinterpret_cast:
        case Word::kw_const_cast:
        case Word::kw_dynamic_cast: return named_cast();
        case Word::kw_new: return new_expression();
        case Word::kw_delete: return delete_expression();
        case Word::kw_operator:
            if (at(Word::kw_new, 1) || at(Word::kw_delete, 1)) return memory_call();
            break;
        case Word::kw_this: {
            const Symbol* self = find(name.atom);
            if (self == nullptr || self->variable == nullptr)
                fail(name.place, "this is for methods: no class stands around it");
            next();
            return make_address(own_object(name.place), name.place);
        }
        default: break;
    }
    if (peek(0).kind == TokenKind::identifier && (at(Punct::scope, 1) || at(Punct::less, 1))) {
        std::size_t end = 0;
        if (const Scope* scope = scope_before(0, end)) {
            const Token inner = peek(end);
            const Symbol* symbol = in_scope(*scope, inner.atom);
            const bool is_type =
                symbol != nullptr && (symbol->kind == Symbol::Kind::type ||
                                      symbol->kind == Symbol::Kind::class_template);
            if (symbol == nullptr && inner.text == "get" && at(Punct::less, end + 1)) {
                at_ += end + 1;
                return part_of(inner);  // thrust::get and its like are std's
            }
            if (symbol == nullptr)
                fail(inner.place, fmt::format("{}{} is not declared", scope->prefix, inner.text));
            if (!is_type) {
                at_ += end + 1;
                if (scope->of_class != nullptr) qualified_.push_back(inner.place);
                Expr* object = symbol->kind == Symbol::Kind::member && scope->of_class != nullptr
                                   ? own_object(inner.place, scope->of_class)
                                   : nullptr;
                if (object == nullptr) {
                    if (Expr* e = named(*symbol, inner)) return e;
                    fail(inner.place, fmt::format("{}{} is no value: one is expected here",
                                                  scope->prefix, inner.text));
                }
                return member(to_base(object, scope->of_class, inner.place), inner);
            }
        }
    }
    if (at_type()) {
        const Type* type = type_name();
        if (!at(Punct::open_paren) && !at(Punct::open_brace)) {
            fail(name.place, fmt::format("{} is a type: a value is expected here", name.text));
        }
        return construct(type, name.place);
    }
    if (name.text == "requires" && (at(Punct::open_paren, 1) || at(Punct::open_brace, 1)))
        return requires_expression();
    if (name.text == "alignof" || name.text == "__alignof__") return size_of();
    next();
    if (name.text.starts_with("__") && at(Punct::open_paren) && is_trait(name.text))
        return trait(name);
    if ((name.text == "__placed" || name.text == "__ended") && at(Punct::open_paren))
        return put_or_drop(name);
    if ((name.text == "offsetof" || name.text == "__builtin_offsetof") && at(Punct::open_paren))
        return offset_of(name);
    if (name.text == "typeid" && at(Punct::open_paren)) return type_id(name);
    if (name.text == "std" && at(Punct::scope)) {
        next();
        deeper(name.place);
        ++depth_;
        Expr* e = identifier(true);
        --depth_;
        return e;
    }
    if (at(Punct::scope)) {
        hold_understood(find(name.atom));
        std::string_view hint = missing(name.text);
        if (const Symbol* space = find(name.atom);
            space != nullptr && space->kind == Symbol::Kind::name_space && hint.empty())
            hint = missing(names_.text(static_cast<Atom>(space->value)));
        fail(name.place, hint.empty()
                             ? fmt::format("{}:: is not in the subset: write plain functions{}",
                                           name.text, perhaps_missing())
                             : fmt::format("{} {}", name.text, hint));
    }
    Symbol symbol = symbol_of(name.atom);
    if (of_std || in_library()) {
        // A text's own function, or its variable, may go by the same name.
        const bool is_other = (symbol.kind == Symbol::Kind::functions &&
                               (of_std || symbol.functions->of_class == nullptr)) ||
                              (symbol.kind == Symbol::Kind::variable &&
                               (of_std || symbol.variable->function == nullptr));
        const Symbol own = is_other ? symbol_of_library(name.atom) : Symbol{};
        if (own.kind != Symbol::Kind::none)
            symbol = own;
        else if (is_other && find_builtin(name.text) != nullptr)
            symbol = {};
    }
    if (symbol.kind == Symbol::Kind::none && name.text == "get" && at(Punct::less))
        return part_of(name);
    if (symbol.kind == Symbol::Kind::none && name.text == "tie" && at(Punct::open_paren))
        return tied(name);
    if (Expr* e = named(symbol, name)) return e;
    return known_name(name);
}

/// std::get<N>(…) of a tuple, a pair or an array.
Expr* Parser::part_of(const Token& name) {
    const std::vector<Argument> given = template_arguments();
    const std::vector<Expr*> args = arguments();
    if (given.size() == 1 && args.size() == 1) {
        if (Expr* e = alternative_of(name, given, args[0])) return e;
    }
    if (given.size() != 1 || args.size() != 1)
        fail(name.place, "get is given a number, and what it is a part of: get<0>(pair)");
    Expr* object = args[0];
    auto index = static_cast<std::size_t>(given[0].value);
    if (given[0].type != nullptr && object->type->is_struct()) {
        const auto is_it = [&](const Field& field) {
            return field.type->plain == given[0].type->plain;
        };
        const auto& parts = object->type->structure->fields;
        index = static_cast<std::size_t>(std::ranges::find_if(parts, is_it) - parts.begin());
        if (std::ranges::count_if(parts, is_it) != 1)
            fail(name.place, fmt::format("{} has not one part that is {}", name_of(object->type),
                                         name_of(given[0].type)));
    }
    const std::vector<Field>* fields =
        object->type->is_struct() ? &object->type->structure->fields : nullptr;
    if (fields != nullptr && fields->size() == 1 && fields->front().name == "__items") {
        Token items = name;
        items.text = "__items";
        return make_index(member(object, items), integer(given[0].value, TypeKind::i32, name.place),
                          name.place);
    }
    if (fields == nullptr || index >= fields->size())
        fail(name.place, fmt::format("{} has no part {}", name_of(object->type), index));
    Token part = name;
    part.text = (*fields)[index].name;
    return member(object, part);
}

/// std::tie(a, b) = …
Expr* Parser::tied(const Token& name) {
    std::vector<Expr*> args = arguments();
    // What is only compared, or handed on, may as well be the values.
    if (!at(Punct::assign)) return library_call("make_tuple", {}, std::move(args), name.place);
    next();
    args.insert(args.begin(), assignment());
    return library_call("__untie", {}, std::move(args), name.place);
}

/// The object that a lambda refers to by a pointer: that of the method which the lambda stands in.
Expr* Parser::around(Expr* lambda, Place where) {
    const Field* field = lambda->type->structure->find(outer_name);
    Expr* pointer = make(ExprKind::member, where, field->type);
    pointer->a = lambda;
    pointer->field = field;
    return make_reference(pointer, where);
}

/// The object whose method this is, or the method around this lambda; nullptr: none that is of this
/// class. Without a class it is the innermost that is no lambda.
Expr* Parser::own_object(Place where, const Type* of) {
    const Symbol* self = find(static_cast<Atom>(Word::kw_this));
    if (self == nullptr || self->variable == nullptr) return nullptr;
    Expr* object = make(ExprKind::variable, where, self->variable->type);
    object->variable = self->variable;
    const auto is_meant = [&] {
        return of != nullptr ? is_base_of(of, object->type)
                             : object->type->structure->find(outer_name) == nullptr;
    };
    while (!is_meant()) {
        if (object->type->structure->find(outer_name) == nullptr) return nullptr;
        object = around(object, where);
    }
    return object;
}

/// A name that the text declares; nullptr: it declares none.
Expr* Parser::named(const Symbol& symbol, const Token& name) {
    switch (symbol.kind) {
        case Symbol::Kind::member: {
            const Symbol* self = find(static_cast<Atom>(Word::kw_this));
            if (self == nullptr || self->variable == nullptr)
                fail(name.place, fmt::format("{} is a member: which object's?", name.text));
            Expr* object = make(ExprKind::variable, name.place, self->variable->type);
            object->variable = self->variable;
            // What a lambda has no copy of is a member of the object around it.
            while (object->type->structure->find(name.text) == nullptr &&
                   object->type->structure->find(outer_name) != nullptr)
                object = around(object, name.place);
            return member(object, name);
        }
        case Symbol::Kind::constant: {
            Expr* e = integer(symbol.value, symbol.type, name.place);
            return e;
        }
        case Symbol::Kind::variable: {
            Expr* e = make(ExprKind::variable, name.place, symbol.variable->type);
            e->variable = symbol.variable;
            return symbol.variable->names_another ? make_reference(e, name.place) : e;
        }
        case Symbol::Kind::functions: return call(symbol, name);
        case Symbol::Kind::value_template:
            if (!at(Punct::less))
                fail(name.place,
                     fmt::format("{} is a template: its arguments are missing", name.text));
            return value_instance(*symbol.class_template, template_arguments(), name.place);
        case Symbol::Kind::faulty:
            if (symbol.functions != nullptr && (at(Punct::launch_open) || at(Punct::less)))
                return call(symbol, name);
            throw FaultError(*symbol.fault);
        default: return nullptr;
    }
}

/// What CUDA and C call so.
Expr* Parser::known_name(const Token& name) {
    for (const SpecialName& s : specials) {
        if (s.name != name.text) continue;
        if (!take(Punct::dot)) {
            Expr* e = make(ExprKind::construct, name.place, unit_.types.vector_type("dim3"));
            std::vector<Expr*> parts;
            for (int i = 0; i < 3; ++i) {
                Expr* part = make(ExprKind::special, name.place, basic(TypeKind::u32));
                part->special = static_cast<Special>(static_cast<int>(s.first) + i);
                parts.push_back(part);
            }
            e->args = unit_.arena.copy(parts);
            return e;
        }
        const Token axis = next();
        if (axis.text != "x" && axis.text != "y" && axis.text != "z") {
            fail(axis.place, fmt::format("{} has .x, .y and .z", name.text));
        }
        Expr* e = make(ExprKind::special, name.place, basic(TypeKind::u32));
        e->special = static_cast<Special>(static_cast<int>(s.first) + (axis.text[0] - 'x'));
        e->end = axis.place;
        return e;
    }
    if (name.text == "warpSize") return integer(32, TypeKind::i32, name.place);
    if (at(Punct::less)) {
        if (const BuiltinInfo* info = find_builtin(name.text)) return call_of_types(*info, name);
    }
    if (at(Punct::open_paren)) {
        if (const BuiltinInfo* info = find_builtin(name.text)) {
            if (info->builtin == Builtin::cuda_function_attribute) return function_attribute(name);
            if (info->builtin == Builtin::cuda_launch) return launch_by_pointers(name);
            if (info->builtin == Builtin::cuda_occupancy) return occupancy(name);
            return known_call(*info, name, arguments());
        }
        if (name.text.starts_with("make_")) {
            const std::vector<Expr*> args = arguments();
            if (Expr* e = vector_maker(name, args)) return e;
        }
    } else if (Expr* e = known_constant(name)) {
        return e;
    } else if (const Overloads* own = values_of_builtin(name)) {
        return builtin_value(*own, name);
    }
    if (function_ != nullptr && (name.text == "__func__" || name.text == "__FUNCTION__")) {
        Expr* e =
            make(ExprKind::string, name.place,
                 unit_.types.pointer_to(unit_.types.qualified(basic(TypeKind::i8), true, false)));
        const std::string_view whole = function_->name;
        e->string = whole.substr(whole.rfind(':') + 1);
        return e;
    }
    if (function_ != nullptr && name.text == "__PRETTY_FUNCTION__")
        return pretty_function(name.place);
    if (const std::string_view hint = missing(name.text); !hint.empty()) {
        fail(name.place, fmt::format("{} {}", name.text, hint));
    }
    if (at(Punct::open_paren) && name.text == "scanf") {
        std::vector<Expr*> args = arguments();
        args.insert(args.begin(), integer(1, TypeKind::i64, name.place));  // stdin
        return host_call(*find_builtin("fscanf"), std::move(args), name.place);
    }
    if (at(Punct::open_paren)) {
        const std::size_t before = at_;
        std::vector<Expr*> args = arguments();
        if (const Overloads* all = beside_arguments(name.atom, args))
            return call_function(resolve(*all, {}, args, name, true), args, name.place);
        at_ = before;
    }
    if (at(Punct::open_paren) || at(Punct::launch_open)) {
        fail(name.place,
             fmt::format("there is no function {}: it must be declared before it is called{}",
                         name.text, perhaps_missing()));
    }
    fail(name.place, fmt::format("{} is not declared{}", name.text, perhaps_missing()));
}

/// std::min<int>(a, b) and its like: the types of what is given are said. One type is that of all,
/// and of the result as well.
Expr* Parser::call_of_types(const BuiltinInfo& info, const Token& name) {
    const std::vector<Argument> given = template_arguments();
    if (!at(Punct::open_paren) || given.empty() ||
        !std::ranges::all_of(given, [](const Argument& a) { return a.type != nullptr; }))
        fail(name.place, fmt::format("{} is no template of values: call it", name.text));
    std::vector<Expr*> args = arguments();
    for (std::size_t i = 0; i < args.size() && (given.size() == 1 || i < given.size()); ++i)
        args[i] = convert(args[i], given[given.size() == 1 ? 0 : i].type->plain, name.text);
    Expr* e = known_call(info, name, std::move(args));
    return info.signature == Signature::arithmetic2
               ? explicit_cast(e, given[0].type->plain, name.place, false)
               : e;
}

/// The functions of that name in the namespace of an argument's class: argument-dependent lookup.
const Parser::Overloads* Parser::beside_arguments(Atom name, const std::vector<Expr*>& args) {
    for (const Expr* argument : args) {
        const Type* type = argument->type->plain;
        while (type->is_pointer() || type->is_array()) type = type->of->plain;
        for (const Scope* s = scope_around(type); s != nullptr; s = s->outer) {
            const Symbol* found = s->of_class == nullptr ? s->find(name) : nullptr;
            if (found != nullptr && found->kind == Symbol::Kind::functions) return found->functions;
        }
    }
    return nullptr;
}

/// Where a name that nobody knows may come from.
std::string Parser::perhaps_missing() const {
    if (unit_.missing_headers.empty()) return {};
    const std::string& first = unit_.missing_headers.front().message;
    return "; " + first.substr(0, first.find(';'));
}

/// A call of what CUDA and C bring along.
Expr* Parser::known_call(const BuiltinInfo& info, const Token& name, std::vector<Expr*> args) {
    // A format that is known only when it is printed is one of the host.
    if (name.text == "printf" && !args.empty() && args[0]->kind != ExprKind::string &&
        function_ != nullptr && function_->on_host && !function_->on_device) {
        args.insert(args.begin(), integer(2, TypeKind::i64, name.place));
        return host_call(*find_builtin("fprintf"), std::move(args), name.place);
    }
    // std::max({a, b, …})
    if (info.signature == Signature::arithmetic2 && args.size() == 1 && braced_ != nullptr &&
        args[0]->type == braced_) {
        const std::size_t behind = std::exchange(at_, static_cast<std::size_t>(args[0]->integer));
        const Expr* list = braced_values(nullptr);
        at_ = behind;
        Expr* all = list->args[0];
        for (std::size_t i = 1; i < list->args.size(); ++i)
            all = builtin_call(info, {all, list->args[i]}, name.place);
        return all;
    }
    return info.signature == Signature::host ? host_call(info, std::move(args), name.place)
                                             : builtin_call(info, std::move(args), name.place);
}

/// { … } as an argument: read when it is known what for.
Expr* Parser::braced_argument() {
    const Place where = place();
    if (braced_ == nullptr) {
        Struct* s = unit_.types.new_struct("{…}");
        unit_.types.complete(s, 1);
        braced_ = unit_.types.of_struct(s);
    }
    Expr* e = make(ExprKind::list, where, braced_);
    e->integer = static_cast<std::int64_t>(at_);
    skip_balanced();
    return e;
}

/// The array that a list of values in braces is; nullptr: it is empty.
const Type* Parser::type_of_list(const Expr* e) {
    const Open before = open();
    at_ = static_cast<std::size_t>(e->integer) + 1;
    const Type* element = nullptr;
    std::int64_t count = 0;
    while (!at(Punct::close_brace)) {
        if (at(Punct::open_brace)) {
            element = nullptr;  // what is within it is not known yet
            break;
        }
        const Type* type = value_of(assignment())->type->plain;
        if (element == nullptr) element = type;
        ++count;
        if (!take(Punct::comma)) break;
    }
    go_back(before);
    return element != nullptr ? unit_.types.array_of(element, count) : nullptr;
}

Expr* Parser::unbraced(Expr* e, const Type* to) {
    if (e->type != braced_ || braced_ == nullptr) return e;
    const std::size_t before = std::exchange(at_, static_cast<std::size_t>(e->integer));
    Expr* made = initializer_list(to->plain);
    at_ = before;
    return made;
}

/// How many objects without a name the statement has.
std::size_t Parser::unnamed() const {
    return temporaries_ != nullptr ? temporaries_->size() : 0;
}

/// Of those that arguments have, which begin there, the last argument's first.
void Parser::order_unnamed(const std::vector<std::size_t>& begins) {
    if (begins.size() < 2 || unnamed() <= begins.front()) return;
    const auto at_number = [&](std::size_t i) {
        return temporaries_->begin() + static_cast<std::ptrdiff_t>(i);
    };
    std::vector<Variable*> ordered;
    for (std::size_t i = begins.size(), end = unnamed(); i-- > 0; end = begins[i])
        ordered.insert(ordered.end(), at_number(begins[i]), at_number(end));
    std::ranges::copy(ordered, at_number(begins.front()));
}

/// The same, of what is known of each argument.
void Parser::order_groups(const std::vector<std::vector<Variable*>>& groups) {
    const auto some = [](const std::vector<Variable*>& group) { return !group.empty(); };
    if (std::ranges::count_if(groups, some) < 2) return;
    for (const std::vector<Variable*>& group : groups) {
        std::erase_if(*temporaries_, [&](const Variable* v) {
            return std::ranges::find(group, v) != group.end();
        });
    }
    for (std::size_t i = groups.size(); i-- > 0;)
        temporaries_->insert(temporaries_->end(), groups[i].begin(), groups[i].end());
}

/// What was made for the expression, since then.
void Parser::note_unnamed(const Expr* e, std::size_t begin) {
    if (unnamed() <= begin) return;
    made_for_[e] = {temporaries_->begin() + static_cast<std::ptrdiff_t>(begin),
                    temporaries_->end()};
}

std::vector<Expr*> Parser::arguments() {
    expect(Punct::open_paren, "before the arguments");
    std::vector<Expr*> args;
    std::vector<std::size_t> begins;
    if (!at(Punct::close_paren)) {
        do {
            begins.push_back(unnamed());
            args.push_back(at(Punct::open_brace) ? braced_argument() : assignment());
            note_unnamed(args.back(), begins.back());
        } while (take(Punct::comma));
    }
    expect(Punct::close_paren, "after the arguments");
    // The last argument is computed first, and what it makes ends last.
    order_unnamed(begins);
    return args;
}

/// thrust::device and its like, which say where an algorithm runs: here all of them run alike.
bool Parser::is_policy(const Type* type) {
    return type->is_struct() && type->structure->name.ends_with("__policy");
}

bool Parser::is_of_library(const Overloads& all) {
    return std::ranges::any_of(all.functions,
                               [](const Function* f) { return f->place.file == library_file; }) ||
           std::ranges::any_of(all.templates, [](const Template* t) {
               return t->tokens != nullptr && (*t->tokens)[t->begin].place.file == library_file;
           });
}

/// std::forward<T>(x): x as it was given.
Expr* Parser::forwarded(const Token& name) {
    const std::optional<bool> keeps = forwards_lvalue();
    template_arguments();
    const std::vector<Expr*> args = arguments();
    if (args.size() != 1) fail(name.place, "std::forward takes one argument");
    Expr* e = args[0];
    const bool is_named =
        e->kind == ExprKind::variable && e->variable->is_reference && !e->variable->is_rvalue;
    if (!is_lvalue(e) || keeps.value_or(is_named)) return e;
    return library_call("move", {}, {e}, name.place);
}

Expr* Parser::call(const Symbol& callee, const Token& name) {
    // f<>(x) calls a template, whatever else is called so.
    if (at(Punct::less) && at(Punct::greater, 1) && !callee.functions->functions.empty() &&
        !callee.functions->templates.empty()) {
        Overloads templates = *callee.functions;
        templates.functions.clear();
        Symbol only = callee;
        only.functions = &overloads_.emplace_back(std::move(templates));
        return call(only, name);
    }
    const bool is_qualified = at_ >= 2 && (*tokens_)[at_ - 2].kind == TokenKind::punctuator &&
                              (*tokens_)[at_ - 2].punct == Punct::scope;
    const bool may_be_beside =
        !is_qualified && callee.functions->of_class == nullptr && place().file != library_file;
    const Overloads& all = *callee.functions;
    std::vector<Argument> given;
    if (name.text == "forward" && at(Punct::less) && is_of_library(all)) return forwarded(name);
    if (at(Punct::less) && !all.templates.empty()) given = template_arguments();
    if (at(Punct::launch_open)) return launch(callee, name, given);
    if (!at(Punct::open_paren)) return function_value(all, given, name);
    std::vector<Expr*> args = arguments();
    if (!args.empty() && is_policy(args[0]->type) && is_of_library(all)) args.erase(args.begin());
    if (const Overloads* beside = may_be_beside ? beside_arguments(name.atom, args) : nullptr;
        beside != nullptr && beside != &all) {
        // Those of the namespaces of what it is given are meant as well.
        Overloads both = all;
        const auto add = [](auto& to, const auto& from) {
            for (const auto& each : from) {
                if (std::ranges::find(to, each) == to.end()) to.push_back(each);
            }
        };
        add(both.functions, beside->functions);
        add(both.templates, beside->templates);
        if (Function* f = resolve(both, given, args, name, false))
            return call_function(f, std::move(args), name.place);
    }
    if (all.of_class != nullptr) {
        // A method of the object whose method this is, or a static one.
        if (Expr* object = own_object(name.place, all.of_class)) {
            args.insert(args.begin(), to_base(object, all.of_class, name.place));
            return call_overload(all, given, std::move(args), name);
        }
        Function* f = resolve(all, given, args, name, true);
        if (is_method(*f))
            fail(name.place, fmt::format("{} is a method: of which object?", name.text));
        return call_function(f, std::move(args), name.place);
    }
    // What CUDA calls so takes what the text's own functions of that name do not.
    const BuiltinInfo* info = find_builtin(name.text);
    const bool is_maker =
        name.text.starts_with("make_") && unit_.types.vector_type(name.text.substr(5)) != nullptr;
    const bool is_last = (info == nullptr && !is_maker) || !given.empty();
    if (Function* f = resolve(all, given, args, name, is_last))
        return call_function(f, std::move(args), name.place);
    if (is_maker) return vector_maker(name, args);
    return known_call(*info, name, std::move(args));
}

bool Parser::is_of_library(const Function* f, std::string_view name) {
    return f->name == name && f->place.file == library_file;
}

/// std::source_location::current(), of a call at this place. What a compiler calls the function
/// around it is known of main alone: of others it writes the types as the text names them.
Expr* Parser::source_location(Place where) {
    const auto text = [&](std::string_view what) {
        Expr* e =
            make(ExprKind::string, where,
                 unit_.types.pointer_to(unit_.types.qualified(basic(TypeKind::i8), true, false)));
        e->string = names_.keep(std::string{what});
        return text_data(e);
    };
    const bool is_main = function_ != nullptr && function_->name == "main";
    Expr* name = integer(0, TypeKind::i64, where);
    if (is_main)
        name = text(function_->parameters.empty() ? "int main()" : "int main(int, char**)");
    const bool is_in_file = where.file < unit_.files.size();
    const Symbol maker = symbol_of(names_.intern("__source_location"));
    if (maker.functions == nullptr || maker.functions->functions.empty())
        fail(where, "__source_location is a name of the library: choose another one");
    return call_function(
        maker.functions->functions.front(),
        {integer(where.line, TypeKind::u32, where),
         text(is_in_file ? std::string_view{unit_.files[where.file].name} : ""), name},
        where);
}

/// Whether what only calls another function hands on what it is given itself.
bool Parser::hands_on_given(const Expr* e, bool hands_on) const {
    const bool is_made =
        function_ != nullptr && function_->place.file == library_file && function_->place.line == 0;
    return (is_made || hands_on) && e->kind == ExprKind::variable &&
           e->variable->storage == Storage::parameter;
}

/// Argument i of a call, as the function's parameter takes it.
void Parser::give(const Function& f, std::vector<Expr*>& args, std::size_t i, Place where,
                  bool hands_on) {
    const Variable& p = *f.parameters[i];
    if (i < args.size()) args[i] = unbraced(args[i], p.type);
    if (i < args.size() && p.is_reference && p.type->is_array() && args[i]->kind == ExprKind::list)
        args[i] = temporary(args[i]);
    // The library's functions make objects out of what they are given; its methods, and what
    // makes its own objects, take copies.
    const bool ends_here = f.place.file != library_file || is_method(f) || has_end(f.result);
    // What is converted first is another object, which is held then.
    const bool is_held =
        i < args.size() && p.is_reference && ends_here && has_end(args[i]->type) &&
        (args[i]->type->plain == p.type->plain || is_base_of(p.type, args[i]->type) ||
         converting(p.type, args[i]) == nullptr);
    if (is_held) hold_named(args[i]);
    // A value of a derived class stays one of that class.
    if (i < args.size() && p.is_reference && p.type->is_const && !is_lvalue(args[i]) &&
        is_polymorphic(p.type) && args[i]->type->plain != p.type->plain &&
        is_base_of(p.type, args[i]->type))
        args[i] = temporary(args[i]);
    // What is moved from may become another type on its way.
    const bool is_other = i < args.size() && p.is_rvalue && is_moved(args[i]) &&
                          args[i]->type->plain != p.type->plain &&
                          !is_base_of(p.type, args[i]->type);
    if (i < args.size() && p.is_rvalue && (!is_lvalue(args[i]) || is_other)) {
        args[i] = convert(args[i], p.type->plain, p.name);
        if (ends_here) hold_named(args[i]);
        return;
    }
    // An object that is chosen is not copied where it has an address anyway: the function may
    // write it by another name. On the host a number has one, too.
    const bool is_on_host = function_ == nullptr || function_->on_host;
    const bool is_chosen =
        i < args.size() && (p.type->is_struct() || is_on_host) &&
        args[i]->kind == ExprKind::conditional && args[i]->type->plain == p.type->plain &&
        (p.type->is_struct() || (is_lvalue(args[i]->b) && is_lvalue(args[i]->c) &&
                                 args[i]->b->type->plain == args[i]->c->type->plain)) &&
        (is_on_host ||
         (root_variable(args[i]->b) == nullptr && root_variable(args[i]->c) == nullptr));
    if (i < args.size() && p.is_reference && (!p.type->is_const || is_chosen))
        args[i] = lvalue_of(args[i]);
    if (i >= args.size()) {
        const bool tells_place =
            p.init->kind == ExprKind::call && is_of_library(p.init->function, "__source_location");
        args.push_back(tells_place ? source_location(where) : p.init);
    } else if (p.is_reference && is_lvalue(args[i])) {
        if (args[i]->type->plain != p.type->plain && is_base_of(p.type, args[i]->type))
            args[i] = to_base(args[i], p.type, where);
        if (args[i]->type->plain != p.type->plain && !p.type->is_array()) {
            if (!p.type->is_const) {
                fail(args[i]->place, fmt::format("{} needs {}, but this is {}", p.name,
                                                 name_of(p.type), name_of(args[i]->type)));
            }
            args[i] = convert(args[i], p.type->plain, p.name);
        } else if (!p.type->is_const) {
            if (!p.type->is_array()) mark_assigned(args[i], args[i]->place);
        } else if (p.type->is_struct() && p.type->structure->has_mutable) {
            if (Variable* v = root_variable(args[i])) v->assigned = true;
        }
    } else if (p.is_reference && !p.type->is_const && i == 0 && is_method(f)) {
        if (args[i]->type->plain != p.type->plain) args[i] = to_base(args[i], p.type, where);
    } else if (p.is_reference && !p.type->is_const && !is_function_pointer(args[i]->type)) {
        fail(args[i]->place,
             fmt::format("{} is a reference: it needs a variable or an element", p.name));
    } else {
        f.parameters[i]->is_held = is_held_by_caller(f, p);
        if (p.is_held && args[i]->type == p.type && hands_on_given(args[i], hands_on)) return;
        args[i] = convert(args[i], p.type->plain, p.name);
        if (p.is_reference && ends_here) hold_named(args[i]);
    }
}

Expr* Parser::call_function(Function* f, std::vector<Expr*> args, Place where) {
    const bool hands_on = std::exchange(hands_on_, false);
    if (args.empty() && is_of_library(f, "source_location::current")) return source_location(where);
    f = choosing(f, args, where);
    complete(f);
    if (f->is_kernel)
        fail(where, fmt::format("{} is a kernel: launch it with <<<grid, block>>>", f->name));
    if (function_ != nullptr && !function_->on_host && !f->on_device) {
        if (f->place.file == library_file)
            fail(where, fmt::format("{} is for the host: a kernel cannot call it", f->name));
        fail(where,
             fmt::format("{} is a function of the host: write __device__ before it", f->name));
    }
    if (f->result == nullptr) {
        if (f->fault != nullptr) throw FaultError(*f->fault);
        fail(where, fmt::format("what {} returns follows from its body, which must be read before "
                                "it is called: write the type instead of auto",
                                f->name));
    }
    std::size_t least = f->parameters.size();
    while (least > 0 && f->parameters[least - 1]->init != nullptr) --least;
    if (args.size() < least || args.size() > f->parameters.size()) {
        fail(where, fmt::format("{} takes {} argument{}, not {}", f->name, f->parameters.size(),
                                f->parameters.size() == 1 ? "" : "s", args.size()));
    }
    // What the last argument makes is made first, and ends last; an object is there before.
    // a + b of the library's strings is a function of both.
    const bool is_of_both = f->place.file == library_file && f->name.ends_with("::operator+");
    const std::size_t first = is_method(*f) && !is_of_both ? 1 : 0;
    const std::vector<Expr*> written = args;
    std::vector<std::vector<Variable*>> groups;
    for (std::size_t i = 0; i < f->parameters.size(); ++i) {
        const std::size_t begin = unnamed();
        give(*f, args, i, where, hands_on);
        // An object whose copy is one of its bits may still be what was written: it ends by itself.
        const bool is_written = i < written.size() && is_lvalue(written[i]);
        if (f->parameters[i]->is_held &&
            (!is_lvalue(args[i]) || (is_written && !hands_on_given(args[i], hands_on))))
            args[i] = held(args[i]);
        if (i < first || temporaries_ == nullptr) continue;
        const auto made = i < written.size() ? made_for_.find(written[i]) : made_for_.end();
        groups.push_back(made != made_for_.end() ? made->second : std::vector<Variable*>{});
        groups.back().insert(groups.back().end(),
                             temporaries_->begin() + static_cast<std::ptrdiff_t>(begin),
                             temporaries_->end());
    }
    order_groups(groups);
    Expr* e = make(ExprKind::call, where, f->result);
    e->function = f;
    e->args = unit_.arena.copy(args);
    if (function_ != nullptr) e->number = function_->calls++;
    if (function_ != nullptr && function_->on_host && !function_->on_device) note_cleanup(e, where);
    return e;
}

/// The kernel that a call of the runtime is about, as it may be written: &kernel<4>, (void
/// *)kernel.
Function* Parser::kernel_named() {
    if (at(Punct::ampersand)) {
        next();
        return kernel_named();
    }
    const bool is_named_cast = peek().atom == static_cast<Atom>(Word::kw_reinterpret_cast) ||
                               peek().atom == static_cast<Atom>(Word::kw_static_cast);
    if (is_named_cast) {
        next();
        expect(Punct::less, "after the cast's name");
        type_name();
        close_angle("after the cast's type");
    }
    if (take(Punct::open_paren)) {
        if (at_type()) {
            type_name();
            expect(Punct::close_paren, "after the cast's type");
            return kernel_named();
        }
        Function* inner = kernel_named();
        expect(Punct::close_paren, "after the kernel");
        return inner;
    }
    const Token name = next();
    const Symbol symbol = symbol_of(name.atom);
    if (symbol.kind != Symbol::Kind::functions)
        fail(name.place, fmt::format("a kernel is expected here, not {}", name.text));
    const Overloads& all = *symbol.functions;
    std::vector<Argument> given;
    if (at(Punct::less) && !all.templates.empty()) given = template_arguments();
    Function* f = nullptr;
    if (given.empty() && all.functions.size() == 1) f = all.functions[0];
    if (f == nullptr && all.templates.size() == 1)
        f = instantiate_given(*all.templates[0], given, name.place);
    if (f == nullptr)
        fail(name.place, fmt::format("there are several {}: which is meant?", name.text));
    if (!f->is_kernel)
        fail(name.place, fmt::format("{} is not a kernel: write __global__ before it", f->name));
    complete(f);
    return f;
}

/// The attribute in cudaFuncSetAttribute(kernel, attribute, value) and its like.
Expr* Parser::function_attribute(const Token& name) {
    if (function_ != nullptr && !function_->on_host)
        fail(name.place, fmt::format("{} is a function of the host", name.text));
    expect(Punct::open_paren, "before the arguments");
    const bool asks = name.text == "cudaFuncGetAttributes";
    Expr* told = nullptr;
    if (asks) {
        told = explicit_cast(value_of(assignment()), pointer_to(basic(TypeKind::void_)), name.place,
                             true);
        expect(Punct::comma, "before the kernel");
    }
    const bool is_named = is_kernel_named();
    Function* kernel = is_named ? kernel_named() : nullptr;
    Expr* value =
        is_named ? nullptr
                 : explicit_cast(value_of(assignment()), basic(TypeKind::u64), name.place, false);
    std::vector<Expr*> args;
    while (take(Punct::comma))
        args.push_back(convert(value_of(assignment()), basic(TypeKind::i64), "a number"));
    expect(Punct::close_paren, "after the arguments");
    if (asks)
        return is_named ? attributes_into(told, *kernel, name.place)
                        : call_function(attribute_teller(), {value, told}, name.place);
    if (!is_named) {
        // What is preferred changes nothing here, whatever kernel it is of.
        args.resize(2, integer(0, TypeKind::i64, name.place));
        if (name.text != "cudaFuncSetAttribute")
            args[0] = args[1] = integer(0, TypeKind::i64, name.place);
        return call_function(attribute_setter(), {value, args[0], args[1]}, name.place);
    }
    return attribute_of(kernel, name.text, args, name.place);
}

/// cudaFuncGetAttributes: what follows from the text is put there.
Expr* Parser::attributes_into(Expr* told, const Function& kernel, Place where) {
    const auto number = [&](std::uint64_t n) {
        return integer(static_cast<std::int64_t>(n), TypeKind::i32, where);
    };
    const auto most = static_cast<std::uint64_t>(kernel.most_threads);
    return library_call("__function_attributes", {basic(TypeKind::i32)},
                        {told, number(shared_bytes_needed_by(kernel)), number(most)}, where);
}

Expr* Parser::attribute_of(Function* kernel, std::string_view name, const std::vector<Expr*>& args,
                           Place where) {
    Expr* e = make(ExprKind::builtin, where, basic(TypeKind::i32));
    e->builtin = Builtin::cuda_function_attribute;
    e->string = name;
    e->function = kernel;
    e->args = unit_.arena.copy(args);
    return e;
}

/// <<<grid, block, shared bytes, stream>>>, of which the first two are there.
std::vector<Expr*> Parser::launch_sizes(Place where) {
    expect(Punct::launch_open, "before the launch's sizes");
    std::vector<Expr*> all;
    do {
        const bool is_list = at(Punct::open_brace) && all.size() < 2;
        all.push_back(is_list ? construct(unit_.types.vector_type("dim3"), place()) : assignment());
    } while (take(Punct::comma));
    expect(Punct::launch_close, "after the launch's sizes");
    if (all.size() < 2) fail(where, "a launch needs <<<blocks, threads per block>>>");
    if (all.size() > 4) fail(where, "a launch takes <<<grid, block, shared bytes, stream>>>");
    return all;
}

Expr* Parser::launch(const Symbol& callee, const Token& name, const std::vector<Argument>& given) {
    const Place where = name.place;
    if (function_ == nullptr) fail(where, "a kernel is launched within a function");
    std::vector<Expr*> all = launch_sizes(where);
    std::vector<Expr*> args = arguments();
    Function* f = resolve(*callee.functions, given, args, name, true);
    if (!f->is_kernel)
        fail(where, fmt::format("{} is not a kernel: write __global__ before it", f->name));
    while (args.size() < f->parameters.size() && f->parameters[args.size()]->init != nullptr)
        args.push_back(f->parameters[args.size()]->init);
    if (args.size() != f->parameters.size()) {
        fail(where, fmt::format("{} takes {} argument{}, not {}", f->name, f->parameters.size(),
                                f->parameters.size() == 1 ? "" : "s", args.size()));
    }
    return launch_of(f, std::move(all), std::move(args), where);
}

/// nullptr: the default stream.
Expr* Parser::stream_of(Expr* given) {
    if (function_ == nullptr) return nullptr;
    Expr* e = value_of(given);
    // In a kernel those that have a name of their own; others are taken for one.
    if (!function_->on_host && e->kind != ExprKind::integer) return nullptr;
    return e->type->is_integer() ? convert(e, basic(TypeKind::i64), "the stream") : nullptr;
}

/// `sizes`: the grid, the block and, where they are given, the bytes of shared memory, a stream.
Expr* Parser::launch_of(Function* kernel, std::vector<Expr*> sizes, std::vector<Expr*> args,
                        Place where) {
    const Type* dim3 = unit_.types.vector_type("dim3");
    sizes[0] = convert(sizes[0], dim3, "the grid");
    sizes[1] = convert(sizes[1], dim3, "the block");
    if (sizes.size() < 3) sizes.push_back(integer(0, TypeKind::u64, where));
    sizes[2] = convert(sizes[2], basic(TypeKind::u64), "the shared memory's size");
    Expr* stream = sizes.size() > 3 ? stream_of(sizes[3]) : nullptr;
    keep(sizes, 3);
    for (std::size_t i = 0; i < args.size(); ++i) {
        const Variable& p = *kernel->parameters[i];
        if (p.names_another && !is_lvalue(args[i]))
            fail(where, fmt::format("{} is a reference, and what it is given here lies in memory "
                                    "of the host, which a kernel cannot reach: take it by value",
                                    p.name));
        Expr* given = p.names_another ? make_address(args[i], where) : unbraced(args[i], p.type);
        sizes.push_back(convert(given, p.type->plain, p.name));
    }
    Expr* e = make(ExprKind::launch, where, basic(TypeKind::void_));
    e->function = kernel;
    e->c = stream;
    e->args = unit_.arena.copy(sizes);
    return e;
}

/// cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, bytes) and
/// cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, kernel, bytes, most threads).
Expr* Parser::occupancy(const Token& name) {
    const Place where = name.place;
    if (function_ == nullptr || !function_->on_host)
        fail(where, fmt::format("{} is a function of the host", name.text));
    const bool asks_for_threads = name.text == "cudaOccupancyMaxPotentialBlockSize";
    expect(Punct::open_paren, "before the arguments");
    std::vector<Expr*> args{value_of(assignment())};
    expect(Punct::comma, "before the next argument");
    if (asks_for_threads) {
        args.push_back(value_of(assignment()));
        expect(Punct::comma, "before the kernel");
    }
    // Of one that a variable holds nobody knows here how many threads it allows.
    const Symbol* named = find(peek().atom);
    const bool is_variable = peek().kind == TokenKind::identifier && named != nullptr &&
                             named->kind == Symbol::Kind::variable;
    const Function* kernel = is_variable ? nullptr : kernel_named();
    if (is_variable) assignment();
    while (take(Punct::comma)) args.push_back(value_of(assignment()));
    expect(Punct::close_paren, "after the arguments");
    if (!asks_for_threads) {
        if (args.size() < 3) fail(where, "the threads and the bytes of shared memory are missing");
        keep(args, 3);
        return library_call("__occupancy", {basic(TypeKind::i32)}, std::move(args), where);
    }
    Expr* bytes = args.size() > 2 ? args[2] : integer(0, TypeKind::i32, where);
    Expr* most = args.size() > 3 ? args[3] : integer(0, TypeKind::i32, where);
    return library_call(
        "__best_block", {basic(TypeKind::i32)},
        {args[0], args[1], bytes, most,
         integer(kernel != nullptr ? kernel->most_threads : 0, TypeKind::i32, where)},
        where);
}

/// Whether the next argument names a kernel, behind casts and brackets; else it is a pointer that
/// some variable holds.
bool Parser::is_kernel_named() {
    for (std::size_t i = 0; peek(i).kind != TokenKind::end; ++i) {
        if (peek(i).kind != TokenKind::identifier) continue;
        const Symbol* s = find(peek(i).atom);
        if (s != nullptr && s->kind == Symbol::Kind::variable) return false;
        if (s == nullptr || s->kind == Symbol::Kind::functions) return true;
    }
    return true;
}

/// A kernel's parameter, where the pointer to it lies in an array of them.
Expr* Parser::argument_behind(Expr* pointers, const Function& kernel, std::size_t i, Place where) {
    const Type* all = pointer_to(pointer_to(basic(TypeKind::void_)));
    Expr* one = make_index(explicit_cast(pointers, all, where, true),
                           integer(static_cast<std::int64_t>(i), TypeKind::i32, where), where);
    const Type* type = kernel.parameters[i]->type->plain;
    return make_reference(explicit_cast(value_of(one), pointer_to(type), where, true), where);
}

/// cudaLaunchKernel(kernel, grid, block, arguments, shared bytes, stream): the arguments lie where
/// an array of pointers says.
Expr* Parser::launch_by_pointers(const Token& name) {
    const Place where = name.place;
    if (function_ == nullptr || !function_->on_host)
        fail(where, fmt::format("{} is a function of the host", name.text));
    expect(Punct::open_paren, "before the arguments");
    const bool is_named = is_kernel_named();
    Function* kernel = is_named ? kernel_named() : nullptr;
    Expr* value = is_named
                      ? nullptr
                      : explicit_cast(value_of(assignment()), basic(TypeKind::u64), where, false);
    const auto another = [&](std::string_view what) {
        expect(Punct::comma, what);
        return value_of(assignment());
    };
    std::vector<Expr*> sizes{another("before the grid"), another("before the block")};
    expect(Punct::comma, "before the kernel's arguments");
    // Read again for each of them.
    const std::size_t begin = at_;
    Expr* pointers = value_of(assignment());
    std::vector<Expr*> args;
    for (std::size_t i = 0; is_named && i < kernel->parameters.size(); ++i) {
        at_ = begin;
        args.push_back(argument_behind(value_of(assignment()), *kernel, i, where));
    }
    while (take(Punct::comma)) sizes.push_back(value_of(assignment()));
    expect(Punct::close_paren, "after the arguments");
    if (sizes.size() > 4) fail(where, fmt::format("{} takes six arguments at most", name.text));
    Expr* launched = nullptr;
    if (is_named) {
        launched = launch_of(kernel, std::move(sizes), std::move(args), where);
        launched->string = name.text;
    } else {
        Expr* bytes = sizes.size() > 2 ? sizes[2] : integer(0, TypeKind::u64, where);
        launched = call_function(launcher(), {value, sizes[0], sizes[1], bytes, pointers}, where);
    }
    // It says itself what became of it.
    Expr* e = make(ExprKind::comma, where, basic(TypeKind::i32));
    e->a = launched;
    e->b = host_call(*find_builtin("cudaPeekAtLastError"), {}, where);
    return e;
}

}  // namespace stridescope::language

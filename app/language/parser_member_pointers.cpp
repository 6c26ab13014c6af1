// Pointers to members. One to data is how far the member lies behind the begin of its object, and
// one; one to a method is a pointer to a function whose first argument is the object. 0 is null.
#include <fmt/format.h>

#include <algorithm>

#include "app/language/library/library.h"
#include "app/language/parser.h"

namespace stridescope::language {

bool Parser::is_member_pointer(const Type* type) const {
    return type->is_struct() && pointed_members_.contains(type->structure);
}

bool Parser::is_method_pointer(const Type* type) const {
    const auto found = type->is_struct() ? pointed_.find(type->structure) : pointed_.end();
    return found != pointed_.end() && found->second.of_class != nullptr;
}

/// T C::*
const Type* Parser::member_pointer_type(const Type* of_class, const Type* member) {
    const Type*& known = member_pointers_[{of_class->plain, member}];
    if (known != nullptr) return known;
    Struct* s =
        unit_.types.new_struct(fmt::format("{} {}::*", name_of(member), name_of(of_class->plain)));
    Field number;
    number.name = "member";
    number.type = basic(TypeKind::u64);
    s->fields.push_back(number);
    unit_.types.complete(s, 1);
    pointed_members_[s] = {of_class->plain, member};
    return known = unit_.types.of_struct(s);
}

/// Whether C::* comes next, of a class: then `end` is the star.
const Type* Parser::class_before_star(std::size_t n, std::size_t& end) {
    if (peek(n).kind != TokenKind::identifier) return nullptr;
    if (at(Punct::scope, n + 1) && at(Punct::star, n + 2)) {
        const Symbol* symbol = find(peek(n).atom);
        const bool is_class =
            symbol != nullptr && symbol->kind == Symbol::Kind::type && symbol->type->is_struct();
        if (!is_class) return nullptr;
        end = n + 2;
        return symbol->type;
    }
    if (!at(Punct::scope, n + 1) && !at(Punct::less, n + 1)) return nullptr;
    // Only what may be one is asked for its scope.
    std::size_t star = n + 1;
    while (!at(Punct::scope, star) || !at(Punct::star, star + 1)) {
        const bool ends = peek(star).kind == TokenKind::end || at(Punct::semicolon, star) ||
                          at(Punct::open_paren, star) || at(Punct::close_paren, star) ||
                          at(Punct::assign, star) || at(Punct::open_brace, star);
        if (ends) return nullptr;
        ++star;
    }
    const Scope* scope = scope_before(n, end);
    return scope != nullptr && at(Punct::star, end) ? scope->of_class : nullptr;
}

/// What stands behind T (C::*name): the parameters.
const Type* Parser::pointer_to_method(const Type* result, bool returns_reference,
                                      const Type* of_class) {
    Function& f = unit_.functions.emplace_back();
    f.result = result;
    f.place = place();
    if (returns_reference)
        fail(f.place, "a pointer to a method that returns a reference is not in the subset");
    std::size_t behind = 0;
    for (int depth = 0; peek(behind).kind != TokenKind::end; ++behind) {
        if (at(Punct::open_paren, behind)) ++depth;
        if (at(Punct::close_paren, behind) && --depth == 0) break;
    }
    const std::size_t scope = open_scope();
    Function* outer = std::exchange(function_, &f);
    declare_this(of_class, at(Word::kw_const, behind + 1));
    parameters(f, false);
    function_ = outer;
    close_scope(scope);
    take(Word::kw_const);
    take_exceptions();
    return pointer_type(f);
}

/// Behind &: C::name, where that is a member that an object has; nullptr: it is none.
Expr* Parser::address_of_member() {
    std::size_t end = 0;
    if (peek().kind != TokenKind::identifier) return nullptr;
    const Scope* scope = scope_before(0, end);
    if (scope == nullptr || scope->of_class == nullptr || peek(end).kind != TokenKind::identifier ||
        at(Punct::open_paren, end + 1))
        return nullptr;
    const std::size_t begin = at_;
    const Type* of_class = scope->of_class;
    const Symbol* symbol = in_scope(*scope, peek(end).atom);
    if (symbol == nullptr) return nullptr;
    if (symbol->kind == Symbol::Kind::functions) {
        const Overloads& all = *symbol->functions;
        const bool has_methods =
            std::ranges::any_of(all.functions, [](const Function* f) { return is_method(*f); });
        if (!has_methods && !std::ranges::any_of(all.templates, &Template::has_this))
            return nullptr;
        at_ += end;
        const Token name = at(Word::kw_operator) ? operator_name() : next();
        if (all.functions.size() == 1 && all.templates.empty())
            return function_value(all.functions[0], name.place);
        Overloads only = all;
        only.of_class = nullptr;
        return function_value(only, {}, name);
    }
    if (symbol->kind != Symbol::Kind::member) return nullptr;
    at_ += end;
    const Token name = next();
    Expr* object = make_reference(explicit_cast(integer(0, TypeKind::i64, name.place),
                                                pointer_to(of_class), name.place, true),
                                  name.place);
    const Expr* e = member_of(object, name);
    if (e == nullptr || e->kind != ExprKind::member || bit_use(e) != nullptr ||
        e->field->is_reference) {
        at_ = begin;
        fail(name.place, "a pointer to this member is not in the subset");
    }
    const Type* member = e->type;
    // It belongs to the class that declares it, be that a base.
    std::int64_t offset = e->field->offset;
    const Expr* of = e->a;
    for (; of->kind == ExprKind::member && !is_base(*of->field); of = of->a)
        offset += of->field->offset;
    return pointer_value(member_pointer_type(of->type->plain, member), offset + 1, name.place);
}

/// object.*pointer and pointer->*pointer, where such an operator comes next.
Expr* Parser::by_member_pointers(Expr* e) {
    while ((at(Punct::dot) || at(Punct::arrow)) && at(Punct::star, 1)) {
        const bool points = at(Punct::arrow);
        const Place where = next().place;
        next();
        if (points) {
            Expr* own = overloaded("->", {e}, where);
            e = make_reference(own != nullptr ? own : e, where);
        }
        Expr* pointer = cast_expression();
        if (is_member_pointer(pointer->type)) {
            e = member_by_pointer(e, pointer, where);
        } else if (is_method_pointer(pointer->type)) {
            if (bound_method_ == nullptr) {
                Struct* s = unit_.types.new_struct("a method of an object");
                unit_.types.complete(s, 1);
                bound_method_ = unit_.types.of_struct(s);
            }
            hold_named(e);
            Expr* bound = make(ExprKind::construct, where, bound_method_);
            bound_methods_[bound] = {e, pointer};
            e = bound;
        } else {
            fail(where, fmt::format("{} is no pointer to a member", name_of(pointer->type)));
        }
    }
    return e;
}

/// object.*pointer, of data.
Expr* Parser::member_by_pointer(Expr* object, Expr* pointer, Place where) {
    const auto [of_class, member] = pointed_members_.at(pointer->type->structure);
    if (object->type->plain != of_class) {
        if (!is_base_of(of_class, object->type))
            fail(where,
                 fmt::format("{} has no members of {}", name_of(object->type), name_of(of_class)));
        object = to_base(object, of_class, where);
    }
    if (!is_lvalue(object)) object = temporary(object);
    const bool is_const = object->type->is_const;
    const Type* bytes = pointer_to(basic(TypeKind::u8));
    Expr* begin = explicit_cast(make_address(object, where), bytes, where, true);
    Expr* distance =
        make_binary(Op::sub, pointed_number(pointer), integer(1, TypeKind::u64, where), where);
    Expr* place = make_binary(Op::add, begin, distance, where);
    const Type* type = is_const ? unit_.types.qualified(member, true, member->is_volatile) : member;
    return make_reference(explicit_cast(place, pointer_to(type), where, true), where);
}

/// What std::invoke calls by: pointer(object, …), of an object, a pointer to one, or what refers to
/// one.
Expr* Parser::call_by_member_pointer(Expr* pointer, std::vector<Expr*> args, Place where) {
    if (args.empty()) fail(where, "a pointer to a member needs the object");
    const Type* of_class = is_member_pointer(pointer->type)
                               ? pointed_members_.at(pointer->type->structure).of_class
                               : pointed_.at(pointer->type->structure).of_class;
    Expr* object = args[0];
    const auto is_one = [&] {
        return object->type->plain == of_class || is_base_of(of_class, object->type);
    };
    if (!is_one()) {
        Class* c = class_of(object->type);
        if (c != nullptr && c->from != nullptr && c->from->name == "reference_wrapper")
            object = library_call("__unwrapped", {}, {object}, where);
        else if (Expr* own = overloaded("*", {object}, where))
            object = own;
        else
            object = make_reference(value_of(object), where);
    }
    if (!is_one())
        fail(where,
             fmt::format("{} is called for {}", name_of(pointer->type), name_of(object->type)));
    if (is_member_pointer(pointer->type)) return member_by_pointer(object, pointer, where);
    Pointed& s = pointed_.at(pointer->type->structure);
    args[0] = object;
    args.insert(args.begin(), pointer);
    const bool on_device = function_ == nullptr || !function_->on_host;
    return call_function(caller_of(s, on_device ? s.on_device : s.on_host, on_device),
                         std::move(args), where);
}

}  // namespace stridescope::language

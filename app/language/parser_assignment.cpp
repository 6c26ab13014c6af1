// Assigning objects as a whole where their class has no operator for it: C++ assigns the members
// one by one, by the operators that these have, and neither copies nor ends anything.
#include <algorithm>

#include <fmt/format.h>

#include "app/language/parser.h"

namespace stridescope::language {

namespace {

bool is_of_text(const Function* f) {
    return f != nullptr && f->place.file != library_file;
}

}  // namespace

/// Whether a constructor that copies, a destructor or an operator of the text would be seen.
bool Parser::is_seen_assigned(const Type* type) {
    const Class* c = class_of(type);
    if (c == nullptr) return false;
    const auto copies = [&](const Function* f) {
        return f->parameters.size() == 1 && f->parameters[0]->is_reference &&
               f->parameters[0]->type->plain == type->plain && is_of_text(f);
    };
    if (std::ranges::any_of(c->constructors.functions, copies) || is_of_text(c->destructor))
        return true;
    const Symbol* own = c->scope.find(names_.intern("operator="));
    if (own != nullptr && own->functions != nullptr &&
        std::ranges::any_of(own->functions->functions, is_of_text))
        return true;
    return std::ranges::any_of(type->structure->fields, [&](const Field& field) {
        return !field.is_reference && field.type->element()->is_struct() &&
               is_seen_assigned(field.type->element());
    });
}

/// Whether the class takes over what is in another one where it says nothing of that.
bool Parser::moves_by_members(const Class& c) const {
    return c.destructor == nullptr && !c.copies_nothing &&
           std::ranges::none_of(c.constructors.functions, [&](const Function* f) {
               return f->parameters.size() == 1 && f->parameters[0]->is_reference &&
                      f->parameters[0]->type->plain == c.type->plain;
           });
}

/// a = b by members; nullptr: the bytes, or a copy, are as good.
Expr* Parser::assign_members(Expr* a, Expr* b, Place place) {
    Class* c = a->type->is_struct() ? class_of(a->type) : nullptr;
    if (c == nullptr || a->type->structure->is_union) return nullptr;
    const bool is_whole = is_exact(a) || !is_polymorphic(a->type);
    if (is_whole && !is_seen_assigned(a->type) && !has_ending_parts(a->type)) return nullptr;
    if (a->type->is_const) return nullptr;
    if (is_lvalue(b) && is_base_of(a->type, b->type)) b = to_base(b, a->type, place);
    if (b->type->plain != a->type->plain) b = convert(b, a->type->plain, "the left side");
    const bool is_value =
        !is_lvalue(b) || (b->kind == ExprKind::call && b->function->returns_rvalue);
    hold_named(b);
    mark_assigned(a, place);
    return call_function(assigner(*c, is_value && moves_by_members(*c)), {a, b}, place);
}

/// Assigns the members of one to another. `moves`: what is in them is taken over.
Function* Parser::assigner(Class& c, bool moves) {
    Function*& known = c.assigners[moves ? 1 : 0];
    if (known != nullptr) return known;
    Function* f = known = &unit_.functions.emplace_back();
    const Place where{.file = library_file};
    f->name = c.scope.prefix + "operator=";
    f->place = where;
    f->result = c.type->plain;
    f->returns_reference = f->on_device = f->on_host = f->is_local = true;
    const AtTheTop top(*this);
    function_ = f;
    add_parameter(*f, "ss_this", c.type->plain, true);
    add_parameter(*f, "ss_from", unit_.types.qualified(c.type->plain, !moves, false), true);
    for (Variable* p : f->parameters) p->assigned = true;
    f->parameters[1]->is_rvalue = moves;
    const auto object = [&](std::size_t i) {
        Expr* e = make(ExprKind::variable, where, f->parameters[i]->type);
        e->variable = f->parameters[i];
        return e;
    };
    const auto part = [&](std::size_t i, const Field& field) {
        Expr* e = make(ExprKind::member, where,
                       unit_.types.qualified(field.type, object(i)->type->is_const, false));
        e->a = object(i);
        e->field = &field;
        return e;
    };
    std::vector<Stmt*> all;
    for (const Field& field : c.type->structure->fields) {
        // Which class it is of stays.
        if (field.name == "ss_table") continue;
        if (field.is_reference)
            fail(where, fmt::format("{} refers to something by {}, and is not assigned",
                                    name_of(c.type), field.name));
        Stmt* s = make(StmtKind::expression, where);
        Expr* from = part(1, field);
        if (field.type->is_array()) {
            const Type* element = field.type->element()->plain;
            const auto data = [&](Expr* e) {
                return explicit_cast(value_of(e), unit_.types.pointer_to(element), where, true);
            };
            const auto count = static_cast<std::int64_t>(field.type->size / element->size);
            s->condition = library_call(
                "__assigned_each", {element},
                {data(part(0, field)), data(from), integer(count, TypeKind::u64, where)}, where);
        } else {
            if (moves && field.type->is_struct())
                from = library_call("move", {field.type->plain}, {from}, where);
            s->condition = make_assign(part(0, field), from, where);
        }
        all.push_back(s);
    }
    Stmt* result = make(StmtKind::return_, where);
    result->condition = object(0);
    all.push_back(result);
    f->body = make(StmtKind::block, where);
    f->body->body = unit_.arena.copy(all);
    return f;
}

}  // namespace stridescope::language

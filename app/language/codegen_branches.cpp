// Expressions of which only some lanes want a part, and values of structs.
#include "app/language/codegen.h"

namespace stridescope::language {

/// The values of a member or an element, one for each leaf; where nothing is given it is 0.
void Codegen::listed_values(const Expr* part, const Type* type, std::vector<Val>& values) {
    if (type->is_array()) {
        if (part != nullptr && part->kind != ExprKind::list)
            fail(part->place, "an array in a struct takes a list of values here");
        const std::size_t given = part != nullptr ? part->args.size() : 0;
        for (std::size_t i = 0; i < static_cast<std::size_t>(type->count); ++i)
            listed_values(i < given ? part->args[i] : nullptr, type->of, values);
    } else if (!type->is_struct()) {
        Val zero = constant(kind_of(type), 0);
        zero.boolean = type->kind == TypeKind::bool_;
        values.push_back(part != nullptr ? earlier(eval(part)) : zero);
    } else if (part != nullptr) {
        const std::vector<Val> inner = eval_struct(part);
        values.insert(values.end(), inner.begin(), inner.end());
    } else {
        for (const Leaf& leaf : type->structure->leaves)
            values.push_back(constant(kind_of(leaf.type), 0));
    }
}

std::vector<Val> Codegen::eval_struct(const Expr* e) {
    switch (e->kind) {
        case ExprKind::variable:
        case ExprKind::reference:
        case ExprKind::member: {
            place_ = e->place;
            return load_struct(place_of(e));
        }
        case ExprKind::construct: {
            std::vector<Val> values(e->args.size());
            for (const std::size_t i : order_of(e)) {
                const Type* type = e->type->structure->leaves[i].type;
                Val zero = constant(kind_of(type), 0);
                zero.boolean = type->kind == TypeKind::bool_;
                values[i] = e->args[i] != nullptr ? earlier(eval(e->args[i])) : zero;
            }
            return values;
        }
        case ExprKind::list: {
            std::vector<Val> values;
            const Struct& s = *e->type->structure;
            for (std::size_t i = 0; i < s.fields.size(); ++i)
                listed_values(i < e->args.size() ? e->args[i] : nullptr, s.fields[i].type, values);
            return values;
        }
        case ExprKind::assign: {
            if (is_copy_async(e->builtin)) copy_ = e;
            const std::vector<Val> values = eval_struct(e->b);
            const Location place = place_of(e->a);
            store_struct(place, values);
            if (is_copy_async(e->builtin)) {
                copy_ = nullptr;
                note_copying(place, e->type->size);
            }
            return place.variable != nullptr ? load_struct(place) : values;
        }
        case ExprKind::call: {
            std::vector<Val> values;
            call(e, &values);
            return values;
        }
        case ExprKind::comma: eval_void(e->a); return eval_struct(e->b);
        case ExprKind::conditional: {
            const Val c = copy(eval(e->a));
            if (c.is_constant()) return eval_struct(c.base.bits != 0 ? e->b : e->c);
            VarInfo& t = instance_->temporaries[e];
            declare(t, nullptr, e->type, true);
            const auto give = [&](const Expr* from) {
                const std::vector<Val> values = eval_struct(from);
                for (std::size_t i = 0; i < values.size(); ++i) assign(t.leaves[i], values[i]);
            };
            if (c.is_scalar()) {
                const int no = new_label(), end = new_label();
                const Slot s = scalar(c);
                Instr& i = emit(Code::jump_zero);
                i.a = s, i.target = no;
                give(e->b);
                emit(Code::jump).target = end;
                bind(no);
                give(e->c);
                bind(end);
            } else {
                in_lanes(c, true, [&] { give(e->b); });
                in_lanes(c, false, [&] { give(e->c); });
            }
            std::vector<Val> values;
            for (const VarInfo& leaf : t.leaves) values.push_back(read(leaf));
            return values;
        }
        case ExprKind::cast: return eval_struct(e->a);
        case ExprKind::binary:
        case ExprKind::builtin:
            if (e->type->is_half2()) return pair(e);
            fail(e->place, "this struct's value is not in the subset here");
        default: fail(e->place, "this struct's value is not in the subset here");
    }
}

Val Codegen::logical(const Expr* e) {
    const bool land = e->op == Op::land;
    const Val a = eval(e->a);
    if (a.is_constant()) {
        if ((a.base.bits != 0) != land) return boolean(!land);
        return eval(e->b);
    }
    if (is_simple(e->b)) {
        const Val b = guarded(a, land, e->b);
        if (b.is_constant()) return (b.base.bits != 0) == land ? a : boolean(!land);
        const bool one = a.is_scalar() && b.is_scalar();
        const Slot sa = one ? scalar(a) : bits(a), sb = one ? scalar(b) : bits(b);
        const Slot d = new_scalar();
        Instr& i = emit(land ? Code::and_ : Code::or_);
        i.kind = Kind::u32;
        i.form = Form::ss;
        i.d = d, i.a = sa, i.b = sb;
        Val r = one ? scalar_in(d, Kind::i32) : bits_in(d);
        r.boolean = r.owned = true;
        // a && b is a ? b : a.
        return land ? one_of(a, r, b, a) : one_of(a, r, a, b);
    }
    VarInfo& t = instance_->temporaries[e];
    declare(t, nullptr, e->type, true);
    assign(t, a);
    if (a.is_scalar()) {
        const int end = new_label();
        const Val first = read(t);
        const Slot s = first.is_scalar() ? scalar(first) : first.slot;
        Instr& i = emit(land ? Code::jump_zero : Code::jump_nonzero);
        i.a = s, i.target = end;
        assign(t, eval(e->b));
        bind(end);
    } else {
        in_lanes(a, land, [&] { assign(t, eval(e->b)); });
    }
    return read(t);
}

Val Codegen::conditional(const Expr* e) {
    Val c = eval(e->a);
    if (c.is_constant()) return eval(c.base.bits != 0 ? e->b : e->c);
    if (!c.is_scalar() && !e->type->is_pointer() && is_simple(e->b) && is_simple(e->c)) {
        const Val a = guarded(c, true, e->b), b = guarded(c, false, e->c);
        return chosen(e, c, select(c, a, b, e->type), a, b);
    }
    const Val compared = c;
    c = copy(c);
    VarInfo& t = instance_->temporaries[e];
    declare(t, nullptr, e->type, true);
    if (c.is_scalar()) {
        const int no = new_label(), end = new_label();
        const Slot s = scalar(c);
        Instr& i = emit(Code::jump_zero);
        i.a = s, i.target = no;
        assign(t, eval(e->b));
        emit(Code::jump).target = end;
        bind(no);
        assign(t, eval(e->c));
        bind(end);
    } else {
        in_lanes(c, true, [&] { assign(t, eval(e->b)); });
        in_lanes(c, false, [&] { assign(t, eval(e->c)); });
    }
    return extreme(e, compared, read(t));
}

}  // namespace stridescope::language

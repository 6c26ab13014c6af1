// Expressions.
#include <bit>

#include <fmt/format.h>

#include "app/language/codegen.h"
#include "app/language/constant_values.h"
#include "app/language/walk.h"

namespace stridescope::language {
namespace {

Code code_of(Op op) {
    switch (op) {
        case Op::add: return Code::add;
        case Op::sub: return Code::sub;
        case Op::mul: return Code::mul;
        case Op::div: return Code::div;
        case Op::rem: return Code::rem;
        case Op::shl: return Code::shl;
        case Op::shr: return Code::shr;
        case Op::and_: return Code::and_;
        case Op::or_: return Code::or_;
        case Op::xor_: return Code::xor_;
        case Op::lt:
        case Op::gt: return Code::lt;
        case Op::le:
        case Op::ge: return Code::le;
        case Op::eq: return Code::eq;
        default: return Code::ne;
    }
}

}  // namespace

/// Of the place in `e->a`. What lies in registers lies in memory from the next pass on.
Val Codegen::place_in_memory(const Expr* e) {
    const Location p = place_of(e->a);
    if (p.variable == nullptr) return p.pointer;
    keep_in_memory(*p.variable, e->place);
    Val unknown = constant(Kind::u64, 0);
    unknown.pointer = true;
    return unknown;
}

Val Codegen::eval(const Expr* e) {
    go_deeper(e->place);
    const Val v = value(e);
    --depth_;
    return v;
}

/// The value of a constant of the file or of a class, which no compiler reads from memory.
std::optional<Val> Codegen::known_constant(const Variable& v) const {
    const Type& type = *v.type;
    const bool is_one = v.storage == Storage::host && type.is_const && !type.is_volatile &&
                        !v.names_given() && v.init != nullptr;
    if (!is_one) return std::nullopt;
    if (type.is_integer()) {
        const auto known = constant_value(v.init);
        if (!known) return std::nullopt;
        Val value = constant(kind_of(v.type), cut_constant(kind_of(v.type), *known));
        value.boolean = type.kind == TypeKind::bool_;
        return value;
    }
    if (type.kind != TypeKind::f32 && type.kind != TypeKind::f64) return std::nullopt;
    const auto known = constant_real(v.init);
    if (!known) return std::nullopt;
    return constant(kind_of(v.type), type.kind == TypeKind::f32
                                         ? std::bit_cast<std::uint32_t>(static_cast<float>(*known))
                                         : std::bit_cast<std::int64_t>(*known));
}

Val Codegen::value(const Expr* e) {
    switch (e->kind) {
        case ExprKind::integer: {
            Val v = constant(kind_of(e->type), e->integer);
            v.boolean = e->type->kind == TypeKind::bool_;
            return v;
        }
        case ExprKind::real:
            return constant(kind_of(e->type),
                            e->type->kind == TypeKind::f32
                                ? std::bit_cast<std::uint32_t>(static_cast<float>(e->real))
                                : std::bit_cast<std::int64_t>(e->real));
        case ExprKind::string: {
            Val v =
                constant(Kind::u64, static_cast<std::int64_t>(text_tag + program_->texts.size()));
            program_->texts.push_back(e->string);
            v.pointer = true;
            return v;
        }
        case ExprKind::special: return special(e->special);
        case ExprKind::variable:
            if (is_summand(*e->variable)) {  // in p + p
                const auto [x, y] = factors(e);
                return binary_values(Op::mul, e->type, e->type, x, y, e->place);
            }
            if (const auto known = known_constant(*e->variable)) return *known;
            check_given(e);
            [[fallthrough]];
        case ExprKind::reference:
        case ExprKind::member: {
            const Place place = std::exchange(place_, e->place);
            const Val v = load(place_of(e));
            place_ = place;
            return v;
        }
        case ExprKind::unary: {
            const Val a = eval(e->a);
            place_ = e->place;
            const std::size_t before = program_->code.size();
            if (e->op == Op::logical_not) {
                const Val zero = constant(Kind::i32, 0);
                return computed(logical_not(a), before, {Code::eq, Kind::i32}, {&a, &zero});
            }
            // 0 is subtracted from, so that what is not a number comes out as on a GPU.
            if (e->type->is_half())
                return half_operation(Op::sub, e->type, constant(Kind::i32, 0x8000), a);
            const Code code = e->op == Op::neg ? Code::neg : Code::bit_not;
            return computed(unary(code, kind_of(e->type), a), before, {code, kind_of(e->type)},
                            {&a});
        }
        case ExprKind::binary: return binary(e);
        case ExprKind::pointer_add: {
            const Val p = eval(e->a);
            const Val i = eval(e->b);
            return pointer_add(p, i, e->b->type, e->type->of->size, e->op == Op::sub);
        }
        case ExprKind::pointer_sub: {
            const Val a = eval(e->a), b = eval(e->b);
            const auto size =
                static_cast<std::int64_t>(std::max<std::uint64_t>(1, e->a->type->of->size));
            if (a.object >= 0 && a.object == b.object && a.scale == b.scale &&
                a.offset == b.offset && static_cast<std::int64_t>(a.scale) == size) {
                Val d = arithmetic(Code::sub, Kind::i32, a, b);
                d.pointer = false;
                return convert_kind(d, Kind::i64);
            }
            Val d = arithmetic(Code::sub, Kind::i64, address_of(a), address_of(b));
            return arithmetic(Code::div, Kind::i64, d, constant(Kind::i64, size));
        }
        case ExprKind::logical: return logical(e);
        case ExprKind::conditional: return conditional(e);
        case ExprKind::assign: return assign_expression(e);
        case ExprKind::compound: return compound(e);
        case ExprKind::step: return step(e);
        case ExprKind::cast: return cast(e);
        case ExprKind::address: return place_in_memory(e);
        case ExprKind::decay: {
            if (e->a->kind == ExprKind::reference) return eval(e->a->a);
            return place_in_memory(e);
        }
        case ExprKind::call: return call(e, nullptr);
        case ExprKind::builtin: return builtin(e);
        case ExprKind::launch: launch(e); return {};
        case ExprKind::comma: eval_void(e->a); return eval(e->b);
        case ExprKind::list:
        case ExprKind::construct: break;
    }
    fail(e->place, fmt::format("{} is not a number", name_of(e->type)));
}

namespace {

/// Whether the value is what stands in a place, which is not looked at where it is not used.
bool is_discarded_place(const Expr& e) {
    if (e.type == nullptr || e.type->is_volatile) return false;
    return e.kind == ExprKind::variable || e.kind == ExprKind::reference ||
           e.kind == ExprKind::member;
}

}  // namespace

void Codegen::eval_void(const Expr* e) {
    const Place outer = std::exchange(place_, e->place);
    if (e->kind == ExprKind::step && e->after) {
        Expr plain = *e;
        plain.after = false;
        step(&plain);
    } else if (e->kind == ExprKind::comma) {
        eval_void(e->a);
        eval_void(e->b);
    } else if (e->kind == ExprKind::cast && e->type->is_void()) {
        eval_void(e->a);
    } else if (is_discarded_place(*e)) {
        // Nobody reads it, as `*p++;` reads nothing.
        if (e->a != nullptr) eval_void(e->a);
    } else if (e->kind == ExprKind::call && e->function->returns_reference && !on_host_ &&
               e->type != nullptr && !e->type->is_volatile) {
        place_of(e);
    } else if (e->type != nullptr && e->type->is_struct()) {
        eval_struct(e);
    } else if (e->kind == ExprKind::conditional && e->type->is_void()) {
        const Val c = copy(eval(e->a));
        if (c.is_scalar()) {
            const int no = new_label(), end = new_label();
            const Slot s = scalar(c);
            Instr& i = emit(Code::jump_zero);
            i.a = s, i.target = no;
            eval_void(e->b);
            emit(Code::jump).target = end;
            bind(no);
            eval_void(e->c);
            bind(end);
        } else {
            in_lanes(c, true, [&] { eval_void(e->b); });
            in_lanes(c, false, [&] { eval_void(e->c); });
        }
    } else {
        const std::size_t begin = program_->code.size();
        eval(e);
        if (e->kind == ExprKind::builtin) {
            const auto made = program_->code.begin() + static_cast<std::ptrdiff_t>(begin);
            for (auto last = program_->code.end(); last != made;) {
                --last;
                if (last->code != Code::atomic && last->code != Code::atomic_at) continue;
                last->unused = true;
                break;
            }
        }
    }
    place_ = outer;
}

Val Codegen::binary_values(Op op, const Type* type, const Type* shift_type, Val a, Val b,
                           Place place) {
    place_ = place;
    if (type->is_half() && is_comparison(op)) {
        a = half_value(a, type), b = half_value(b, type);
        type = unit_.types.basic(TypeKind::f32);
    }
    if (type->is_half()) return half_operation(op, type, a, b);
    const Kind kind = kind_of(type);
    if (is_comparison(op)) {
        if (op == Op::gt || op == Op::ge) std::swap(a, b);
        const std::size_t before = program_->code.size();
        return computed(compare(code_of(op), false, kind, a, b), before, {code_of(op), kind},
                        {&a, &b});
    }
    if (op == Op::shl || op == Op::shr) {
        // The count may be of another width; what is too large stays too large.
        b = number(b);
        b.kind = kind_of(shift_type);
        if (is_wide(b.kind) && !is_wide(kind)) {
            b = arithmetic(Code::min, Kind::u64, b, constant(Kind::u64, 255));
        }
        b = convert_kind(b, kind);
    }
    const std::size_t before = program_->code.size();
    return computed(arithmetic(code_of(op), kind, a, b), before, {code_of(op), kind}, {&a, &b});
}

/// x · y + z, rounded once.
Val Codegen::product_added(const Type* type, Val x, const Val& y, Val z, bool negate_x,
                           bool negate_z) {
    const Val left = x, last = z;
    const Kind kind = kind_of(type);
    const std::size_t before = program_->code.size();
    if (negate_x) x = negated(x, type);
    if (negate_z) z = negated(z, type);
    if (type->is_half()) {
        const Builtin function = type->kind == TypeKind::f16 ? Builtin::f16_fma : Builtin::bf16_fma;
        return computed(half_mapped(function, {x, y, z}, Kind::i32), before,
                        {Code::map3, Kind::u32, function}, {&left, &y, &last});
    }
    return computed(fused(kind, x, y, z), before,
                    {Code::fma, kind, Builtin::none,
                     static_cast<std::uint8_t>((negate_x ? 1 : 0) | (negate_z ? 4 : 0))},
                    {&left, &y, &last});
}

/// A variable whose product is made where it is added: it has the two factors.
bool Codegen::is_summand(const Variable& v) {
    if (!options_.contract || on_host_ || v.function == nullptr || v.storage != Storage::local)
        return false;
    return summands_of(*v.function).variables.contains(&v);
}

const Summands& Codegen::summands_of(const Function& f) {
    const auto [found, is_new] = summands_.try_emplace(&f);
    if (is_new) found->second = summands(f);
    return found->second;
}

bool Codegen::is_product(const Expr* e) {
    return is_float_product(e) || (e->kind == ExprKind::variable && is_summand(*e->variable));
}

std::pair<Val, Val> Codegen::factors(const Expr* e) {
    if (e->kind == ExprKind::variable) {
        const VarInfo& v = info(*e->variable);
        return {read(v.leaves[0]), read(v.leaves[1])};
    }
    const Val x = eval(e->a);
    return {x, eval(e->b)};
}

/// a · b + c as nvcc makes it: of two products one goes into the fused operation, mostly the left
/// one.
Val Codegen::contracted(const Expr* e) {
    const bool minus = e->op == Op::sub;
    const bool left =
        is_product(e->a) && !summands_of(*instance_->function).right_first.contains(e);
    if (left) {
        const auto [x, y] = factors(e->a);
        const Val z = eval(e->b);
        place_ = e->place;
        return product_added(e->type, x, y, z, false, minus);
    }
    const Val z = eval(e->a);
    const auto [x, y] = factors(e->b);
    place_ = e->place;
    return product_added(e->type, x, y, z, minus, false);
}

Val Codegen::binary(const Expr* e) {
    if (options_.contract && !on_host_ && e->type->is_floating() &&
        (e->op == Op::add || e->op == Op::sub) && (is_product(e->a) || is_product(e->b))) {
        return contracted(e);
    }
    Val a = eval(e->a);
    const bool unsafe = !is_simple(e->b);
    if (unsafe && e->a->kind == ExprKind::variable) a = copy(a);
    Val b = eval(e->b);
    if (e->a->type->is_pointer()) {
        if (a.object >= 0 && b.is_constant() && b.object < 0 && b.base.bits == 0)
            return boolean(e->op == Op::ne);
        if (a.object >= 0 && a.object == b.object && a.scale == b.scale && a.offset == b.offset) {
            a.kind = b.kind = Kind::i32;
            if (e->op == Op::gt || e->op == Op::ge) std::swap(a, b);
            return compare(code_of(e->op), false, Kind::i32, a, b);
        }
        a = address_of(a);
        b = address_of(b);
        if (e->op == Op::gt || e->op == Op::ge) std::swap(a, b);
        return compare(code_of(e->op), false, Kind::u64, a, b);
    }
    const Type* type = e->a->type;
    return binary_values(e->op, type, e->b->type, a, b, e->place);
}

/// Whether it may be computed in lanes that do not want it.
bool Codegen::is_simple(const Expr* e) {
    switch (e->kind) {
        case ExprKind::integer:
        case ExprKind::real:
        case ExprKind::special: return true;
        case ExprKind::variable:
            return !may_be_unset(e) && e->variable->address_taken == 0 && !e->type->is_array() &&
                   !e->type->is_struct() &&
                   (e->variable->storage == Storage::local ||
                    e->variable->storage == Storage::parameter) &&
                   !e->variable->is_reference;
        case ExprKind::unary: return is_simple(e->a);
        case ExprKind::cast:
            return !e->type->is_void() && !e->type->is_pointer() && is_simple(e->a);
        case ExprKind::binary:
            if ((e->op == Op::div || e->op == Op::rem) && !e->type->is_floating()) {
                return is_simple(e->a) && e->b->kind == ExprKind::integer && e->b->integer != 0;
            }
            return is_simple(e->a) && is_simple(e->b);
        case ExprKind::logical: return is_simple(e->a) && is_simple(e->b);
        case ExprKind::conditional: return is_simple(e->a) && is_simple(e->b) && is_simple(e->c);
        default: return false;
    }
}

Val Codegen::assign_expression(const Expr* e) {
    if (is_copy_async(e->builtin)) copy_ = e;
    Val value = eval(e->b);
    // The right side is read before the left one does anything: a[i++] = i.
    if (has_effect(e->a)) value = copy(value);
    place_ = e->place;
    const Location p = place_of(e->a);
    store(p, value);
    if (is_copy_async(e->builtin)) {
        copy_ = nullptr;
        note_copying(p, e->type->size);
    }
    return p.variable != nullptr ? load(p) : value;
}

Val Codegen::compound(const Expr* e) {
    check_given(e->a);
    const Type* type = e->type;
    // A product that is added is fused into one operation.
    if (options_.contract && !on_host_ && type->is_floating() && e->other->plain == type->plain &&
        (e->op == Op::add || e->op == Op::sub) && is_product(e->b)) {
        const auto [x, y] = factors(e->b);
        place_ = e->place;
        const Location p = place_of(e->a);
        const Val v = product_added(type, x, y, load(p), e->op == Op::sub, false);
        store(p, v);
        return p.variable != nullptr ? load(p) : v;
    }
    Val b = eval(e->b);
    const bool is_plain = e->b->kind == ExprKind::variable && e->a->kind != ExprKind::variable;
    if (is_plain || has_effect(e->a)) b = copy(b);
    place_ = e->place;
    const Location p = place_of(e->a);
    const Val old = load(p);
    if (type->is_pointer()) {
        store(p, pointer_add(old, b, e->b->type, type->of->size, e->op == Op::sub));
        return load(p);
    }
    const Val a = convert(old, type, e->other);
    Val v = binary_values(e->op, e->other, e->b->type, a, b, e->place);
    v = convert(v, e->other, type);
    store(p, v);
    return p.variable != nullptr ? load(p) : v;
}

Val Codegen::step(const Expr* e) {
    check_given(e->a);
    place_ = e->place;
    const bool minus = e->op == Op::sub;
    const Location p = place_of(e->a);
    const Val old = e->after ? copy(load(p)) : load(p);
    Val v;
    if (e->type->is_half()) {
        v = half_operation(e->op, e->type, old, half_of(constant(Kind::i32, 1), e->type));
    } else if (e->type->is_pointer()) {
        v = pointer_add(old, constant(Kind::i32, 1), nullptr, e->type->of->size, minus);
    } else {
        const Kind kind = kind_of(e->type);
        const std::int64_t one = kind == Kind::f32   ? std::bit_cast<std::uint32_t>(1.0f)
                                 : kind == Kind::f64 ? std::bit_cast<std::int64_t>(1.0)
                                                     : 1;
        const Code code = minus ? Code::sub : Code::add;
        const Val by = constant(kind, one);
        const std::size_t before = program_->code.size();
        v = computed(arithmetic(code, kind, old, by), before, {code, kind}, {&old, &by});
        if (e->type->size < 4) v = convert(v, unit_.types.basic(TypeKind::i32), e->type);
    }
    store(p, v);
    if (e->after) return earlier(old);
    return p.variable != nullptr ? load(p) : v;
}

Val Codegen::cast(const Expr* e) {
    const Type* from = e->a->type;
    const Type* to = e->type;
    if (to->is_void()) {
        eval_void(e->a);
        return {};
    }
    Val v = eval(e->a);
    place_ = e->place;
    if (to->is_pointer()) {
        if (from->is_pointer()) return v;
        v = convert_kind(number(v), Kind::u64);
        v.pointer = true;
        v.object = Val::dynamic;
        v.scale = 1;
        return v;
    }
    if (from->is_pointer()) {
        if (to->kind == TypeKind::bool_) {
            if (v.object >= 0) return boolean(true);
            return compare(Code::ne, false, Kind::u64, v, constant(Kind::u64, 0));
        }
        v = address_of(v);
        v.pointer = false;
        v.kind = kind_of(to);
        return v;
    }
    return convert(v, from, to);
}

Val Codegen::special(Special s) {
    const int n = static_cast<int>(s);
    const auto axis = static_cast<std::size_t>(n % 3);
    const auto& block = launch_.block;
    switch (n / 3) {
        case 2: return constant(Kind::u32, block[axis]);
        case 3: return constant(Kind::u32, launch_.grid[axis]);
        case 4: return constant(Kind::u32, program_->cluster[axis]);
        case 1:
            if (launch_.grid[axis] == 1) return constant(Kind::u32, 0);
            return scalar_in(program_->block[axis], Kind::u32);
        default: break;
    }
    if (block[axis] == 1) return constant(Kind::u32, 0);
    const bool rows = block[0] % warp_lanes == 0;
    const bool line = block[1] * block[2] == 1;
    if (axis == 0 && (rows || line)) {
        Val v = scalar_in(program_->thread_base[0], Kind::u32);
        v.form = Val::Form::affine;
        v.stride = {true, 0, 1};
        return v;
    }
    if (rows) return scalar_in(program_->thread_base[axis], Kind::u32);
    return lanes_in(program_->thread[axis], Kind::u32);
}

}  // namespace stridescope::language

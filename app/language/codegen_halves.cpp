// __half and __nv_bfloat16, and pairs of them: held as their bits.
#include <bit>

#include "app/language/codegen.h"
#include "app/language/half.h"
#include "app/language/tile_note.h"
#include "app/language/value_bits.h"

namespace stridescope::language {
namespace {

/// The operation of `type` that is as __half's.
Builtin of_format(Builtin function, const Type* type) {
    const int apart = static_cast<int>(Builtin::bf16_value) - static_cast<int>(Builtin::f16_value);
    return type->kind == TypeKind::f16 ? function
                                       : static_cast<Builtin>(static_cast<int>(function) + apart);
}

Builtin function_of(Op op, const Type* type) {
    return of_format(op == Op::add   ? Builtin::f16_add
                     : op == Op::sub ? Builtin::f16_sub
                     : op == Op::mul ? Builtin::f16_mul
                                     : Builtin::f16_div,
                     type);
}

Op operation_of(Builtin function) {
    return function == Builtin::f16_add   ? Op::add
           : function == Builtin::f16_sub ? Op::sub
           : function == Builtin::f16_mul ? Op::mul
                                          : Op::div;
}

bool is_product_of_pairs(const Expr* e) {
    return e->kind == ExprKind::binary && e->op == Op::mul && e->type->is_half2();
}

}  // namespace

Val Codegen::half_mapped(Builtin function, std::vector<Val> operands, Kind result) {
    bool one = true;
    for (Val& v : operands) {
        v = number(v);
        v.kind = Kind::u32;
        one = one && v.is_scalar();
    }
    Slot slots[3] = {0, 0, 0};
    for (std::size_t i = 0; i < operands.size(); ++i)
        slots[i] = one ? scalar(operands[i]) : lanes(operands[i]);
    const Slot d = one ? new_scalar() : new_lanes(result);
    Instr& i = emit(operands.size() == 1   ? Code::map1
                    : operands.size() == 2 ? Code::map2
                                           : Code::map3);
    i.kind = Kind::u32;
    i.flag = static_cast<std::uint8_t>(function);
    i.form = one ? Form::ss : Form::vv;
    i.d = d, i.a = slots[0], i.b = slots[1], i.c = slots[2];
    i.mask = mask();
    Val r = one ? scalar_in(d, result) : lanes_in(d, result);
    r.owned = true;
    return r;
}

/// As a float, exactly.
Val Codegen::half_value(const Val& v, const Type* type) {
    if (v.is_constant()) {
        const auto bits = static_cast<std::uint32_t>(v.base.bits);
        const float value = half::value_of(bits, type->kind == TypeKind::f16);
        return constant(Kind::f32, std::bit_cast<std::uint32_t>(value));
    }
    const std::size_t before = program_->code.size();
    const Builtin function = of_format(Builtin::f16_value, type);
    return computed(half_mapped(function, {v}, Kind::f32), before,
                    {Code::map1, Kind::u32, function, 0, true}, {&v});
}

/// A number of any kind as a half, rounded once.
Val Codegen::half_of(Val v, const Type* type) {
    v = number(v);
    const Kind kind = v.kind;
    const Cell cell = type->kind == TypeKind::f16 ? Cell::f16 : Cell::bf16;
    if (v.is_constant()) {
        const std::uint32_t bits = with_type(kind, [&](auto t) {
            using T = decltype(t);
            const T value = from_bits<T>(v.base.bits);
            return cell == Cell::f16 ? half::of<half::Format::f16>(value)
                                     : half::of<half::Format::bf16>(value);
        });
        return constant(Kind::i32, bits);
    }
    const bool one = v.is_scalar();
    const std::size_t before = program_->code.size();
    const Slot a = one ? scalar(v) : lanes(v);
    const Slot d = one ? new_scalar() : new_lanes(Kind::i32);
    Instr& i = emit(Code::narrow);
    i.kind = kind;
    i.flag = static_cast<std::uint8_t>(cell);
    i.form = one ? Form::ss : Form::vv;
    i.d = d, i.a = a;
    Val r = one ? scalar_in(d, Kind::i32) : lanes_in(d, Kind::i32);
    r.owned = true;
    return computed(r, before,
                    {Code::narrow, kind, Builtin::none, static_cast<std::uint8_t>(cell), true},
                    {&v});
}

Val Codegen::half_operation(Op op, const Type* type, const Val& a, const Val& b) {
    const Builtin function = function_of(op, type);
    const std::size_t before = program_->code.size();
    return computed(half_mapped(function, {a, b}, Kind::i32), before,
                    {Code::map2, Kind::u32, function}, {&a, &b});
}

Val Codegen::negated(const Val& v, const Type* type) {
    if (!type->is_half()) return unary(Code::neg, kind_of(type), v);
    return arithmetic(Code::xor_, Kind::u32, v, constant(Kind::u32, 0x8000));
}

/// What is never fused, and what always is.
Val Codegen::half_builtin(const Expr* e) {
    std::vector<Val> values;
    for (const Expr* a : e->args) values.push_back(copy(eval(a)));
    place_ = e->place;
    if (e->builtin == Builtin::f16_fma)
        return product_added(e->type, values[0], values[1], values[2], false, false);
    return half_operation(operation_of(e->builtin), e->type, values[0], values[1]);
}

/// What goes through the machine's own hands; where it comes from is not told.
Val Codegen::tile_element(const Expr* e) {
    Val given = number(eval(e->args[1]));
    const Kind kind = kind_of(e->args[1]->type);
    const Kind result = e->type->is_void() ? Kind::u32 : kind_of(e->type);
    given.kind = kind;
    place_ = e->place;
    const Slot a = lanes(given), d = new_lanes(result);
    const bool is_put = e->builtin == Builtin::mma_put;
    const Slot all = is_put ? scalar(constant(Kind::u32, 0xFFFFFFFF)) : 0;
    // Of a product the first element says that it is computed.
    const bool begins =
        e->builtin == Builtin::mma_sum && e->args[0]->integer == 0 && is_tile_product(tile_);
    const int told = begins ? site(e, SiteKind::op, -1, 0, kind, e->builtin) : -1;
    Instr& i = emit(Code::map1);
    i.site = told;
    i.key = key_;
    i.kind = kind;
    i.flag = static_cast<std::uint8_t>(e->builtin);
    i.form = Form::vv;
    i.d = d, i.a = a;
    if (is_put) i.e = all;  // the lanes that multiply together
    i.imm = e->args[0]->integer;
    i.mask = mask();
    if (e->type->is_void()) return {};
    Val r = lanes_in(d, result);
    r.owned = true;
    return r;
}

/// An operation of two pairs, or an intrinsic: each half for itself.
std::vector<Val> Codegen::pair(const Expr* e) {
    const Type* type = e->type->structure->leaves[0].type;
    const auto copied = [&](const Expr* part) {
        std::vector<Val> values = eval_struct(part);
        for (Val& v : values) v = copy(v);
        return values;
    };
    std::vector<Val> made;
    if (e->kind == ExprKind::builtin && e->builtin == Builtin::f16_fma) {
        const auto a = copied(e->args[0]), b = copied(e->args[1]), c = copied(e->args[2]);
        place_ = e->place;
        for (std::size_t i = 0; i < 2; ++i)
            made.push_back(product_added(type, a[i], b[i], c[i], false, false));
        return made;
    }
    if (e->kind == ExprKind::builtin) {
        const Op op = operation_of(e->builtin);
        const auto a = copied(e->args[0]), b = copied(e->args[1]);
        place_ = e->place;
        for (std::size_t i = 0; i < 2; ++i) made.push_back(half_operation(op, type, a[i], b[i]));
        return made;
    }
    const bool minus = e->op == Op::sub;
    if (options_.contract && !on_host_ && (minus || e->op == Op::add)) {
        const bool left = is_product_of_pairs(e->a);
        if (left || is_product_of_pairs(e->b)) {
            const Expr* product = left ? e->a : e->b;
            const auto x = copied(product->a), y = copied(product->b),
                       z = copied(left ? e->b : e->a);
            place_ = e->place;
            for (std::size_t i = 0; i < 2; ++i)
                made.push_back(
                    product_added(type, x[i], y[i], z[i], minus && !left, minus && left));
            return made;
        }
    }
    const auto a = copied(e->a), b = copied(e->b);
    place_ = e->place;
    for (std::size_t i = 0; i < 2; ++i) made.push_back(half_operation(e->op, type, a[i], b[i]));
    return made;
}

}  // namespace stridescope::language

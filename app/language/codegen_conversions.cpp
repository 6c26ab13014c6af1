// Conversions, choices and copies of values.
#include "app/language/arithmetic.h"
#include "app/language/codegen.h"
#include "app/language/value_bits.h"

namespace stridescope::language {

Val Codegen::truth(Val v, Kind kind) {
    if (v.boolean) return v;
    const std::size_t before = program_->code.size();
    const Val zero = constant(kind, 0);
    return computed(compare(Code::ne, false, kind, v, zero), before, {Code::ne, kind}, {&v, &zero});
}

Val Codegen::convert_kind(Val v, Kind to) {
    const Kind from = v.kind;
    if (from == to) return v;
    const bool same_width = is_wide(from) == is_wide(to) && !is_float(from) && !is_float(to);
    if (v.is_constant()) {
        const std::int64_t folded = with_type(from, [&](auto f) {
            using From = decltype(f);
            return with_type(to, [&](auto t) {
                using To = decltype(t);
                return to_bits<To>(arithmetic::convert<To>(from_bits<From>(v.base.bits)));
            });
        });
        return constant(to, folded);
    }
    if (same_width) {
        v.kind = to;
        // The constants of parts stand extended as their kind says.
        for (Part* p : {&v.base, &v.stride}) {
            if (p->constant && !is_wide(to)) p->bits = cut_constant(to, p->bits);
        }
        return v;
    }
    const bool one = v.is_scalar();
    const std::size_t before = program_->code.size();
    const Slot a = one ? scalar(v) : lanes(v);
    const Slot d = one ? new_scalar() : new_lanes(to);
    Instr& i = emit(Code::convert);
    i.kind = from;
    i.flag = static_cast<std::uint8_t>(to);
    i.form = one ? Form::ss : Form::vv;
    i.d = d, i.a = a;
    Val r = one ? scalar_in(d, to) : lanes_in(d, to);
    r.owned = true;
    return computed(r, before, {Code::convert, from, Builtin::none, 0, true}, {&v});
}

Val Codegen::convert(Val v, const Type* from, const Type* to) {
    if (from->kind == to->kind) return v;
    if (from->is_half()) {
        v = half_value(v, from);
        from = unit_.types.basic(TypeKind::f32);
        if (to->is_integer() && to->size < 4 && to->kind != TypeKind::bool_) {
            // To the nearest there is, as a GPU's conversion to 16 bits and CUDA's own to 8.
            const std::int64_t beyond = std::int64_t{1}
                                        << (8 * to->size - (to->is_unsigned() ? 0 : 1));
            const std::int64_t least = to->is_unsigned() ? 0 : -beyond;
            v = arithmetic(Code::max, Kind::i32, convert_kind(v, Kind::i32),
                           constant(Kind::i32, least));
            return arithmetic(Code::min, Kind::i32, v, constant(Kind::i32, beyond - 1));
        }
    }
    if (to->is_half()) return half_of(v, to);
    if (to->kind == TypeKind::bool_) return truth(v, kind_of(from));
    v = number(v);
    v.kind = kind_of(from);
    if (to->is_integer() && to->size < 4) {
        if (from->is_integer() && from->size < to->size &&
            (!from->is_unsigned() ? !to->is_unsigned() : true)) {
            return v;  // all its values fit
        }
        if (from->kind == to->kind) return v;
        v = convert_kind(v, Kind::i32);
        const Cell cell = cell_of(to);
        if (v.is_constant()) {
            std::int64_t b = v.base.bits;
            switch (cell) {
                // A sign is to be kept. NOLINTNEXTLINE(bugprone-signed-char-misuse)
                case Cell::i8: b = static_cast<std::int8_t>(b); break;
                case Cell::u8: b = static_cast<std::uint8_t>(b); break;
                case Cell::i16: b = static_cast<std::int16_t>(b); break;
                default: b = static_cast<std::uint16_t>(b); break;
            }
            return constant(Kind::i32, b);
        }
        const bool one = v.is_scalar();
        const std::size_t before = program_->code.size();
        const Slot a = one ? scalar(v) : lanes(v);
        const Slot d = one ? new_scalar() : new_lanes(Kind::i32);
        Instr& i = emit(Code::narrow);
        i.flag = static_cast<std::uint8_t>(cell);
        i.form = one ? Form::ss : Form::vv;
        i.d = d, i.a = a;
        Val r = one ? scalar_in(d, Kind::i32) : lanes_in(d, Kind::i32);
        r.owned = true;
        return computed(
            r, before,
            {Code::narrow, Kind::i32, Builtin::none, static_cast<std::uint8_t>(cell), true}, {&v});
    }
    return convert_kind(v, kind_of(to));
}

Val Codegen::select(const Val& condition, Val a, Val b, const Type* type) {
    if (condition.is_scalar() && condition.is_constant()) return condition.base.bits != 0 ? a : b;
    const Slot c = bits(condition);
    if (type->kind == TypeKind::bool_) {
        // (a & c) | (b & ~c)
        const Slot sa = bits(a), sb = bits(b);
        const Slot d = new_scalar();
        move(d, sb, Kind::u32);
        Instr& second = emit(Code::bits_masked);
        second.d = d, second.a = sa, second.mask = c;
        Val r = bits_in(d);
        r.owned = true;
        return r;
    }
    a = number(a), b = number(b);
    const Kind kind = kind_of(type);
    a.kind = b.kind = kind;
    const Slot sa = lanes(a), sb = lanes(b);
    const Slot d = new_lanes(kind);
    Instr& i = emit(Code::select);
    i.kind = kind;
    i.d = d, i.a = sa, i.b = sb, i.c = c;
    Val r = lanes_in(d, kind);
    r.owned = true;
    return r;
}

/// The value in registers of its own, so that what it was read from may change.
Val Codegen::copy(const Val& v) {
    if (v.owned) return v;
    Val r = v;
    r.owned = true;
    const std::size_t before = program_->code.size();
    const auto copy_part = [&](Part& p) {
        if (p.constant) return;
        const Slot d = new_scalar();
        move(d, p.slot, v.kind);
        p.slot = d;
    };
    switch (v.form) {
        case Val::Form::affine: copy_part(r.stride); [[fallthrough]];
        case Val::Form::scalar: copy_part(r.base); break;
        case Val::Form::bits: {
            const Slot d = new_scalar();
            move(d, v.slot, Kind::u32);
            r.slot = d;
            break;
        }
        case Val::Form::lanes: {
            const Slot d = new_lanes(v.kind);
            Instr& i = emit(Code::copy);
            i.kind = v.kind;
            i.d = d, i.a = v.slot;
            r.slot = d;
            break;
        }
        default: break;
    }
    return program_->code.size() == before ? r : snapshot(r, v);
}

}  // namespace stridescope::language

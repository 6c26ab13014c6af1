// Values: constants folded, affine ones kept as two scalars, lanes where nothing else will do.
#include <bit>

#include "app/language/arithmetic.h"
#include "app/language/codegen.h"
#include "app/language/value_bits.h"

namespace stridescope::language {
namespace {

bool can_fold(Code code, Kind kind, std::int64_t b) {
    return (code != Code::div && code != Code::rem) || is_float(kind) || b != 0;
}

template <typename T>
std::int64_t fold_one(Code code, T a, T b) {
    namespace ar = arithmetic;
    switch (code) {
        case Code::add: return to_bits<T>(ar::add(a, b));
        case Code::sub: return to_bits<T>(ar::sub(a, b));
        case Code::mul: return to_bits<T>(ar::mul(a, b));
        case Code::div: return to_bits<T>(ar::div(a, b));
        case Code::min: return to_bits<T>(ar::min(a, b));
        case Code::max: return to_bits<T>(ar::max(a, b));
        case Code::lt: return a < b;
        case Code::le: return a <= b;
        case Code::eq: return a == b;
        case Code::ne: return a != b;
        default: break;
    }
    if constexpr (std::is_integral_v<T>) {
        switch (code) {
            case Code::rem: return to_bits<T>(ar::rem(a, b));
            case Code::and_: return to_bits<T>(static_cast<T>(a & b));
            case Code::or_: return to_bits<T>(static_cast<T>(a | b));
            case Code::xor_: return to_bits<T>(static_cast<T>(a ^ b));
            case Code::shl: return to_bits<T>(ar::shl(a, b));
            case Code::shr: return to_bits<T>(ar::shr(a, b));
            default: break;
        }
    }
    return 0;
}

std::int64_t fold(Code code, Kind kind, std::int64_t a, std::int64_t b) {
    return with_type(kind, [&](auto t) {
        using T = decltype(t);
        return fold_one<T>(code, from_bits<T>(a), from_bits<T>(b));
    });
}

bool is_one(Kind kind, std::int64_t bits) {
    return !is_float(kind) && bits == 1;
}

}  // namespace

Kind Codegen::kind_of(const Type* type) {
    switch (type->kind) {
        case TypeKind::u32: return Kind::u32;
        case TypeKind::i64: return Kind::i64;
        case TypeKind::u64:
        case TypeKind::pointer: return Kind::u64;
        case TypeKind::f32: return Kind::f32;
        case TypeKind::f64: return Kind::f64;
        default: return Kind::i32;
    }
}

Cell Codegen::cell_of(const Type* type) {
    switch (type->kind) {
        case TypeKind::bool_: return Cell::boolean;
        case TypeKind::i8: return Cell::i8;
        case TypeKind::u8: return Cell::u8;
        case TypeKind::i16: return Cell::i16;
        case TypeKind::u16:
        case TypeKind::f16:
        case TypeKind::bf16: return Cell::u16;
        default: return type->size == 8 ? Cell::w64 : Cell::w32;
    }
}

Val Codegen::constant(Kind kind, std::int64_t bits) const {
    Val v;
    v.form = Val::Form::scalar;
    v.kind = kind;
    v.base = {true, 0, bits};
    return v;
}

Val Codegen::boolean(bool value) const {
    Val v = constant(Kind::i32, value);
    v.boolean = true;
    return v;
}

Val Codegen::scalar_in(Slot slot, Kind kind) const {
    Val v;
    v.form = Val::Form::scalar;
    v.kind = kind;
    v.base = {false, slot, 0};
    return v;
}

Val Codegen::lanes_in(Slot slot, Kind kind) const {
    Val v;
    v.form = Val::Form::lanes;
    v.kind = kind;
    v.slot = slot;
    return v;
}

Val Codegen::bits_in(Slot slot) const {
    Val v;
    v.form = Val::Form::bits;
    v.boolean = true;
    v.slot = slot;
    return v;
}

Slot Codegen::scalar(const Part& part) {
    return part.constant ? pool(part.bits) : part.slot;
}

Slot Codegen::lanes(const Val& v) {
    switch (v.form) {
        case Val::Form::lanes: return v.slot;
        case Val::Form::bits: return number(v).slot;
        case Val::Form::affine: {
            const Slot d = new_lanes(v.kind);
            const Slot a = scalar(v.base), b = scalar(v.stride);
            Instr& i = emit(Code::iota);
            i.kind = v.kind;
            i.d = d, i.a = a, i.b = b;
            return d;
        }
        default: {
            const Slot d = new_lanes(v.kind);
            const Slot a = scalar(v.base);
            Instr& i = emit(Code::splat);
            i.kind = v.kind;
            i.d = d, i.a = a;
            return d;
        }
    }
}

Slot Codegen::bits(const Val& v) {
    if (v.form == Val::Form::bits) return v.slot;
    if (v.base.constant) return pool(v.base.bits != 0 ? 0xffffffff : 0);
    const Slot d = new_scalar();
    Instr& i = emit(Code::spread);
    i.d = d, i.a = v.base.slot;
    return d;
}

Val Codegen::number(Val v) {
    if (!v.boolean) return v;
    if (v.form == Val::Form::bits) {
        const Slot d = new_lanes(Kind::i32);
        Instr& i = emit(Code::bits_to_lanes);
        i.d = d, i.a = v.slot;
        Val r = lanes_in(d, Kind::i32);
        r.owned = true;
        r.origin = v.origin;
        return r;
    }
    v.boolean = false;
    return v;
}

Part Codegen::part(Code code, Kind kind, const Part& a, const Part& b) {
    if (a.constant && b.constant && can_fold(code, kind, b.bits))
        return {true, 0, fold(code, kind, a.bits, b.bits)};
    if (!is_float(kind)) {
        const bool zero_b = b.constant && b.bits == 0;
        if (zero_b && (code == Code::add || code == Code::sub || code == Code::or_ ||
                       code == Code::xor_ || code == Code::shl || code == Code::shr)) {
            return a;
        }
        if (a.constant && a.bits == 0 &&
            (code == Code::add || code == Code::or_ || code == Code::xor_))
            return b;
        if (code == Code::mul && ((zero_b) || (a.constant && a.bits == 0))) return {true, 0, 0};
        if (code == Code::mul && b.constant && is_one(kind, b.bits)) return a;
        if (code == Code::mul && a.constant && is_one(kind, a.bits)) return b;
        if (code == Code::div && b.constant && is_one(kind, b.bits)) return a;
    }
    const Slot sa = scalar(a), sb = scalar(b);
    const Slot d = new_scalar();
    Instr& i = emit(code);
    i.kind = kind;
    i.form = Form::ss;
    i.d = d, i.a = sa, i.b = sb;
    i.mask = mask();
    return {false, d, 0};
}

/// base + lane · stride stays so under +, - and · by a scalar.
Val Codegen::affine(Code code, Kind kind, const Val& a, const Val& b) {
    Val r;
    r.form = Val::Form::affine;
    r.kind = kind;
    const Part zero{};
    const Part sa = a.form == Val::Form::affine ? a.stride : zero;
    const Part sb = b.form == Val::Form::affine ? b.stride : zero;
    if (code == Code::mul) {
        const Part& factor = a.form == Val::Form::affine ? b.base : a.base;
        const Val& other = a.form == Val::Form::affine ? a : b;
        r.base = part(code, kind, other.base, factor);
        r.stride = part(code, kind, other.stride, factor);
    } else if (code == Code::shl) {
        r.base = part(code, kind, a.base, b.base);
        r.stride = part(code, kind, a.stride, b.base);
    } else {
        r.base = part(code, kind, a.base, b.base);
        r.stride = part(code, kind, sa, sb);
    }
    if (r.stride.constant && r.stride.bits == 0) r.form = Val::Form::scalar;
    const auto is_new = [&](const Part& p) {
        return p.constant || (p.slot != a.base.slot && p.slot != a.stride.slot &&
                              p.slot != b.base.slot && p.slot != b.stride.slot);
    };
    r.owned = is_new(r.base) && is_new(r.stride);
    return r;
}

Val Codegen::arithmetic(Code code, Kind kind, Val a, Val b) {
    a = number(a);
    b = number(b);
    a.kind = b.kind = kind;
    if (a.is_scalar() && b.is_scalar()) {
        Val r;
        r.form = Val::Form::scalar;
        r.kind = kind;
        r.base = part(code, kind, a.base, b.base);
        r.owned = r.base.constant || (r.base.slot != a.base.slot && r.base.slot != b.base.slot);
        return r;
    }
    const bool small = kind == Kind::i32 || kind == Kind::u32;
    const bool a_affine = a.form == Val::Form::affine, b_affine = b.form == Val::Form::affine;
    if (small && (a_affine || b_affine)) {
        const bool sum = (code == Code::add || code == Code::sub) && (a_affine || a.is_scalar()) &&
                         (b_affine || b.is_scalar());
        const bool product =
            code == Code::mul && ((a_affine && b.is_scalar()) || (b_affine && a.is_scalar()));
        const bool shift = code == Code::shl && a_affine && b.is_constant();
        if (sum || product || shift) return affine(code, kind, a, b);
    }
    if (!is_float(kind)) {
        const bool nothing = b.is_constant() && b.base.bits == 0 &&
                             (code == Code::add || code == Code::sub || code == Code::or_ ||
                              code == Code::xor_ || code == Code::shl || code == Code::shr);
        const bool by_one = b.is_constant() && is_one(kind, b.base.bits) &&
                            (code == Code::mul || code == Code::div);
        if (nothing || by_one) return a;
        if (a.is_constant() && ((a.base.bits == 0 && code == Code::add) ||
                                (is_one(kind, a.base.bits) && code == Code::mul)))
            return b;
    }
    const Form form = a.is_scalar() ? Form::sv : b.is_scalar() ? Form::vs : Form::vv;
    const Slot sa = a.is_scalar() ? scalar(a) : lanes(a);
    const Slot sb = b.is_scalar() ? scalar(b) : lanes(b);
    const Slot d = new_lanes(kind);
    Instr& i = emit(code);
    i.kind = kind;
    i.form = form;
    i.d = d, i.a = sa, i.b = sb;
    i.mask = mask();
    Val r = lanes_in(d, kind);
    r.owned = true;
    return r;
}

/// One of the two counts on from lane to lane, so the lanes need not be looked at one by one.
Val Codegen::compare_affine(Code code, Kind kind, const Val& a, const Val& b) {
    const bool left = a.form == Val::Form::affine;
    const Val& line = left ? a : b;
    const bool or_equal = (code == Code::le) == left;  // c <= x is not x < c
    const Slot base = scalar(line.base), stride = scalar(line.stride), c = scalar(left ? b : a);
    const Slot d = new_scalar();
    Instr& i = emit(Code::affine_lt);
    i.kind = kind;
    i.d = d, i.a = base, i.b = stride, i.c = c;
    i.flag = static_cast<std::uint8_t>((or_equal ? 1 : 0) | (left ? 0 : 2));
    return bits_in(d);
}

Val Codegen::compare(Code code, bool negate, Kind kind, Val a, Val b) {
    a = number(a);
    b = number(b);
    a.kind = b.kind = kind;
    Val r;
    r.boolean = true;
    if (a.is_constant() && b.is_constant()) {
        return boolean((fold(code, kind, a.base.bits, b.base.bits) != 0) != negate);
    }
    if (a.is_scalar() && b.is_scalar()) {
        const Slot sa = scalar(a), sb = scalar(b);
        const Slot d = new_scalar();
        Instr& i = emit(code);
        i.kind = kind;
        i.form = Form::ss;
        i.d = d, i.a = sa, i.b = sb;
        r = scalar_in(d, Kind::i32);
        r.boolean = true;
    } else {
        const bool left = a.form == Val::Form::affine && b.is_scalar();
        const bool right = b.form == Val::Form::affine && a.is_scalar();
        const bool small = kind == Kind::i32 || kind == Kind::u32;
        if (small && (left || right) && (code == Code::lt || code == Code::le)) {
            r = compare_affine(code, kind, a, b);
        } else {
            const Form form = a.is_scalar() ? Form::sv : b.is_scalar() ? Form::vs : Form::vv;
            const Slot sa = a.is_scalar() ? scalar(a) : lanes(a);
            const Slot sb = b.is_scalar() ? scalar(b) : lanes(b);
            const Slot d = new_scalar();
            Instr& i = emit(code);
            i.kind = kind;
            i.form = form;
            i.d = d, i.a = sa, i.b = sb;
            r = bits_in(d);
        }
    }
    r.owned = true;
    return negate ? logical_not(r) : r;
}

Val Codegen::logical_not(Val v) {
    if (v.is_constant()) return boolean(v.base.bits == 0);
    const bool is_bits = v.form == Val::Form::bits;
    const Slot d = new_scalar();
    const Slot one = pool(is_bits ? 0xffffffff : 1);
    const Slot a = is_bits ? v.slot : v.base.slot;
    Instr& i = emit(Code::xor_);
    i.kind = Kind::u32;
    i.form = Form::ss;
    i.d = d, i.a = a, i.b = one;
    Val r = is_bits ? bits_in(d) : scalar_in(d, Kind::i32);
    r.boolean = true;
    r.owned = true;
    return r;
}

Val Codegen::unary(Code code, Kind kind, Val a) {
    a = number(a);
    a.kind = kind;
    if (!is_float(kind)) {
        if (code == Code::neg) return arithmetic(Code::sub, kind, constant(kind, 0), a);
        if (a.is_constant()) return constant(kind, fold(Code::xor_, kind, a.base.bits, -1));
    } else if (a.is_constant()) {
        return constant(kind, kind == Kind::f32 ? (a.base.bits ^ 0x80000000) & 0xffffffff
                                                : static_cast<std::int64_t>(
                                                      static_cast<std::uint64_t>(a.base.bits) ^
                                                      (std::uint64_t{1} << 63)));
    }
    const bool one = a.is_scalar();
    const Slot sa = one ? scalar(a) : lanes(a);
    const Slot d = one ? new_scalar() : new_lanes(kind);
    Instr& i = emit(code);
    i.kind = kind;
    i.form = one ? Form::ss : Form::vv;
    i.d = d, i.a = sa;
    Val r = one ? scalar_in(d, kind) : lanes_in(d, kind);
    r.owned = true;
    return r;
}

Val Codegen::fused(Kind kind, Val a, Val b, Val c) {
    a = number(a), b = number(b), c = number(c);
    a.kind = b.kind = c.kind = kind;
    const bool one = a.is_scalar() && b.is_scalar() && c.is_scalar();
    const Slot sa = one ? scalar(a) : lanes(a);
    const Slot sb = one ? scalar(b) : lanes(b);
    const Slot sc = one ? scalar(c) : lanes(c);
    const Slot d = one ? new_scalar() : new_lanes(kind);
    Instr& i = emit(Code::fma);
    i.kind = kind;
    i.form = one ? Form::ss : Form::vv;
    i.d = d, i.a = sa, i.b = sb, i.c = sc;
    Val r = one ? scalar_in(d, kind) : lanes_in(d, kind);
    r.owned = true;
    return r;
}

}  // namespace stridescope::language

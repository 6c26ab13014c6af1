#include "app/machine/native_use.h"

namespace stridescope::machine::native {

using language::Builtin;
using language::Cell;
using language::Code;
using language::Form;
using language::Instr;
using language::Kind;

As as_kind(Kind kind) {
    switch (kind) {
        case Kind::f32: return As::f32;
        case Kind::f64: return As::f64;
        case Kind::i64:
        case Kind::u64: return As::i64;
        default: return As::i32;
    }
}

bool is_signed(Kind kind) {
    return kind == Kind::i32 || kind == Kind::i64;
}

As as_cell(const Instr& i) {
    switch (static_cast<Cell>(i.flag)) {
        case Cell::w32: return i.kind == Kind::f32 ? As::f32 : As::i32;
        case Cell::w64: return i.kind == Kind::f64 ? As::f64 : As::i64;
        default: return As::i32;
    }
}

std::uint32_t bytes_of(Cell cell) {
    switch (cell) {
        case Cell::w64: return 8;
        case Cell::w32: return 4;
        case Cell::i16:
        case Cell::u16: return 2;
        default: return 1;
    }
}

namespace {

bool is_cell(Cell cell) {
    return cell != Cell::f16 && cell != Cell::bf16;
}

bool is_function_of_one(Builtin f) {
    return (f >= Builtin::sqrt && f <= Builtin::tgamma) || f == Builtin::abs;
}
bool is_test(Builtin f) {
    return f >= Builtin::isnan && f <= Builtin::signbit;
}
bool is_function_of_two(Builtin f) {
    return f >= Builtin::pow && f <= Builtin::fdim;
}

Use use_of_binary(const Instr& i) {
    const As as = as_kind(i.kind);
    Use use{Way::own, {{i.a, as}, {i.b, as}}, {{i.d, as}}};
    switch (i.code) {
        case Code::min:
        case Code::max:
            if (is_real(as)) use.way = Way::single;
            break;
        case Code::lt:
        case Code::le:
        case Code::eq:
        case Code::ne: use.writes->second = As::i32; break;
        default: break;
    }
    return use;
}

bool is_of_bits(Builtin f) {
    return f >= Builtin::popc && f <= Builtin::brev;
}

/// Halves are held as their bits.
std::optional<Use> use_of_halves(const Instr& i) {
    const auto bits = [](language::Slot slot) { return std::pair{slot, As::i32}; };
    switch (static_cast<Builtin>(i.flag)) {
        case Builtin::f16_value:
        case Builtin::bf16_value: return Use{Way::single, {bits(i.a)}, {{i.d, As::f32}}};
        case Builtin::f16_add:
        case Builtin::f16_sub:
        case Builtin::f16_mul:
        case Builtin::f16_div:
        case Builtin::bf16_add:
        case Builtin::bf16_sub:
        case Builtin::bf16_mul:
        case Builtin::bf16_div: return Use{Way::single, {bits(i.a), bits(i.b)}, bits(i.d)};
        case Builtin::f16_fma:
        case Builtin::bf16_fma:
            return Use{Way::single, {bits(i.a), bits(i.b), bits(i.c)}, bits(i.d)};
        default: return std::nullopt;
    }
}

Use use_of_map(const Instr& i) {
    const As as = as_kind(i.kind);
    const auto f = static_cast<Builtin>(i.flag);
    if (auto use = use_of_halves(i)) return *std::move(use);
    if (!is_real(as)) {
        if (i.code == Code::map1 && is_of_bits(f))
            return {Way::single, {{i.a, as}}, {{i.d, f == Builtin::brev ? as : As::i32}}};
        if (i.code == Code::map2 && (f == Builtin::mul_hi || f == Builtin::mul24))
            return {Way::single, {{i.a, as}, {i.b, as}}, {{i.d, as}}};
        if (i.code == Code::map3 && f >= Builtin::byte_perm && f <= Builtin::funnel_r)
            return {Way::single, {{i.a, as}, {i.b, as}, {i.c, as}}, {{i.d, as}}};
        return {};
    }
    if (i.code == Code::map1 && is_test(f))
        return {Way::single, {{i.a, as}, {i.mask, As::i32}}, {{i.d, As::i32}}};
    if (i.code == Code::map1 && is_function_of_one(f)) {
        const bool is_own = f == Builtin::sqrt || f == Builtin::abs;
        return {is_own ? Way::own : Way::single, {{i.a, as}}, {{i.d, as}}};
    }
    if (i.code == Code::map2 && is_function_of_two(f))
        return {Way::single, {{i.a, as}, {i.b, as}}, {{i.d, as}}};
    return {};
}

Use use_of_convert(const Instr& i) {
    const auto to = static_cast<Kind>(i.flag);
    const bool is_huge = is_float(i.kind) && to == Kind::u64;
    return {is_huge ? Way::single : Way::own, {{i.a, as_kind(i.kind)}}, {{i.d, as_kind(to)}}};
}

/// Whether a vector's access to an array is where vectors may lie, wherever its index points.
bool is_always_aligned(const Instr& i, const Operation& o) {
    return i.imm % o.size == 0 && i.scale % o.size == 0;
}

}  // namespace

Use use_of(const language::Program& program, const Instr& i, const Operation& o) {
    const As as = as_kind(i.kind);
    const auto cell = static_cast<Cell>(i.flag);
    switch (i.code) {
        case Code::add:
        case Code::sub:
        case Code::mul:
        case Code::div:
        case Code::rem:
        case Code::and_:
        case Code::or_:
        case Code::xor_:
        case Code::shl:
        case Code::shr:
        case Code::min:
        case Code::max:
        case Code::lt:
        case Code::le:
        case Code::eq:
        case Code::ne: return i.form == Form::ss ? use_of_binary(i) : Use{};
        case Code::neg:
        case Code::bit_not:
            return i.form == Form::ss ? Use{Way::own, {{i.a, as}}, {{i.d, as}}} : Use{};
        case Code::fma:
            if (i.form != Form::ss || !is_real(as)) return {};
            return {Way::single, {{i.a, as}, {i.b, as}, {i.c, as}}, {{i.d, as}}};
        case Code::map1:
        case Code::map2:
        case Code::map3: return i.form == Form::ss ? use_of_map(i) : Use{};
        case Code::convert: return i.form == Form::ss ? use_of_convert(i) : Use{};
        case Code::narrow:
            if (i.form != Form::ss) return {};
            return {is_cell(cell) ? Way::own : Way::single,
                    {{i.a, is_cell(cell) ? As::i32 : as}},
                    {{i.d, As::i32}}};
        case Code::to_index:
            if (i.form != Form::ss || is_real(as) || !is_wide(as)) return {};
            return {Way::own, {{i.a, as}}, {{i.d, As::i32}}};
        case Code::move: return {Way::own, {{i.a, as}}, {{i.d, as}}};
        case Code::spread: return {Way::own, {{i.a, As::i32}}, {{i.d, As::i32}}};
        case Code::jump:
        case Code::loop_enter:
        case Code::loop_next: return {Way::own, {}, {}};
        case Code::jump_zero:
        case Code::jump_nonzero:
        case Code::jump_empty: return {Way::own, {{i.a, As::i32}}, {}};
        case Code::jump_back: return {i.flag == 0 ? Way::own : Way::leave, {}, {}};
        case Code::load:
        case Code::store: {
            if (i.form != Form::ss || o.shared || !is_cell(cell) || o.most < o.least) return {};
            Use use{Way::own, {{i.a, As::i32}, {i.mask, As::i32}}, {}};
            if (i.code == Code::load)
                use.writes = {i.d, as_cell(i)};
            else
                use.reads.emplace_back(i.d, as_cell(i));
            return use;
        }
        case Code::load_at:
        case Code::store_at: {
            if (i.form != Form::ss || !is_cell(cell)) return {};
            Use use{Way::own, {{i.a, As::i64}, {i.mask, As::i32}}, {}};
            if (i.code == Code::load_at)
                use.writes = {i.d, as_cell(i)};
            else
                use.reads.emplace_back(i.d, as_cell(i));
            return use;
        }
        case Code::host_call:
            // It has no operands, and nothing to say.
            if (program.calls[static_cast<std::size_t>(i.imm)].builtin == Builtin::rand_)
                return {Way::single, {}, {{i.d, As::i64}}};
            return {Way::host, {}, {{i.d, As::i64}}};
        case Code::launch: return {Way::host, {}, {{i.d, As::i64}}};
        case Code::wide:
            if (i.form != Form::ss || o.shared || o.most < o.least || !is_always_aligned(i, o))
                return {Way::host, {}, {}};
            return {Way::own, {{i.a, As::i32}, {i.mask, As::i32}}, {}};
        case Code::wide_at:
            if (i.form != Form::ss || (o.size & (o.size - 1)) != 0) return {Way::host, {}, {}};
            return {Way::own, {{i.a, As::i64}, {i.mask, As::i32}}, {}};
        case Code::print:
        case Code::check: return {Way::host, {}, {}};
        default: return {};
    }
}

}  // namespace stridescope::machine::native

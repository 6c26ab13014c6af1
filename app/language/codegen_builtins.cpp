// What CUDA and C bring along.
#include <bit>
#include <ctime>

#include <fmt/format.h>

#include "app/language/codegen.h"

namespace stridescope::language {
namespace {

Code code_of(Builtin function, std::size_t operands) {
    switch (function) {
        case Builtin::min: return Code::min;
        case Builtin::max: return Code::max;
        case Builtin::add_rn: return Code::add;
        case Builtin::sub_rn: return Code::sub;
        case Builtin::mul_rn: return Code::mul;
        case Builtin::div_rn: return Code::div;
        case Builtin::fma: return Code::fma;
        default: break;
    }
    return operands == 1 ? Code::map1 : operands == 2 ? Code::map2 : Code::map3;
}

}  // namespace

Val Codegen::builtin(const Expr* e) {
    place_ = e->place;
    switch (e->builtin) {
        case Builtin::syncthreads:
        case Builtin::syncthreads_count:
        case Builtin::syncthreads_and:
        case Builtin::syncthreads_or:
        case Builtin::cluster_sync:
        case Builtin::cluster_wait: return barrier(e);
        case Builtin::cluster_arrive:
        case Builtin::cluster_arrive_relaxed: {
            // A block that is a cluster by itself has nobody else to tell.
            if (program_->cluster == Extents{1, 1, 1}) return {};
            Instr& i = emit(Code::cluster_arrive);
            i.mask = mask();
            i.flag = e->builtin == Builtin::cluster_arrive_relaxed ? 1 : 0;
            return {};
        }
        case Builtin::named_sync:
        case Builtin::named_arrive: {
            const Val number_value = number(eval(e->args[0])), count = number(eval(e->args[1]));
            // Lanes of a warp name the same one.
            const Slot a = lanes(number_value), b = lanes(count);
            Instr& i = emit(Code::named_barrier);
            i.flag = static_cast<std::uint8_t>(e->builtin);
            i.a = a, i.b = b, i.mask = mask();
            return {};
        }
        case Builtin::threadfence: program_->cooperates = true; [[fallthrough]];
        case Builtin::threadfence_block: {
            Instr& i = emit(Code::fence);
            i.flag = static_cast<std::uint8_t>(e->builtin);
            i.mask = mask();
            return {};
        }
        case Builtin::copies_bind:
        case Builtin::copies_arrived: {
            if (on_host_) return {};
            const Slot at = lanes(address_of(eval(e->args[0])));
            Instr& i =
                emit(e->builtin == Builtin::copies_bind ? Code::copies_bind : Code::copies_arrived);
            i.a = at, i.mask = mask();
            return {};
        }
        case Builtin::copying:
        case Builtin::copying_out:
            note_copying(eval(e->args[0]), eval(e->args[1]), e->builtin == Builtin::copying_out);
            return {};
        case Builtin::heap_taken: return heap_note(eval(e->args[0]), eval(e->args[1]));
        case Builtin::heap_freed: return heap_note(eval(e->args[0]), {});
        case Builtin::tile_note: tile_ = static_cast<std::uint8_t>(e->args[0]->integer); return {};
        case Builtin::pipeline_commit:
        case Builtin::pipeline_wait:
        case Builtin::bulk_commit:
        case Builtin::bulk_wait: {
            if (on_host_) return {};
            Instr& i = emit(e->args.empty() ? Code::copies_commit : Code::copies_wait);
            if (!e->args.empty()) i.imm = e->args[0]->integer;
            i.flag = e->builtin == Builtin::bulk_commit || e->builtin == Builtin::bulk_wait ? 1 : 0;
            i.mask = mask();
            return {};
        }
        case Builtin::printf: return print(e);
        case Builtin::assert_: {
            const Slot a = bits(eval(e->args[0]));
            Instr& i = emit(Code::check);
            i.a = a, i.mask = mask();
            return {};
        }
        case Builtin::bad_row:
        case Builtin::trap: {
            Instr& i = emit(Code::trap);
            i.mask = mask();
            i.flag = e->after ? 1 : 0;  // what a call by a pointer to no function comes to
            if (e->builtin == Builtin::bad_row) i.flag = 2;
            return {};
        }
        case Builtin::on_device: return constant(Kind::i32, on_host_ ? 0 : 1);
        case Builtin::clock: {
            if (on_host_) return host_clock(e->place);
            const Slot d = new_scalar();
            Instr& i = emit(Code::clock);
            i.kind = kind_of(e->type);
            i.d = d;
            return scalar_in(d, kind_of(e->type));
        }
        default: break;
    }
    if (is_atomic(e->builtin)) return atomic(e);
    if (e->builtin >= Builtin::syncwarp && e->builtin <= Builtin::match_any) return warp_builtin(e);
    if (e->builtin >= Builtin::cuda_malloc) return host_builtin(e);
    if (e->builtin == Builtin::half_to_bits || e->builtin == Builtin::bits_to_half)
        return eval(e->args[0]);  // they are held as these
    if (e->builtin >= Builtin::mma_put && e->builtin <= Builtin::xorwow_word)
        return tile_element(e);
    if (e->builtin >= Builtin::f16_add && e->builtin <= Builtin::f16_fma) return half_builtin(e);
    return math(e);
}

Val Codegen::barrier(const Expr* e) {
    program_->has_barrier = true;
    for (int l = loop_; l >= 0; l = program_->loops[static_cast<std::size_t>(l)].parent) {
        program_->loops[static_cast<std::size_t>(l)].has_barrier = true;
    }
    Slot a = 0, d = 0;
    Val voted;
    if (!e->args.empty()) {
        voted = eval(e->args[0]);
        a = bits(voted);
        d = new_scalar();
    }
    const std::size_t before = program_->code.size();
    const int where = site(e, SiteKind::barrier, -1, 0, Kind::i32, e->builtin);
    Instr& i = emit(Code::barrier);
    const bool is_cluster = program_->cluster != Extents{1, 1, 1};
    i.flag = static_cast<std::uint8_t>(
        is_cluster_barrier(e->builtin) && !is_cluster ? Builtin::syncthreads : e->builtin);
    i.a = a, i.d = d, i.mask = mask();
    i.site = where;
    if (e->args.empty()) return {};
    return computed(scalar_in(d, Kind::i32), before, {Code::barrier, Kind::i32, e->builtin},
                    {&voted});
}

Val Codegen::warp_builtin(const Expr* e) {
    if (e->builtin == Builtin::activemask) {
        const Slot d = new_scalar();
        Instr& i = emit(Code::active);
        i.d = d, i.mask = mask();
        return scalar_in(d, Kind::u32);
    }
    const Val member_value = number(eval(e->args[0]));
    // Lanes may name different partners: each has its own among them.
    const bool agree = member_value.is_scalar();
    const Slot member = agree ? scalar(member_value) : lanes(member_value);
    const auto name_members = [&](Instr& i) {
        i.e = member, i.lane_masks = !agree, i.mask = mask();
        i.target = note_exits();
        i.flag = static_cast<std::uint8_t>(e->builtin);
    };
    switch (e->builtin) {
        case Builtin::syncwarp: {
            Instr& i = emit(Code::sync_warp);
            name_members(i);
            return {};
        }
        case Builtin::ballot:
        case Builtin::any:
        case Builtin::all: {
            const Val v = eval(e->args[1]);
            const std::size_t before = program_->code.size();
            if (!agree) {
                const bool is_all = e->builtin == Builtin::all;
                const Slot votes = new_scalar();
                const Slot given =
                    bits(is_all ? logical_not(truth(v, kind_of(e->args[1]->type))) : v);
                Instr& i = emit(Code::ballot);
                i.d = votes, i.a = given;
                name_members(i);
                const Val own =
                    arithmetic(Code::and_, Kind::u32, scalar_in(votes, Kind::u32), member_value);
                const Val nobody = constant(Kind::u32, 0);
                const Val r = e->builtin == Builtin::ballot ? own
                              : is_all ? number(compare(Code::eq, false, Kind::u32, own, nobody))
                                       : number(compare(Code::ne, false, Kind::u32, own, nobody));
                return computed(r, before, {Code::ballot, Kind::i32, e->builtin}, {&v});
            }
            const Slot a = bits(v);
            const Slot d = new_scalar();
            const Code code = e->builtin == Builtin::ballot ? Code::ballot
                              : e->builtin == Builtin::any  ? Code::any
                                                            : Code::all;
            Instr& i = emit(code);
            i.d = d, i.a = a;
            name_members(i);
            return computed(scalar_in(d, kind_of(e->type)), before, {code, Kind::i32, e->builtin},
                            {&v});
        }
        case Builtin::reduce_add:
        case Builtin::reduce_min:
        case Builtin::reduce_max:
        case Builtin::reduce_and:
        case Builtin::reduce_or:
        case Builtin::reduce_xor: {
            const Val v = eval(e->args[1]);
            const std::size_t before = program_->code.size();
            const Kind kind = kind_of(e->type);
            const Slot a = lanes(v);
            const Slot d = agree ? new_scalar() : new_lanes(kind);
            Instr& i = emit(Code::reduce);
            i.kind = kind;
            i.flag = static_cast<std::uint8_t>(e->builtin);
            i.d = d, i.a = a;
            name_members(i);
            return computed(agree ? scalar_in(d, kind) : lanes_in(d, kind), before,
                            {Code::reduce, kind, e->builtin}, {&v});
        }
        case Builtin::match_any: {
            const Val v = eval(e->args[1]);
            const std::size_t before = program_->code.size();
            const Slot a = lanes(v);
            const Slot d = new_lanes(Kind::u32);
            Instr& i = emit(Code::match);
            i.d = d, i.a = a;
            name_members(i);
            return computed(lanes_in(d, Kind::u32), before, {Code::match, Kind::u32, e->builtin},
                            {&v});
        }
        default: break;
    }
    const Kind kind = kind_of(e->type);
    const Val given = number(eval(e->args[1]));
    const Val value = passed(given, kind);
    const Val from = number(eval(e->args[2]));
    const Val width = number(eval(e->args[3]));
    const Slot a = lanes(value), b = lanes(from);
    const Slot c = width.is_scalar() ? scalar(width) : lanes(width);
    const Slot d = new_lanes(kind);
    const int where =
        site(e, SiteKind::shuffle, -1, static_cast<std::uint32_t>(e->type->size), kind, e->builtin);
    Instr& i = emit(Code::shuffle);
    i.kind = kind;
    i.flag = static_cast<std::uint8_t>(e->builtin);
    i.d = d, i.a = a, i.b = b, i.c = c;
    if (!width.is_scalar()) i.scale = 0;
    name_members(i);
    i.site = where;
    i.key = key_;
    note_use(where, {&value});
    Val r = lanes_in(d, kind);
    r.owned = true;
    return accessed(r, where);
}

/// An asynchronous copy, which has just been made, is on its way until somebody waits for it: it
/// writes to `at`, or, `out`, reads what is there.
Val Codegen::heap_note(const Val& at, const std::optional<Val>& bytes) {
    const Slot a = lanes(address_of(at));
    const Slot b = bytes ? lanes(convert_kind(*bytes, Kind::u64)) : 0;
    const Slot d = bytes ? new_lanes(Kind::u64) : 0;
    Instr& i = emit(Code::heap_note);
    i.a = a, i.b = b, i.d = d, i.mask = mask();
    i.flag = bytes ? 0 : 1;
    return bytes ? lanes_in(d, Kind::u64) : Val{};
}

void Codegen::note_copying(const Val& at, const Val& bytes, bool out) {
    if (on_host_ || is_local(at)) return;
    program_->copies = true;
    const Slot a = lanes(address_of(at));
    const Slot b = lanes(number(bytes));
    Instr& i = emit(Code::copying);
    i.a = a, i.b = b, i.mask = mask();
    i.flag = out ? 1 : 0;
}

namespace {

/// An atomic of 16 bits is another one.
Builtin atomic_of(const Expr* e) {
    const TypeKind type = e->type->kind;
    if (e->builtin == Builtin::atomic_cas && type == TypeKind::u16) return Builtin::atomic_cas_u16;
    if (e->builtin == Builtin::atomic_add && type == TypeKind::f16) return Builtin::atomic_add_f16;
    if (e->builtin == Builtin::atomic_add && type == TypeKind::bf16)
        return Builtin::atomic_add_bf16;
    return e->builtin;
}

}  // namespace

Val Codegen::atomic(const Expr* e) {
    const Kind kind = kind_of(e->type);
    Val p = eval(e->args[0]);
    Val value = number(eval(e->args[1]));
    Val compared = e->args.size() > 2 ? number(eval(e->args[2])) : Val{};
    value.kind = kind;
    if (is_local(p))
        fail(e->place,
             "an atomic on a variable of one thread has no meaning: it is for shared and global "
             "memory");
    if (e->args.size() > 2) {
        // atomicCAS(address, compare, value)
        compared.kind = kind;
        std::swap(value, compared);
    }
    value = passed(value, kind);
    if (e->args.size() > 2) compared = passed(compared, kind);
    const Slot b = lanes(value);
    const Slot c = e->args.size() > 2 ? lanes(compared) : 0;
    if (p.object < 0 ||
        program_->objects[static_cast<std::size_t>(p.object)].space != Space::shared) {
        program_->cooperates = true;
    }
    const Slot a = lanes(p);
    const Slot d = new_lanes(kind);
    const int where = site(e, SiteKind::atomic, p.object, static_cast<std::uint32_t>(e->type->size),
                           kind, e->builtin);
    Instr& i = emit(p.object >= 0 ? Code::atomic : Code::atomic_at);
    i.kind = kind;
    i.flag = static_cast<std::uint8_t>(atomic_of(e));
    i.of_block = e->of_block;
    i.d = d, i.c = c;
    fill_access(i, p, where, {Form::vv, a, b});
    if (e->args.size() > 2)
        note_use(where, {&value, &compared});
    else
        note_use(where, {&value});
    if (where >= 0 && p.object < 0) dynamic_loads_ = dynamic_stores_ = true;
    Val r = lanes_in(d, kind);
    r.owned = true;
    return accessed(r, where);
}

Operand Codegen::operand_of(Val v, const Type* type) {
    Operand o;
    o.type = type;
    if (type->is_pointer()) v = address_of(v);
    o.kind = kind_of(type);
    if (v.boolean && v.form == Val::Form::bits) {
        o.form = Operand::Form::bits;
        o.slot = v.slot;
        return o;
    }
    v.kind = o.kind;
    o.form = v.is_scalar() ? Operand::Form::scalar : Operand::Form::lanes;
    o.slot = v.is_scalar() ? scalar(v) : lanes(v);
    return o;
}

namespace {

/// Whether a conversion says by a number which value it takes: %2$d.
bool names_operands(std::string_view format) {
    for (std::size_t i = format.find('%'); i < format.size(); i = format.find('%', i)) {
        const std::size_t behind = format.find_first_not_of("0123456789", ++i);
        if (behind < format.size() && behind > i && format[behind] == '$') return true;
        if (i < format.size() && format[i] == '%') ++i;
    }
    return false;
}

}  // namespace

Val Codegen::print(const Expr* e) {
    Call c;
    c.place = in_text(e->place);
    c.builtin = e->builtin;
    c.text = e->args[0]->string;
    if (!on_host_ && names_operands(c.text))
        fail(e->place, "a kernel's printf takes its values in their order: %1$ is for the host");
    c.operands.resize(e->args.size() - 1);
    for (const std::size_t i : order_of(e)) {
        if (i == 0) continue;
        const Expr* a = e->args[i];
        Operand& o = c.operands[i - 1];
        if (a->kind == ExprKind::string) {
            o.form = Operand::Form::text;
            o.text = a->string;
        } else {
            o = operand_of(eval_at_its_turn(e, a), a->type);
        }
    }
    // Its result is how many characters it prints, a kernel's how many values.
    if (on_host_) return scalar_in(emit_host_call(std::move(c)), Kind::i32);
    program_->calls.push_back(std::move(c));
    Instr& i = emit(Code::print);
    i.imm = static_cast<std::int64_t>(program_->calls.size()) - 1;
    i.mask = mask();
    return constant(Kind::i32, std::ssize(e->args) - 1);
}

Val Codegen::math(const Expr* e) {
    const Kind kind = e->args.empty() ? Kind::i32 : kind_of(e->args[0]->type);
    std::vector<Val> a;
    a.resize(e->args.size());
    for (const std::size_t i : order_of(e)) a[i] = number(eval(e->args[i]));
    place_ = e->place;
    const std::size_t before = program_->code.size();
    Val r = math_of(e, kind, a);
    if (!origins_ || a.empty()) return r;
    switch (e->builtin) {
        case Builtin::float_to_bits:
        case Builtin::bits_to_float:
        case Builtin::double_to_bits:
        case Builtin::bits_to_double: r.origin = a[0].origin; return r;
        default: break;
    }
    const Code code = code_of(e->builtin, a.size());
    if (a.size() == 1) return computed(r, before, {code, kind, e->builtin}, {&a[0]});
    if (a.size() == 2) return computed(r, before, {code, kind, e->builtin}, {&a[0], &a[1]});
    return computed(r, before, {code, kind, e->builtin}, {&a[0], &a[1], &a[2]});
}

Val Codegen::math_of(const Expr* e, Kind kind, std::vector<Val> a) {
    const auto relabel = [&](Kind to) {
        Val v = a[0];
        if (v.form == Val::Form::affine) v = lanes_in(lanes(v), to);
        v.kind = to;
        if (v.is_constant() && !is_wide(to))
            v.base.bits =
                to == Kind::f32 ? v.base.bits & 0xffffffff : cut_constant(to, v.base.bits);
        return v;
    };
    const auto map = [&](Builtin function, Kind result) {
        bool one = true;
        for (Val& v : a) {
            v.kind = kind;
            one = one && v.is_scalar();
        }
        Slot slots[3] = {0, 0, 0};
        for (std::size_t i = 0; i < a.size(); ++i) slots[i] = one ? scalar(a[i]) : lanes(a[i]);
        const Slot d = one ? new_scalar() : new_lanes(result);
        Instr& i = emit(a.size() == 1 ? Code::map1 : a.size() == 2 ? Code::map2 : Code::map3);
        i.kind = kind;
        i.flag = static_cast<std::uint8_t>(function);
        i.form = one ? Form::ss : Form::vv;
        i.d = d, i.a = slots[0], i.b = slots[1], i.c = slots[2];
        i.mask = mask();
        Val r = one ? scalar_in(d, result) : lanes_in(d, result);
        r.owned = true;
        return r;
    };
    switch (e->builtin) {
        case Builtin::min: return arithmetic(Code::min, kind, a[0], a[1]);
        case Builtin::max: return arithmetic(Code::max, kind, a[0], a[1]);
        case Builtin::add_rn: return arithmetic(Code::add, kind, a[0], a[1]);
        case Builtin::sub_rn: return arithmetic(Code::sub, kind, a[0], a[1]);
        case Builtin::mul_rn: return arithmetic(Code::mul, kind, a[0], a[1]);
        case Builtin::div_rn: return arithmetic(Code::div, kind, a[0], a[1]);
        case Builtin::rcp:
            return arithmetic(Code::div, kind, constant(kind, std::bit_cast<std::uint32_t>(1.0f)),
                              a[0]);
        case Builtin::fma: return fused(kind, a[0], a[1], a[2]);
        case Builtin::abs:
            if (!is_float(kind)) {
                if (kind == Kind::u32 || kind == Kind::u64) return a[0];
                return arithmetic(Code::max, kind, a[0],
                                  arithmetic(Code::sub, kind, constant(kind, 0), a[0]));
            }
            break;
        case Builtin::float_to_bits: return relabel(kind_of(e->type));
        case Builtin::bits_to_float: return relabel(Kind::f32);
        case Builtin::double_to_bits: return relabel(Kind::i64);
        case Builtin::bits_to_double: return relabel(Kind::f64);
        case Builtin::round_even_int:
        case Builtin::round_even_uint:
            return convert_kind(map(Builtin::rint, kind), kind_of(e->type));
        case Builtin::floor_int:
        case Builtin::floor_uint: return convert_kind(map(Builtin::floor, kind), kind_of(e->type));
        case Builtin::ceil_int:
        case Builtin::ceil_uint: return convert_kind(map(Builtin::ceil, kind), kind_of(e->type));
        case Builtin::trunc_int:
        case Builtin::trunc_uint: return convert_kind(map(Builtin::trunc, kind), kind_of(e->type));
        case Builtin::isnan:
        case Builtin::isinf:
        case Builtin::isfinite:
        case Builtin::signbit: return truth(map(e->builtin, Kind::i32), Kind::i32);
        default: break;
    }
    return map(e->builtin, kind_of(e->type));
}

/// Where its result will be.
Slot Codegen::emit_host_call(Call call) {
    program_->calls.push_back(std::move(call));
    const Slot d = new_scalar();
    Instr& i = emit(Code::host_call);
    i.imm = static_cast<std::int64_t>(program_->calls.size()) - 1;
    i.d = d;
    return d;
}

/// clock() of the host: microseconds since the run began. A kernel's counts its own.
Val Codegen::host_clock(Place where) {
    Call c;
    c.place = in_text(where);
    c.builtin = Builtin::host_seconds;
    const Val seconds = scalar_in(emit_host_call(std::move(c)), Kind::f64);
    const Val per_second = constant(Kind::f64, std::bit_cast<std::int64_t>(double{CLOCKS_PER_SEC}));
    return convert_kind(arithmetic(Code::mul, Kind::f64, seconds, per_second), Kind::i64);
}

Val Codegen::host_builtin(const Expr* e) {
    if (!on_host_)
        fail(e->place,
             fmt::format("{} is a function of the host: kernels cannot call it", e->string));
    Call c;
    c.place = in_text(e->place);
    c.builtin = e->builtin;
    c.text = e->string;
    c.kernel = e->function;
    const bool allocates =
        e->builtin == Builtin::cuda_malloc || e->builtin == Builtin::cuda_malloc_managed;
    Location target;
    std::vector<std::optional<Operand>> operands(e->args.size());
    for (const std::size_t i : order_of(e)) {
        const Expr* a = e->args[i];
        if (i == 0 && allocates) {
            if (a->kind == ExprKind::address) {
                target = place_of(a->a);
            } else {
                target.type = a->type->of;
                target.pointer = eval(a);
            }
            continue;
        }
        Operand& o = operands[i].emplace();
        if (a->kind == ExprKind::string) {
            o.form = Operand::Form::text;
            o.text = a->string;
        } else if (a->type->is_struct()) {
            fail(a->place, "only numbers are printed");
        } else {
            o = operand_of(eval_at_its_turn(e, a), a->type);
        }
    }
    for (std::optional<Operand>& o : operands) {
        if (o) c.operands.push_back(*o);
    }
    if (e->c != nullptr) {
        c.operands.push_back(operand_of(eval(e->c), e->c->type));
        c.has_stream = true;
    }
    const Slot d = emit_host_call(std::move(c));
    if (allocates) {
        Val v = scalar_in(d, Kind::u64);
        v.pointer = true;
        store(target, v);
        Call status;
        status.place = e->place;
        status.builtin = Builtin::cuda_status;
        return scalar_in(emit_host_call(std::move(status)), Kind::i32);
    }
    if (e->type->is_void()) return {};
    Val r = scalar_in(d, kind_of(e->type));
    r.pointer = e->type->is_pointer();
    return r;
}

/// Here the host's run ends: what comes is not understood.
void Codegen::stop(const Fault& fault) {
    Call c;
    c.place = in_text(fault.place);
    c.builtin = Builtin::stop;
    c.text = unit_.names.keep(fault.message);
    emit_host_call(std::move(c));
}

void Codegen::launch(const Expr* e) {
    Call c;
    c.place = in_text(e->place);
    c.text = e->string;
    c.kernel = e->function;
    for (std::size_t i = 0; i < e->args.size(); ++i) {
        const Expr* a = e->args[i];
        if (a->type->is_struct()) {
            const std::vector<Val> values = eval_struct(a);
            for (std::size_t l = 0; l < values.size(); ++l) {
                c.operands.push_back(operand_of(values[l], a->type->structure->leaves[l].type));
            }
        } else {
            c.operands.push_back(operand_of(eval(a), a->type));
        }
    }
    if (e->c != nullptr) {
        c.operands.push_back(operand_of(eval(e->c), e->c->type));
        c.has_stream = true;
    }
    program_->calls.push_back(std::move(c));
    const Slot d = new_scalar();
    Instr& i = emit(Code::launch);
    i.d = d;
    i.mask = mask();
    i.imm = static_cast<std::int64_t>(program_->calls.size()) - 1;
}

}  // namespace stridescope::language

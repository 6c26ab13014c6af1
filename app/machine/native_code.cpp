#include "app/machine/native_code.h"

#if defined(STRIDESCOPE_NATIVE_LOOPS)

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include <asmjit/x86.h>

#include "app/machine/native_loops.h"

namespace stridescope::machine {
namespace {

using language::Builtin;
using language::Cell;
using language::Code;
using language::Form;
using language::Instr;
using language::Kind;
using language::Slot;
namespace x86 = asmjit::x86;

constexpr std::size_t most_operations = 2000, most_slots = 60;

/// How an operation looks at a register of the frame.
enum class As : std::uint8_t { i32, i64, f32, f64 };

constexpr bool is_real(As as) {
    return as == As::f32 || as == As::f64;
}
constexpr bool is_wide(As as) {
    return as == As::i64 || as == As::f64;
}

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

/// What a cell is in a register.
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

bool is_cell(Cell cell) {
    return cell != Cell::f16 && cell != Cell::bf16;
}

/// What becomes of an operation.
enum class Way : std::uint8_t {
    own,     ///< code of its own
    single,  ///< it is called; it needs its operands alone
    host,    ///< it is called; it may need everything
    leave    ///< the code is left before it
};

struct Use {
    Way way = Way::leave;
    std::vector<std::pair<Slot, As>> reads;
    std::optional<std::pair<Slot, As>> writes;
};

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

Use use_of_map(const Instr& i) {
    const As as = as_kind(i.kind);
    const auto f = static_cast<Builtin>(i.flag);
    if (!is_real(as)) return {};
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
    const bool is_far = i.kind == Kind::u64 && is_float(to);
    const bool is_huge = is_float(i.kind) && to == Kind::u64;
    return {
        is_far || is_huge ? Way::single : Way::own, {{i.a, as_kind(i.kind)}}, {{i.d, as_kind(to)}}};
}

/// Of a vector's access to an array: wherever its index points, it is where vectors may lie.
bool is_always_aligned(const Instr& i, const Operation& o) {
    return i.imm % o.size == 0 && i.scale % o.size == 0;
}

Use use_of(const Instr& i, const Operation& o) {
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
        case Code::map2: return i.form == Form::ss ? use_of_map(i) : Use{};
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

// What the code calls. None of it throws: nobody could find the way back through the code.
const Operation* call_host(Context* context, NativeLoop* loop, const Operation* operation,
                           std::byte* frame) {
    return context->native->call(*loop, operation, frame, *context);
}
std::uint32_t find_site(Context* context, NativeSite* site, std::uint64_t address,
                        std::uint64_t width) {
    std::byte* at = context->memory->reach(address, static_cast<std::uint32_t>(width));
    if (at == nullptr) return 0;
    const Allocation* a = context->memory->find(address);
    *site = {a->address, a->bytes - width + 1, a->data};
    return 1;
}
const Operation* stop_here(const Operation*, std::byte*, Context&) {
    return nullptr;
}

/// Makes the code of one loop. A register of the frame is one of the processor's where all
/// operations look at it in the same way; else it stays in the frame. All are written back when the
/// code is left.
class Emitter {
  public:
    Emitter(const LoadedProgram& loaded, std::size_t first, std::size_t last, NativeLoop& loop,
            asmjit::CodeHolder& holder)
        : loaded_(loaded),
          program_(*loaded.program),
          first_(first),
          last_(last),
          loop_(loop),
          cc_(&holder) {}

    /// False: it is too large, or not understood by the assembler.
    bool emit() {
        if (!look_at_uses()) return false;
        begin();
        for (std::size_t n = first_; n <= last_; ++n) {
            cc_.bind(labels_[n - first_]);
            if (skips_) {
                skips_ = false;
                continue;
            }
            operation(n);
        }
        cc_.jmp(leave_at(last_ + 1));
        end();
        return cc_.finalize() == asmjit::kErrorOk;
    }

  private:
    // --- the frame's registers

    bool look_at_uses() {
        if (last_ - first_ >= most_operations) return false;
        std::map<Slot, As> seen;
        for (std::size_t n = first_; n <= last_; ++n) {
            uses_.push_back(use_of(program_.code[n], loaded_.code[n]));
            Use& use = uses_.back();
            const auto is_lanes = [&](const auto& one) {
                return one.first >= program_.lanes_begin;
            };
            if (use.way != Way::host &&
                (std::ranges::any_of(use.reads, is_lanes) || (use.writes && is_lanes(*use.writes))))
                use = {};
            if (use.way == Way::leave) continue;
            const auto see = [&](Slot slot, As as) {
                const auto [at, fresh] = seen.try_emplace(slot, as);
                if (!fresh && at->second != as) in_frame_.insert(slot);
            };
            for (const auto& [slot, as] : use.reads) see(slot, as);
            if (!use.writes) continue;
            see(use.writes->first, use.writes->second);
            if (use.way == Way::host)
                in_frame_.insert(use.writes->first);
            else
                written_.insert(use.writes->first);
        }
        for (const auto& [slot, as] : seen) {
            if (!is_constant(slot) && !in_frame_.contains(slot)) as_[slot] = as;
        }
        return as_.size() <= most_slots;
    }

    bool is_constant(Slot slot) const {
        return slot >= program_.first_constant &&
               slot < program_.first_constant + program_.constants.size() * 8;
    }
    std::uint64_t constant(Slot slot) const {
        return program_.constants[(slot - program_.first_constant) / 8];
    }

    x86::Mem in_frame(Slot slot, As as) const {
        return x86::Mem(frame_, static_cast<std::int32_t>(slot), is_wide(as) ? 8 : 4);
    }
    x86::Gp new_whole(As as) {
        if (is_wide(as)) return cc_.newGpq();
        return cc_.newGpd();
    }
    x86::Xmm new_real(As as) { return as == As::f64 ? cc_.newXmmSd() : cc_.newXmmSs(); }
    static x86::Gp whole_in(const x86::Gp& reg, As as) {
        if (is_wide(as)) return reg.r64();
        return reg.r32();
    }

    /// The register's value, as an instruction's operand: a register, a place in memory or a
    /// number.
    asmjit::Operand value(Slot slot, As as) {
        if (is_constant(slot)) {
            const auto bits = static_cast<std::int64_t>(constant(slot));
            if (as == As::i32) return asmjit::Imm(static_cast<std::int32_t>(bits));
            if (as == As::i64 && bits == static_cast<std::int32_t>(bits)) return asmjit::Imm(bits);
            return in_frame(slot, as);
        }
        const auto found = registers_.find(slot);
        if (found == registers_.end()) return in_frame(slot, as);
        return found->second;
    }
    x86::Gp whole(Slot slot, As as) {
        const asmjit::Operand operand = value(slot, as);
        if (operand.isReg()) return operand.as<x86::Gp>();
        const x86::Gp reg = new_whole(as);
        cc_.emit(x86::Inst::kIdMov, reg, operand);
        return reg;
    }
    x86::Xmm real(Slot slot, As as) {
        const asmjit::Operand operand = value(slot, as);
        if (operand.isReg()) return operand.as<x86::Xmm>();
        const x86::Xmm reg = new_real(as);
        cc_.emit(as == As::f64 ? x86::Inst::kIdMovsd : x86::Inst::kIdMovss, reg, operand);
        return reg;
    }
    void copy(const x86::Xmm& to, const x86::Xmm& from) {
        if (to.id() != from.id()) cc_.movaps(to, from);
    }

    /// Where the result is made: in the register itself, but where `other` operand still needs it.
    x86::Gp whole_result(Slot slot, As as, std::optional<Slot> other = std::nullopt) {
        const auto found = registers_.find(slot);
        if (found != registers_.end() && other != slot) return found->second.as<x86::Gp>();
        return new_whole(as);
    }
    x86::Xmm real_result(Slot slot, As as, std::optional<Slot> other = std::nullopt) {
        const auto found = registers_.find(slot);
        if (found != registers_.end() && other != slot) return found->second.as<x86::Xmm>();
        return new_real(as);
    }
    void give(Slot slot, As as, const x86::Gp& reg) {
        const auto found = registers_.find(slot);
        if (found == registers_.end()) {
            cc_.mov(in_frame(slot, as), whole_in(reg, as));
        } else if (found->second.id() != reg.id()) {
            cc_.mov(found->second.as<x86::Gp>(), whole_in(reg, as));
        }
    }
    void give(Slot slot, As as, const x86::Xmm& reg) {
        const auto found = registers_.find(slot);
        if (found == registers_.end()) {
            cc_.emit(as == As::f64 ? x86::Inst::kIdMovsd : x86::Inst::kIdMovss, in_frame(slot, as),
                     reg);
        } else {
            copy(found->second.as<x86::Xmm>(), reg);
        }
    }
    void load_register(Slot slot, As as) {
        const asmjit::Operand& reg = registers_.at(slot);
        const auto mov = as == As::f64   ? x86::Inst::kIdMovsd
                         : as == As::f32 ? x86::Inst::kIdMovss
                                         : x86::Inst::kIdMov;
        cc_.emit(mov, reg, in_frame(slot, as));
    }
    void save_register(Slot slot, As as) {
        const asmjit::Operand& reg = registers_.at(slot);
        const auto mov = as == As::f64   ? x86::Inst::kIdMovsd
                         : as == As::f32 ? x86::Inst::kIdMovss
                                         : x86::Inst::kIdMov;
        cc_.emit(mov, in_frame(slot, as), reg);
    }
    void save_written() {
        for (const auto& [slot, as] : as_) {
            if (written_.contains(slot)) save_register(slot, as);
        }
    }

    // --- begin and end

    void begin() {
        auto* function = cc_.addFunc(
            asmjit::FuncSignatureT<const Operation*, std::byte*, Context*, std::uint64_t*>());
        frame_ = cc_.newIntPtr();
        context_ = cc_.newIntPtr();
        rounds_at_ = cc_.newIntPtr();
        rounds_ = cc_.newGpq();
        result_ = cc_.newIntPtr();
        function->setArg(0, frame_);
        function->setArg(1, context_);
        function->setArg(2, rounds_at_);
        cc_.mov(rounds_, x86::qword_ptr(rounds_at_));
        for (const auto& [slot, as] : as_) {
            if (is_real(as))
                registers_[slot] = new_real(as);
            else
                registers_[slot] = new_whole(as);
            load_register(slot, as);
        }
        exit_ = cc_.newLabel();
        exit_saved_ = cc_.newLabel();
        for (std::size_t n = first_; n <= last_; ++n) labels_.push_back(cc_.newLabel());
        is_target_.resize(last_ - first_ + 2);
        for (std::size_t n = first_; n <= last_; ++n) {
            const Instr& i = program_.code[n];
            if (!language::jumps(i.code)) continue;
            const auto target = static_cast<std::size_t>(i.target);
            if (target >= first_ && target <= last_) is_target_[target - first_] = true;
        }
        // Nobody takes part: left to the operations. Mostly that never changes.
        std::set<Slot> masks;
        for (std::size_t n = first_; n <= last_; ++n) {
            const Instr& i = program_.code[n];
            if (uses_[n - first_].way == Way::own && has_mask(i) && !changes(i.mask))
                masks.insert(i.mask);
        }
        for (const Slot mask : masks) test_mask(mask, first_);
    }
    static bool has_mask(const Instr& i) {
        switch (i.code) {
            case Code::load:
            case Code::store:
            case Code::wide:
            case Code::load_at:
            case Code::store_at:
            case Code::wide_at: return true;
            default: return false;
        }
    }
    bool changes(Slot slot) const { return written_.contains(slot) || in_frame_.contains(slot); }
    void test_mask(Slot mask, std::size_t at) {
        if (is_constant(mask)) {
            if (static_cast<std::uint32_t>(constant(mask)) == 0) cc_.jmp(leave_at(at));
            return;
        }
        const x86::Gp reg = whole(mask, As::i32);
        cc_.test(reg, reg);
        cc_.jz(leave_at(at));
    }

    /// Where the code is left, to go on at this operation.
    asmjit::Label leave_at(std::size_t n) {
        const auto [at, fresh] = leaving_.try_emplace(n);
        if (fresh) at->second = cc_.newLabel();
        return at->second;
    }
    asmjit::Label label_of(std::size_t n) {
        return n >= first_ && n <= last_ ? labels_[n - first_] : leave_at(n);
    }
    const Operation* address_of(std::size_t n) const { return loaded_.code.data() + n; }

    void end() {
        // What is seldom needed; more may come up on the way.
        for (std::size_t k = 0; k < seldom_.size(); ++k) seldom_[k]();
        for (const auto& [n, label] : leaving_) {
            cc_.bind(label);
            cc_.mov(result_, asmjit::Imm(address_of(n)));
            cc_.jmp(exit_);
        }
        cc_.bind(exit_);
        save_written();
        cc_.bind(exit_saved_);
        cc_.mov(x86::qword_ptr(rounds_at_), rounds_);
        cc_.ret(result_);
        cc_.endFunc();
    }

    // --- operations

    void operation(std::size_t n) {
        const Instr& i = program_.code[n];
        switch (uses_[n - first_].way) {
            case Way::leave: cc_.jmp(leave_at(n)); return;
            case Way::single: call_single(n); return;
            case Way::host: ask_host(n); return;
            case Way::own: break;
        }
        switch (i.code) {
            case Code::add:
            case Code::sub:
            case Code::mul:
            case Code::and_:
            case Code::or_:
            case Code::xor_: is_float(i.kind) ? real_binary(i) : whole_binary(i); return;
            case Code::div:
            case Code::rem: is_float(i.kind) ? real_binary(i) : division(i, n); return;
            case Code::shl:
            case Code::shr: shift(i); return;
            case Code::min:
            case Code::max: smaller_or_larger(i); return;
            case Code::lt:
            case Code::le:
            case Code::eq:
            case Code::ne: comparison(i, n); return;
            case Code::neg: negate(i); return;
            case Code::bit_not: {
                const As as = as_kind(i.kind);
                const x86::Gp d = whole_result(i.d, as);
                cc_.emit(x86::Inst::kIdMov, d, value(i.a, as));
                cc_.not_(d);
                give(i.d, as, d);
                return;
            }
            case Code::map1: root_or_absolute(i); return;
            case Code::convert: convert(i, n); return;
            case Code::narrow: narrow(i); return;
            case Code::to_index: to_index(i); return;
            case Code::move: move(i.d, i.a, as_kind(i.kind)); return;
            case Code::spread: {
                const x86::Gp t = cc_.newGpd();
                cc_.emit(x86::Inst::kIdMov, t, value(i.a, As::i32));
                cc_.neg(t);
                cc_.sbb(t, t);
                give(i.d, As::i32, t);
                return;
            }
            case Code::jump: cc_.jmp(label_of(static_cast<std::size_t>(i.target))); return;
            case Code::jump_zero:
            case Code::jump_empty:
            case Code::jump_nonzero: {
                const x86::Gp a = whole(i.a, As::i32);
                const asmjit::Label to = label_of(static_cast<std::size_t>(i.target));
                cc_.test(a, a);
                if (i.code == Code::jump_nonzero)
                    cc_.jnz(to);
                else
                    cc_.jz(to);
                return;
            }
            case Code::jump_back:
                cc_.test(rounds_, rounds_);
                cc_.jz(leave_at(n));
                cc_.dec(rounds_);
                cc_.jmp(label_of(static_cast<std::size_t>(i.target)));
                return;
            case Code::load:
            case Code::store:
            case Code::wide: access(i, n); return;
            case Code::load_at:
            case Code::store_at:
            case Code::wide_at: access_at(i, n); return;
            default: return;  // loop_enter, loop_next: nothing is recorded
        }
    }

    void move(Slot to, Slot from, As as) {
        if (is_real(as)) {
            give(to, as, real(from, as));
            return;
        }
        const auto found = registers_.find(to);
        if (found != registers_.end()) {
            cc_.emit(x86::Inst::kIdMov, found->second, value(from, as));
        } else {
            give(to, as, whole(from, as));
        }
    }

    void whole_binary(const Instr& i) {
        const As as = as_kind(i.kind);
        const bool may_swap = i.code != Code::sub;
        Slot a = i.a, b = i.b;
        if (may_swap && i.d == b) std::swap(a, b);
        const x86::Gp d = whole_result(i.d, as, a == b ? std::nullopt : std::optional{b});
        asmjit::Operand right = value(b, as);
        if (i.code == Code::mul) {
            if (right.isImm()) {
                cc_.emit(x86::Inst::kIdImul, d, whole(a, as), right);
            } else {
                cc_.emit(x86::Inst::kIdMov, d, value(a, as));
                cc_.emit(x86::Inst::kIdImul, d, a == b ? asmjit::Operand(d) : right);
            }
            give(i.d, as, d);
            return;
        }
        const asmjit::Operand left = value(a, as);
        if (!left.isReg() || left.id() != d.id()) cc_.emit(x86::Inst::kIdMov, d, left);
        const auto id = i.code == Code::add    ? x86::Inst::kIdAdd
                        : i.code == Code::sub  ? x86::Inst::kIdSub
                        : i.code == Code::and_ ? x86::Inst::kIdAnd
                        : i.code == Code::or_  ? x86::Inst::kIdOr
                                               : x86::Inst::kIdXor;
        cc_.emit(id, d, a == b ? asmjit::Operand(d) : right);
        give(i.d, as, d);
    }

    void real_binary(const Instr& i) {
        const As as = as_kind(i.kind);
        const x86::Xmm d = real_result(i.d, as, i.a == i.b ? std::nullopt : std::optional{i.b});
        const asmjit::Operand b = value(i.b, as);
        copy(d, real(i.a, as));
        const bool wide = as == As::f64;
        const auto id = i.code == Code::add   ? wide ? x86::Inst::kIdAddsd : x86::Inst::kIdAddss
                        : i.code == Code::sub ? wide ? x86::Inst::kIdSubsd : x86::Inst::kIdSubss
                        : i.code == Code::mul ? wide ? x86::Inst::kIdMulsd : x86::Inst::kIdMulss
                        : wide                ? x86::Inst::kIdDivsd
                                              : x86::Inst::kIdDivss;
        cc_.emit(id, d, i.a == i.b ? asmjit::Operand(d) : b);
        give(i.d, as, d);
    }

    /// By zero is left to the operation, which tells it; by −1 the least number has no quotient.
    void division(const Instr& i, std::size_t n) {
        const As as = as_kind(i.kind);
        const bool is_rest = i.code == Code::rem;
        std::optional<std::int64_t> by;
        if (is_constant(i.b)) {
            by = static_cast<std::int64_t>(constant(i.b));
            if (as == As::i32) by = static_cast<std::int32_t>(*by);
        }
        if (by == 0) {
            cc_.jmp(leave_at(n));
            return;
        }
        const x86::Gp b = cc_.newGpq(), low = cc_.newGpq(), high = cc_.newGpq();
        const x86::Gp divisor = whole_in(b, as), l = whole_in(low, as), h = whole_in(high, as);
        cc_.emit(x86::Inst::kIdMov, divisor, value(i.b, as));
        cc_.emit(x86::Inst::kIdMov, l, value(i.a, as));
        const asmjit::Label done = cc_.newLabel();
        if (!by) {
            cc_.test(divisor, divisor);
            cc_.jz(leave_at(n));
        }
        if (!is_signed(i.kind)) {
            cc_.xor_(high.r32(), high.r32());
            cc_.div(h, l, divisor);
            give(i.d, as, is_rest ? high : low);
            return;
        }
        const x86::Gp result = cc_.newGpq();
        if (!by || by == -1) {
            const asmjit::Label usual = cc_.newLabel();
            cc_.cmp(divisor, -1);
            cc_.jne(usual);
            if (is_rest) {
                cc_.xor_(result.r32(), result.r32());
            } else {
                cc_.mov(whole_in(result, as), l);
                cc_.neg(whole_in(result, as));
            }
            cc_.jmp(done);
            cc_.bind(usual);
        }
        if (as == As::i64)
            cc_.cqo(h, l);
        else
            cc_.cdq(h, l);
        cc_.idiv(h, l, divisor);
        cc_.mov(whole_in(result, as), is_rest ? h : l);
        cc_.bind(done);
        give(i.d, as, result);
    }

    /// By the width or more: nothing is left but the sign.
    void shift(const Instr& i) {
        const As as = as_kind(i.kind);
        const std::uint32_t width = is_wide(as) ? 64 : 32;
        const bool keeps_sign = i.code == Code::shr && is_signed(i.kind);
        const auto id = i.code == Code::shl ? x86::Inst::kIdShl
                        : keeps_sign        ? x86::Inst::kIdSar
                                            : x86::Inst::kIdShr;
        const x86::Gp t = new_whole(as);
        cc_.emit(x86::Inst::kIdMov, t, value(i.a, as));
        if (is_constant(i.b)) {
            std::uint64_t by = constant(i.b);
            if (as == As::i32) by = static_cast<std::uint32_t>(by);
            if (by >= width && !keeps_sign)
                cc_.emit(x86::Inst::kIdMov, t, asmjit::Imm(0));
            else
                cc_.emit(id, t, asmjit::Imm(std::min<std::uint64_t>(by, width - 1)));
            give(i.d, as, t);
            return;
        }
        const x86::Gp by = cc_.newGpq();
        const x86::Gp count = whole_in(by, as);
        const x86::Gp other = new_whole(as);
        cc_.emit(x86::Inst::kIdMov, count, value(i.b, as));
        if (keeps_sign) {
            cc_.mov(other, width - 1);
            cc_.cmp(count, width - 1);
            cc_.cmova(count, other);
            cc_.emit(id, t, by.r8());
        } else {
            cc_.emit(id, t, by.r8());
            cc_.mov(other, 0);
            cc_.cmp(count, width - 1);
            cc_.cmova(t, other);
        }
        give(i.d, as, t);
    }

    void smaller_or_larger(const Instr& i) {
        const As as = as_kind(i.kind);
        const x86::Gp t = new_whole(as), b = whole(i.b, as);
        cc_.emit(x86::Inst::kIdMov, t, value(i.a, as));
        cc_.cmp(t, b);
        const bool smaller = i.code == Code::min;
        if (is_signed(i.kind))
            smaller ? cc_.cmovg(t, b) : cc_.cmovl(t, b);
        else
            smaller ? cc_.cmova(t, b) : cc_.cmovb(t, b);
        give(i.d, as, t);
    }

    /// A jump that follows and asks for nothing else takes the processor's flags.
    void comparison(const Instr& i, std::size_t n) {
        const As as = as_kind(i.kind);
        const x86::Gp t = cc_.newGpd();
        using x86::CondCode;
        CondCode code{};
        if (is_real(as)) {
            const bool is_less = i.code == Code::lt || i.code == Code::le;
            // a < b is b > a, which is false where one is not a number.
            const x86::Xmm left = real(is_less ? i.b : i.a, as);
            const x86::Xmm right = real(is_less ? i.a : i.b, as);
            if (as == As::f64)
                cc_.ucomisd(left, right);
            else
                cc_.ucomiss(left, right);
            if (!is_less) {
                const x86::Gp other = cc_.newGpd();
                const bool equal = i.code == Code::eq;
                if (equal) {
                    cc_.sete(t.r8());
                    cc_.setnp(other.r8());
                    cc_.and_(t.r8(), other.r8());
                } else {
                    cc_.setne(t.r8());
                    cc_.setp(other.r8());
                    cc_.or_(t.r8(), other.r8());
                }
                cc_.movzx(t, t.r8());
                give(i.d, As::i32, t);
                return;
            }
            code = i.code == Code::lt ? CondCode::kA : CondCode::kAE;
        } else {
            cc_.emit(x86::Inst::kIdCmp, whole(i.a, as), value(i.b, as));
            switch (i.code) {
                case Code::lt: code = is_signed(i.kind) ? CondCode::kL : CondCode::kB; break;
                case Code::le: code = is_signed(i.kind) ? CondCode::kLE : CondCode::kBE; break;
                case Code::eq: code = CondCode::kE; break;
                default: code = CondCode::kNE; break;
            }
        }
        cc_.set(code, t.r8());
        cc_.movzx(t, t.r8());
        give(i.d, As::i32, t);
        if (n == last_ || is_target_[n + 1 - first_]) return;
        const Instr& next = program_.code[n + 1];
        if ((next.code != Code::jump_zero && next.code != Code::jump_nonzero) || next.a != i.d)
            return;
        cc_.j(next.code == Code::jump_nonzero ? code : x86::negateCond(code),
              label_of(static_cast<std::size_t>(next.target)));
        skips_ = true;
    }

    void negate(const Instr& i) {
        const As as = as_kind(i.kind);
        if (!is_real(as)) {
            const x86::Gp d = whole_result(i.d, as);
            cc_.emit(x86::Inst::kIdMov, d, value(i.a, as));
            cc_.neg(d);
            give(i.d, as, d);
            return;
        }
        change_sign(i, as, x86::Inst::kIdXorps, std::uint64_t{1} << (as == As::f64 ? 63 : 31));
    }

    /// By the bits of a constant; not by way of a whole register, since AsmJit takes a `movq` of
    /// what it has put into memory for MMX's.
    void change_sign(const Instr& i, As as, asmjit::InstId how, std::uint64_t bits) {
        const std::array<std::uint64_t, 2> all{bits, 0};
        const x86::Mem mask = cc_.newConst(asmjit::ConstPoolScope::kLocal, all.data(), sizeof all);
        const x86::Xmm d = real_result(i.d, as);
        copy(d, real(i.a, as));
        cc_.emit(how, d, mask);
        give(i.d, as, d);
    }

    void root_or_absolute(const Instr& i) {
        const As as = as_kind(i.kind);
        if (static_cast<Builtin>(i.flag) == Builtin::abs) {
            const std::uint64_t sign = std::uint64_t{1} << (as == As::f64 ? 63 : 31);
            change_sign(i, as, x86::Inst::kIdAndps, ~sign);
            return;
        }
        const x86::Xmm d = real_result(i.d, as);
        const x86::Xmm a = real(i.a, as);
        if (as == As::f64)
            cc_.sqrtsd(d, a);
        else
            cc_.sqrtss(d, a);
        give(i.d, as, d);
    }

    void convert(const Instr& i, std::size_t n) {
        const As from = as_kind(i.kind);
        const auto kind = static_cast<Kind>(i.flag);
        const As to = as_kind(kind);
        if (is_real(from) && is_real(to)) {
            const x86::Xmm d = real_result(i.d, to);
            const x86::Xmm a = real(i.a, from);
            if (from == to)
                copy(d, a);
            else if (to == As::f64)
                cc_.cvtss2sd(d, a);
            else
                cc_.cvtsd2ss(d, a);
            give(i.d, to, d);
        } else if (is_real(to)) {
            to_real(i, to);
        } else if (is_real(from)) {
            to_whole(i, from, kind, n);
        } else {
            const x86::Gp d = whole_result(i.d, to);
            const x86::Gp a = whole(i.a, from);
            if (is_wide(to) && !is_wide(from)) {
                if (is_signed(i.kind))
                    cc_.movsxd(d, a);
                else
                    cc_.mov(d.r32(), a);
            } else {
                cc_.mov(d, whole_in(a, to));
            }
            give(i.d, to, d);
        }
    }

    void to_real(const Instr& i, As to) {
        const As from = as_kind(i.kind);
        x86::Gp a = whole(i.a, from);
        if (i.kind == Kind::u32) {
            const x86::Gp all = cc_.newGpq();
            cc_.mov(all.r32(), a);
            a = all;
        }
        const x86::Xmm d = real_result(i.d, to);
        cc_.xorps(d, d);
        if (to == As::f64)
            cc_.cvtsi2sd(d, a);
        else
            cc_.cvtsi2ss(d, a);
        give(i.d, to, d);
    }

    /// What has no such whole number is left to the operation.
    void to_whole(const Instr& i, As from, Kind kind, std::size_t n) {
        const x86::Gp t = cc_.newGpq();
        const x86::Xmm a = real(i.a, from);
        const x86::Gp fast = kind == Kind::i32 ? t.r32() : t;
        if (from == As::f64)
            cc_.cvttsd2si(fast, a);
        else
            cc_.cvttss2si(fast, a);
        const x86::Gp test = cc_.newGpq();
        if (kind == Kind::u32) {
            cc_.mov(test, t);
            cc_.shr(test, 32);
            cc_.jnz(leave_at(n));
        } else if (kind == Kind::i32) {
            cc_.cmp(t.r32(), asmjit::Imm(INT32_MIN));
            cc_.je(leave_at(n));
        } else {
            cc_.mov(test, asmjit::Imm(INT64_MIN));
            cc_.cmp(t, test);
            cc_.je(leave_at(n));
        }
        give(i.d, as_kind(kind), t);
    }

    void narrow(const Instr& i) {
        const x86::Gp a = whole(i.a, As::i32);
        const x86::Gp t = cc_.newGpd();
        switch (static_cast<Cell>(i.flag)) {
            case Cell::i8: cc_.movsx(t, a.r8()); break;
            case Cell::u8: cc_.movzx(t, a.r8()); break;
            case Cell::i16: cc_.movsx(t, a.r16()); break;
            default: cc_.movzx(t, a.r16()); break;
        }
        give(i.d, As::i32, t);
    }

    /// The least number where it does not fit.
    void to_index(const Instr& i) {
        const x86::Gp a = whole(i.a, As::i64);
        const x86::Gp t = cc_.newGpq(), least = cc_.newGpd();
        const x86::Gp d = cc_.newGpd();
        cc_.mov(least, asmjit::Imm(INT32_MIN));
        cc_.mov(d, a.r32());
        if (is_signed(i.kind)) {
            cc_.movsxd(t, a.r32());
            cc_.cmp(t, a);
        } else {
            cc_.mov(t, a);
            cc_.shr(t, 31);
        }
        cc_.cmovne(d, least);
        give(i.d, As::i32, d);
    }

    // --- memory

    void load_cell(const Instr& i, x86::Mem at) {
        const auto cell = static_cast<Cell>(i.flag);
        const As as = as_cell(i);
        at.setSize(bytes_of(cell));
        if (is_real(as)) {
            const x86::Xmm d = real_result(i.d, as);
            if (as == As::f64)
                cc_.movsd(d, at);
            else
                cc_.movss(d, at);
            give(i.d, as, d);
            return;
        }
        const x86::Gp d = whole_result(i.d, as);
        switch (cell) {
            case Cell::i8:
            case Cell::i16: cc_.movsx(d, at); break;
            case Cell::u8:
            case Cell::u16: cc_.movzx(d, at); break;
            case Cell::boolean: {
                const x86::Gp t = cc_.newGpd();
                cc_.movzx(t, at);
                cc_.neg(t);
                cc_.sbb(d, d);
                cc_.neg(d);
                break;
            }
            default: cc_.mov(d, at); break;
        }
        give(i.d, as, d);
    }

    void store_cell(const Instr& i, x86::Mem at) {
        const auto cell = static_cast<Cell>(i.flag);
        const As as = as_cell(i);
        at.setSize(bytes_of(cell));
        if (is_real(as)) {
            const x86::Xmm v = real(i.d, as);
            if (as == As::f64)
                cc_.movsd(at, v);
            else
                cc_.movss(at, v);
            return;
        }
        const x86::Gp v = whole(i.d, as);
        switch (bytes_of(cell)) {
            case 1: cc_.mov(at, v.r8()); break;
            case 2: cc_.mov(at, v.r16()); break;
            default: cc_.mov(at, v); break;
        }
    }

    /// An element of an array that the program names. Where it lies is known.
    void access(const Instr& i, std::size_t n) {
        const Operation& o = loaded_.code[n];
        const View& view = loaded_.views[static_cast<std::size_t>(i.object)];
        if (view.written != nullptr) loop_.pieces.push_back(view.written);
        if (changes(i.mask)) test_mask(i.mask, n);
        const auto scale = static_cast<std::int64_t>(i.scale);
        if (is_constant(i.a)) {
            const auto index = static_cast<std::int32_t>(constant(i.a));
            if (index < o.least || index > o.most) {
                cc_.jmp(leave_at(n));
                return;
            }
            const x86::Gp base = cc_.newIntPtr();
            cc_.mov(base, asmjit::Imm(view.data + i.imm + index * scale));
            reach(i, x86::ptr(base));
            return;
        }
        const x86::Gp a = whole(i.a, As::i32);
        if (o.least == 0) {
            cc_.cmp(a, o.most);
            cc_.ja(leave_at(n));
        } else {
            cc_.cmp(a, o.least);
            cc_.jl(leave_at(n));
            cc_.cmp(a, o.most);
            cc_.jg(leave_at(n));
        }
        const x86::Gp base = cc_.newIntPtr(), index = cc_.newGpq();
        cc_.mov(base, asmjit::Imm(view.data + i.imm));
        cc_.movsxd(index, a);
        std::uint32_t shift = 0;
        if (scale == 2 || scale == 4 || scale == 8)
            shift = scale == 2 ? 1 : scale == 4 ? 2 : 3;
        else if (scale != 1)
            cc_.imul(index, index, asmjit::Imm(scale));
        reach(i, x86::ptr(base, index, shift));
    }

    /// What an address points to: in most cases in the piece in which the same access was before.
    void access_at(const Instr& i, std::size_t n) {
        const std::uint32_t width =
            i.code == Code::wide_at ? loaded_.code[n].size : bytes_of(static_cast<Cell>(i.flag));
        if (changes(i.mask)) test_mask(i.mask, n);
        NativeSite& site = loop_.sites.emplace_back();
        const x86::Gp address = cc_.newGpq(), offset = cc_.newGpq(), at = cc_.newIntPtr();
        const asmjit::Operand a = value(i.a, As::i64);
        const bool is_near = i.imm == static_cast<std::int32_t>(i.imm);
        if (a.isReg() && is_near && i.imm != 0) {
            cc_.lea(address, x86::ptr(a.as<x86::Gp>(), static_cast<std::int32_t>(i.imm)));
        } else {
            cc_.emit(x86::Inst::kIdMov, address, a);
            if (!is_near) {
                cc_.mov(offset, asmjit::Imm(i.imm));
                cc_.add(address, offset);
            } else if (i.imm != 0) {
                cc_.add(address, static_cast<std::int32_t>(i.imm));
            }
        }
        const asmjit::Label found = cc_.newLabel(), look = cc_.newLabel();
        if (width > 1) {
            cc_.test(address.r32(), width - 1);
            cc_.jnz(leave_at(n));
        }
        const x86::Gp sites = cc_.newIntPtr();
        cc_.bind(found);
        cc_.mov(sites, asmjit::Imm(&site));
        cc_.mov(offset, address);
        cc_.sub(offset, x86::qword_ptr(sites, offsetof(NativeSite, begin)));
        cc_.cmp(offset, x86::qword_ptr(sites, offsetof(NativeSite, limit)));
        cc_.jae(look);
        cc_.mov(at, x86::qword_ptr(sites, offsetof(NativeSite, data)));
        reach(i, x86::ptr(at, offset));
        seldom_.emplace_back([this, found, look, address, width, n, &site] {
            cc_.bind(look);
            asmjit::InvokeNode* call = nullptr;
            const x86::Gp is_found = cc_.newGpd();
            cc_.invoke(&call, asmjit::Imm(reinterpret_cast<std::uintptr_t>(&find_site)),
                       asmjit::FuncSignatureT<std::uint32_t, Context*, NativeSite*, std::uint64_t,
                                              std::uint64_t>());
            call->setArg(0, context_);
            call->setArg(1, asmjit::Imm(&site));
            call->setArg(2, address);
            call->setArg(3, asmjit::Imm(width));
            call->setRet(0, is_found);
            cc_.test(is_found, is_found);
            cc_.jz(leave_at(n));
            cc_.jmp(found);
        });
    }

    void reach(const Instr& i, const x86::Mem& at) {
        if (i.code == Code::load || i.code == Code::load_at)
            load_cell(i, at);
        else if (i.code == Code::store || i.code == Code::store_at)
            store_cell(i, at);  // of vectors the parts come by themselves
    }

    // --- what is called

    /// An operation that only computes: its operands are put into the frame for it.
    void call_single(std::size_t n) {
        const Use& use = uses_[n - first_];
        auto& alone = loop_.single.emplace_back();
        alone[0] = loaded_.code[n];
        alone[1].run = &stop_here;
        for (const auto& [slot, as] : use.reads) {
            if (registers_.contains(slot)) save_register(slot, as);
        }
        asmjit::InvokeNode* call = nullptr;
        cc_.invoke(
            &call, asmjit::Imm(reinterpret_cast<std::uintptr_t>(alone[0].run)),
            asmjit::FuncSignatureT<const Operation*, const Operation*, std::byte*, Context*>());
        call->setArg(0, asmjit::Imm(&alone[0]));
        call->setArg(1, frame_);
        call->setArg(2, context_);
        if (registers_.contains(use.writes->first))
            load_register(use.writes->first, use.writes->second);
    }

    void ask_host(std::size_t n) {
        save_written();
        asmjit::InvokeNode* call = nullptr;
        cc_.invoke(&call, asmjit::Imm(reinterpret_cast<std::uintptr_t>(&call_host)),
                   asmjit::FuncSignatureT<const Operation*, Context*, NativeLoop*, const Operation*,
                                          std::byte*>());
        call->setArg(0, context_);
        call->setArg(1, asmjit::Imm(&loop_));
        call->setArg(2, asmjit::Imm(address_of(n)));
        call->setArg(3, frame_);
        call->setRet(0, result_);
        const x86::Gp next = cc_.newIntPtr();
        cc_.mov(next, asmjit::Imm(address_of(n + 1)));
        cc_.cmp(result_, next);
        cc_.jne(exit_saved_);
    }

    const LoadedProgram& loaded_;
    const language::Program& program_;
    std::size_t first_, last_;
    NativeLoop& loop_;
    x86::Compiler cc_;
    std::vector<Use> uses_;
    std::map<Slot, As> as_;    ///< of what is in registers
    std::set<Slot> in_frame_;  ///< what is not
    std::set<Slot> written_;
    std::map<Slot, asmjit::Operand> registers_;
    std::vector<bool> is_target_;
    bool skips_ = false;  ///< the next operation is part of the one before
    x86::Gp frame_, context_, rounds_at_, rounds_, result_;
    asmjit::Label exit_, exit_saved_;
    std::vector<asmjit::Label> labels_;
    std::map<std::size_t, asmjit::Label> leaving_;
    std::vector<std::function<void()>> seldom_;
};

}  // namespace

struct NativeCode::Memory {
    asmjit::JitRuntime runtime;
};

bool has_native_code() {
    return true;
}

NativeCode::NativeCode(const LoadedProgram& loaded) : loaded_(loaded) {}
NativeCode::~NativeCode() = default;

std::unique_ptr<NativeLoop> NativeCode::compile(std::size_t first, std::size_t last) {
    if (memory_ == nullptr) memory_ = std::make_unique<Memory>();
    asmjit::CodeHolder holder;
    if (holder.init(memory_->runtime.environment()) != asmjit::kErrorOk) return nullptr;
    auto loop = std::make_unique<NativeLoop>();
    if (!Emitter(loaded_, first, last, *loop, holder).emit()) return nullptr;
    if (memory_->runtime.add(&loop->run, &holder) != asmjit::kErrorOk) return nullptr;
    return loop;
}

}  // namespace stridescope::machine

#else

namespace stridescope::machine {

struct NativeCode::Memory {};
bool has_native_code() {
    return false;
}
NativeCode::NativeCode(const LoadedProgram& loaded) : loaded_(loaded) {}
NativeCode::~NativeCode() = default;
std::unique_ptr<NativeLoop> NativeCode::compile(std::size_t, std::size_t) {
    static_cast<void>(loaded_);  // nobody asks for it here
    return nullptr;
}

}  // namespace stridescope::machine

#endif

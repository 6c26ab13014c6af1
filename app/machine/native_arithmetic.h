// Code of operations that compute. Internal to app/machine.
#pragma once

#if defined(STRIDESCOPE_NATIVE_LOOPS)

#include <algorithm>
#include <array>

#include "app/machine/native_frame.h"

namespace stridescope::machine::native {

using language::Builtin;
using language::Cell;

class ArithmeticCode : public FrameCode {
  protected:
    using FrameCode::FrameCode;
    ~ArithmeticCode() = default;

    void move(Slot to, Slot from, As as) {
        if (is_real(as)) {
            give(to, as, real(from, as));
            return;
        }
        const auto found = registers_.find(to);
        if (found != registers_.end()) {
            cc_.emit(x86::Inst::kIdMov, whole_in(found->second.as<x86::Gp>(), as), value(from, as));
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
            const std::int64_t times = right.isImm() ? right.as<asmjit::Imm>().value() : 0;
            if (times > 0 && (times & (times - 1)) == 0) {
                cc_.emit(x86::Inst::kIdMov, d, value(a, as));
                if (times > 1) cc_.shl(d, __builtin_ctzll(static_cast<std::uint64_t>(times)));
            } else if (right.isImm()) {
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
        // Written whole before its lowest byte is: else it would be kept from round to round.
        const x86::Gp t = cc_.newGpd();
        cc_.xor_(t, t);
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
                cc_.mov(other, asmjit::Imm(0));  // the flags stay
                if (equal) {
                    cc_.sete(t.r8());
                    cc_.setnp(other.r8());
                    cc_.and_(t.r8(), other.r8());
                } else {
                    cc_.setne(t.r8());
                    cc_.setp(other.r8());
                    cc_.or_(t.r8(), other.r8());
                }
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
        const auto id = to == As::f64 ? x86::Inst::kIdCvtsi2sd : x86::Inst::kIdCvtsi2ss;
        if (i.kind == Kind::u64) {
            const asmjit::Label done = cc_.newLabel(), large = cc_.newLabel();
            cc_.test(a, a);
            cc_.js(large);
            cc_.emit(id, d, a);
            cc_.bind(done);
            // What does not fit with a sign: its half, rounded to odd, so that the double of it is
            // rounded once.
            seldom_.emplace_back([this, a, d, id, to, done, large] {
                const x86::Gp half = cc_.newGpq(), last = cc_.newGpq();
                cc_.bind(large);
                cc_.mov(half, a);
                cc_.mov(last, a);
                cc_.shr(half, 1);
                cc_.and_(last, 1);
                cc_.or_(half, last);
                cc_.emit(id, d, half);
                cc_.emit(to == As::f64 ? x86::Inst::kIdAddsd : x86::Inst::kIdAddss, d, d);
                cc_.jmp(done);
            });
        } else {
            cc_.emit(id, d, a);
        }
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
};

}  // namespace stridescope::machine::native

#endif

// The registers of a frame as those of the processor, while a loop's code is made. Internal to
// app/machine.
#pragma once

#if defined(STRIDESCOPE_NATIVE_LOOPS)

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include <asmjit/x86.h>

#include "app/machine/native_code.h"
#include "app/machine/native_use.h"

namespace stridescope::machine::native {

namespace x86 = asmjit::x86;
using language::Code;
using language::Instr;
using language::Kind;
using language::Slot;

/// A register of the frame is one of the processor's where all operations look at it in the same
/// way; else it stays in the frame. All are written back when the code is left.
class FrameCode {
  public:
    FrameCode(const FrameCode&) = delete;
    FrameCode& operator=(const FrameCode&) = delete;

  protected:
    FrameCode(const LoadedProgram& loaded, std::size_t first, std::size_t last, NativeLoop& loop,
              asmjit::CodeHolder& holder)
        : loaded_(loaded),
          program_(*loaded.program),
          first_(first),
          last_(last),
          loop_(loop),
          cc_(&holder) {}
    ~FrameCode() = default;

    // --- the frame's registers

    bool look_at_uses() {
        if (last_ - first_ >= most_operations) return false;
        std::map<Slot, As> seen;
        for (std::size_t n = first_; n <= last_; ++n) {
            uses_.push_back(use_of(program_, program_.code[n], loaded_.code[n]));
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
                if (fresh || at->second == as) return;
                // One that holds whole numbers of both widths has room for the wider ones.
                if (is_real(at->second) || is_real(as))
                    in_frame_.insert(slot);
                else
                    at->second = As::i64;
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
        if (is_real(as)) return found->second;
        return whole_in(found->second.as<x86::Gp>(), as);
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
        cc_.emit(mov_of(as), reg, operand);
        return reg;
    }
    void copy(const x86::Xmm& to, const x86::Xmm& from) {
        if (to.id() != from.id()) cc_.movaps(to, from);
    }

    /// Where the result is made: in the register itself, but where `other` operand still needs it.
    x86::Gp whole_result(Slot slot, As as, std::optional<Slot> other = std::nullopt) {
        const auto found = registers_.find(slot);
        if (found != registers_.end() && other != slot)
            return whole_in(found->second.as<x86::Gp>(), as);
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
            cc_.mov(whole_in(found->second.as<x86::Gp>(), as), whole_in(reg, as));
        }
    }
    void give(Slot slot, As as, const x86::Xmm& reg) {
        const auto found = registers_.find(slot);
        if (found == registers_.end()) {
            cc_.emit(mov_of(as), in_frame(slot, as), reg);
        } else {
            copy(found->second.as<x86::Xmm>(), reg);
        }
    }
    /// The instruction that moves such a number.
    static asmjit::InstId mov_of(As as) {
        switch (as) {
            case As::f64: return x86::Inst::kIdMovsd;
            case As::f32: return x86::Inst::kIdMovss;
            default: return x86::Inst::kIdMov;
        }
    }
    void load_register(Slot slot, As as) {
        cc_.emit(mov_of(as), value(slot, as), in_frame(slot, as));
    }
    void save_register(Slot slot, As as) {
        cc_.emit(mov_of(as), in_frame(slot, as), value(slot, as));
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

  private:
    static constexpr std::size_t most_operations = 2000, most_slots = 60;
};

}  // namespace stridescope::machine::native

#endif

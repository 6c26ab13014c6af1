#include "app/machine/native_code.h"

#if defined(STRIDESCOPE_NATIVE_LOOPS)

#include <asmjit/x86.h>

#include "app/machine/native_arithmetic.h"
#include "app/machine/native_loops.h"

namespace stridescope::machine {
namespace native {
namespace {

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
/// Makes the code of one loop: how it goes on, what it reaches in memory, and what it calls.
class Emitter : public ArithmeticCode {
  public:
    Emitter(const LoadedProgram& loaded, std::size_t first, std::size_t last, NativeLoop& loop,
            asmjit::CodeHolder& holder)
        : ArithmeticCode(loaded, first, last, loop, holder) {}

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

    // --- memory

    void load_cell(const Instr& i, x86::Mem at) {
        const auto cell = static_cast<Cell>(i.flag);
        const As as = as_cell(i);
        at.setSize(bytes_of(cell));
        if (is_real(as)) {
            const x86::Xmm d = real_result(i.d, as);
            cc_.emit(mov_of(as), d, at);
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
            cc_.emit(mov_of(as), at, real(i.d, as));
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
            if (o.aligned != 0 && (i.imm + index * scale) % o.aligned != 0) {
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
        if (o.aligned != 0) {
            const x86::Gp offset = cc_.newGpq();
            cc_.mov(offset, index);
            cc_.shl(offset, shift);
            cc_.add(offset, static_cast<std::int32_t>(i.imm % o.aligned));
            cc_.test(offset.r32(), o.aligned - 1);
            cc_.jnz(leave_at(n));
        }
        reach(i, x86::ptr(base, index, shift));
    }

    /// What an address points to: in most cases in the piece in which the same access was before.
    void access_at(const Instr& i, std::size_t n) {
        const std::uint32_t width =
            i.code == Code::wide_at ? loaded_.code[n].size : bytes_of(static_cast<Cell>(i.flag));
        if (changes(i.mask)) test_mask(i.mask, n);
        NativeSite& site = loop_.sites.emplace_back();
        const asmjit::Operand a = value(i.a, As::i64);
        const bool is_here = a.isReg() && i.imm == 0;
        const x86::Gp address = is_here ? a.as<x86::Gp>() : cc_.newGpq();
        const x86::Gp offset = cc_.newGpq(), at = cc_.newIntPtr();
        const bool is_near = i.imm == static_cast<std::int32_t>(i.imm);
        if (is_here) {
            // It need not be anywhere else.
        } else if (a.isReg() && is_near) {
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
};

}  // namespace
}  // namespace native

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
    if (!native::Emitter(loaded_, first, last, *loop, holder).emit()) return nullptr;
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

#include "app/machine/native_loops.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace stridescope::machine {
namespace {

using language::Code;
using language::Instr;

/// An interpreter goes these rounds of a loop by itself, whose rounds are long: there is another
/// one in it that has become code.
constexpr std::uint32_t outer_share = 16;
/// So often a loop may be entered before it is asked whether that was worth it, and so many rounds
/// it has to go each time.
constexpr std::uint64_t tried = 256, worth = 2;

/// What is said where a program is tried for its loops' code; else what is given.
std::uint32_t wished(std::uint32_t rounds) {
    const char* wish = std::getenv("STRIDESCOPE_NATIVE_ROUNDS");
    return wish != nullptr ? static_cast<std::uint32_t>(std::strtoul(wish, nullptr, 10)) : rounds;
}

const Operation* go_back(const Operation* end, std::byte* frame, Context& context) {
    return context.native->back(end, frame, context);
}

// What the code must go on with, but not by itself: no operation lies at an odd address.
const Operation* tagged(const Operation* at) {
    return at == nullptr
               ? nullptr
               : reinterpret_cast<const Operation*>(reinterpret_cast<std::uintptr_t>(at) | 1);
}
const Operation* untagged(const Operation* at) {
    return reinterpret_cast<const Operation*>(reinterpret_cast<std::uintptr_t>(at) &
                                              ~std::uintptr_t{1});
}

/// Not checked by a sanitizer that looks for what a compiler writes before each function.
#if defined(__clang__)
__attribute__((no_sanitize("function")))
#endif
const Operation*
run(const NativeLoop& loop, std::byte* frame, Context& context, std::uint64_t& rounds) {
    return loop.run(frame, &context, &rounds);
}

}  // namespace

NativeLoops::NativeLoops(LoadedProgram& loaded, GlobalMemory& memory, std::uint32_t rounds)
    : loaded_(loaded), memory_(memory), code_(loaded), threshold_(wished(rounds)) {
    if (threshold_ == 0 || !has_native_code()) return;
    for (std::size_t n = 0; n < loaded.code.size(); ++n) {
        const Instr& i = loaded.program->code[n];
        if (i.code != Code::jump_back || i.flag != 0) continue;
        Operation& end = loaded.code[n];
        plain_ = end.run;
        end.run = &go_back;
        end.size = static_cast<std::uint32_t>(loops_.size());
        loops_.emplace_back();
    }
}

const Operation* NativeLoops::back(const Operation* end, std::byte* frame, Context& context) {
    const Operation* next = plain_(end, frame, context);
    if (next == nullptr || context.probe != nullptr) return next;
    Loop& loop = loops_[end->size];
    if (loop.is_given_up) return next;
    if (loop.native == nullptr) {
        if (++loop.rounds < threshold_) return next;
        const Operation* begin = loaded_.code.data();
        loop.native = code_.compile(static_cast<std::size_t>(end->target - begin),
                                    static_cast<std::size_t>(end - begin));
        loop.is_given_up = loop.native == nullptr;
        if (loop.is_given_up) return next;
        loop.looks = memory_.looks();
        // The one around it need not wait as long.
        for (Loop& other : loops_) {
            if (other.native == nullptr && !other.is_given_up && threshold_ > outer_share)
                other.rounds = std::max(other.rounds, threshold_ - threshold_ / outer_share);
        }
    }
    return enter(loop, next, frame, context);
}

bool NativeLoops::is_plain(const NativeLoop& loop) const {
    return std::ranges::none_of(loop.pieces, &Written::concerns);
}

const Operation* NativeLoops::enter(Loop& loop, const Operation* next, std::byte* frame,
                                    Context& context) {
    const std::uint64_t most = std::min<std::uint64_t>(context.turn, context.budget);
    if (most < 2 || !is_plain(*loop.native)) return next;
    if (loop.looks != memory_.looks()) {
        std::ranges::fill(loop.native->sites, NativeSite{});
        loop.looks = memory_.looks();
    }
    std::uint64_t rounds = most - 1;
    next = untagged(run(*loop.native, frame, context, rounds));
    loop.looks = memory_.looks();  // whatever has changed them has emptied the sites
    if (thrown_ != nullptr) std::rethrow_exception(std::exchange(thrown_, nullptr));
    const std::uint64_t gone = most - 1 - rounds;
    context.turn -= static_cast<std::uint32_t>(gone);
    context.budget -= gone;
    gone_ += gone;
    loop.gone += gone;
    if (++loop.entered == tried) {
        loop.is_given_up = loop.gone < tried * worth;
        loop.entered = loop.gone = 0;
    }
    return next;
}

const Operation* NativeLoops::call(NativeLoop& native, const Operation* operation, std::byte* frame,
                                   Context& context) {
    const std::uint64_t looks = memory_.looks();
    const Operation* next = nullptr;
    try {
        next = operation->run(operation, frame, context);
    } catch (...) {
        // Nothing flies through code that no compiler has made: it is thrown behind it.
        thrown_ = std::current_exception();
        return nullptr;
    }
    if (looks != memory_.looks()) std::ranges::fill(native.sites, NativeSite{});
    return is_plain(native) ? next : tagged(next);
}

}  // namespace stridescope::machine

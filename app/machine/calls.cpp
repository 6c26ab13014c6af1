// Calls of functions that call themselves: what of a warp's frame they keep.
#include <cstring>

#include "app/machine/context.h"
#include "app/machine/loop_probe.h"

namespace stridescope::machine {
namespace {

/// Calls within each other, and what they may keep: of a host about as many as 8 MiB of stack hold.
constexpr std::size_t most_calls = 100'000, most_calls_of_warp = 4'096;
constexpr std::size_t most_kept = std::size_t{64} << 20;

bool has_room(const Context& context, const Operation* o, const std::byte* frame) {
    const bool on_host = !context.program->function->is_kernel;
    const CallStack& stack = context.warp->stack;
    if (stack.calls.size() >= (on_host ? most_calls : most_calls_of_warp) ||
        stack.kept.size() > most_kept)
        return false;
    if (o->flag == 0) return true;
    std::uint32_t used = 0;
    std::memcpy(&used, frame + o->key, sizeof used);
    const std::uint32_t most = on_host ? language::host_stack_bytes : language::lane_stack_bytes;
    return used <= most && o->scale <= most - used;
}

/// The parts of the frame that a call keeps, in their order.
template <typename Visit>
void visit_kept(const Operation* o, std::byte* frame, Visit visit) {
    visit(frame + o->d, static_cast<std::size_t>(o->imm) * 8);
    visit(frame + o->a, o->b - o->a);
    visit(frame + o->c, o->e - o->c);
}

}  // namespace

bool keep_for_call(Context& context, const Operation* call, std::byte* frame) {
    if (!has_room(context, call, frame)) {
        tell(context, call, Diagnostic::Kind::recursion,
             *reinterpret_cast<const std::uint32_t*>(frame + call->mask));
        return false;
    }
    CallStack& stack = context.warp->stack;
    visit_kept(call, frame, [&](const std::byte* from, std::size_t bytes) {
        stack.kept.insert(stack.kept.end(), from, from + bytes);
    });
    stack.calls.push_back(call);
    // It is the same loop, entered anew.
    if (context.probe != nullptr) context.probe->forget();
    return true;
}

const Operation* leave_call(Context& context, std::byte* frame) {
    CallStack& stack = context.warp->stack;
    const Operation* call = stack.calls.back();
    stack.calls.pop_back();
    std::size_t bytes_kept = 0;
    visit_kept(call, frame, [&](std::byte*, std::size_t bytes) { bytes_kept += bytes; });
    const std::size_t begin = stack.kept.size() - bytes_kept;
    const std::byte* from = stack.kept.data() + begin;
    visit_kept(call, frame, [&](std::byte* to, std::size_t bytes) {
        if (bytes > 0) std::memcpy(to, from, bytes);
        from += bytes;
    });
    stack.kept.resize(begin);
    // Lanes that went their own way since are no longer its own.
    for (std::int64_t n = 0; n < call->imm; ++n)
        *reinterpret_cast<std::uint32_t*>(frame + call->d + n * 8) &= context.warp->lanes;
    if (context.probe != nullptr) context.probe->forget();
    return call;
}

}  // namespace stridescope::machine

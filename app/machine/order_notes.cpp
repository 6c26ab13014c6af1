// What operations call, so that their accesses are judged.
#include "app/machine/order.h"
#include "app/machine/stream_order.h"

namespace stridescope::machine {

std::uint32_t judged_lanes(const Resolved& where) {
    std::uint32_t own = where.in_block;
    for (std::uint32_t m = own; m != 0; m &= m - 1) {
        const int lane = __builtin_ctz(m);
        if (where.shared[static_cast<std::size_t>(lane)]) own &= ~(1U << lane);
    }
    return ~own;
}
void note_order(Context& context, const Operation* at, const OrderedAccess& access) {
    if (context.program->keeps_types) note_types(context, at, access);
    if (context.program->copies) note_early_access(context, at, access);
    if (Touched* const touched = context.memory->touched)
        touched->note(access.mask, access.address, access.width, access.writes);
    context.order->access(at, context.warp->index, access);
}
bool note_order_of_array(Context& context, const Operation* at, const ArrayAccess& access) {
    if (context.program->keeps_types || context.program->copies ||
        !std::in_range<std::int32_t>(access.step))
        return false;
    note_touched(context, access);
    return context.order->access_array(at, context.warp->index, access);
}
void note_touched(const Context& context, const ArrayAccess& access) {
    if (Touched* const touched = context.memory->touched)
        touched->note(access.mask,
                      {.address = access.address, .step = access.step, .index = access.index},
                      access.width, access.writes);
}
void note_order_of_atomic(Context& context, const Operation* at, int lane, std::uint64_t address,
                          std::uint32_t width, bool writes, bool changes) {
    if (context.program->copies) note_early_atomic(context, at, lane, address, width);
    if (Touched* const touched = context.memory->touched) touched->note_atomic(address, width);
    context.order->atomic(at, context.warp->index, static_cast<std::uint32_t>(lane), address, width,
                          writes, changes);
}
void note_order_of_lanes(Context& context, std::uint32_t lanes) {
    context.order->sync_warp(context.warp->index, lanes);
}
void note_order_of_arrival(Context& context, std::uint32_t number, std::uint32_t lanes,
                           bool waits) {
    context.order->arrive(number, context.warp->index, lanes, waits);
}
void note_order_of_named(Context& context, std::uint32_t number) {
    context.order->complete(number);
}
void note_cluster_arrival(Context& context, std::uint32_t lanes, bool relaxed) {
    const Warp& warp = *context.warp;
    context.shared->at_cluster[warp.index] |= lanes;
    if (context.weak != nullptr && !relaxed)
        context.weak->fence(warp.index * lanes_of_warp, lanes, context.interval, warp.syncs);
    if (context.order != nullptr) context.order->arrive_at_cluster(warp.index, lanes, relaxed);
}
void note_order_of_fence(Context& context, std::uint32_t lanes, bool of_block) {
    context.order->fence(context.warp->index, lanes, of_block);
}

}  // namespace stridescope::machine

// Order by flags: what a thread knows by what it has read, and hands on by what it writes.
#include <algorithm>
#include <utility>

#include "app/machine/order.h"

namespace stridescope::machine {

using language::Code;

/// Flags are what loops wait for, atomics change, or volatile loads read; without a fence they
/// order nothing.
void Order::find_flags(const language::Program& program) {
    is_flag_.assign(program.objects.size(), false);
    flags_ = clusters_;  // what blocks tell each other at its barrier is known as what flags tell
    for (std::size_t n = 0; n < program.code.size(); ++n) {
        const language::Instr& i = program.code[n];
        flags_ |= i.code == Code::fence || i.code == Code::named_barrier;
        const bool reads = i.code == Code::load || i.code == Code::load_at;
        const bool changes = i.code == Code::atomic || i.code == Code::atomic_at;
        if (!changes && (!reads || classes_[n] == AccessClass::plain)) continue;
        any_flag_ = true;
        asks_ |= classes_[n] != AccessClass::atomic;
        if (i.object >= 0) {
            is_flag_[static_cast<std::size_t>(i.object)] = true;
            // Two pointers may be to one array.
            for (std::size_t o = 0; o < is_flag_.size(); ++o) {
                if (program.objects[o].address ==
                    program.objects[static_cast<std::size_t>(i.object)].address)
                    is_flag_[o] = true;
            }
        } else {
            is_flag_.assign(is_flag_.size(), true);
        }
    }
}

namespace {

/// Whether the instruction decides by what stands in the slots.
bool decides(const language::Instr& i, const std::vector<language::Slot>& slots) {
    const auto holds = [&](language::Slot slot) {
        return std::ranges::find(slots, slot) != slots.end();
    };
    switch (i.code) {
        case Code::lt:
        case Code::le:
        case Code::eq:
        case Code::ne:
        case Code::jump_zero:
        case Code::jump_nonzero:
        case Code::if_mask:
        case Code::else_mask:
        case Code::join_mask:
        case Code::affine_lt:
        case Code::select: return holds(i.a) || holds(i.b) || holds(i.c);
        default: return false;
    }
}

bool stores(Code code) {
    return code == Code::store || code == Code::store_at || code == Code::store_local;
}

/// What the instruction makes of what stands in the slots.
void follow(const language::Instr& i, std::vector<language::Slot>& slots, bool overwrites) {
    const auto holds = [&](language::Slot slot) {
        return std::ranges::find(slots, slot) != slots.end();
    };
    if (stores(i.code) || jumps(i.code)) return;
    const bool reads = holds(i.a) || holds(i.b) || holds(i.c);
    const bool keeps = i.code == Code::copy_masked || i.code == Code::bits_masked;
    if (reads && !holds(i.d)) slots.push_back(i.d);
    if (!reads && overwrites && !keeps) std::erase(slots, i.d);
}

/// Whether the instruction leaves what was read, as it is, where it may be decided by later on.
bool hands_on(const language::Program& program, const language::Instr& i,
              const std::vector<language::Slot>& same) {
    if (!stores(i.code) || std::ranges::find(same, i.d) == same.end()) return false;
    return i.code != Code::store ||
           program.objects[static_cast<std::size_t>(i.object)].space != language::Space::global;
}

bool copies(Code code) {
    return code == Code::copy || code == Code::copy_masked || code == Code::move ||
           code == Code::splat || code == Code::convert;
}

/// Whether the text decides anything by what the load reads: then it may read a flag.
bool is_decided_by(const language::Program& program, std::size_t load) {
    const std::vector<language::Instr>& code = program.code;
    std::vector<language::Slot> slots{code[load].d}, same = slots;
    std::size_t beyond = load;  // up to where a jump behind the load may lead
    for (std::size_t n = load + 1; n < code.size() && !slots.empty(); ++n) {
        if (decides(code[n], slots) || hands_on(program, code[n], same)) return true;
        if (copies(code[n].code) && std::ranges::find(same, code[n].a) != same.end())
            same.push_back(code[n].d);
        if (code[n].code == Code::jump_back) {
            // And in the next round.
            auto k = static_cast<std::size_t>(code[n].target);
            for (std::size_t skipped = k; k < load; ++k) {
                if (decides(code[k], slots)) return true;
                // One that leads further comes back to nothing in between.
                const auto target = static_cast<std::size_t>(code[k].target);
                if (jumps(code[k].code) && target <= load) skipped = std::max(skipped, target);
                follow(code[k], slots, k >= skipped);
            }
        } else if (jumps(code[n].code)) {
            beyond = std::max(beyond, static_cast<std::size_t>(code[n].target));
        }
        follow(code[n], slots, n >= beyond);
    }
    return false;
}

}  // namespace

/// Volatile loads of what is no flag: nothing is decided by it, nor is it looked at again, behind
/// it in the same loop, whether it may be used.
void Order::find_data(const language::Program& program) {
    is_data_.assign(program.code.size(), false);
    const auto looks_again = [&](std::size_t n) {
        return classes_[n] == AccessClass::watched || classes_[n] == AccessClass::waiting ||
               classes_[n] == AccessClass::asking || classes_[n] == AccessClass::atomic_load;
    };
    for (std::size_t n = 0; n < program.code.size(); ++n) {
        const bool loads =
            program.code[n].code == Code::load || program.code[n].code == Code::load_at;
        if (!loads || classes_[n] != AccessClass::volatile_) continue;
        bool again = false, is_checked = false;
        for (std::size_t k = n + 1; k < program.code.size() && !is_checked; ++k) {
            const language::Instr& i = program.code[k];
            again |= looks_again(k);
            is_checked =
                again && i.code == Code::jump_back && static_cast<std::size_t>(i.target) <= n;
        }
        is_data_[n] = !is_checked && !is_decided_by(program, n);
    }
}

bool Order::is_data(AccessClass kind, std::uint32_t op) const {
    return kind == AccessClass::volatile_ && op < is_data_.size() && is_data_[op];
}

bool Order::may_be_flag(std::uint32_t op) const {
    const std::int32_t object = loaded_.code[op].object;
    return object >= 0 ? is_flag_[static_cast<std::size_t>(object)] : any_flag_;
}

/// Whether the access hears or says anything: plain loads never do, nor stores of a warp that never
/// fenced where nothing was said before.
bool Order::concerns_flags(const Who& who) const {
    if (!who.writes) return who.kind != AccessClass::plain;
    return !messages_.empty() || now_->warps[who.warp].fences || !now_->released.empty() ||
           !now_->released_block.empty();
}

/// Shared memory is each block's own.
std::uint64_t Order::flag_key(std::uint64_t address) const {
    namespace ad = language::addresses;
    const std::uint64_t word = address & ~std::uint64_t{3};
    if (address >> ad::shift != ad::shared) return word;
    return word ^ (std::uint64_t{now_->number} << 24) ^ std::uint64_t{1} << 63;
}

ThreadKnowledge& Order::state_of(std::uint32_t thread) {
    const auto [at, fresh] = now_->threads.try_emplace(thread);
    if (fresh) at->second.known = now_->known;
    return at->second;
}

bool Order::knows_by_flags(const PastAccess& past, std::uint32_t thread, const Who& who) const {
    const auto own = now_->threads.find(who.thread());
    if (own == now_->threads.end()) return now_->known.knows(past.block, thread, past.moment);
    if (own->second.known.knows(past.block, thread, past.moment)) return true;
    const bool strong = who.kind != AccessClass::plain;
    return strong && own->second.seen.knows(past.block, thread, past.moment);
}

/// What the lane's last fence made good for flags that it writes from then on.
Knowledge Order::released_by(std::uint32_t warp, std::uint32_t lane, bool to_block) const {
    const WarpClock& clock = now_->warps[warp];
    const Knowledge& before = to_block ? now_->released_block : now_->released;
    const std::uint32_t fenced = to_block ? clock.fenced_block[lane] : clock.fenced[lane];
    const std::uint32_t first = warp * lanes_of_warp;
    const auto state = now_->threads.find(first + lane);
    const bool has_state = state != now_->threads.end();
    Knowledge made = before;
    if (has_state) made.add(to_block ? state->second.handed_block : state->second.handed);
    if (fenced == 0) return made;
    KnownBlock own{.all = now_->base, .more = {}};
    for (std::uint32_t other = 0; other < lanes_of_warp; ++other) {
        const std::uint32_t moment = other == lane ? fenced : clock.known_at(lane, other);
        if (moment > now_->base) own.more.emplace_back(first + other, moment);
    }
    made.add(has_state ? state->second.at_fence() : now_->known);
    made.add(Knowledge{now_->number, std::move(own), grid_});
    return made;
}

/// Whether the lane has released the same for the device as for its block.
bool Order::releases_alike(std::uint32_t warp, std::uint32_t lane) const {
    const WarpClock& clock = now_->warps[warp];
    if (!now_->released.is(now_->released_block) || clock.fenced[lane] != clock.fenced_block[lane])
        return false;
    const auto state = now_->threads.find(warp * lanes_of_warp + lane);
    return state == now_->threads.end() || state->second.handed.is(state->second.handed_block);
}

void Order::fence(std::uint32_t warp, std::uint32_t lanes, bool of_block) {
    WarpClock& clock = now_->warps[warp];
    ++clock.moment;
    clock.fences = true;
    for (std::uint32_t m = lanes; m != 0; m &= m - 1) {
        const auto lane = static_cast<std::uint32_t>(__builtin_ctz(m));
        clock.fenced_block[lane] = clock.moment;
        if (!of_block) clock.fenced[lane] = clock.moment;
        clock.note_fence(lane);
        const auto state = now_->threads.find(warp * lanes_of_warp + lane);
        if (state == now_->threads.end()) continue;
        ThreadKnowledge& own = state->second;
        own.known.add(std::exchange(own.seen, {}));
        own.known_at_fence.reset();
    }
    if (!of_block) clock.dirty &= ~lanes;
}

/// Who waits for a lock by an atomic that changes it has it, or does not get it.
void Order::note_lock(std::uint64_t address, const Who& who, bool changes) {
    const std::uint64_t key = flag_key(address);
    const bool waits = classes_[who.op] == AccessClass::waiting;
    if (waits && !changes)
        now_->warps[who.warp].asked = key;
    else if (waits)
        holders_[key] = std::uint64_t{now_->number} << 32 | who.thread();
    else if (changes)
        holders_.erase(key);
}

int Order::holder(std::uint32_t warp, std::uint32_t lanes) const {
    const auto found = holders_.find(now_->warps[warp].asked);
    if (found == holders_.end() || found->second >> 32 != now_->number) return -1;
    const auto thread = static_cast<std::uint32_t>(found->second);
    const std::uint32_t lane = thread % lanes_of_warp;
    if (thread / lanes_of_warp != warp || (lanes >> lane & 1) == 0) return -1;
    return static_cast<int>(lane);
}

void Order::acquire(std::uint64_t address, const Who& who) {
    const auto found = messages_.find(flag_key(address));
    if (found == messages_.end()) return;
    FlagMessage* seen = &found->second;
    const bool is_late =
        delays_ && !sees_all_ && seen->tick == tick_ && seen->of_block != now_->number;
    if (is_late) seen = seen->before.get();
    if (seen == nullptr) return;
    FlagMessage& message = *seen;
    message.seen_by.insert(std::uint64_t{now_->number} << 32 | who.thread());
    Knowledge told = message.device;
    if (message.of_block == now_->number) told.add(message.block);
    if (told.empty()) return;
    ThreadKnowledge& own = state_of(who.thread());
    if (own.heard.is(told)) return;
    own.seen.add(told);
    own.heard = told;
}

bool Order::has_seen(std::uint64_t address, const Who& who) const {
    const auto found = messages_.find(flag_key(address));
    return found != messages_.end() &&
           found->second.seen_by.contains(std::uint64_t{now_->number} << 32 | who.thread());
}

bool Order::release(std::uint64_t address, const Who& who, bool goes_on) {
    FlagMessage message;
    message.device = released_by(who.warp, who.lane, false);
    message.block =
        releases_alike(who.warp, who.lane) ? message.device : released_by(who.warp, who.lane, true);
    message.of_block = now_->number;
    const bool any = !message.block.empty() || !message.device.empty();
    const std::uint64_t key = flag_key(address);
    if (!any) {
        const auto found = messages_.find(key);
        if (goes_on || found == messages_.end()) return false;
        if (!delays_) {
            messages_.erase(found);
            return false;
        }
    }
    FlagMessage& at = messages_[key];
    message.tick = tick_;
    if (delays_) {
        if (at.tick == tick_)
            message.before = std::move(at.before);
        else if (!at.block.empty() || !at.device.empty())
            message.before = std::make_shared<FlagMessage>(goes_on ? at : std::exchange(at, {}));
        if (message.before != nullptr) message.before->before = nullptr;
    }
    if (goes_on) {
        message.device.add(at.device);
        if (at.of_block == message.of_block) message.block.add(at.block);
        message.seen_by = std::move(at.seen_by);
    }
    at = std::move(message);
    return any;
}

/// __syncwarp: each lane that took part knows what any of them knew.
void Order::share_lanes(std::uint32_t warp, std::uint32_t lanes) {
    if (now_->threads.empty()) return;
    Knowledge all;
    bool any = false;
    for (std::uint32_t m = lanes; m != 0; m &= m - 1) {
        const auto state =
            now_->threads.find(warp * lanes_of_warp + static_cast<std::uint32_t>(__builtin_ctz(m)));
        if (state == now_->threads.end()) continue;
        any = true;
        all.add(state->second.known);
        all.add(state->second.seen);
    }
    if (!any) return;
    for (std::uint32_t m = lanes; m != 0; m &= m - 1) {
        ThreadKnowledge& own =
            state_of(warp * lanes_of_warp + static_cast<std::uint32_t>(__builtin_ctz(m)));
        if (!own.known_at_fence) own.known_at_fence = own.known;
        own.known.add(all);
    }
}

/// And where any of them fenced before, it did so for all.
void Order::share_fences(std::uint32_t warp, std::uint32_t lanes) {
    const WarpClock& clock = now_->warps[warp];
    const auto thread_of = [&](std::uint32_t lane) { return warp * lanes_of_warp + lane; };
    Knowledge device, block;
    for (std::uint32_t m = lanes; m != 0; m &= m - 1) {
        const auto lane = static_cast<std::uint32_t>(__builtin_ctz(m));
        const auto state = now_->threads.find(thread_of(lane));
        const bool was_handed = state != now_->threads.end() && !state->second.handed_block.empty();
        if (clock.fenced_block[lane] == 0 && !was_handed) continue;
        device.add(released_by(warp, lane, false));
        block.add(released_by(warp, lane, true));
    }
    if (block.empty()) return;
    for (std::uint32_t m = lanes; m != 0; m &= m - 1) {
        ThreadKnowledge& own = state_of(thread_of(static_cast<std::uint32_t>(__builtin_ctz(m))));
        own.handed = device;
        own.handed_block = block;
    }
}

/// The lanes tell those who pass the barrier what they did and knew.
void Order::tell_at(NamedBarrier& barrier, std::uint32_t warp, std::uint32_t lanes) {
    WarpClock& clock = now_->warps[warp];
    ++clock.moment;
    KnownBlock own{.all = now_->base, .more = {}};
    for (std::uint32_t other = 0; other < lanes_of_warp; ++other) {
        std::uint32_t moment = (lanes >> other & 1) != 0 ? clock.moment : 0;
        for (std::uint32_t m = moment == 0 ? lanes : 0; m != 0; m &= m - 1) {
            const auto lane = static_cast<std::uint32_t>(__builtin_ctz(m));
            moment = std::max(moment, clock.known_of(lane, other));
        }
        if (moment > now_->base) own.more.emplace_back(warp * lanes_of_warp + other, moment);
    }
    barrier.known.add(Knowledge{now_->number, std::move(own), grid_});
    barrier.known.add(now_->known);
    for (std::uint32_t m = lanes; m != 0; m &= m - 1) {
        const auto lane = static_cast<std::uint32_t>(__builtin_ctz(m));
        barrier.handed.add(released_by(warp, lane, false));
        barrier.handed_block.add(released_by(warp, lane, true));
        const auto state = now_->threads.find(warp * lanes_of_warp + lane);
        if (state == now_->threads.end()) continue;
        barrier.known.add(state->second.known);
        barrier.known.add(state->second.seen);
    }
}

void Order::arrive(std::uint32_t number, std::uint32_t warp, std::uint32_t lanes, bool wait) {
    now_->has_named = true;
    NamedBarrier& barrier = now_->named[number];
    if (wait) barrier.waiting.emplace_back(warp, lanes);
    tell_at(barrier, warp, lanes);
}

void Order::complete(std::uint32_t number) {
    const NamedBarrier barrier = std::exchange(now_->named[number], {});
    for (const auto& [warp, lanes] : barrier.waiting) {
        for (std::uint32_t m = lanes; m != 0; m &= m - 1) {
            ThreadKnowledge& own =
                state_of(warp * lanes_of_warp + static_cast<std::uint32_t>(__builtin_ctz(m)));
            if (!own.known_at_fence) own.known_at_fence = own.known;
            own.known.add(barrier.known);
            own.handed.add(barrier.handed);
            own.handed_block.add(barrier.handed_block);
        }
    }
}

/// A barrier, after which the clocks stand at `base`.
void Order::share_block(std::uint32_t base) {
    bool any_fence = false, any_device = false, dirty = false;
    KnownBlock fenced{.all = now_->base, .more = {}}, fenced_block = fenced;
    Knowledge device = now_->released, block = now_->released_block;
    for (std::uint32_t w = 0; w < now_->warps.size(); ++w) {
        WarpClock& clock = now_->warps[w];
        dirty |= clock.dirty != 0;
        clock.dirty = 0;
        if (!clock.fences) continue;
        for (std::uint32_t lane = 0; lane < lanes_of_warp; ++lane) {
            const std::uint32_t thread = w * lanes_of_warp + lane;
            if (clock.fenced_block[lane] == 0) continue;
            any_fence = true;
            fenced_block.more.emplace_back(thread, clock.fenced_block[lane]);
            const auto state = now_->threads.find(thread);
            if (state != now_->threads.end()) block.add(state->second.at_fence());
            if (clock.fenced[lane] == 0) continue;
            any_device = true;
            fenced.more.emplace_back(thread, clock.fenced[lane]);
            if (state != now_->threads.end()) device.add(state->second.at_fence());
        }
        clock.fenced = clock.fenced_block = clock.all_at_fence = {};
        clock.known_at_fence.reset();
        clock.fences = false;
    }
    if (any_device) {
        if (!dirty) fenced = {.all = base, .more = {}};
        device.add(now_->known);
        device.add(Knowledge{now_->number, std::move(fenced), grid_});
    }
    if (any_fence) {
        block.add(now_->known);
        block.add(Knowledge{now_->number, std::move(fenced_block), grid_});
    }
    now_->released = std::move(device);
    now_->released_block = std::move(block);
    for (const auto& [thread, own] : now_->threads) {
        now_->known.add(own.known);
        now_->known.add(own.seen);
    }
    now_->threads.clear();
}

}  // namespace stridescope::machine

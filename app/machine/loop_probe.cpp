#include "app/machine/loop_probe.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>

#include <fmt/format.h>

namespace stridescope::machine {
namespace {

using language::Code;
using language::Instr;
using language::Slot;

}  // namespace

bool writes_d(const Instr& i) {
    switch (i.code) {
        case Code::jump:
        case Code::jump_zero:
        case Code::jump_nonzero:
        case Code::jump_back:
        case Code::jump_empty:
        case Code::call:
        case Code::leave:
        case Code::gone:
        case Code::finish:
        case Code::store:
        case Code::store_at:
        case Code::store_local:
        case Code::zero_local:
        case Code::wide:
        case Code::wide_at:
        case Code::sync_warp:
        case Code::fence:
        case Code::named_barrier:
        case Code::cluster_arrive:
        case Code::copying:
        case Code::copies_commit:
        case Code::copies_wait:
        case Code::copies_bind:
        case Code::copies_arrived:
        case Code::heap_note:
        case Code::own_mark:
        case Code::print:
        case Code::check:
        case Code::trap:
        case Code::watch:
        case Code::step_mark:
        case Code::note: return false;
        case Code::barrier: return i.a != 0;  // of a vote
        default: return true;
    }
}

namespace {

/// Whether what it writes comes from elsewhere than from the warp's registers.
bool asks_others(const Instr& i) {
    switch (i.code) {
        case Code::load:
        case Code::load_at:
        case Code::load_local:
        case Code::atomic:
        case Code::atomic_at:
        case Code::barrier:
        case Code::shuffle:
        case Code::ballot:
        case Code::any:
        case Code::all:
        case Code::reduce:
        case Code::match:
        case Code::clock:
        case Code::launch:
        case Code::host_call: return true;
        default: return false;
    }
}

/// What decides whether it jumps forwards; nothing: it does not, or always.
std::optional<Slot> jumps_by(const Instr& i) {
    switch (i.code) {
        case Code::jump_zero:
        case Code::jump_nonzero:
        case Code::jump_empty: return i.a;
        case Code::if_mask:
        case Code::else_mask:
        case Code::join_mask: return i.d;
        default: return std::nullopt;
    }
}

/// Whether it leaves anything behind that the warp may read, or waits for others.
bool does_more_than_read(const Instr& i) {
    switch (i.code) {
        case Code::store:
        case Code::store_at:
        case Code::store_local:
        case Code::zero_local:
        case Code::wide:
        case Code::wide_at:
        case Code::atomic:
        case Code::atomic_at:
        case Code::barrier:
        case Code::named_barrier:
        case Code::cluster_arrive:
        case Code::launch:
        case Code::host_call:
        case Code::print:
        case Code::clock: return true;
        default: return false;
    }
}

std::uint64_t hash_of(const std::byte* data, std::size_t bytes, std::uint64_t seed) {
    for (std::size_t at = 0; at + 8 <= bytes; at += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, data + at, 8);
        seed = (seed ^ word) * 0x9E3779B97F4A7C15;
        seed ^= seed >> 29;
    }
    return seed;
}

}  // namespace

/// Backwards from the mask of who stays in the loop, and from where its code jumps.
LoopProbe::Deciding LoopProbe::find_deciding(std::size_t first, std::size_t last) const {
    const language::Program& p = *loaded_.program;
    for (std::size_t n = first; n <= last; ++n) {
        if (p.code[n].code == Code::call || p.code[n].code == Code::leave) return {.known = false};
    }
    bool only_reads = p.function->is_kernel;
    for (std::size_t n = first; n <= last; ++n)
        only_reads = only_reads && !does_more_than_read(p.code[n]);
    Deciding found;
    std::map<Slot, std::uint32_t> wanted;
    std::vector<Slot> open;
    const auto want = [&](Slot slot) {
        if (wanted.try_emplace(slot, 0U).second) open.push_back(slot);
    };
    // Whether it comes to an instruction, and how often.
    const auto want_way_to = [&](std::size_t to) {
        for (std::size_t n = first; n <= last; ++n) {
            const Instr& i = p.code[n];
            const auto target = static_cast<std::size_t>(i.target);
            if (const auto by = jumps_by(i); by && n < to && to < target) want(*by);
            if (i.code != Code::jump_back || n == last || to < target || to > n) continue;
            for (std::size_t k = target; k <= n; ++k) {
                if (const auto by = jumps_by(p.code[k])) want(*by);
            }
        }
    };
    want(p.code[last].mask);
    for (std::size_t n = first; n <= last; ++n) {
        if (p.code[n].code == Code::jump_zero || p.code[n].code == Code::jump_nonzero)
            want(p.code[n].a);
    }
    while (!open.empty()) {
        const Slot slot = open.back();
        open.pop_back();
        for (std::size_t n = first; n <= last; ++n) {
            const Instr& i = p.code[n];
            const bool leaves = i.code == Code::gone && slot >= i.a && slot <= i.b;
            const bool writes = writes_d(i) && i.d == slot;
            if (!leaves && !writes) continue;
            if (asks_others(i)) {
                const bool loads = i.code == Code::load || i.code == Code::load_at;
                if (!loads || !only_reads) return {.known = false};
                found.reads = true;
            }
            want_way_to(n);
            const bool wide =
                language::is_wide(i.kind) ||
                (i.code == Code::convert && language::is_wide(static_cast<language::Kind>(i.flag)));
            const std::uint32_t bytes = slot < p.lanes_begin ? 8 : wide ? 256 : 128;
            wanted[slot] = std::max(wanted[slot], bytes);
            if (leaves) {
                want(i.c);
                continue;
            }
            for (const Slot from : {i.a, i.b, i.c, i.e, i.mask}) want(from);
        }
    }
    for (const auto& [slot, bytes] : wanted) {
        if (bytes > 0) found.parts.push_back({slot, std::min(bytes, p.frame_bytes - slot)});
    }
    return found;
}

const LoopProbe::Deciding& LoopProbe::deciding(const Operation* end) {
    const auto [at, fresh] = deciding_.try_emplace(end);
    if (fresh) {
        const Operation* begin = loaded_.code.data();
        at->second = find_deciding(static_cast<std::size_t>(end->target - begin),
                                   static_cast<std::size_t>(end - begin));
    }
    return at->second;
}

std::uint64_t LoopProbe::state(const Warp& warp, const Operation* end) {
    std::uint64_t hash = 0;
    for (const Part& part : deciding(end).parts)
        hash = hash_of(warp.frame + part.slot, part.bytes, hash + part.slot);
    return hash;
}

std::uint64_t LoopProbe::period(const Warp& warp, const Operation* end) {
    std::vector<Seen>& loops = seen_[warp.frame];
    // The warp has left each loop that this end is not in.
    std::erase_if(loops,
                  [&](const Seen& loop) { return end < loop.end->target || end > loop.end; });
    const Deciding& what = deciding(end);
    if (!what.known) return 0;
    const std::uint64_t hash = state(warp, end);
    auto loop = std::ranges::find(loops, end, &Seen::end);
    if (loop == loops.end()) {
        loops.push_back({.end = end, .hash = hash});
        return 0;
    }
    ++loop->rounds;
    if (loop->hash == hash) return loop->rounds;
    if (loop->rounds == loop->most) {
        loop->hash = hash;
        loop->rounds = 0;
        loop->most *= 2;
    }
    return 0;
}

namespace {

/// The warp is where it was so many rounds before: it waits for somebody to write what it reads.
void wait_in_circle(Warp& warp, const Operation* end) {
    warp.circle.gone = 0;
    warp.loop_end = warp.polling = end;
    warp.stop = Stop::waiting;
}

/// Whether the warp, which went round like this before, is again where it was.
bool comes_round(Context& context, const Operation* end) {
    Warp::Circle& circle = context.warp->circle;
    if (circle.end == nullptr) return false;
    const bool within = end >= circle.end->target && end < circle.end;
    if (within) return false;
    if (end != circle.end || ++circle.gone > 2 * circle.rounds) {
        circle = {};
        return false;
    }
    if (circle.gone != circle.rounds) return false;
    if (context.probe->state(*context.warp, end) == circle.hash) return true;
    circle = {};
    return false;
}

}  // namespace

bool goes_round_for_ever(Context& context, const Operation* end) {
    if (comes_round(context, end)) {
        wait_in_circle(*context.warp, end);
        return true;
    }
    if (context.warp->circle.end != nullptr) return false;
    const std::uint64_t rounds = context.probe->period(*context.warp, end);
    if (rounds == 0) return false;
    if (context.probe->reads(end)) {
        context.warp->circle = {.end = end,
                                .hash = context.probe->state(*context.warp, end),
                                .rounds = rounds,
                                .gone = 0};
        wait_in_circle(*context.warp, end);
        return true;
    }
    std::uint32_t mask = 0;
    std::memcpy(&mask, context.warp->frame + end->mask, sizeof mask);
    if (Diagnostic* d = tell(context, end, Diagnostic::Kind::endless, mask)) {
        d->message += rounds == 1 ? ": nothing in it brings its end nearer"
                                  : fmt::format(
                                        ": after every {} rounds all that could end it is as "
                                        "before",
                                        rounds);
    }
    context.warp->stop = Stop::aborted;
    return true;
}

}  // namespace stridescope::machine

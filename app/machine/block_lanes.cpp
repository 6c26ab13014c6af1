// Lanes of a warp that go their own ways, and where they meet again. Warps run in lockstep as long
// as that gets them anywhere; when lanes wait in a loop for what others of their warp would do
// behind it, these go on by themselves, as they do on GPUs since Volta.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/machine/block.h"
#include "app/machine/order.h"

namespace stridescope::machine {
namespace {

using language::Code;

std::uint32_t& mask_at(std::byte* frame, language::Slot slot) {
    return *reinterpret_cast<std::uint32_t*>(frame + slot);
}

/// Those of `mask` become what they are in `from`.
template <typename T>
void take_lanes(std::byte* to, const std::byte* from, language::Slot slot, std::uint32_t mask) {
    for (std::uint32_t m = mask; m != 0; m &= m - 1) {
        const std::size_t at = slot + static_cast<std::size_t>(__builtin_ctz(m)) * sizeof(T);
        std::memcpy(to + at, from + at, sizeof(T));
    }
}

}  // namespace

std::uint32_t Block::lanes_of(std::uint32_t warp) const {
    const std::uint32_t left = threads_ - warp * lanes_of_warp;
    return left >= lanes_of_warp ? ~0U : (1U << left) - 1;
}

std::byte* Block::new_frame() {
    constexpr std::size_t alignment = 64;
    if (more_used_ == more_frames_.size())
        more_frames_.push_back(std::make_unique<std::byte[]>(frame_stride_ + alignment));
    auto at = reinterpret_cast<std::uintptr_t>(more_frames_[more_used_++].get());
    at = (at + alignment - 1) / alignment * alignment;
    return reinterpret_cast<std::byte*>(at);
}

/// Of a warp that stopped at the end of a loop's round: the lanes that are not in the loop, but
/// wait for its end, become a warp of their own there. Of several that wait at different places the
/// innermost; the others go with them. False: there are none.
bool Block::part(std::size_t number) {
    const language::Program& p = *loaded_.program;
    Warp& stuck = warps_[number];
    const Operation* o = stuck.loop_end;
    if (o == nullptr) return false;  // it calls and calls
    const auto& exits = p.exits[static_cast<std::size_t>(o->imm)];
    const auto mask = [&](std::byte* frame, std::size_t level) -> std::uint32_t& {
        return mask_at(frame, p.masks + static_cast<language::Slot>(level) * 8);
    };
    const std::uint32_t inside = mask_at(stuck.frame, o->mask);
    std::size_t level = (o->mask - p.masks) / 8;
    while (level > 0 && mask(stuck.frame, level - 1) == inside) --level;
    if (level == 0) return false;
    // Who waits outside of a function that calls itself waits until it has come back.
    const auto& calls = stuck.stack.calls;
    if (!calls.empty() && level <= (calls.back()->d - p.masks) / 8) return false;
    Warp others = stuck;
    others.frame = new_frame();
    std::memcpy(others.frame, stuck.frame, p.frame_bytes);
    for (std::size_t l = 0; l < language::most_mask_levels; ++l) {
        if (l < level) {
            mask(others.frame, l) &= ~inside;
            mask(stuck.frame, l) &= inside;
        } else {
            mask(others.frame, l) = 0;
        }
    }
    others.lanes = stuck.lanes & ~inside;
    stuck.lanes = inside;
    others.at = &loaded_.code[static_cast<std::size_t>(exits[level])];
    others.stop = Stop::none;
    others.polling = nullptr;
    others.split = stuck.split = true;
    longs_[number] = 0;
    longs_.push_back(0);
    order_.push_back(static_cast<std::uint32_t>(warps_.size()));
    warps_.push_back(others);
    return true;
}

/// The same of lanes that wait for memory. If it is for a lock that those behind the loop hold,
/// chips whose warps can't part stand still here.
void Block::part_spinning(std::size_t number, Context& context) {
    if (!part(number) || context.order == nullptr) return;
    const int lane = context.order->holder(warps_[number].index, warps_.back().lanes);
    if (lane < 0) return;
    context.warp = &warps_[number];
    Diagnostic* d = tell(context, warps_[number].loop_end, Diagnostic::Kind::spinning,
                         warps_[number].lanes & -warps_[number].lanes);
    if (d == nullptr) return;
    d->message = fmt::format(
        "lanes of warp {} of block {} spin here for a lock that lane {} of the same warp holds: "
        "chips before Volta hang, later ones are slow; let one lane ask for all, or give it back "
        "within the loop",
        warps_[number].index, number_, lane);
}

/// Whom any of the part's lanes names, where it stopped.
std::uint32_t Block::named_by(const Warp& part, std::uint32_t lanes) {
    if (!part.barrier->lane_masks) return mask_at(part.frame, part.barrier->e);
    std::uint32_t all = 0;
    for (std::uint32_t m = lanes; m != 0; m &= m - 1) {
        const auto lane = static_cast<language::Slot>(__builtin_ctz(m));
        all |= mask_at(part.frame, part.barrier->e + lane * 4);
    }
    return all;
}

/// Those of the parts that stopped at one place whose lanes all have come, each lane for its own
/// mask.
std::vector<std::size_t> Block::complete(std::vector<std::size_t> parts, std::uint32_t gone) const {
    for (;;) {
        std::array<std::uint32_t, lanes_of_warp> named{};
        for (const std::size_t n : parts) {
            for (std::uint32_t m = warps_[n].barrier_mask; m != 0; m &= m - 1)
                named[static_cast<std::size_t>(__builtin_ctz(m))] = named_by(warps_[n], m & -m);
        }
        const auto is_missed = [&](std::size_t n) {
            for (std::uint32_t m = warps_[n].barrier_mask; m != 0; m &= m - 1) {
                const std::uint32_t own = named[static_cast<std::size_t>(__builtin_ctz(m))];
                for (std::uint32_t k = own & lanes_of(warps_[n].index) & ~gone; k != 0; k &= k - 1)
                    if (named[static_cast<std::size_t>(__builtin_ctz(k))] != own) return true;
            }
            return false;
        };
        if (std::erase_if(parts, is_missed) == 0) return parts;
    }
}

/// Whether the lane, which runs by itself and has returned, did so behind where others wait for it:
/// it went past. Where a loop goes around both, nobody can tell.
bool Block::has_passed(const Warp& lane, const Operation* barrier) const {
    if (kind_ != WarpOrder::lanes || lane.stop != Stop::finished) return false;
    if (mask_at(lane.frame, loaded_.program->masks) != 0) return true;  // to the kernel's end
    if (lane.left == nullptr || lane.left < barrier) return false;
    const auto at = [&](const Operation* o) { return o - loaded_.code.data(); };
    const std::vector<language::Instr>& code = loaded_.program->code;
    for (auto n = static_cast<std::size_t>(at(lane.left)); n < code.size(); ++n) {
        if (code[n].code == Code::jump_back && code[n].target <= at(barrier)) return false;
    }
    return true;
}

/// Carries out what parts of a warp have to do together, where all that are named have come, or as
/// many as will. Whether there was anything.
bool Block::meet(Context& context, bool without_missing) {
    bool any = false;
    for (std::size_t w = 0; w < warps_.size(); ++w) {
        const Warp& first = warps_[w];
        if (first.stop != Stop::meeting) continue;
        const bool apart = first.barrier->lane_masks;
        const std::uint32_t named = named_by(first, first.barrier_mask);
        std::vector<std::size_t> parts;
        std::uint32_t here = 0, gone = 0, passed = 0;
        for (std::size_t n = 0; n < warps_.size(); ++n) {
            const Warp& other = warps_[n];
            if (other.index != first.index) continue;
            const std::uint32_t left =
                other.stop == Stop::finished ? 0 : mask_at(other.frame, loaded_.program->masks);
            if (has_passed(other, first.barrier))
                gone |= other.lanes, passed |= other.lanes;
            else
                gone |= other.lanes & ~left;
            if (other.stop != Stop::meeting || other.barrier != first.barrier ||
                (!apart && named_by(other, other.barrier_mask) != named))
                continue;
            parts.push_back(n);
            here |= other.barrier_mask;
        }
        if (!without_missing && apart)
            parts = complete(std::move(parts), gone);
        else if (!without_missing && (named & lanes_of(first.index) & ~gone & ~here) != 0)
            continue;
        if (parts.empty()) continue;
        // Whoever went past is not waited for, but was named.
        meet_at(parts, ~gone | passed, context);
        any = true;
    }
    return any;
}

void Block::meet_at(const std::vector<std::size_t>& parts, std::uint32_t alive, Context& context) {
    const language::Program& p = *loaded_.program;
    const Operation* o = warps_[parts[0]].barrier;
    const language::Instr& i = p.code[static_cast<std::size_t>(o - loaded_.code.data())];
    const bool wide = language::is_wide(i.kind);
    const bool by_lanes = i.code == Code::shuffle || i.code == Code::match ||
                          (i.code == Code::reduce && i.lane_masks);
    const auto take = [&](std::byte* to, const std::byte* from, language::Slot slot, bool of_8,
                          std::uint32_t mask) {
        if (of_8)
            take_lanes<std::uint64_t>(to, from, slot, mask);
        else
            take_lanes<std::uint32_t>(to, from, slot, mask);
    };
    // The operands of all of them in one frame, as if they were one warp.
    Warp whole = warps_[parts[0]];
    whole.frame = new_frame();
    whole.lanes = lanes_of(whole.index);
    whole.split = false;
    std::memcpy(whole.frame, warps_[parts[0]].frame, p.frame_bytes);
    std::uint32_t here = 0;
    for (const std::size_t n : parts) {
        const Warp& part = warps_[n];
        here |= part.barrier_mask;
        if (i.lane_masks) take(whole.frame, part.frame, o->e, false, part.barrier_mask);
        switch (i.code) {
            case Code::shuffle:
                take(whole.frame, part.frame, o->a, wide, part.barrier_mask);
                take(whole.frame, part.frame, o->b, false, part.barrier_mask);
                break;
            case Code::map1:  // an element of a tile
            case Code::reduce:
            case Code::match: take(whole.frame, part.frame, o->a, wide, part.barrier_mask); break;
            case Code::ballot:
            case Code::any:
            case Code::all: {
                std::uint32_t& bits = mask_at(whole.frame, o->a);
                bits =
                    (bits & ~part.barrier_mask) | (mask_at(part.frame, o->a) & part.barrier_mask);
                break;
            }
            default: break;
        }
    }
    whole.alive = whole.lanes & alive;
    mask_at(whole.frame, o->mask) = here;
    context.warp = &whole;
    if (context.recording) begin_segment(context, whole.index);
    o->run(o, whole.frame, context);
    if (context.recording) close_segment(context);
    for (const std::size_t n : parts) {
        Warp& part = warps_[n];
        if (by_lanes)
            take(part.frame, whole.frame, o->d, wide, part.barrier_mask);
        else if (i.code != Code::sync_warp && i.code != Code::map1)
            std::memcpy(part.frame + o->d, whole.frame + o->d, 8);
        part.syncs += i.code == Code::sync_warp;
        part.at = o + 1;
        part.stop = Stop::none;
    }
    --more_used_;  // the frame of all of them
}

}  // namespace stridescope::machine

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
void take_lanes(std::byte* to, const std::byte* from, std::uint32_t mask) {
    for (std::uint32_t m = mask; m != 0; m &= m - 1) {
        const std::size_t at = static_cast<std::size_t>(__builtin_ctz(m)) * sizeof(T);
        std::memcpy(to + at, from + at, sizeof(T));
    }
}
void take_lanes(std::byte* to, const std::byte* from, bool wide, std::uint32_t mask) {
    if (wide)
        take_lanes<std::uint64_t>(to, from, mask);
    else
        take_lanes<std::uint32_t>(to, from, mask);
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

const language::Instr& Block::instruction(const Operation* o) const {
    return loaded_.program->code[static_cast<std::size_t>(o - loaded_.code.data())];
}

/// A warp has stopped at the end of a loop's round, or at a warp function: its lanes that are not
/// there, but wait for those that are, become a warp of their own where they wait. If several wait
/// at different places, that is the innermost; the others go with them. False: there are none.
bool Block::part(std::size_t number, const Operation* o) {
    const language::Program& p = *loaded_.program;
    Warp& stuck = warps_[number];
    if (o == nullptr) return false;  // it calls and calls
    const language::Instr& i = instruction(o);
    const std::int64_t exit = i.code == Code::jump_back ? i.imm : i.target;
    if (exit < 0) return false;
    const auto& exits = p.exits[static_cast<std::size_t>(exit)];
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

/// Lanes that wait for memory part as well. If it is for a lock that those behind the loop hold,
/// chips whose warps can't part stand still here.
void Block::part_spinning(std::size_t number, Context& context) {
    if (!part(number, warps_[number].loop_end) || context.order == nullptr) return;
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

/// Whether it names lanes that go on only when it does: another branch's, or those behind a loop.
bool Block::waits_for_its_own(const Warp& warp) const {
    const std::uint32_t others =
        warp.lanes & mask_at(warp.frame, loaded_.program->masks) & ~warp.barrier_mask;
    return others != 0 && (named_by(warp, warp.barrier_mask) & others) != 0;
}

/// Whether what waits here and there is carried out together: one place, or the same function.
bool Block::do_the_same(const Warp& one, const Warp& other) const {
    if (one.barrier == other.barrier) return true;
    const language::Instr &i = instruction(one.barrier), &k = instruction(other.barrier);
    if (i.code != k.code || i.flag != k.flag || i.kind != k.kind) return false;
    switch (i.code) {
        case Code::sync_warp: return true;
        case Code::shuffle:
            if (i.scale != k.scale) return false;
            if (i.scale == 0) return true;  // each lane has a width of its own
            return mask_at(one.frame, one.barrier->c) == mask_at(other.frame, other.barrier->c);
        case Code::ballot:
        case Code::any:
        case Code::all:
        case Code::reduce:
        case Code::match: return true;
        default: return false;
    }
}

/// Whether one place is in the first arm of an if, and the other, behind it, in the second.
bool are_in_two_arms(const std::vector<language::Instr>& code, std::int64_t one,
                     std::int64_t other) {
    for (std::int64_t n = one + 1; n < other; ++n) {
        const language::Instr& second = code[static_cast<std::size_t>(n)];
        if (second.code != Code::else_mask || second.target <= other) continue;
        for (std::int64_t k = one - 1; k >= 0; --k) {
            const language::Instr& first = code[static_cast<std::size_t>(k)];
            if (first.code == Code::if_mask && first.b == second.b && first.mask == second.mask &&
                first.target > one && first.target <= n)
                return true;
        }
    }
    return false;
}

/// Lanes that have ended behind where others wait for them: they went past. Where a loop goes
/// around what they returned by and that, nobody can tell.
std::uint32_t Block::passed(const Warp& part, const Operation* barrier) const {
    if (part.stop != Stop::finished) return 0;
    const std::uint32_t past = mask_at(part.frame, loaded_.program->masks);  // to the kernel's end
    if (part.left == nullptr || part.left < barrier) return past;
    const auto at = [&](const Operation* o) { return o - loaded_.code.data(); };
    const std::vector<language::Instr>& code = loaded_.program->code;
    // Who took the other arm, and returned there, did not come past.
    if (are_in_two_arms(code, at(barrier), at(part.left))) return past;
    for (auto n = static_cast<std::size_t>(at(part.left)); n < code.size(); ++n) {
        if (code[n].code == Code::jump_back && code[n].target <= at(barrier)) return past;
    }
    return past | (part.left_lanes & part.lanes);
}

/// Carries out what parts of a warp have to do together, where all that are named have come, or as
/// many as will: then of each warp what stands first. Whether there was anything.
bool Block::meet(Context& context, bool without_missing) {
    bool any = false;
    std::uint32_t met = 0;
    for (std::size_t w = 0; w < warps_.size(); ++w) {
        const Warp& first = warps_[w];
        if (first.stop != Stop::meeting) continue;
        bool apart = false, is_first = (met >> first.index & 1) == 0;
        const std::uint32_t named = named_by(first, first.barrier_mask);
        std::vector<std::size_t> parts;
        std::uint32_t gone = 0, past = 0;
        for (std::size_t n = 0; n < warps_.size(); ++n) {
            const Warp& other = warps_[n];
            if (other.index != first.index) continue;
            const std::uint32_t left =
                other.stop == Stop::finished ? 0 : mask_at(other.frame, loaded_.program->masks);
            const std::uint32_t passed_by = passed(other, first.barrier);
            past |= passed_by;
            gone |= passed_by | (other.lanes & ~left);
            if (other.stop != Stop::meeting) continue;
            is_first &= first.barrier <= other.barrier;
            if (!do_the_same(first, other)) continue;
            apart |= other.barrier->lane_masks;
            parts.push_back(n);
        }
        if (without_missing && !is_first) continue;
        std::erase_if(parts, [&](std::size_t n) {
            const Warp& other = warps_[n];
            return apart ? without_missing && other.barrier != first.barrier
                         : named_by(other, other.barrier_mask) != named;
        });
        std::uint32_t here = 0;
        for (const std::size_t n : parts) here |= warps_[n].barrier_mask;
        if (!without_missing && apart)
            parts = complete(std::move(parts), gone);
        else if (!without_missing && (named & lanes_of(first.index) & ~gone & ~here) != 0)
            continue;
        if (parts.empty()) continue;
        met |= 1U << first.index;
        // Whoever went past is not waited for, but was named.
        meet_at(parts, ~gone | past, context);
        any = true;
    }
    return any;
}

/// Where lanes of a warp that are not all at one place do something together, that is carried out
/// at each of the places, of all of them; what comes of it is theirs who are there.
void Block::meet_at(const std::vector<std::size_t>& parts, std::uint32_t alive, Context& context) {
    std::vector<const Operation*> places;
    std::uint32_t here = 0;
    for (const std::size_t n : parts) {
        here |= warps_[n].barrier_mask;
        if (std::ranges::find(places, warps_[n].barrier) == places.end())
            places.push_back(warps_[n].barrier);
    }
    // Where masks differ from lane to lane, one place has to hold all of them.
    std::ranges::stable_partition(places, [](const Operation* o) { return o->lane_masks; });
    const std::size_t told = context.diagnostics.size();
    std::byte* const frame = new_frame();
    const bool orders = instruction(places[0]).code == Code::sync_warp;
    for (const Operation* o : places) {
        if (orders && o != places[0]) break;
        carry_out(o, parts, here, o == places[0] ? alive : here, frame, context);
    }
    --more_used_;
    const std::uint32_t index = warps_[parts[0]].index;
    const auto before = std::ranges::find(met_apart_, index, &MetApart::warp);
    if (context.diagnostics.size() > told && before != met_apart_.end()) {
        // Whoever misses a call meets the others at the next one, and is missed only in the end.
        context.diagnostics[told].message +=
            fmt::format("; before, some were at line {} when others were at line {}",
                        place_of(context, before->one).line, place_of(context, before->other).line);
    }
    if (places.size() > 1 && before == met_apart_.end())
        met_apart_.push_back({index, places[0], places[1]});
    for (const std::size_t n : parts) {
        Warp& part = warps_[n];
        part.syncs += orders;
        part.at = part.barrier + 1;
        part.stop = Stop::none;
    }
}

/// What stands there, by all lanes of the parts as if they were one warp.
void Block::carry_out(const Operation* o, const std::vector<std::size_t>& parts, std::uint32_t here,
                      std::uint32_t alive, std::byte* frame, Context& context) {
    const language::Instr& i = instruction(o);
    const bool wide = language::is_wide(i.kind);
    const bool by_lanes = i.code == Code::shuffle || i.code == Code::match ||
                          (i.code == Code::reduce && i.lane_masks);
    const auto at_place = [&](std::size_t n) { return warps_[n].barrier == o; };
    Warp whole = warps_[*std::ranges::find_if(parts, at_place)];
    std::memcpy(frame, whole.frame, loaded_.program->frame_bytes);
    whole.frame = frame;
    whole.lanes = lanes_of(whole.index);
    whole.split = false;
    whole.elsewhere = 0;
    for (const std::size_t n : parts) {
        const Warp& part = warps_[n];
        const Operation* from = part.barrier;
        const std::uint32_t lanes = part.barrier_mask;
        if (from != o) whole.elsewhere |= lanes;
        for (std::uint32_t m = i.lane_masks ? lanes : 0; m != 0; m &= m - 1) {
            const auto lane = static_cast<language::Slot>(__builtin_ctz(m));
            mask_at(frame, o->e + lane * 4) = named_by(part, m & -m);
        }
        switch (i.code) {
            case Code::shuffle:
                take_lanes(frame + o->a, part.frame + from->a, wide, lanes);
                if (from == o) take_lanes(frame + o->b, part.frame + o->b, false, lanes);
                if (i.scale == 0) take_lanes(frame + o->c, part.frame + from->c, false, lanes);
                break;
            case Code::map1:  // an element of a tile
            case Code::reduce:
            case Code::match: take_lanes(frame + o->a, part.frame + from->a, wide, lanes); break;
            case Code::ballot:
            case Code::any:
            case Code::all: {
                std::uint32_t& bits = mask_at(frame, o->a);
                bits = (bits & ~lanes) | (mask_at(part.frame, from->a) & lanes);
                break;
            }
            default: break;
        }
    }
    if (!i.lane_masks) {
        // Where lanes have masks of their own, only those come that have this one.
        std::uint32_t together = 0;
        for (const std::size_t n : parts) {
            for (std::uint32_t m = warps_[n].barrier_mask; m != 0; m &= m - 1) {
                if (named_by(warps_[n], m & -m) == mask_at(frame, o->e)) together |= m & -m;
            }
        }
        here &= together;
    }
    whole.alive = whole.lanes & alive;
    mask_at(frame, o->mask) = here;
    context.warp = &whole;
    if (context.recording) begin_segment(context, whole.index);
    o->run(o, frame, context);
    if (context.recording) close_segment(context);
    for (const std::size_t n : parts) {
        const Warp& part = warps_[n];
        if (part.barrier != o) continue;
        if (by_lanes)
            take_lanes(part.frame + o->d, frame + o->d, wide, part.barrier_mask);
        else if (i.code != Code::sync_warp && i.code != Code::map1)
            std::memcpy(part.frame + o->d, frame + o->d, 8);
    }
}

}  // namespace stridescope::machine

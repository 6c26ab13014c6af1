// Shared memory that the blocks of a cluster reach of each other: it is judged as global memory is,
// each block's as a piece of its own. A block's is there from its begin to its end, and nothing but
// a barrier of the cluster tells others of either.
#include <algorithm>
#include <iterator>
#include <utility>

#include "app/machine/clusters.h"
#include "app/machine/order.h"

namespace stridescope::machine {

namespace ad = language::addresses;

std::uint32_t Order::block_of_rank(std::uint64_t rank) const {
    return machine::block_of_rank(*loaded_.program, now_->number, static_cast<std::uint32_t>(rank));
}

/// One address for a place of shared memory, whichever block reaches it.
std::uint64_t Order::in_cluster(std::uint64_t address) const {
    const std::uint64_t number = address >> ad::shift;
    const bool own = number == ad::shared;
    if (!own && number - ad::shared_of_cluster >= language::most_of_cluster) return address;
    const std::uint32_t block = own ? now_->number : block_of_rank(number - ad::shared_of_cluster);
    return address - ad::begin(number) + ad::begin(ad::shared_of_block + block);
}

void Order::arrive_at_cluster(std::uint32_t warp, std::uint32_t lanes, bool relaxed) {
    NamedBarrier& told = now_->at_cluster;
    if (!relaxed) {
        tell_at(told, warp, lanes);
        return;
    }
    NamedBarrier all;
    tell_at(all, warp, lanes);
    told.over.add(all.known);
    told.known.add(all.handed);
    told.handed.add(all.handed);
}

void Order::arrive_at_cluster() {
    NamedBarrier& told = now_->at_cluster;
    told.known.add(Knowledge{now_->number, {.all = now_->base, .more = {}}, grid_});
    told.known.add(now_->known);
    // What fences made good for a block alone is nothing to others.
    told.handed.add(now_->released);
}

void Order::meet(std::span<const std::uint32_t> blocks) {
    NamedBarrier all;
    for (const std::uint32_t block : blocks) {
        const auto found = blocks_.find(block);
        if (found == blocks_.end()) continue;
        const NamedBarrier told = std::exchange(found->second->at_cluster, {});
        all.known.add(told.known);
        all.handed.add(told.handed);
        all.over.add(told.over);
    }
    for (const std::uint32_t block : blocks) {
        const auto found = blocks_.find(block);
        if (found == blocks_.end()) continue;
        found->second->met.known.add(all.known);
        found->second->met.handed.add(all.handed);
        found->second->met.over.add(all.over);
    }
}

void Order::pass_cluster() {
    const NamedBarrier met = std::exchange(now_->met, {});
    now_->has_met = true;
    now_->over.add(met.over);
    now_->known.add(met.known);
    now_->released.add(met.handed);
    now_->released_block.add(met.handed);
}

/// Who knows nothing of a block does not know that it has begun.
void Order::check_begun(const Operation* at, std::uint32_t warp, std::uint32_t lane,
                        std::uint64_t address, bool writes) {
    const std::uint64_t number = address >> ad::shift;
    if (number - ad::shared_of_cluster >= language::most_of_cluster) return;
    const std::uint32_t owner = block_of_rank(number - ad::shared_of_cluster);
    if (owner == now_->number || now_->has_met) return;
    PastAccess now;
    now.block = owner;
    const Who who{.op = static_cast<std::uint32_t>(at - loaded_.code.data()),
                  .warp = warp,
                  .lane = lane,
                  .kind = AccessClass::plain};
    if (flags_ && knows_by_flags(now, 0, who)) return;
    now.block = now_->number;
    now.moment = now_->warps[warp].moment;
    now.op = std::min(who.op, PastAccess::most_ops - 1);
    now.kind = static_cast<std::uint32_t>(classes_[who.op]) & 7;
    add_astray(owner, now, who.thread(), writes,
               static_cast<std::int64_t>(address - ad::begin(number)), true);
}

/// The shared variable in which the byte lies; −1: none.
std::int32_t Order::shared_object(std::int64_t offset) const {
    const std::vector<language::Object>& all = loaded_.program->objects;
    const auto found = std::ranges::find_if(all, [&](const language::Object& object) {
        return object.space == language::Space::shared &&
               std::cmp_greater_equal(offset, object.offset) &&
               std::cmp_less(offset, object.offset + object.bytes);
    });
    return found == all.end() ? -1 : static_cast<std::int32_t>(found - all.begin());
}

/// One of each place in the text.
void Order::add_astray(std::uint32_t owner, const PastAccess& past, std::uint32_t thread,
                       bool writes, std::int64_t offset, bool too_early) {
    const RacingAccess access = racing(past, thread, writes);
    const auto known = std::ranges::find_if(astray_, [&](const Astray& other) {
        return other.too_early == too_early && other.access.place == access.place;
    });
    if (known != astray_.end()) {
        ++known->count;
        return;
    }
    Astray found{.owner = owner, .access = access, .too_early = too_early};
    if (const std::int32_t object = shared_object(offset); object >= 0) {
        const language::Object& of = loaded_.program->objects[static_cast<std::size_t>(object)];
        found.element = element_text(of, offset - static_cast<std::int64_t>(of.offset));
    }
    astray_.push_back(std::move(found));
}

/// What others did in the block's memory has to come before the end of one of its threads.
void Order::check_ended(const BlockClock& block) {
    const auto found = spaces_.find(ad::shared_of_block + block.number);
    if (found == spaces_.end()) return;
    PlaceSpace& space = found->second;
    const auto is_known = [&](const PastAccess& past, std::uint32_t thread) {
        if (block.known.knows(past.block, thread, past.moment) ||
            block.over.knows(past.block, thread, past.moment))
            return true;
        return std::ranges::any_of(block.threads, [&](const auto& own) {
            return own.second.known.knows(past.block, thread, past.moment) ||
                   own.second.seen.knows(past.block, thread, past.moment);
        });
    };
    const auto look = [&](const PastAccess& past, std::uint32_t lanes, std::uint64_t index,
                          bool writes) {
        if (past.block == PastAccess::nobody || past.block == block.number) return;
        for (std::uint32_t m = lanes; m != 0; m &= m - 1) {
            const std::uint32_t thread =
                past.warp() * lanes_of_warp + static_cast<std::uint32_t>(__builtin_ctz(m));
            if (is_known(past, thread)) continue;
            add_astray(block.number, past, thread, writes,
                       static_cast<std::int64_t>(index << space.shift), false);
        }
    };
    constexpr std::uint64_t places = std::uint64_t{1} << PlaceSpace::page_bits;
    for (const std::uint64_t page : space.used) {
        for (std::uint64_t index = page * places; index < (page + 1) * places; ++index) {
            const PlaceHistory& place = space.place(index);
            look(place.store, 1U << place.store.thread % lanes_of_warp, index, true);
            look(place.others, place.others.lanes, index, place.others.changes());
            if (place.others.more == 0) continue;
            for (const PastAccesses& more : space.more[index])
                look(more, more.lanes, index, more.changes());
        }
    }
}

std::vector<Order::Astray> Order::take_astray() {
    return std::exchange(astray_, {});
}

}  // namespace stridescope::machine

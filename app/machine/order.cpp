#include "app/machine/order.h"

#include <algorithm>
#include <array>
#include <utility>

#include "app/machine/child_order.h"
#include "app/machine/grid_watch.h"
#include "app/machine/stream_order.h"
#include "app/machine/weak_memory.h"

namespace stridescope::machine {
namespace {

using language::Code;

constexpr std::uint32_t last_moment = 0xFFFF'0000;
/// Accesses to one place, unordered, that are remembered besides the first. More are never needed
/// where no flags are used (see keep); where they are, a race may be missed, never made up.
constexpr std::size_t most_others = 64;

/// A load and what it is not kept apart from, where the load itself is meant for that.
bool is_meant(AccessClass load, AccessClass other, bool released) {
    if (load == AccessClass::watched) return true;
    return load == AccessClass::volatile_ && (is_atomic(other) || released);
}

/// One of them by a thread that stands at it now.
bool conflict(AccessClass past, bool past_writes, bool past_released, AccessClass now,
              bool now_writes, bool now_released) {
    if (!past_writes && !now_writes) return false;
    if (is_atomic(past) && is_atomic(now)) return false;
    if (!past_writes && is_meant(past, now, now_released)) return false;
    if (!now_writes && is_meant(now, past, past_released)) return false;
    // A lock may be given back by a store, and a count of tickets be set to 0.
    const auto asks = [](AccessClass kind) {
        return kind == AccessClass::asking || kind == AccessClass::atomic_load;
    };
    // Who waits for a store is not in its way, but one that is neither volatile nor behind a fence
    // may be what gives the place its first value, while others look already.
    if (past == AccessClass::waiting)
        return now_writes && now == AccessClass::plain && !now_released;
    if (now == AccessClass::waiting)
        return past_writes && past == AccessClass::plain && !past_released;
    return !(asks(past) && now_released) && !(asks(now) && past_released);
}

}  // namespace

Order::Order(const LoadedProgram& loaded, bool apart)
    : loaded_(loaded),
      grid_(std::uint64_t{loaded.program->grid[0]} * loaded.program->grid[1] *
            loaded.program->grid[2]),
      apart_(apart),
      clusters_(loaded.program->cluster != language::Extents{1, 1, 1}) {
    const language::Program& program = *loaded.program;
    find_classes(program);
    find_flags(program);
    find_data(program);
    looks_at_each_ = flags_ || program.keeps_types || program.copies;
    const bool launches =
        std::ranges::any_of(program.code, [](const auto& i) { return i.code == Code::launch; });
    alone_ = !looks_at_each_ && !clusters_ && !launches &&
             program.block_dim == std::array<std::uint32_t, 3>{1, 1, 1};
    sites_ = access_sites(program);
    races_.judged = true;
}

Order::~Order() = default;

void Order::find_classes(const language::Program& program) {
    classes_.assign(program.code.size(), AccessClass::plain);
    any_of_block_ = std::ranges::any_of(program.code, &language::Instr::of_block);
    for (std::size_t n = 0; n < program.code.size(); ++n) {
        const language::Instr& i = program.code[n];
        const bool loads = i.code == Code::load || i.code == Code::load_at;
        if (i.is_volatile)
            classes_[n] = i.is_asked && loads ? AccessClass::watched : AccessClass::volatile_;
        if (i.is_atomic) classes_[n] = loads ? AccessClass::atomic_load : AccessClass::atomic;
        if (i.code == Code::atomic || i.code == Code::atomic_at)
            classes_[n] = i.unused ? AccessClass::atomic : AccessClass::asking;
    }
    for (std::size_t n = 0; n < program.code.size(); ++n) {
        const language::Instr& end = program.code[n];
        if (end.code != Code::jump_back || end.flag != 1) continue;
        for (auto k = static_cast<std::size_t>(end.target); k < n; ++k) {
            const language::Instr& i = program.code[k];
            const bool loads = i.code == Code::load || i.code == Code::load_at;
            if (loads && i.is_asked && i.is_atomic) classes_[k] = AccessClass::waiting;
            if (loads && i.is_asked && !i.is_volatile) classes_[k] = AccessClass::polled;
            if (i.code == Code::atomic || i.code == Code::atomic_at)
                classes_[k] = AccessClass::waiting;
        }
    }
}

void Order::enter(std::uint32_t block) {
    sees_all_ = false;
    if (now_ != nullptr && now_->number == block) return;
    const auto found = blocks_.find(block);
    now_ = found != blocks_.end() ? found->second.get() : begin(block);
}

BlockClock* Order::begin(std::uint32_t block) {
    BlockClock* at = nullptr;
    if (spare_.empty()) {
        at = blocks_.emplace(block, std::make_unique<BlockClock>()).first->second.get();
        at->shared.shared = true;
        at->aside.shared.may_collect = !looks_at_each_ && !clusters_;
        at->aside.global.may_collect = !looks_at_each_ && apart_;
    } else {
        spare_.back().key() = block;
        at = blocks_.insert(std::move(spare_.back())).position->second.get();
        spare_.pop_back();
    }
    const auto& d = loaded_.program->block_dim;
    at->number = block;
    at->base = 0;
    at->lost = false;
    at->warps.resize((std::size_t{d[0]} * d[1] * d[2] + lanes_of_warp - 1) / lanes_of_warp);
    for (WarpClock& warp : at->warps) warp.begin();
    at->shared.more.clear();
    at->aside.begin((loaded_.program->shared_bytes + 3) / 4, at->warps.size());
    at->known = at->released = at->released_block = {};
    if (!at->threads.empty()) at->threads.clear();
    if (std::exchange(at->has_named, false)) at->named = {};
    if (clusters_) {
        at->at_cluster = at->met = {};
        at->has_met = false;
        at->over = {};
    }
    return at;
}

void Order::finish(std::uint32_t block) {
    const auto at = blocks_.find(block);
    if (at == blocks_.end()) return;
    if (!copies_.empty()) copies_.end_block(block);
    if (clusters_) {
        check_ended(*at->second);
        spaces_.erase(language::addresses::shared_of_block + block);
        last_space_ = nullptr;
    }
    if (now_ == at->second.get()) now_ = nullptr;
    if (apart_) {
        for (auto& [number, space] : spaces_) space.give_back_pages();
    }
    at->second->aside.finish();
    spare_.push_back(blocks_.extract(at));
}

RaceList Order::take() {
    told_.clear();
    RaceList all = std::exchange(races_, {});
    races_.judged = true;
    return all;
}

void Order::barrier() {
    now_->aside.barrier();
    std::uint32_t latest = 0;
    for (const WarpClock& warp : now_->warps) latest = std::max(latest, warp.moment);
    if (latest >= last_moment) {
        now_->lost = true;
        for (Aside* aside : {&now_->aside.shared, &now_->aside.global})
            aside->collects = aside->quick = false;
        return;
    }
    const std::uint32_t base = ((latest >> moment_bits) + 1) << moment_bits;
    if (flags_) share_block(base);
    now_->base = base;
    for (WarpClock& warp : now_->warps) {
        warp.moment = warp.all = base;
        warp.known.reset();
    }
}

std::shared_ptr<const LaunchMoment> Order::launch(std::uint32_t warp, std::uint32_t lane) {
    WarpClock& clock = now_->warps[warp];
    if (now_->lost) return nullptr;
    auto made = std::make_shared<LaunchMoment>();
    made->block = now_->number;
    made->thread = warp * lanes_of_warp + lane;
    made->base = now_->base;
    for (std::uint32_t other = 0; other < lanes_of_warp; ++other)
        made->lanes[other] = clock.known_of(lane, other);
    // What the thread does from now on is not before it any more.
    made->lanes[lane] = ++clock.moment;
    if (flags_) {
        made->known = now_->known;
        if (const auto own = now_->threads.find(made->thread); own != now_->threads.end())
            made->known.add(own->second.known);
    }
    return made;
}

std::shared_ptr<PastOfLaunch> Order::take_past() {
    last_space_ = nullptr;
    return std::make_shared<PastOfLaunch>(
        PastOfLaunch{loaded_.program, std::exchange(spaces_, {})});
}

void Order::sync_warp(std::uint32_t warp, std::uint32_t lanes) {
    WarpClock& clock = now_->warps[warp];
    ++clock.moment;
    if (flags_) {
        share_lanes(warp, lanes);
        share_fences(warp, lanes);
    }
    const auto& d = loaded_.program->block_dim;
    const std::uint32_t behind = d[0] * d[1] * d[2] - warp * lanes_of_warp;
    const std::uint32_t exist = behind >= lanes_of_warp ? ~0U : (1U << behind) - 1;
    if ((exist & ~lanes) == 0) {
        clock.all = clock.moment;
        clock.known.reset();
        // Where a block has one warp, all that was done before is over, as behind a barrier.
        if (now_->warps.size() > 1)
            now_->aside.sync_warp(warp);
        else if (!now_->lost)
            now_->aside.barrier();
        return;
    }
    if (clock.known == nullptr) clock.known = std::make_unique<LaneMoments>();
    std::array<std::uint32_t, lanes_of_warp> row{};
    for (std::uint32_t m = lanes; m != 0; m &= m - 1) {
        const auto& own = (*clock.known)[static_cast<std::size_t>(__builtin_ctz(m))];
        std::ranges::transform(row, own, row.begin(),
                               [](std::uint32_t a, std::uint32_t b) { return std::max(a, b); });
    }
    for (std::uint32_t m = lanes; m != 0; m &= m - 1)
        row[static_cast<std::size_t>(__builtin_ctz(m))] = clock.moment;
    for (std::uint32_t m = lanes; m != 0; m &= m - 1)
        (*clock.known)[static_cast<std::size_t>(__builtin_ctz(m))] = row;
}

PlaceSpace& Order::space_of(std::uint64_t address) {
    namespace ad = language::addresses;
    const std::uint64_t number = address >> ad::shift;
    if (number != ad::shared && (last_space_ == nullptr || last_number_ != number)) {
        last_number_ = number;
        last_space_ = &spaces_[number];
    }
    PlaceSpace& space = number == ad::shared ? now_->shared : *last_space_;
    space.number = number;
    space.alone = space.shared || apart_;
    space.block = now_->number;
    space.base = now_->base;
    return space;
}

/// Bytes from now on: each has what its word had.
void Order::refine(PlaceSpace& space) {
    PlaceSpace fine;
    fine.block = space.block;
    fine.base = space.base;
    fine.alone = space.alone;
    constexpr std::size_t size = std::size_t{1} << PlaceSpace::page_bits;
    for (std::size_t page = 0; page < space.pages.size(); ++page) {
        if (space.pages[page] == nullptr) continue;
        for (std::size_t k = 0; k < size; ++k) {
            const PlaceHistory& word = space.place(page * size + k);
            for (std::size_t byte = 0; byte < 4; ++byte)
                fine.place((page * size + k) * 4 + byte) = word;
        }
    }
    for (const auto& [index, list] : space.more) {
        for (std::uint64_t k = 0; k < 4; ++k) fine.more[index * 4 + k] = list;
    }
    fine.number = space.number;
    fine.shared = space.shared;
    fine.shift = 0;
    space = std::move(fine);
}

template <typename Visit>
void Order::for_each_place(std::uint64_t address, std::uint32_t width, Visit visit) {
    namespace ad = language::addresses;
    PlaceSpace& space = space_of(address);
    const std::uint64_t offset = address - ad::begin(address >> ad::shift);
    if (space.shift == 2 && (width < 4 || offset % 4 != 0)) refine(space);
    const std::uint64_t last = (offset + width - 1) >> space.shift;
    for (std::uint64_t index = offset >> space.shift; index <= last; ++index) visit(space, index);
}

/// What there is to say of a place at once, which is nearly always: that nobody is in the way, and
/// where the access is to be remembered.
class Order::Glance {
  public:
    Glance(const Order& order, const PlaceSpace& space, const Who& who)
        : alone_(space.alone),
          knows_two_(!order.flags_),
          block_(order.now_->number),
          base_(order.now_->base),
          all_(order.now_->warps[who.warp].all),
          warp_(who.warp) {
        past_.block = block_;
        past_.moment = order.now_->warps[who.warp].moment;
        past_.op = std::min(who.op, PastAccess::most_ops - 1);
        past_.kind = static_cast<std::uint32_t>(who.kind) & 7;
        plain_ = who.kind == AccessClass::plain;
    }

    /// Does as load() and store() do for a row that lanes of a whole warp access one behind the
    /// other, from `lane` on, each so many places.
    bool whole(PlaceRow& row, bool is_over, bool writes, std::uint32_t lane,
               std::uint8_t wide) const {
        if (is_over) {
            row = {};
        } else if (!row.is_one || (row.block != block_ && row.block != PastAccess::nobody)) {
            return false;
        }
        const bool is_fresh = row.block == PastAccess::nobody;
        if (!is_fresh && row.wide != wide) return false;
        row.wide = wide;
        const auto is_past = [&](const PastAccess& past) {
            return past.block == PastAccess::nobody || past.moment < base_ || past.warp() == warp_;
        };
        if (!is_past(row.store)) return false;
        if (writes) {
            if (!is_past(row.others) || !is_past(row.more)) return false;
            row.store = past_;
            row.store.thread = (warp_ * lanes_of_warp + lane) & 1023;
        } else if (!plain_ || !reads(row, lane)) {
            return false;
        }
        row.block = block_;
        row.base = base_;
        return true;
    }

    /// False: it needs a closer look, and nothing was done.
    bool load(PlaceHistory& place, std::uint32_t lane) const {
        if (!plain_ || !is_over(place.store, lane)) return false;
        if (place.store.more != 0) return true;
        PastAccesses& others = place.others;
        const std::uint32_t own = 1U << lane;
        if (others.block == PastAccess::nobody || (others.block != block_ && alone_)) {
            remember(others, lane);
            others.more = 0;
            place.crowded_since = PastAccess::nobody;
            return true;
        }
        if (others.more != 0) return alone_ && place.crowded_since == base_;
        if (others.block != block_ || others.kind != past_.kind) return false;
        if (others.moment >= base_) {
            if (others.warp() != warp_) return false;
            if (others.moment == past_.moment && others.op == past_.op) {
                others.lanes |= own;
                return true;
            }
            if (others.moment >= all_ && others.lanes != own) return false;
        }
        remember(others, lane);
        return true;
    }
    bool store(PlaceHistory& place, std::uint32_t lane) const {
        if (!is_over(place.store, lane)) return false;
        const PastAccesses& others = place.others;
        if (others.block != PastAccess::nobody) {
            if (others.block == block_) {
                if (others.more != 0) return false;
                const bool ordered =
                    others.moment < base_ || (others.warp() == warp_ &&
                                              (others.moment < all_ || others.lanes == 1U << lane));
                if (!ordered) return false;
            } else if (!alone_) {
                return false;
            }
        }
        place.store = past_;
        place.store.thread = (warp_ * lanes_of_warp + lane) & 1023;
        return true;
    }

  private:
    /// Two that read are enough to know of, where both are of this interval and of different warps:
    /// whoever stores is in the way of one of them.
    bool reads(PlaceRow& row, std::uint32_t lane) const {
        const auto is_room = [&](const PastAccesses& past) {
            return past.block == PastAccess::nobody || past.moment < base_ ||
                   (past.warp() == warp_ && past.kind == past_.kind);
        };
        const auto is_kept = [&](const PastAccesses& past) {
            return past.kind == past_.kind && past.moment >= base_ && past.warp() != warp_;
        };
        PastAccesses own;
        remember(own, lane);
        if (is_room(row.others)) {
            row.others = own;
        } else if (is_room(row.more)) {
            row.more = own;
        } else {
            return knows_two_ && is_kept(row.others) && is_kept(row.more);
        }
        return true;
    }
    bool is_over(const PastAccess& store, std::uint32_t lane) const {
        if (store.block == block_) {
            return store.moment < base_ || store.thread == warp_ * lanes_of_warp + lane ||
                   (store.warp() == warp_ && store.moment < all_);
        }
        return alone_ || store.block == PastAccess::nobody;
    }
    void remember(PastAccesses& others, std::uint32_t lane) const {
        static_cast<PastAccess&>(others) = past_;
        others.thread = (warp_ * lanes_of_warp + lane) & 1023;
        others.lanes = 1U << lane;
    }

    bool alone_, knows_two_, plain_ = true;
    std::uint32_t block_, base_, all_, warp_;
    PastAccess past_;
};

/// Whether it is in shared memory.
bool Order::is_of_block(std::uint64_t address) {
    return address >> language::addresses::shift == language::addresses::shared;
}

void Order::access(const Operation* at, std::uint32_t warp, const OrderedAccess& given) {
    if (now_->lost) return;
    if (alone_ &&
        is_alone(is_of_block(given.address[static_cast<std::size_t>(__builtin_ctz(given.mask))])))
        return;
    OrderedAccess placed;
    if (clusters_) {
        placed = given;
        placed.begin = in_cluster(given.begin);
        for (std::uint32_t m = given.mask; m != 0; m &= m - 1) {
            const auto lane = static_cast<std::uint32_t>(__builtin_ctz(m));
            check_begun(at, warp, lane, given.address[lane], given.writes);
            placed.address[lane] = in_cluster(given.address[lane]);
        }
    }
    const OrderedAccess& access = clusters_ ? placed : given;
    const bool all_closely = now_->aside.shared.closely && (now_->aside.global.closely || !apart_);
    if (!all_closely && put_aside(at, warp, access)) return;
    Who who{.op = static_cast<std::uint32_t>(at - loaded_.code.data()),
            .warp = warp,
            .writes = access.writes,
            .access = &access};
    who.kind = classes_[who.op];
    now_->warps[warp].dirty |= access.mask;
    for (std::uint32_t m = all_closely ? 0 : access.mask; m != 0; m &= m - 1)
        end_aside(is_of_block(access.address[static_cast<std::size_t>(__builtin_ctz(m))]));
    if (flags_ && may_be_flag(who.op) && concerns_flags(who))
        access_flags(who, access);
    else
        judge(who, access);
}

bool Order::access_array(const Operation* at, std::uint32_t warp, const ArrayAccess& access) {
    namespace ad = language::addresses;
    if (now_->lost) return true;
    const bool is_shared = access.number == ad::shared;
    if (is_alone(is_shared)) return true;
    if (is_shared && clusters_) return false;
    Aside& aside = is_shared ? now_->aside.shared : now_->aside.global;
    if (aside.closely || (!is_shared && !apart_)) return false;
    if (aside.atomics) {
        end_aside(is_shared);
        return false;
    }
    const auto op = static_cast<std::uint32_t>(at - loaded_.code.data());
    if (classes_[op] != AccessClass::plain || aside.used >= Aside::most) return false;
    WarpClock& clock = now_->warps[warp];
    if (flags_ && access.writes && may_be_flag(op) &&
        concerns_flags({.op = op, .warp = warp, .writes = true}))
        return false;
    // Where it will stay: copied, a processor would have to wait for it.
    Aside::Request& request = aside.next();
    request.at = at;
    request.form = nullptr;
    request.known = nullptr;
    request.number = access.number;
    request.address = access.address;
    request.step = static_cast<std::int32_t>(access.step);
    request.warp = warp;
    request.mask = access.mask;
    request.moment = clock.moment;
    request.all = clock.all;
    request.list = Aside::none;
    request.width = access.width;
    request.writes = access.writes;
    request.is_atomic = false;
    const std::int32_t* index = access.index;
    if ((access.writes || aside.stored) && !now_->aside.pass(aside, request, index)) {
        end_aside(is_shared);
        return false;
    }
    aside.quick = aside.stored && aside.by_forms && !looks_at_each_;
    if (index != nullptr) aside.keep_list(request, index);
    ++aside.used;
    clock.dirty |= access.mask;
    return true;
}

namespace {

/// Whether lane i accesses element i of rows.
bool is_row(const OrderedAccess& access) {
    const std::uint64_t width = access.width;
    if (width < 4 || access.address[0] % (width * lanes_of_warp) != 0) return false;
    bool all = true;
    for (std::size_t lane = 1; lane < lanes_of_warp; ++lane)
        all &= access.address[lane] == access.address[0] + width * lane;
    return all;
}

}  // namespace

/// Takes an access whose lanes point somewhere each.
bool Order::put_aside(const Operation* at, std::uint32_t warp, const OrderedAccess& access) {
    namespace ad = language::addresses;
    const auto first = static_cast<std::size_t>(__builtin_ctz(access.mask));
    if (!apart_ && !is_of_block(access.address[first])) return false;
    const std::uint64_t begin = ad::begin(access.address[first] >> ad::shift);
    std::array<std::int32_t, lanes_of_warp> offset{};
    std::int32_t all = 0;
    for (std::uint32_t m = access.mask; m != 0; m &= m - 1) {
        const auto lane = static_cast<std::size_t>(__builtin_ctz(m));
        if (access.address[lane] - begin > INT32_MAX) return false;
        offset[lane] = static_cast<std::int32_t>(access.address[lane] - begin);
        all |= offset[lane];
    }
    const std::int32_t step = all % 4 == 0 ? 4 : 1;
    for (std::int32_t& each : offset) each /= step;
    return access_array(at, warp,
                        {.mask = access.mask,
                         .width = access.width,
                         .writes = access.writes,
                         .number = access.address[first] >> ad::shift,
                         .address = begin,
                         .step = step,
                         .index = offset.data()});
}

/// As if each had been looked at when it was made. None of them was in the way of another: nothing
/// is told of them.
void Order::end_aside(bool is_shared) {
    Aside& aside = is_shared ? now_->aside.shared : now_->aside.global;
    if (aside.closely) return;
    aside.closely = true;
    aside.quick = aside.collects = false;
    aside.forms->say(aside);
    aside.say_known();
    for (const Aside::Request& request : aside.requests()) {
        const std::int32_t* const list = aside.list_of(request);
        OrderedAccess access;
        access.mask = request.mask;
        access.width = request.width;
        access.writes = request.writes;
        for (std::size_t lane = 0; lane < lanes_of_warp; ++lane) {
            const std::int64_t steps =
                list == nullptr ? static_cast<std::int64_t>(lane) : list[lane];
            access.address[lane] =
                request.address + static_cast<std::uint64_t>(steps * request.step);
        }
        WarpClock& clock = now_->warps[request.warp];
        const std::uint32_t moment = std::exchange(clock.moment, request.moment);
        const std::uint32_t known = std::exchange(clock.all, request.all);
        Who who{.op = static_cast<std::uint32_t>(request.at - loaded_.code.data()),
                .warp = request.warp,
                .writes = request.writes,
                .access = &access};
        if (request.is_atomic)
            keep_atomics(who, access);
        else
            judge(who, access);
        clock.moment = moment;
        clock.all = known;
    }
    aside.clear();
}

/// At the places of one lane. False: one of them needs a closer look. That may be at all: it finds
/// what the lane itself has just done, and that is in nobody's way.
bool Order::glance_at(const Glance& glance, PlaceSpace& space, std::uint64_t index,
                      std::uint32_t places, std::uint32_t lane, bool writes) {
    for (std::uint32_t k = 0; k < places; ++k) {
        PlaceHistory& place = space.place(index + k);
        if (!(writes ? glance.store(place, lane) : glance.load(place, lane))) return false;
    }
    return true;
}

/// At the rows of a whole warp. False as above.
bool Order::glance_at_rows(const Glance& glance, PlaceSpace& space, std::uint64_t index,
                           std::uint32_t rows, bool writes) {
    const auto wide = static_cast<std::uint8_t>(std::countr_zero(rows));
    for (std::uint32_t k = 0; k < rows; ++k) {
        PlaceRow& row = space.row(index + std::uint64_t{k} * lanes_of_warp);
        if (!glance.whole(row, space.is_over(row), writes, k * lanes_of_warp / rows, wide))
            return false;
    }
    return true;
}

void Order::judge(Who who, const OrderedAccess& access) {
    namespace ad = language::addresses;
    const auto first = static_cast<std::size_t>(__builtin_ctz(access.mask));
    PlaceSpace& space = space_of(access.address[first]);
    const std::uint64_t begin = ad::begin(access.address[first] >> ad::shift);
    const Glance glance{*this, space, who};
    if (access.mask == ~0U && space.shift == 2 && is_row(access)) {
        const std::uint64_t offset = access.address[0] - begin;
        if (offset >> ad::shift == 0 &&
            glance_at_rows(glance, space, offset / 4, access.width / 4, access.writes))
            return;
    }
    // How many places an access has, if it begins where one does; 0: it is narrower than they are.
    const std::uint32_t places = access.width >> space.shift;
    for (std::uint32_t m = access.mask; m != 0; m &= m - 1) {
        who.lane = static_cast<std::uint32_t>(__builtin_ctz(m));
        const std::uint64_t offset = access.address[who.lane] - begin;
        // In one array.
        if (places != 0 && offset % access.width == 0 && offset >> ad::shift == 0 &&
            glance_at(glance, space, offset >> space.shift, places, who.lane, access.writes))
            continue;
        look_closely(who, access);
    }
}

void Order::look_closely(const Who& who, const OrderedAccess& access) {
    for_each_place(access.address[who.lane], access.width,
                   [&](PlaceSpace& space, std::uint64_t index) {
                       if (access.writes)
                           store(space, index, who);
                       else
                           load(space, index, who);
                   });
}

void Order::access_flags(Who who, const OrderedAccess& access) {
    for (std::uint32_t m = access.mask; m != 0; m &= m - 1) {
        who.lane = static_cast<std::uint32_t>(__builtin_ctz(m));
        const std::uint64_t address = access.address[who.lane];
        if (access.writes) {
            who.has_seen = has_seen(address, who);
            who.released = release(address, who, false);
        } else if (who.kind != AccessClass::plain) {
            acquire(address, who);
        }
        look_closely(who, access);
    }
}

/// Remembers atomics of lanes that were put aside.
void Order::keep_atomics(Who who, const OrderedAccess& access) {
    who.kind = classes_[who.op];
    who.access = nullptr;
    for (std::uint32_t m = access.mask; m != 0; m &= m - 1) {
        who.lane = static_cast<std::uint32_t>(__builtin_ctz(m));
        for_each_place(access.address[who.lane], access.width,
                       [&](PlaceSpace& space, std::uint64_t index) { load(space, index, who); });
    }
}

/// Whether two blocks are known to have done the same everywhere.
bool Order::are_crowded(const Operation* at, const ArrayAccess& access) {
    namespace ad = language::addresses;
    const auto op = static_cast<std::uint32_t>(at - loaded_.code.data());
    PlaceSpace& space = space_of(access.address);
    if (any_of_block_ || space.alone || space.shift != 2) return false;
    for (std::uint32_t m = access.mask; m != 0; m &= m - 1) {
        const std::int64_t steps = access.index[__builtin_ctz(m)];
        const std::uint64_t word = (access.address - ad::begin(access.number) +
                                    static_cast<std::uint64_t>(steps * access.step)) /
                                   4;
        const PlaceHistory* const place = space.find(word);
        if (place == nullptr || place->crowd_of != op || place->store.block != PastAccess::nobody)
            return false;
    }
    return true;
}

bool Order::put_atomics_aside(const Operation* at, std::uint32_t warp, const ArrayAccess& access) {
    const bool is_shared = access.number == language::addresses::shared;
    if (!is_shared && !apart_ && !flags_ && !asks_ && !now_->lost && are_crowded(at, access)) {
        now_->warps[warp].dirty |= access.mask;
        return true;
    }
    Aside& aside = is_shared ? now_->aside.shared : now_->aside.global;
    if (!aside.may_collect || asks_ || now_->lost) return false;
    if (is_alone(is_shared)) return true;
    const bool is_first = aside.used == 0 && !aside.stored;
    if (aside.closely || !(aside.atomics || is_first) || aside.used >= Aside::most) return false;
    WarpClock& clock = now_->warps[warp];
    Aside::Request& request = aside.next();
    request.at = at;
    request.form = nullptr;
    request.known = nullptr;
    request.number = access.number;
    request.address = access.address;
    request.step = static_cast<std::int32_t>(access.step);
    request.warp = warp;
    request.mask = access.mask;
    request.moment = clock.moment;
    request.all = clock.all;
    request.width = access.width;
    request.writes = request.is_atomic = true;
    aside.keep_list(request, access.index);
    ++aside.used;
    aside.atomics = true;
    aside.collects = aside.quick = false;
    clock.dirty |= access.mask;
    return true;
}

void Order::atomic(const Operation* at, std::uint32_t warp, std::uint32_t lane,
                   std::uint64_t address, std::uint32_t width, bool writes, bool changes) {
    if (now_->lost) return;
    if (clusters_) {
        check_begun(at, warp, lane, address, writes);
        address = in_cluster(address);
    }
    Who who{.op = static_cast<std::uint32_t>(at - loaded_.code.data()),
            .warp = warp,
            .lane = lane,
            .writes = writes};
    // What waits for a lock and does not get it, waits all the same.
    who.kind = writes || classes_[who.op] == AccessClass::waiting ? classes_[who.op]
                                                                  : AccessClass::atomic_load;
    now_->warps[warp].dirty |= 1U << lane;
    end_aside(is_of_block(address));
    if (asks_) note_lock(address, who, changes);
    sees_all_ = true;
    if (flags_) {
        // Who does not ask what it found does not depend on who came before.
        if (who.kind != AccessClass::atomic) acquire(address, who);
        // One that leaves what it found only looks.
        if (writes && changes) who.released = release(address, who, true);
    }
    for_each_place(address, width,
                   [&](PlaceSpace& space, std::uint64_t index) { load(space, index, who); });
}

/// Whatever is no store.
void Order::load(PlaceSpace& space, std::uint64_t index, const Who& who) {
    const PlaceHistory& place = space.place(index);
    if (place.crowd_of == who.op && !any_of_block_ && place.store.block == PastAccess::nobody)
        return;
    check_store(space, index, place.store, who);
    check_all_others(space, index, place, who);
    keep(space, index, who);
    if (!flags_ && !space.shared && !apart_) note_readers(space, index, who);
}

/// Where no flags are used, whoever stores to what two blocks have loaded is in the way of one of
/// them: who else loads it makes no difference any more.
void Order::note_readers(PlaceSpace& space, std::uint64_t index, const Who& who) const {
    PlaceHistory& place = space.place(index);
    place.store.more = 0;
    if (who.kind != AccessClass::plain || place.others.more == 0) return;
    std::uint32_t reader = PastAccess::nobody;
    bool several = false;
    const auto note = [&](const PastAccesses& other) {
        if (other.changes()) return false;
        if (other.access_class() != AccessClass::plain) return true;
        several |= reader != PastAccess::nobody && reader != other.block;
        reader = other.block;
        return true;
    };
    if (note(place.others) && std::ranges::all_of(space.more[index], note))
        place.store.more = several ? 1 : 0;
}

void Order::store(PlaceSpace& space, std::uint64_t index, const Who& who) {
    PlaceHistory& place = space.place(index);
    check_store(space, index, place.store, who);
    // They stay: what is between two stores of the same value, which do no harm, may do some.
    check_all_others(space, index, place, who);
    place.store.block = now_->number;
    place.store.moment = now_->warps[who.warp].moment;
    place.store.op = std::min(who.op, PastAccess::most_ops - 1);
    place.store.kind = static_cast<std::uint32_t>(who.kind) & 7;
    place.store.released = who.released ? 1 : 0;
    place.store.thread = who.thread() & 1023;
}

void Order::check_store(PlaceSpace& space, std::uint64_t index, const PastAccess& store,
                        const Who& who) {
    if (store.block == PastAccess::nobody) return;
    // Who has read a flag writes it behind whoever wrote that.
    if (who.has_seen && store.released != 0) return;
    const bool both_volatile = store.access_class() == AccessClass::volatile_ && who.writes &&
                               who.kind == AccessClass::volatile_;
    if (both_volatile && has_waited(space, index, who)) return;
    if (happened_before(space.shared, store, store.thread, who)) return;
    const bool released = store.released != 0 && !is_data(who.kind, who.op);
    if (conflict(store.access_class(), true, released, who.kind, who.writes, who.released) ||
        is_out_of_scope(store, true, who))
        tell(space, index, store, store.thread, true, who);
}

/// Whether the thread has waited for the place as one reads a flag.
bool Order::has_waited(PlaceSpace& space, std::uint64_t index, const Who& who) const {
    const auto is_own = [&](const PastAccesses& past) {
        return past.block == now_->number && past.access_class() == AccessClass::watched &&
               past.warp() == who.warp && (past.lanes >> who.lane & 1) != 0;
    };
    const PlaceHistory& place = space.place(index);
    if (is_own(place.others)) return true;
    const auto more = space.more.find(index);
    return place.others.more != 0 && more != space.more.end() &&
           std::ranges::any_of(more->second, is_own);
}

void Order::check_all_others(PlaceSpace& space, std::uint64_t index, const PlaceHistory& place,
                             const Who& who) {
    if (place.others.block == PastAccess::nobody) return;
    check_others(space, index, place.others, who);
    if (place.others.more == 0 || (place.others.block != now_->number && space.alone)) return;
    const auto more = space.more.find(index);
    if (more == space.more.end()) return;
    for (const PastAccesses& others : more->second) check_others(space, index, others, who);
}

void Order::check_others(PlaceSpace& space, std::uint64_t index, const PastAccesses& others,
                         const Who& who) {
    if (others.block == PastAccess::nobody || is_over(space.shared, others)) return;
    const bool writes = others.changes();
    const bool released = who.released && !is_data(others.access_class(), others.op);
    if (!conflict(others.access_class(), writes, others.released != 0, who.kind, who.writes,
                  released) &&
        !is_out_of_scope(others, writes, who))
        return;
    const std::uint32_t first = others.warp() * lanes_of_warp;
    for (std::uint32_t m = others.lanes; m != 0; m &= m - 1) {
        const std::uint32_t thread = first + static_cast<std::uint32_t>(__builtin_ctz(m));
        if (happened_before(space.shared, others, thread, who)) continue;
        tell(space, index, others, thread, writes, who);
        return;
    }
}

/// Whether both are atomic, but one of them for threads of its own block alone.
bool Order::is_out_of_scope(const PastAccess& past, bool past_writes, const Who& who) const {
    if (!any_of_block_ || past.block == now_->number || (!past_writes && !who.writes)) return false;
    if (!is_atomic(past.access_class()) || !is_atomic(who.kind)) return false;
    const auto is_of_block = [&](std::uint32_t op) {
        return op < loaded_.program->code.size() && loaded_.program->code[op].of_block;
    };
    return is_of_block(who.op) || is_of_block(past.op);
}

/// For every thread of the block.
bool Order::is_over(bool shared, const PastAccess& past) const {
    if (past.block != now_->number) return shared || apart_;
    return past.moment < now_->base;
}

bool Order::happened_before(bool shared, const PastAccess& past, std::uint32_t thread,
                            const Who& who) const {
    if (is_over(shared, past)) return true;
    if (past.block == now_->number) {
        if (thread == who.thread()) return true;
        const WarpClock& clock = now_->warps[who.warp];
        if (thread / lanes_of_warp == who.warp &&
            past.moment < clock.known_of(who.lane, thread % lanes_of_warp))
            return true;
    }
    return flags_ && knows_by_flags(past, thread, who);
}

bool Order::is_before(std::uint32_t moment, std::uint32_t thread, std::uint32_t warp,
                      std::uint32_t lane) const {
    return is_before(now_->number, moment, thread, warp, lane);
}

bool Order::is_before(std::uint32_t block, std::uint32_t moment, std::uint32_t thread,
                      std::uint32_t warp, std::uint32_t lane) const {
    if (now_->lost) return true;
    PastAccess past;
    past.block = block;
    past.moment = moment - 1;
    past.thread = thread & 1023;
    return happened_before(false, past, thread, {.warp = warp, .lane = lane});
}

/// Remembers the access. Where no flags are used, two others of two blocks are enough, as are two
/// of two warps of one block: of whoever comes, one of them differs, and nothing but the end of the
/// launch, or a barrier, orders them.
void Order::keep(PlaceSpace& space, std::uint64_t index, const Who& who) {
    PastAccesses more;
    more.block = now_->number;
    more.moment = now_->warps[who.warp].moment;
    more.op = std::min(who.op, PastAccess::most_ops - 1);
    more.kind = static_cast<std::uint32_t>(who.kind) & 7;
    more.released = who.released ? 1 : 0;
    more.thread = who.thread() & 1023;
    more.lanes = 1U << who.lane;
    PlaceHistory& place = space.place(index);
    if (place.others.block != more.block && space.alone) {
        place.others = more;  // another block's are over, and its list is gone
        place.crowded_since = PastAccess::nobody;
        return;
    }
    const bool listed = place.others.more != 0;
    const auto kept_in = [&](PastAccesses& slot) {
        // What is over for all makes room, whatever it was.
        if (!space.alone || !is_over(space.shared, slot)) return keep_in(slot, more);
        slot = more;
        return true;
    };
    const bool kept = kept_in(place.others);
    place.others.more = listed ? 1 : 0;
    if (kept) return;
    std::vector<PastAccesses>& list = space.more[index];
    place.others.more = 1;
    for (PastAccesses& slot : list) {
        if (kept_in(slot)) return;
    }
    if (list.size() >= most_others) return;
    if (!flags_) {
        std::uint32_t block = PastAccess::nobody, warp = PastAccess::nobody;
        std::uint32_t blocks = 0, warps = 0, alike = 0;
        const auto count = [&](const PastAccesses& other) {
            if (other.kind != more.kind) return;
            if (other.block != more.block) {
                if (other.block != block) {
                    ++blocks;
                    alike += other.op == more.op ? 1 : 0;
                }
                block = other.block;
            } else if (other.moment >= now_->base && other.warp() != who.warp) {
                if (other.warp() != warp) ++warps;
                warp = other.warp();
            }
        };
        count(place.others);
        for (const PastAccesses& other : list) count(other);
        if (warps >= 2 && who.kind == AccessClass::plain) place.crowded_since = now_->base;
        if (alike >= 2 && more.changes() && !space.alone) place.crowd_of = who.op;
        if (blocks >= 2 || warps >= 2) return;
    }
    list.push_back(more);
}

/// Whether there is no need of a place of its own: there is none, what is there is over, or it is
/// of the same warp.
bool Order::keep_in(PastAccesses& slot, const PastAccesses& more) const {
    if (slot.block == PastAccess::nobody) {
        slot = more;
        return true;
    }
    if (slot.block != more.block || slot.kind != more.kind) return false;
    if (slot.moment < now_->base) {
        slot = more;
        return true;
    }
    if (slot.warp() != more.warp()) return false;
    if (slot.moment < now_->warps[more.warp()].all) {
        slot = more;
        return true;
    }
    if (slot.moment == more.moment && slot.op == more.op) {
        slot.lanes |= more.lanes;
        return true;
    }
    slot.lanes &= ~more.lanes;
    if (slot.lanes != 0) return false;
    slot = more;
    return true;
}

/// Whether an atomic may have written there behind the store.
bool Order::may_have_changed(PlaceSpace& space, std::uint64_t index,
                             const PastAccess& store) const {
    const PlaceHistory& place = space.place(index);
    if (place.others.block == PastAccess::nobody) return false;
    const auto may = [&](const PastAccesses& other) {
        if (other.block == PastAccess::nobody || !other.changes()) return false;
        // A store that nothing orders is behind the last barrier.
        return store.block != now_->number || !is_over(space.shared, other);
    };
    if (may(place.others)) return true;
    if (place.others.more == 0) return false;
    const auto more = space.more.find(index);
    return more != space.more.end() &&
           (more->second.size() >= most_others || std::ranges::any_of(more->second, may));
}

bool Order::same_value(PlaceSpace& space, std::uint64_t index, const PastAccess& store,
                       const Who& who) const {
    if (who.access == nullptr || !who.writes) return false;
    // What stands there is what was stored, but for atomics.
    if (may_have_changed(space, index, store)) return false;
    const OrderedAccess& access = *who.access;
    const std::byte* value = access.value(who.lane);
    const std::uint32_t other = store.thread % lanes_of_warp;
    // Where both are of one request, neither has been written yet.
    const bool together = store.block == now_->number && store.op == who.op &&
                          store.warp() == who.warp && (access.mask >> other & 1) != 0 &&
                          store.moment == now_->warps[who.warp].moment &&
                          access.address[other] == access.address[who.lane];
    if (together) return std::equal(value, value + access.width, access.value(other));
    const std::byte* at = access.at(who.lane);
    constexpr std::size_t widest = 16;
    std::array<std::byte, widest> before{};
    if (access.width > before.size()) return false;
    std::copy_n(at, access.width, before.begin());
    if (store.block != now_->number && !space.shared) {
        if (of_tick_ != nullptr) of_tick_->take_late(at, access.width, before.data());
        if (weak_ != nullptr) weak_->take_late(store.block, at, access.width, before.data());
    }
    return std::equal(value, value + access.width, before.begin());
}

}  // namespace stridescope::machine

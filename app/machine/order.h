// Which accesses nothing keeps apart: looks on while blocks run, and knows of every place in shared
// and in global memory who accessed it last. Two accesses of one place by two threads, at least one
// of them writing, not both atomic, race unless one happens before the other:
//   - by program order, by a barrier that both blocks' threads passed, by the end of a launch;
//   - by __syncwarp between the lanes that are in its mask: shuffles, votes and lockstep order
//     nothing;
//   - by a release that the other acquires: a fence, then a store or an atomic on a flag; an atomic
//     or a volatile load of that flag, then a fence. Who takes part in a barrier behind such a load
//     has acquired as well, and volatile accesses behind it count as such.
// That is asked by clocks, never by the order in which the machine happened to run them. Each warp
// has a clock that goes on at each of these events, and a barrier sets all of a block's to one
// moment, its base: what was done before that is over. Only where flags are used is more known than
// that (see knowledge.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "app/machine/copies_of_grid.h"
#include "app/machine/key_set.h"
#include "app/machine/loaded_program.h"
#include "app/machine/order_state.h"
#include "app/machine/race_record.h"

namespace stridescope::machine {

class TickMemory;
class WeakMemory;

class Order {
  public:
    /// `apart`: blocks are known to keep apart in global memory, so that only what happens within
    /// one is judged.
    Order(const LoadedProgram& loaded, bool apart);
    ~Order();
    Order(const Order&) = delete;
    Order& operator=(const Order&) = delete;

    // Of the grid:
    /// The block runs from here on; the first time, it begins.
    void enter(std::uint32_t block);
    /// From now on blocks take turns, and what one stores others see from the next tick on.
    void take_turns(const TickMemory& late) {
        delays_ = true;
        of_tick_ = &late;
    }
    /// What blocks store others see late, and in any order.
    void delay(const WeakMemory& late) { weak_ = &late; }
    void end_tick() { ++tick_; }
    void finish(std::uint32_t block);
    /// What other blocks of its cluster did in shared memory of a block that may not have begun, or
    /// may have ended.
    struct Astray {
        std::uint32_t owner = 0;  ///< whose memory it is
        RacingAccess access{};
        std::string element{};  ///< "s[3]"; empty: it has no name
        bool too_early = false;
        std::uint64_t count = 1;
    };
    std::vector<Astray> take_astray();
    /// What was found since it was asked last.
    RaceList take();

    // Of the block that runs:
    void barrier();
    void sync_warp(std::uint32_t warp, std::uint32_t lanes);
    /// These lanes have come to a barrier that has a number, and may wait for it.
    void arrive(std::uint32_t number, std::uint32_t warp, std::uint32_t lanes, bool wait);
    /// Enough have come: who waits goes on.
    void complete(std::uint32_t number);
    // The barrier of a cluster:
    /// These lanes have come to it, or all threads of the block, behind a barrier of theirs.
    void arrive_at_cluster(std::uint32_t warp, std::uint32_t lanes, bool relaxed);
    void arrive_at_cluster();
    /// All threads of these blocks have.
    void meet(std::span<const std::uint32_t> blocks);
    /// The block's threads have waited for it.
    void pass_cluster();
    void fence(std::uint32_t warp, std::uint32_t lanes, bool of_block);
    /// The lane launches a kernel: what it knows now. nullptr: that cannot be said.
    std::shared_ptr<const LaunchMoment> launch(std::uint32_t warp, std::uint32_t lane);
    /// Who accessed global memory last, for what was launched; nothing is judged any more.
    std::shared_ptr<PastOfLaunch> take_past();
    /// Loads and stores, before they are carried out.
    void access(const Operation* at, std::uint32_t warp, const OrderedAccess& access);
    /// Whether nobody can be in the way of what is there: a block of one thread has it for itself.
    bool is_alone(bool is_shared) const { return alone_ && (is_shared || apart_); }
    /// Whether loads need not be judged that meet no store between two barriers.
    bool may_leave_out(bool is_shared) const {
        return !looks_at_each_ && !clusters_ && (is_shared || apart_);
    }
    /// Where accesses are put aside that forms say already (see AsideForms::find); nullptr: each
    /// has to be asked for.
    Aside* quick_aside(bool is_shared) const {
        Aside& aside = is_shared ? now_->aside.shared : now_->aside.global;
        return aside.quick ? &aside : nullptr;
    }
    /// Where a plain load is put aside while nobody has stored; nullptr: it has to be asked for.
    Aside* collecting(const Operation* at, bool is_shared) const {
        Aside& aside = is_shared ? now_->aside.shared : now_->aside.global;
        if (!aside.collects) return nullptr;
        const auto op = static_cast<std::size_t>(at - loaded_.code.data());
        return classes_[op] == AccessClass::plain ? &aside : nullptr;
    }
    void put_aside(Aside& aside, Aside::Request& request, const Operation* at,
                   const AsideForm* form, std::uint32_t warp, std::uint32_t mask,
                   const AsideList* known = nullptr) const {
        WarpClock& clock = now_->warps[warp];
        request.at = at;
        request.form = form;
        request.known = known;
        request.warp = warp;
        request.mask = mask;
        request.moment = clock.moment;
        request.all = clock.all;
        clock.dirty |= mask;
        ++aside.used;
        if (form == nullptr && known == nullptr) {
            aside.quick = false;
        } else if (form != nullptr ? form->writes : known->writes) {
            aside.stored = true;
            aside.collects = false;
        }
    }
    /// The same, where there is no need to look at each lane. False: there is, and nothing was
    /// done.
    bool access_array(const Operation* at, std::uint32_t warp, const ArrayAccess& access);
    /// The clock of what the warp does now; 0: nobody knows.
    std::uint32_t moment_of(std::uint32_t warp) const {
        return now_->lost ? 0 : now_->warps[warp].moment + 1;
    }
    /// Whether what another thread of the block did at such a moment is before what the lane does.
    bool is_before(std::uint32_t moment, std::uint32_t thread, std::uint32_t warp,
                   std::uint32_t lane) const;
    /// The same of a thread of any block.
    bool is_before(std::uint32_t block, std::uint32_t moment, std::uint32_t thread,
                   std::uint32_t warp, std::uint32_t lane) const;
    /// What copies of all blocks read; nullptr: no other block can come behind one.
    CopiesOfGrid* copies_of_grid() { return flags_ && !apart_ ? &copies_ : nullptr; }
    /// For all threads of the block.
    bool is_before_all(std::uint32_t moment) const { return moment <= now_->base; }
    /// Atomics that write whatever they find, while there is nothing else to be in the way of.
    /// False: each lane has to be asked for.
    bool put_atomics_aside(const Operation* at, std::uint32_t warp, const ArrayAccess& access);
    /// One lane's, after it was. `writes`: a compare-and-swap may not. `changes`: it left another
    /// value than it found.
    void atomic(const Operation* at, std::uint32_t warp, std::uint32_t lane, std::uint64_t address,
                std::uint32_t width, bool writes, bool changes);

    /// The lane among `lanes` that holds the lock which others of its warp spin for; -1: none does.
    int holder(std::uint32_t warp, std::uint32_t lanes) const;

    /// Pictures show each place that raced.
    static constexpr std::size_t most_races = 32'768;

  private:
    /// Who accesses now.
    struct Who {
        std::uint32_t op = 0, warp = 0, lane = 0;
        AccessClass kind = AccessClass::plain;
        bool writes = false;
        bool released = false;                  ///< a store that a fence stands before
        bool has_seen = false;                  ///< a store to a flag that the thread has read
        const OrderedAccess* access = nullptr;  ///< none: an atomic

        std::uint32_t thread() const { return warp * lanes_of_warp + lane; }
    };

    class Glance;
    BlockClock* begin(std::uint32_t block);
    bool put_aside(const Operation* at, std::uint32_t warp, const OrderedAccess& access);
    /// What was put aside is looked at now, and what comes in this interval at once.
    void end_aside(bool is_shared);
    static bool is_of_block(std::uint64_t address);
    /// In the cluster of the block that runs.
    std::uint32_t block_of_rank(std::uint64_t rank) const;
    std::uint64_t in_cluster(std::uint64_t address) const;
    void check_begun(const Operation* at, std::uint32_t warp, std::uint32_t lane,
                     std::uint64_t address, bool writes);
    void check_ended(const BlockClock& block);
    void add_astray(std::uint32_t owner, const PastAccess& past, std::uint32_t thread, bool writes,
                    std::int64_t offset, bool too_early);
    std::int32_t shared_object(std::int64_t offset) const;
    void judge(Who who, const OrderedAccess& access);
    bool are_crowded(const Operation* at, const ArrayAccess& access);
    void keep_atomics(Who who, const OrderedAccess& access);
    void access_flags(Who who, const OrderedAccess& access);
    void look_closely(const Who& who, const OrderedAccess& access);
    void find_classes(const language::Program& program);
    void find_flags(const language::Program& program);
    void find_data(const language::Program& program);
    bool is_data(AccessClass kind, std::uint32_t op) const;
    PlaceSpace& space_of(std::uint64_t address);
    static bool glance_at(const Glance& glance, PlaceSpace& space, std::uint64_t index,
                          std::uint32_t places, std::uint32_t lane, bool writes);
    static bool glance_at_rows(const Glance& glance, PlaceSpace& space, std::uint64_t index,
                               std::uint32_t rows, bool writes);
    static void refine(PlaceSpace& space);
    template <typename Visit>
    void for_each_place(std::uint64_t address, std::uint32_t width, Visit visit);

    void load(PlaceSpace& space, std::uint64_t index, const Who& who);
    void store(PlaceSpace& space, std::uint64_t index, const Who& who);
    void check_store(PlaceSpace& space, std::uint64_t index, const PastAccess& store,
                     const Who& who);
    bool has_waited(PlaceSpace& space, std::uint64_t index, const Who& who) const;
    void check_all_others(PlaceSpace& space, std::uint64_t index, const PlaceHistory& place,
                          const Who& who);
    void check_others(PlaceSpace& space, std::uint64_t index, const PastAccesses& others,
                      const Who& who);
    void keep(PlaceSpace& space, std::uint64_t index, const Who& who);
    void note_readers(PlaceSpace& space, std::uint64_t index, const Who& who) const;
    bool keep_in(PastAccesses& slot, const PastAccesses& more) const;
    bool happened_before(bool shared, const PastAccess& past, std::uint32_t thread,
                         const Who& who) const;
    bool is_over(bool shared, const PastAccess& past) const;
    void tell_at(NamedBarrier& barrier, std::uint32_t warp, std::uint32_t lanes);
    bool is_out_of_scope(const PastAccess& past, bool past_writes, const Who& who) const;
    bool may_have_changed(PlaceSpace& space, std::uint64_t index, const PastAccess& store) const;
    bool same_value(PlaceSpace& space, std::uint64_t index, const PastAccess& store,
                    const Who& who) const;
    void tell(PlaceSpace& space, std::uint64_t index, const PastAccess& past, std::uint32_t thread,
              bool past_writes, const Who& who);
    RacingAccess racing(const PastAccess& past, std::uint32_t thread, bool writes) const;

    // Flags (order_flags.cpp):
    ThreadKnowledge& state_of(std::uint32_t thread);
    bool knows_by_flags(const PastAccess& past, std::uint32_t thread, const Who& who) const;
    Knowledge released_by(std::uint32_t warp, std::uint32_t lane, bool to_block) const;
    bool releases_alike(std::uint32_t warp, std::uint32_t lane) const;
    bool may_be_flag(std::uint32_t op) const;
    bool concerns_flags(const Who& who) const;
    std::uint64_t flag_key(std::uint64_t address) const;
    void note_lock(std::uint64_t address, const Who& who, bool changes);
    void acquire(std::uint64_t address, const Who& who);
    /// `goes_on`: whoever reads what an atomic left there reads what it found there as well.
    /// Whether there is anything that the thread releases.
    bool release(std::uint64_t address, const Who& who, bool goes_on);
    bool has_seen(std::uint64_t address, const Who& who) const;
    void share_fences(std::uint32_t warp, std::uint32_t lanes);
    void share_lanes(std::uint32_t warp, std::uint32_t lanes);
    void share_block(std::uint32_t base);

    const LoadedProgram& loaded_;
    std::uint64_t grid_;  ///< blocks
    bool apart_, flags_ = false;
    bool looks_at_each_ = false;  ///< what forms say is not all that is to be known of an access
    bool alone_ = false;          ///< each block has one thread, and nothing else is asked of it
    bool clusters_ = false;       ///< blocks reach each other's shared memory
    bool any_of_block_ = false;   ///< some atomic is one for its own block alone
    std::vector<Astray> astray_;
    std::vector<AccessClass> classes_;  ///< [instruction]
    std::vector<bool> is_flag_;         ///< [object]
    std::vector<bool> is_data_;         ///< [instruction]: see find_data
    bool asks_ = false;                 ///< some access waits for a flag, or asks for one
    bool any_flag_ = false;             ///< what addresses reach may be one
    std::vector<std::int32_t> sites_;   ///< [instruction]
    std::unordered_map<std::uint64_t, PlaceSpace> spaces_;
    std::uint64_t last_number_ = 0;
    PlaceSpace* last_space_ = nullptr;
    using Blocks = std::unordered_map<std::uint32_t, std::unique_ptr<BlockClock>>;
    Blocks blocks_;
    std::vector<Blocks::node_type> spare_;
    BlockClock* now_ = nullptr;
    std::unordered_map<std::uint64_t, FlagMessage> messages_;
    bool delays_ = false, sees_all_ = false;  ///< the block that runs sees what the tick stores
    std::uint32_t tick_ = 0;
    const TickMemory* of_tick_ = nullptr;
    const WeakMemory* weak_ = nullptr;
    std::unordered_map<std::uint64_t, std::uint64_t> holders_;  ///< [flag_key]: block, and thread
    RaceList races_;
    KeySet told_;
    CopiesOfGrid copies_;
};

}  // namespace stridescope::machine

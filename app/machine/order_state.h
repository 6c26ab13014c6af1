// What Order remembers: of every place who accessed it last, of every block, warp and thread how
// far its clock is and what it knows of others.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "app/machine/context.h"
#include "app/machine/knowledge.h"
#include "app/machine/order_aside.h"
#include "app/machine/pages.h"

namespace stridescope::machine {

/// What an access is, to others of the same place.
enum class AccessClass : std::uint8_t {
    plain,
    polled,  ///< a plain load of a loop that waits for it
    volatile_,
    watched,      ///< a volatile load of such a loop
    atomic_load,  ///< a compare-and-swap that failed
    atomic,
    asking,   ///< an atomic whose result is wanted: a lock's, a ticket's
    waiting,  ///< one of a loop that waits for it
};

/// Whether nobody comes between what it reads and what it writes.
constexpr bool is_atomic(AccessClass kind) {
    return kind == AccessClass::atomic || kind == AccessClass::atomic_load ||
           kind == AccessClass::asking || kind == AccessClass::waiting;
}

/// Moments of a clock in an interval: what a warp may synchronise or fence between two barriers
/// until it counts on into the next one.
inline constexpr int moment_bits = 12;

/// Who did what to a place, when.
struct PastAccess {
    static constexpr std::uint32_t nobody = 0xFFFFFFFF, most_ops = 1U << 17;

    std::uint32_t block = nobody;
    std::uint32_t moment = 0;   ///< of its warp's clock
    std::uint32_t op : 17 = 0;  ///< the instruction; the last number stands for all beyond it
    std::uint32_t kind : 3 = 0;
    std::uint32_t released : 1 = 0;  ///< a store that a fence stands before
    /// There are others: see PlaceSpace::more. Of a store: plain loads of two blocks are among
    /// these, and nothing that writes.
    std::uint32_t more : 1 = 0;
    std::uint32_t thread : 10 = 0;  ///< of the block; where several lanes are told of, the first's

    AccessClass access_class() const { return static_cast<AccessClass>(kind); }
    /// Of those beside a store: an atomic that wrote.
    bool changes() const {
        return access_class() == AccessClass::atomic || access_class() == AccessClass::asking ||
               access_class() == AccessClass::waiting;
    }
    std::uint32_t warp() const { return thread / lanes_of_warp; }
};

/// Of several lanes of a warp.
struct PastAccesses : PastAccess {
    std::uint32_t lanes = 0;
};

/// A place: the last store to it, and what came since that is no store. Whoever comes after one of
/// those comes after what was there before; what did not is told, once.
struct PlaceHistory {
    PastAccess store{};
    PastAccesses others{};
    /// The barrier behind which two warps of the block of `others` have loaded it: where blocks
    /// keep apart and no flags are used, no more than these two need be known (see Order::keep).
    std::uint32_t crowded_since = PastAccess::nobody;
    /// The atomic by which two blocks have changed it where nothing orders blocks: whoever else
    /// does the same need not be known.
    std::uint32_t crowd_of = PastAccess::nobody;
};

/// 32 places in a row. While whole warps alone accessed them, lane behind lane, what is known of
/// all of them is one history; only where something else does they have a history each.
struct PlaceRow {
    bool is_one = true;
    std::uint8_t wide = 0;  ///< places that a lane accessed, as a power of 2: 1, 2 or 4
    std::uint32_t block = PastAccess::nobody;  ///< whose accesses are remembered
    std::uint32_t base = 0;                    ///< its last barrier before the last of them
    PastAccess store{};                        ///< of the first place's lane, as the next two
    PastAccesses others{}, more{};             ///< the second one is of another warp
};

/// Memory for many small things of one kind that go together: makes things one by one and lets go
/// of all of them at once, when it goes itself.
template <class T>
class Pool {
    static_assert(std::is_trivially_destructible_v<T>);

  public:
    T* make() {
        if (free_ == 0) {
            // Few at first, as most have need of few; then pages that the system gives at once.
            const std::size_t count =
                blocks_.empty() ? first : std::clamp<std::size_t>(made_, 1, most);
            blocks_.push_back(zeroed_pages(count * sizeof(T)));
            next_ = blocks_.back().get();
            free_ = count;
        }
        --free_;
        ++made_;
        T* const made = new (next_) T;
        next_ += sizeof(T);
        return made;
    }

  private:
    static constexpr std::size_t first = 4, most = std::max<std::size_t>(
                                                1, (std::size_t{4} << 20) / sizeof(T));

    std::vector<Pages> blocks_{};
    std::byte* next_ = nullptr;  ///< of the last block
    std::size_t free_ = 0, made_ = 0;
};

/// An allocation's places, or a block's shared memory: words, or bytes once something narrower than
/// a word was accessed.
struct PlaceSpace {
    static constexpr int page_bits = 8;
    static constexpr int row_bits = 5;
    using RowPlaces = std::array<PlaceHistory, std::size_t{1} << row_bits>;
    /// Most rows of large arrays never need a history for each place.
    struct Page {
        std::array<PlaceRow, std::size_t{1} << (page_bits - row_bits)> rows{};
        std::array<RowPlaces*, std::size_t{1} << (page_bits - row_bits)> places{};
    };

    std::uint64_t number = 0;  ///< as in addresses
    bool shared = false;
    int shift = 2;       ///< bytes of a place, as a power of 2
    bool alone = false;  ///< what is remembered of another block is over
    std::uint32_t block = PastAccess::nobody, base = 0;  ///< who accesses now, behind which barrier
    std::vector<Page*> pages{};
    std::vector<Page*> spare{};
    Pool<Page> all_pages{};
    Pool<RowPlaces> all_places{};
    std::vector<std::uint64_t> used{};                                    ///< pages
    std::unordered_map<std::uint64_t, std::vector<PastAccesses>> more{};  ///< [place]

    Page& page_of(std::uint64_t index) {
        const std::uint64_t page = index >> page_bits;
        if (page >= pages.size() || pages[page] == nullptr) [[unlikely]]
            add(page);
        return *pages[page];
    }
    PlaceRow& row(std::uint64_t index) {
        return page_of(index).rows[index >> row_bits & ((1U << (page_bits - row_bits)) - 1)];
    }
    /// Whether whatever is remembered of the row has happened before what comes now.
    bool is_over(const PlaceRow& of) const {
        return alone && (of.block != block || of.base < base);
    }
    /// Where a place has a history of its own; else nullptr.
    const PlaceHistory* find(std::uint64_t index) const {
        const std::uint64_t page = index >> page_bits;
        if (page >= pages.size() || pages[page] == nullptr) return nullptr;
        const std::uint64_t number = index >> row_bits & ((1U << (page_bits - row_bits)) - 1);
        if (pages[page]->rows[number].is_one) return nullptr;
        return &(*pages[page]->places[number])[index & (lanes_of_warp - 1)];
    }
    /// For an access now.
    PlaceHistory& place(std::uint64_t index) {
        Page& page = page_of(index);
        const std::uint64_t number = index >> row_bits & ((1U << (page_bits - row_bits)) - 1);
        PlaceRow& of = page.rows[number];
        RowPlaces*& places = page.places[number];
        if (of.is_one) spread(of, places, index);
        of.block = block;
        of.base = base;
        return (*places)[index & (lanes_of_warp - 1)];
    }
    /// From now on each place of the row has its own history. What stands there is older than the
    /// row's: where that is over, so is this.
    void spread(PlaceRow& of, RowPlaces*& places, std::uint64_t index) {
        if (places == nullptr) places = all_places.make();
        of.is_one = false;
        if (is_over(of)) return;
        const std::uint64_t first = index >> row_bits << row_bits;
        PlaceHistory at{.store = of.store, .others = of.others};
        const bool is_stored = at.store.block != PastAccess::nobody;
        const bool is_read = at.others.block != PastAccess::nobody;
        const bool is_listed = of.more.block != PastAccess::nobody;
        PastAccesses listed = of.more;
        at.others.more = is_listed ? 1 : 0;
        for (std::uint32_t k = 0; k < lanes_of_warp; ++k) {
            at.others.lanes = is_read ? 1U << at.others.thread % lanes_of_warp : 0;
            listed.lanes = is_listed ? 1U << listed.thread % lanes_of_warp : 0;
            (*places)[k] = at;
            if (is_listed) more[first + k] = {listed};
            if ((k + 1) % (1U << of.wide) != 0) continue;  // the same lane's
            if (is_stored) at.store.thread = (at.store.thread + 1) & 1023;
            if (is_read) at.others.thread = (at.others.thread + 1) & 1023;
            if (is_listed) listed.thread = (listed.thread + 1) & 1023;
        }
    }
    void add(std::uint64_t page) {
        if (page >= pages.size()) pages.resize(std::max<std::uint64_t>(page + 1, pages.size() * 2));
        used.push_back(page);
        if (spare.empty()) {
            pages[page] = all_pages.make();
        } else {
            pages[page] = spare.back();
            spare.pop_back();
        }
    }
    /// What stands in them is over: they may be those of other places. Only where blocks keep
    /// apart.
    void give_back_pages() {
        for (const std::uint64_t page : used) spare.push_back(std::exchange(pages[page], nullptr));
        used.clear();
        more.clear();
    }
};

/// What lanes of a warp know of each other where some of them alone synchronised: [lane][other].
using LaneMoments = std::array<std::array<std::uint32_t, lanes_of_warp>, lanes_of_warp>;

struct WarpClock {
    std::uint32_t moment = 0;
    std::uint32_t all = 0;    ///< the warp's own lanes: what any of them did before is over
    std::uint32_t dirty = 0;  ///< lanes that accessed memory since their last fence
    bool fences = false;      ///< some lane did in this interval
    std::uint64_t asked = 0;  ///< the lock that a lane waits for, and did not get (see flag_key)
    std::unique_ptr<LaneMoments> known{};
    /// [lane]: when it fenced last in this interval; 0: it did not. For the device, for its block.
    std::array<std::uint32_t, lanes_of_warp> fenced{}, fenced_block{};
    std::array<std::uint32_t, lanes_of_warp> all_at_fence{};
    std::unique_ptr<LaneMoments> known_at_fence{};  ///< [lane][other], where more was known

    /// As when it was made; most fence never, and need not be told so anew.
    void begin() {
        moment = all = dirty = 0;
        asked = 0;
        known.reset();
        if (!fences) return;
        fences = false;
        fenced = fenced_block = all_at_fence = {};
        known_at_fence.reset();
    }
    /// The same, when it fenced last.
    std::uint32_t known_at(std::uint32_t lane, std::uint32_t other) const {
        return known_at_fence == nullptr ? all_at_fence[lane] : (*known_at_fence)[lane][other];
    }
    void note_fence(std::uint32_t lane) {
        all_at_fence[lane] = all;
        if (known == nullptr && known_at_fence == nullptr) return;
        if (known_at_fence == nullptr) {
            known_at_fence = std::make_unique<LaneMoments>();
            for (std::uint32_t l = 0; l < lanes_of_warp; ++l)
                (*known_at_fence)[l].fill(all_at_fence[l]);
        }
        for (std::uint32_t other = 0; other < lanes_of_warp; ++other)
            (*known_at_fence)[lane][other] = known_of(lane, other);
    }
    /// Up to which moment the lane knows what the other did.
    std::uint32_t known_of(std::uint32_t lane, std::uint32_t other) const {
        return known == nullptr ? all : std::max(all, (*known)[lane][other]);
    }
};

/// What a thread alone knows, beside what its block does.
struct ThreadKnowledge {
    Knowledge known{};
    Knowledge seen{};   ///< of flags that it read: a fence makes it known
    Knowledge heard{};  ///< what was told it last, which a waiting loop is told again and again
    std::optional<Knowledge> known_at_fence{};  ///< where it has come to know more since
    /// What fences of other lanes made good for flags, and a __syncwarp handed on: for the device,
    /// for its block.
    Knowledge handed{}, handed_block{};

    const Knowledge& at_fence() const { return known_at_fence ? *known_at_fence : known; }
};

/// What those who have come to a barrier that has a number did and knew before; and what their
/// fences made good for flags.
struct NamedBarrier {
    Knowledge known{}, handed{}, handed_block{};
    Knowledge over{};                                                ///< see BlockClock::over
    std::vector<std::pair<std::uint32_t, std::uint32_t>> waiting{};  ///< warp, and lanes
};

struct BlockClock {
    std::uint32_t number = 0;
    std::uint32_t base = 0;  ///< what any of its threads did before is over
    bool lost = false;       ///< it passed more barriers than its clock can count
    std::vector<WarpClock> warps{};
    PlaceSpace shared{};
    AsideBlock aside{};
    Knowledge known{};                       ///< of all its threads
    Knowledge released{}, released_block{};  ///< what fences before a barrier made good for flags
    std::unordered_map<std::uint32_t, ThreadKnowledge> threads{};
    std::array<NamedBarrier, named_barriers> named{};
    bool has_named = false;  ///< somebody has come to one of them
    /// What its threads tell at their cluster's barrier, and what they are told by it.
    NamedBarrier at_cluster{}, met{};
    bool has_met = false;  ///< it has passed that: the cluster's blocks have begun
    Knowledge over{};      ///< what was done before arrivals, also where these hand on nothing
};

/// What a flag hands on to whoever reads it.
struct FlagMessage {
    Knowledge device{}, block{};
    std::uint32_t of_block = 0;                   ///< `block` is for that one's threads
    std::unordered_set<std::uint64_t> seen_by{};  ///< threads that read what was stored last
    std::uint32_t tick = 0;                       ///< in which it was stored
    /// What other blocks still see in that tick; nullptr: nothing was said there.
    std::shared_ptr<FlagMessage> before{};
};

}  // namespace stridescope::machine

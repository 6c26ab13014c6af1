#include "app/machine/order_aside.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "app/machine/operations.h"

namespace stridescope::machine {
namespace {

constexpr int vector_lanes = 8;
using Keys = AsideKey __attribute__((vector_size(vector_lanes * sizeof(AsideKey))));
constexpr AsideKey thread_bits = 1023, warp_bits = thread_bits & ~(lanes_of_warp - 1);

using Now = AsideNow;

/// Of eight lanes: which of them may be in somebody's way, and what is known of their words
/// afterwards.
struct Eight {
    Keys in_the_way, stored, loaded;
};

__attribute__((always_inline)) inline void look(const Now& now, int k, bool writes,
                                                const Keys& stored, const Keys& loaded,
                                                Eight& out) {
    const Keys me = Keys{0, 1, 2, 3, 4, 5, 6, 7} + (now.first + k * vector_lanes);
    const Keys own_store =
        ((stored & thread_bits) == me) | (((stored & warp_bits) == now.first) & (stored < now.own));
    const Keys store_over = (stored < now.base) | own_store;
    const Keys of_warp = ((loaded & (warp_bits | AsideCount::many_warps)) == now.first);
    const Keys own_load =
        ((loaded & (thread_bits | AsideCount::many_lanes | AsideCount::many_warps)) == me) |
        (of_warp & (loaded < now.own));
    const Keys load_over = (loaded < now.base) | own_load;
    if (writes) {
        out.in_the_way = ~(store_over & load_over);
        out.stored = me | now.key;
        out.loaded = loaded;
    } else {
        out.in_the_way = ~store_over;
        out.stored = stored;
        const Keys one = me | now.key;
        const Keys lanes = Keys{} + (now.key | AsideCount::many_lanes | now.first);
        const Keys warps = Keys{} + (now.key | AsideCount::many_warps);
        const Keys several = (of_warp & lanes) | (~of_warp & warps);
        out.loaded = (load_over & one) | (~load_over & several);
    }
}

/// All ones in the lanes that the mask has.
__attribute__((always_inline)) inline void spread(std::uint32_t mask, int k, Keys& lanes) {
    const Keys bit = {1, 2, 4, 8, 16, 32, 64, 128};
    const Keys all = Keys{} + static_cast<AsideKey>(mask >> (k * vector_lanes) & 255);
    lanes = (all & bit) == bit;
}

__attribute__((always_inline)) inline bool any(const Keys& of) {
    std::array<std::uint64_t, 4> words;
    std::memcpy(words.data(), &of, sizeof of);
    return (words[0] | words[1] | words[2] | words[3]) != 0;
}

/// Lane i at word `first` + i.
template <bool writes>
__attribute__((always_inline)) inline bool pass_row(AsideKey* stored, AsideKey* loaded,
                                                    std::uint32_t mask, const Now& now) {
    Keys bad{};
    for (int k = 0; k < lanes_of_warp / vector_lanes; ++k) {
        Keys s, l;
        std::memcpy(&s, stored + k * vector_lanes, sizeof s);
        std::memcpy(&l, loaded + k * vector_lanes, sizeof l);
        Eight after;
        look(now, k, writes, s, l, after);
        Keys lanes;
        spread(mask, k, lanes);
        bad |= after.in_the_way & lanes;
        if (writes) {
            const Keys kept = (lanes & after.stored) | (~lanes & s);
            std::memcpy(stored + k * vector_lanes, &kept, sizeof kept);
        } else {
            const Keys kept = (lanes & after.loaded) | (~lanes & l);
            std::memcpy(loaded + k * vector_lanes, &kept, sizeof kept);
        }
    }
    return !any(bad);
}

/// What came of a request that was to lie in one piece of memory.
enum class Passed : std::uint8_t { yes, no, elsewhere };

/// Lane i at the word `from` + `step` · `index`[i], or · i where there is none.
struct Where {
    const std::int32_t* index;
    std::int32_t from, step;
    std::int32_t end;  ///< of the words that there are
};

template <bool writes>
__attribute__((always_inline)) inline Passed pass_list(AsideKey* stored, AsideKey* loaded,
                                                       const Where& where, std::uint32_t mask,
                                                       const Now& now) {
    // Those that sit out point beside.
    constexpr auto beside = -static_cast<std::int32_t>(AsidePlaces::margin);
    alignas(32) std::array<std::int32_t, lanes_of_warp> word;
    Keys outside{};
    for (int k = 0; k < lanes_of_warp / vector_lanes; ++k) {
        Keys index = Keys{0, 1, 2, 3, 4, 5, 6, 7} + k * vector_lanes;
        if (where.index != nullptr)
            std::memcpy(&index, where.index + k * vector_lanes, sizeof index);
        Keys lanes;
        spread(mask, k, lanes);
        const Keys at = ((index & lanes) * where.step + where.from);
        outside |= lanes & ((at < 0) | (at >= where.end));
        const Keys kept = (at & lanes) | (beside & ~lanes);
        std::memcpy(word.data() + k * vector_lanes, &kept, sizeof kept);
    }
    if (any(outside)) return Passed::elsewhere;
    alignas(32) std::array<AsideKey, lanes_of_warp> s, l, kept;
    for (std::size_t i = 0; i < lanes_of_warp; ++i) s[i] = stored[word[i]];
    for (std::size_t i = 0; i < lanes_of_warp; ++i) l[i] = loaded[word[i]];
    Keys bad{};
    for (int k = 0; k < lanes_of_warp / vector_lanes; ++k) {
        Keys ks, kl;
        std::memcpy(&ks, s.data() + k * vector_lanes, sizeof ks);
        std::memcpy(&kl, l.data() + k * vector_lanes, sizeof kl);
        Eight after;
        look(now, k, writes, ks, kl, after);
        Keys lanes;
        spread(mask, k, lanes);
        bad |= after.in_the_way & lanes;
        const Keys k_kept = (writes ? after.stored : after.loaded) & lanes;
        std::memcpy(kept.data() + k * vector_lanes, &k_kept, sizeof k_kept);
    }
    if (any(bad)) return Passed::no;
    AsideKey* const to = writes ? stored : loaded;
    for (std::size_t i = 0; i < lanes_of_warp; ++i) to[word[i]] = kept[i];
    if (where.index == nullptr && where.step != 0) return Passed::yes;  // each has its own word
    // Of lanes at one word the last one stands there now.
    AsideKey other = 0;
    for (std::size_t i = 0; i < lanes_of_warp; ++i) other |= to[word[i]] ^ kept[i];
    if (other == 0) return Passed::yes;
    if (writes) return Passed::no;
    for (std::size_t i = 0; i < lanes_of_warp; ++i) {
        AsideKey& at = to[word[i]];
        if (at != kept[i] && (at & AsideCount::many_warps) == 0)
            at = now.key | AsideCount::many_lanes | now.first;
    }
    return Passed::yes;
}

/// One lane, at one word.
template <bool writes>
bool pass_one(AsideKey& stored, AsideKey& loaded, std::uint32_t lane, const Now& now) {
    const AsideKey me = now.first + static_cast<AsideKey>(lane);
    const bool own_store =
        (stored & thread_bits) == me || ((stored & warp_bits) == now.first && stored < now.own);
    if (stored >= now.base && !own_store) return false;
    const bool of_warp = (loaded & (warp_bits | AsideCount::many_warps)) == now.first;
    const AsideKey who = loaded & ((1 << AsideCount::shift) - 1);
    const bool load_over = loaded < now.base || who == me || (of_warp && loaded < now.own);
    if (writes) {
        if (!load_over) return false;
        stored = now.key | me;
    } else if (load_over) {
        loaded = now.key | me;
    } else {
        loaded = now.key | (of_warp ? AsideCount::many_lanes | now.first : AsideCount::many_warps);
    }
    return true;
}

using PassRow = bool (*)(AsideKey*, AsideKey*, std::uint32_t, const Now&);
using PassList = Passed (*)(AsideKey*, AsideKey*, const Where&, std::uint32_t, const Now&);
/// [writes]
struct Passes {
    std::array<PassRow, 2> row;
    std::array<PassList, 2> list;
};

template <bool writes>
bool baseline_row(AsideKey* stored, AsideKey* loaded, std::uint32_t mask, const Now& now) {
    return pass_row<writes>(stored, loaded, mask, now);
}
template <bool writes>
Passed baseline_list(AsideKey* stored, AsideKey* loaded, const Where& where, std::uint32_t mask,
                     const Now& now) {
    return pass_list<writes>(stored, loaded, where, mask, now);
}
constexpr Passes baseline_passes{{baseline_row<false>, baseline_row<true>},
                                 {baseline_list<false>, baseline_list<true>}};

#if defined(__x86_64__)
template <bool writes>
__attribute__((target("avx2"))) bool avx2_row(AsideKey* stored, AsideKey* loaded,
                                              std::uint32_t mask, const Now& now) {
    return pass_row<writes>(stored, loaded, mask, now);
}
template <bool writes>
__attribute__((target("avx2"))) Passed avx2_list(AsideKey* stored, AsideKey* loaded,
                                                 const Where& where, std::uint32_t mask,
                                                 const Now& now) {
    return pass_list<writes>(stored, loaded, where, mask, now);
}
constexpr Passes avx2_passes{{avx2_row<false>, avx2_row<true>},
                             {avx2_list<false>, avx2_list<true>}};
#endif

const Passes& passes() {
#if defined(__x86_64__)
    static const bool wide = instruction_set() == std::string_view{"avx2"};
    if (wide) return avx2_passes;
#endif
    return baseline_passes;
}

}  // namespace

void AsideBlock::begin(std::size_t shared_words, std::size_t warps) {
    places_.resize(shared_words);
    count_.of_warps.resize(warps);
    barrier();
}

void AsideBlock::barrier() {
    shared.begin();
    global.begin();
    if (count_.now >= AsideCount::last) forget();
    ++count_.now;
    count_.base = count_.now << AsideCount::shift;
    std::ranges::fill(count_.of_warps, count_.base);
}

void AsideBlock::sync_warp(std::uint32_t warp) {
    // The next barrier begins to count anew.
    if (count_.now >= AsideCount::last) return;
    ++count_.now;
    count_.of_warps[warp] = count_.now << AsideCount::shift;
}

AsideNow AsideBlock::now_of(std::uint32_t warp) const {
    return {.base = count_.base,
            .own = count_.of_warps[warp],
            .key = count_.now << AsideCount::shift,
            .first = static_cast<AsideKey>(warp * lanes_of_warp)};
}

/// What stands in the pages is over: they may be those of other words.
void AsideBlock::finish() {
    for (auto& [number, space] : spaces_) {
        for (const std::size_t page : space.used) spare_.push_back(std::move(space.pages[page]));
        space.used.clear();
    }
}

void AsideBlock::forget() {
    finish();
    count_.now = 1;
    places_.forget();
    for (const std::unique_ptr<AsidePlaces>& page : spare_) page->forget();
}

AsidePlaces& AsideBlock::page_of(AsideSpace& space, std::size_t page) {
    if (page >= space.pages.size()) space.pages.resize(std::max(page + 1, space.pages.size() * 2));
    std::unique_ptr<AsidePlaces>& at = space.pages[page];
    if (at != nullptr) return *at;
    if (spare_.empty()) {
        at = std::make_unique<AsidePlaces>();
        at->resize(std::size_t{1} << AsideSpace::page_bits);
    } else {
        at = std::move(spare_.back());
        spare_.pop_back();
    }
    space.used.push_back(page);
    return *at;
}

bool AsideBlock::pass(const Aside& aside, const Aside::Request& request) {
    namespace ad = language::addresses;
    // Narrower ones share words that are not theirs.
    if (request.width % 4 != 0 || request.address % 4 != 0 || request.step % 4 != 0) return false;
    const Now now = now_of(request.warp);
    const std::uint64_t number = request.number;
    const auto word = static_cast<std::int64_t>(request.address - ad::begin(number)) / 4;
    const std::int32_t step = request.step / 4;
    const std::uint32_t words = request.width / 4;
    const Passes& how = passes();
    const int writes = request.writes ? 1 : 0;
    const std::int32_t* const index =
        request.list == Aside::none ? nullptr : aside.lists[request.list].data();
    const int lowest = __builtin_ctz(request.mask), highest = 31 - __builtin_clz(request.mask);
    // Shared memory, or the page where its first lane is.
    AsidePlaces* places = &places_;
    std::int64_t begin = 0;
    if (&aside != &shared) {
        const std::int64_t first =
            word + std::int64_t{step} * (index == nullptr ? lowest : index[lowest]);
        if (first < 0) return false;
        if (space_ == nullptr || number_ != number) {
            number_ = number;
            space_ = &spaces_[number];
        }
        places = &page_of(*space_, static_cast<std::size_t>(first >> AsideSpace::page_bits));
        begin = first >> AsideSpace::page_bits << AsideSpace::page_bits;
    }
    AsideKey* const stored = places->stored.data() + AsidePlaces::margin;
    AsideKey* const loaded = places->loaded.data() + AsidePlaces::margin;
    const auto end = static_cast<std::int32_t>(places->stored.size() - 2 * AsidePlaces::margin);
    const std::int64_t from = word - begin;
    if (index == nullptr && step == 1 && words == 1 && from + lowest >= 0 && from + highest < end)
        return how.row.at(writes)(stored + from, loaded + from, request.mask, now);
    constexpr int few = 4;
    constexpr std::int64_t far = 1 << 30;
    if (__builtin_popcount(request.mask) > few && from > -far && from < far) {
        Passed passed = Passed::yes;
        for (std::uint32_t k = 0; k < words && passed == Passed::yes; ++k) {
            const Where where{index, static_cast<std::int32_t>(from + k), step, end};
            passed = how.list.at(writes)(stored, loaded, where, request.mask, now);
        }
        if (passed != Passed::elsewhere) return passed == Passed::yes;
    }
    return request.writes ? pass_lanes<true>(aside, request) : pass_lanes<false>(aside, request);
}

template <bool writes>
bool AsideBlock::pass_lanes(const Aside& aside, const Aside::Request& request) {
    namespace ad = language::addresses;
    const Now now = now_of(request.warp);
    const std::uint64_t offset = request.address - ad::begin(request.number);
    constexpr std::size_t in_page = (std::size_t{1} << AsideSpace::page_bits) - 1;
    const std::uint32_t words = request.width / 4;
    const bool is_shared = &aside == &shared;
    for (std::uint32_t m = request.mask; m != 0; m &= m - 1) {
        const auto lane = static_cast<std::uint32_t>(__builtin_ctz(m));
        const std::int64_t steps = request.list == Aside::none ? static_cast<std::int64_t>(lane)
                                                               : aside.lists[request.list][lane];
        const auto first = static_cast<std::size_t>(
            (static_cast<std::int64_t>(offset) + steps * request.step) / 4);
        for (std::size_t w = first; w < first + words; ++w) {
            AsidePlaces& of = is_shared ? places_ : page_of(*space_, w >> AsideSpace::page_bits);
            const std::size_t at = (is_shared ? w : w & in_page) + AsidePlaces::margin;
            if (at + AsidePlaces::margin >= of.stored.size() ||
                !pass_one<writes>(of.stored[at], of.loaded[at], lane, now))
                return false;
        }
    }
    return true;
}

}  // namespace stridescope::machine

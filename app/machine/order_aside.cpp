#include "app/machine/order_aside.h"

#include <algorithm>
#include <cstring>
#if defined(__x86_64__)
#include <immintrin.h>
#endif
#include <numeric>
#include <string_view>
#include <tuple>
#include <utility>

#include "app/machine/operations.h"

namespace stridescope::machine {
namespace {

constexpr int vector_lanes = 8;
using Keys = AsideKey __attribute__((vector_size(vector_lanes * sizeof(AsideKey))));
constexpr AsideKey thread_bits = 1023, warp_bits = thread_bits & ~(lanes_of_warp - 1);

using Now = AsideNow;

/// Which of eight lanes may be in somebody's way, and what is known of their words afterwards.
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

/// The lanes' words, of those that sit out one beside the memory. False: some are elsewhere.
__attribute__((always_inline)) inline bool find_words(const Where& where, std::uint32_t mask,
                                                      std::int32_t* word) {
    constexpr auto beside = -static_cast<std::int32_t>(AsidePlaces::margin);
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
        std::memcpy(word + k * vector_lanes, &kept, sizeof kept);
    }
    return !any(outside);
}

/// What eight of the words have. Put together one by one in memory, a processor would have to wait
/// until all have arrived there.
__attribute__((always_inline)) inline void gather(const AsideKey* from, const std::int32_t* word,
                                                  Keys& keys) {
    keys = Keys{from[word[0]], from[word[1]], from[word[2]], from[word[3]],
                from[word[4]], from[word[5]], from[word[6]], from[word[7]]};
}

/// Whether each lane's index is greater than the one before, also of those that sit out.
__attribute__((always_inline)) inline bool are_ascending(const std::int32_t* index) {
    Keys other{};
    for (int first : {0, 8, 16, 23}) {
        Keys here, next;
        std::memcpy(&here, index + first, sizeof here);
        std::memcpy(&next, index + first + 1, sizeof next);
        other |= here >= next;
    }
    return !any(other);
}

/// Whether eight words stand side by side.
__attribute__((always_inline)) inline bool are_beside(const std::int32_t* word) {
    Keys words;
    std::memcpy(&words, word, sizeof words);
    const Keys row = Keys{0, 1, 2, 3, 4, 5, 6, 7} + word[0];
    const Keys other = words ^ row;
    return !any(other);
}

template <bool writes>
__attribute__((always_inline)) inline Passed pass_list(AsideKey* stored, AsideKey* loaded,
                                                       const Where& where, std::uint32_t mask,
                                                       const Now& now) {
    alignas(32) std::array<std::int32_t, lanes_of_warp> word;
    if (!find_words(where, mask, word.data())) return Passed::elsewhere;
    alignas(32) std::array<AsideKey, lanes_of_warp> kept;
    constexpr int eights = lanes_of_warp / vector_lanes;
    std::array<bool, eights> beside;
    Keys bad{};
    for (int k = 0; k < eights; ++k) {
        const std::int32_t* const words = word.data() + k * vector_lanes;
        Keys ks, kl;
        beside[static_cast<std::size_t>(k)] = are_beside(words);
        if (beside[static_cast<std::size_t>(k)]) {
            std::memcpy(&ks, stored + words[0], sizeof ks);
            std::memcpy(&kl, loaded + words[0], sizeof kl);
        } else {
            gather(stored, words, ks);
            gather(loaded, words, kl);
        }
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
    const auto put = [&](std::size_t i) { to[word[i]] = kept[i]; };
    for (std::size_t k = 0; k < eights; ++k) {
        const std::size_t first = k * vector_lanes;
        if (beside[k])
            std::memcpy(to + word[first], kept.data() + first, sizeof(Keys));
        else
            for (std::size_t i = first; i < first + vector_lanes; ++i) put(i);
    }
    // Each has its own word.
    if (where.index == nullptr ? where.step != 0 : where.step == 1 && are_ascending(where.index))
        return Passed::yes;
    // Where several lanes have one word, the last of them stands there now.
    Keys other{};
    for (std::size_t k = 0; k < eights; ++k) {
        const std::size_t first = k * vector_lanes;
        Keys there, own;
        if (beside[k])
            std::memcpy(&there, to + word[first], sizeof there);
        else
            gather(to, word.data() + first, there);
        std::memcpy(&own, kept.data() + first, sizeof own);
        other |= there ^ own;
    }
    if (!any(other)) return Passed::yes;
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

namespace {

/// A request's words are few: what an index counts for is in words, too.
constexpr std::int64_t farthest = 1 << 28;
constexpr std::int32_t most_warps = 32;  ///< of a block

/// Whether index · step + from is words + distance in the lanes of the mask.
bool baseline_alike(const std::int32_t* index, std::int32_t from, std::int32_t step,
                    const std::int32_t* words, std::int32_t distance, std::uint32_t mask) {
    Keys other{};
    for (int k = 0; k < lanes_of_warp / vector_lanes; ++k) {
        Keys i, w, lanes;
        std::memcpy(&i, index + k * vector_lanes, sizeof i);
        std::memcpy(&w, words + k * vector_lanes, sizeof w);
        spread(mask, k, lanes);
        other |= lanes & ((i * step + from) ^ (w + distance));
    }
    return !any(other);
}
using AreAlike = bool (*)(const std::int32_t*, std::int32_t, std::int32_t, const std::int32_t*,
                          std::int32_t, std::uint32_t);
#if defined(__x86_64__)
__attribute__((target("avx2"))) bool avx2_alike(const std::int32_t* index, std::int32_t from,
                                                std::int32_t step, const std::int32_t* words,
                                                std::int32_t distance, std::uint32_t mask) {
    const auto apart =
        static_cast<int>(static_cast<std::uint32_t>(distance) - static_cast<std::uint32_t>(from));
    const __m256i add = _mm256_set1_epi32(apart), times = _mm256_set1_epi32(step);
    std::uint32_t same = 0;
    for (int k = 0; k < lanes_of_warp / vector_lanes; ++k) {
        __m256i i = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(index) + k);
        if (step != 1) i = _mm256_mullo_epi32(i, times);
        const __m256i w = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words) + k);
        const __m256i equal = _mm256_cmpeq_epi32(i, _mm256_add_epi32(w, add));
        same |= static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(equal)))
                << (k * vector_lanes);
    }
    return (mask & ~same) == 0;
}
#endif
AreAlike alike() {
#if defined(__x86_64__)
    static const bool wide = instruction_set() == std::string_view{"avx2"};
    if (wide) return avx2_alike;
#endif
    return baseline_alike;
}

/// The first and the last that take part.
std::pair<std::int32_t, std::int32_t> threads_of(const Aside::Request& request) {
    const auto warp = static_cast<std::int32_t>(request.warp * lanes_of_warp);
    return {warp + __builtin_ctz(request.mask), warp + 31 - __builtin_clz(request.mask)};
}

std::int32_t words_of(std::uint32_t warp) {
    return static_cast<std::int32_t>(warp * lanes_of_warp);
}

}  // namespace

/// Whether the words of these lanes are those of a line.
bool AsideForms::find_line(Form& form, std::uint32_t mask) {
    const auto first = static_cast<std::size_t>(__builtin_ctz(mask));
    const std::uint32_t others = mask & (mask - 1);
    if (others == 0) return false;
    const auto second = static_cast<std::size_t>(__builtin_ctz(others));
    const auto apart = static_cast<std::int64_t>(second - first);
    const std::int64_t distance = std::int64_t{form.words[second]} - form.words[first];
    if (distance % apart != 0 || distance >= farthest || distance <= -farthest) return false;
    const std::int64_t step = distance / apart;
    const std::int64_t begin =
        form.words[first] - (static_cast<std::int64_t>(first) + words_of(form.warp)) * step;
    if (begin >= farthest || begin <= -farthest) return false;
    for (std::uint32_t m = mask; m != 0; m &= m - 1) {
        const int lane = __builtin_ctz(m);
        if (form.words[static_cast<std::size_t>(lane)] !=
            begin + (std::int64_t{lane} + words_of(form.warp)) * step)
            return false;
    }
    form.step = static_cast<std::int32_t>(step);
    form.begin = static_cast<std::int32_t>(begin);
    return true;
}

/// False: it is of no such form.
bool AsideForms::begin_form(Form& form, const std::int32_t* index, const Aside::Request& request,
                            std::int32_t from) {
    form.at = request.at;
    form.number = request.number;
    form.writes = request.writes;
    form.warp = request.warp;
    form.mask = form.bits = 0;
    const std::int32_t step = request.step / 4;
    const auto set_words = [&](std::int32_t first, std::int32_t each, const auto& number_of) {
        for (std::size_t lane = 0; lane < lanes_of_warp; ++lane) {
            form.words[lane] = static_cast<std::int32_t>(
                static_cast<std::uint32_t>(first) +
                static_cast<std::uint32_t>(number_of(lane)) * static_cast<std::uint32_t>(each));
        }
    };
    const auto thread_of = [&](std::size_t lane) {
        return words_of(form.warp) + static_cast<std::int32_t>(lane);
    };
    if (index == nullptr) {
        form.is_line = true;
        form.step = step;
        form.begin = from - step * words_of(form.warp);
        set_words(form.begin, step, thread_of);
        return step != 0 || !form.writes;
    }
    // Those that sit out have anything.
    std::int64_t farther = 0;
    for (std::size_t lane = 0; lane < lanes_of_warp; ++lane) {
        if ((request.mask >> lane & 1) == 0) continue;
        const std::int64_t word = from + std::int64_t{index[lane]} * step;
        farther |= word < 0 ? -word : word;
    }
    if (farther >= farthest) return false;
    set_words(from, step, [&](std::size_t lane) { return index[lane]; });
    form.begin = from;
    // What is one for all lanes; else the warp's own words; else what is one for those that take
    // part.
    form.is_line = find_line(form, ~0U);
    if (!form.is_line && !reach(form, request.mask)) form.is_line = find_line(form, request.mask);
    form.mask = 0;
    if (form.is_line && form.step == 0 && form.writes) return false;
    // The lanes that sit out would be on the line, too.
    if (form.is_line) set_words(form.begin, form.step, thread_of);
    return true;
}

/// Whether the request is what another warp, or the same one, did there before.
bool AsideForms::is_again(const Form& form, const std::int32_t* index,
                          const Aside::Request& request, std::int32_t from) {
    const std::int32_t step = request.step / 4;
    const std::int32_t distance = form.distance(request.warp);
    if (form.number != request.number) return false;
    if (index == nullptr)
        return form.is_line && step == form.step &&
               from == form.begin + step * words_of(request.warp);
    if (!form.is_line && form.begin != from) return false;
    static const AreAlike are_alike = alike();
    return are_alike(index, from, step, form.words.data(), distance, request.mask);
}

/// What it reaches, said without a list of its own.
void AsideForms::say_by_form(Form& form, Aside& aside, Aside::Request& request) {
    if (form.is_line) {
        request.address = form.address(request.warp);
        request.step = form.step * 4;
        return;
    }
    if (form.list == Aside::none) {
        aside.keep_list(request, form.words.data());
        form.list = request.list;
    }
    request.address = language::addresses::begin(request.number) +
                      static_cast<std::uint64_t>(std::int64_t{form.distance(request.warp)} * 4);
    request.step = 4;
    request.list = form.list;
}

/// These lanes take part as well. False: they reach further than their warp's words, or two of them
/// store to one.
bool AsideForms::reach(Form& form, std::uint32_t mask) {
    const bool more = (mask & ~form.mask) != 0;
    form.mask |= mask;
    if (form.is_line || !more) return true;
    form.bits = 0;
    for (std::uint32_t m = form.mask; m != 0; m &= m - 1) {
        const std::int32_t word = form.words[static_cast<std::size_t>(__builtin_ctz(m))] -
                                  form.begin - words_of(form.warp);
        if (word < 0 || word >= lanes_of_warp) return false;
        form.bits |= 1U << word;
    }
    return !form.writes || __builtin_popcount(form.bits) == __builtin_popcount(form.mask);
}

/// Whoever takes part.
bool AsideForms::never_meet(const Form& a, const Form& b) {
    if ((!a.writes && !b.writes) || a.number != b.number) return true;
    if (!a.is_line || !b.is_line) return false;
    const std::int64_t distance = std::int64_t{b.begin} - a.begin;
    if (a.step == b.step && a.step != 0 && distance == 0) return true;
    const std::int64_t both = std::gcd(a.step, b.step);
    return both != 0 && distance % both != 0;
}

bool AsideForms::keep_apart(const Form& a, const Form& b) {
    if (a.is_line && b.is_line) {
        const auto ends = [](const Form& of) {
            return std::minmax({of.begin + std::int64_t{of.step} * of.first,
                                of.begin + std::int64_t{of.step} * of.last});
        };
        const auto [a_low, a_high] = ends(a);
        const auto [b_low, b_high] = ends(b);
        if (a_high < b_low || b_high < a_low) return true;
        if (a.step != b.step || a.step == 0) return false;
        // One has what is another warp's in the other: that one may sit out.
        const std::int64_t threads = (std::int64_t{b.begin} - a.begin) / a.step;
        if (threads % lanes_of_warp != 0) return false;
        const std::int64_t warps = threads / lanes_of_warp;
        if (warps >= lanes_of_warp || warps <= -lanes_of_warp) return true;
        const std::uint32_t moved = warps > 0 ? a.warps >> warps : a.warps << -warps;
        return (moved & b.warps) == 0 || (a.mask & b.mask) == 0;
    }
    if (a.begin != b.begin) return false;
    // A line whose lanes have the words of their warp, one each.
    const auto bits_of = [](const Form& of) { return of.is_line ? of.mask : of.bits; };
    if ((a.is_line && a.step != 1) || (b.is_line && b.step != 1)) return false;
    if ((bits_of(a) & bits_of(b)) == 0) return true;
    if (a.is_line || b.is_line) return false;
    const std::int32_t distance = words_of(b.warp) - words_of(a.warp);
    for (std::uint32_t m = a.mask | b.mask; m != 0; m &= m - 1) {
        const auto lane = static_cast<std::size_t>(__builtin_ctz(m));
        if (a.words[lane] + distance != b.words[lane]) return false;
    }
    // Each lane its own: of what is only read that was not asked yet.
    return __builtin_popcount(a.bits | b.bits) == __builtin_popcount(a.mask | b.mask);
}

bool AsideForms::keeps_apart(const Form& form) const {
    for (std::uint32_t m = form.asked; m != 0; m &= m - 1) {
        if (!keep_apart(forms_[static_cast<std::size_t>(__builtin_ctz(m))], form)) return false;
    }
    return true;
}

/// These take part in the form, too, and so whoever may be taken to. False: somebody may be in the
/// way.
bool AsideForms::take(Form& form, const Aside::Request& request) {
    std::uint32_t mask = request.mask;
    auto [first, last] = threads_of(request);
    if (generous_) {
        for (std::size_t k = 0; k < count_; ++k) mask |= forms_[k].mask;
        first = 0;
        last = most_warps * lanes_of_warp - 1;
    }
    form.first = std::min(form.first, first);
    form.last = std::max(form.last, last);
    form.warps |= generous_ ? ~0U : 1U << request.warp;
    return reach(form, mask) && keeps_apart(form);
}

void AsideForms::say(Aside& aside) {
    for (Aside::Request& request : aside.requests()) {
        if (request.form == nullptr) continue;
        Form& form = forms_[static_cast<std::size_t>(request.form - forms_.data())];
        request.number = form.number;
        request.width = 4;
        request.writes = form.writes;
        request.list = Aside::none;
        request.form = nullptr;
        say_by_form(form, aside, request);
    }
}

bool AsideForms::add(Aside& aside, Aside::Request& request, const std::int32_t*& index) {
    namespace ad = language::addresses;
    if (request.width != 4 || request.address % 4 != 0 || request.step % 4 != 0) return false;
    const auto from = static_cast<std::int64_t>(request.address - ad::begin(request.number)) / 4;
    if (from >= farthest || from <= -farthest || request.step >= (1 << 16) ||
        request.step <= -(1 << 16))
        return false;
    const auto at = static_cast<std::int32_t>(from);
    for (std::size_t k = 0; k < count_; ++k) {
        Form& form = forms_[k];
        if (form.at != request.at) continue;
        if (!is_again(form, index, request, at)) return false;
        if (index != nullptr && request.list == Aside::none) {
            say_by_form(form, aside, request);
            index = nullptr;
        }
        return takes_part(form, request.warp, request.mask) || take(form, request);
    }
    if (count_ == most) return false;
    Form& form = forms_[count_];
    if (!begin_form(form, index, request, at)) return false;
    if (index != nullptr && request.list == Aside::none) {
        aside.keep_list(request, index);
        index = nullptr;
    }
    form.list = Aside::none;
    std::tie(form.first, form.last) = threads_of(request);
    form.warps = form.asked = 0;
    for (std::size_t k = 0; k < count_; ++k) {
        if (never_meet(forms_[k], form)) continue;
        form.asked |= 1U << k;
        forms_[k].asked |= 1U << count_;
    }
    if (!take(form, request)) return false;
    ++count_;
    return true;
}

void Aside::say_known() {
    for (Request& request : requests()) {
        if (request.known == nullptr) continue;
        const AsideList& list = *std::exchange(request.known, nullptr);
        request.number = language::addresses::shared;
        request.address = language::addresses::begin(request.number);
        request.step = request.width = 4;
        request.writes = list.writes;
        keep_list(request, list.words.data());
    }
}

bool AsideLists::add(Aside& aside, std::size_t n, std::size_t words) {
    const Aside::Request& request = aside.kept[n];
    if (request.width != 4 || request.address % 4 != 0 || request.step % 4 != 0) return false;
    const std::int32_t* const index = aside.list_of(request);
    const auto from =
        static_cast<std::int64_t>(request.address - language::addresses::begin(request.number)) / 4;
    AsideList list{.at = request.at, .warp = request.warp, .writes = request.writes};
    for (std::size_t lane = 0; lane < lanes_of_warp; ++lane) {
        const std::int64_t steps = index == nullptr ? static_cast<std::int64_t>(lane) : index[lane];
        const std::int64_t word = from + steps * (request.step / 4);
        // Lanes that sit out may point anywhere.
        if (word < 0 || word >= static_cast<std::int64_t>(words)) continue;
        list.words[lane] = static_cast<std::int32_t>(word);
        list.mask |= 1U << lane;
    }
    if ((request.mask & ~list.mask) != 0) return false;
    list.step = list.words[1] - list.words[0];
    list.is_line = list.mask == ~0U;
    for (std::size_t lane = 1; lane < lanes_of_warp; ++lane)
        list.is_line = list.is_line && list.words[lane] - list.words[lane - 1] == list.step;
    lists_.push_back(list);
    return true;
}

void AsideLists::learn(Aside& aside, std::size_t words) {
    forget();
    if (tries_ >= most_tries || aside.used > most_lists) return;
    ++tries_;
    // Whoever took part is taken to have done so with all lanes: which of them do is mostly a
    // matter of what they found.
    constexpr std::int32_t nobody = -1, several = -2;
    std::vector<std::int32_t> stored(words, nobody), loaded(words, nobody);
    for (std::size_t n = 0; n < aside.used; ++n) {
        bool is_fine = !aside.kept[n].is_atomic && add(aside, n, words);
        for (std::uint32_t m = is_fine ? lists_.back().mask : 0; m != 0; m &= m - 1) {
            const auto lane = static_cast<std::uint32_t>(__builtin_ctz(m));
            const AsideList& list = lists_.back();
            const auto me = static_cast<std::int32_t>(list.warp * lanes_of_warp + lane);
            std::int32_t& store = stored[static_cast<std::size_t>(list.words[lane])];
            std::int32_t& load = loaded[static_cast<std::size_t>(list.words[lane])];
            is_fine &= store == nobody || store == me;
            if (list.writes) {
                is_fine &= load == nobody || load == me;
                store = me;
            } else {
                load = load == nobody || load == me ? me : several;
            }
        }
        if (is_fine) continue;
        forget();
        return;
    }
}

void AsideBlock::begin(std::size_t shared_words, std::size_t warps) {
    places_.resize(shared_words);
    count_.of_warps.resize(warps);
    // What the block before did to its end is of no use any more.
    shared.begin();
    ++begun_;
    of_shared_.interval = of_global_.interval = 0;
    begin_shared();
    of_global_.begin_interval(global);
    barrier();
}

void AsideBlock::FormsOf::begin_interval(Aside& aside) {
    // Where they said nothing lately they are not asked so soon.
    if (aside.stored && aside.by_forms) failed = 0;
    if (aside.stored && aside.forms != nullptr && aside.forms->is_generous()) exact = 0;
    aside.begin();
    if (interval >= all.size()) all.resize(interval + 1);
    aside.forms = &all[interval];
    interval = (interval + 1) % kept_intervals;
    const bool is_as_before = aside.forms->begin_as_before();
    if (!is_as_before) begin(*aside.forms);
    aside.by_forms = failed == 0 || ++skipped >= (1U << failed) - 1;
    if (aside.by_forms) skipped = 0;
    aside.quick = is_as_before && aside.by_forms && aside.may_collect;
}

void AsideBlock::begin_shared() {
    const bool is_learnt = shared.stored && !shared.by_forms && !shared.closely &&
                           !shared.atomics && shared.may_collect && begun_ > 1;
    if (is_learnt && shared.lists_before == nullptr) {
        const std::size_t last = of_shared_.last();
        if (last >= lists_of_shared_.size()) lists_of_shared_.resize(last + 1);
        lists_of_shared_[last].learn(shared, places_.stored.size() - 2 * AsidePlaces::margin);
    }
    of_shared_.begin_interval(shared);
    const std::size_t now = of_shared_.last();
    if (now >= lists_of_shared_.size() || !lists_of_shared_[now].are_known()) return;
    shared.lists_before = &lists_of_shared_[now];
    shared.lists_before->begin();
    shared.by_forms = false;
    shared.quick = shared.may_collect;
}

void AsideBlock::barrier() {
    // Where nothing was accessed the interval goes on.
    if (!shared.is_fresh()) begin_shared();
    if (!global.is_fresh()) of_global_.begin_interval(global);
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

/// By their forms; at first generously.
bool AsideBlock::pass_forms(FormsOf& of, Aside& aside, Aside::Request& request,
                            const std::int32_t*& index, bool first_store) {
    AsideForms& forms = *aside.forms;
    const auto add_earlier = [&] {
        return std::ranges::all_of(aside.requests(), [&](Aside::Request& each) {
            const std::int32_t* list = aside.list_of(each);
            return forms.add(aside, each, list);
        });
    };
    // Said by a form that is given up it may have a list by now.
    const auto add = [&] {
        const std::int32_t* list = index != nullptr ? index : aside.list_of(request);
        const bool added = forms.add(aside, request, list);
        if (index != nullptr) index = list;
        return added;
    };
    if ((!first_store || add_earlier()) && add()) return true;
    forms.say(aside);
    if (forms.are_kept()) {
        of.begin(forms);
        if (add_earlier() && add()) return true;
    }
    if (forms.is_generous()) {
        forms.begin(false);
        of.exact = std::min(of.exact + 1, 5U);
        of.left = (1U << of.exact) - 1;
        if (add_earlier() && add()) return true;
    }
    forms.begin(true);
    return false;
}

bool AsideBlock::pass(Aside& aside, Aside::Request& request, const std::int32_t*& index) {
    const bool first_store = !std::exchange(aside.stored, true);
    bool word_by_word = first_store;  // all that came before, too
    aside.collects = false;
    // Loads that forms of another block say already.
    if (first_store) aside.forms->say(aside);
    if (aside.lists_before != nullptr) {
        aside.say_known();
        aside.lists_before->forget();
        aside.lists_before = nullptr;
        word_by_word = true;
    }
    if (aside.by_forms) {
        FormsOf& of = &aside == &shared ? of_shared_ : of_global_;
        if (pass_forms(of, aside, request, index, first_store)) return true;
        aside.by_forms = aside.quick = false;
        of.failed = std::min(of.failed + 1, 6U);
        word_by_word = true;
    }
    if (index != nullptr && request.list == Aside::none) aside.keep_list(request, index);
    index = nullptr;
    const auto pass = [&](const Aside::Request& each) { return pass_words(aside, each); };
    if (word_by_word && !std::ranges::all_of(aside.requests(), pass)) return false;
    return pass(request);
}

bool AsideBlock::pass_words(const Aside& aside, const Aside::Request& request) {
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

// What a block's threads do to memory that is theirs alone, between two of its barriers. Most
// intervals end with nobody in anybody's way, and then all of that is over. So it is put aside, and
// of each word only two numbers are kept, which say whether somebody may be in the way: who stored
// there last, and who loaded. Only where they do not rule it out is what was put aside looked at
// closely, as if each access were when it was made; the numbers may be wrong in that direction
// alone.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "app/machine/context.h"

namespace stridescope::machine {

/// Of an access: when in its block's count of barriers, and who. See AsideCount.
using AsideKey = std::int32_t;

/// The block's barriers, and its warps' __syncwarp(), counted; and keys made of that.
struct AsideCount {
    static constexpr int shift = 12;
    static constexpr AsideKey many_lanes = 1 << 10, many_warps = 1 << 11;
    static constexpr AsideKey last = (1 << (31 - shift)) - 2;

    AsideKey now = 1;
    AsideKey base = 0;                 ///< what has a lesser key is over
    std::vector<AsideKey> of_warps{};  ///< the same among a warp's own lanes
};

/// What a warp's keys are held against.
struct AsideNow {
    AsideKey base, own;  ///< what is less is over for all, for the warp's own lanes
    AsideKey key;        ///< of what happens now
    AsideKey first;      ///< the warp's first thread
};

/// Words in a row: who stored to them last, who loaded them since. Some more stand on both sides,
/// which lanes that sit out point to.
struct AsidePlaces {
    static constexpr std::size_t margin = lanes_of_warp;

    std::vector<AsideKey> stored{}, loaded{};

    void resize(std::size_t words) {
        stored.resize(words + 2 * margin);
        loaded.resize(words + 2 * margin);
    }
    void forget() {
        std::ranges::fill(stored, 0);
        std::ranges::fill(loaded, 0);
    }
};

/// An allocation's words, those that the block has accessed.
struct AsideSpace {
    static constexpr int page_bits = 10;

    std::vector<std::unique_ptr<AsidePlaces>> pages{};
    std::vector<std::size_t> used{};
};

struct AsideForm;
class AsideForms;

/// Words that a warp's lanes reach in shared memory by one instruction.
struct AsideList {
    const Operation* at = nullptr;
    std::uint32_t warp = 0, mask = 0;
    std::int32_t step = 0;  ///< of words at one distance
    bool is_line = false, writes = false;
    alignas(32) std::array<std::int32_t, lanes_of_warp> words{};  ///< [lane]
};

/// What a block did in an interval in which forms said nothing, where no word was reached by two of
/// its lanes of which one wrote: whichever of the same accesses another block makes there, they are
/// in nobody's way either.
class AsideLists {
  public:
    bool are_known() const { return !lists_.empty(); }
    /// The next one of the instruction that has all these lanes; nullptr: there is none.
    const AsideList* find(const Operation* at, std::uint32_t warp, std::uint32_t mask) {
        for (std::size_t k = next_, n = 0; n < most_skipped && k < lists_.size(); ++k, ++n) {
            const AsideList& list = lists_[k];
            if (list.at != at || list.warp != warp || (mask & ~list.mask) != 0) continue;
            next_ = k + 1;
            return &list;
        }
        return nullptr;
    }
    void begin() { next_ = 0; }
    /// Another block did something else.
    void forget() { lists_.clear(); }
    /// From what has been put aside, which was in nobody's way. `words`: of shared memory.
    void learn(struct Aside& aside, std::size_t words);

  private:
    static constexpr std::size_t most_skipped = 32, most_lists = 1024;
    static constexpr unsigned most_tries = 4;
    bool add(struct Aside& aside, std::size_t request, std::size_t words);

    std::vector<AsideList> lists_{};
    std::size_t next_ = 0;
    unsigned tries_ = 0;
};

/// Accesses to shared or to global memory that were put aside.
struct Aside {
    struct Request {
        const Operation* at = nullptr;
        const AsideForm* form = nullptr;   ///< that says what is not set here: see AsideForms::say
        const AsideList* known = nullptr;  ///< the same
        std::uint64_t number = 0;          ///< of the piece, as in addresses
        std::uint64_t address = 0;         ///< where no lane need be
        std::int32_t step = 0;  ///< bytes: from lane to lane, or what one of a list counts for
        std::uint32_t warp = 0, mask = 0;
        std::uint32_t moment = 0, all = 0;  ///< of its warp's clock
        std::uint32_t list = none;          ///< of indices
        std::uint32_t width = 0;
        bool writes = false, is_atomic = false;
    };
    static constexpr std::uint32_t none = 0xFFFFFFFF;
    /// More are looked at closely.
    static constexpr std::size_t most = std::size_t{1} << 14;
    using List = std::array<std::int32_t, lanes_of_warp>;

    std::vector<Request> kept{};
    std::size_t used = 0;
    std::vector<List> lists{};
    std::size_t used_lists = 0;
    bool stored = false;   ///< in this interval: until then nobody is in the way
    bool by_forms = true;  ///< that nobody is, their forms say (see AsideForms)
    bool closely = false;  ///< in this interval nothing is put aside any more
    /// What a form says already may be put aside without a further look (see AsideForms::find).
    /// Until something is stored that holds for forms that another block left, as long as nothing
    /// else was put aside.
    bool quick = false;
    /// Plain loads may be put aside without a further look while nobody has stored.
    bool collects = false;
    bool may_collect = false;     ///< they may in other intervals
    bool atomics = false;         ///< there is nothing but atomics, which are in nobody's way
    AsideForms* forms = nullptr;  ///< of this interval
    AsideLists* lists_before = nullptr;  ///< what another block did in it, which forms do not say

    std::span<Request> requests() { return {kept.data(), used}; }
    /// The next one; it is among the requests once `used` goes on.
    Request& next() {
        if (used == kept.size()) kept.resize(std::max<std::size_t>(64, 2 * used));
        return kept[used];
    }
    /// The same where there is room for it without ado; else nullptr.
    Request* next_at_once() {
        return used < kept.size() && used < most ? kept.data() + used : nullptr;
    }
    /// Of requests that are known from another block: what they reach.
    void say_known();
    void keep_list(Request& request, const std::int32_t* index) {
        if (used_lists == lists.size()) lists.emplace_back();
        std::copy_n(index, lanes_of_warp, lists[used_lists].begin());
        request.list = static_cast<std::uint32_t>(used_lists++);
    }
    /// Where its lanes' indices stand; nullptr: it has none.
    const std::int32_t* list_of(const Request& request) const {
        return request.list == none ? nullptr : lists[request.list].data();
    }
    /// Whether nothing has been accessed in this interval.
    bool is_fresh() const { return used == 0 && !stored && !closely; }
    void clear() { used = used_lists = 0; }
    /// Where the next list may stand, where there is room for it without ado; else nullptr.
    std::int32_t* list_at_once() {
        return used_lists < lists.size() ? lists[used_lists].data() : nullptr;
    }
    void begin() {
        clear();
        stored = closely = quick = atomics = false;
        lists_before = nullptr;
        by_forms = true;
        collects = may_collect;
    }
};

/// See AsideForms.
struct AsideForm {
    const Operation* at = nullptr;
    std::uint64_t number = 0;          ///< of the piece
    std::int32_t begin = 0;            ///< the word of warp 0 to which indices are added
    std::int32_t step = 0;             ///< of a line, from thread to thread
    std::uint32_t warp = 0;            ///< which `words` are of
    std::uint32_t mask = 0;            ///< lanes that took part, of any warp
    std::uint32_t warps = 0;           ///< that took part
    std::int32_t first = 0, last = 0;  ///< of the threads that took part
    std::uint32_t asked = 0;           ///< forms that who takes part keeps apart from this one
    std::uint32_t bits = 0;            ///< of no line: the words that these reach
    std::uint32_t list = Aside::none;  ///< where `words` stand for its requests
    bool writes = false, is_line = false;
    alignas(32) Aside::List words{};  ///< [lane]; of a line that has no list none

    /// How many words further the same lanes of that warp are.
    std::int32_t distance(std::uint32_t to) const {
        return static_cast<std::int32_t>(static_cast<std::uint32_t>(is_line ? step : 1) *
                                         lanes_of_warp * (to - warp));
    }
    /// Of a line: in bytes, where the warp's lane 0 is.
    std::uint64_t address(std::uint32_t of) const {
        const std::int64_t threads = std::int64_t{of} * lanes_of_warp;
        return language::addresses::begin(number) +
               static_cast<std::uint64_t>(4 * (begin + step * threads));
    }
};

/// What most instructions of an interval reach says without a look at any word that nobody is in
/// the way: each of them the same words from warp to warp, but for a stride. Those that reach words
/// at one distance are of all threads of the block (a line); others stay in the 32 words of their
/// warp. Two lines meet only where their distance is a multiple of the step, and words of a warp
/// only where one word is reached twice; unless each lane reaches what is its own in both.
class AsideForms {
  public:
    /// `generous`: whatever lanes take part in one form are taken to do so in all, in every warp.
    /// Then most requests need only be of their form; but it may come to nothing where a look at
    /// who did take part would not.
    void begin(bool generous) {
        count_ = 0;
        generous_ = generous;
        are_kept_ = false;
    }
    /// As another block left them in the same interval: most blocks do the same there, and then
    /// only what this one does beside that has to be looked at. False: there are none.
    bool begin_as_before() {
        for (std::size_t k = 0; k < count_; ++k) forms_[k].list = Aside::none;
        are_kept_ = count_ > 0;
        return are_kept_;
    }
    bool is_generous() const { return generous_; }
    bool are_kept() const { return are_kept_; }
    /// The request is of such a form, and in nobody's way as far as is known. False: nothing is
    /// known any more. `index`: of its lanes. nullptr afterwards: no need to keep it, the request
    /// says the same without.
    bool add(Aside& aside, Aside::Request& request, const std::int32_t*& index);
    /// The instruction's, where these lanes are taken to take part in it already; else nullptr.
    /// Whoever reaches what it says is in nobody's way.
    const AsideForm* find(const Operation* at, std::uint32_t warp, std::uint32_t mask) {
        // Warps mostly do the same, one thing behind another.
        if (next_ >= count_ || forms_[next_].at != at) {
            next_ = 0;
            while (next_ < count_ && forms_[next_].at != at) ++next_;
            if (next_ == count_) return nullptr;
        }
        const AsideForm& form = forms_[next_++];
        return takes_part(form, warp, mask) ? &form : nullptr;
    }
    /// Of requests of which a form says it: what they reach.
    void say(Aside& aside);

  private:
    static constexpr std::size_t most = 8;
    using Form = AsideForm;
    bool takes_part(const Form& form, std::uint32_t warp, std::uint32_t mask) const {
        if ((mask & ~form.mask) != 0) return false;
        if (generous_) return true;
        const auto thread = static_cast<std::int32_t>(warp * lanes_of_warp);
        return (form.warps >> warp & 1) != 0 && thread + __builtin_ctz(mask) >= form.first &&
               thread + 31 - __builtin_clz(mask) <= form.last;
    }
    static bool begin_form(Form& form, const std::int32_t* index, const Aside::Request& request,
                           std::int32_t from);
    static bool is_again(const Form& form, const std::int32_t* index, const Aside::Request& request,
                         std::int32_t from);
    static void say_by_form(Form& form, Aside& aside, Aside::Request& request);
    bool take(Form& form, const Aside::Request& request);
    static bool find_line(Form& form, std::uint32_t mask);
    static bool reach(Form& form, std::uint32_t mask);
    static bool never_meet(const Form& a, const Form& b);
    static bool keep_apart(const Form& a, const Form& b);
    bool keeps_apart(const Form& form) const;

    std::array<Form, most> forms_{};
    std::size_t count_ = 0;
    std::size_t next_ = 0;  ///< behind the one that was asked for last
    bool generous_ = false, are_kept_ = false;
};

/// Of one block after another.
class AsideBlock {
  public:
    Aside shared{}, global{};

    void begin(std::size_t shared_words, std::size_t warps);
    void barrier();
    /// All lanes of the warp have met.
    void sync_warp(std::uint32_t warp);
    void finish();
    /// Whether surely nobody is in the way of the request, which comes behind all that were put
    /// aside. From the first store on each has to be asked for.
    /// `index` as of AsideForms::add.
    bool pass(Aside& aside, Aside::Request& request, const std::int32_t*& index);

  private:
    struct FormsOf;
    void begin_shared();
    static bool pass_forms(FormsOf& of, Aside& aside, Aside::Request& request,
                           const std::int32_t*& index, bool first_store);
    bool pass_words(const Aside& aside, const Aside::Request& request);
    AsideNow now_of(std::uint32_t warp) const;
    template <bool writes>
    bool pass_lanes(const Aside& aside, const Aside::Request& request);
    AsidePlaces& page_of(AsideSpace& space, std::size_t page);
    void forget();

    struct FormsOf {
        std::vector<AsideForms> all{};     ///< [interval], of as many as are kept
        unsigned failed = 0, skipped = 0;  ///< intervals in a row
        unsigned exact = 0, left = 0;      ///< the same, of generous ones
        std::size_t interval = 0;          ///< that comes next

        std::size_t last() const { return (interval + kept_intervals - 1) % kept_intervals; }
        void begin_interval(Aside& aside);
        void begin(AsideForms& forms) {
            forms.begin(left == 0);
            if (left > 0) --left;
        }
    };
    static constexpr std::size_t kept_intervals = 64;
    FormsOf of_shared_{}, of_global_{};
    std::vector<AsideLists> lists_of_shared_{};  ///< [interval]
    std::uint64_t begun_ = 0;                    ///< blocks: of one alone nothing is learnt
    AsideCount count_{};
    AsidePlaces places_{};  ///< of shared memory
    std::unordered_map<std::uint64_t, AsideSpace> spaces_{};
    std::uint64_t number_ = 0;
    AsideSpace* space_ = nullptr;  ///< of that number: the last one
    std::vector<std::unique_ptr<AsidePlaces>> spare_{};
};

}  // namespace stridescope::machine

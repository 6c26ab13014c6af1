// Who judges races, held against kernels that know their order by construction
// (tests/gpu/random_kernel.h).
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/gpu/random_kernel.h"
#include "tests/machine/run_text.h"
#include "tests/support/left_out.h"

namespace stridescope::machine {
namespace order_random_test {

using namespace random_kernels;

template <typename Element>
std::set<Place> found_by(const Kernel& kernel, const std::string& text, WarpOrder order,
                         unsigned workers) {
    RunText run{text};
    run.settings.record = false;
    run.settings.order = order;
    run.settings.workers = workers;
    run.settings.budget = 1 << 22;
    run.array("g", std::vector<Element>(places));
    run.array("f", std::vector<int>(flags));
    run.array("w", std::vector<int>(std::size_t{most_blocks} * block_threads));
    run.array("out", std::vector<int>(static_cast<std::size_t>(kernel.blocks) * block_threads));
    const LaunchRecord& record =
        run.launch({static_cast<std::uint32_t>(kernel.blocks), 1, 1}, {block_threads, 1, 1});
    run.expect_clean();
    std::set<Place> found;
    for (const RaceRecord& race : record.races.all) {
        EXPECT_EQ(race.weight, RaceRecord::Weight::real);
        EXPECT_EQ(race.element.front(), race.shared ? 's' : 'g') << race.element;
        found.insert({race.shared, race.shared ? static_cast<int>(race.first.block) : 0,
                      static_cast<int>(race.offset / static_cast<int>(sizeof(Element)))});
    }
    return found;
}

std::string text_of(const std::set<Place>& all) {
    std::string text;
    for (const Place& place : all)
        text += fmt::format(" {}{}[{}]", place.shared ? "s" : "g",
                            place.shared ? std::to_string(place.block) : "", place.index);
    return text;
}

TEST(OrderOfRandomKernels, IsJudgedAsItWasMade) {
    const char* wish = std::getenv("STRIDESCOPE_ORDER_ROUNDS");
    const int rounds = wish != nullptr ? std::atoi(wish) : stridescope::testing::rounds_of(2000);
    constexpr std::array orders{WarpOrder::ascending, WarpOrder::descending, WarpOrder::shuffled,
                                WarpOrder::lanes};
    int racy = 0, clean = 0;
    const char* from = std::getenv("STRIDESCOPE_ORDER_FROM");
    for (int round = from != nullptr ? std::atoi(from) : 0; round < rounds; ++round) {
        Random random{static_cast<std::uint64_t>(round) * 7919};
        const Kernel kernel = random_kernel(random);
        const std::string text = kernel.text("k");
        const std::set<Place> expected = Oracle{kernel}.races();
        const auto order = orders[static_cast<std::size_t>(random.below(4))];
        const std::set<Place> found =
            found_by<int>(kernel, text, order, random.once_in(2) ? 2U : 1U);
        EXPECT_EQ(found, expected)
            << "round " << round << "\n"
            << text << "found:" << text_of(found) << "\nexpected:" << text_of(expected);
        if (::testing::Test::HasFailure()) return;
        ++(expected.empty() ? clean : racy);
    }
    EXPECT_GT(racy, rounds / 10);
    EXPECT_GT(clean, rounds / 10);
}

/// What is wider or narrower than a word is remembered in its own way.
template <typename Element>
void judge_elements(std::string_view type, bool has_atomics) {
    int racy = 0, clean = 0;
    for (int round = 0; round < stridescope::testing::rounds_of(600); ++round) {
        Random random{static_cast<std::uint64_t>(round) * 104729 + sizeof(Element)};
        const Kernel kernel = random_kernel(random);
        if (!has_atomics && kernel.has(Statement::Kind::atomic)) continue;
        const std::string text = kernel.text("k", type);
        const std::set<Place> expected = Oracle{kernel}.races();
        const std::set<Place> found = found_by<Element>(
            kernel, text, random.once_in(2) ? WarpOrder::ascending : WarpOrder::shuffled,
            random.once_in(2) ? 2U : 1U);
        EXPECT_EQ(found, expected)
            << "round " << round << "\n"
            << text << "found:" << text_of(found) << "\nexpected:" << text_of(expected);
        if (::testing::Test::HasFailure()) return;
        ++(expected.empty() ? clean : racy);
    }
    EXPECT_GT(racy, 0);
    EXPECT_GT(clean, 0);
}

TEST(OrderOfRandomKernels, IsTheSameForElementsOfAnyWidth) {
    judge_elements<double>("double", true);
    judge_elements<unsigned long long>("unsigned long long", true);
    judge_elements<short>("short", false);
}

/// What lanes of one warp do, and who of them waits for whom.
class WarpKernel {
  public:
    static constexpr int words = 64;

    WarpKernel(Random& random, int lanes) : lanes_{lanes}, seen_(32, std::vector<int>(32, -1)) {
        const int count = 2 + random.below(10);
        for (int n = 0; n < count; ++n) {
            if (n > 0 && random.once_in(2)) wait(random, n);
            access(random, n);
        }
    }
    std::string text() const {
        return fmt::format(
            "__global__ void k(int* g, int* out) {{\n    __shared__ int s[{}];\n"
            "    int t = threadIdx.x, x = 0;\n    if (t >= {}) return;\n"
            "    s[t] = 0; s[t + 32] = 0;\n    __syncwarp(0x{:x});\n{}    out[t] = x;\n}}\n",
            words, lanes_, all(), body_);
    }
    const std::set<Place>& races() const { return races_; }

  private:
    struct Access {
        int lane, number, word;
        bool writes, shared;
    };

    std::uint32_t all() const { return lanes_ == 32 ? ~0U : (1U << lanes_) - 1; }
    void wait(Random& random, int number) {
        const int some = random.once_in(3) ? 1 + random.below(lanes_) : lanes_;
        const std::uint32_t mask = some == 32 ? ~0U : (1U << some) - 1;
        body_ += fmt::format("    if (t < {}) __syncwarp(0x{:x});\n", some, mask);
        std::vector<int> known(32, -1);
        for (int lane = 0; lane < some; ++lane) {
            seen_[lane][lane] = number - 1;
            for (int other = 0; other < 32; ++other)
                known[other] = std::max(known[other], seen_[lane][other]);
        }
        for (int lane = 0; lane < some; ++lane) seen_[lane] = known;
    }
    void access(Random& random, int number) {
        const bool writes = random.once_in(2), shared = random.once_in(2);
        const int factor = random.once_in(2) ? 1 : random.below(4), apart = random.below(40);
        const int flip = random.once_in(3) ? 1 << random.below(5) : 0;
        const int first = random.once_in(3) ? random.below(lanes_) : 0;
        const std::string place = fmt::format("{}[((t ^ {}) * {} + {}) % {}]", shared ? "s" : "g",
                                              flip, factor, apart, words);
        body_ += fmt::format("    if (t >= {}) ", first) +
                 (writes ? fmt::format("{} = t + {};\n", place, 100 * number)
                         : fmt::format("x += {};\n", place));
        const std::size_t before = all_.size();
        for (int lane = first; lane < lanes_; ++lane)
            all_.push_back(
                {lane, number, ((lane ^ flip) * factor + apart) % words, writes, shared});
        for (std::size_t k = before; k < all_.size(); ++k) {
            const Access& now = all_[k];
            for (std::size_t m = 0; m < all_.size(); ++m) {
                const Access& past = all_[m];
                if (past.lane == now.lane || past.word != now.word || past.shared != now.shared ||
                    !(past.writes || now.writes) || seen_[now.lane][past.lane] >= past.number)
                    continue;
                races_.insert({now.shared, 0, now.word});
            }
        }
    }

    int lanes_;
    std::string body_;
    std::vector<std::vector<int>> seen_;  ///< [lane][other]: its last access that is over
    std::vector<Access> all_;
    std::set<Place> races_;
};

// What a block of one warp did before a __syncwarp of all its lanes is over, as behind a barrier;
// beside another warp it is not. Both tell the same, and what is right.
TEST(OrderOfRandomKernels, IsKeptWithinAWarpBySyncwarp) {
    int racy = 0, clean = 0;
    for (int round = 0; round < stridescope::testing::rounds_of(1500); ++round) {
        Random random{static_cast<std::uint64_t>(round) * 15485863};
        const int lanes = random.once_in(2) ? 32 : 2 + random.below(31);
        const WarpKernel kernel{random, lanes};
        for (const int threads : {lanes, 64}) {
            RunText run{kernel.text()};
            run.settings.record = false;
            run.settings.workers = random.once_in(2) ? 2U : 1U;
            run.array("g", std::vector<int>(WarpKernel::words));
            run.array("out", std::vector<int>(32));
            const LaunchRecord& record =
                run.launch({1, 1, 1}, {static_cast<std::uint32_t>(threads), 1, 1});
            std::set<Place> found;
            for (const RaceRecord& race : record.races.all)
                found.insert({race.shared, 0, static_cast<int>(race.offset / 4)});
            EXPECT_EQ(found, kernel.races()) << "round " << round << ", " << threads << " threads\n"
                                             << kernel.text() << "found:" << text_of(found)
                                             << "\nexpected:" << text_of(kernel.races());
            if (::testing::Test::HasFailure()) return;
        }
        ++(kernel.races().empty() ? clean : racy);
    }
    EXPECT_GT(racy, stridescope::testing::rounds_of(100));
    EXPECT_GT(clean, stridescope::testing::rounds_of(100));
}

// Most blocks do what the one before did, and then what is known of that one says that nobody is in
// the way (see AsideForms). Here one block does something else, and what races there is counted
// word by word.
class OneBlockOfSeveral {
  public:
    explicit OneBlockOfSeveral(std::uint32_t seed) : random_(seed) {
        constexpr std::array sizes{17, 32, 40, 64, 96};
        threads = sizes[seed % sizes.size()];
        odd = static_cast<int>(random_() % blocks);
        const int all = 2 + static_cast<int>(random_() % 7);
        for (int n = 0; n < all; ++n) statements_.push_back(any(n == all - 1));
    }

    std::string text() const {
        const std::string barrier =
            threads <= lanes_of_warp ? "    __syncwarp();\n" : "    __syncthreads();\n";
        std::string out = fmt::format(
            "__global__ void k(int* g, int* out) {{\n    __shared__ int s[{0}];\n"
            "    int t = threadIdx.x, v = 0, o = blockIdx.x == {1};\n"
            "    s[t] = 0;\n    s[t + {2}] = 0;\n{3}",
            2 * threads, odd, threads, barrier);
        for (std::size_t n = 0; n < statements_.size(); ++n) {
            const Statement& s = statements_[n];
            if (s.ends) out += barrier;
            const std::string index =
                s.usual == s.other
                    ? index_text(s.usual)
                    : fmt::format("(o ? {} : {})", index_text(s.other), index_text(s.usual));
            const std::string place =
                s.shared ? fmt::format("s[{}]", index)
                         : fmt::format("g[blockIdx.x * {} + {}]", 2 * threads, index);
            out += s.half
                       ? (s.other_is_whole ? "    if (o || t % 2 == 0) " : "    if (t % 2 == 0) ")
                       : "    ";
            out += s.writes ? fmt::format("{} = {} + t;\n", place, 1000 * (n + 1))
                            : fmt::format("v += {};\n", place);
        }
        return out + fmt::format("    out[blockIdx.x * {} + t] = v;\n}}\n", threads);
    }

    /// Words that two threads reach with no barrier in between, of which one writes.
    std::set<Place> racing() const {
        std::set<Place> found;
        for (int block = 0; block < blocks; ++block) {
            std::map<Place, std::map<int, bool>> interval;  // [thread]: whether it writes
            const auto look = [&] {
                for (const auto& [place, who] : interval) {
                    const bool written =
                        std::ranges::any_of(who, [](const auto& each) { return each.second; });
                    if (who.size() > 1 && written) found.insert(place);
                }
                interval.clear();
            };
            for (const Statement& s : statements_) {
                if (s.ends) look();
                for (int t = 0; t < threads;
                     t += s.half && !(s.other_is_whole && block == odd) ? 2 : 1) {
                    const int at = index_of(block == odd ? s.other : s.usual, t);
                    const Place place{s.shared, s.shared ? block : 0,
                                      s.shared ? at : block * 2 * threads + at};
                    interval[place][t] |= s.writes;
                }
            }
            look();
        }
        return found;
    }

    static constexpr int blocks = 5;
    int threads = 0, odd = 0;

  private:
    struct Statement {
        bool shared = false, writes = false;
        bool half = false;            ///< every other thread alone
        bool other_is_whole = false;  ///< but not in the odd block
        bool ends = false;            ///< a barrier stands before it
        int usual = 0, other = 0;
    };
    static constexpr int kinds = 7;

    Statement any(bool is_last) {
        Statement s;
        s.shared = random_() % 3 != 0;
        s.writes = random_() % 2 == 0;
        s.half = random_() % 4 == 0;
        s.other_is_whole = random_() % 2 == 0;
        s.ends = random_() % 3 == 0;
        // Mostly what is a thread's own.
        const auto index = [&] {
            return random_() % 3 != 0 ? 0 : static_cast<int>(random_() % kinds);
        };
        s.usual = s.other = index();
        if (is_last || random_() % 4 == 0) s.other = index();
        return s;
    }
    std::string index_text(int kind) const {
        switch (kind) {
            case 0: return "t";
            case 1: return fmt::format("({} - t)", threads - 1);
            case 2: return fmt::format("(t + 1) % {}", threads);
            case 3: return fmt::format("(t + {})", threads);
            case 4: return "(t / 2)";
            case 5: return "(2 * t)";
            default: return fmt::format("(t * 5 + 3) % {}", threads);
        }
    }
    int index_of(int kind, int t) const {
        switch (kind) {
            case 0: return t;
            case 1: return threads - 1 - t;
            case 2: return (t + 1) % threads;
            case 3: return t + threads;
            case 4: return t / 2;
            case 5: return 2 * t;
            default: return (t * 5 + 3) % threads;
        }
    }

    std::mt19937 random_;
    std::vector<Statement> statements_;
};

TEST(OrderOfRandomKernels, IsThatOfEachBlockWhateverOthersDo) {
    int racy = 0;
    const int rounds = stridescope::testing::rounds_of(3000);
    for (int n = 0; n < rounds; ++n) {
        const OneBlockOfSeveral kernel(static_cast<std::uint32_t>(n));
        RunText run{kernel.text()};
        run.settings.record = false;
        run.settings.workers = n % 3 == 0 ? 2 : 1;
        const auto threads = static_cast<std::uint32_t>(kernel.threads);
        const std::size_t words = std::size_t{OneBlockOfSeveral::blocks} * threads;
        run.array("g", std::vector<int>(2 * words));
        run.array("out", std::vector<int>(words));
        const LaunchRecord& record = run.launch({OneBlockOfSeveral::blocks, 1, 1}, {threads, 1, 1});
        run.expect_clean();
        std::set<Place> found;
        for (const RaceRecord& race : record.races.all)
            found.insert({race.shared, race.shared ? static_cast<int>(race.first.block) : 0,
                          static_cast<int>(race.offset / 4)});
        ASSERT_EQ(text_of(found), text_of(kernel.racing())) << n << "\n" << kernel.text();
        racy += found.empty() ? 0 : 1;
    }
    EXPECT_GT(racy, rounds / 4);
    EXPECT_LT(racy, rounds - rounds / 4);
}

}  // namespace order_random_test
}  // namespace stridescope::machine

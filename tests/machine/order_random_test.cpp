// Who judges races, held against kernels that know their order by construction
// (tests/gpu/random_kernel.h).
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
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

}  // namespace order_random_test
}  // namespace stridescope::machine

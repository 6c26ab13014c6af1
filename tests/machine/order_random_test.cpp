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

std::set<Place> found_by(const Kernel& kernel, const std::string& text, WarpOrder order,
                         unsigned workers) {
    RunText run{text};
    run.settings.record = false;
    run.settings.order = order;
    run.settings.workers = workers;
    run.settings.budget = 1 << 22;
    run.array("g", std::vector<int>(places));
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
                      static_cast<int>(race.offset / 4)});
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
        const std::set<Place> found = found_by(kernel, text, order, random.once_in(2) ? 2U : 1U);
        EXPECT_EQ(found, expected)
            << "round " << round << "\n"
            << text << "found:" << text_of(found) << "\nexpected:" << text_of(expected);
        if (::testing::Test::HasFailure()) return;
        ++(expected.empty() ? clean : racy);
    }
    EXPECT_GT(racy, rounds / 10);
    EXPECT_GT(clean, rounds / 10);
}

}  // namespace order_random_test
}  // namespace stridescope::machine

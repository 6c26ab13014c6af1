// What a launch touches, noted by whole arrays: the same as by the addresses of its lanes.
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <tuple>
#include <vector>

#include "app/machine/stream_order.h"

namespace stridescope::machine {
namespace touched_test {

using Run = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, Touched::How>;

std::vector<Run> runs_of(const Touched& touched) {
    std::vector<Run> runs;
    touched.for_each_run([&](std::uint64_t number, std::uint64_t from, std::uint64_t to,
                             Touched::How how) { runs.emplace_back(number, from, to, how); });
    return runs;
}

TEST(Touched, ByArraysIsByAddresses) {
    std::mt19937 draw(1);
    const auto below = [&](int n) { return static_cast<int>(draw() % static_cast<unsigned>(n)); };
    for (int round = 0; round < 2000; ++round) {
        GlobalMemory memory;
        const std::uint64_t begin = memory[memory.allocate("a", 4096)].address;
        Touched by_array, by_address;
        by_array.begin(memory);
        by_address.begin(memory);
        for (int access = 0; access < 3; ++access) {
            const std::uint32_t width = 1U << below(4);
            const std::uint32_t mask = below(3) == 0 ? draw() : below(2) == 0 ? 1U : ~0U;
            const bool writes = below(2) == 0;
            std::array<std::int32_t, lanes_of_warp> index{};
            for (std::int32_t& each : index) each = below(64);
            Touched::Places places{.address = begin + static_cast<unsigned>(below(64)) * width,
                                   .step = below(5) * static_cast<int>(width),
                                   .index = below(2) == 0 ? index.data() : nullptr};
            std::array<std::uint64_t, lanes_of_warp> address{};
            for (std::size_t lane = 0; lane < address.size(); ++lane) {
                const std::int64_t steps =
                    places.index != nullptr ? index[lane] : static_cast<std::int64_t>(lane);
                address[lane] = places.address + static_cast<std::uint64_t>(steps * places.step);
            }
            by_array.note(mask, places, width, writes);
            by_address.note(mask, address, width, writes);
        }
        ASSERT_EQ(runs_of(by_array), runs_of(by_address)) << round;
        ASSERT_FALSE(runs_of(by_address).empty());
    }
}

}  // namespace touched_test
}  // namespace stridescope::machine

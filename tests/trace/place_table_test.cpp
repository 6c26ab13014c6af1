// What threads reached, kept as what their warps did, is what was said of them.
#include "app/trace/place_table.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

namespace stridescope::place_table_test {
namespace {

constexpr std::int32_t idle = -1;
/// Beyond what 2 bytes hold.
constexpr std::uint32_t most_cells = 227 << 10;

/// What one warp reached, said in any number of turns.
struct Said {
    std::vector<std::int32_t> lanes = std::vector<std::int32_t>(lanes_of_warp, idle);
    std::vector<std::uint32_t> addresses = std::vector<std::uint32_t>(lanes_of_warp, 0);
};

TEST(PlaceTable, HoldsWhatWasSaidInAnyNumberOfTurns) {
    std::mt19937 draw{7};
    for (int round = 0; round < 5000; ++round) {
        PlaceTable table{1, 2, 32};
        table.clear(0);
        Said said;
        std::uint32_t left = 0xFFFFFFFF;
        // Lines, broken lines, lines with holes, and what stands in none.
        const auto stride = static_cast<std::int32_t>(draw() % 9) - 4;
        const bool in_line = draw() % 3 != 0;
        for (int turn = 0; turn < static_cast<int>(1 + draw() % 3); ++turn) {
            const std::uint32_t mask = left & (turn == 0 && draw() % 2 == 0 ? ~0U : draw());
            if (mask == 0) continue;
            left &= ~mask;
            std::vector<std::uint32_t> cells(lanes_of_warp);
            // What was kept in 2 bytes may come to need 4.
            const std::uint32_t end = draw() % 2 == 0 ? 0xFFFF : most_cells;
            std::vector<std::uint32_t> elements(lanes_of_warp);
            const std::uint32_t first = 200 + draw() % 1000;
            for (std::uint32_t lane = 0; lane < lanes_of_warp; ++lane) {
                elements[lane] = in_line ? first + lane * static_cast<std::uint32_t>(stride)
                                         : static_cast<std::uint32_t>(draw());
                cells[lane] = elements[lane] % end;
                if ((mask >> lane & 1) == 0) continue;
                said.lanes[lane] = static_cast<std::int32_t>(cells[lane]);
                said.addresses[lane] = elements[lane];
            }
            if (in_line && draw() % 2 == 0) {
                table.add_in_line(0, 0, 0, mask, first, stride);
                table.add_in_line(0, 1, 0, mask, first, stride);
            } else {
                table.add(0, 0, 0, mask, cells.data());
                table.add(0, 1, 0, mask, elements.data());
            }
        }
        std::vector<std::int32_t> lanes(lanes_of_warp);
        std::vector<std::uint32_t> addresses(lanes_of_warp);
        table.copy(0, table.at(0, 0, 0), idle, lanes.data());
        table.copy(0, table.at(0, 1, 0), 0U, addresses.data());
        EXPECT_EQ(lanes, said.lanes);
        EXPECT_EQ(addresses, said.addresses);
        for (std::size_t lane = 0; lane < lanes_of_warp; ++lane) {
            if (said.lanes[lane] == idle) continue;
            EXPECT_EQ(table.place(0, table.at(0, 0, 0), lane),
                      static_cast<std::uint32_t>(said.lanes[lane]));
            EXPECT_EQ(table.place(0, table.at(0, 1, 0), lane), said.addresses[lane]);
        }
        // However it was said: what is the same is kept the same, unless it is a list.
        const PlaceTable again = places_of_threads(
            1, 32, {false, true},
            [&] {
                std::vector<std::int32_t> both = said.lanes;
                both.insert(both.end(), said.lanes.begin(), said.lanes.end());
                return both;
            }()
                .data(),
            said.addresses.data());
        for (std::size_t row = 0; row < 2; ++row) {
            EXPECT_EQ(again.at(0, row, 0).is_listed(), table.at(0, row, 0).is_listed());
            if (!table.at(0, row, 0).is_listed()) {
                EXPECT_EQ(again.at(0, row, 0), table.at(0, row, 0));
            }
        }
    }
}

TEST(PlaceTable, IsAloneWhereOneLaneTookPart) {
    PlaceTable table{1, 1, 8};
    table.clear(0);
    table.add_in_line(0, 0, 0, 1U << 3, 10, 4);
    EXPECT_EQ(table.at(0, 0, 0), (WarpPlaces{.mask = 8, .stride = 0, .base = 22}));
}

TEST(PlaceTable, KeepsOnceWhatBlocksReachAlike) {
    // Row 0 is alike in both blocks, row 1 is not, row 2 is in neither a line, row 3 nobody's.
    PlaceTable table{2, 4, 64};
    std::vector<std::uint32_t> scattered(lanes_of_warp);
    for (std::size_t lane = 0; lane < lanes_of_warp; ++lane)
        scattered[lane] = static_cast<std::uint32_t>(lane * lane);
    for (std::size_t block = 0; block < 2; ++block) {
        table.clear(block);
        for (std::size_t warp = 0; warp < 2; ++warp) {
            const auto first = static_cast<std::int64_t>(32 * warp);
            table.add_in_line(block, 0, warp, ~0U, first, 1);
            table.add_in_line(block, 1, warp, ~0U, first + 64 * static_cast<std::int64_t>(block),
                              1);
            table.add(block, 2, warp, 0xFFFF, scattered.data());
        }
        table.settle(block, 0);
    }
    EXPECT_EQ(table.row(0, 0).data(), table.row(1, 0).data());
    EXPECT_EQ(table.row(0, 3).data(), table.row(1, 3).data());
    for (std::size_t warp = 0; warp < 2; ++warp) {
        EXPECT_EQ(table.at(1, 0, warp), (WarpPlaces{~0U, 1, static_cast<std::int64_t>(32 * warp)}));
        for (std::size_t block = 0; block < 2; ++block) {
            EXPECT_EQ(table.at(block, 1, warp).base,
                      static_cast<std::int64_t>(32 * warp + 64 * block));
            const WarpPlaces& listed = table.at(block, 2, warp);
            ASSERT_TRUE(listed.is_listed());
            EXPECT_EQ(table.place(block, listed, 5), 25U);
            EXPECT_EQ(table.at(block, 3, warp).mask, 0U);
        }
    }
}

}  // namespace
}  // namespace stridescope::place_table_test

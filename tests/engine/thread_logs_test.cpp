// Room for what the threads of a recorded launch write, and what is read from there.
#include "app/engine/nvrtc/thread_logs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

namespace stridescope::nvrtc {
namespace {

/// Where each thread's events lie; all apart, and none beyond the end.
std::vector<std::vector<std::uint64_t>> places(const std::vector<std::uint32_t>& counts,
                                               std::size_t threads_of_block) {
    std::vector<ThreadRoom> rooms(counts.size());
    const std::uint64_t end = lay_out(counts, threads_of_block, rooms);
    std::vector<std::vector<std::uint64_t>> all(counts.size());
    std::set<std::uint64_t> taken;
    std::uint64_t sum = 0;
    for (std::size_t t = 0; t < counts.size(); ++t) {
        EXPECT_GE(rooms[t].room, counts[t]);
        for (std::uint64_t k = 0; k < rooms[t].room; ++k) {
            const std::uint64_t at = rooms[t].first + k * rooms[t].stride;
            EXPECT_LT(at, end);
            EXPECT_TRUE(taken.insert(at).second);
            all[t].push_back(at);
        }
        sum += counts[t];
    }
    EXPECT_LE(end, 2 * sum);
    return all;
}

TEST(LayOut, LeavesEachThreadItsRoom) {
    std::mt19937 random{7};
    for (const std::size_t block : {1U, 2U, 31U, 32U, 33U, 64U, 65U}) {
        for (const std::uint32_t most : {0U, 1U, 5U, 40U}) {
            std::vector<std::uint32_t> counts(3 * block);
            for (std::uint32_t& count : counts) count = random() % (most + 1);
            places(counts, block);
        }
    }
}

TEST(LayOut, PutsThreadsOfOneWarpSideBySide) {
    const auto at = places(std::vector<std::uint32_t>(48, 10), 48);
    EXPECT_EQ(at[0], (std::vector<std::uint64_t>{0, 32, 64, 96, 128, 160, 192, 224, 256, 288}));
    EXPECT_EQ(at[31][9], 319U);
    EXPECT_EQ(at[32][0], 320U);
    EXPECT_EQ(at[32][1], 336U);  // the second warp has sixteen
}

TEST(LayOut, WastesNothingOnAThreadThatDoesAllTheWork) {
    std::vector<std::uint32_t> counts(32, 1);
    counts[3] = 1000;
    const auto at = places(counts, 32);
    EXPECT_EQ(at[3].front(), 3U);
    EXPECT_EQ(at[3].back(), 1002U);
}

/// An event as the device writes it.
LoggedEvent event(std::uint64_t site, std::uint64_t passed, std::uint64_t address,
                  std::uint64_t value) {
    return {site << 52 | passed << 49 | address, value};
}

TEST(ReadLogs, TakesMarksForWhatTheySay) {
    const std::vector<language::PrintedSite> sites{{nullptr, language::SiteKind::load, {}},
                                                   {nullptr, language::SiteKind::store, {}}};
    constexpr std::uint64_t upper = 0xffd, again = 0xffe, barriers = 0xfff;
    const std::vector<LoggedEvent> events{event(0, 0, 1000, 7),       event(again, 0, 0, 2),
                                          event(1, 3, 1008, 8),       event(upper, 0, 0, 9),
                                          event(barriers, 0, 0, 100), event(0, 1, 1016, 10)};
    const std::vector<ThreadRoom> rooms{{0, 1, 6}};
    const std::vector<std::uint32_t> counts{6};
    const std::vector<Placed> memory{{.device = 1000, .bytes = 100, .machine = 5000}};
    const auto read = read_logs(
        {.sites = sites, .events = events, .rooms = rooms, .counts = counts, .memory = memory});
    ASSERT_EQ(read.size(), 1U);
    ASSERT_EQ(read[0].size(), 3U);
    const auto &first = read[0][0], &second = read[0][1], &third = read[0][2];
    EXPECT_EQ(first.address, 5000U);
    EXPECT_EQ(first.count, 3U);
    EXPECT_EQ(first.interval, 0U);
    EXPECT_EQ(second.address, 5008U);
    EXPECT_EQ(second.count, 1U);
    EXPECT_EQ(second.interval, 3U);
    EXPECT_EQ(second.value[0], 8U);
    EXPECT_EQ(second.value[1], 9U);
    EXPECT_EQ(third.interval, 101U);
    EXPECT_EQ(third.value[1], 0U);
}

}  // namespace
}  // namespace stridescope::nvrtc

// Room for what the threads of a recorded launch write, and what is read from there.
#include "app/engine/nvrtc/thread_logs.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace stridescope::nvrtc {
namespace {

TEST(LayOut, LeavesEachWarpItsRoomFromALineOfMemoryOn) {
    std::mt19937 random{7};
    for (const std::uint32_t most : {0U, 1U, 5U, 40U}) {
        std::vector<std::uint32_t> counts(100);
        for (std::uint32_t& count : counts) count = random() % (most + 1);
        std::vector<WarpRoom> rooms(counts.size());
        const std::uint64_t end = lay_out(counts, rooms);
        std::uint64_t taken = 0;
        for (std::size_t w = 0; w < counts.size(); ++w) {
            EXPECT_EQ(rooms[w].room, counts[w]);
            EXPECT_EQ(rooms[w].first * sizeof(LoggedEvent) % 128, 0U);
            EXPECT_GE(rooms[w].first, taken);
            EXPECT_LT(rooms[w].first - taken, 8U);
            taken = rooms[w].first + rooms[w].room;
        }
        EXPECT_GE(end, taken);
        EXPECT_LT(end - taken, 8U);
    }
}

/// An event as the device writes it.
LoggedEvent event(std::uint64_t site, std::uint64_t lane, std::uint64_t address,
                  std::uint64_t value) {
    return {site << 53 | lane << 48 | address, value};
}

TEST(ReadLogs, TakesMarksForWhatTheySay) {
    const std::vector<language::PrintedSite> sites{{nullptr, language::SiteKind::load, {}},
                                                   {nullptr, language::SiteKind::store, {}}};
    constexpr std::uint64_t upper = 0x7fd, again = 0x7fe, barriers = 0x7ff, shared = 1ULL << 47;
    // A block of 40 threads: lanes 1 and 5 of its second warp.
    const std::vector<LoggedEvent> events{
        event(0, 1, 1000, 7),  event(0, 5, 1004, 70),
        event(again, 1, 0, 2), event(barriers, 0, 0, 1ULL << 32 | 0b100010),
        event(1, 1, 1008, 8),  event(1, 5, shared | 12, 80),
        event(upper, 1, 0, 9), event(barriers, 0, 0, 101ULL << 32 | 0b10),
        event(0, 1, 1016, 10), event(0, 5, 1016, 11),
        event(0, 9, 1000, 0),  // there is no such lane
    };
    const std::vector<WarpRoom> rooms{{0, 0}, {0, 11}};
    const std::vector<std::uint32_t> counts{0, 11};
    const std::vector<Placed> memory{{.device = 1000, .bytes = 100, .machine = 5000}};
    const auto read = read_logs({.sites = sites,
                                 .events = events,
                                 .rooms = rooms,
                                 .counts = counts,
                                 .threads_of_block = 40,
                                 .memory = memory});
    ASSERT_EQ(read.size(), 40U);
    for (std::size_t t = 0; t < read.size(); ++t)
        EXPECT_EQ(read[t].size(), t == 33 || t == 37 ? 3U : 0U) << t;
    const auto &first = read[33][0], &second = read[33][1], &third = read[33][2];
    EXPECT_EQ(first.address, 5000U);
    EXPECT_EQ(first.count, 3U);
    EXPECT_EQ(first.interval, 0U);
    EXPECT_EQ(second.address, 5008U);
    EXPECT_EQ(second.count, 1U);
    EXPECT_EQ(second.interval, 1U);
    EXPECT_EQ(second.value[0], 8U);
    EXPECT_EQ(second.value[1], 9U);
    EXPECT_EQ(third.interval, 101U);
    EXPECT_EQ(third.value[1], 0U);
    EXPECT_EQ(read[37][0].address, 5004U);
    EXPECT_TRUE(read[37][1].shared);
    EXPECT_EQ(read[37][1].address, 12U);
    EXPECT_EQ(read[37][1].interval, 1U);
    EXPECT_EQ(read[37][1].value[1], 0U);
    EXPECT_EQ(read[37][2].interval, 1U);
}

}  // namespace
}  // namespace stridescope::nvrtc

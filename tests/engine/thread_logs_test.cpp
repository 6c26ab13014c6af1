// Room for what the threads of a recorded launch write, and what is read from there.
#include "app/engine/nvrtc/thread_logs.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

namespace stridescope::nvrtc {
namespace thread_logs_test {

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

// As recording_text's write_as_warp lays it out, single events and barriers between.
TEST(ReadLogs, TakesWhatAWarpWroteTogetherForAnEventOfEachLane) {
    const std::vector<language::PrintedSite> sites{{nullptr, language::SiteKind::load, {}},
                                                   {nullptr, language::SiteKind::store, {}}};
    constexpr std::uint64_t barriers = 0x7ff, shared = 1ULL << 47;
    std::vector<LoggedEvent> events;
    const auto as_warp = [&](std::uint64_t site, std::uint64_t odd, std::uint64_t first_value) {
        events.resize((events.size() + 7) / 8 * 8);  // from a line of memory on
        for (std::uint64_t lane = 0; lane < 32; ++lane) {
            const std::uint64_t own = 3ULL << 62 | odd << 61 | site << 50 |
                                      (1024 + 4 * lane) << 32 | (first_value + lane);
            if (lane % 2 == 0) events.emplace_back();
            (lane % 2 == 0 ? events.back().where : events.back().value) = own;
        }
    };
    as_warp(1, 0, 70);
    events.push_back(event(0, 2, shared | 5ULL << 18 | 2000, 0x1'0000'0002));
    as_warp(0, 1, 0xffff'ffe0);
    events.push_back(event(barriers, 0, 0, 9ULL << 32 | 0xffff'fffe));
    events.push_back(event(0, 0, 7 * 4, 3));
    as_warp(1, 0, 7);
    as_warp(1, 0, 7);
    events.resize(events.size() - 1);  // cut off
    const std::vector<WarpRoom> rooms{{0, static_cast<std::uint32_t>(events.size())}};
    const std::vector<std::uint32_t> counts{rooms[0].room};
    const std::vector<Placed> memory{{.device = 4, .bytes = 100, .machine = 5000}};
    const auto read = read_logs({.sites = sites,
                                 .events = events,
                                 .rooms = rooms,
                                 .counts = counts,
                                 .threads_of_block = 32,
                                 .memory = memory,
                                 .shared_begin = 1024});
    using Seen = std::array<std::uint64_t, 5>;  // is a store, shared, address, value, barriers
    const auto seen = [&](std::size_t lane) {
        std::vector<Seen> all;
        for (const machine::TapeEvent& e : read.at(lane)) {
            all.push_back({e.kind == language::SiteKind::store ? 1U : 0U, e.shared ? 1U : 0U,
                           e.address, e.value[0], e.interval});
        }
        return all;
    };
    // Nobody told lane 0 of more than one barrier: that came with the second store.
    EXPECT_EQ(
        seen(0),
        (std::vector<Seen>{
            {1, 1, 0, 70, 0}, {0, 1, 0, 0xffff'ffe0, 1}, {0, 0, 5024, 3, 1}, {1, 1, 0, 7, 2}}));
    EXPECT_EQ(seen(2), (std::vector<Seen>{{1, 1, 8, 72, 0},
                                          {0, 1, 976, 0x1'0000'0002, 5},
                                          {0, 1, 8, 0xffff'ffe2, 5},
                                          {1, 1, 8, 9, 10}}));
    EXPECT_EQ(
        seen(31),
        (std::vector<Seen>{{1, 1, 124, 101, 0}, {0, 1, 124, 0xffff'ffff, 1}, {1, 1, 124, 38, 10}}));
}

}  // namespace thread_logs_test
}  // namespace stridescope::nvrtc

// Memory that launches leave to the next one says nothing of the ones before.
#include "app/machine/launch_scratch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <random>
#include <unordered_set>
#include <vector>

#include "app/machine/claims.h"
#include "app/machine/key_set.h"
#include "tests/machine/run_text.h"

namespace stridescope::machine {
namespace launch_scratch_test {

TEST(LaunchScratch, NumbersOfClaimsStandInNoTable) {
    LaunchScratch scratch;
    const std::uint32_t first = scratch.number_claims(100);
    EXPECT_GT(first, 0U);  // what is in a new table
    LaunchScratch::Owner* const table = scratch.owners(0, 10);
    table[9] = first + 99;
    EXPECT_GT(scratch.number_claims(5), first + 99);
    EXPECT_EQ(scratch.owners(0, 8), table);
    EXPECT_EQ(table[9], first + 99);
    // More numbers than there are: all tables are new ones.
    constexpr std::uint64_t many = (std::uint64_t{1} << 31) + 1;
    scratch.number_claims(many);
    const std::uint32_t again = scratch.number_claims(many);
    EXPECT_EQ(scratch.owners(0, 10)[9], 0U);
    EXPECT_LE(again + many, std::uint64_t{1} << 32);
}

TEST(LaunchScratch, LargerTablesAreNew) {
    LaunchScratch scratch;
    scratch.owners(0, 10)[3] = 7;
    LaunchScratch::Owner* const large = scratch.owners(0, 1U << 20);
    EXPECT_EQ(large[3], 0U);
    large[(1U << 20) - 1] = 1;
}

TEST(LaunchScratch, ClaimsOfAnotherLaunchAreNobodys) {
    RunText text("__global__ void k(int *a) { a[threadIdx.x] = 1; }");
    text.array("a", std::vector<int>(64));
    text.launch({4, 1, 1}, {16, 1, 1});
    const LoadedProgram loaded = load(text.record.program, text.memory);
    LaunchScratch scratch;
    constexpr std::int64_t at = 32, bytes = 4;
    for (int launch = 0; launch < 3; ++launch) {
        // Each time by another block.
        const auto block = static_cast<std::uint32_t>(launch);
        Claims claims(loaded, 2, scratch);
        claims.write(0, at, bytes, block);
        claims.read(0, at, bytes, block);
        claims.read(0, 0, bytes, 1);
        claims.read(0, 0, bytes, 2);
        EXPECT_FALSE(claims.broken()) << launch;
        const bool reads = launch == 1;
        if (reads)
            claims.read(0, at, bytes, 3);
        else
            claims.write(0, 0, bytes, 1);  // what several read
        EXPECT_TRUE(claims.broken()) << launch;
    }
}

/// Whether claims are broken behind each of these: where, how many bytes, whose, whether it writes.
std::vector<bool> broken_behind(const LoadedProgram& loaded,
                                const std::vector<std::array<std::uint32_t, 4>>& accesses,
                                bool lone) {
    LaunchScratch scratch;
    Claims claims(loaded, 5, scratch, lone);
    std::vector<bool> broken;
    for (const auto& [at, bytes, block, writes] : accesses) {
        if (writes != 0)
            claims.write(0, at, bytes, block);
        else
            claims.read(0, at, bytes, block);
        broken.push_back(claims.broken());
    }
    return broken;
}

TEST(LaunchScratch, WhoClaimsAloneFindsWhatManyDo) {
    RunText text("__global__ void k(int *a) { a[threadIdx.x] = 1; }");
    text.array("a", std::vector<int>(256));
    text.launch({4, 1, 1}, {16, 1, 1});
    const LoadedProgram loaded = load(text.record.program, text.memory);
    std::mt19937 random{5};
    std::size_t ever = 0;
    for (int round = 0; round < 400; ++round) {
        std::vector<std::array<std::uint32_t, 4>> accesses(7);
        for (std::size_t n = 0; n < accesses.size(); ++n) {
            const std::uint32_t bytes = 4U << (random() % 6);
            accesses[n] = {static_cast<std::uint32_t>(random() % (1024 - bytes)), bytes,
                           static_cast<std::uint32_t>(n / 3), random() % 4 == 0 ? 1U : 0U};
        }
        const std::vector<bool> want = broken_behind(loaded, accesses, false);
        ASSERT_EQ(broken_behind(loaded, accesses, true), want) << round;
        ever += want.back() ? 1 : 0;
    }
    EXPECT_GT(ever, 100U);
    EXPECT_LT(ever, 300U);
}

TEST(KeySet, IsASet) {
    std::mt19937_64 random{11};
    KeySet keys;
    std::unordered_set<std::uint64_t> want;
    for (int n = 0; n < 20'000; ++n) {
        const std::uint64_t key = random() % 9 == 0 ? random() % 100 : random();
        ASSERT_EQ(keys.insert(key), want.insert(key).second) << key;
        ASSERT_EQ(keys.size(), want.size());
        if (n % 7000 == 6999) {
            keys.clear();
            want.clear();
        }
    }
    keys.clear();
    EXPECT_TRUE(keys.insert(5));
    keys.clear();  // of a small part of it
    EXPECT_TRUE(keys.insert(5));
    EXPECT_FALSE(keys.insert(5));
}

TEST(Pages, AreZeroAndTheirOwn) {
    for (const std::size_t bytes :
         {std::size_t{100}, std::size_t{4} << 20, (std::size_t{9} << 20) + 12345}) {
        for (int round = 0; round < 3; ++round) {
            const Pages pages = zeroed_pages(bytes), others = zeroed_pages(bytes);
            std::memset(others.get(), 1, bytes);
            EXPECT_TRUE(std::all_of(pages.get(), pages.get() + bytes,
                                    [](std::byte b) { return b == std::byte{0}; }));
            std::memset(pages.get(), 2, bytes);
            EXPECT_EQ(others[bytes - 1], std::byte{1});
        }
    }
}

#ifdef __linux__
TEST(Pages, AreKeptForWhoAsksNextWhileSomebodyWishesSo) {
    const std::size_t bytes = std::size_t{8} << 20, most = 10 * bytes;
    const std::byte* first = nullptr;
    {
        const KeptPages kept(most);
        {
            const Pages pages = zeroed_pages(bytes);
            first = pages.get();
            std::memset(pages.get(), 1, bytes);
        }
        const Pages much_less = zeroed_pages(bytes / 2), again = zeroed_pages(bytes - 5);
        EXPECT_NE(much_less.get(), first);
        ASSERT_EQ(again.get(), first);
        EXPECT_TRUE(std::all_of(again.get(), again.get() + bytes,
                                [](std::byte b) { return b == std::byte{0}; }));
        const KeptPages others(most);
    }
    {
        // More than are kept, and more pieces.
        const KeptPages kept(most);
        std::vector<Pages> many;
        for (int n = 0; n < 100; ++n) many.push_back(zeroed_pages(bytes));
        many.clear();
        for (int n = 0; n < 100; ++n) {
            many.push_back(zeroed_pages(bytes));
            std::memset(many.back().get(), n, bytes / 8);
        }
        for (std::size_t n = 0; n < many.size(); ++n)
            EXPECT_EQ(many[n][bytes / 8 - 1], static_cast<std::byte>(n));
    }
}
#endif

TEST(Written, IsSettledWhenAllOfItIsWritten) {
    Written written;
    written.ask(64);
    written.mark(0, 32);
    for (int time = 0; time < 3; ++time) written.settle();
    EXPECT_TRUE(written.asked());
    written.unmark(8, 4);  // again, after that was looked at
    written.mark(32, 32);
    written.settle();
    EXPECT_TRUE(written.asked());
    EXPECT_FALSE(written.test(8, 4));
    written.mark(8, 4);
    written.settle();
    EXPECT_FALSE(written.asked());
}

}  // namespace launch_scratch_test
}  // namespace stridescope::machine

#include "app/io/background.h"

#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <thread>
#include <vector>

namespace stridescope {
namespace background_test {

using std::chrono::milliseconds;
using Rest = std::optional<milliseconds>;
constexpr milliseconds at_once{0};

TEST(Background, TakesItsTurnsOnAThreadOfItsOwn) {
    std::atomic<int> turns = 0;
    std::atomic<std::thread::id> by{};
    {
        Background background([&]() -> Rest {
            by = std::this_thread::get_id();
            ++turns;
            turns.notify_all();
            return std::nullopt;
        });
        turns.wait(0);  // the one that it begins with
        background.notify();
        turns.wait(1);
        background.poll();  // nobody else's business
    }
    EXPECT_EQ(turns, 2);
    EXPECT_NE(by.load(), std::this_thread::get_id());
}

TEST(Background, DoesWhatItWasToldBeforeItEnds) {
    for (const auto threads : {Background::Threads::allowed, Background::Threads::none}) {
        std::atomic<int> left = 0;
        {
            Background background(
                [&]() -> Rest {
                    if (left == 0) return std::nullopt;
                    --left;
                    return at_once;
                },
                threads);
            left = 33;
            background.notify();
        }
        EXPECT_EQ(left, 0);
    }
}

TEST(Background, RestsAsLongAsATurnSays) {
    std::atomic<int> turns = 0;
    {
        Background background([&]() -> Rest {
            ++turns;
            turns.notify_all();
            return turns < 3 ? Rest{milliseconds{1}} : std::nullopt;
        });
        turns.wait(0);
        turns.wait(1);
        turns.wait(2);  // nobody told it to
    }
    EXPECT_EQ(turns, 3);
}

TEST(BackgroundWithoutThreads, WaitsUntilItIsPolled) {
    std::vector<std::thread::id> by;
    int left = 2;
    Background background(
        [&]() -> Rest {
            by.push_back(std::this_thread::get_id());
            return left-- > 0 ? Rest{at_once} : std::nullopt;
        },
        Background::Threads::none);
    EXPECT_TRUE(by.empty());
    background.poll();
    EXPECT_EQ(by, std::vector(3, std::this_thread::get_id()));
    background.poll();
    EXPECT_EQ(by.size(), 3U) << "nobody told it that there is more";
    background.notify();
    background.poll();
    EXPECT_EQ(by.size(), 4U);
}

TEST(BackgroundWithoutThreads, TakesTheNextTurnWhenItIsDue) {
    int turns = 0;
    Background background(
        [&]() -> Rest {
            ++turns;
            return milliseconds{turns == 1 ? 3'600'000 : 1};
        },
        Background::Threads::none);
    background.poll();
    background.poll();
    EXPECT_EQ(turns, 1) << "not before an hour";
    background.notify();
    background.poll();
    EXPECT_EQ(turns, 2);
    std::this_thread::sleep_for(milliseconds{2});
    background.poll();
    EXPECT_EQ(turns, 3);
}

// Who polls has a picture to draw.
TEST(BackgroundWithoutThreads, LeavesWhatTakesLongToTheNextPoll) {
    int turns = 0, left = 3;
    {
        Background background(
            [&]() -> Rest {
                if (left == 0) return std::nullopt;
                std::this_thread::sleep_for(milliseconds{25});
                ++turns;
                --left;
                return at_once;
            },
            Background::Threads::none);
        background.poll();
        EXPECT_EQ(turns, 1);
        background.poll();
        EXPECT_EQ(turns, 2);
        left = 4;
    }
    EXPECT_EQ(turns, 6) << "the end of it does not wait for a poll";
}

TEST(BackgroundWithoutThreads, ATurnMayAskForWhatCameOfOthers) {
    Background* self = nullptr;
    int turns = 0;
    Background background(
        [&]() -> Rest {
            ++turns;
            self->notify();
            self->poll();
            return turns < 2 ? Rest{at_once} : std::nullopt;
        },
        Background::Threads::none);
    self = &background;
    background.poll();
    EXPECT_EQ(turns, 2);
}

}  // namespace background_test
}  // namespace stridescope

#include "app/io/background.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

namespace stridescope {
namespace errand_test {

TEST(Errand, IsRunOnAThreadOfItsOwnOrByWhoWaits) {
    const auto where = [] { return std::this_thread::get_id(); };
    Errand<std::thread::id> own{On::own_thread, where}, here{On::this_thread, where};
    EXPECT_NE(own.get(), std::this_thread::get_id());
    EXPECT_EQ(here.get(), std::this_thread::get_id());
}

TEST(Errand, IsRunOnceHoweverOftenItIsWaitedFor) {
    for (const On on : {On::own_thread, On::this_thread}) {
        std::atomic<int> runs = 0;
        Errand<int> errand{on, [&runs] { return ++runs; }};
        errand.wait();
        errand.wait();
        EXPECT_EQ(errand.get(), 1);
        EXPECT_EQ(runs, 1);
    }
}

TEST(Errand, ThrowsWhatTheWorkThrewWhenItsResultIsAskedFor) {
    for (const On on : {On::own_thread, On::this_thread}) {
        Errand<std::string> errand{on, []() -> std::string { throw std::runtime_error("no"); }};
        EXPECT_NO_THROW(errand.wait());
        EXPECT_THROW((void)errand.get(), std::runtime_error);
    }
}

TEST(Errand, ThatNobodyWaitsForIsOverBeforeWhatItUsesGoes) {
    std::atomic<int> begun = 0, over = 0;
    {
        std::vector<Errand<int>> errands;
        for (int k = 0; k < 20; ++k) {
            errands.emplace_back(On::own_thread, [&] {
                ++begun;
                std::this_thread::yield();
                return ++over;
            });
        }
        errands.emplace_back(On::this_thread, [&] { return ++begun; });  // nobody asks for it
    }
    EXPECT_EQ(begun, 20);
    EXPECT_EQ(over, 20);
}

}  // namespace errand_test
}  // namespace stridescope

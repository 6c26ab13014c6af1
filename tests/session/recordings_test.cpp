// Recordings with times: what a window does when one is opened, and which belong to a text.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "app/analysis/warp_clock.h"
#include "app/experiment/experiment.h"
#include "app/session/clicks.h"
#include "app/session/controller.h"
#include "app/session/view_requests.h"
#include "app/trace/trace_file.h"
#include "tests/support/places.h"
#include "tests/support/recorded.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/with_times.h"

namespace stridescope {
namespace recordings_test {

std::vector<std::filesystem::path> shipped() {
    std::vector<std::filesystem::path> all;
    for (const auto& entry : std::filesystem::directory_iterator{source_dir() + "/assets/times"})
        all.push_back(entry.path());
    std::ranges::sort(all);
    return all;
}

std::vector<std::string> names_of(const std::vector<Recorded>& all) {
    std::vector<std::string> names;
    for (const Recorded& one : all) names.push_back(one.name);
    return names;
}

TEST(Recordings, OfATextAreThoseThatBeginWithItsName) {
    const auto brent_kung = testing::recorded("brent-kung", 64, "ones");
    EXPECT_EQ(
        names_of(recordings_of(*brent_kung, shipped())),
        (std::vector<std::string>{"Brent–Kung", "Brent–Kung, each access", "Brent–Kung, padded"}));
    const auto kogge_stone = testing::recorded("kogge-stone", 64, "ones");
    EXPECT_EQ(recordings_of(*kogge_stone, shipped()).size(), 3U) << "not those of _double, _global";
    EXPECT_TRUE(recordings_of(*brent_kung, {}).empty());
    TraceData changed = brent_kung->data();
    changed.text += "\n";
    EXPECT_TRUE(recordings_of(Trace{changed}, shipped()).empty());
}

// A recording is called like its text: else it would be offered beside another one.
TEST(Recordings, AreOfTheTextsThatTheyAreCalledBy) {
    std::set<std::string> offered;
    for (const auto& path : shipped()) {
        const auto trace = read_trace(path);
        ASSERT_NE(trace->times(), nullptr) << path;
        for (const Recorded& one : recordings_of(*trace, shipped())) offered.insert(one.path);
        if (path.stem() == "slow_warp") continue;  // a lesson's own text
        EXPECT_TRUE(offered.contains(path.string())) << path;
    }
}

// They come with every copy of the program; and no warp in them leaves a barrier too early.
TEST(Recordings, AreSmallAndOrdered) {
    std::uintmax_t bytes = 0;
    std::int64_t pairs = 0;
    for (const auto& path : shipped()) {
        bytes += std::filesystem::file_size(path);
        const auto trace = read_trace(path);
        ASSERT_NE(trace->times(), nullptr) << path;
        const BarrierOrder order = barrier_order(*trace->times());
        EXPECT_EQ(order.broken, 0) << path;
        pairs += order.pairs;
    }
    EXPECT_LE(bytes, 2'000'000U);
    EXPECT_GT(pairs, 100'000);
}

TEST(Recordings, OpenWithTheirTimesInSight) {
    const testing::TemporaryFolder folder;
    const auto timed = testing::with_times(*testing::recorded("brent-kung", 64, "ones"));
    write_trace(*timed, folder / "timed.npz");
    write_trace(*testing::recorded("brent-kung", 64, "ones"), folder / "plain.npz");
    Controller controller{folder / "plain.npz", {}};
    controller.wait_until_recorded();
    EXPECT_NE(controller.state().display.look.view, View::time);
    controller.apply(command::OpenFile{folder / "timed.npz"});
    controller.wait_until_recorded();
    EXPECT_EQ(controller.state().display.look.alone, View::time);
    EXPECT_EQ(controller.state().display.look.view, View::time);
    controller.apply(command::ToggleEnlarged{View::time});
    EXPECT_TRUE(controller.state().sees(View::time)) << "it is one of the pictures, too";
}

TEST(Recordings, LeaveTheViewThatTheWindowWasStartedWith) {
    Controller controller{std::filesystem::path{source_dir() + "/assets/times/chained.npz"}, {}};
    controller.apply(command::ToggleEnlarged{View::grid});
    controller.wait_until_recorded();
    ASSERT_NE(controller.state().trace(), nullptr);
    EXPECT_EQ(controller.state().display.look.alone, View::grid);
    controller.apply(command::OpenFile{source_dir() + "/assets/times/brent_kung.npz"});
    controller.wait_until_recorded();
    EXPECT_EQ(controller.state().display.look.alone, View::time) << "one that is opened later";
}

TEST(Recordings, AreOfferedByARunOfTheMachine) {
    Controller controller{experiment_of_line("--kernel brent-kung --block 64"), {}};
    controller.offer_measured(shipped());
    controller.wait_until_recorded();
    ASSERT_NE(controller.state().trace(), nullptr);
    const ViewRequest request =
        request_of(controller.state(), View::time, Side::own, Palette::light(), {900, 500});
    const Scene scene = make_scene(request);
    const auto found = std::ranges::find_if(scene.hotspots, [](const Hotspot& spot) {
        return spot.name == SpotName{"recording", 0};
    });
    ASSERT_NE(found, scene.hotspots.end());
    const Commands commands = commands_of_click(controller.state(), Side::own, *found);
    for (const Command& each : commands) controller.apply(each);
    controller.wait_until_recorded();
    ASSERT_NE(controller.state().trace()->times(), nullptr);
    EXPECT_EQ(controller.state().display.look.alone, View::time);
}

}  // namespace recordings_test
}  // namespace stridescope

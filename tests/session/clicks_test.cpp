// What clicks in pictures ask for.
#include "app/session/clicks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "tests/support/recorded.h"
#include "tests/support/recorded_text.h"

namespace stridescope {
namespace clicks_test {

using testing::recorded;

class ClickTest : public ::testing::Test {
  protected:
    ClickTest() { show(recorded("brent-kung", 64, "iota")); }

    void show(std::shared_ptr<const Trace> trace) {
        auto shown = std::make_shared<Recording>();
        shown->trace = std::move(trace);
        state_.playback.reset(shown->trace->step_count(), 0);
        state_.runs.shown = std::move(shown);
    }
    /// Puts another run beside it.
    void put_beside(std::shared_ptr<const Trace> other, bool same_text) {
        auto pair = std::make_shared<ShownPair>();
        pair->left = state_.runs.shown->trace;
        pair->right = std::move(other);
        pair->same_text = same_text;
        state_.comparison.beside = {.on = true, .pair = std::move(pair)};
    }
    Scene scene_of(View view, Side side = Side::own) const {
        return make_scene(request_of(state_, view, side, Palette::light(), {}));
    }
    static Hotspot spot_called(const Scene& scene, SpotName name) {
        const auto found = std::ranges::find(scene.hotspots, name, &Hotspot::name);
        return found != scene.hotspots.end() ? *found : Hotspot{};
    }
    Commands click(const Hotspot& spot, Side side = Side::own) const {
        return commands_of_click(state_, side, spot);
    }

    /// What the commands make of the look.
    Look after(const Commands& commands) {
        const Look before = state_.display.look;
        for (const Command& each : commands) {
            if (const auto* set = each.get_if<command::Set>()) set->carry_out(state_);
        }
        return std::exchange(state_.display.look, before);
    }

    AppState state_;
};

TEST_F(ClickTest, ChoosesAndGoesThere) {
    state_.playback.jump(3);
    const Hotspot word = spot_called(scene_of(View::memory), {"word", 7});
    const Commands commands = click(word);
    ASSERT_EQ(commands.size(), 2U);
    EXPECT_EQ(commands[0].get<command::Select>().selection, (Selection{.word = 7}));
    EXPECT_EQ(commands[1].get<command::Jump>().step, 3);
    state_.display.look.selection = {.word = 7};
    EXPECT_FALSE(click(word)[0].get<command::Select>().selection.any()) << "it is let go";
}

TEST_F(ClickTest, ShowsARequestOrOneOfItsWavefronts) {
    state_.playback.jump(3);
    const Scene banks = scene_of(View::banks);
    const auto ranked = ranked_requests(*state_.trace(), 0, 3, Space::shared);
    ASSERT_GT(ranked.size(), 1U);
    const Commands bar = click(spot_called(banks, {"request", 1}));
    ASSERT_EQ(bar.size(), 3U);
    EXPECT_EQ(after(bar).request, choice_of(ranked[1]));
    const Hotspot wave = spot_called(banks, {"wavefront", 2});
    const Look alone = after(click(wave));
    EXPECT_EQ(alone.request, choice_of(ranked[0]));
    EXPECT_EQ(std::pair(alone.wave, state_.display.wave_step), std::pair(2, 3));
    state_.display.look = alone;
    EXPECT_EQ(after(click(wave)).wave, 0) << "all of them again";
}

TEST_F(ClickTest, OnALineShowsItsWorstRequest) {
    state_.playback.jump(3);
    const auto ranked = ranked_requests(*state_.trace(), 0, 3, Space::shared);
    const int line = state_.trace()->sites()[static_cast<std::size_t>(ranked.front().site)].line;
    const Commands commands = click(spot_called(scene_of(View::source), {"line", line}));
    EXPECT_EQ(commands.at(0).get<command::Select>().selection, (Selection{.line = line}));
    EXPECT_EQ(after(commands).request, choice_of(ranked.front()));
}

TEST_F(ClickTest, ShowsARequestToGlobalMemoryOrAWarp) {
    const Scene global = scene_of(View::global);
    const auto ranked = ranked_requests(*state_.trace(), 0, 0, Space::global);
    ASSERT_GT(ranked.size(), 1U);
    const Commands bar = click(spot_called(global, {"request", 1}));
    ASSERT_EQ(bar.size(), 2U);
    EXPECT_EQ(after(bar).global_request, choice_of(ranked[1]));
    EXPECT_EQ(after(bar).request, std::nullopt) << "the banks show what they showed";
    const Commands warp = click(spot_called(scene_of(View::divergence), {"warp", 1}));
    ASSERT_EQ(warp.size(), 2U);
    EXPECT_EQ(warp[0].get<command::Select>().selection, (Selection{.warp = 1}));
    EXPECT_EQ(after(warp).warp, 1);
    // A line of both memories' requests: the worst of either.
    const int line = state_.trace()->sites()[static_cast<std::size_t>(ranked.front().site)].line;
    const Commands both = click(spot_called(scene_of(View::divergence), {"line", line}));
    EXPECT_EQ(after(both).global_request, choice_of(ranked.front()));
}

TEST_F(ClickTest, OnAnElementOfGlobalMemoryPicksItsCone) {
    EXPECT_EQ(spot_called(scene_of(View::global), {"element", 0}), Hotspot{}) << "no text's";
    show(testing::recorded_accesses());
    // What is only read is made of nothing.
    EXPECT_EQ(spot_called(scene_of(View::global), {"element", 0}), Hotspot{});
    state_.playback.jump(1);
    const Scene stores = scene_of(View::global);
    EXPECT_EQ(spot_called(stores, {"element", 2}), Hotspot{}) << "nobody wants it";
    const Hotspot third = spot_called(stores, {"element", 3});
    const Commands commands = click(third);
    ASSERT_EQ(commands.size(), 1U);
    EXPECT_EQ(after(commands).element, "out[3]");
    EXPECT_EQ(stores.hit({third.box.x + third.box.w / 2, third.box.y + third.box.h / 2}), third)
        << "before the sector that it lies in";
    state_.display.look = after(commands);
    EXPECT_TRUE(after(click(third)).element.empty()) << "the tree again";
    // A lane picks what it wants, and its thread.
    const Commands lane = click(spot_called(stores, {"thread", 19}));
    ASSERT_EQ(lane.size(), 2U);
    EXPECT_EQ(lane[0].get<command::Select>().selection, (Selection{.thread = 19}));
    EXPECT_EQ(after(lane).element, "out[22]");
}

TEST_F(ClickTest, OnAColumnSortsByItAndThenByStepAgain) {
    const Hotspot head = spot_called(scene_of(View::work), {"column", 2});
    const Commands commands = click(head);
    ASSERT_EQ(commands.size(), 1U);
    state_.display.look = after(commands);
    EXPECT_EQ(state_.display.look.sorted_by, 2);
    EXPECT_EQ(after(click(head)).sorted_by, -1);
}

TEST_F(ClickTest, OnAnEventLooksAtItsBlockWhereThatIsRecorded) {
    const Hotspot bar{.click = click::GoToEvent{5, 0}};
    const Commands commands = click(bar);
    ASSERT_EQ(commands.size(), 2U);
    EXPECT_EQ(commands[0].get<command::JumpInGrid>().events, 5U);
    EXPECT_EQ(commands[1].get<command::SelectBlock>().block, 0);
    EXPECT_EQ(click({.click = click::GoToEvent{5, 99}}).size(), 1U);
}

TEST_F(ClickTest, InTheOtherRunsPicture) {
    put_beside(recorded("brent-kung", 128, "iota"), true);
    const Hotspot high{.step = 2, .means = {.word = 100}, .click = click::GoToStep{2}};
    const Commands commands = click(high, Side::other);
    ASSERT_EQ(commands.size(), 1U) << "this run has no such word to choose";
    EXPECT_EQ(commands[0].get<command::JumpOther>().step, 2);
    const Hotspot bar = spot_called(scene_of(View::banks, Side::other), {"request", 0});
    EXPECT_EQ(click(bar, Side::other).size(), 3U);
    put_beside(recorded("kogge-stone", 64, "iota"), false);
    const Hotspot foreign = spot_called(scene_of(View::banks, Side::other), {"request", 0});
    EXPECT_EQ(foreign.name.what, "request");
    EXPECT_TRUE(click(foreign, Side::other).empty()) << "requests of another text are other ones";
}

}  // namespace clicks_test
}  // namespace stridescope

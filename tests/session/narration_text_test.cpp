// The line of words that is read aloud follows what is in sight: the grid, a request, a warp, a
// thread.
#include "app/session/run_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>

#include "app/analysis/grid.h"
#include "app/analysis/number_text.h"
#include "app/session/controller.h"
#include "tests/support/scan_run.h"

namespace stridescope {
namespace narration_text_test {

class Narration : public ::testing::Test {
  protected:
    void show(const Experiment& experiment) {
        controller_.apply(command::SetExperiment{experiment});
        controller_.wait_until_recorded();
    }
    void alone(View view) {
        if (state().display.look.alone != view) controller_.apply(command::ToggleEnlarged{view});
    }
    const AppState& state() const { return controller_.state(); }
    std::string words() const { return narration_words(state()); }

    Controller controller_{ScanRun{.kernel = "brent-kung", .block = 64}, {}};
};

TEST_F(Narration, OfAGridTellsEachEventAndWhoLeftWhatIsRead) {
    show(ScanRun{.kernel = "decoupled-lookback", .block = 32, .n = 256});
    alone(View::grid);
    const Trace& trace = *state().trace();
    const auto& events = trace.grid_events();
    controller_.apply(command::JumpInGrid{0});
    EXPECT_EQ(words(), "No block has started yet.");
    // What each element holds, and who left it there: the oracle.
    std::map<std::pair<ArrayId, std::int64_t>, const GridEvent*> memory;
    int told = 0;
    for (std::size_t i = 0; i + 1 < events.size(); ++i) {
        const GridEvent& event = events[i];
        controller_.apply(command::JumpInGrid{i + 1});
        const std::string said = words();
        const std::string head = fmt::format(
            "Tick {}, event {} of {}: {}.", with_commas(event.time),
            with_commas(static_cast<std::int64_t>(i + 1)),
            with_commas(static_cast<std::int64_t>(events.size())), event_text(trace, event));
        ASSERT_TRUE(said.starts_with(head)) << said << "\n" << head;
        std::string who;
        const bool reads =
            event.kind == GridEvent::Kind::load || event.kind == GridEvent::Kind::wait;
        const auto left = memory.find({event.array, event.element});
        if (reads && left != memory.end() && left->second->block != event.block &&
            left->second->value == event.value && left->second->integer == event.integer) {
            who = fmt::format(" Block {} left it there in tick {}.", left->second->block,
                              with_commas(left->second->time));
            ++told;
        }
        EXPECT_EQ(said.substr(head.size()), who) << said;
        if (event.kind == GridEvent::Kind::store || event.kind == GridEvent::Kind::atomic)
            memory[{event.array, event.element}] = &event;
    }
    EXPECT_GT(told, 8);
    controller_.apply(command::JumpInGrid{events.size()});
    EXPECT_EQ(words().find("Tick"), std::string::npos)
        << "with all of it in sight the step is told";
}

TEST_F(Narration, FollowsWhatIsInSightAndWhatIsChosen) {
    controller_.wait_until_recorded();
    alone(View::global);
    EXPECT_NE(words().find(" sectors"), std::string::npos) << words();
    alone(View::divergence);
    EXPECT_NE(words().find(" lane slots"), std::string::npos) << words();
    controller_.apply(command::Jump{3});
    alone(View::banks);
    EXPECT_NE(words().find(" in bank "), std::string::npos) << words();
    controller_.apply(command::MoveWave{1});
    EXPECT_TRUE(words().starts_with("Wavefront 1 of ")) << words();
    controller_.apply(command::MoveWave{0});
    controller_.apply(command::Select{{.thread = 5}});
    EXPECT_TRUE(words().starts_with("Thread 5 ")) << words();
    controller_.apply(command::Select{});
    alone(View::work);
    EXPECT_TRUE(words().starts_with("Up-sweep, ")) << words();
}

}  // namespace narration_text_test
}  // namespace stridescope

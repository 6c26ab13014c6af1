// The ladder in the window: opened, measured in the background, exported.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "app/io/memory_budget.h"
#include "app/ladder/ladder.h"
#include "app/session/controller.h"
#include "app/session/presets.h"
#include "tests/support/scan_run.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace ladder_controller_test {

using testing::TemporaryFolder;
using testing::text_of_file;

Ladder of_another_machine() {
    Ladder ladder{.date = "2026-01-01", .cpu = "another CPU", .cores = 3, .gpu = "a GPU"};
    ladder.rungs = {{.id = "cpu-one", .name = "One CPU core", .kind = RungKind::cpu},
                    {.id = "copy", .name = "Copy", .kind = RungKind::roof}};
    ladder.results = {{.rung = 0, .n = 1000, .ms = {1, 2, 3}},
                      {.rung = 1, .n = 1000, .ms = {1, 1, 1}}};
    return ladder;
}

class LadderInWindow : public ::testing::Test {
  protected:
    void SetUp() override { controller_.wait_until_recorded(); }
    // More than a million elements have no room: tests are to be quick.
    void TearDown() override { limit_memory_budget(0); }

    void apply(const Command& command) {
        controller_.apply(command);
        controller_.wait_until_recorded();
    }
    const LadderState& ladder() const { return controller_.state().ladder; }
    std::string said() const {
        const auto& messages = controller_.state().messages;
        return messages.empty() ? std::string{} : messages.back().text;
    }

    TemporaryFolder folder_;
    Controller controller_{
        ScanRun{},
        {},
        GpuEngine{.why_unavailable = [] { return std::string{"None."}; }, .verify = {}}};
};

TEST_F(LadderInWindow, OpensAFileAndGoesBackToTheViews) {
    const auto path = folder_.write("mine.json", ladder_json(of_another_machine()));
    apply(command::OpenFile{path});
    ASSERT_TRUE(ladder().open);
    ASSERT_TRUE(ladder().shown);
    EXPECT_EQ(*ladder().shown, of_another_machine());
    EXPECT_EQ(ladder().from, "mine.json");
    EXPECT_EQ(ladder().n, 1000);
    apply(command::LookInLadder{1000, 1});
    EXPECT_EQ(ladder().rung, 1);
    apply(command::ShowLadder{false, {}});
    EXPECT_FALSE(ladder().open);
    apply(command::ShowLadder{true, "nothing.json"});
    EXPECT_TRUE(ladder().open) << "what was shown is still there";
    EXPECT_EQ(ladder().from, "mine.json");
    apply(command::ToggleEnlarged{View::tree});
    EXPECT_FALSE(ladder().open) << "a view was asked for";
}

TEST_F(LadderInWindow, TakesTheStartPagesPlaceAndGivesWayToAPreset) {
    apply(command::Set{setting::start, true});
    apply(command::ShowLadder{true, {}});
    EXPECT_FALSE(controller_.state().presenter.start);
    EXPECT_TRUE(ladder().open) << "it can be measured";
    apply(command::Set{setting::start, true});
    apply(command::OpenFile{folder_.write("mine.json", ladder_json(of_another_machine()))});
    EXPECT_FALSE(controller_.state().presenter.start);
    apply(command::ShowPreset{presets().front().id});
    EXPECT_FALSE(ladder().open);
}

TEST_F(LadderInWindow, SaysWhatIsWrongWithAFile) {
    apply(command::OpenFile{folder_.write("other.json", "{\"a\": 1}")});
    EXPECT_FALSE(ladder().shown);
    EXPECT_NE(said().find("other.json"), std::string::npos) << said();
    apply(command::ShowLadder{true, folder_ / "none.json"});
    EXPECT_FALSE(ladder().shown);
    EXPECT_NE(said().find("none.json"), std::string::npos) << said();
}

TEST_F(LadderInWindow, PutsOwnRungsBesideAnotherMachines) {
    limit_memory_budget(12'000'000);
    apply(command::OpenFile{folder_.write("mine.json", ladder_json(of_another_machine()))});
    for (int times = 0; times < 2; ++times) {  // measured again, they take their own place
        apply(command::MeasureLadder{});
        EXPECT_FALSE(ladder().measuring.now);
        ASSERT_EQ(ladder().shown->rungs.size(), 4U) << said();
        EXPECT_EQ(ladder().shown->rungs[2].name, "One CPU core, here");
        EXPECT_EQ(ladder().shown->gpu, "a GPU");
        const RungResult* own = ladder().shown->find(2, 1000);
        ASSERT_NE(own, nullptr);
        EXPECT_FALSE(own->ms.empty());
        EXPECT_EQ(*ladder().shown->find(1, 1000), of_another_machine().results[1]);
        EXPECT_EQ(parse_ladder(ladder_json(*ladder().shown)), *ladder().shown);
    }
}

TEST_F(LadderInWindow, MeasuresThisMachineAndStopsWhenAsked) {
    limit_memory_budget(12'000'000);
    apply(command::MeasureLadder{});
    ASSERT_TRUE(ladder().shown);
    EXPECT_EQ(ladder().from, "");
    EXPECT_EQ(ladder().shown->rungs.size(), 2U);
    const auto before = ladder().shown;
    limit_memory_budget(0);
    controller_.apply(command::MeasureLadder{});
    EXPECT_TRUE(ladder().measuring.now);
    controller_.apply(command::CancelLadder{});
    EXPECT_FALSE(ladder().measuring.now);
    controller_.wait_until_recorded();
    EXPECT_EQ(ladder().shown, before);
}

TEST_F(LadderInWindow, IsExportedAsPictureAndTable) {
    apply(command::ExportLadder{folder_ / "early.png"});
    EXPECT_NE(said().find("no ladder"), std::string::npos) << said();
    apply(command::OpenFile{folder_.write("mine.json", ladder_json(of_another_machine()))});
    for (const char* name : {"a.png", "a.svg", "a.pdf", "a.csv", "a.json"})
        apply(command::ExportLadder{folder_ / name});
    EXPECT_EQ(text_of_file(folder_ / "a.png").substr(1, 3), "PNG");
    EXPECT_NE(text_of_file(folder_ / "a.svg").find("<svg"), std::string::npos);
    EXPECT_EQ(text_of_file(folder_ / "a.pdf").substr(0, 4), "%PDF");
    EXPECT_NE(text_of_file(folder_ / "a.csv").find("cpu-one"), std::string::npos);
    EXPECT_EQ(parse_ladder(text_of_file(folder_ / "a.json")), of_another_machine());
    apply(command::ExportLadder{folder_ / "a.gif"});
    EXPECT_FALSE(controller_.state().messages.back().fine) << "a ladder is no animation";
}

}  // namespace ladder_controller_test
}  // namespace stridescope

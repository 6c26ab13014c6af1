// With what the window starts.
#include "app/ui/window/start_up.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "app/ladder/ladder.h"
#include "app/session/controller.h"
#include "app/session/presets.h"
#include "app/session/saved_state.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace start_up_test {

namespace fs = std::filesystem;

constexpr const char* kernel =
    "#define N 32\n"
    "__global__ void k(float *p) {\n"
    "    __shared__ float x[N];\n"
    "    x[threadIdx.x] = N;\n"
    "    __syncthreads();\n"
    "    p[threadIdx.x] = x[threadIdx.x];\n"
    "}\n";

class StartUp : public ::testing::Test {
  protected:
    StartUp() { std::ofstream{path_} << kernel; }

    /// What a window remembers that was left at the second step, with a knob of its own.
    SavedState left() const {
        WindowOptions options;
        options.experiment.text =
            TextSpec{.path = path_.string(), .text = kernel, .defines = {{"N", "64"}}};
        const auto controller = make_controller(options, {}, {});
        controller->wait_until_recorded();
        controller->apply(command::Jump{1});
        controller->apply(command::Set{setting::look<&Look::view>, View::work});
        return decode_state(encode_state(controller->saved()));
    }
    static std::unique_ptr<Controller> started(const SavedState& saved, bool nothing_asked) {
        WindowOptions options;
        options.nothing_asked = nothing_asked;
        options.experiment = first_lesson();
        auto controller = make_controller(options, saved, {});
        controller->wait_until_recorded();
        return controller;
    }

    testing::TemporaryFolder folder_;
    fs::path path_ = folder_ / "mine.cu";
};

TEST_F(StartUp, ABlockOnTheCommandLineIsChosen) {
    for (const bool chosen : {false, true}) {
        WindowOptions options;
        options.experiment = first_lesson();
        options.block_chosen = chosen;
        EXPECT_EQ(make_controller(options, {}, {})->state().edit.block_pinned, chosen);
    }
}

TEST_F(StartUp, OpensALadder) {
    std::ofstream{folder_ / "mine.json"} << ladder_json(Ladder{});
    WindowOptions options;
    options.experiment = first_lesson();
    options.ladder = folder_ / "mine.json";
    const auto controller = make_controller(options, {}, {});
    EXPECT_TRUE(controller->state().ladder.open);
    EXPECT_EQ(controller->state().ladder.from, "mine.json");
    options.ladder = folder_ / "none.json";
    EXPECT_THROW(make_controller(options, {}, {}), UsageError);
}

TEST_F(StartUp, OpensAgainWhatWasOpen) {
    const SavedState saved = left();
    ASSERT_TRUE(saved.open);
    EXPECT_EQ(saved.open->experiment.text.text, "") << "that is in its file";
    const auto again = started(saved, true);
    const AppState& state = again->state();
    ASSERT_TRUE(state.document);
    EXPECT_EQ(state.document->path, path_.string());
    EXPECT_EQ(state.document->text(), kernel);
    EXPECT_FALSE(state.document->unsaved);
    EXPECT_EQ(state.experiment.text.defines, (std::vector<Setting>{{"N", "64"}}));
    EXPECT_EQ(state.playback.step(), 1);
    EXPECT_EQ(state.display.look.view, View::work);
    EXPECT_TRUE(state.messages.empty());
    EXPECT_EQ(again->saved().open, saved.open);
}

TEST_F(StartUp, BeginsAtAStepThatThereIs) {
    SavedState saved = left();
    saved.open->look.step = 1000;
    saved.open->look.block = 1000;
    const auto again = started(saved, true);
    EXPECT_EQ(again->state().playback.step(), again->state().trace()->step_count() - 1);
    EXPECT_EQ(again->state().block, 0);
}

TEST_F(StartUp, OpensWhatIsAskedForInstead) {
    const auto other = started(left(), false);
    EXPECT_EQ(other->state().experiment, first_lesson());
    EXPECT_EQ(other->state().playback.step(), 0);
}

TEST_F(StartUp, SaysOnceThatTheFileIsGone) {
    const SavedState saved = left();
    fs::remove(path_);
    const auto without = started(saved, true);
    const AppState& state = without->state();
    EXPECT_EQ(state.experiment, first_lesson());
    ASSERT_NE(state.trace(), nullptr) << "the window starts with something else";
    ASSERT_EQ(state.messages.size(), 1U);
    EXPECT_NE(state.messages[0].text.find("cannot be opened again"), std::string::npos);
    EXPECT_NE(state.messages[0].text.find("mine.cu"), std::string::npos) << state.messages[0].text;
    EXPECT_EQ(state.preferences.recent_files, saved.preferences.recent_files);
}

}  // namespace start_up_test
}  // namespace stridescope

// From a text that is broken on purpose to its correct version, and back.
#include "app/session/other_versions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "app/analysis/findings.h"
#include "app/experiment/text/library_texts.h"
#include "app/session/controller.h"
#include "app/session/presets.h"
#include "tests/support/recorded.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace correct_version_test {

using Settings = std::vector<Setting>;

class CorrectVersionTest : public ::testing::Test {
  protected:
    const AppState& state() const { return controller_.state(); }
    template <class C>
    void apply(C command) {
        controller_.apply(command);
        controller_.wait_until_recorded();
    }
    void open(const LibraryText& text) {
        apply(command::NewText{std::string{text.text}, text.id + ".cu"});
    }
    void set(const std::string& name, const std::string& value) {
        Experiment changed = state().experiment;
        changed.text.defines = {{name, value}};
        apply(command::SetExperiment{changed});
    }

    Controller controller_{testing::experiment_of("kogge-stone", 16, testing::sixteen), {}};
};

TEST_F(CorrectVersionTest, OfEachTextIsThereAndNothingIsWrongWithIt) {
    for (const LibraryText& text : library()) {
        if (text.correct.empty()) {
            EXPECT_FALSE(correct_version(spec_of(text)).has_value());
            continue;
        }
        open(text);
        ASSERT_TRUE(state().trace()->facts().is_broken()) << text.id;
        EXPECT_EQ(state().trace()->facts().broken.hidden, "") << text.id;
        EXPECT_FALSE(state().runs.shown->findings.empty()) << text.id;
        apply(command::Fix{});
        EXPECT_EQ(state().document->name, text.correct + ".cu");
        EXPECT_FALSE(state().document->unsaved);
        EXPECT_TRUE(findings(*state().trace()).empty()) << text.id;
        EXPECT_EQ(state().edit.fixed_text->from.title, text.title);
        apply(command::BreakAgain{});
        EXPECT_EQ(state().experiment.text.text, text.text);
        EXPECT_EQ(state().document->name, text.id + ".cu");
        EXPECT_FALSE(state().document->unsaved);
        apply(command::BreakAgain{});  // there is nothing to break
        EXPECT_EQ(state().experiment.text.text, text.text);
    }
}

TEST_F(CorrectVersionTest, HasTheSameKnobsAtTheSameStep) {
    open(*find_text("brent_kung_pad_unused"));
    set("BLOCK", "64");
    apply(command::Jump{3});
    apply(command::Fix{});
    // PADDING is every32 in the broken text and none in the correct one; BLOCK is set beside it.
    Settings defines = state().experiment.text.defines;
    std::ranges::sort(defines);
    EXPECT_EQ(defines, (Settings{{"BLOCK", "64"}, {"PADDING", "every32"}}));
    EXPECT_EQ(state().trace()->threads(), 64);
    EXPECT_EQ(state().playback.step(), 3);
    set("BLOCK", "128");
    apply(command::BreakAgain{});
    // Its own value of PADDING was left behind in the meantime, and comes back with it.
    EXPECT_EQ(state().trace()->threads(), 128);
    apply(command::Undo{});
    apply(command::Undo{});
    apply(command::Undo{});
    EXPECT_EQ(state().experiment.text.text, find_text("brent_kung_pad_unused")->text);
    EXPECT_EQ(state().experiment.text.defines, (Settings{{"BLOCK", "64"}}));
}

TEST_F(CorrectVersionTest, OpeningATextTurnsOnWhatItsBugNeeds) {
    EXPECT_EQ(state().experiment.schedule, Schedule{});
    open(*find_text("chained_by_block_index"));
    EXPECT_EQ(state().experiment.schedule.kind, Schedule::Kind::descending);
    EXPECT_EQ(state().trace()->facts().broken.hidden, "");
    Experiment changed = state().experiment;
    changed.schedule = {.kind = Schedule::Kind::random, .seed = 7};
    apply(command::SetExperiment{changed});
    open(*find_text("chained_by_block_index"));
    EXPECT_EQ(state().experiment.schedule, changed.schedule);
}

TEST_F(CorrectVersionTest, IsTheFileBesideATextOfOnesOwn) {
    const testing::TemporaryFolder folder;
    constexpr const char* right =
        "// title: Mine, right\n"
        "#define N 64\n__global__ void k(int *p) { p[threadIdx.x] = N; }\n";
    std::ofstream{folder / "mine_right.cu"} << right;
    std::ofstream{folder / "mine.cu"} << "// correct: mine_right\n// see: A crash.\n#define N 32\n"
                                         "__global__ void k(int *p) { p[threadIdx.x + N] = N; }\n";
    apply(command::OpenFile{folder / "mine.cu"});
    const auto correct = correct_version(state().experiment.text);
    ASSERT_TRUE(correct.has_value());
    EXPECT_EQ(correct->title, "Mine, right");
    EXPECT_EQ(correct->spec.defines, (Settings{{"N", "32"}}));
    apply(command::Fix{});
    EXPECT_EQ(state().document->path, correct->spec.path);
    EXPECT_EQ(state().document->text(), right);
    EXPECT_FALSE(state().document->unsaved);
}

TEST_F(CorrectVersionTest, OfAnUnsavedTextIsAskedFor) {
    open(*find_text("kogge_stone_one_barrier"));
    apply(command::EditText{editor::action::Type{"/"}});
    apply(command::Fix{});
    EXPECT_EQ(state().leaving, Leaving::asked);
    apply(command::AnswerUnsaved{command::AnswerUnsaved::Answer::stay});
    EXPECT_EQ(state().document->name, "kogge_stone_one_barrier.cu");
}

TEST_F(CorrectVersionTest, ThatIsNowhereIsNoPair) {
    apply(
        command::NewText{"// correct: nowhere\n#define N 32\n"
                         "__global__ void k(int *p) { p[threadIdx.x] = N; }\n",
                         {}});
    EXPECT_FALSE(correct_version(state().experiment.text).has_value());
    const Experiment before = state().experiment;
    apply(command::Fix{});
    EXPECT_EQ(state().experiment, before);
    for (const Pair& pair : pairs_from(state().experiment, {}))
        EXPECT_NE(pair.kind, Pair::Kind::broken);
}

TEST_F(CorrectVersionTest, IsOfferedForComparison) {
    open(*find_text("kogge_stone_strides_123"));
    const auto pairs = pairs_from(state().experiment, {});
    const auto found = std::ranges::find(pairs, Pair::Kind::broken, &Pair::kind);
    ASSERT_NE(found, pairs.end());
    EXPECT_EQ(found->impossible, "");
    EXPECT_EQ(found->title, "This text against Kogge–Stone");
    EXPECT_EQ(found->left, state().experiment);
    EXPECT_EQ(found->right.text.text, find_text("kogge_stone")->text);
}

}  // namespace correct_version_test
}  // namespace stridescope

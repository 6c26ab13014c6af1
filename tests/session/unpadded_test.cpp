// The run without padding beside a text's padded one.
#include "app/session/other_versions.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/analysis/work.h"
#include "app/session/controller.h"
#include "app/session/run_text.h"
#include "tests/support/recorded_card.h"

namespace stridescope {
namespace unpadded_test {

Experiment run_of(const std::string& name, std::vector<Setting> defines = {}) {
    Experiment experiment = testing::recorded_kernel(name)->experiment();
    experiment.text.defines = std::move(defines);
    return experiment;
}

TEST(Unpadded, SetsTheKnobOfThePaddingBack) {
    const Experiment padded = run_of("scan/brent_kung.cu", {{"PADDING", "every32"}, {"N", "512"}});
    const auto plain = without_padding(padded);
    ASSERT_TRUE(plain);
    EXPECT_EQ(plain->text.defines, (std::vector<Setting>{{"N", "512"}, {"PADDING", "none"}}));
    EXPECT_FALSE(without_padding(*plain));
    EXPECT_FALSE(without_padding(run_of("scan/brent_kung.cu")));
}

TEST(Unpadded, KnowsWhatATextIsPaddedByAsItIsWritten) {
    const auto plain = without_padding(run_of("matrix/transpose_padded.cu"));
    ASSERT_TRUE(plain);
    EXPECT_EQ(plain->text.defines, (std::vector<Setting>{{"PAD", "0"}}));
    EXPECT_FALSE(without_padding(run_of("matrix/transpose_tiled.cu")));
    // Nothing says what its padding could be instead.
    Experiment mine = run_of("matrix/transpose_tiled.cu");
    mine.text.text = "#define PAD 1\n" + mine.text.text;
    EXPECT_FALSE(without_padding(mine));
}

TEST(Unpadded, IsRecordedAndToldBesideThePaddedRun) {
    const Experiment padded = run_of("scan/brent_kung.cu", {{"PADDING", "swizzle"}});
    Controller controller{padded, {}};
    controller.wait_until_recorded();
    const auto& shown = controller.state().runs.shown;
    ASSERT_TRUE(shown && shown->unpadded);
    const WorkCounts plain =
        work_table(*testing::recorded_kernel("scan/brent_kung.cu", {{"PADDING", "none"}})).totals;
    EXPECT_EQ(shown->unpadded_totals.excess(), plain.excess());
    EXPECT_GT(plain.excess(), 0);
    EXPECT_EQ(padding_verdict(*shown).effect, PaddingVerdict::Effect::better);
    EXPECT_TRUE(padding_verdict(*shown).text.starts_with("Excess wavefronts "))
        << padding_verdict(*shown).text;
    controller.apply(command::Set{setting::compare, true});
    EXPECT_EQ(controller.state().compared(), shown->unpadded);
}

TEST(Unpadded, IsNoneOfATextThatIsNotPadded) {
    Controller controller{run_of("scan/brent_kung.cu"), {}};
    controller.wait_until_recorded();
    ASSERT_TRUE(controller.state().runs.shown);
    EXPECT_EQ(controller.state().runs.shown->unpadded, nullptr);
    EXPECT_EQ(padding_verdict(*controller.state().runs.shown).text, "");
}

}  // namespace unpadded_test
}  // namespace stridescope

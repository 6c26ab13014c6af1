// Anything in any order, as a class at the keyboard does: what the window then says of two runs, of
// the question before the next step and of what is chosen still holds of the traces.
#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "app/lesson/predict.h"
#include "app/session/controller.h"
#include "app/session/export_command.h"
#include "app/session/presets.h"
#include "app/session/run_text.h"
#include "app/trace/trace_file.h"
#include "tests/support/recorded.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace wild_test {

class Wild : public ::testing::TestWithParam<unsigned> {
  protected:
    Wild() {
        write_trace(*testing::recorded("blelloch", 32, "iota"), file_);
        write_trace(*record(experiment_of_line("--kernel chained --n 3")), short_);
    }

    int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

    Experiment any_experiment() {
        constexpr std::array kernels{"kogge-stone",
                                     "brent-kung",
                                     "warp-shuffle",
                                     "kogge-stone-one-barrier",
                                     "kogge-stone-global",
                                     "decoupled-lookback",
                                     "kogge-stone-barrier-in-branch"};
        ScanRun e;
        e.kernel = kernels[static_cast<std::size_t>(pick(kernels.size()))];
        e.block = 32 << pick(2);
        if (pick(3) == 0) e.n = 1 + pick(5) * 37;
        const bool pads = e.kernel != "warp-shuffle" && e.kernel != "kogge-stone-global";
        if (pads && pick(3) == 0) e.padding = Padding::every32;
        if (pick(4) == 0) e.type = ElementType::f64;
        return e;
    }

    const Trace& clicked(const AppState& state) {
        const bool other = state.pair() != nullptr && pick(2) == 0;
        return other ? *state.pair()->right : *state.trace();
    }

    Command anything(const AppState& state) {
        const int steps = state.trace()->step_count();
        switch (pick(30)) {
            case 0: return command::SetExperiment{any_experiment()};
            case 1: return command::Undo{};
            case 2: return command::Redo{};
            case 3: return command::OpenTrace{pick(3) == 0 ? short_ : file_};
            case 4: return command::HoldFile{pick(3) == 0 ? short_ : file_};
            case 5: return command::HoldShown{};
            case 6: return command::HoldExperiment{any_experiment()};
            case 7: return command::Set{setting::against_held, pick(2) == 0};
            case 8: return command::Set{setting::compare, pick(2) == 0};
            case 9: return command::SwapSides{};
            case 10:
            case 11: return command::ToggleBeside{};
            case 12:
                return command::Set{setting::step_lock,
                                    step_locks[static_cast<std::size_t>(pick(4))]};
            case 13: return command::JumpOther{pick(12)};
            case 14: {
                const std::vector<Pair> pairs = pairs_from(state.experiment, "no GPU");
                const Pair& pair =
                    pairs[static_cast<std::size_t>(pick(static_cast<int>(pairs.size())))];
                if (!pair.impossible.empty()) return command::First{};
                return command::ShowPair{pair.left, pair.right};
            }
            case 15: return command::TogglePredict{};
            case 16: return command::AnswerPrediction{static_cast<std::size_t>(pick(4))};
            case 17: return command::MoveWave{pick(3) - 1};
            case 18: {
                const View of[] = {View::banks, View::global, View::divergence};
                return command::MoveRequest{
                    pick(2) == 0 ? RequestMove::milder : RequestMove::next_warp, of[pick(3)]};
            }
            case 19: return command::SelectBlock{pick(4)};
            case 20: return command::Jump{pick(steps + 2) - 1};
            // What is chosen lies in one of the pictures, left or right.
            case 21: return command::Select{{.thread = pick(clicked(state).threads())}};
            case 22: return command::Select{{.word = pick(std::max(clicked(state).words(), 1))}};
            case 23: return command::Fix{};
            case 24: return command::BreakAgain{};
            case 25: return command::Last{};
            default: return command::StepForward{};
        }
    }

    void expect_sense(const AppState& state) {
        const PredictState& predict = state.predict;
        const int step = state.playback.step();
        if (predict.waits()) {
            const auto asked =
                question_about(*state.trace(), state.block, step + 1, predict.kinds, predict.seed);
            ASSERT_TRUE(asked);
            EXPECT_EQ(predict.question->text, asked->text);
            EXPECT_EQ(predict.question->options, asked->options);
        }
        EXPECT_LE(predict.right, predict.answers);
        EXPECT_EQ(state.pair() != nullptr,
                  state.comparison.beside.on && state.comparable() != nullptr);
        if (const ShownPair* pair = state.pair()) {
            EXPECT_EQ(pair->left.get(), state.trace());
            EXPECT_EQ(pair->right, state.comparable());
            EXPECT_LT(state.other_step(), std::max(pair->right->step_count(), 1));
            EXPECT_EQ(pair->lock, state.comparison.beside.lock);
            EXPECT_FALSE(beside_sentence(state).empty());
        }
        const auto view = static_cast<View>(pick(static_cast<int>(view_count)));
        const ShownView shown = shown_view(state, view);
        const Scene scene = exported_scene(*shown.trace, shown.compared.get(), shown.request);
        EXPECT_GT(scene.width, 0) << name_of(view);
    }

    testing::TemporaryFolder folder_;
    std::filesystem::path file_ = folder_ / "run.npz", short_ = folder_ / "short.npz";
    std::mt19937 random_{GetParam()};
};

TEST_P(Wild, ComesToNothingThatDoesNotHold) {
    Controller controller{ScanRun{}, {}};
    controller.wait_until_recorded();
    for (int k = 0; k < 120; ++k) {
        const Command command = anything(controller.state());
        controller.apply(command);
        controller.wait_until_recorded();
        ASSERT_NO_THROW(expect_sense(controller.state())) << "after command " << command.index();
        ASSERT_FALSE(HasFailure()) << "after command " << command.index() << ", the " << k;
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, Wild, ::testing::Range(1U, 9U));

}  // namespace wild_test
}  // namespace stridescope

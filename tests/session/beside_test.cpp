// Two runs side by side: the controller without a window.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/experiment/text/library_texts.h"
#include "app/experiment/text/scan_flags.h"
#include "app/scene/banks/banks_view.h"
#include "app/scene/scene.h"
#include "app/session/controller.h"
#include "app/session/export_command.h"
#include "app/session/other_versions.h"
#include "app/session/presets.h"
#include "app/session/run_text.h"
#include "app/session/view_requests.h"
#include "app/trace/trace_file.h"
#include "tests/support/bar_strips.h"
#include "tests/support/places.h"
#include "tests/support/random_experiment.h"
#include "tests/support/recorded.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace beside_test {

using testing::experiment_of;
using testing::sixteen;

class BesideTest : public ::testing::Test {
  protected:
    BesideTest() { controller_.wait_until_recorded(); }

    const AppState& state() const { return controller_.state(); }
    void apply(const Command& command) {
        controller_.apply(command);
        controller_.wait_until_recorded();
    }
    /// Kogge–Stone left, Brent–Kung right.
    void show_two() {
        apply(command::ShowPair{experiment_of("kogge-stone", 16, sixteen),
                                experiment_of("brent-kung", 16, sixteen)});
    }

    Controller controller_{experiment_of("kogge-stone", 16, sixteen), {}};
};

TEST_F(BesideTest, RecordsBothOfAPairAndShowsThem) {
    EXPECT_EQ(state().pair(), nullptr);
    show_two();
    ASSERT_NE(state().pair(), nullptr);
    EXPECT_EQ(kernel_id(state().pair()->left->experiment().text), "kogge-stone");
    EXPECT_EQ(kernel_id(state().pair()->right->experiment().text), "brent-kung");
    EXPECT_EQ(state().pair()->titles.left.front(), "Kogge–Stone");
    EXPECT_EQ(state().pair()->titles.right.front(), "Brent–Kung");
    EXPECT_FALSE(state().pair()->same_text);
    EXPECT_EQ(state().pair()->left_work.totals.adds, 49);
    EXPECT_EQ(state().pair()->right_work.totals.adds, 26);
}

TEST_F(BesideTest, MovesBothByTheLock) {
    show_two();
    apply(command::Jump{4});
    EXPECT_EQ(state().other_step(), 4);  // as many strides: up-sweep 8
    EXPECT_EQ(beside_sentence(state()), "step 5 of 6 beside step 5 of 9");
    apply(command::Set{setting::step_lock, StepLock::progress});
    EXPECT_EQ(state().other_step(), 6);  // 4/5 of the way
    apply(command::Last{});
    EXPECT_EQ(state().other_step(), state().pair()->right->step_count() - 1);
    apply(command::First{});
    EXPECT_EQ(state().other_step(), 0);
    // A click on the other run's step goes to the one that belongs to it.
    apply(command::JumpOther{6});
    EXPECT_EQ(state().playback.step(), 4);
    EXPECT_EQ(state().other_step(), 6);
}

TEST_F(BesideTest, ByProgressEveryStepOfBothIsShown) {
    // Six steps beside nine: three of the nine have to follow another one beside the same step.
    show_two();
    apply(command::Set{setting::step_lock, StepLock::progress});
    ASSERT_NE(state().pair(), nullptr);
    apply(command::First{});
    std::vector<std::pair<int, int>> seen{{state().playback.step(), state().other_step()}};
    for (int k = 0; k < 20; ++k) {
        apply(command::StepForward{});
        const std::pair now{state().playback.step(), state().other_step()};
        if (now != seen.back()) seen.push_back(now);
    }
    std::set<int> own, others;
    for (const auto& [a, b] : seen) {
        own.insert(a);
        others.insert(b);
    }
    EXPECT_EQ(static_cast<int>(own.size()), state().pair()->left->step_count());
    EXPECT_EQ(static_cast<int>(others.size()), state().pair()->right->step_count());
    EXPECT_TRUE(std::ranges::is_sorted(seen));
    // And back the same way.
    for (auto at = seen.rbegin() + 1; at != seen.rend(); ++at) {
        apply(command::StepBack{});
        EXPECT_EQ(std::pair(state().playback.step(), state().other_step()), *at);
    }
    // Playing shows them, too.
    apply(command::TogglePlay{});
    std::set<int> played{state().other_step()};
    for (int k = 0; k < 2000 && state().playback.playing(); ++k) {
        controller_.advance(0.05);
        played.insert(state().other_step());
    }
    EXPECT_EQ(played, others);
    apply(command::JumpOther{5});
    EXPECT_EQ(state().other_step(), 5);
}

TEST_F(BesideTest, HoldsTheShownRunWhereThereIsNoOther) {
    apply(command::ToggleBeside{});
    ASSERT_NE(state().pair(), nullptr);
    EXPECT_EQ(state().pair()->left, state().pair()->right);
    apply(command::SetExperiment{experiment_of("blelloch", 16, sixteen)});
    EXPECT_EQ(kernel_id(state().pair()->left->experiment().text), "blelloch");
    EXPECT_EQ(kernel_id(state().pair()->right->experiment().text), "kogge-stone");
    apply(command::ToggleBeside{});
    EXPECT_EQ(state().pair(), nullptr);
    EXPECT_EQ(beside_sentence(state()), "");
}

TEST_F(BesideTest, StandsBesideNoPaddingWhereNoRunIsHeld) {
    ScanRun padded = experiment_of("brent-kung", 64, "ones");
    padded.padding = Padding::every32;
    apply(command::SetExperiment{padded});
    apply(command::ToggleBeside{});
    ASSERT_NE(state().pair(), nullptr);
    EXPECT_EQ(state().pair()->right, state().runs.shown->unpadded);
    EXPECT_TRUE(state().pair()->same_text);
    apply(command::SwapSides{});
    ASSERT_NE(state().pair(), nullptr);
    EXPECT_EQ(state().pair()->right->experiment().text, padded.experiment().text);
    const Experiment plain = experiment_of_line("--pad none", padded);
    EXPECT_EQ(state().pair()->left->experiment().text, plain.text);
}

TEST_F(BesideTest, GivesNoHeldRunUpForWantOfPadding) {
    apply(command::HoldShown{});
    apply(command::Set{setting::against_held, false});
    apply(command::SetExperiment{experiment_of("blelloch", 16, sixteen)});
    apply(command::ToggleBeside{});
    ASSERT_NE(state().pair(), nullptr);
    EXPECT_EQ(kernel_id(state().pair()->left->experiment().text), "blelloch");
    EXPECT_EQ(kernel_id(state().pair()->right->experiment().text), "kogge-stone");
}

TEST_F(BesideTest, SwapsAFileWithTheRunOfItsExperiment) {
    const testing::TemporaryFolder folder;
    const auto path = folder / "swapped.npz";
    write_trace(*state().runs.shown->trace, path);
    apply(command::HoldFile{path});
    apply(command::ToggleBeside{});
    for (const bool file_left : {true, false, true}) {
        apply(command::SwapSides{});
        EXPECT_EQ(state().runs.shown->opened_from, file_left ? path.string() : "");
        EXPECT_EQ(state().comparison.held.opened_from, file_left ? "" : path.string());
        ASSERT_NE(state().pair(), nullptr);
        EXPECT_NE(state().pair()->left, state().pair()->right);
    }
}

// One picture that has both runs has one above the other.
TEST_F(BesideTest, SaysWhereTheTwoRunsStand) {
    apply(command::OpenFile{source_dir() + "/assets/times/brent_kung.npz"});
    apply(command::HoldFile{source_dir() + "/assets/times/brent_kung_padded.npz"});
    apply(command::ToggleBeside{});
    ASSERT_NE(state().pair(), nullptr);
    ASSERT_EQ(state().display.alone(), View::time);
    EXPECT_EQ(counted_of(state()), "above : below, in all");
    const ViewRequest request =
        request_of(state(), View::time, Side::own, Palette::light(), {1200, 800});
    EXPECT_EQ(state().other_step(), state().playback.step());
    EXPECT_EQ(std::get<TimeOptions>(request.options).other_step, state().other_step());
    apply(command::ToggleEnlarged{View::tree});
    EXPECT_EQ(counted_of(state()), "left : right, in all");
}

TEST_F(BesideTest, HasTheBarsOfBothRunsOnOneScale) {
    ScanRun padded = experiment_of("brent-kung", 256, "ones");
    padded.padding = Padding::every32;
    apply(command::ShowPair{experiment_of("brent-kung", 256, "ones"), padded});
    ASSERT_NE(state().pair(), nullptr);
    const auto bars = [&](View view, Side side) {
        return testing::strip_seen(
            make_scene(request_of(state(), view, side, Palette::light(), {900, 500})), "request");
    };
    apply(command::Jump{4});
    const auto own = bars(View::banks, Side::own), other = bars(View::banks, Side::other);
    EXPECT_GT(std::stoi(own.top), 2);
    EXPECT_EQ(other.top, own.top);
    EXPECT_NEAR(own.highest, 1, 0.01);
    EXPECT_NEAR(other.highest * std::stof(own.top), 1, 0.05) << "padded: no conflict";
}

TEST_F(BesideTest, SaysAllOnlyOfAllBlocks) {
    show_two();
    EXPECT_EQ(counted_of(state()), "left : right, in all");
    ScanRun many = experiment_of("kogge-stone", 16, "ones");
    many.n = 16 * 100;
    apply(command::SetExperiment{many});
    ASSERT_LT(state().pair()->left->blocks(), state().pair()->left->grid());
    EXPECT_EQ(counted_of(state()), "left : right, recorded");
}

TEST_F(BesideTest, GoesThroughTheWavefrontsOfBothTogether) {
    ScanRun padded = experiment_of("brent-kung", 64, "ones");
    padded.padding = Padding::every32;
    apply(command::ShowPair{padded, experiment_of("brent-kung", 64, "ones")});
    ASSERT_TRUE(state().pair()->same_text);
    apply(command::Jump{2});
    apply(command::MoveWave{1});
    const RequestChoice first = *state().display.look.request;
    const auto other = request_beside(state(), 2, first);
    ASSERT_TRUE(other);
    EXPECT_EQ(other->shared.wavefronts, 2);
    // Padded it takes one wavefront: it is done, and the other run goes on alone.
    const auto related_to = [&](const Trace& trace, const Selection& selection) {
        return related(trace, 0, 2, selection).threads.size();
    };
    EXPECT_EQ(related_to(*state().pair()->left, lit_of(state())), 16U);
    EXPECT_EQ(related_to(*state().pair()->right, lit_of_other(state())), 8U);
    EXPECT_TRUE(narration_words(state()).starts_with("Left: Wavefront 1 of 1 of the load"));
    apply(command::MoveWave{1});
    EXPECT_EQ(state().display.look.request, first);
    EXPECT_EQ(state().wave(), 2);
    EXPECT_FALSE(lit_of(state()).any());
    EXPECT_EQ(related_to(*state().pair()->right, lit_of_other(state())), 8U);
    const std::string words = narration_words(state());
    EXPECT_NE(words.find("is done after one wavefront. Right: Wavefront 2 of 2"), std::string::npos)
        << words;
    apply(command::MoveWave{1});
    EXPECT_NE(state().display.look.request, first) << "both are done";
    EXPECT_EQ(state().wave(), 1);
    apply(command::MoveWave{-1});
    EXPECT_EQ(state().display.look.request, first);
    EXPECT_EQ(state().wave(), 2);
    // Of another text it is another request: only the left one is walked through.
    show_two();
    apply(command::Jump{2});
    apply(command::MoveWave{1});
    EXPECT_FALSE(request_beside(state(), 2, *state().display.look.request));
    EXPECT_FALSE(narration_words(state()).starts_with("Left: "));
    EXPECT_FALSE(lit_of_other(state()).any());
}

TEST_F(BesideTest, LightsTheWorstConflictOfEachUnderTheSpotlight) {
    ScanRun padded = experiment_of("brent-kung", 64, "ones");
    padded.padding = Padding::every32;
    apply(command::ShowPair{experiment_of("brent-kung", 64, "ones"), padded});
    apply(command::Jump{2});
    EXPECT_FALSE(lit_of(state()).any());
    apply(command::ToggleSpotlight{});
    EXPECT_EQ(lit_of(state()), worst_conflict(*state().pair()->left, 0, 2));
    EXPECT_TRUE(lit_of(state()).any());
    EXPECT_FALSE(lit_of_other(state()).any()) << "padding has taken it away";
    apply(command::Select{{.word = 3}});
    EXPECT_EQ(lit_of(state()), (Selection{.word = 3}));
}

TEST_F(BesideTest, SwapsTheSidesAndUndoesThat) {
    show_two();
    apply(command::SwapSides{});
    EXPECT_EQ(kernel_id(state().pair()->left->experiment().text), "brent-kung");
    EXPECT_EQ(kernel_id(state().pair()->right->experiment().text), "kogge-stone");
    apply(command::SwapSides{});
    EXPECT_EQ(kernel_id(state().pair()->left->experiment().text), "kogge-stone");
    EXPECT_EQ(kernel_id(state().pair()->right->experiment().text), "brent-kung");
    apply(command::Undo{});
    EXPECT_EQ(kernel_id(state().experiment.text), "brent-kung");
}

TEST_F(BesideTest, ExportsBothAsTheCommandLineDoes) {
    show_two();
    apply(command::Jump{3});
    apply(command::Set{setting::step_lock, StepLock::progress});
    for (const View view : {View::tree, View::memory, View::heatmap, View::banks, View::work,
                            View::global, View::divergence}) {
        const ShownView shown = shown_view(state(), view);
        EXPECT_EQ(shown.compared, state().pair()->right);
        EXPECT_EQ(shown.request.look.lock, StepLock::progress);
        const Scene both = exported_scene(*shown.trace, shown.compared.get(), shown.request);
        const Scene one = exported_scene(
            *shown.trace, nullptr,
            {.look = {.view = shown.request.look.view, .step = shown.request.look.step}});
        EXPECT_GT(both.width, 1.5F * one.width) << name_of(view);
    }
    EXPECT_EQ(shown_view(state(), View::grid).compared, nullptr) << "neither has anything to show";
    apply(command::ToggleBeside{});
    EXPECT_EQ(shown_view(state(), View::tree).compared, nullptr);
    EXPECT_EQ(shown_view(state(), View::tree).request.look.lock, std::nullopt);
}

TEST_F(BesideTest, ExportsTheWavefrontThatBothShow) {
    ScanRun padded = experiment_of("brent-kung", 64, "ones");
    padded.padding = Padding::every32;
    apply(command::SetExperiment{padded});
    apply(command::ToggleBeside{});
    apply(command::Set{setting::look<&Look::view>, View::banks});
    apply(command::Jump{4});
    apply(command::MoveWave{1});
    apply(command::MoveWave{1});
    ASSERT_EQ(state().wave(), 2);
    const ShownView shown = shown_view(state(), View::banks);
    const Scene both = exported_scene(*shown.trace, shown.compared.get(), shown.request);
    const auto words = [](const Scene& scene) {
        std::multiset<std::string> all;
        for (const Layer& layer : scene.layers) {
            for (const Label& label : layer.labels) all.insert(label.text);
        }
        return all;
    };
    const auto exported = words(both);
    const BanksOptions options{
        .request = state().display.look.request, .wave = 2, .may_be_done = true};
    for (const auto& [trace, step] : {std::pair{shown.trace, state().playback.step()},
                                      std::pair{shown.compared, state().other_step()}}) {
        const auto one = words(banks_scene(*trace, {.step = step}, Palette::light(), {}, options));
        EXPECT_TRUE(std::ranges::includes(exported, one));
    }
    // It is framed in the other pictures; an animation of all steps has no one wavefront.
    EXPECT_EQ(shown_view(state(), View::memory).request.look.selection.wavefront, 2);
    EXPECT_FALSE(animation_of(shown, {}).request.look.selection.any());
}

TEST_F(BesideTest, IsLeftAloneByALockedWindow) {
    show_two();
    apply(command::Set{setting::locked, !state().presenter.locked});
    apply(command::SwapSides{});
    EXPECT_EQ(kernel_id(state().pair()->left->experiment().text), "kogge-stone");
    apply(command::ShowPair{experiment_of("blelloch", 16, sixteen),
                            experiment_of("brent-kung", 16, sixteen)});
    EXPECT_EQ(kernel_id(state().pair()->left->experiment().text), "kogge-stone");
    apply(command::Set{setting::step_lock, StepLock::phase});
    EXPECT_EQ(state().pair()->lock, StepLock::phase) << "the lock changes no experiment";
}

TEST_F(BesideTest, RemembersTheLock) {
    apply(command::Set{setting::step_lock, StepLock::wavefronts});
    const SavedState saved = decode_state(encode_state(controller_.saved()));
    EXPECT_EQ(saved.lock, StepLock::wavefronts);
    Controller next{experiment_of("kogge-stone", 16, sixteen), {}};
    next.restore(saved);
    EXPECT_EQ(next.state().comparison.beside.lock, StepLock::wavefronts);
}

TEST(Pairs, CanAllRunButForWhatTheySay) {
    for (const char* kernel : {"kogge-stone", "brent-kung", "sequential", "decoupled-lookback"}) {
        const std::vector<Pair> pairs = pairs_from(experiment_of(kernel, 16, "ones"), "no GPU");
        for (const Pair& pair : pairs) {
            const std::string why = why_impossible(pair.left) + why_impossible(pair.right);
            if (pair.kind == Pair::Kind::engines) {
                EXPECT_EQ(pair.impossible, "no GPU");
            } else {
                EXPECT_EQ(pair.impossible.empty(), why.empty()) << pair.id;
            }
            if (pair.kind == Pair::Kind::kernels) {
                EXPECT_EQ(pair.impossible, "") << kernel;
            }
            EXPECT_NE(pair.left, pair.right) << pair.id;
        }
        EXPECT_EQ(std::ranges::count(pairs, Pair::Kind::kernels, &Pair::kind), 1) << kernel;
        EXPECT_GT(std::ranges::count(pairs, Pair::Kind::knob, &Pair::kind), 5) << kernel;
    }
}

TEST(Pairs, OfATextAreAKnobsChoices) {
    Experiment now;
    now.text = TextSpec{.text =
                            "// knob: PAD 0 1    knob: N 32 … 64    knob: B 8 16 32\n"
                            "#define PAD 0\n#define N 32\n#define B 16\n"
                            "__global__ void k(float *p) { __shared__ float s[N + PAD]; "
                            "s[threadIdx.x] = p[B]; }\n"};
    std::vector<std::string> titles;
    for (const Pair& pair : pairs_from(now, "no GPU")) {
        if (pair.kind == Pair::Kind::engines) continue;
        EXPECT_EQ(pair.kind, Pair::Kind::knob);
        EXPECT_EQ(pair.left, now) << "what is shown stays as it is";
        EXPECT_EQ(pair.impossible, "");
        titles.push_back(pair.title);
    }
    EXPECT_EQ(titles, (std::vector<std::string>{"PAD 0 against PAD 1", "B 16 against B 8",
                                                "B 16 against B 32"}));
    // From another setting, the text's own is a choice, too, and is not set.
    now.text.defines = {{"PAD", "1"}};
    const Pair back = pairs_from(now, "no GPU").front();
    EXPECT_EQ(back.title, "PAD 1 against PAD 0");
    EXPECT_TRUE(back.right.text.defines.empty());
}

TEST_F(BesideTest, TwoTextsStandSideBySide) {
    const testing::TemporaryFolder folder;
    const auto write = [&](const char* name, const char* pad) {
        std::ofstream{folder / name} << "__global__ void column(const float *in, float *out) {\n"
                                        "    __shared__ float tile[32][32"
                                     << pad
                                     << "];\n"
                                        "    int t = threadIdx.x;\n"
                                        "    tile[t][0] = in[t];\n"
                                        "    __syncthreads();\n"
                                        "    out[t] = tile[31 - t][0];\n"
                                        "}\n";
        return folder / name;
    };
    const auto straight = write("straight.cu", ""), padded = write("padded.cu", " + 1");
    apply(command::OpenFile{straight});
    controller_.wait_until_recorded();
    apply(command::HoldFile{padded});
    apply(command::ToggleBeside{});
    controller_.wait_until_recorded();
    const ShownPair* pair = state().pair();
    ASSERT_NE(pair, nullptr);
    EXPECT_EQ(pair->left->experiment().text.path, straight.string());
    EXPECT_EQ(pair->right->experiment().text.path, padded.string());
    // A column of 32 words in one bank, against one in 32 banks: 2 requests of a warp.
    EXPECT_EQ(pair->left_work.totals.excess(), 2 * 31);
    EXPECT_EQ(pair->right_work.totals.excess(), 0);
    EXPECT_EQ(pair->locked.steps.size(), static_cast<std::size_t>(pair->left->step_count()));
    // What stands on the right is no change of the text that is edited.
    ASSERT_TRUE(state().document);
    EXPECT_EQ(state().document->path, straight.string());
    // Before a class both are pictures, which have the same size of type.
    EXPECT_TRUE(shows_editor(state()));
    apply(command::TogglePresentation{});
    EXPECT_FALSE(shows_editor(state()));
    apply(command::ToggleBeside{});
    EXPECT_TRUE(shows_editor(state()));
    EXPECT_EQ(state().comparison.held.trace, nullptr) << "who shows one run again compares no more";
    apply(command::HoldFile{padded});
    apply(command::ToggleBeside{});
    apply(command::TogglePresentation{});
    controller_.wait_until_recorded();
    apply(command::SwapSides{});
    controller_.wait_until_recorded();
    EXPECT_EQ(state().pair()->left->experiment().text.path, padded.string());
    EXPECT_EQ(state().pair()->right->experiment().text.path, straight.string());
}

TEST(Pairs, OfACorrectKernelAreItsBrokenVersions) {
    for (const LibraryText& text : library()) {
        if (text.correct.empty()) continue;
        const Experiment now = experiment_of_line("--kernel " + text.correct);
        const auto pairs = pairs_from(now, "");
        const std::string id = "broken." + kernel_id(spec_of(text));
        const auto found = std::ranges::find(pairs, id, &Pair::id);
        ASSERT_NE(found, pairs.end()) << id;
        EXPECT_EQ(own_text(found->left.text), &text) << id;
        EXPECT_EQ(own_text(found->right.text), find_text(text.correct)) << id;
        EXPECT_EQ(found->right.text.defines, correct_version(found->left.text)->spec.defines) << id;
        EXPECT_EQ(found->impossible, "") << id;
    }
}

TEST(Pairs, OfABrokenKernelAreItAndItsTwin) {
    for (const LibraryText& text : library()) {
        if (text.correct.empty()) continue;
        Experiment now;
        now.text = spec_of(text);
        int broken = 0;
        for (const Pair& pair : pairs_from(now, "")) {
            if (pair.kind != Pair::Kind::broken) continue;
            ++broken;
            EXPECT_EQ(pair.left, now) << text.id;
            EXPECT_EQ(own_text(pair.right.text), find_text(text.correct)) << text.id;
            EXPECT_EQ(pair.impossible, "") << text.id;
        }
        EXPECT_EQ(broken, 1) << text.id;
    }
}

}  // namespace beside_test
}  // namespace stridescope

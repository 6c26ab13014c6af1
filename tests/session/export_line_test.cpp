// "Copy as command line": what the copied line writes, run by a shell, is byte for byte what the
// window's own export writes, from whatever state.
#include "app/session/export_command.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

#include "app/session/controller.h"
#include "app/trace/trace_file.h"
#include "tests/support/left_out.h"
#include "tests/support/places.h"
#include "tests/support/recorded.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace export_line_test {

class CopyLine : public ::testing::Test {
  protected:
    CopyLine() { std::filesystem::create_directories(folder_); }

    int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

    /// Runs the line in the folder, by a shell that finds the program built here.
    void run(const std::string& line) {
        const std::string whole = fmt::format("cd '{}' && PATH='{}/app':\"$PATH\" && {}",
                                              folder_.string(), binary_dir(), line);
        ASSERT_EQ(std::system(whole.c_str()), 0) << line;  // NOLINT(concurrency-mt-unsafe)
    }

    void expect_same(const Controller& controller, View view, std::string_view ending,
                     const std::optional<SeenPanes>& seen = {}, std::optional<Page> page = {},
                     const AnimationChoice& animation = {}) {
        const std::string own = fmt::format("own.{}", ending),
                          copied = "copied it." + std::string{ending};
        const std::string line =
            export_line(controller.state(), view, copied, animation, seen, page);
        ShownView shown = shown_view(controller.state(), view, seen);
        shown.request.page = page;
        const FileWorker::Job job = export_job(shown, folder_ / own, animation);
        while (std::holds_alternative<double>(job())) {
        }
        run(line);
        EXPECT_EQ(testing::text_of_file(folder_ / copied), testing::text_of_file(folder_ / own))
            << line;
        EXPECT_GT(testing::text_of_file(folder_ / copied).size(), 10U) << line;
        std::filesystem::remove(folder_ / copied);
        ++compared_;
    }

    float between(float low, float high) {
        return std::uniform_real_distribution<float>{low, high}(random_);
    }

    /// What a pane may show after some pulling and zooming.
    PaneSight any_sight() {
        PaneSight sight{.width = std::floor(between(200, 900)),
                        .height = std::floor(between(100, 600)),
                        .scale = pick(2) == 0 ? 1 : between(0.8F, 2.2F)};
        if (pick(3) == 0)
            sight.room = {std::floor(between(200, 900)), std::floor(between(90, 600))};
        if (pick(3) > 0) {
            const float w = between(40, 700);
            const float h = pick(2) == 0 ? w * sight.height / sight.width : between(20, 400);
            sight.part = Box{between(-100, 200), between(-100, 200), w, h};
        }
        return sight;
    }

    /// Something that changes the state, as a key or a click would.
    Command anything(const AppState& state) {
        const Trace& trace = *state.trace();
        switch (pick(11)) {
            case 0: return command::Jump{pick(trace.step_count())};
            case 1: return command::Select{{.thread = pick(trace.threads())}};
            case 2: return command::Select{{.word = pick(trace.words()), .warp = 0}};
            case 3: return command::Select{{.bank = pick(32)}};
            case 4: {
                const View of[] = {View::banks, View::global, View::divergence};
                return command::MoveRequest{
                    pick(2) == 0 ? RequestMove::milder : RequestMove::next_warp, of[pick(3)]};
            }
            case 5: return command::MoveWave{1};
            case 6: return command::SelectBlock{pick(trace.blocks())};
            case 7:
                return command::Set{setting::look<&Look::axis>,
                                    pick(2) == 0 ? HeatmapAxis::bank : HeatmapAxis::warp};
            case 8: return command::Set{setting::compare, pick(2) == 0};
            case 9: return command::Select{};
            default: break;
        }
        switch (pick(5)) {
            case 0:
                return command::Set{setting::look<&Look::events>, static_cast<HeatEvents>(pick(3))};
            case 1:
                return command::Set{setting::look<&Look::measure>,
                                    static_cast<HeatMeasure>(pick(3))};
            case 2: return command::Set{setting::look<&Look::difference>, pick(2) == 0};
            case 3: return command::Set{setting::look<&Look::sorted_by>, pick(12) - 1};
            default: break;
        }
        return command::Set{setting::look<&Look::hide_later>, pick(2) == 0};
    }

    testing::TemporaryFolder above_;
    std::filesystem::path folder_ = above_ / "copied here";  ///< spaces are quoted
    std::mt19937 random_{7};
    int compared_ = 0;
};

TEST_F(CopyLine, WritesWhatTheWindowExportsFromAnyState) {
    ScanRun padded = testing::experiment_of("brent-kung", 64, "random:3");
    padded.n = 130;
    padded.padding = Padding::every32;
    ScanRun strange = testing::experiment_of("kogge-stone", 8, "values:1.5,-2,1e9,0.1,3,4,5,6");
    strange.type = ElementType::f32;
    for (const ScanRun& experiment : {padded, strange}) {
        Controller controller{experiment, {}};
        controller.wait_until_recorded();
        for (int round = 0; round < 3 * static_cast<int>(view_count); ++round) {
            for (int k = 0; k < 6; ++k) controller.apply(anything(controller.state()));
            if (testing::left_out(round)) continue;
            const auto view = static_cast<View>(round % static_cast<int>(view_count));
            expect_same(controller, view, round % 4 == 3 ? "csv" : "svg");
        }
    }
    EXPECT_GE(compared_, testing::rounds_of(6 * static_cast<int>(view_count)));
}

TEST_F(CopyLine, WritesThePartThatIsSeen) {
    ScanRun experiment = testing::experiment_of("brent-kung", 64, "random:3");
    Controller controller{experiment, {}};
    controller.wait_until_recorded();
    for (int round = 0; round < 12; ++round) {
        for (int k = 0; k < 3; ++k) controller.apply(anything(controller.state()));
        // A table is whole whatever is seen.
        const std::string_view ending = round == 5 ? "csv" : round == 6 ? "png" : "svg";
        expect_same(controller, static_cast<View>(round % static_cast<int>(view_count)), ending,
                    SeenPanes{.own = any_sight()});
    }
}

TEST_F(CopyLine, WritesWhatIsForASlideOrForPaper) {
    Controller controller{testing::experiment_of("brent-kung", 64, "random:3"), {}};
    controller.wait_until_recorded();
    for (const Page page : {Page::slide, Page::paper}) {
        for (const View view : {View::tree, View::heatmap, View::work}) {
            expect_same(controller, view, view == View::work ? "csv" : "svg", {}, page);
        }
    }
}

TEST_F(CopyLine, WritesWhatMoves) {
    Controller controller{testing::experiment_of("brent-kung", 16, testing::sixteen), {}};
    controller.wait_until_recorded();
    expect_same(controller, View::tree, "gif", {}, {}, {.range = {1, 2}});
    expect_same(controller, View::memory, "webp", {}, {}, {.range = {{}, 1}, .milliseconds = 350});
    expect_same(controller, View::heatmap, "gif", {}, {}, {.range = {5, {}}, .milliseconds = 90});
}

TEST_F(CopyLine, NamesTheElementWhoseConeIsShown) {
    Experiment product;
    product.text.path = source_dir() + "/kernels/matrix/matmul.cu";
    product.text.defines = {{"N", "8"}, {"TILE", "4"}};
    product.text.text = testing::text_of_file(product.text.path);
    Controller controller{product, {}};
    controller.wait_until_recorded();
    controller.apply(command::Set{setting::look<&Look::element>, "C[3][5]"});
    const auto line = export_line(controller.state(), View::tree, "a.svg");
    EXPECT_NE(line.find("--element 'C[3][5]'"), std::string::npos) << line;
    expect_same(controller, View::tree, "svg");
}

TEST_F(CopyLine, WritesThePartsOfTwoRunsThatAreSeen) {
    ScanRun experiment = testing::experiment_of("brent-kung", 64, "random:3");
    experiment.padding = Padding::every32;
    Controller controller{experiment, {}};
    controller.wait_until_recorded();
    controller.apply(command::ToggleBeside{});
    ASSERT_NE(controller.state().pair(), nullptr);
    controller.apply(command::Jump{4});
    for (const View view : {View::tree, View::heatmap, View::memory, View::source}) {
        expect_same(controller, view, "svg", SeenPanes{any_sight(), any_sight()});
    }
    expect_same(controller, View::banks, "svg", SeenPanes{any_sight(), {}});
}

TEST_F(CopyLine, TellsTheGridItsEventAndAHeldRun) {
    ScanRun experiment = testing::experiment_of("decoupled-lookback", 16, "iota");
    experiment.n = 64;
    Controller controller{experiment, {}};
    controller.wait_until_recorded();
    controller.apply(command::HoldShown{});
    experiment.kernel = "chained";
    controller.apply(command::SetExperiment{experiment});
    controller.wait_until_recorded();
    controller.apply(command::JumpInGrid{5});
    ASSERT_NE(shown_view(controller.state(), View::grid).compared, nullptr);
    expect_same(controller, View::grid, "svg");
    expect_same(controller, View::heatmap, "png");
}

TEST_F(CopyLine, ReadsATraceThatIsHeldFromAFile) {
    const auto path = folder_ / "of yesterday.npz";
    write_trace(*testing::recorded("brent-kung", 16, testing::sixteen), path);
    Controller controller{testing::experiment_of("kogge-stone", 16, testing::sixteen), {}};
    controller.wait_until_recorded();
    controller.apply(command::HoldFile{path});
    controller.apply(command::ToggleBeside{});
    controller.wait_until_recorded();
    controller.apply(command::Jump{3});
    EXPECT_EQ(export_line(controller.state(), View::tree, "a.svg").find("brent-kung"),
              std::string::npos)
        << "a recording of its experiment need not say the same";
    expect_same(controller, View::tree, "svg");
    expect_same(controller, View::memory, "csv");
}

TEST_F(CopyLine, DrawsNothingBesideARunAsTheWindowDoes) {
    Experiment none;
    none.text = {.path = (folder_ / "nothing.cu").string(),
                 .text = "__global__ void k(float *p) {}\n"};
    std::ofstream{none.text.path} << none.text.text;
    Controller controller{none, {}};
    controller.wait_until_recorded();
    expect_same(controller, View::tree, "svg");
    controller.apply(
        command::ShowPair{none, testing::experiment_of("brent-kung", 16, testing::sixteen)});
    controller.wait_until_recorded();
    ASSERT_NE(controller.state().pair(), nullptr);
    expect_same(controller, View::tree, "svg");
    controller.apply(command::SwapSides{});
    controller.wait_until_recorded();
    controller.apply(command::Jump{3});
    expect_same(controller, View::tree, "svg");
}

TEST_F(CopyLine, KeepsWhatIsChosenInTheOtherRunAlone) {
    Controller controller{testing::experiment_of("kogge-stone", 16, testing::sixteen), {}};
    controller.wait_until_recorded();
    controller.apply(command::ShowPair{testing::experiment_of("kogge-stone", 16, testing::sixteen),
                                       testing::experiment_of("kogge-stone", 64, "ones")});
    controller.wait_until_recorded();
    controller.apply(command::Select{{.thread = 40}});
    expect_same(controller, View::memory, "svg");
    const auto line = export_line(controller.state(), View::memory, "a.svg");
    EXPECT_NE(line.find("--select thread:40"), std::string::npos) << line;
    controller.apply(command::ToggleBeside{});
    EXPECT_FALSE(controller.state().display.look.selection.any()) << "it is in no picture any more";
}

TEST_F(CopyLine, ReadsATraceThatWasOpened) {
    const auto trace = testing::recorded("blelloch", 16, testing::sixteen);
    const auto path = folder_ / "it's mine.npz";
    write_trace(*trace, path);
    Controller controller{path, {}};
    controller.wait_until_recorded();
    controller.apply(command::Jump{4});
    expect_same(controller, View::tree, "pdf");
}

}  // namespace export_line_test
}  // namespace stridescope

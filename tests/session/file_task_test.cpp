// Files that are written elsewhere, as a page has its workers do it: by the real other end, called
// in a folder of its own.
#include "app/session/file_task.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "app/engine/engine.h"
#include "app/ladder/ladder.h"
#include "tests/support/other_end.h"
#include "tests/support/places.h"
#include "tests/support/scan_run.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/unusual_look.h"

namespace stridescope {
namespace file_task_test {

namespace fs = std::filesystem;
using testing::OtherEnd;
using testing::text_of_file;

/// What it says at its end.
std::string words_of(const FileWorker::Job& job) {
    for (;;) {
        const FileWorker::Piece piece = job();
        if (const auto* words = std::get_if<std::string>(&piece)) return *words;
    }
}

class FileTasks : public ::testing::Test {
  protected:
    FileTasks() {
        auto end = std::make_unique<OtherEnd>();
        end_ = end.get();
        set_workers(std::move(end));
        fs::create_directory(here_);
        fs::create_directory(there_);
    }
    ~FileTasks() override { set_workers(nullptr); }

    /// Both ways give the same files and say the same, but for where they are.
    void expect_same(const std::string& name, const decltype(FileTask::what)& what) {
        const std::string own = words_of(job_here({here_ / name, what}));
        const std::string other = words_of(job_of({there_ / name, what}));
        EXPECT_EQ(std::string{own}.erase(own.find(here_.string()), here_.string().size() + 1),
                  other);
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(here_)) {
            names.push_back(entry.path().filename());
            EXPECT_GT(fs::file_size(entry.path()), 0U);
            EXPECT_EQ(text_of_file(entry.path()), text_of_file(there_ / names.back()))
                << names.back();
        }
        EXPECT_FALSE(names.empty()) << name;
        for (const std::string& each : names) {
            fs::remove(here_ / each);
            fs::remove(there_ / each);
        }
        EXPECT_TRUE(fs::is_empty(there_));
        ++compared_;
    }

    OtherEnd* end_;
    testing::TemporaryFolder folder_;
    fs::path here_ = folder_ / "here", there_ = folder_ / "there";
    int compared_ = 0;
    std::shared_ptr<const Trace> trace_ = record(
        ScanRun{.kernel = "brent-kung", .block = 32, .n = 100, .input = {}, .first_blocks = {}});
    std::shared_ptr<const Trace> padded_ = record(ScanRun{.kernel = "brent-kung",
                                                          .block = 32,
                                                          .n = 100,
                                                          .padding = Padding::every32,
                                                          .input = {},
                                                          .first_blocks = {}});
};

TEST_F(FileTasks, GiveTheSameFilesAsHere) {
    const auto view = [&](const std::string& name, ExportRequest request,
                          const std::shared_ptr<const Trace>& compared = nullptr,
                          AnimationChoice animation = {}) {
        expect_same(name, ViewToExport{{trace_, compared, std::move(request), {}}, animation});
    };
    view("all.png", {.look = {.view = View::tree}});
    view("step.svg", {.look = {.view = View::tree, .step = 2, .block = 1, .hide_later = true}});
    view("chosen.pdf",
         {.look = {.view = View::memory, .step = 3, .selection = {.thread = 7, .bank = 3}}});
    view("dark.png", {.look = {.view = View::banks,
                               .step = 3,
                               .request = RequestChoice{.site = 2, .warp = 0},
                               .wave = 1},
                      .dark = true,
                      .scale = 1.5});
    view("axis.csv", {.look = {.view = View::heatmap,
                               .axis = HeatmapAxis::warp,
                               .events = HeatEvents::loads,
                               .measure = HeatMeasure::total}});
    view("sorted.json", {.look = {.view = View::work, .sorted_by = 2}});
    view("wide.png", {.look = {.view = View::work}, .width = {.value = 700}});
    view("paper.pdf", {.look = {.view = View::tree}, .page = Page::paper});
    view("warp.svg", {.look = {.view = View::divergence, .step = 1, .warp = 0}});
    view("words.svg", {.look = {.view = View::global,
                                .step = 0,
                                .global_request = RequestChoice{.site = 0, .warp = 0}}});
    view("pane.png", {.look = {.view = View::tree},
                      .seen = SeenPanes{.own = {.width = 400,
                                                .height = 300,
                                                .scale = 1.5F,
                                                .room = {.width = 300, .height = 200},
                                                .part = Box{10, 20, 100, 80}}}});
    view("both.svg", {.look = {.view = View::tree, .lock = StepLock::progress}}, padded_);
    view("less.png", {.look = {.view = View::heatmap, .difference = true}}, padded_);
    view("moving.gif", {.look = {.view = View::banks}}, nullptr, {{1, 3}, 200});
    view("series-%02d.png", {.look = {.view = View::memory}}, padded_, {{0, 2}, 1000});
    expect_same("own.npz", TraceToSave{padded_});
    const auto ladder =
        std::make_shared<const Ladder>(read_ladder(source_dir() + "/assets/ladder/h200.json"));
    for (const char* ending : {"png", "csv", "json"}) {
        expect_same(fmt::format("ladder.{}", ending),
                    LadderToExport{ladder, {.n = ladder->results.front().n, .rung = 1}});
    }
    EXPECT_EQ(end_->begun, compared_);
    EXPECT_EQ(static_cast<int>(end_->dropped.size()), compared_);
    EXPECT_GT(end_->told, 0) << "of an animation it is told how far it is";
}

TEST_F(FileTasks, OfEventsBetweenBlocksAndOfAnElementToo) {
    trace_ = record(experiment_of_line("--kernel chained --block 32 --n 100"));
    expect_same("event.svg",
                ViewToExport{{trace_, nullptr, {.look = {.view = View::grid, .event = 3}}, {}}});
    trace_ = record(experiment_of_line("matmul_tiled.cu -D N=8 -D TILE=8"));
    expect_same(
        "element.svg",
        ViewToExport{{trace_, nullptr, {.look = {.view = View::tree, .element = "C[1][2]"}}, {}}});
}

TEST_F(FileTasks, SayWhatIsWrongAsHere) {
    const FileTask task{
        there_ / "none.png",
        ViewToExport{{trace_, nullptr, {.look = {.view = View::tree, .step = 99}}, {}}}};
    std::string own, other;
    try {
        words_of(job_here(task));
    } catch (const UsageError& error) {
        own = error.what();
    }
    try {
        words_of(job_of(task));
    } catch (const UsageError& error) {
        other = error.what();
    }
    EXPECT_TRUE(own.starts_with("There is no step 99")) << own;
    EXPECT_EQ(own, other);
    EXPECT_TRUE(fs::is_empty(there_));
    EXPECT_EQ(end_->dropped, std::vector{1});
}

TEST_F(FileTasks, ThatAreStoppedAreDroppedAndLeaveNothing) {
    {
        const FileWorker::Job job = job_of({there_ / "a.npz", TraceToSave{trace_}});
        while (!std::holds_alternative<FileWorker::Waiting>(job())) {
        }
        const FileWorker::Piece piece = job();
        EXPECT_EQ(std::get<FileWorker::Waiting>(piece).share, 0.5);
        EXPECT_TRUE(end_->dropped.empty());
    }
    EXPECT_EQ(end_->dropped, std::vector{1});
    EXPECT_TRUE(fs::is_empty(there_));
}

TEST_F(FileTasks, ReplaceAFileOrLeaveItAsItWas) {
    const fs::path file = there_ / "a.csv";
    std::ofstream{file} << "old";
    const ExportRequest wrong{.look = {.view = View::memory, .block = 77}};
    EXPECT_THROW(words_of(job_of({file, ViewToExport{{trace_, nullptr, wrong, {}}}})), UsageError);
    EXPECT_EQ(text_of_file(file), "old");
    words_of(job_of({file, ViewToExport{{trace_, nullptr, {.look = {.view = View::memory}}, {}}}}));
    EXPECT_NE(text_of_file(file), "old");
}

TEST_F(FileTasks, BringEachFieldOfALookAlong) {
    const ExportRequest request{.look = testing::unusual_look(), .dark = true, .scale = 1.5};
    FileTaskWriting writing{{there_ / "a.svg", ViewToExport{{trace_, nullptr, request, {}}}}};
    while (writing.go_on()) {
    }
    const FileTask back = decode_file_task(writing.bytes());
    const ExportRequest& there = std::get<ViewToExport>(back.what).shown.request;
    EXPECT_EQ(there.look, request.look);
    EXPECT_EQ(std::pair(there.dark, there.scale), std::pair(true, 1.5));
}

TEST_F(FileTasks, ArePiecesOfTheirTraces) {
    FileTaskWriting writing{{there_ / "a.npz", TraceToSave{trace_}}};
    int pieces = 1;
    while (writing.go_on()) ++pieces;
    EXPECT_GT(pieces, 10);
    const std::vector<std::byte> bytes = writing.bytes();
    const FileTask back = decode_file_task(bytes);
    EXPECT_EQ(back.path, there_ / "a.npz");
    EXPECT_EQ(encode_trace(*std::get<TraceToSave>(back.what).trace), encode_trace(*trace_));
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{7}, bytes.size() / 2, bytes.size() - 1})
        EXPECT_THROW((void)decode_file_task(std::span{bytes}.first(size)), RunError) << size;
}

TEST(WrittenFiles, ComeBackAsTheyWere) {
    const WrittenFiles written{"Wrote a.", {{"a", {std::byte{1}, std::byte{2}}}, {"empty", {}}}};
    const std::vector<std::byte> bytes = encode_written(written);
    EXPECT_EQ(decode_written(bytes), written);
    EXPECT_THROW((void)decode_written(std::span{bytes}.first(bytes.size() - 1)), RunError);
}

}  // namespace file_task_test
}  // namespace stridescope

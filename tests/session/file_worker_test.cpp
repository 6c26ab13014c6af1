#include "app/session/file_worker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "app/engine/engine.h"
#include "app/session/export_command.h"
#include "tests/support/scan_run.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace file_worker_test {

using Piece = FileWorker::Piece;

/// What comes of it all, once nothing is left to do.
std::vector<FileWorker::Outcome> all_of(FileWorker& files) {
    while (files.busy()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return files.take();
}

TEST(FileWorker, DoesAJobPieceByPieceAndThenTheNext) {
    FileWorker files{{}};
    std::string order;
    files.ask("one", "one.png", [&order, done = 0]() mutable -> Piece {
        order += 'a';
        if (++done < 3) return done / 3.0;
        return "Wrote one.";
    });
    files.ask("two", {}, [&order]() -> Piece {
        order += 'b';
        throw std::runtime_error("No room.");
    });
    const auto outcomes = all_of(files);
    EXPECT_EQ(order, "aaab");
    ASSERT_EQ(outcomes.size(), 2U);
    EXPECT_TRUE(outcomes[0].fine);
    EXPECT_EQ(outcomes[0].text, "Wrote one.");
    EXPECT_EQ(outcomes[0].path, "one.png");
    EXPECT_FALSE(outcomes[1].fine);
    EXPECT_EQ(outcomes[1].text, "No room.");
}

TEST(FileWorker, StopsBetweenTwoPiecesAndLetsGoOfWhatTheJobHeld) {
    FileWorker files{{}};
    auto held = std::make_shared<int>(0);
    const std::weak_ptr<int> left = held;
    files.ask("for ever", "never.gif", [held = std::move(held)]() -> Piece { return 0.25; });
    while (files.doing().second == 0) std::this_thread::yield();
    EXPECT_EQ(files.doing().first, "for ever");
    files.cancel();
    const auto outcomes = all_of(files);
    ASSERT_EQ(outcomes.size(), 1U);
    EXPECT_EQ(outcomes[0].text, "");
    EXPECT_EQ(outcomes[0].path, "");
    EXPECT_TRUE(left.expired());
    EXPECT_EQ(files.doing().first, "");
}

TEST(ExportJob, OfAnAnimationIsAPieceForEachFrameAndLeavesNothingBehindWhenStopped) {
    const testing::TemporaryFolder folder;
    const ScanRun run{
        .kernel = "kogge-stone", .block = 8, .n = {}, .input = {}, .first_blocks = {}};
    const ShownView shown{record(run), nullptr, {.look = {.view = View::tree}}};
    const int steps = shown.trace->step_count();
    for (const char* name : {"tree.gif", "tree%d.svg"}) {
        const std::vector<std::string> before = folder.files();
        int pieces = 0;
        {
            const FileWorker::Job job = export_job(shown, folder / name);
            double share = 0;
            // A piece for each step that is measured, and for each picture that is drawn.
            for (; share < 1; ++pieces) {
                ASSERT_LT(pieces, 30 * steps) << name;
                const Piece piece = job();
                ASSERT_TRUE(std::holds_alternative<double>(piece)) << name << ' ' << pieces;
                EXPECT_GT(std::get<double>(piece), share);
                share = std::get<double>(piece);
            }
            EXPECT_GE(pieces, 2 * steps);
        }
        EXPECT_EQ(folder.files(), before) << name;
        const FileWorker::Job job = export_job(shown, folder / name);
        Piece piece = job();
        while (std::holds_alternative<double>(piece)) piece = job();
        EXPECT_TRUE(std::get<std::string>(piece).starts_with("Wrote ")) << name;
    }
    const std::vector<std::string> files = folder.files();
    EXPECT_EQ(std::ssize(files), steps + 1);
    EXPECT_EQ(std::ranges::count(files, "tree.gif"), 1);
    EXPECT_EQ(std::ranges::count(files, "tree0.svg"), 1);
}

}  // namespace file_worker_test
}  // namespace stridescope

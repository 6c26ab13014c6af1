// Numbers of a page that stand in a saved ladder.
#include "app/lesson/lesson.h"

#include <gtest/gtest.h>

#include <fstream>

#include "app/io/errors.h"
#include "app/ladder/ladder.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace measured_test {

Ladder small() {
    Ladder ladder;
    ladder.gpu = "a GPU";
    ladder.rates = {
        .launch_ms = 0.005, .hand_over_ms = 0.00106, .barrier_ms = 6.8e-5, .wavefront_ms = 4e-9};
    ladder.rungs = {{.id = "copy", .name = "Copy", .kind = RungKind::roof},
                    {.id = "chain", .name = "Chain", .text = "chained"}};
    ladder.results = {{.rung = 0, .n = 1000, .ms = {3, 1, 2}, .launches = 1},
                      {.rung = 1, .n = 1000, .ms = {0.0125}, .blocks = 9766, .launches = 1},
                      {.rung = 1, .n = 2000, .left_out = "It is too large."}};
    return ladder;
}

TEST(Measured, IsTheFilesNumberRoundedAsItIsWritten) {
    const testing::TemporaryFolder folder;
    std::filesystem::create_directories(folder / "lessons");
    std::filesystem::create_directories(folder / "ladder");
    std::ofstream{folder / "lessons" / "own.json"} << ladder_json(small());
    std::ofstream{folder / "ladder" / "ours.json"} << ladder_json(small());
    const auto wrong = [&](const std::string& value) {
        return why_wrong(parse_measured(value), folder / "lessons");
    };
    for (const char* right :
         {"own.json copy 1000 ms = 2", "own.json copy 1000 ms = 2.00",
          "own.json copy 1000 us = 2000", "ours.json copy 1000 ms = 2",
          "own.json chain 1000 blocks = 9766", "own.json chain 1000 us = 12.5",
          "own.json chain 1000 us-per-block = 0.00128", "own.json hand-over us = 1.06",
          "own.json hand-over us = 1.1", "own.json launch ns = 5000", "own.json barrier ns = 68",
          "own.json wavefronts per-ns = 250"}) {
        EXPECT_EQ(wrong(right), "") << right;
    }
    EXPECT_EQ(wrong("own.json copy 1000 ms = 2.1"), "copy 1000 ms is 2.0 in own.json, not 2.1");
    EXPECT_EQ(wrong("own.json hand-over us = 1"), "");
    EXPECT_EQ(wrong("own.json hand-over us = 2"), "hand-over us is 1 in own.json, not 2");
    EXPECT_EQ(wrong("none.json copy 1000 ms = 2"), "there is no ladder none.json");
    EXPECT_EQ(wrong("own.json copy 2000 ms = 2"), "the ladder has no copy at 2000 in ms");
    EXPECT_EQ(wrong("own.json chain 2000 ms = 2"), "the ladder has no chain at 2000 in ms");
    EXPECT_EQ(wrong("own.json copy 1000 us-per-block = 2"),
              "the ladder has no copy at 1000 in us-per-block");
    EXPECT_EQ(wrong("own.json copy 1000 s = 2"), "the ladder has no copy at 1000 in s");
    EXPECT_EQ(wrong("own.json wait us = 2"), "the ladder has no wait in us");
}

TEST(Measured, OfAnotherFormIsRefused) {
    for (const char* value :
         {"own.json copy 1000 ms", "own.json = 2", "own.json copy 1000 ms = two",
          "own.json copy 1000 ms = 1,000", "= 2", "own.json a b c d = 2"}) {
        EXPECT_THROW((void)parse_measured(value), UsageError) << value;
    }
}

}  // namespace measured_test
}  // namespace stridescope

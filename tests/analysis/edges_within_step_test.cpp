// Values that a step reads after writing them itself: edges that stay in their row.
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include "app/analysis/dataflow.h"
#include "app/export/tables.h"
#include "app/scene/scene.h"
#include "app/scene/tree/tree_view.h"
#include "app/trace/trace.h"
#include "tests/support/hand_made.h"

namespace stridescope {
namespace edges_within_step_test {

using testing::HandMade;
constexpr int idle = Trace::idle;

/// thread, from_step, from_word, to_word, kept.
using Told = std::tuple<int, int, int, int, bool>;

std::vector<Told> told(const Trace& trace, int step) {
    std::vector<Told> all;
    for (const Edge& e : edges_of_step(trace, 0, step)) {
        all.emplace_back(e.thread, e.from_step, e.from_word, e.to_word, e.kept);
    }
    return all;
}

/// Two threads load four elements each and rake them: X[b + i] += X[b + i - 1], one after the
/// other in one step. Then thread 1 adds the first half's sum to the end of its own.
Trace raking() {
    HandMade made{2, 8};
    made.step("load", 0);
    for (int i = 0; i < 4; ++i) made.store({i, 4 + i}, TraceRow::none, i);
    made.values({2, 1, 5, 8, 9, 0, 4, 6});
    made.barrier();
    made.step("rake", 1);
    for (int i = 1; i < 4; ++i) {
        const int left = made.load({i, 4 + i}, i);
        const int right = made.load({i - 1, 3 + i}, i);
        const int sum = made.op({0, 0}, left, right, i);
        made.store({i, 4 + i}, sum, i);
    }
    made.values({2, 3, 8, 16, 9, 9, 13, 19});
    made.barrier();
    made.step("spread", 4);
    const int left = made.load({idle, 7});
    const int right = made.load({idle, 3});
    made.store({idle, 7}, made.op({idle, 0}, left, right));
    made.values({2, 3, 8, 16, 9, 9, 13, 35});
    return made.trace();
}

TEST(EdgesWithinAStep, ComeFromWhatTheThreadItselfWrote) {
    const Trace trace = raking();
    EXPECT_EQ(told(trace, 1), (std::vector<Told>{{0, 0, 1, 1, true},
                                                 {0, 0, 0, 1, true},
                                                 {1, 0, 5, 5, true},
                                                 {1, 0, 4, 5, true},
                                                 {0, 0, 2, 2, true},
                                                 {0, 1, 1, 2, true},
                                                 {1, 0, 6, 6, true},
                                                 {1, 1, 5, 6, true},
                                                 {0, 0, 3, 3, true},
                                                 {0, 1, 2, 3, true},
                                                 {1, 0, 7, 7, true},
                                                 {1, 1, 6, 7, true}}));
    EXPECT_EQ(told(trace, 2), (std::vector<Told>{{1, 1, 7, 7, true}, {1, 1, 3, 7, true}}));
    EXPECT_EQ(words_read_from_before(trace, 0, 1),
              (std::vector<std::uint8_t>{1, 1, 1, 1, 1, 1, 1, 1}));
    EXPECT_EQ(words_read_from_before(trace, 0, 2),
              (std::vector<std::uint8_t>{0, 0, 0, 1, 0, 0, 0, 1}));
}

TEST(EdgesWithinAStep, CrossThreadsOverABarrier) {
    HandMade made{2, 2};
    made.step("load", 0);
    made.store({0, 1}, TraceRow::none);
    made.values({3, 4});
    made.barrier();
    made.step("swap", 1);
    const int mine = made.load({0, 1});
    made.store({0, idle}, made.op({0, idle}, mine, mine));
    made.barrier();
    const int its = made.load({idle, 0});
    made.store({idle, 1}, its);
    made.values({6, 6});
    const Trace trace = made.trace();
    EXPECT_EQ(told(trace, 1), (std::vector<Told>{{0, 0, 0, 0, true}, {1, 1, 0, 1, true}}));
}

TEST(EdgesWithinAStep, SayWhenTheValueWasWrittenOver) {
    HandMade made{2, 2};
    made.step("load", 0);
    made.store({0, 1}, made.global(Event::global_load, ArrayId{0}, {0, 1}));
    made.values({3, 4});
    made.barrier();
    made.step("twice", 1);
    // Thread 0 doubles X[0], copies it to X[1], and doubles it again.
    for (int i = 0; i < 2; ++i) {
        const int value = made.load({0, idle}, 3 * i);
        made.store({0, idle}, made.op({0, idle}, value, value, 3 * i), 3 * i);
        if (i > 0) break;
        const int copy = made.load({0, idle}, 1);
        made.store({1, idle}, copy, 1);
    }
    made.values({12, 6});
    const Trace trace = made.trace();
    EXPECT_EQ(told(trace, 1),
              (std::vector<Told>{{0, 0, 0, 0, true}, {0, 1, 0, 1, false}, {0, 1, 0, 0, false}}));
    // Neither the table nor the tip makes a number up: 6 stood there, and no snapshot says so.
    EXPECT_NE(to_csv(tree_table(trace, 0)).find("\n1,twice,1,0,1,0,0,,1,1,6,0,,,,\n"),
              std::string::npos)
        << to_csv(tree_table(trace, 0));
    const Scene scene = tree_scene(trace, {.step = 1}, Palette::light());
    EXPECT_EQ(scene.fields[0].at(1, 2)->tip,
              "X[1] = 6 after twice 1\nmade of A[0], some of it more than once\n"
              "thread 0: copy of X[0]");
}

/// For every way to lay it out.
class TreeOfRaking : public ::testing::TestWithParam<Room> {};

TEST_P(TreeOfRaking, DrawsThemInTheirOwnRow) {
    const Trace trace = raking();
    const Scene scene = tree_scene(trace, {.step = 1}, Palette::light(), GetParam());
    const auto node = [&](int column, int row) { return scene.fields[0].at(column, row)->box; };
    const auto middle = [&](const Box& box) { return box.y + box.h / 2; };
    int across = 0, down = 0;
    for (const Layer& layer : scene.layers) {
        for (const Line& line : layer.lines) {
            if (!line.animated) continue;
            EXPECT_TRUE(line.arrow);
            if (line.from.y != line.to.y) {
                EXPECT_LE(line.from.y, node(0, 1).y + node(0, 1).h + 0.01F);
                ++down;
                continue;
            }
            // From the right edge of a node to the left edge of its neighbour.
            ++across;
            EXPECT_NEAR(line.from.y, middle(node(1, 2)), 0.01F);
            const bool found = std::ranges::any_of(std::vector{1, 2, 5, 6}, [&](int column) {
                const Box left = node(column, 2), right = node(column + 1, 2);
                return std::abs(line.from.x - left.x - left.w) < 0.01F &&
                       std::abs(line.to.x - right.x) < 0.01F;
            });
            EXPECT_TRUE(found) << line.from.x << " to " << line.to.x;
        }
    }
    EXPECT_EQ(across, 4);
    EXPECT_EQ(down, 8);
}

INSTANTIATE_TEST_SUITE_P(Rooms, TreeOfRaking,
                         ::testing::Values(Room{}, Room{420, 200}, Room{900, 500}));

}  // namespace edges_within_step_test
}  // namespace stridescope

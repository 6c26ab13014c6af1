// The flow of values through texts: what is drawn is what the recorded edges say.
#include "app/analysis/flow.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "tests/support/recorded.h"
#include "tests/support/recorded_card.h"

namespace stridescope {
namespace {

using testing::recorded;
using testing::recorded_kernel;
using testing::recorded_text;

/// From which column of which row of nodes (0: the input's), or from nowhere, to which column.
using Arrow = std::tuple<int, std::int64_t, std::int64_t>;
using Arrows = std::set<Arrow>;

/// A level of the tree each; what goes to the output behind them.
/// By the recorded edges; of two buffers both words are the element's.
std::vector<Arrows> arrows_of_edges(const Trace& trace, int section) {
    std::vector<Arrows> levels;
    Arrows output;
    const auto from = [&](const Edge& edge) {
        return edge.from_address >= 0
                   ? std::pair{0, edge.from_address}
                   : std::pair{edge.from_step + 1,
                               static_cast<std::int64_t>(edge.from_word % section)};
    };
    for (int step = 0; step < trace.step_count(); ++step) {
        levels.emplace_back();
        for (const Edge& edge : edges_of_step(trace, 0, step)) {
            const auto [row, column] = from(edge);
            levels.back().insert({row, column, edge.to_word % section});
        }
        for (const Edge& edge : output_edges_of_step(trace, 0, step)) {
            const auto [row, column] = from(edge);
            output.insert({row, column, edge.to_address});
        }
    }
    levels.push_back(std::move(output));
    return levels;
}

std::vector<Arrows> arrows_of_text(const Flow& flow) {
    std::vector<Arrows> levels;
    Arrows output;
    const auto column = [&](int place) {
        return static_cast<std::int64_t>(flow.column_of[static_cast<std::size_t>(place)]);
    };
    const auto from = [&](const Edge& edge) {
        return edge.from_address >= 0 ? std::pair{0, edge.from_address - flow.input.first}
                                      : std::pair{edge.from_step + 1, column(edge.from_word)};
    };
    for (const auto& edges : flow.edges) {
        levels.emplace_back();
        for (const Edge& edge : edges) {
            const auto [row, at] = from(edge);
            levels.back().insert({row, at, column(edge.to_word)});
        }
    }
    for (const Edge& edge : flow.output_edges) {
        const auto [row, at] = from(edge);
        output.insert({row, at, edge.to_address - flow.output.first});
    }
    levels.push_back(std::move(output));
    return levels;
}

std::string text_of(const Arrows& arrows) {
    std::string text;
    for (const auto& [row, from, to] : arrows) {
        text += std::to_string(row) + ":" + std::to_string(from) + ">" + std::to_string(to) + " ";
    }
    return text;
}

/// Without levels into which nothing goes.
std::vector<std::string> drawn(const std::vector<Arrows>& levels) {
    std::vector<int> rows{0};  // [row]: which one it is of those that are drawn
    for (const Arrows& level : levels) rows.push_back(rows.back() + (level.empty() ? 0 : 1));
    std::vector<std::string> texts;
    for (const Arrows& level : levels) {
        Arrows moved;
        for (const auto& [row, from, to] : level)
            moved.insert({rows[static_cast<std::size_t>(row)], from, to});
        if (!moved.empty()) texts.push_back(text_of(moved));
    }
    return texts;
}

/// Whatever the level.
std::set<std::tuple<bool, std::int64_t, std::int64_t>> together(const std::vector<Arrows>& levels) {
    std::set<std::tuple<bool, std::int64_t, std::int64_t>> all;
    for (const Arrows& level : levels) {
        for (const auto& [row, from, to] : level) all.insert({row == 0, from, to});
    }
    return all;
}

struct Shape {
    int block = 0, coarsen = 0, n = 0;
};

class FlowOf : public ::testing::TestWithParam<const char*> {};

TEST_P(FlowOf, AScanIsThatOfItsRecordedEdges) {
    const std::string name = GetParam();
    std::string file = name;
    std::ranges::replace(file, '-', '_');
    for (const Shape& shape :
         {Shape{16, 1, 16}, Shape{32, 1, 31}, Shape{16, 2, 32}, Shape{64, 1, 64}}) {
        if (shape.coarsen > 1 && name == "sequential") continue;
        std::vector<Setting> knobs{{"N", std::to_string(shape.n)}};
        const bool one_thread = name == "sequential";
        knobs.push_back({one_thread ? "SECTION" : "BLOCK", std::to_string(shape.block)});
        if (!one_thread) knobs.push_back({"COARSEN", std::to_string(shape.coarsen)});
        const auto text = recorded_kernel("scan/" + file + ".cu", knobs);
        const Flow flow = flow_of(*text, 0);
        ASSERT_EQ(flow.why_not, "") << name;
        const auto got = arrows_of_text(flow), want = arrows_of_edges(*text, shape.block * shape.coarsen);
        // One thread alone has no barriers: a text's steps are the rounds of its loops.
        if (one_thread) {
            EXPECT_EQ(together(got), together(want));
        } else {
            EXPECT_EQ(drawn(got), drawn(want)) << name << shape.block << " " << shape.coarsen;
        }
    }
}

TEST(Flow, SaysWhyThereIsNone) {
    const struct {
        const char* text;
        const char* why;
    } cases[] = {
        {"scan/naive.cu", "nothing is kept in shared memory"},
        {"scan/kogge_stone_global.cu", "nothing is kept in shared memory"},
        {"matrix/matmul.cu", "nothing is kept in shared memory"},
        {"matrix/matmul_tiled.cu", "no array of one dimension is combined with itself"},
        {"matrix/transpose_tiled.cu", "no array of one dimension is combined with itself"}};
    for (const auto& c : cases) {
        EXPECT_EQ(flow_of(*recorded_kernel(c.text, {{"N", "32"}}), 0).why_not, c.why) << c.text;
    }
}

TEST(Flow, OfShufflesGoesFromRegisterToRegister) {
    const auto trace = recorded_kernel("reduce/reduce_shuffle.cu", {{"N", "64"}, {"BLOCK", "64"}});
    const Flow flow = flow_of(*trace, 0);
    ASSERT_EQ(flow.why_not, "");
    EXPECT_TRUE(flow.of_registers());
    EXPECT_EQ(flow.columns, 64);
    // Five rounds in each warp, and five more in the first one.
    ASSERT_EQ(flow.levels.size(), 10U);
    for (int round = 1; round < 5; ++round) {
        std::set<std::pair<int, int>> got, want;
        for (const Edge& edge : flow.edges[static_cast<std::size_t>(round)]) {
            got.insert({flow.column_of[static_cast<std::size_t>(edge.from_word)],
                        flow.column_of[static_cast<std::size_t>(edge.to_word)]});
        }
        const int offset = 16 >> round;
        for (int thread = 0; thread < 64; ++thread) {
            want.insert({thread, thread});
            // Beyond the warp a lane gets its own value back.
            if (thread % 32 + offset < 32) want.insert({thread + offset, thread});
        }
        EXPECT_EQ(got, want) << round;
    }
}

INSTANTIATE_TEST_SUITE_P(Scans, FlowOf,
                         ::testing::Values("kogge-stone", "kogge-stone-double", "brent-kung",
                                           "blelloch", "sklansky", "sequential", "raking"),
                         [](const auto& info) {
                             std::string name = info.param;
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

}  // namespace
}  // namespace stridescope

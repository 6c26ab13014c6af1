// The flow of values through texts: what is drawn is what the recorded edges say.
#include "app/analysis/flow.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "tests/support/recorded.h"
#include "tests/support/recorded_card.h"

namespace stridescope {
namespace flow_test {

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
        if (!one_thread && name != "naive")
            knobs.push_back({"COARSEN", std::to_string(shape.coarsen)});
        const auto text = recorded_kernel("scan/" + file + ".cu", knobs);
        const Flow flow = flow_of(*text, 0);
        ASSERT_EQ(flow.why_not, "") << name;
        const auto got = arrows_of_text(flow),
                   want = arrows_of_edges(*text, shape.block * shape.coarsen);
        // One thread alone has no barriers: a text's steps are the rounds of its loops.
        if (one_thread) {
            EXPECT_EQ(together(got), together(want));
        } else {
            EXPECT_EQ(drawn(got), drawn(want)) << name << shape.block << " " << shape.coarsen;
        }
    }
}

TEST(Flow, HasAColumnForEachOfThousandsOfElements) {
    const Flow flow =
        flow_of(*recorded_kernel(
                    "scan/brent_kung.cu",
                    {{"N", "8192"}, {"BLOCK", "1024"}, {"COARSEN", "8"}, {"PADDING", "two_level"}}),
                0);
    EXPECT_EQ(flow.why_not, "");
    EXPECT_EQ(flow.columns, 8192);
}

TEST(Flow, SaysWhyThereIsNone) {
    const struct {
        const char* text;
        const char* why;
    } cases[] = {{"matrix/matmul.cu", "nothing is kept in shared memory"},
                 {"matrix/matmul_tiled.cu",
                  "no one-dimensional array has elements combined with one another"},
                 {"matrix/transpose_tiled.cu",
                  "no one-dimensional array has elements combined with one another"}};
    for (const auto& c : cases) {
        EXPECT_EQ(flow_of(*recorded_kernel(c.text, {{"N", "32"}}), 0).why_not, c.why) << c.text;
    }
}

/// Of a level of threads or elements: from which column to which; inputs are left out.
std::set<std::pair<int, int>> pairs_of(const Flow& flow, std::size_t level) {
    std::set<std::pair<int, int>> pairs;
    for (const Edge& edge : flow.edges[level]) {
        if (edge.from_word < 0) continue;
        pairs.insert({flow.column_of[static_cast<std::size_t>(edge.from_word)],
                      flow.column_of[static_cast<std::size_t>(edge.to_word)]});
    }
    return pairs;
}

TEST(Flow, OfShufflesGoesFromRegisterToRegister) {
    const auto trace = recorded_kernel("reduce/reduce_shuffle.cu", {{"N", "64"}, {"BLOCK", "64"}});
    const Flow flow = flow_of(*trace, 0);
    ASSERT_EQ(flow.why_not, "");
    EXPECT_TRUE(flow.of_registers());
    EXPECT_EQ(flow.columns, 64);
    // What is shuffled, five rounds in each warp, and five more in the first one.
    ASSERT_EQ(flow.levels.size(), 11U);
    EXPECT_EQ(flow.edges[0].size(), 64U);
    for (int round = 0; round < 5; ++round) {
        std::set<std::pair<int, int>> want;
        const int offset = 16 >> round;
        for (int thread = 0; thread < 64; ++thread) {
            want.insert({thread, thread});
            // Beyond the warp a lane gets its own value back.
            if (thread % 32 + offset < 32) want.insert({thread + offset, thread});
        }
        EXPECT_EQ(pairs_of(flow, static_cast<std::size_t>(round) + 1), want) << round;
    }
}

TEST(Flow, OfWarpsThatScanTheirTotals) {
    for (const int block : {2, 32, 64, 256}) {
        const auto trace =
            recorded_kernel("scan/warp_shuffle.cu",
                            {{"N", std::to_string(block)}, {"BLOCK", std::to_string(block)}});
        const Flow flow = flow_of(*trace, 0);
        ASSERT_EQ(flow.why_not, "");
        const int lanes = std::min(block, 32), warps = block / lanes;
        std::size_t level = 0;
        // What was loaded, and then the strides of each warp.
        EXPECT_EQ(flow.edges[level].size(), static_cast<std::size_t>(block));
        for (int stride = 1; stride < lanes; stride *= 2) {
            std::set<std::pair<int, int>> want;
            for (int t = 0; t < block; ++t) {
                if (t % lanes < stride) continue;
                want.insert({t, t});
                want.insert({t - stride, t});
            }
            EXPECT_EQ(pairs_of(flow, ++level), want) << block << " " << stride;
        }
        if (warps == 1) continue;
        std::set<std::pair<int, int>> totals, added;
        for (int w = 0; w < warps; ++w) {
            totals.insert({w * lanes + lanes - 1, w});
            for (int t = 0; t < lanes && w > 0; ++t) {
                added.insert({w - 1, w * lanes + t});
                added.insert({w * lanes + t, w * lanes + t});
            }
        }
        EXPECT_EQ(pairs_of(flow, ++level), totals) << block;
        for (int stride = 1; stride < warps; stride *= 2) {
            const auto got = pairs_of(flow, ++level);
            for (int w = stride; w < warps; ++w) {
                EXPECT_TRUE(got.contains({w, w})) << block << " " << stride;
                EXPECT_TRUE(got.contains({w - stride, w})) << block << " " << stride;
            }
        }
        EXPECT_EQ(pairs_of(flow, ++level), added) << block;
    }
}

/// Sums of `elements` neighbours up to the column, of A = 0, 1, 2 …, as the levels go.
double sum_up_to(int column, int elements) {
    double sum = 0;
    for (int i = std::max(0, column - elements + 1); i <= column; ++i) sum += i;
    return sum;
}

TEST(Flow, InGlobalMemoryGoesFromElementToElement) {
    const auto trace =
        recorded_kernel("scan/kogge_stone_global.cu", {{"N", "75"}, {"BLOCK", "32"}});
    for (const auto& [block, count] : {std::pair{0, 32}, {1, 32}, {2, 11}}) {
        const Flow flow = flow_of(*trace, block);
        ASSERT_EQ(flow.why_not, "");
        EXPECT_EQ(flow.of, Columns::global);
        EXPECT_EQ(flow.columns, count);
        EXPECT_EQ(flow.first, 32 * block);
        std::size_t level = 0;
        EXPECT_EQ(flow.edges[level].size(), static_cast<std::size_t>(count));
        for (int stride = 1; stride < count; stride *= 2) {
            std::set<std::pair<int, int>> want;
            for (int k = stride; k < count; ++k) {
                want.insert({k - stride, k});
                want.insert({k, k});
            }
            EXPECT_EQ(pairs_of(flow, ++level), want) << block << " " << stride;
        }
        EXPECT_EQ(flow.levels.size(), level + 1);
        EXPECT_EQ(flow.output_edges.size(), static_cast<std::size_t>(count));
    }
}

TEST(Flow, TellsTheValuesOfNodesThatNoSnapshotHolds) {
    std::string input = "values:0";
    for (int i = 1; i < 64; ++i) input += "," + std::to_string(i);
    for (const char* text : {"scan/kogge_stone_global.cu", "scan/warp_shuffle.cu"}) {
        for (const char* type : {"float", "int", "double", "long", "unsigned"}) {
            Experiment experiment;
            experiment.text = recorded_kernel(text)->experiment().text;
            experiment.text.defines = {{"N", "64"}, {"BLOCK", "64"}, {"T", type}};
            experiment.text.arguments = {{"A", input}};
            const Flow flow = flow_of(*record_text(experiment, {}), 0);
            ASSERT_FALSE(flow.values.known.empty()) << text << type;
            // After the strides up to 16, within warps.
            for (int level = 0; level <= 5; ++level) {
                for (int column = 0; column < 64; ++column) {
                    const bool warps = flow.of_registers();
                    const int elements = warps ? std::min(1 << level, column % 32 + 1) : 1 << level;
                    const std::size_t at = flow.values.index(level, column, 64);
                    ASSERT_TRUE(flow.values.has(at)) << text << level << " " << column;
                    EXPECT_EQ(flow.values.values.number(at), sum_up_to(column, elements))
                        << text << type << level << " " << column;
                }
            }
        }
    }
}

/// Sums of ones, which both types hold.
TEST(Flow, TellsTheValuesOfHalvesInRegisters) {
    for (const char* type : {"__half", "__nv_bfloat16"}) {
        for (const char* sum : {"v + other", "__hadd(v, other)"}) {
            const auto trace = recorded_text(
                fmt::format("// launch: k<<<1, 32>>>(A, P)\n// A: {0}[32] ones\n// P: {0}[32]\n"
                            "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n"
                            "__global__ void k(const {0} *A, {0} *P) {{\n"
                            "  int t = threadIdx.x;\n  {0} v = A[t];\n"
                            "  // step: sum\n"
                            "  for (int d = 1; d < 32; d *= 2) {{\n"
                            "    {0} other = __shfl_xor_sync(0xffffffff, v, d);\n"
                            "    v = {1};\n  }}\n  P[t] = v;\n}}\n",
                            type, sum));
            const Flow flow = flow_of(*trace, 0);
            ASSERT_TRUE(flow.of_registers()) << flow.why_not;
            ASSERT_FALSE(flow.values.known.empty()) << type << sum;
            for (int level = 0; level <= 5; ++level) {
                for (int column = 0; column < 32; ++column) {
                    const std::size_t at = flow.values.index(level, column, 32);
                    ASSERT_TRUE(flow.values.has(at)) << type << sum << level << " " << column;
                    EXPECT_EQ(flow.values.values.number(at), 1 << level);
                }
            }
        }
    }
}

TEST(Flow, TellsNoValuesThatAConstantOrAConversionHasAPartIn) {
    const auto known = [](const std::string& add) {
        const auto trace = recorded_text(
            "// launch: k<<<1, 32>>>(A, P)\n// A: int[32] iota\n// P: int[32]\n"
            "__global__ void k(const int* A, int* P) {\n"
            "int t = threadIdx.x;\nint v = A[t];\n"
            "v = " +
            add + ";\nP[t] = v;\n}\n");
        const Flow flow = flow_of(*trace, 0);
        EXPECT_EQ(flow.why_not, "");
        EXPECT_TRUE(flow.of_registers());
        const std::size_t last = flow.values.known.size() - 1;
        return !flow.values.known.empty() && flow.values.has(last);
    };
    EXPECT_TRUE(known("v + __shfl_xor_sync(0xffffffff, v, 1)"));
    EXPECT_FALSE(known("v + 3 * __shfl_xor_sync(0xffffffff, v, 1)"));
    EXPECT_FALSE(known("(int)(0.5f * v) + __shfl_xor_sync(0xffffffff, v, 1)"));
}

TEST(Flow, GoesStraightFromTheInputToTheOutput) {
    const auto trace = recorded_kernel("scan/naive.cu", {{"N", "75"}, {"BLOCK", "32"}});
    for (const auto& [block, count] : {std::pair{0, 32}, {1, 32}, {2, 11}}) {
        const Flow flow = flow_of(*trace, block);
        ASSERT_EQ(flow.why_not, "");
        EXPECT_EQ(flow.of, Columns::output);
        EXPECT_EQ(flow.columns, count);
        std::set<std::pair<std::int64_t, std::int64_t>> got, want;
        for (const Edge& edge : flow.output_edges) got.insert({edge.from_address, edge.to_address});
        for (int k = 0; k < count; ++k) {
            for (int i = 0; i <= k; ++i) want.insert({32 * block + i, 32 * block + k});
        }
        EXPECT_EQ(got, want) << block;
        EXPECT_EQ(flow.input.first, 32 * block);
        EXPECT_EQ(flow.output.first, 32 * block);
    }
}

TEST(Flow, IsAConeWhereTheInputHasTwoDimensionsOrTwoArrays) {
    const auto why = [](const std::string& sum) {
        return flow_of(*recorded_text("// launch: k<<<1, 32>>>(A, B, P)\n// A: int[32] iota\n"
                                      "// B: int[32] iota\n// P: int[32]\n"
                                      "__global__ void k(const int* A, const int* B, int* P) {\n"
                                      "int t = threadIdx.x;\nP[t] = " +
                                      sum + ";\n}\n"),
                       0)
            .why_not;
    };
    EXPECT_EQ(why("A[t] + A[31 - t]"), "");
    EXPECT_EQ(why("A[t] + B[t]"), "nothing is kept in shared memory");
    EXPECT_EQ(why("t"), "nothing is kept in shared memory");
}

INSTANTIATE_TEST_SUITE_P(Scans, FlowOf,
                         ::testing::Values("kogge-stone", "kogge-stone-double", "brent-kung",
                                           "blelloch", "sklansky", "sequential", "raking", "naive"),
                         [](const auto& info) {
                             std::string name = info.param;
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

}  // namespace flow_test
}  // namespace stridescope

// Where a text's elements live, read off what it copied, against the formula that its layout is.
#include "app/analysis/elements.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "app/analysis/flow.h"
#include "tests/support/recorded_card.h"

namespace stridescope {
namespace elements_test {

using testing::recorded_kernel;
using testing::recorded_text;

struct Layout {
    const char* name;
    std::function<int(int)> word;
};

const std::vector<Layout>& layouts() {
    static const std::vector<Layout> all{{"none", [](int i) { return i; }},
                                         {"every32", [](int i) { return i + i / 32; }},
                                         {"two_level", [](int i) { return i + i / 32 + i / 1024; }},
                                         {"swizzle", [](int i) { return i ^ (i / 32 % 32); }}};
    return all;
}

int words_of(const Layout& layout, int section) {
    const std::string name = layout.name;
    int words = section;
    if (name == "every32" || name == "two_level") words += section / 32;
    if (name == "two_level") words += section / 1024;
    return words;
}

/// Cell by cell, where the formula puts a section once or twice.
std::vector<int> by_formula(const Layout& layout, int section, int buffers) {
    const int words = words_of(layout, section);
    std::vector<int> elements(static_cast<std::size_t>(words * buffers), -1);
    for (int buffer = 0; buffer < buffers; ++buffer) {
        for (int i = 0; i < section; ++i)
            elements[static_cast<std::size_t>(buffer * words + layout.word(i))] = i;
    }
    return elements;
}

struct Case {
    const char* text;
    int n, block, coarsen;
};

class Elements : public ::testing::TestWithParam<Case> {};

TEST_P(Elements, LiveWhereTheLayoutPutsThem) {
    const Case& run = GetParam();
    const std::string name = run.text;
    const bool one_thread = name == "sequential", twice = name == "kogge_stone_double";
    const int section = run.block * run.coarsen;
    for (const Layout& layout : layouts()) {
        for (const char* exclusive : {"0", "1"}) {
            for (const char* type : {"float", "double"}) {
                std::vector<Setting> knobs{{"N", std::to_string(run.n)},
                                           {"PADDING", layout.name},
                                           {"EXCLUSIVE", exclusive},
                                           {"T", type}};
                if (one_thread) {
                    knobs.emplace_back("SECTION", std::to_string(section));
                } else {
                    knobs.emplace_back("BLOCK", std::to_string(run.block));
                    knobs.emplace_back("COARSEN", std::to_string(run.coarsen));
                }
                const auto trace = recorded_kernel("scan/" + name + ".cu", knobs);
                const auto want = by_formula(layout, section, twice ? 2 : 1);
                for (int block = 0; block < trace->blocks(); ++block) {
                    const CellElements got = elements_of_cells(*trace, block);
                    const std::string what = fmt::format("{} {} {} {} block {}", name, layout.name,
                                                         exclusive, type, block);
                    // The exclusive scan of one number reads none.
                    if (!got.is_known(0)) {
                        EXPECT_LE(run.n - block * section, 1) << what;
                        continue;
                    }
                    EXPECT_EQ(got.of_cell, want) << what;
                    EXPECT_EQ(std::ranges::count(got.known, 1), std::ssize(want)) << what;
                    bool moved = false;
                    for (int i = 0; i < section; ++i) moved = moved || layout.word(i) != i;
                    EXPECT_EQ(got.permuted, moved) << what;
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    Scans, Elements,
    ::testing::Values(Case{"brent_kung", 64, 32, 2}, Case{"brent_kung", 40, 32, 2},
                      Case{"brent_kung", 33, 16, 2}, Case{"brent_kung", 1, 64, 1},
                      Case{"brent_kung", 2048, 1024, 2}, Case{"kogge_stone", 100, 64, 1},
                      Case{"kogge_stone", 127, 32, 4}, Case{"kogge_stone_double", 64, 64, 1},
                      Case{"kogge_stone_double", 65, 16, 3}, Case{"sklansky", 128, 64, 2},
                      Case{"blelloch", 96, 32, 2}, Case{"blelloch", 31, 32, 1},
                      Case{"raking", 129, 32, 4}, Case{"sequential", 70, 64, 1}),
    [](const auto& info) {
        const Case& run = info.param;
        return fmt::format("{}_{}_{}_{}", run.text, run.n, run.block, run.coarsen);
    });

TEST(ElementsOf, BlocksThatTakeTheirSectionsByATicket) {
    for (const char* text : {"grid/chained.cu", "grid/decoupled_lookback.cu"}) {
        const auto trace = recorded_kernel(
            text, {{"N", "200"}, {"BLOCK", "32"}, {"COARSEN", "2"}, {"PADDING", "swizzle"}});
        for (int block = 0; block < trace->blocks(); ++block) {
            const CellElements got = elements_of_cells(*trace, block);
            // X stands behind what the block keeps of its number.
            const int first = static_cast<int>(std::ranges::find(got.known, 1) - got.known.begin());
            EXPECT_EQ(trace->name_of_cell(0, first), "X[0]");
            for (int i = 0; i < 64; ++i)
                EXPECT_EQ(got.at(first + (i ^ (i / 32))), i) << text << block;
        }
    }
}

CellElements of_text(const std::string& body, const std::string& shared = "__shared__ int s[32];") {
    const auto trace = recorded_text(
        "// launch: k<<<1, 32>>>(A, B, P)\n// A: int[64] iota\n// B: int[64] iota\n// P: int[32]\n"
        "__global__ void k(const int* A, const int* B, int* P) {\n" +
        shared + "\nint t = threadIdx.x;\n" + body + "\n__syncthreads();\nP[t] = s[t];\n}\n");
    return elements_of_cells(*trace, 0);
}

TEST(ElementsOf, AnArrayTheOtherWayRound) {
    const CellElements got = of_text("s[31 - t] = A[t + 7];");
    EXPECT_TRUE(got.permuted);
    for (int t = 0; t < 32; ++t) EXPECT_EQ(got.at(31 - t), t);
}

TEST(ElementsOf, ThreadsThatTakeSeveralNeighboursEach) {
    const CellElements got = of_text("for (int i = 0; i < 2; i++) s[2 * t + i] = A[2 * t + i];",
                                     "__shared__ int s[64];");
    EXPECT_FALSE(got.permuted);
    for (int i = 0; i < 64; ++i) EXPECT_EQ(got.at(i), i);
}

TEST(ElementsOf, WhatStandsBeforeTheFirstOneOrBehindTheLast) {
    for (const char* body : {"s[t] = t > 0 ? A[t - 1] : 0;", "s[t] = t < 20 ? A[t] : 0;",
                             "s[t] = t > 4 && t < 9 ? A[t] : 0;"}) {
        const CellElements got = of_text(body);
        EXPECT_FALSE(got.permuted) << body;
        for (int i = 0; i < 32; ++i) EXPECT_EQ(got.at(i), i) << body;
        EXPECT_TRUE(got.is_known(0)) << body;
    }
}

TEST(ElementsOf, VectorsOfFour) {
    const CellElements got = of_text(
        "if (t < 8) reinterpret_cast<int4*>(s)[t] = "
        "reinterpret_cast<const int4*>(A)[t];");
    for (int i = 0; i < 32; ++i) EXPECT_EQ(got.at(i), i);
    EXPECT_TRUE(got.is_known(0));
}

TEST(ElementsOf, NothingIsKnownWhereCopiesMakeNoRow) {
    for (const char* body : {
             "s[t] = A[t] + A[t + 32];",      // computed
             "s[t] = t < 16 ? A[t] : B[t];",  // of two arrays
             "s[t] = A[t / 2];",              // twice the same
             "s[t] = A[2 * (t * 5 % 32)];",   // with gaps
             "s[t] = 0; __syncthreads(); s[t] = A[t];",
         }) {
        const CellElements got = of_text(body);
        EXPECT_FALSE(got.is_known(0)) << body;
        EXPECT_FALSE(got.permuted) << body;
    }
}

TEST(Columns, StandInTheOrderOfElementsWhateverThePadding) {
    const auto flow = [](const char* padding) {
        return flow_of(*recorded_kernel(
                           "scan/brent_kung.cu",
                           {{"N", "100"}, {"BLOCK", "64"}, {"COARSEN", "2"}, {"PADDING", padding}}),
                       0);
    };
    const Flow plain = flow("none");
    ASSERT_EQ(plain.why_not, "");
    const auto arrows = [](const Flow& of) {
        std::vector<std::string> all;
        for (const auto& edges : of.edges) {
            for (const Edge& edge : edges) {
                const auto column = [&](int place) {
                    return place < 0 ? -1 : of.column_of[static_cast<std::size_t>(place)];
                };
                all.push_back(fmt::format("{}:{}:{}>{}", edge.step, edge.from_address,
                                          column(edge.from_word), column(edge.to_word)));
            }
        }
        return all;
    };
    for (const char* padding : {"every32", "two_level", "swizzle"}) {
        const Flow padded = flow(padding);
        EXPECT_EQ(padded.columns, plain.columns) << padding;
        EXPECT_EQ(arrows(padded), arrows(plain)) << padding;
        EXPECT_EQ(padded.input.first, plain.input.first) << padding;
    }
}

}  // namespace elements_test
}  // namespace stridescope

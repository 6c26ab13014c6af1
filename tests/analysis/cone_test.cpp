// What an element of the output is made of, against what the mathematics says that it is.
#include "app/analysis/cone.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>

#include "tests/support/recorded_card.h"

namespace stridescope {
namespace cone_test {

using testing::recorded_kernel;
using Input = std::pair<std::string, std::int64_t>;

/// Of whichever recorded block stores it.
Cone cone_of(const Trace& trace, const std::string& element) {
    ConeRoot root = parse_element(trace, element);
    root.step = trace.step_count() - 1;
    Cone cone;
    for (int block = 0; block < trace.blocks(); ++block) {
        cone = cone_of(trace, block, root);
        if (cone.why_not.empty()) break;
    }
    return cone;
}

std::set<Input> inputs_of(const Trace& trace, const Cone& cone) {
    std::set<Input> inputs;
    for (const ConeNode& node : cone.nodes) {
        if (node.kind == ConeNode::Kind::input)
            inputs.emplace(trace.name_of(node.array), node.element);
    }
    return inputs;
}

TEST(Cone, OfAProductIsARowAndAColumn) {
    for (const char* text : {"matmul", "matmul_transposed", "matmul_tiled", "matmul_coarsened",
                             "matmul_tiled_transposed", "matmul_tiled_transposed_padded"}) {
        for (const int n : {16, 17, 33}) {
            const auto trace = recorded_kernel(fmt::format("matrix/{}.cu", text),
                                               {{"N", std::to_string(n)}, {"TILE", "8"}});
            const std::string name{text};
            const bool of_transpose = name.find("transposed") != std::string::npos;
            for (const auto& [row, column] : {std::pair{0, 0}, {n - 1, n - 2}, {3, n - 1}}) {
                const Cone cone = cone_of(*trace, fmt::format("C[{}][{}]", row, column));
                ASSERT_EQ(cone.why_not, "") << text << n;
                std::set<Input> want;
                for (int k = 0; k < n; ++k) {
                    want.insert({"A", row * n + k});
                    want.insert({"B", of_transpose ? column * n + k : k * n + column});
                }
                EXPECT_EQ(inputs_of(*trace, cone), want) << text << n;
                EXPECT_FALSE(cone.cut);
                std::int64_t operations = 0;
                for (const auto& [operation, count] : cone.operations) operations += count;
                EXPECT_GE(operations, n);
            }
        }
    }
}

TEST(Cone, OfATransposeIsOneElement) {
    for (const char* text : {"transpose", "transpose_tiled", "transpose_padded"}) {
        const auto trace =
            recorded_kernel(fmt::format("matrix/{}.cu", text), {{"N", "33"}, {"TILE", "16"}});
        const Cone cone = cone_of(*trace, "out[32][5]");
        ASSERT_EQ(cone.why_not, "");
        EXPECT_EQ(inputs_of(*trace, cone), (std::set<Input>{{"in", 5 * 33 + 32}})) << text;
        EXPECT_TRUE(cone.operations.empty()) << text;
        EXPECT_EQ(cone.nodes.front().value, std::to_string(5 * 33 + 32));
    }
}

TEST(Cone, OfAConvolutionIsANeighbourhood) {
    for (const char* text : {"convolution", "convolution_tiled"}) {
        const auto trace = recorded_kernel(fmt::format("convolution/{}.cu", text),
                                           {{"N", "40"}, {"R", "2"}, {"TILE", "16"}});
        const Cone cone = cone_of(*trace, "out[1][20]");
        ASSERT_EQ(cone.why_not, "");
        std::set<Input> want;
        for (int row = 0; row <= 3; ++row) {
            for (int column = 18; column <= 22; ++column) want.insert({"in", row * 40 + column});
        }
        std::set<Input> got;
        for (const Input& input : inputs_of(*trace, cone)) {
            if (input.first == "in") got.insert(input);
        }
        EXPECT_EQ(got, want) << text;
    }
}

TEST(Cone, OfAReductionIsAllOfIt) {
    for (const char* text : {"reduce_modulo", "reduce_consecutive", "reduce_shuffle"}) {
        const auto trace =
            recorded_kernel(fmt::format("reduce/{}.cu", text), {{"N", "63"}, {"BLOCK", "64"}});
        const Cone cone = cone_of(*trace, "out[0]");
        ASSERT_EQ(cone.why_not, "");
        std::set<Input> want;
        for (int i = 0; i < 63; ++i) want.insert({"in", i});
        std::set<Input> got = inputs_of(*trace, cone);
        got.erase({"out", 0});
        EXPECT_EQ(got, want) << text;
    }
}

TEST(Cone, SaysWhatIsNoElementAndWhoDoesNotStoreIt) {
    const auto trace = recorded_kernel("matrix/transpose.cu", {{"N", "32"}, {"TILE", "16"}});
    for (const char* wrong : {"", "nobody[0]", "out[32][0]", "out[1024]", "out[-1]", "out[0", "out",
                              "out[0][0][0]", "out[x]"}) {
        EXPECT_THROW(parse_element(*trace, wrong), UsageError) << wrong;
        EXPECT_FALSE(has_element(*trace, wrong));
    }
    EXPECT_EQ(parse_element(*trace, "out[3][5]").element, 3 * 32 + 5);
    EXPECT_EQ(parse_element(*trace, "out[101]").element, 101);
    EXPECT_EQ(stridescope::cone_of(*trace, 0, parse_element(*trace, "out[31][31]")).why_not,
              "Block 0 does not store out[31][31]");
}

TEST(FirstStored, IsTheThreadsOrElseTheBlocks) {
    const auto trace = recorded_kernel("matrix/transpose.cu", {{"N", "32"}, {"TILE", "16"}});
    EXPECT_EQ(first_stored(*trace, 0, 0).element, 0);
    EXPECT_EQ(first_stored(*trace, 0, 0, 17).element, 1 * 32 + 1);
    EXPECT_EQ(first_stored(*trace, 0, 0, 16).element, 1);
    const auto sum = recorded_kernel("reduce/reduce_modulo.cu", {{"N", "64"}, {"BLOCK", "32"}});
    EXPECT_EQ(first_stored(*sum, 0, 0, 5).element, 0) << "thread 5 stores nothing";
}

}  // namespace cone_test
}  // namespace stridescope

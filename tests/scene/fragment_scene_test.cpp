// The picture of an ldmatrix: each element with who holds it, each row with who names it and where
// it lies, whatever the room.
#include "app/scene/fragment/fragment_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "app/analysis/cone.h"
#include "app/analysis/matrices.h"
#include "app/engine/engine.h"
#include "app/experiment/text/library_texts.h"
#include "app/scene/tree/cone_scene.h"
#include "app/trace/trace_file.h"
#include "tests/support/scene_looks.h"

namespace stridescope {
namespace fragment_scene_test {

using testing::light;

std::shared_ptr<const Trace> product(const std::string& layout) {
    Experiment experiment;
    experiment.text = spec_of(*find_text("matmul_mma"));
    experiment.text.defines = {{"N", "64"}, {"LAYOUT", layout}};
    return record(experiment);
}

int step_called(const Trace& trace, const std::string& phase) {
    for (int step = 0; step < trace.step_count(); ++step) {
        if (trace.steps()[static_cast<std::size_t>(step)].phase == phase) return step;
    }
    return -1;
}

// The tree must not say that the product was made of nothing.
TEST(Matrices, WhatIsMultipliedIsNotFollowedAndThatIsSaid) {
    const auto trace = decode_trace(encode_trace(*product("plain")), "product.npz");
    const Cone cone = cone_of(*trace, 0, parse_element(*trace, "C[0][0]"));
    const std::string said = scene_parts::cone_text(*trace, cone);
    EXPECT_TRUE(said.ends_with(": what tensor cores multiply is not followed.")) << said;
    EXPECT_TRUE(cone.inputs.empty());
}

TEST(Matrices, AreInstructionsOfOneToFourRequests) {
    const auto trace = product("plain");
    EXPECT_TRUE(has_matrices(*trace));
    const int step = step_called(*trace, "multiply");
    ASSERT_GE(step, 0);
    // Four warps, four rounds: one for a and four for b.
    const std::vector<MatrixAccess> all = matrices_of_step(*trace, 0, step);
    ASSERT_EQ(all.size(), 4U * 4 * 5);
    int turned = 0;
    for (const MatrixAccess& access : all) {
        ASSERT_EQ(access.matrices.size(), 4U);
        EXPECT_EQ(access.wavefronts(), 32);
        EXPECT_EQ(access.ideal(), 4);
        EXPECT_EQ(access.transposed, access.name == "ldmatrix.x4.trans");
        turned += access.transposed ? 1 : 0;
        for (std::size_t matrix = 0; matrix < 4; ++matrix) {
            const MatrixRows rows = rows_of_matrix(*trace, access, matrix);
            std::set<int> waves(rows.wavefront.begin(), rows.wavefront.end());
            EXPECT_EQ(waves.size(), 8U) << "each row comes alone";
            for (std::size_t row = 1; row < rows.begin.size(); ++row)
                EXPECT_EQ(rows.begin[row] - rows.begin[row - 1], 128);
        }
    }
    EXPECT_EQ(turned, 4 * 4 * 4);
    EXPECT_TRUE(matrices_of_step(*trace, 0, step_called(*trace, "fetch")).empty());
}

TEST(Matrices, ThatAreSwizzledComeAtOnceFromEightPlaces) {
    const auto trace = product("swizzled");
    const int step = step_called(*trace, "multiply");
    for (const MatrixAccess& access : matrices_of_step(*trace, 0, step)) {
        EXPECT_EQ(access.wavefronts(), 4);
        for (std::size_t matrix = 0; matrix < 4; ++matrix) {
            const MatrixRows rows = rows_of_matrix(*trace, access, matrix);
            std::set<int> places;
            for (const int begin : rows.begin) places.insert(begin % 128 / 16);
            EXPECT_EQ(places.size(), 8U);
            EXPECT_EQ(rows.wavefronts, 1);
        }
    }
}

/// As PTX defines it: four lanes share a row, or, turned, a column.
TEST(Matrices, AreHeldByThirtyTwoLanes) {
    for (const bool transposed : {false, true}) {
        std::map<int, int> held;
        for (int row = 0; row < 8; ++row) {
            for (int column = 0; column < 8; ++column)
                ++held[lane_of_element(transposed, row, column)];
        }
        EXPECT_EQ(held.size(), 32U);
        for (const auto& [lane, elements] : held) EXPECT_EQ(elements, 2) << lane;
    }
    EXPECT_EQ(lane_of_element(false, 1, 2), 5);
    EXPECT_EQ(lane_of_element(true, 2, 1), 5);
}

TEST(Fragment, ShowsEveryElementInAnyRoom) {
    for (const char* layout : {"plain", "swizzled"}) {
        const auto trace = product(layout);
        const int step = step_called(*trace, "multiply");
        for (const Room room : {Room{}, Room{900, 420}, Room{520, 200}, Room{1900, 1000}}) {
            const Scene scene = fragment_scene(*trace, {.step = step}, light(), room);
            const auto inside = [&](const Box& box) {
                return std::isfinite(box.x + box.y) && box.x >= -0.51F && box.y >= -0.51F &&
                       box.x + box.w <= scene.width + 0.51F &&
                       box.y + box.h <= scene.height + 0.51F;
            };
            std::map<std::string_view, int> spots;
            for (const Hotspot& spot : scene.hotspots) {
                EXPECT_TRUE(inside(spot.box)) << spot.name.what << ' ' << spot.name.number;
                ++spots[spot.name.what];
            }
            EXPECT_EQ(spots["held"], 4 * 32);
            EXPECT_EQ(spots["row"], 4 * 8);
            EXPECT_EQ(spots["place"], 4 * 8);
            EXPECT_GT(spots["instruction"], 0);
            for (const Layer& layer : scene.layers) {
                for (const Label& label : layer.labels) {
                    EXPECT_TRUE(inside(label.box)) << label.text;
                    EXPECT_GE(label.box.h, label.size) << label.text;
                }
            }
        }
    }
}

TEST(Fragment, SaysWhereThereIsNone) {
    const auto trace = product("plain");
    EXPECT_TRUE(
        fragment_scene(*trace, {.step = step_called(*trace, "fetch")}, light()).hotspots.empty());
    Experiment experiment;
    experiment.text = spec_of(*find_text("matmul"));
    EXPECT_FALSE(has_matrices(*record(experiment)));
}

}  // namespace fragment_scene_test
}  // namespace stridescope

// The picture of an ldmatrix: each element with who holds it, each row with who names it and where
// it lies, whatever the room.
#include "app/scene/fragment/fragment_view.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "app/analysis/cone.h"
#include "app/analysis/flow.h"
#include "app/analysis/matrices.h"
#include "app/engine/engine.h"
#include "app/experiment/text/library_texts.h"
#include "app/scene/tree/cone_scene.h"
#include "app/scene/views/views.h"
#include "app/trace/trace_file.h"
#include "tests/support/bar_strips.h"
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

// Nor that what another block of the cluster stored was nothing.
TEST(Cone, WhatOtherBlocksStoredIsSaidToBeOfUnknownOrigin) {
    const std::string path = "tests/data/told/cluster_split_raced.cu";
    std::ifstream file{path};
    std::stringstream text;
    text << file.rdbuf();
    Experiment experiment;
    experiment.text = {.path = path, .text = text.str()};
    const auto trace = record(experiment);
    const Cone cone = cone_of(*trace, 0, parse_element(*trace, "out[5]"));
    EXPECT_EQ(scene_parts::cone_text(*trace, cone),
              "out[5] = 101 is made of 1 word of shared memory of unknown origin.");
    EXPECT_EQ(flow_of(*trace, 0).why_not,
              "what blocks keep in each other's memory is not followed");
}

TEST(Matrices, OfTwoRunsHaveTheirBarsOnOneScale) {
    const auto plain = product("plain"), swizzled = product("swizzled");
    const auto bars = [](const std::shared_ptr<const Trace>& own,
                         const std::shared_ptr<const Trace>& other) {
        const int step = step_called(*own, "multiply");
        const Subject subject{.trace = own,
                              .at = {.step = step},
                              .other = other,
                              .beside = other != nullptr,
                              .other_step = other == nullptr ? -1 : step_called(*other, "multiply"),
                              .palette = light(),
                              .room = {900, 500}};
        return testing::strip_seen(make_scene(view_request(View::fragment, subject, {})),
                                   "instruction");
    };
    const auto alone = bars(swizzled, nullptr), beside = bars(swizzled, plain);
    EXPECT_EQ(alone.top, "4");
    EXPECT_NEAR(alone.highest, 1, 0.01);
    EXPECT_EQ(beside.top, bars(plain, nullptr).top);
    EXPECT_NEAR(beside.highest, 4 / std::stof(beside.top), 0.05);
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

/// Who holds what is asked of the product itself: of a only one element is 1, and c is what b holds
/// in that row.
TEST(Products, AreHeldAsTheyAreMultiplied) {
    Experiment experiment;
    experiment.text = {.path = "t.cu", .text = R"(
#include <cuda_fp16.h>
__global__ void k(float *where) {
    int lane = threadIdx.x;
    for (int one = 0; one < 32 * 8; ++one) {
        // step: multiply
        unsigned a[4] = {}, b[2];
        if (lane == one / 8) a[one % 8 / 2] = 0x3c00u << 16 * (one % 2);
        // b[k][n] = 8 k + n, as a half.
        for (int i = 0; i < 2; ++i) {
            b[i] = 0;
            for (int h = 0; h < 2; ++h) {
                int k = lane % 4 * 2 + h + 8 * i, n = lane / 4;
                b[i] |= (unsigned)__half_as_ushort(__int2half_rn(8 * k + n)) << 16 * h;
            }
        }
        float d[4] = {};
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, "
                     "{%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
        for (int i = 0; i < 4; ++i)
            where[one * 128 + (lane / 4 + 8 * (i / 2)) * 8 + lane % 4 * 2 + i % 2] = d[i];
    }
}
int main() {
    float *w;
    cudaMalloc(&w, 256 * 128 * 4);
    k<<<1, 32>>>(w);
}
)"};
    const auto trace = record(experiment);
    ASSERT_TRUE(has_products(*trace));
    EXPECT_FALSE(has_matrices(*trace));
    const std::vector<TileProduct> all = products_of_step(*trace, 0, 0);
    ASSERT_FALSE(all.empty());
    const TileProduct& product = all.front();
    EXPECT_EQ(product.name, "mma.m16n8k16");
    EXPECT_EQ(product.rows, 16);
    EXPECT_EQ(product.columns, 8);
    EXPECT_EQ(product.inner, 16);
    const auto& contents = trace->contents(static_cast<ArrayId>(0)).after;
    for (int row = 0; row < 16; ++row) {
        for (int k = 0; k < 16; ++k) {
            const TileProduct::Holder by = product.of_a(row, k);
            const int one = by.lane * 8 + by.element;
            for (int column = 0; column < 8; ++column) {
                const auto at = static_cast<std::size_t>(one * 128 + row * 8 + column);
                ASSERT_EQ(contents.number(at), 8 * k + column) << row << ' ' << k;
            }
        }
    }
    // Each lane holds as many of each as PTX says, each once.
    std::set<std::pair<int, int>> a, b, c;
    const auto of = [](TileProduct::Holder by) { return std::pair{by.lane, by.element}; };
    for (int row = 0; row < 16; ++row) {
        for (int k = 0; k < 16; ++k) a.insert(of(product.of_a(row, k)));
        for (int n = 0; n < 8; ++n) {
            b.insert(of(product.of_b(row, n)));
            c.insert(of(product.of_c(row, n)));
        }
    }
    EXPECT_EQ(a.size(), 256U);
    EXPECT_EQ(b.size(), 128U);
    EXPECT_EQ(c.size(), 128U);
    EXPECT_EQ(of(product.of_b(9, 3)), (std::pair{12, 3}));  // b3 of lane 4 · 3 + 0
    EXPECT_EQ(of(product.of_c(9, 3)), (std::pair{5, 3}));
}

/// Fragments of wmma, as an H200 was seen to hold them (its eight further elements are the same
/// once more): what a text finds in them, and what the picture says.
TEST(Products, OfWmmaAreHeldAsAnH200HoldsThem) {
    Experiment experiment;
    experiment.text = {.path = "t.cu", .text = R"(
#include <mma.h>
using namespace nvcuda;
__global__ void k(float *out) {
    __shared__ __half s[256];
    __shared__ float sums[256];
    int lane = threadIdx.x;
    for (int i = lane; i < 256; i += 32) {
        s[i] = __int2half_rn(i);
        sums[i] = i;
    }
    __syncwarp();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> turned;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    wmma::load_matrix_sync(a, s, 16);
    wmma::load_matrix_sync(b, s, 16);
    wmma::load_matrix_sync(turned, s, 16);
    wmma::load_matrix_sync(c, sums, 16, wmma::mem_row_major);
    for (int i = 0; i < 8; ++i) {
        out[lane * 8 + i] = __half2float(a.x[i]);
        out[256 + lane * 8 + i] = __half2float(b.x[i]);
        out[512 + lane * 8 + i] = c.x[i];
        out[768 + lane * 8 + i] = __half2float(turned.x[i]);
    }
    wmma::mma_sync(c, a, b, c);
    wmma::store_matrix_sync(out + 1024, c, 16, wmma::mem_row_major);
}
int main() {
    float *out;
    cudaMalloc(&out, 1280 * 4);
    k<<<1, 32>>>(out);
}
)"};
    const auto trace = record(experiment);
    int step = 0;
    while (products_of_step(*trace, 0, step).empty()) ++step;
    const TileProduct product = products_of_step(*trace, 0, step).front();
    EXPECT_EQ(product.name, "wmma.m16n16k16");
    const auto& out = trace->contents(static_cast<ArrayId>(0)).after;
    const auto at = [&](int matrix, TileProduct::Holder by) {
        return out.number(static_cast<std::size_t>(matrix * 256 + by.lane * 8 + by.element));
    };
    // Lanes 1 and 4, as the H200 printed them.
    constexpr std::array<std::array<int, 8>, 6> seen{{{2, 3, 130, 131, 10, 11, 138, 139},
                                                      {32, 48, 160, 176, 40, 56, 168, 184},
                                                      {2, 3, 130, 131, 10, 11, 138, 139},
                                                      {16, 17, 144, 145, 24, 25, 152, 153},
                                                      {1, 17, 129, 145, 9, 25, 137, 153},
                                                      {16, 17, 144, 145, 24, 25, 152, 153}}};
    for (int matrix = 0; matrix < 3; ++matrix) {
        for (int i = 0; i < 8; ++i) {
            const auto m = static_cast<std::size_t>(matrix), e = static_cast<std::size_t>(i);
            EXPECT_EQ(at(matrix, {1, i}), seen[m][e]) << matrix;
            EXPECT_EQ(at(matrix, {4, i}), seen[m + 3][e]) << matrix;
        }
    }
    for (int row = 0; row < 16; ++row) {
        for (int column = 0; column < 16; ++column) {
            EXPECT_EQ(at(0, product.of_a(row, column)), row * 16 + column);
            EXPECT_EQ(at(1, product.of_b(row, column)), row * 16 + column);
            EXPECT_EQ(at(2, product.of_c(row, column)), row * 16 + column);
            EXPECT_EQ(at(3, product.of_b(row, column)), column * 16 + row);
            double sum = row * 16 + column;
            for (int k = 0; k < 16; ++k) sum += (row * 16.0 + k) * (k * 16.0 + column);
            EXPECT_EQ(out.number(static_cast<std::size_t>(1024 + row * 16 + column)), sum);
        }
    }
}

TEST(Products, AreShownInAnyRoomWithoutCosts) {
    for (const std::string name : {"matmul_mma", "matmul_wmma"}) {
        Experiment experiment;
        experiment.text = spec_of(*find_text(name));
        const auto trace = decode_trace(encode_trace(*record(experiment)), "product.npz");
        ASSERT_TRUE(has_products(*trace)) << name;
        int step = 0;
        while (products_of_step(*trace, 0, step).empty()) ++step;
        const std::vector<TileProduct> all = products_of_step(*trace, 0, step);
        const TileProduct& product = all.back();
        const auto boxes = product.rows * product.inner / 2 + product.inner * product.columns / 2 +
                           product.rows * product.columns / 2;
        for (const Room room : {Room{}, Room{900, 420}, Room{520, 200}, Room{1900, 1000}}) {
            const Scene scene =
                fragment_scene(*trace, {.step = step}, light(), room, {.request = product.choice});
            int held = 0;
            const auto inside = [&](const Box& box) {
                return std::isfinite(box.x + box.y) && box.x >= -0.51F && box.y >= -0.51F &&
                       box.x + box.w <= scene.width + 0.51F &&
                       box.y + box.h <= scene.height + 0.51F;
            };
            for (const Hotspot& spot : scene.hotspots) {
                EXPECT_TRUE(inside(spot.box)) << spot.name.what << ' ' << spot.name.number;
                held += spot.name.what == "held" ? 1 : 0;
            }
            EXPECT_EQ(held, boxes) << name;
            for (const Layer& layer : scene.layers) {
                for (const Label& label : layer.labels) {
                    EXPECT_TRUE(inside(label.box)) << label.text;
                    EXPECT_GE(label.box.h, label.size) << label.text;
                }
            }
        }
        // Keys lead to them and back.
        const auto next = moved_matrices(*trace, 0, step, product.choice, RequestMove::worse);
        ASSERT_TRUE(next);
        EXPECT_EQ(moved_matrices(*trace, 0, step, next, RequestMove::milder), product.choice);
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

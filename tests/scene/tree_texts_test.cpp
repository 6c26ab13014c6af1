// The tree of every text there is, wherever one points: what is said of a value holds of the trace.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "app/experiment/text/library_texts.h"
#include "app/io/printable.h"
#include "app/scene/scene.h"
#include "app/scene/tree/tree_view.h"
#include "tests/support/left_out.h"
#include "tests/support/recorded_card.h"
#include "tests/support/scene_looks.h"

namespace stridescope {
namespace tree_texts_test {

using testing::light;

/// Whatever lies under a net of points over the picture.
void expect_sense_everywhere(const Trace& trace, const Scene& scene, const std::string& what) {
    const Sight all{.box = {0, 0, scene.width, scene.height}};
    constexpr int across = 37, down = 29;
    for (int k = 0; k < across * down; ++k) {
        const Point at{scene.width * (static_cast<float>(k % across) + 0.5F) / across,
                       scene.height * (static_cast<float>(k / across) + 0.5F) / down};
        const auto spot = scene.hit(at, 6);
        if (!spot) continue;
        EXPECT_FALSE(spot->tip.empty()) << what;
        EXPECT_EQ(printable_lines(spot->tip), spot->tip) << what;
        EXPECT_LT(spot->step, trace.step_count()) << what;
        if (!scene.highlight) continue;
        for (const Layer& layer : scene.highlight(*spot, all)) {
            for (const Rect& rect : layer.rects) {
                EXPECT_TRUE(std::isfinite(rect.box.x + rect.box.y + rect.box.w + rect.box.h));
            }
        }
    }
}

TEST(TreeTexts, OfTheLibrarySaySomethingEverywhere) {
    int drawn = 0, round = 0;
    for (const LibraryText& text : library()) {
        if (!text.is_kernel || testing::left_out(round++)) continue;
        Experiment experiment;
        experiment.text = spec_of(text);
        const auto trace = record(experiment);
        if (trace->threads() > 256 || trace->blocks() > 16 || trace->step_count() == 0) continue;
        ++drawn;
        const int last = trace->step_count() - 1;
        for (const int step : {0, last / 2, last}) {
            for (const Room room : {Room{}, Room{700, 380}}) {
                expect_sense_everywhere(*trace, tree_scene(*trace, {.step = step}, light(), room),
                                        fmt::format("{}, step {}", text.id, step));
            }
        }
    }
    EXPECT_GT(drawn, testing::rounds_of(20));
}

/// What a step stored is there after it, and in what comes later it is no more its doing.
TEST(TreeTexts, ShowWhatIsStoredInTheStepThatStoresIt) {
    const auto trace = testing::recorded_text(
        "// launch: k<<<1, 4>>>(in, out)\n// in: int[4] iota\n// out: int[4]\n"
        "__global__ void k(const int* in, int* out) {\n"
        "    int i = threadIdx.x;\n"
        "    out[i] = in[i] * in[i] + 100;\n"
        "    __syncthreads();\n"
        "    if (out[i] < 0) __syncthreads();\n"
        "}\n");
    ASSERT_EQ(trace->step_count(), 2);
    for (const int step : {0, 1}) {
        const Scene scene = tree_scene(*trace, {.step = step}, light(), Room{700, 380});
        int values = 0, written = 0;
        for (const Layer& layer : scene.layers) {
            for (const Label& label : layer.labels) values += label.text == "109" ? 1 : 0;
            for (const Rect& rect : layer.rects) written += rect.border == light().write ? 1 : 0;
        }
        EXPECT_EQ(values, 1) << step;
        EXPECT_EQ(written, step == 0 ? 4 : 0) << step;
    }
}

/// Each operation in a tree of its own, with a value that C++ computes of the same numbers.
TEST(TreeTexts, OfEachOperationEndInWhatItComesTo) {
    struct Case {
        std::string type, expression;
        double result;
    };
    // Of eight numbers 1 … 8, pair by pair.
    const Case cases[] = {{"int", "a + b", 36},
                          {"int", "a * b", 40320},
                          {"int", "max(a, b)", 8},
                          {"int", "min(a, b)", 1},
                          {"float", "a + b", 36},
                          {"float", "fmaxf(a, b)", 8},
                          {"float", "fminf(a, b)", 1},
                          {"double", "a * b", 40320},
                          {"double", "fmax(a, b)", 8},
                          {"unsigned", "a | b", 15},
                          {"unsigned", "a ^ b", 8},
                          {"int", "a - b", 0},
                          {"unsigned long long", "a + b", 36}};
    for (const Case& each : cases) {
        const std::string text =
            "// launch: k<<<1, 8>>>(in, out)\n// in: " + each.type +
            "[8] i + 1\n// out: " + each.type +
            "[1]\n"
            "#define T " +
            each.type +
            "\n"
            "__global__ void k(const T *in, T *out) {\n"
            "    __shared__ T s[8];\n    int t = threadIdx.x;\n    s[t] = in[t];\n"
            "    for (int stride = 4; stride > 0; stride /= 2) {\n        __syncthreads();\n"
            "        if (t < stride) { T a = s[t], b = s[t + stride]; s[t] = " +
            each.expression + "; }\n    }\n    if (t == 0) out[0] = s[0];\n}\n";
        const auto trace = testing::recorded_text(text);
        const std::string what = each.type + " " + each.expression;
        for (int step = 0; step < trace->step_count(); ++step) {
            expect_sense_everywhere(*trace, tree_scene(*trace, {.step = step}, light()), what);
        }
        const Scene scene = tree_scene(*trace, {.step = trace->step_count() - 1}, light());
        ASSERT_EQ(scene.fields.size(), 1U) << what;
        const auto output = scene.fields[0].at(0, scene.fields[0].rows - 1);
        ASSERT_TRUE(output) << what;
        EXPECT_EQ(output->tip.substr(0, output->tip.find('\n')),
                  fmt::format("output out[0] = {}", each.result))
            << what;
    }
}

}  // namespace tree_texts_test
}  // namespace stridescope

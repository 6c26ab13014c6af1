// Cells of less than a word: several lie in one bank, and each is one of its row.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <string>

#include "app/engine/machine/text_engine.h"
#include "app/scene/memory/memory_view.h"
#include "app/scene/scene.h"

namespace stridescope {
namespace narrow_cells_test {

std::shared_ptr<const Trace> recorded(const std::string& type) {
    Experiment experiment;
    experiment.text = {.path = "t.cu",
                       .text = "// launch: k<<<1, 32>>>(in, out)\n// in: " + type +
                               "[128] iota\n"
                               "// out: " +
                               type +
                               "[128] zeros\n"
                               "__global__ void k(const " +
                               type + " *in, " + type +
                               " *out) {\n"
                               "    __shared__ " +
                               type +
                               " s[128];\n    int t = threadIdx.x;\n"
                               "    for (int i = t; i < 128; i += 32) s[i] = in[i];\n"
                               "    __syncthreads();\n    out[t] = s[127 - t] + s[4 * t];\n}\n"};
    return record_text(experiment, {.progress = {}});
}

Scene scene_of(const Trace& trace, int step, Room room) {
    return memory_scene(trace, {.step = step}, Palette::light(), room);
}

std::set<std::string> words_of(const Scene& scene) {
    std::set<std::string> words;
    for (const Layer& layer : scene.layers) {
        for (const Label& label : layer.labels) words.insert(label.text);
    }
    return words;
}

TEST(NarrowCells, HaveTheNumbersOfTheirBanks) {
    for (const std::string type : {"char", "short"}) {
        const auto trace = recorded(type);
        for (const Room room : {Room{}, Room{215, 210}, Room{900, 500}}) {
            const Scene scene = scene_of(*trace, 0, room);
            const std::set<std::string> words = words_of(scene);
            EXPECT_TRUE(words.contains("bank")) << type;
            int banks = 0;
            for (const Hotspot& spot : scene.hotspots) {
                if (!spot.tip.starts_with("bank ")) continue;
                EXPECT_EQ(spot.means.bank, banks);
                EXPECT_TRUE(spot.tip.starts_with("bank " + std::to_string(banks) + ":"))
                    << spot.tip;
                ++banks;
            }
            EXPECT_EQ(banks, 32) << type;
            // What is scaled down cannot be read.
            if (room.given()) {
                EXPECT_LE(scene.width, room.width + 1) << type;
            }
        }
    }
}

TEST(NarrowCells, AreCalledByTheirWidth) {
    const auto first = [](const Scene& scene) { return words_of(scene); };
    const auto has = [](const std::set<std::string>& words, const std::string& part) {
        return std::ranges::any_of(
            words, [&](const std::string& each) { return each.find(part) != std::string::npos; });
    };
    EXPECT_TRUE(has(first(scene_of(*recorded("char"), 0, {})), ": 128 bytes"));
    EXPECT_TRUE(has(first(scene_of(*recorded("short"), 0, {})), ": 128 half-words"));
    EXPECT_TRUE(has(first(scene_of(*recorded("int"), 0, {})), ": 128 words"));
}

/// Colours mean one thing at every size: a word that is read and written has both.
TEST(NarrowCells, ThatAreReadAndWrittenHaveBothColours) {
    Experiment experiment;
    experiment.text = {.path = "t.cu",
                       .text =
                           "// launch: k<<<1, 64>>>(out)\n// out: int[64] zeros\n"
                           "__global__ void k(int *out) {\n    __shared__ int s[1024];\n"
                           "    int t = threadIdx.x;\n"
                           "    for (int i = t; i < 1024; i += 64) s[i] = i;\n"
                           "    __syncthreads();\n"
                           "    for (int i = t; i < 1024; i += 64) s[i] += 1;\n"
                           "    __syncthreads();\n    out[t] = s[t];\n}\n"};
    const auto trace = record_text(experiment, {.progress = {}});
    std::set<std::size_t> counts;
    for (const Room room : {Room{215, 210}, Room{400, 300}, Room{215, 900}}) {
        const Scene scene = scene_of(*trace, 1, room);
        const auto matrix = std::ranges::find_if(
            scene.layers, [](const Layer& layer) { return !layer.matrices.empty(); });
        ASSERT_NE(matrix, scene.layers.end());
        std::set<std::array<int, 3>> colors;
        for (const Rgba& color : matrix->matrices.front().colors)
            colors.insert({color.r, color.g, color.b});
        counts.insert(colors.size());
        EXPECT_TRUE(words_of(scene).contains("read") && words_of(scene).contains("written"));
    }
    EXPECT_EQ(counts, std::set<std::size_t>{2}) << "blue above orange, everywhere";
}

}  // namespace narrow_cells_test
}  // namespace stridescope

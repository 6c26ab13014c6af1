// Pictures of scans as CUDA texts, against those of the catalogue's kernels: as good, whatever the
// padding. To go with the catalogue's kernels.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <string>
#include <tuple>
#include <vector>

#include "app/engine/engine.h"
#include "app/scene/memory/memory_scene.h"
#include "app/scene/scene.h"
#include "app/scene/tree/tree_scene.h"
#include "tests/support/scan_text.h"
#include "tests/support/scene_looks.h"

namespace stridescope {
namespace {

using testing::light;
using testing::texts_in;

struct Runs {
    std::shared_ptr<const Trace> kernel, text;
};

Runs runs_of(const Experiment& experiment) {
    Experiment text;
    text.text = scan_text(experiment);
    return {record(experiment), record(text)};
}

Experiment scan_of(const std::string& kernel, int block, int coarsen, int n, Padding padding) {
    Experiment e;
    e.kernel = kernel;
    e.block = block;
    e.coarsen = coarsen;
    e.n = n;
    e.padding = padding;
    e.engine = EngineChoice::cpu;
    e.input = parse_input("random:3");
    return e;
}

/// Without the names of words, which are those of elements in a kernel's tree; and a text's words
/// for what is made of nothing.
std::string without_words(const std::string& tip) {
    static const std::regex word{R"(X\[\d+\])"}, nothing{"nothing that was read went"};
    return std::regex_replace(std::regex_replace(tip, word, "X[]"), nothing,
                              "none of the input went");
}

void expect_same_tree(const Runs& runs, const std::string& what) {
    ASSERT_EQ(runs.kernel->step_count(), runs.text->step_count()) << what;
    for (const int step : {0, runs.text->step_count() / 2, runs.text->step_count() - 1}) {
        const Scene want = tree_scene(*runs.kernel, {.step = step}, light(), {900, 600});
        const Scene got = tree_scene(*runs.text, {.step = step}, light(), {900, 600});
        ASSERT_EQ(want.fields.size(), 1U) << what;
        ASSERT_EQ(got.fields.size(), 1U) << what;
        const HotspotField &of_kernel = want.fields[0], &of_text = got.fields[0];
        ASSERT_EQ(of_text.columns, of_kernel.columns) << what;
        ASSERT_EQ(of_text.rows, of_kernel.rows) << what;
        for (int row = 0; row < of_kernel.rows; ++row) {
            for (int column = 0; column < of_kernel.columns; ++column) {
                const auto due = of_kernel.at(column, row), is = of_text.at(column, row);
                ASSERT_EQ(is.has_value(), due.has_value()) << what << row << " " << column;
                if (!due) continue;
                EXPECT_EQ(without_words(is->tip), without_words(due->tip)) << what;
                EXPECT_EQ(is->means.word, due->means.word) << what;
                EXPECT_EQ(is->box, due->box) << what;
            }
        }
    }
}

void expect_same_memory(const Runs& runs, const std::string& what) {
    const int step = runs.text->step_count() / 2;
    const Scene want = memory_scene(*runs.kernel, {.step = step}, light());
    const Scene got = memory_scene(*runs.text, {.step = step}, light());
    const auto words_of = [](const Scene& scene) {
        std::vector<const Hotspot*> words;
        for (const Hotspot& spot : scene.hotspots) {
            if (spot.means.word >= 0) words.push_back(&spot);
        }
        return words;
    };
    const auto is = words_of(got), due = words_of(want);
    ASSERT_EQ(is.size(), due.size()) << what;
    for (std::size_t word = 0; word < is.size(); ++word) {
        EXPECT_EQ(texts_in(got, is[word]->box), texts_in(want, due[word]->box)) << what;
        // A text's word has the name that the text gives it, too.
        std::string tip = is[word]->tip;
        if (tip.starts_with("X[")) tip = tip.substr(tip.find("word"));
        EXPECT_EQ(tip, due[word]->tip) << what;
    }
}

class OldPictures : public ::testing::TestWithParam<const char*> {};

TEST_P(OldPictures, AreThoseOfTexts) {
    for (const Padding padding : paddings) {
        for (const auto& [block, coarsen, n] :
             {std::tuple{16, 1, 16}, {32, 2, 64}, {32, 2, 50}, {64, 2, 33}, {16, 4, 63}}) {
            // Raking alone has steps in which nothing happens, which texts leave out.
            if (coarsen == 1 && GetParam() == std::string{"raking"}) continue;
            const std::string what =
                fmt::format("{} {} {}×{} of {}: ", GetParam(), name_of(padding), block, coarsen, n);
            const Runs runs = runs_of(scan_of(GetParam(), block, coarsen, n, padding));
            expect_same_tree(runs, what);
            expect_same_memory(runs, what);
            if (HasFailure()) return;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Scans, OldPictures,
                         ::testing::Values("kogge-stone", "kogge-stone-double", "brent-kung",
                                           "blelloch", "sklansky", "raking"),
                         [](const auto& info) {
                             std::string name = info.param;
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

}  // namespace
}  // namespace stridescope

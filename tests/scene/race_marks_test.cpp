// Words that threads race on are marked in the pictures: those, in those steps, and no others.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "app/analysis/races.h"
#include "app/scene/memory/memory_view.h"
#include "app/scene/scene.h"
#include "app/scene/tree/tree_view.h"
#include "app/trace/trace.h"
#include "tests/support/recorded.h"
#include "tests/support/scene_looks.h"

namespace stridescope {
namespace race_marks_test {

using testing::light;
using testing::middle;
using testing::recorded;

constexpr Room room{900, 600};

/// The hotspots of words or elements that a red ring surrounds or fills.
std::vector<Rect> rings_of(const Scene& scene) {
    std::vector<Rect> rings;
    for (const Layer& layer : scene.layers) {
        std::ranges::copy_if(layer.rects, std::back_inserter(rings), [](const Rect& rect) {
            return rect.border == light().wrong && rect.border_width > 0;
        });
    }
    return rings;
}

std::set<int> raced_words(const Trace& trace, int step) {
    std::set<int> words;
    for (const Race& race : races_of_step(trace, 0, step)) words.insert(race.word);
    return words;
}

class Marks : public ::testing::TestWithParam<const char*> {
  protected:
    std::shared_ptr<const Trace> trace_ = recorded(GetParam(), 32, "iota", Padding::every32);
    bool racy_ = std::string{GetParam()}.ends_with("barrier");
};

TEST_P(Marks, InMemoryAreTheWordsOfTheStepsRaces) {
    int marked = 0;
    for (int step = 0; step < trace_->step_count(); ++step) {
        const std::set<int> raced = raced_words(*trace_, step);
        const Scene scene = memory_scene(*trace_, {.step = step}, light(), room);
        std::set<int> ringed;
        for (const Rect& ring : rings_of(scene)) {
            const auto spot = scene.hit(middle(ring.box));
            if (spot && spot->means.word >= 0)
                ringed.insert(spot->means.word);  // else it is the legend's
        }
        EXPECT_EQ(ringed, raced) << "step " << step;
        for (const Hotspot& spot : scene.hotspots) {
            if (spot.means.word < 0) continue;
            EXPECT_EQ(spot.tip.find("Race: Threads") != std::string::npos,
                      raced.contains(spot.means.word));
        }
        marked += static_cast<int>(raced.size());
    }
    EXPECT_EQ(marked > 0, racy_);
}

TEST_P(Marks, InTheTreeAreTheNodesOfThoseWords) {
    const int last = trace_->step_count() - 1;
    const Scene scene = tree_scene(*trace_, {.step = last}, light(), room);
    std::set<std::pair<int, int>> ringed, raced;
    ASSERT_EQ(scene.fields.size(), 1U);
    for (const Rect& ring : rings_of(scene)) {
        const auto spot = scene.hit(middle(ring.box));
        ASSERT_TRUE(spot);
        if (spot->means.word < 0) continue;  // a wrong output
        ringed.insert({spot->step, spot->means.word});
        EXPECT_NE(spot->tip.find("Race: Threads"), std::string::npos) << spot->tip;
    }
    for (int step = 0; step <= last; ++step) {
        for (const int word : raced_words(*trace_, step)) raced.insert({step, word});
    }
    EXPECT_EQ(ringed, raced);
    EXPECT_EQ(raced.empty(), !racy_);
}

INSTANTIATE_TEST_SUITE_P(Kernels, Marks,
                         ::testing::Values("kogge-stone-one-barrier", "kogge-stone",
                                           "brent-kung-pad-one-side"));

// Cells too small for rings are red themselves.
TEST(Marks, OfSmallCellsAreTheirColour) {
    const auto trace = recorded("kogge-stone-one-barrier", 1024, "ones", Padding::none, 16);
    const Scene scene = memory_scene(*trace, {.step = 2}, light(), {300, 260});
    ASSERT_FALSE(scene.layers[0].matrices.empty());
    const auto& colors = scene.layers[0].matrices[0].colors;
    const auto red = std::ranges::count(colors, light().wrong);
    EXPECT_EQ(red, static_cast<std::ptrdiff_t>(raced_words(*trace, 2).size()));
    EXPECT_GT(red, 10'000);
}

}  // namespace race_marks_test
}  // namespace stridescope

// While a step's arrows are on their way, what comes along them is not there yet.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "app/scene/banks/banks_view.h"
#include "app/scene/memory/memory_view.h"
#include "app/scene/tree/tree_view.h"
#include "tests/support/recorded.h"
#include "tests/support/scene_looks.h"

namespace stridescope {
namespace arrival_test {

using testing::light;
using testing::recorded;

bool is_number(const std::string& text) {
    return !text.empty() &&
           std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// Of one layer, in the order in which they are drawn.
std::vector<std::string> numbers_in(const Layer& layer) {
    std::vector<std::string> numbers;
    for (const Label& label : layer.labels) {
        if (is_number(label.text)) numbers.push_back(label.text);
    }
    return numbers;
}

/// The words of shared memory, as they stand in its picture.
std::vector<std::string> values(const Trace& trace, int step, float progress) {
    return numbers_in(
        memory_scene(trace, {.step = step, .progress = progress}, light()).layers.at(1));
}

TEST(Arrival, MemoryHoldsWhatItHeldUntilTheStepsValuesArrive) {
    const auto trace = recorded("kogge-stone", 64, "iota");
    for (int step = 1; step < trace->step_count(); ++step) {
        EXPECT_EQ(values(*trace, step, 0), values(*trace, step - 1, 1)) << step;
    }
    EXPECT_TRUE(values(*trace, 0, 0).empty()) << "nothing was stored before the first step";
    EXPECT_NE(values(*trace, 1, 1), values(*trace, 0, 1));
}

TEST(Arrival, WordsComeIntoTheirBanksWithTheArrows) {
    const auto trace = recorded("brent-kung", 64, "ones");
    const auto at = [&](float progress) {
        return banks_scene(*trace, {.step = 2, .progress = progress}, light(), {}, {});
    };
    const Scene before = at(0), after = at(1);
    const std::size_t words = static_cast<std::size_t>(
        std::ranges::count_if(after.hotspots, [](const Hotspot& s) { return s.means.word >= 0; }));
    ASSERT_GT(words, 0U);
    EXPECT_EQ(before.layers[0].rects.size() + words, after.layers[0].rects.size());
    EXPECT_EQ(before.layers[1].labels.size() + words, after.layers[1].labels.size());
    EXPECT_EQ(before.layers[0].lines.size(), after.layers[0].lines.size());
}

TEST(Arrival, AConeTellsAValueWhenItsArrowsHaveArrived) {
    const auto trace = recorded("kogge-stone", 16, "iota");
    const auto told = [&](int step, float progress) {
        const Scene scene = tree_scene(*trace, {.step = step, .progress = progress}, light(), {},
                                       {.element = "X[5]"});
        std::vector<std::string> texts;
        for (const Layer& layer : scene.layers) {
            for (const Label& label : layer.labels) texts.push_back(label.text);
        }
        return texts;
    };
    // 0 + 1 + 2 + 3 + 4 + 5: whole after stride 4.
    const int last = 3;
    const std::string sum = "15";
    const auto has = [&](const std::vector<std::string>& texts) {
        return std::ranges::find(texts, sum) != texts.end();
    };
    EXPECT_FALSE(has(told(last, 0)));
    EXPECT_TRUE(has(told(last, 1)));
}

}  // namespace arrival_test
}  // namespace stridescope

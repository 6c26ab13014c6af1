// The ladder's picture: everything has its place, and bars are as long as times are.
#include "app/scene/ladder/ladder_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "app/io/errors.h"
#include "app/ladder/ladder.h"
#include "app/report/ladder_report.h"
#include "tests/support/left_out.h"

namespace stridescope {
namespace ladder_scene_test {

/// All rungs at three sizes; each takes twice as long as the one after it.
Ladder made() {
    Ladder ladder{.cpu = "a CPU", .cores = 2, .gpu = "a GPU"};
    ladder.rungs = standard_rungs();
    for (std::size_t r = 0; r < ladder.rungs.size(); ++r) {
        const auto rung = static_cast<int>(r);
        for (const std::int64_t n : {1000, 1'000'000, 1'000'000'000}) {
            const double ms = 1e-6 * static_cast<double>(n) * std::pow(1.6, -rung);
            RungResult result{.rung = rung, .n = n, .ms = {ms, ms * 0.9, ms * 1.2}};
            if (ladder.rungs[r].id == "naive" && n > 1'000'000)
                result = {.rung = rung, .n = n, .left_out = "It takes too long."};
            ladder.results.push_back(std::move(result));
        }
    }
    return ladder;
}

std::vector<Hotspot> rows_of(const Scene& scene) {
    std::vector<Hotspot> rows;
    for (const Hotspot& spot : scene.hotspots) {
        if (spot.name.what == "rung" && spot.box.w > 100) rows.push_back(spot);
    }
    return rows;
}

TEST(LadderScene, StaysInItsRoomAndHasARowForEachRung) {
    const Ladder ladder = made();
    for (const Room room :
         {Room{}, Room{900, 620}, Room{1280, 700}, Room{1920, 1000}, Room{500, 900}}) {
        const Scene scene = ladder_scene(ladder, Palette::light(), room, {.n = 1'000'000'000});
        EXPECT_EQ(rows_of(scene).size(), ladder.rungs.size());
        if (room.given()) {
            EXPECT_EQ(scene.width, room.width);
        }
        std::set<std::string> words;
        for (const Layer& layer : scene.layers) {
            for (const Label& label : layer.labels) {
                words.insert(label.text);
                EXPECT_GE(label.size, 9);
                EXPECT_GE(label.box.y, 0);
                EXPECT_LE(label.box.y + label.box.h, scene.height + 1) << label.text;
            }
            for (const Rect& rect : layer.rects) {
                EXPECT_GE(rect.box.x, 0);
                EXPECT_LE(rect.box.x + rect.box.w, scene.width);
                EXPECT_LE(rect.box.y + rect.box.h, scene.height);
            }
            for (const Line& line : layer.lines) {
                EXPECT_LE(std::max(line.from.x, line.to.x), scene.width);
                EXPECT_LE(std::max(line.from.y, line.to.y), scene.height);
            }
        }
        EXPECT_TRUE(words.contains("10⁹"));
        EXPECT_TRUE(words.contains("It takes too long.") || room.width == 500);
    }
}

TEST(LadderScene, BarsAreAsLongAsTimesOnALogarithmicAxis) {
    const Ladder ladder = made();
    const Scene scene = ladder_scene(ladder, Palette::light(), {1920, 1000}, {.n = 1'000'000});
    const std::vector<Hotspot> rows = rows_of(scene);
    float pitch = 0;
    std::vector<float> ends;
    for (const Hotspot& row : rows) {
        float longest = 0;
        for (const Rect& rect : scene.layers[1].rects) {
            const bool inside =
                rect.box.y >= row.box.y && rect.box.y + rect.box.h <= row.box.y + row.box.h;
            if (inside && rect.box.x > row.box.x + 20 && rect.box.x < row.box.x + row.box.w)
                longest = std::max(longest, rect.box.w);
        }
        ends.push_back(longest);
    }
    for (std::size_t k = 1; k < ends.size(); ++k) {
        const float step = ends[k - 1] - ends[k];  // twice as fast: as much shorter each time
        if (k == 1) pitch = step;
        EXPECT_NEAR(step, pitch, 0.01F * pitch + 0.1F) << k;
        EXPECT_GT(step, 1);
    }
}

TEST(LadderScene, ShowsAnotherSizeAndMarksARung) {
    const Ladder ladder = made();
    EXPECT_EQ(usual_size(ladder), 1'000'000);  // of 10⁹ the naive one is missing
    const auto has = [](const Scene& scene, const std::string& part) {
        return std::ranges::any_of(scene.layers[2].labels, [&](const Label& label) {
            return label.text.find(part) != std::string::npos;
        });
    };
    EXPECT_TRUE(has(ladder_scene(ladder, Palette::light(), {1920, 1000}), "N = 10⁶"));
    EXPECT_TRUE(has(ladder_scene(ladder, Palette::light(), {1920, 1000}, {.n = 1000}), "N = 10³"));
    const Scene marked = ladder_scene(ladder, Palette::light(), {1920, 1000}, {.n = 0, .rung = 3});
    const Scene plain = ladder_scene(ladder, Palette::light(), {1920, 1000});
    EXPECT_GT(marked.layers[1].rects.size(), plain.layers[1].rects.size());
    EXPECT_EQ(marked.highlight({.name = {"rung", 3}}, {}).at(0).lines.size(), 2U);
    EXPECT_TRUE(marked.highlight({.name = {"size", 0}}, {}).empty());
}

TEST(LadderScene, BearsTimesOfNothingAndOneSize) {
    Ladder ladder{.gpu = "a GPU"};
    ladder.rungs = {{.id = "a", .name = "A"}, {.id = "b", .name = "B", .kind = RungKind::roof}};
    ladder.results = {{.rung = 0, .n = 7, .ms = {0, 0, 5}}, {.rung = 1, .n = 7, .ms = {0, 0, 0}}};
    for (const int rung : {-1, 0, 1, 2}) {
        const Scene scene = ladder_scene(ladder, Palette::light(), {800, 600}, {.rung = rung});
        for (const Layer& layer : scene.layers) {
            for (const Line& line : layer.lines) {
                EXPECT_TRUE(std::isfinite(line.from.x) && std::isfinite(line.to.y));
            }
        }
    }
}

// Of one size there is no line to draw: the bars have the whole room.
TEST(LadderScene, OfOneSizeHasNoEmptyPlot) {
    Ladder ladder{.cpu = "a CPU", .cores = 2};
    ladder.rungs = {{.id = "cpu-one", .name = "One core", .kind = RungKind::cpu},
                    {.id = "copy", .name = "Copy", .kind = RungKind::roof}};
    ladder.results = {{.rung = 0, .n = 1000, .ms = {1, 1, 2}},
                      {.rung = 1, .n = 1000, .left_out = "There is no GPU here."}};
    const auto says = [](const Scene& scene, const std::string& words) {
        return std::ranges::any_of(scene.layers[2].labels, [&](const Label& label) {
            return label.text.find(words) != std::string::npos;
        });
    };
    for (const Room room : {Room{1280, 720}, Room{1920, 1000}, Room{}}) {
        const Scene one = ladder_scene(ladder, Palette::light(), room);
        EXPECT_FALSE(says(one, "Time over N")) << room.width;
        EXPECT_FALSE(says(one, "of the copy")) << "nothing was copied";
        float right = 0;
        for (const Label& label : one.layers[2].labels)
            right = std::max(right, label.box.x + label.box.w);
        EXPECT_GT(right, 0.95F * one.width) << room.width;
    }
    ladder.results.push_back({.rung = 0, .n = 10'000, .ms = {9, 9, 9}});
    ladder.results[1] = {.rung = 1, .n = 1000, .ms = {0.5}};
    const Scene two = ladder_scene(ladder, Palette::light(), {1280, 720}, {.n = 1000});
    EXPECT_TRUE(says(two, "Time over N"));
    EXPECT_TRUE(says(two, "of the copy"));
}

// Whatever a damaged file still says is drawn, or refused in a sentence.
TEST(LadderScene, BearsDamagedFiles) {
    Ladder ladder = made();
    ladder.rates = {.launch_ms = 0.1, .hand_over_ms = 0.1, .barrier_ms = 0.1, .wavefront_ms = 0.1};
    for (Rung& rung : ladder.rungs) rung.counts = {1, 1, 1, 1, 100};
    const std::string good = ladder_json(ladder);
    int drawn = 0, refused = 0;
    const std::size_t by = testing::left_out(1) ? 37 : 5;
    for (std::size_t at = 0; at < good.size(); at += by) {
        std::string damaged = good;
        damaged[at] = static_cast<char>(damaged[at] ^ (1 << (at % 7)));
        try {
            const Ladder read = parse_ladder(damaged);
            const Scene scene =
                ladder_scene(read, Palette::light(), {1000, 700}, {.n = 0, .rung = 10});
            EXPECT_GE(scene.layers.size(), 1U);
            EXPECT_FALSE(ladder_table(read).empty());
            EXPECT_FALSE(ladder_why(read, 1000).empty());
            ++drawn;
        } catch (const UsageError&) {
            ++refused;
        }
    }
    EXPECT_GT(drawn, testing::rounds_of(50));
    EXPECT_GT(refused, testing::rounds_of(50));
}

TEST(LadderScene, OfNothingSaysSo) {
    const Scene scene = ladder_scene({}, Palette::dark(), {400, 300});
    EXPECT_FALSE(scene.layers.empty());
    EXPECT_TRUE(scene.hotspots.empty());
}

/// Five rungs, as the whole ladder numbers them, and bars as long as their times.
TEST(LadderScene, TheStoryHasFiveRungsOnALinearAxis) {
    Ladder ladder = made();
    const std::vector<std::string> story{"cpu-one", "chained-padded", "chained-managed",
                                         "look-back-warp", "copy"};
    const std::vector<double> times{400, 100, 300, 50, 25};
    for (RungResult& result : ladder.results) {
        const std::string& id = ladder.rungs[static_cast<std::size_t>(result.rung)].id;
        const auto found = std::ranges::find(story, id);
        if (found == story.end()) continue;
        result.ms = {times[static_cast<std::size_t>(found - story.begin())]};
        result.left_out.clear();
    }
    ASSERT_TRUE(has_story(ladder));
    const Palette palette = Palette::light();
    const Scene scene =
        ladder_scene(ladder, palette, {1920, 1000}, {.n = 1'000'000, .story = true});
    std::vector<std::string> ids;
    std::vector<float> bars;
    for (const Hotspot& row : rows_of(scene)) {
        const Rung& rung = ladder.rungs[static_cast<std::size_t>(row.name.number)];
        ids.push_back(rung.id);
        float longest = 0;
        for (const Rect& rect : scene.layers[1].rects) {
            const bool within = rect.box.y > row.box.y && rect.box.y < row.box.y + row.box.h;
            if (within && rect.box.x > row.box.x + 50) longest = std::max(longest, rect.box.w);
        }
        bars.push_back(longest);
    }
    EXPECT_EQ(ids, story);
    EXPECT_GT(bars.at(0), 200);
    for (std::size_t k = 0; k < bars.size(); ++k)
        EXPECT_NEAR(bars[k] / bars[0], times[k] / times[0], 0.01) << story[k];
    // What a click on a row marks is the whole ladder's rung.
    EXPECT_EQ(
        ladder_scene(ladder, palette, {1920, 1000}, {.n = 1'000'000, .rung = 1, .story = true})
            .hotspots.size(),
        scene.hotspots.size());
}

}  // namespace ladder_scene_test
}  // namespace stridescope

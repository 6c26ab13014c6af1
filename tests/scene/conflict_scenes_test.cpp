// Heatmap, banks and work: their numbers are the trace's, whatever the kernel and its shape.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "app/analysis/heat.h"
#include "app/analysis/request_choice.h"
#include "app/analysis/work.h"
#include "app/scene/banks/banks_view.h"
#include "app/scene/heatmap/heatmap_view.h"
#include "app/scene/heatmap/heatmap_words.h"
#include "app/scene/scene.h"
#include "app/scene/type_size.h"
#include "app/scene/work/work_view.h"
#include "app/trace/trace.h"
#include "tests/support/hand_made.h"
#include "tests/support/recorded.h"
#include "tests/support/scene_dump.h"
#include "tests/support/scene_looks.h"

namespace stridescope {
namespace conflict_scenes_test {

using testing::animated_lines;
using testing::experiment_of;
using testing::light;
using testing::recorded;
using testing::texts_in;

/// The bank or the warp that a cell is of.
int column_of(const Hotspot& spot) {
    return std::max(spot.means.bank, spot.means.warp);
}

/// On light ground: 1 pale, then the darker the worse, a doubling a fifth of the way to black.
Rgba degree_color(int degree) {
    if (degree == 1) return mix(light().background, cividis(1), 0.3F);
    return cividis(0.8F - 0.8F * std::log2(static_cast<float>(degree)) / 5);
}

class HeatmapOf : public ::testing::TestWithParam<HeatmapAxis> {};

TEST_P(HeatmapOf, ShowsTheConflictMap) {
    const auto trace = recorded("brent-kung", 1024, "ones");
    const Scene scene = heatmap_scene(*trace, {}, {.axis = GetParam()}, light());
    const ConflictMap map = conflict_map(*trace, GetParam());
    const ColorMatrix& grid = scene.layers[0].matrices.at(0);
    ASSERT_EQ(grid.columns, map.columns);
    ASSERT_EQ(grid.rows, map.steps);
    ASSERT_EQ(grid.colors.size(), map.degree.size());
    for (int step = 0; step < map.steps; ++step) {
        for (int column = 0; column < map.columns; ++column) {
            const float w = grid.box.w / static_cast<float>(grid.columns);
            const float h = grid.box.h / static_cast<float>(grid.rows);
            const Point at{grid.box.x + (static_cast<float>(column) + 0.5F) * w,
                           grid.box.y + (static_cast<float>(step) + 0.5F) * h};
            const auto spot = scene.hit(at);
            ASSERT_TRUE(spot);
            EXPECT_EQ(spot->step, step);
            EXPECT_EQ(column_of(*spot), column);
            const int degree = map.at(step, column);
            const auto texts = texts_in(scene, spot->box);
            if (degree == 0) {
                EXPECT_TRUE(texts.empty());
            } else {
                EXPECT_EQ(texts, std::multiset<std::string>{std::to_string(degree)});
            }
            const Rgba color = grid.colors[static_cast<std::size_t>(step * map.columns + column)];
            EXPECT_EQ(color, degree == 0 ? light().panel : degree_color(degree));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Axes, HeatmapOf, ::testing::Values(HeatmapAxis::bank, HeatmapAxis::warp));

/// Before the class has guessed, nothing gives a later step away: not its cells, nor the scale, the
/// totals, a tip or a comparison.
TEST(HeatmapScene, HidesLaterStepsUntilTheyCome) {
    const auto before = recorded("brent-kung", 1024, "ones");
    const auto trace = recorded("brent-kung", 1024, "ones", Padding::every32);
    const ConflictMap map = conflict_map(*before, HeatmapAxis::bank);
    for (const int step : {0, 1, 3, before->step_count() - 1}) {
        const bool hides = step + 1 < before->step_count();
        const Scene scene = heatmap_scene(*before, {.step = step}, {.hide_later = true}, light());
        const ColorMatrix& grid = scene.layers[0].matrices.at(0);
        for (const Hotspot& spot : scene.hotspots) {
            if (!spot.means.any()) continue;
            const Rgba color =
                grid.colors[static_cast<std::size_t>(spot.step * map.columns + column_of(spot))];
            const auto texts = texts_in(scene, spot.box);
            const int degree = map.at(spot.step, column_of(spot));
            if (spot.step > step || degree == 0) {
                // What is hidden does not look as if it had not been touched.
                EXPECT_EQ(color, spot.step > step ? light().background : light().panel);
                EXPECT_TRUE(texts.empty()) << spot.step;
            } else {
                EXPECT_EQ(texts, std::multiset<std::string>{std::to_string(degree)});
                EXPECT_EQ(color, degree_color(degree)) << "the scale gives nothing away either";
            }
            EXPECT_EQ(spot.tip.find("still to come") != std::string::npos, spot.step > step);
        }
        const std::string all = dump(scene);
        EXPECT_EQ(all.find("excess") == std::string::npos, hides) << step;
        for (const bool difference : {false, true}) {
            const Scene two = heatmap_scene(
                *trace, {.step = step},
                {.compare = before.get(), .difference = difference, .hide_later = true}, light());
            bool told = false;
            for (const Label& label : two.layers[1].labels) {
                told = told || label.text.starts_with("Excess");
            }
            EXPECT_EQ(told, !hides) << step;
        }
    }
}

TEST(HeatmapScene, PutsThisTraceLeftOnTheSameScale) {
    const auto before = recorded("brent-kung", 1024, "ones");
    const auto after = recorded("brent-kung", 1024, "ones", Padding::every32);
    const Scene scene = heatmap_scene(*after, {.step = 1}, {.compare = before.get()}, light());
    const auto& grids = scene.layers[0].matrices;
    ASSERT_EQ(grids.size(), 2U);
    EXPECT_LT(grids[0].box.x + grids[0].box.w, grids[1].box.x);
    // Step 1, up-sweep stride 1: 2-way without padding, no conflict with it.
    EXPECT_EQ(grids[0].colors[32], degree_color(1));
    EXPECT_EQ(grids[1].colors[32], degree_color(2));
    const std::string text = dump(scene);
    const std::int64_t was = work_table(*before).totals.excess();
    const std::int64_t is = work_table(*after).totals.excess();
    EXPECT_NE(text.find(fmt::format("Excess wavefronts {} : {} ({:.0f}× as many in the other run)",
                                    is, was, static_cast<double>(was) / static_cast<double>(is))),
              std::string::npos);
    // Each under its own name.
    const auto name_at = [&](std::string_view name) {
        for (const Label& label : scene.layers[1].labels) {
            if (label.text == name) return label.box.x;
        }
        ADD_FAILURE() << name;
        return 0.0F;
    };
    EXPECT_LT(name_at("PADDING = every32"), name_at("PADDING = none"));
}

TEST(HeatmapScene, ADegreeHasOneColourAndAWorseOneIsDarker) {
    // Of kernels with no conflict, a few, and as many as there can be.
    std::map<int, std::set<std::uint32_t>> seen;
    std::map<int, int> light_of;
    for (const auto& [kernel, block] :
         {std::pair{"kogge-stone", 64}, {"brent-kung", 64}, {"brent-kung", 1024}}) {
        const auto trace = recorded(kernel, block, "ones");
        const ConflictMap map = conflict_map(*trace, HeatmapAxis::bank);
        const Scene scene = heatmap_scene(*trace, {}, {}, light());
        const ColorMatrix& grid = scene.layers[0].matrices.at(0);
        for (std::size_t i = 0; i < grid.colors.size(); ++i) {
            const Rgba color = grid.colors[i];
            const int degree = map.degree[i];
            seen[degree].insert(std::uint32_t{color.r} << 16 | std::uint32_t{color.g} << 8 |
                                color.b);
            light_of[degree] = color.r + color.g + color.b;
        }
    }
    ASSERT_GE(seen.size(), 6U);
    for (const auto& [degree, colors] : seen) EXPECT_EQ(colors.size(), 1U) << degree;
    light_of.erase(0);
    EXPECT_GT(light_of.at(1), 3 * 200) << "what harms nobody is pale";
    for (auto worse = std::next(light_of.begin()); worse != light_of.end(); ++worse) {
        EXPECT_LT(worse->second, std::prev(worse)->second) << worse->first;
    }
}

class HeatOf : public ::testing::TestWithParam<std::tuple<HeatmapAxis, HeatEvents, HeatMeasure>> {};

TEST_P(HeatOf, WritesItsNumbersIntoItsCells) {
    const auto& [axis, events, measure] = GetParam();
    const auto trace = recorded("brent-kung", 256, "ones", Padding::every32, 4);
    const Scene scene =
        heatmap_scene(*trace, {}, {.axis = axis, .events = events, .measure = measure}, light());
    const HeatMap map = heat_map(*trace, axis, events);
    int touched = 0;
    for (const Hotspot& spot : scene.hotspots) {
        if (!spot.means.any()) continue;
        const HeatCell& cell = map.at(spot.step, column_of(spot));
        const auto texts = texts_in(scene, spot.box);
        if (cell.requests == 0) {
            EXPECT_TRUE(texts.empty());
            EXPECT_NE(spot.tip.find("not accessed"), std::string::npos);
            continue;
        }
        ++touched;
        ASSERT_EQ(texts.size(), 1U);
        EXPECT_NEAR(std::stod(*texts.begin()), cell.value(measure), 0.0501);
        EXPECT_NE(spot.tip.find(fmt::format("{} wavefront", cell.wavefronts)), std::string::npos)
            << spot.tip;
    }
    EXPECT_GT(touched, 20);
}

INSTANTIATE_TEST_SUITE_P(
    All, HeatOf,
    ::testing::Combine(::testing::Values(HeatmapAxis::bank, HeatmapAxis::warp),
                       ::testing::Values(HeatEvents::both, HeatEvents::loads, HeatEvents::stores),
                       ::testing::Values(HeatMeasure::worst, HeatMeasure::total,
                                         HeatMeasure::per_request)));

TEST(HeatmapScene, TellsTheDifferenceOfTwoRunsInOneMap) {
    const auto before = recorded("brent-kung", 1024, "ones");
    const auto after = recorded("brent-kung", 1024, "ones", Padding::every32);
    const Scene scene =
        heatmap_scene(*after, {.step = 1}, {.compare = before.get(), .difference = true}, light());
    ASSERT_EQ(scene.layers[0].matrices.size(), 1U);
    const ColorMatrix& grid = scene.layers[0].matrices[0];
    const ConflictMap was = conflict_map(*before, HeatmapAxis::bank);
    const ConflictMap is = conflict_map(*after, HeatmapAxis::bank);
    int fewer = 0, more = 0;
    for (const Hotspot& spot : scene.hotspots) {
        if (!spot.means.any()) continue;
        const int change = is.at(spot.step, column_of(spot)) - was.at(spot.step, column_of(spot));
        const auto texts = texts_in(scene, spot.box);
        const Rgba color = grid.colors[static_cast<std::size_t>(spot.step * 32 + column_of(spot))];
        if (change == 0) {
            EXPECT_EQ(color, light().panel);
            continue;
        }
        (change < 0 ? fewer : more) += 1;
        EXPECT_EQ(texts, std::multiset<std::string>{
                             fmt::format("{}{}", change < 0 ? "−" : "+", std::abs(change))});
        EXPECT_NE(spot.tip.find(fmt::format("{} → {}: {} {}", was.at(spot.step, column_of(spot)),
                                            is.at(spot.step, column_of(spot)), std::abs(change),
                                            change < 0 ? "fewer" : "more")),
                  std::string::npos)
            << spot.tip;
        EXPECT_EQ(color.b > color.r, change < 0) << "blue is less, vermilion more";
    }
    EXPECT_GT(fewer, 10);
    EXPECT_GT(more, 10) << "words moved to other banks";
}

/// What the runs' cells of one column come to over all steps.
double over_all_steps(const HeatMap& map, int column, HeatMeasure measure) {
    HeatCell sum;
    for (int step = 0; step < map.steps; ++step) {
        const HeatCell& cell = map.at(step, column);
        sum.requests += cell.requests;
        sum.wavefronts += cell.wavefronts;
        sum.worst = std::max(sum.worst, cell.worst);
    }
    return sum.value(measure);
}

class DifferenceOf : public ::testing::TestWithParam<std::tuple<HeatmapAxis, HeatMeasure>> {};

TEST_P(DifferenceOf, RunsOfOtherKernelsAndSizesComparesWhatBothHave) {
    const auto& [axis, measure] = GetParam();
    const auto before = recorded("kogge-stone", 64, "ones", Padding::every32);
    const auto after = recorded("brent-kung", 256, "ones");
    const Scene scene = heatmap_scene(
        *after, {.step = 3},
        {.axis = axis, .compare = before.get(), .measure = measure, .difference = true}, light());
    ASSERT_EQ(scene.layers[0].matrices.size(), 1U);
    const HeatMap was = heat_map(*before, axis, HeatEvents::both);
    const HeatMap is = heat_map(*after, axis, HeatEvents::both);
    const ColorMatrix& grid = scene.layers[0].matrices[0];
    EXPECT_EQ(grid.columns, is.columns);
    ASSERT_EQ(grid.rows, after->step_count() + 1) << "all steps together in a row of their own";
    int compared = 0, alone = 0, cells = 0;
    for (const Hotspot& spot : scene.hotspots) {
        if (!spot.means.any()) continue;
        const int row = cells++ / is.columns;
        const auto texts = texts_in(scene, spot.box);
        // Only the load and the store are steps of both kernels, and only two warps of both runs.
        const bool last = row == after->step_count();
        EXPECT_EQ(spot.step, last ? -1 : row);
        const bool both_steps = last || row == 0 || row == after->step_count() - 1;
        if (!both_steps || column_of(spot) >= was.columns) {
            ++alone;
            EXPECT_TRUE(texts.empty());
            EXPECT_NE(spot.tip.find("only in this run"), std::string::npos) << spot.tip;
            continue;
        }
        ++compared;
        const int other = row == 0 ? 0 : before->step_count() - 1;
        const double change = last ? over_all_steps(is, column_of(spot), measure) -
                                         over_all_steps(was, column_of(spot), measure)
                                   : is.at(row, column_of(spot)).value(measure) -
                                         was.at(other, column_of(spot)).value(measure);
        ASSERT_EQ(texts.size(), 1U);
        std::string text = *texts.begin();
        if (text.starts_with("−")) text.replace(0, std::string{"−"}.size(), "-");
        EXPECT_NEAR(std::stod(text), change, 0.0501) << spot.tip;
    }
    EXPECT_EQ(compared, 3 * was.columns);
    EXPECT_GT(alone, 0);
    const std::string text = dump(scene);
    EXPECT_NE(text.find("2 of 17 steps are in both runs; the last row counts all"),
              std::string::npos)
        << text.substr(0, 2000);
    // In ever fewer words where the columns are few.
    EXPECT_NE(text.find(" minus Kogge–Stone"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(All, DifferenceOf,
                         ::testing::Combine(::testing::Values(HeatmapAxis::bank, HeatmapAxis::warp),
                                            ::testing::Values(HeatMeasure::worst,
                                                              HeatMeasure::total,
                                                              HeatMeasure::per_request)));

TEST(HeatmapScene, SideBySideAClickGoesToTheStepThatIsAlike) {
    const auto before = recorded("kogge-stone", 16, "ones");
    const auto after = recorded("brent-kung", 16, "ones");
    const Scene scene = heatmap_scene(*after, {.step = 8}, {.compare = before.get()}, light());
    ASSERT_EQ(scene.layers[0].matrices.size(), 2U);
    const Box right = scene.layers[0].matrices[1].box;
    std::multiset<int> goes_to;
    for (const Hotspot& spot : scene.hotspots) {
        if (column_of(spot) == 0 && right.contains({spot.box.x + 1, spot.box.y + 1})) {
            goes_to.insert(spot.step);
        }
    }
    // Kogge–Stone's load and store are Brent–Kung's; its four strides are none of Brent–Kung's.
    EXPECT_EQ(goes_to, (std::multiset<int>{-1, -1, -1, -1, 0, 8}));
    const std::string text = dump(scene);
    EXPECT_NE(text.find("Kogge–Stone"), std::string::npos);
    EXPECT_NE(text.find("Brent–Kung"), std::string::npos);
}

TEST(HeatmapScene, HoldsManyStepsInItsRoom) {
    const auto trace = recorded("sequential", 128, "ones");
    const Room room{700, 330};
    const Scene scene = heatmap_scene(*trace, {}, {}, light(), room);
    EXPECT_LE(scene.height, room.height + 0.01F) << trace->step_count() << " steps";
}

/// What stands in a row of the table.
std::multiset<std::string> row_texts(const Scene& scene, const Box& row) {
    std::multiset<std::string> texts;
    for (const Label& label : scene.layers[0].labels) {
        if (label.box.y == row.y && label.box.h == row.h) texts.insert(label.text);
    }
    return texts;
}

TEST(WorkScene, HidesLaterStepsUntilTheyCome) {
    const auto trace = recorded("brent-kung", 1024, "ones");
    const int last = trace->step_count() - 1;
    for (const int step : {0, 3, last}) {
        const Scene scene =
            work_scene(*trace, {.step = step}, light(), {}, {.sorted_by = 10, .hide_later = true});
        const Scene all =
            work_scene(*trace, {.step = step}, light(), {}, {.sorted_by = step == last ? 10 : -1});
        int rows = 0;
        for (const Hotspot& spot : scene.hotspots) {
            if (spot.step < 0 || spot.names_step) continue;
            ++rows;
            const auto texts = row_texts(scene, spot.box), whole = row_texts(all, spot.box);
            if (spot.step <= step) {
                EXPECT_EQ(texts, whole);
            } else {
                const std::multiset<std::string> left{
                    step_label(trace->steps()[static_cast<std::size_t>(spot.step)])};
                for (const std::string& text : texts) {
                    EXPECT_TRUE(text == "…" || left.contains(text)) << text;
                }
                EXPECT_NE(texts, whole);
            }
        }
        EXPECT_EQ(rows, last + 1);
        EXPECT_EQ(dump(scene) == dump(all), step == last);
    }
}

TEST(WorkScene, ComparesStepsByBarsAndSortsByAColumn) {
    const auto trace = recorded("brent-kung", 1024, "ones");
    const WorkTable table = work_table(*trace);
    const auto steps_of = [&](int sorted_by) {
        const Scene scene = work_scene(*trace, {.step = 1}, light(), {}, {.sorted_by = sorted_by});
        std::vector<int> steps;
        for (const Hotspot& spot : scene.hotspots) {
            if (spot.step >= 0 && !spot.names_step) steps.push_back(spot.step);
        }
        return steps;
    };
    std::vector<int> by_step(static_cast<std::size_t>(trace->step_count()));
    for (std::size_t k = 0; k < by_step.size(); ++k) by_step[k] = static_cast<int>(k);
    EXPECT_EQ(steps_of(-1), by_step);
    constexpr int adds = 2;
    const auto sorted = steps_of(adds);
    EXPECT_NE(sorted, by_step);
    for (std::size_t k = 1; k < sorted.size(); ++k) {
        EXPECT_GE(table.rows[static_cast<std::size_t>(sorted[k - 1])].counts.adds,
                  table.rows[static_cast<std::size_t>(sorted[k])].counts.adds);
    }
    // Bars of one column are to each other as the counts.
    const Scene scene = work_scene(*trace, {.step = 0}, light());
    const auto column =
        std::ranges::find(scene.hotspots, Click{click::SortBy{adds}}, &Hotspot::click);
    ASSERT_NE(column, scene.hotspots.end());
    std::vector<float> widths;
    for (const Rect& rect : scene.layers[0].rects) {
        const float x = rect.box.x + rect.box.w;
        if (rect.box.h < 22 && x > column->box.x && x < column->box.x + column->box.w) {
            widths.push_back(rect.box.w);
        }
    }
    std::vector<std::int64_t> counts;
    for (const WorkRow& row : table.rows) {
        if (row.counts.adds > 0) counts.push_back(row.counts.adds);
    }
    ASSERT_EQ(widths.size(), counts.size());
    for (std::size_t k = 1; k < counts.size(); ++k) {
        EXPECT_NEAR(widths[k] / widths[0],
                    static_cast<float>(counts[k]) / static_cast<float>(counts[0]), 1e-3);
    }
}

TEST(HeatmapScene, NamesBothRunsOfADifferenceHoweverLongTheirNames) {
    const auto brief = recorded("kogge-stone", 16, "ones");
    ScanRun long_one = testing::experiment_of("kogge-stone-barrier-in-branch", 64, "random:3");
    long_one.n = 150;
    long_one.schedule = parse_schedule("random:3");
    const auto named = record(long_one);
    const auto says = [](const Scene& scene, std::string_view words) {
        return std::ranges::any_of(scene.layers, [&](const Layer& layer) {
            return std::ranges::any_of(layer.labels, [&](const Label& label) {
                return label.text.find(words) != std::string::npos &&
                       scene_parts::text_extent(label.text, label.bold) * label.size <= label.box.w;
            });
        });
    };
    const Scene apart =
        heatmap_scene(*named, {.step = 1}, {.compare = brief.get(), .difference = true}, light());
    EXPECT_TRUE(says(apart, "Kogge–Stone, barrier in a branch"));
    EXPECT_TRUE(says(apart, " minus Kogge–Stone"));
    // One picture of both names the run at hand.
    const auto none = recorded("brent-kung", 1024, "ones");
    const auto padded = recorded("brent-kung", 1024, "ones", Padding::every32);
    const HeatmapOptions options{.compare = padded.get(), .difference = true};
    EXPECT_TRUE(says(heatmap_scene(*none, {.step = 1}, options, light()), "adds conflicts here"));
}

TEST(CompareSentence, SaysPlainlyWhatHappened) {
    const auto say = [](std::int64_t was, std::int64_t is) {
        return compare_sentence({.load_excess = was}, {.load_excess = is}, "padding");
    };
    EXPECT_EQ(say(0, 0), "No bank conflicts in either run.");
    EXPECT_EQ(say(1234, 56), "Excess wavefronts 1,234 → 56 (22× fewer)");
    EXPECT_EQ(say(100, 40), "Excess wavefronts 100 → 40 (2.5× fewer)");
    EXPECT_EQ(say(7, 0), "Excess wavefronts 7 → 0: all gone");
    EXPECT_EQ(say(7, 7), "Excess wavefronts 7 → 7: no difference");
    EXPECT_EQ(say(0, 12), "Excess wavefronts 0 → 12: padding adds conflicts here");
    EXPECT_EQ(say(4, 12), "Excess wavefronts 4 → 12 (3.0× more): padding adds conflicts here");
}

TEST(CompareSentence, SaysOfTwoPicturesWhichRunHasMore) {
    const auto say = [](std::int64_t own, std::int64_t other) {
        return excess_of_two({.load_excess = own}, {.load_excess = other});
    };
    EXPECT_EQ(say(0, 0), "No bank conflicts in either run.");
    EXPECT_EQ(say(7, 7), "Excess wavefronts 7 : 7: no difference");
    EXPECT_EQ(say(0, 992), "Excess wavefronts 0 : 992 (none in this run)");
    EXPECT_EQ(say(992, 0), "Excess wavefronts 992 : 0 (none in the other run)");
    EXPECT_EQ(say(56, 1234), "Excess wavefronts 56 : 1,234 (22× as many in the other run)");
    EXPECT_EQ(say(100, 40), "Excess wavefronts 100 : 40 (2.5× as many in this run)");
}

TEST(BanksScene, RanksTheRequestsOfAStepTheWorstFirst) {
    const auto trace = recorded("brent-kung", 256, "ones", Padding::every32, 4);
    for (int step = 0; step < trace->step_count(); ++step) {
        const auto ranked = ranked_requests(*trace, 0, step, Space::shared);
        ASSERT_EQ(ranked.size(), requests_of_step(*trace, 0, step, Space::shared).size());
        for (std::size_t k = 1; k < ranked.size(); ++k) {
            EXPECT_GE(ranked[k - 1].shared.degree, ranked[k].shared.degree);
        }
        const Scene scene = banks_scene(*trace, {.step = step}, light(), {800, 300});
        std::vector<float> heights;
        for (const Hotspot& spot : scene.hotspots) {
            if (spot.name.what != "request") continue;
            ASSERT_EQ(spot.name.number, static_cast<int>(heights.size()));
            EXPECT_EQ(spot.click, Click{click::ShowRequest{choice_of(ranked[heights.size()])}});
            const auto bar = std::ranges::find_if(scene.layers[0].rects, [&](const Rect& rect) {
                return rect.border_width == 0 && rect.box.x >= spot.box.x &&
                       rect.box.x + rect.box.w <= spot.box.x + spot.box.w &&
                       rect.box.y >= spot.box.y - 0.01F &&
                       rect.box.y < spot.box.y + spot.box.h;  // below it the chosen one is marked
            });
            ASSERT_NE(bar, scene.layers[0].rects.end());
            heights.push_back(bar->box.h /
                              static_cast<float>(ranked[heights.size()].shared.wavefronts));
        }
        ASSERT_FALSE(heights.empty());
        for (const float unit : heights) EXPECT_NEAR(unit, heights[0], 0.01F);
    }
}

TEST(BanksScene, ShowsTheRequestThatWasChosenAndMovesAmongThem) {
    const auto trace = recorded("brent-kung", 256, "ones", Padding::none, 4);
    const int step = 2;
    const auto ranked = ranked_requests(*trace, 0, step, Space::shared);
    std::optional<RequestChoice> choice;
    std::set<std::string> seen;
    for (std::size_t k = 0; k < ranked.size(); ++k) {
        const Request shown = *chosen_request(*trace, 0, step, Space::shared, choice);
        EXPECT_EQ(choice_of(shown), choice_of(ranked[k]));
        const auto words = words_of_request(*trace, shown);
        const Scene scene = banks_scene(*trace, {.step = step}, light(), {}, {.request = choice});
        const auto idle = std::ranges::count(words, Trace::idle);
        EXPECT_EQ(animated_lines(scene).size(), words.size() - static_cast<std::size_t>(idle));
        seen.insert(dump(scene));
        choice = moved(*trace, 0, step, Space::shared, choice, RequestMove::milder);
    }
    EXPECT_EQ(seen.size(), ranked.size()) << "each looks different";
    EXPECT_EQ(choice, choice_of(ranked.back())) << "at the end it stays";
    choice = moved(*trace, 0, step, Space::shared, choice, RequestMove::worse);
    EXPECT_EQ(choice, choice_of(ranked[ranked.size() - 2]));
    EXPECT_EQ(moved(*trace, 0, step, Space::shared, choice, RequestMove::worst), std::nullopt);
    // Warps of one instruction, in their own order.
    choice = moved(*trace, 0, step, Space::shared, std::nullopt, RequestMove::next_warp);
    EXPECT_EQ(choice->warp, ranked.front().warp + 1);
    EXPECT_EQ(choice->site, ranked.front().site);
    EXPECT_EQ(moved(*trace, 0, step, Space::shared, choice, RequestMove::previous_warp),
              choice_of(ranked.front()));
    // A choice that a step does not have falls back to the worst.
    EXPECT_EQ(choice_of(*chosen_request(*trace, 0, step, Space::shared, RequestChoice{99, 0, 0})),
              choice_of(ranked.front()));
}

TEST(BanksScene, DrawsABroadcastAsOneFan) {
    // All lanes of a warp read word 0: one fan; in pairs: sixteen of two.
    for (const int same : {32, 2, 1}) {
        testing::HandMade made{32, 32};
        made.step("scan", 1);
        std::vector<int> words;
        for (int lane = 0; lane < 32; ++lane) words.push_back(lane / same);
        made.load(words);
        made.values(std::vector<std::int32_t>(32, 1));
        const Trace trace = made.trace();
        const Scene scene = banks_scene(trace, {}, light());
        std::set<float> ends;
        for (const Line& line : animated_lines(scene)) ends.insert(line.to.x);
        EXPECT_EQ(ends.size(), 32U / static_cast<unsigned>(same));
        EXPECT_EQ(animated_lines(scene).size(), 32U);
        EXPECT_NE(dump(scene).find("no conflict: 1 wavefront"), std::string::npos);
    }
}

TEST(BanksScene, WritesTheDegreeAndMarksTheBanks) {
    const auto trace = recorded("brent-kung", 256, "ones");
    const Scene scene = banks_scene(*trace, {.step = 2}, light());
    const std::string text = dump(scene);
    EXPECT_NE(text.find("4-way: 4 wavefronts"), std::string::npos);
    const auto chips = std::ranges::count_if(scene.layers[1].labels, [](const Label& label) {
        return label.text == "4-way" || (label.text == "4" && label.bold);
    });
    EXPECT_EQ(chips, 8) << "every fourth bank";
    // As many colours of lines as wavefronts.
    std::set<std::tuple<int, int, int>> colors;
    for (const Line& line : animated_lines(scene)) {
        colors.emplace(line.color.r, line.color.g, line.color.b);
    }
    EXPECT_EQ(colors.size(), 4U);
}

TEST(BanksScene, StacksAsManyPassesAsTheRequestTook) {
    for (const ElementType type : {ElementType::f32, ElementType::f64}) {
        ScanRun experiment = experiment_of("brent-kung", 256, "ones");
        experiment.type = type;
        const auto trace = record(experiment);
        for (int step = 0; step < trace->step_count(); ++step) {
            const auto worst = worst_request(*trace, 0, step);
            ASSERT_TRUE(worst);
            const Scene scene = banks_scene(*trace, {.step = step}, light());
            const auto lines = animated_lines(scene);
            EXPECT_EQ(lines.size(), static_cast<std::size_t>(worst->shared.active));
            EXPECT_EQ(
                std::ranges::any_of(scene.layers[0].rects,
                                    [](const Rect& rect) { return rect.fill == light().conflict; }),
                worst->shared.degree > 1)
                << step;
            const std::string text = dump(scene);
            EXPECT_NE(text.find(fmt::format("\"wave {}\"", worst->shared.wavefronts)),
                      std::string::npos);
            EXPECT_EQ(text.find(fmt::format("\"wave {}\"", worst->shared.wavefronts + 1)),
                      std::string::npos);
        }
    }
}

TEST(WorkScene, MarksCountsThatDifferFromTheFormula) {
    const auto right = recorded("kogge-stone", 8, "ones");
    EXPECT_EQ(dump(work_scene(*right, {}, light())).find("≠"), std::string::npos);
    TraceData data = right->data();
    for (ExpectedCounts& expected : data.facts.expected) expected.adds = 4;
    const Scene scene = work_scene(Trace{std::move(data)}, {}, light());
    EXPECT_NE(dump(scene).find("≠ 4"), std::string::npos);
}

}  // namespace conflict_scenes_test
}  // namespace stridescope

// What must hold of every scene, whatever the kernel and its shape.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "app/analysis/dataflow.h"
#include "app/analysis/heat.h"
#include "app/scene/scene_dump.h"
#include "app/scene/views.h"
#include "tests/support/hand_made.h"
#include "tests/support/recorded.h"

namespace stridescope {
namespace {

using testing::experiment_of;
using testing::recorded;

const Palette& light() {
    return Palette::light();
}

std::vector<Line> animated_lines(const Scene& scene) {
    std::vector<Line> lines;
    for (const Layer& layer : scene.layers) {
        std::ranges::copy_if(layer.lines, std::back_inserter(lines),
                             [](const Line& line) { return line.animated; });
        for (const LineRun& run : layer.runs) {
            for (int k = 0; run.line.animated && k < run.count; ++k) lines.push_back(run.at(k));
        }
    }
    return lines;
}

/// The texts of the labels that fill exactly this box.
std::multiset<std::string> texts_in(const Scene& scene, const Box& box) {
    std::multiset<std::string> texts;
    for (const Layer& layer : scene.layers) {
        for (const Label& label : layer.labels) {
            if (label.box == box) texts.insert(label.text);
        }
    }
    return texts;
}

Point middle(const Box& box) {
    return {box.x + box.w / 2, box.y + box.h / 2};
}

struct Case {
    std::string kernel;
    int block, coarsen;
    Padding padding;
};

class TreeOf : public ::testing::TestWithParam<Case> {
  protected:
    std::shared_ptr<const Trace> trace() const {
        const Case& run = GetParam();
        return recorded(run.kernel, run.block, "random:7", run.padding, run.coarsen);
    }
};

TEST_P(TreeOf, LightsTwoEdgesPerAddOfTheStep) {
    const auto trace = this->trace();
    const WorkTable work = work_table(*trace);
    for (int step = 0; step < trace->step_count(); ++step) {
        const auto& row = work.rows[static_cast<std::size_t>(step)];
        const auto lit = animated_lines(tree_scene(*trace, {.step = step}, light()));
        if (row.counts.adds > 0) {
            EXPECT_EQ(lit.size(), 2 * static_cast<std::size_t>(row.counts.adds)) << step;
        } else if (row.step.phase == "store") {
            EXPECT_EQ(lit.size(), static_cast<std::size_t>(trace->n()));  // one read of each word
        } else {
            EXPECT_TRUE(lit.empty()) << step;
        }
    }
}

TEST_P(TreeOf, ShowsInEveryNodeItsSnapshot) {
    const auto trace = this->trace();
    const Scene scene = tree_scene(*trace, {.step = trace->step_count() - 1}, light());
    ASSERT_EQ(scene.fields.size(), 1U);
    const HotspotField& field = scene.fields[0];
    EXPECT_EQ(field.columns, trace->shape().section);
    std::size_t nodes = 0, written = 0;
    for (int row = 0; row < field.rows; ++row) {
        for (int column = 0; column < field.columns; ++column) {
            const auto spot = field.at(column, row);
            if (!spot || spot->word < 0) continue;
            // Rings tell what was read where nothing was written.
            if (spot->tip.find(", read in") != std::string::npos) continue;
            ++nodes;
            EXPECT_EQ(trace->element_of_word(spot->word), column);
            const std::size_t at = trace->snapshot_index(0, spot->step, spot->word);
            const std::string shown = short_number(trace->snapshots().number(at), false, 6);
            // A node that the current step read is drawn once more, ringed.
            const auto texts = texts_in(scene, spot->box);
            EXPECT_EQ(texts.count(shown), texts.size()) << spot->tip;
            EXPECT_GE(texts.size(), 1U) << spot->tip;
            EXPECT_NE(spot->tip.find(
                          fmt::format("X[{}] = {} after", column, trace->snapshots().text(at))),
                      std::string::npos)
                << spot->tip;
            const auto hit = scene.hit(middle(spot->box));
            ASSERT_TRUE(hit);
            EXPECT_EQ(hit->tip, spot->tip);
        }
    }
    for (int step = 0; step < trace->step_count(); ++step) {
        for (const WordUse& use : word_uses(*trace, 0, step)) {
            if (!use.writers.empty()) ++written;
        }
    }
    EXPECT_EQ(nodes, written);
}

TEST_P(TreeOf, EdgesStartAtWhatWasReadAndEndAtWhatWasWritten) {
    const auto trace = this->trace();
    for (int step = 1; step < trace->step_count() - 1; ++step) {
        const Scene scene = tree_scene(*trace, {.step = step}, light());
        const HotspotField& field = scene.fields[0];
        const auto column_of = [&](float x) {
            return static_cast<int>((x - field.box.x) / field.box.w *
                                    static_cast<float>(field.columns));
        };
        std::multiset<std::pair<int, int>> drawn, wanted;
        for (const Line& line : animated_lines(scene)) {
            drawn.emplace(column_of(line.from.x), column_of(line.to.x));
            EXPECT_LT(line.from.y, line.to.y);
        }
        for (const Edge& edge : edges_of_step(*trace, 0, step)) {
            wanted.emplace(trace->element_of_word(edge.from_word),
                           trace->element_of_word(edge.to_word));
        }
        EXPECT_EQ(drawn, wanted) << step;
    }
}

INSTANTIATE_TEST_SUITE_P(Kernels, TreeOf,
                         ::testing::Values(Case{"kogge-stone", 16, 1, Padding::none},
                                           Case{"kogge-stone", 32, 3, Padding::every32},
                                           Case{"brent-kung", 16, 1, Padding::none},
                                           Case{"brent-kung", 64, 2, Padding::two_level},
                                           Case{"brent-kung", 32, 3, Padding::xor_swizzle},
                                           Case{"sequential", 8, 1, Padding::none}),
                         [](const auto& info) {
                             std::string name =
                                 fmt::format("{}_{}x{}_{}", info.param.kernel, info.param.block,
                                             info.param.coarsen, name_of(info.param.padding));
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

TEST(TreeScene, EndsInTheSumsOfTheWorkedExample) {
    const auto trace = recorded("kogge-stone", 16, testing::sixteen);
    const Scene scene = tree_scene(*trace, {.step = 5}, light());
    const HotspotField& field = scene.fields[0];
    const std::vector<std::string> sums{"2",  "3",  "8",  "16", "25", "25", "29", "35",
                                        "38", "42", "47", "51", "52", "59", "66", "68"};
    for (int column = 0; column < 16; ++column) {
        const auto spot = field.at(column, field.rows - 1);
        ASSERT_TRUE(spot);
        EXPECT_EQ(texts_in(scene, spot->box),
                  std::multiset<std::string>{sums[static_cast<std::size_t>(column)]});
    }
}

TEST(TreeScene, KeepsTheValuesOfLaterStepsToItself) {
    const auto trace = recorded("kogge-stone", 16, testing::sixteen);
    const Scene scene = tree_scene(*trace, {.step = 2}, light());
    const auto later = scene.fields[0].at(9, 4);
    ASSERT_TRUE(later);
    EXPECT_EQ(later->step, 3);
    EXPECT_TRUE(texts_in(scene, later->box).empty());
    EXPECT_EQ(later->tip, "X[9] will be written in stride 4");
}

TEST(TreeScene, TellsWhereAValueCameFrom) {
    const auto trace = recorded("kogge-stone", 16, testing::sixteen);
    const Scene scene = tree_scene(*trace, {.step = 2}, light());
    EXPECT_EQ(scene.fields[0].at(5, 3)->tip,
              "X[5] = 22 after stride 2\nsum of A[2..5] = 22\nthread 5: X[5] + X[3] = 9 + 13");
}

/// The elements of a row that a highlight draws nodes of.
std::vector<int> lit_in_row(const Scene& scene, const std::vector<Layer>& lit, int row) {
    std::vector<int> elements;
    const HotspotField& field = scene.fields[0];
    for (int column = 0; column < field.columns; ++column) {
        const auto spot = field.at(column, row);
        if (!spot) continue;
        const bool drawn = std::ranges::any_of(
            lit.back().rects, [&](const Rect& rect) { return rect.box == spot->box; });
        if (drawn) elements.push_back(column);
    }
    return elements;
}

Sight all_of(const Scene& scene) {
    return {.box = {0, 0, scene.width, scene.height}};
}

TEST(TreeScene, LightsTheConeOfInputsOfANode) {
    const auto trace = recorded("kogge-stone", 16, testing::sixteen);
    const Scene scene = tree_scene(*trace, {.step = 5}, light());
    const auto lit_of = [&](int column, int row) {
        return scene.highlight(*scene.fields[0].at(column, row), all_of(scene));
    };
    const auto partial = lit_of(5, 3);  // after stride 2: A[2..5]
    EXPECT_EQ(lit_in_row(scene, partial, 0), (std::vector{2, 3, 4, 5}));
    EXPECT_EQ(lit_in_row(scene, partial, 1), (std::vector{2, 3, 4, 5}));
    EXPECT_EQ(lit_in_row(scene, partial, 2), (std::vector{3, 5}));
    EXPECT_EQ(lit_in_row(scene, partial, 3), (std::vector{5}));
    EXPECT_TRUE(lit_in_row(scene, partial, 4).empty());
    const auto output = lit_of(9, scene.fields[0].rows - 1);
    EXPECT_EQ(lit_in_row(scene, output, 0), (std::vector{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
    EXPECT_EQ(scene.fields[0].at(9, scene.fields[0].rows - 1)->tip,
              "output P[9] = 42, as X[9]\nsum of A[0..9] = 42");
}

TEST(TreeScene, ConesOfEveryKernelEndInTheInputsThatTheTipNames) {
    for (const char* kernel : {"kogge-stone", "brent-kung", "sequential"}) {
        const auto trace = recorded(kernel, 16, "random:3", Padding::every32);
        const Scene scene = tree_scene(*trace, {.step = trace->step_count() - 1}, light());
        const HotspotField& field = scene.fields[0];
        for (int row = 1; row < field.rows; ++row) {
            for (int column = 0; column < field.columns; ++column) {
                const auto spot = field.at(column, row);
                if (!spot || spot->tip.find(", read in") != std::string::npos) continue;
                const auto inputs = lit_in_row(scene, scene.highlight(*spot, all_of(scene)), 0);
                ASSERT_FALSE(inputs.empty()) << spot->tip;
                const std::string range =
                    inputs.size() == 1
                        ? fmt::format("A[{}] alone", inputs[0])
                        : fmt::format("of A[{}..{}] =", inputs.front(), inputs.back());
                EXPECT_NE(spot->tip.find(range), std::string::npos) << spot->tip << " vs " << range;
                EXPECT_EQ(inputs.size(),
                          static_cast<std::size_t>(inputs.back() - inputs.front() + 1));
            }
        }
    }
}

TEST(TreeScene, EdgesAreFoundNearTheirMiddle) {
    const auto trace = recorded("brent-kung", 16, testing::sixteen);
    for (int step = 1; step < trace->step_count() - 1; ++step) {
        const Scene scene = tree_scene(*trace, {.step = step}, light());
        for (const Edge& edge : edges_of_step(*trace, 0, step)) {
            if (edge.own) continue;
            // Where its line ends is where its result stands; look a little before.
            const auto lines = animated_lines(scene);
            const Box to = scene.fields[0].at(edge.to_word, step + 1)->box;
            const auto line = std::ranges::find_if(lines, [&](const Line& l) {
                return l.from.x != l.to.x && l.to.x > to.x && l.to.x < to.x + to.w;
            });
            ASSERT_NE(line, lines.end());
            const Point at{line->from.x * 0.4F + line->to.x * 0.6F,
                           line->from.y * 0.4F + line->to.y * 0.6F};
            const auto spot = scene.hit(at, 4);
            ASSERT_TRUE(spot) << step;
            EXPECT_EQ(spot->step, step);
            EXPECT_EQ(spot->word, edge.to_word);
            EXPECT_NE(spot->tip.find(fmt::format("thread {} in ", edge.thread)), std::string::npos);
            EXPECT_NE(spot->tip.find(fmt::format("X[{}] + X[{}] → X[{}]", edge.to_word,
                                                 edge.from_word, edge.to_word)),
                      std::string::npos)
                << spot->tip;
            EXPECT_FALSE(scene.highlight(*spot, all_of(scene)).front().lines.empty());
        }
        EXPECT_FALSE(scene.hit({1, scene.height - 1}, 4) &&
                     scene.hit({1, scene.height - 1}, 4)->edge >= 0);
    }
}

TEST(TreeScene, LaterStepsCanBeLeftOut) {
    const auto trace = recorded("kogge-stone", 16, testing::sixteen);
    const Scene with = tree_scene(*trace, {.step = 2}, light());
    const Scene without = tree_scene(*trace, {.step = 2}, light(), {}, {.hide_later = true});
    for (const auto& [scene, there] : {std::pair{&with, true}, std::pair{&without, false}}) {
        EXPECT_EQ(scene->fields[0].at(9, 4).has_value(), there);
        const Box later = with.fields[0].at(9, 4)->box;
        EXPECT_EQ(std::ranges::any_of(scene->layers[2].rects,
                                      [&](const Rect& rect) { return rect.box == later; }),
                  there);
    }
    EXPECT_EQ(with.width, without.width);
    EXPECT_EQ(with.height, without.height);
}

/// However far one zooms into a large tree, the values are those of the snapshots.
TEST(TreeScene, LargeTreesShowTheirValuesOnceStretched) {
    const auto trace = recorded("brent-kung", 1024, "random:5", Padding::none, 8);
    const int step = 5;
    const Scene scene = tree_scene(*trace, {.step = step}, light(), {1600, 500});
    ASSERT_TRUE(scene.detail);
    std::size_t labels = 0;
    for (const Layer& layer : scene.layers) labels += layer.labels.size();
    EXPECT_LT(labels, 100U) << "from afar nothing is written into nodes";
    const HotspotField& field = scene.fields[0];
    for (const int element : {31, 4095, 8191}) {
        const auto spot = field.at(element, step + 1);
        ASSERT_TRUE(spot);
        const Sight sight{.zoom = 1.6F,
                          .stretch = scene.most_stretch,
                          .box = {spot->box.x - 1, 0, spot->box.w + 2, scene.height}};
        const std::string value = short_number(
            trace->snapshots().number(trace->snapshot_index(0, step, element)), false, 6);
        const auto layers = scene.detail(sight);
        const bool found = std::ranges::any_of(layers[2].labels, [&](const Label& label) {
            return label.box == spot->box && label.text == value &&
                   label.size * sight.zoom >= Scene::min_text_pixels;
        });
        EXPECT_TRUE(found) << element << ' ' << value;
    }
}

TEST(TreeScene, DrawsElementsBeyondTheInputFainter) {
    const auto trace = recorded("kogge-stone", 8, "values:2,1,5,8,9");
    const Scene scene = tree_scene(*trace, {.step = 0}, light());
    const auto border_of = [&](int column) {
        const Box box = scene.fields[0].at(column, 1)->box;
        for (const Rect& rect : scene.layers[2].rects) {
            if (rect.box == box) return rect.border;
        }
        return Rgba{};
    };
    EXPECT_EQ(border_of(4), light().write);
    EXPECT_EQ(border_of(5), mix(light().background, light().write, 0.4F));
    EXPECT_FALSE(scene.fields[0].at(5, 0)) << "there is no input 5";
}

TEST(MemoryScene, HasOneCellPerWordUnderItsBank) {
    const auto trace = recorded("brent-kung", 32, "iota", Padding::every32, 4);
    const Scene scene = memory_scene(*trace, {.step = 1}, light());
    ASSERT_EQ(scene.hotspots.size(), static_cast<std::size_t>(trace->words()) + 32);
    for (int word = 0; word < trace->words(); ++word) {
        const Hotspot& spot = scene.hotspots[static_cast<std::size_t>(word)];
        EXPECT_EQ(spot.word, word);
        EXPECT_EQ(spot.column, word % 32);
        EXPECT_EQ(spot.element, trace->element_of_word(word));
        EXPECT_EQ(spot.box.x, scene.hotspots[static_cast<std::size_t>(word % 32)].box.x);
        EXPECT_EQ(scene.hit(middle(spot.box))->word, word);
        const bool padding = trace->element_of_word(word) < 0;
        const bool hatched = std::ranges::any_of(scene.layers[0].rects, [&](const Rect& rect) {
            return rect.hatched && rect.box == spot.box;
        });
        EXPECT_EQ(hatched, padding) << word;
    }
}

TEST(MemoryScene, ShowsValuesOnceWrittenAndTheThreadsThatTouchedThem) {
    const auto trace = recorded("kogge-stone", 32, "iota");
    const Scene scene = memory_scene(*trace, {.step = 2}, light());  // stride 2
    for (int word = 0; word < 32; ++word) {
        const Hotspot& spot = scene.hotspots[static_cast<std::size_t>(word)];
        const std::string value = trace->snapshots().text(trace->snapshot_index(0, 2, word));
        const std::string before = trace->snapshots().text(trace->snapshot_index(0, 1, word));
        EXPECT_NE(
            spot.tip.find(word < 2 ? "value " + value : before + " before, " + value + " after"),
            std::string::npos)
            << spot.tip;
        EXPECT_EQ(spot.tip.find("written by") != std::string::npos, word >= 2) << spot.tip;
        EXPECT_NE(spot.tip.find("read by"), std::string::npos) << spot.tip;
    }
    EXPECT_EQ(scene.hotspots[5].tip,
              "word 5 · bank 5 · element 5\n9 before, 14 after\n"
              "read by threads 5 and 7; written by thread 5");
}

TEST(MemoryScene, LeavesWordsThatWereNeverWrittenBlank) {
    // One thread, one element a step: during `load` all are written, so cut the trace by hand.
    const auto whole = recorded("kogge-stone", 8, "ones");
    TraceData data = whole->data();
    auto lanes = std::make_shared<std::uint16_t[]>(data.rows.size() * 8);
    std::copy_n(data.lanes.get(), data.rows.size() * 8, lanes.get());
    for (std::size_t row = 0; row < data.rows.size(); ++row) {
        lanes[row * 8 + 3] = Trace::idle;  // thread 3 never did a thing
    }
    data.lanes = lanes;
    const Trace trace{std::move(data)};
    const Scene scene = memory_scene(trace, {.step = 5}, light());
    EXPECT_NE(scene.hotspots[3].tip.find("never written so far"), std::string::npos);
    EXPECT_NE(scene.hotspots[2].tip.find("value "), std::string::npos);
}

TEST(MemoryScene, HeadersTellTheBanksLoad) {
    const auto trace = recorded("brent-kung", 64, "ones");
    const Scene scene = memory_scene(*trace, {.step = 2}, light(), {600, 260});  // up-sweep 2
    const auto loads = bank_loads(*trace, 0, 2);
    int headers = 0;
    for (const Hotspot& spot : scene.hotspots) {
        if (spot.word >= 0) continue;
        const HeatCell& load = loads[static_cast<std::size_t>(spot.column)];
        const std::string wanted =
            load.requests == 0 ? fmt::format("bank {}: not touched in this step", spot.column)
                               : fmt::format("bank {}: {} wavefronts of {} request", spot.column,
                                             load.wavefronts, load.requests);
        EXPECT_EQ(spot.tip.rfind(wanted, 0), 0U) << spot.tip << " vs " << wanted;
        ++headers;
    }
    EXPECT_EQ(headers, 32);
    // Words 1 and 3 of each four: read, read and written; 64 words, so two of a bank.
    EXPECT_EQ(loads[1], (HeatCell{.requests = 1, .wavefronts = 2, .worst = 2}));
    EXPECT_EQ(loads[3], (HeatCell{.requests = 2, .wavefronts = 4, .worst = 2}));
    EXPECT_EQ(loads[0], HeatCell{});
}

class HeatmapOf : public ::testing::TestWithParam<HeatmapAxis> {};

TEST_P(HeatmapOf, ShowsTheConflictMap) {
    const auto trace = recorded("brent-kung", 1024, "ones");
    const Scene scene = heatmap_scene(*trace, {}, {.axis = GetParam()}, light());
    const ConflictMap map = conflict_map(*trace, GetParam());
    const CellGrid& grid = scene.layers[0].grids.at(0);
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
            EXPECT_EQ(spot->column, column);
            const int degree = map.at(step, column);
            const auto texts = texts_in(scene, spot->box);
            if (degree == 0) {
                EXPECT_TRUE(texts.empty());
            } else {
                EXPECT_EQ(texts, std::multiset<std::string>{std::to_string(degree)});
            }
            const Rgba color = grid.colors[static_cast<std::size_t>(step * map.columns + column)];
            const float scale = std::log2(32.0F);
            EXPECT_EQ(color, degree == 0 ? light().panel
                                         : cividis(std::log2(static_cast<float>(degree)) / scale));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Axes, HeatmapOf, ::testing::Values(HeatmapAxis::bank, HeatmapAxis::warp));

TEST(HeatmapScene, PutsTheOtherTraceLeftOnTheSameScale) {
    const auto before = recorded("brent-kung", 1024, "ones");
    const auto after = recorded("brent-kung", 1024, "ones", Padding::every32);
    const Scene scene = heatmap_scene(*after, {.step = 1}, {.compare = before.get()}, light());
    const auto& grids = scene.layers[0].grids;
    ASSERT_EQ(grids.size(), 2U);
    EXPECT_LT(grids[0].box.x + grids[0].box.w, grids[1].box.x);
    // Step 1, up-sweep stride 1: 2-way without padding, no conflict with it.
    EXPECT_EQ(grids[0].colors[32], cividis(std::log2(2.0F) / std::log2(32.0F)));
    EXPECT_EQ(grids[1].colors[32], cividis(0));
    const std::string text = dump(scene);
    const std::int64_t was = work_table(*before).totals.excess();
    const std::int64_t is = work_table(*after).totals.excess();
    EXPECT_NE(text.find(fmt::format("Excess wavefronts {} → {} ({:.0f}× fewer)", was, is,
                                    static_cast<double>(was) / static_cast<double>(is))),
              std::string::npos);
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
        if (spot.column < 0) continue;
        const HeatCell& cell = map.at(spot.step, spot.column);
        const auto texts = texts_in(scene, spot.box);
        if (cell.requests == 0) {
            EXPECT_TRUE(texts.empty());
            EXPECT_NE(spot.tip.find("not touched"), std::string::npos);
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
    ASSERT_EQ(scene.layers[0].grids.size(), 1U);
    const CellGrid& grid = scene.layers[0].grids[0];
    const ConflictMap was = conflict_map(*before, HeatmapAxis::bank);
    const ConflictMap is = conflict_map(*after, HeatmapAxis::bank);
    int fewer = 0, more = 0;
    for (const Hotspot& spot : scene.hotspots) {
        if (spot.column < 0) continue;
        const int change = is.at(spot.step, spot.column) - was.at(spot.step, spot.column);
        const auto texts = texts_in(scene, spot.box);
        const Rgba color = grid.colors[static_cast<std::size_t>(spot.step * 32 + spot.column)];
        if (change == 0) {
            EXPECT_EQ(color, light().panel);
            continue;
        }
        (change < 0 ? fewer : more) += 1;
        EXPECT_EQ(texts, std::multiset<std::string>{
                             fmt::format("{}{}", change < 0 ? "−" : "+", std::abs(change))});
        EXPECT_NE(spot.tip.find(fmt::format("{} → {}: {} {}", was.at(spot.step, spot.column),
                                            is.at(spot.step, spot.column), std::abs(change),
                                            change < 0 ? "fewer" : "more")),
                  std::string::npos)
            << spot.tip;
        EXPECT_EQ(color.b > color.r, change < 0) << "blue is less, vermilion more";
    }
    EXPECT_GT(fewer, 10);
    EXPECT_GT(more, 10) << "words moved to other banks";
    // Runs of different steps cannot be subtracted.
    const auto other = recorded("kogge-stone", 1024, "ones");
    const Scene beside =
        heatmap_scene(*after, {}, {.compare = other.get(), .difference = true}, light());
    EXPECT_EQ(beside.layers[0].grids.size(), 2U);
}

TEST(HeatmapScene, HoldsManyStepsInItsRoom) {
    const auto trace = recorded("sequential", 128, "ones");
    const Room room{700, 330};
    const Scene scene = heatmap_scene(*trace, {}, {}, light(), room);
    EXPECT_LE(scene.height, room.height + 0.01F) << trace->step_count() << " steps";
}

TEST(WorkScene, ComparesStepsByBarsAndSortsByAColumn) {
    const auto trace = recorded("brent-kung", 1024, "ones");
    const WorkTable table = work_table(*trace);
    const auto steps_of = [&](int sorted_by) {
        const Scene scene = work_scene(*trace, {.step = 1}, light(), {}, {.sorted_by = sorted_by});
        std::vector<int> steps;
        for (const Hotspot& spot : scene.hotspots) {
            if (spot.step >= 0) steps.push_back(spot.step);
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
    const auto column = std::ranges::find(scene.hotspots, adds, &Hotspot::column);
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

TEST(CompareSentence, SaysPlainlyWhatHappened) {
    const auto none = recorded("kogge-stone", 64, "ones");
    const auto padded = recorded("kogge-stone", 64, "ones", Padding::every32);
    const auto swizzled = recorded("kogge-stone", 64, "ones", Padding::xor_swizzle);
    const auto other = recorded("brent-kung", 64, "ones");
    const auto excess = [](std::int64_t count) { return WorkCounts{.load_excess = count}; };
    const auto say = [&](std::int64_t was, std::int64_t is, const Trace& after) {
        return compare_sentence(*none, excess(was), after, excess(is));
    };
    EXPECT_EQ(say(0, 0, *padded), "No bank conflicts on either side.");
    EXPECT_EQ(say(1234, 56, *padded), "Excess wavefronts 1,234 → 56 (22× fewer)");
    EXPECT_EQ(say(100, 40, *padded), "Excess wavefronts 100 → 40 (2.5× fewer)");
    EXPECT_EQ(say(7, 0, *padded), "Excess wavefronts 7 → 0: all gone");
    EXPECT_EQ(say(7, 7, *padded), "Excess wavefronts 7 → 7: no difference");
    EXPECT_EQ(say(0, 12, *padded), "Excess wavefronts 0 → 12: padding adds conflicts here");
    EXPECT_EQ(say(4, 12, *padded),
              "Excess wavefronts 4 → 12 (3.0× more): padding adds conflicts here");
    EXPECT_EQ(say(0, 12, *swizzled), "Excess wavefronts 0 → 12: the swizzle adds conflicts here");
    EXPECT_EQ(say(0, 12, *other), "Excess wavefronts 0 → 12: the right one adds conflicts here");
}

TEST(BanksScene, RanksTheRequestsOfAStepTheWorstFirst) {
    const auto trace = recorded("brent-kung", 256, "ones", Padding::every32, 4);
    for (int step = 0; step < trace->step_count(); ++step) {
        const auto ranked = ranked_requests(*trace, 0, step);
        ASSERT_EQ(ranked.size(), requests_of_step(*trace, 0, step).size());
        for (std::size_t k = 1; k < ranked.size(); ++k) {
            EXPECT_GE(ranked[k - 1].cost.degree, ranked[k].cost.degree);
        }
        const Scene scene = banks_scene(*trace, {.step = step}, light(), {800, 300});
        std::vector<float> heights;
        for (const Hotspot& spot : scene.hotspots) {
            if (spot.request < 0) continue;
            ASSERT_EQ(spot.request, static_cast<int>(heights.size()));
            const auto bar = std::ranges::find_if(scene.layers[0].rects, [&](const Rect& rect) {
                return rect.border_width == 0 && rect.box.x >= spot.box.x &&
                       rect.box.x + rect.box.w <= spot.box.x + spot.box.w &&
                       rect.box.y >= spot.box.y - 0.01F;
            });
            ASSERT_NE(bar, scene.layers[0].rects.end());
            heights.push_back(bar->box.h /
                              static_cast<float>(ranked[heights.size()].cost.wavefronts));
        }
        ASSERT_FALSE(heights.empty());
        for (const float unit : heights) EXPECT_NEAR(unit, heights[0], 0.01F);
    }
}

TEST(BanksScene, ShowsTheRequestThatWasChosenAndMovesAmongThem) {
    const auto trace = recorded("brent-kung", 256, "ones", Padding::none, 4);
    const int step = 2;
    const auto ranked = ranked_requests(*trace, 0, step);
    std::optional<RequestChoice> choice;
    std::set<std::string> seen;
    for (std::size_t k = 0; k < ranked.size(); ++k) {
        const Request shown = *chosen_request(*trace, 0, step, choice);
        EXPECT_EQ(choice_of(shown), choice_of(ranked[k]));
        const auto words = words_of_request(*trace, shown);
        const Scene scene = banks_scene(*trace, {.step = step}, light(), {}, {.request = choice});
        const auto idle = std::ranges::count(words, std::uint16_t{Trace::idle});
        EXPECT_EQ(animated_lines(scene).size(), words.size() - static_cast<std::size_t>(idle));
        seen.insert(dump(scene));
        choice = moved(*trace, 0, step, choice, RequestMove::milder);
    }
    EXPECT_EQ(seen.size(), ranked.size()) << "each looks different";
    EXPECT_EQ(choice, choice_of(ranked.back())) << "at the end it stays";
    choice = moved(*trace, 0, step, choice, RequestMove::worse);
    EXPECT_EQ(choice, choice_of(ranked[ranked.size() - 2]));
    EXPECT_EQ(moved(*trace, 0, step, choice, RequestMove::worst), std::nullopt);
    // Warps of one instruction, in their own order.
    choice = moved(*trace, 0, step, std::nullopt, RequestMove::next_warp);
    EXPECT_EQ(choice->warp, ranked.front().warp + 1);
    EXPECT_EQ(choice->site, ranked.front().site);
    EXPECT_EQ(moved(*trace, 0, step, choice, RequestMove::previous_warp),
              choice_of(ranked.front()));
    // A choice that a step does not have falls back to the worst.
    EXPECT_EQ(choice_of(*chosen_request(*trace, 0, step, RequestChoice{99, 0, 0})),
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
        Experiment experiment = experiment_of("brent-kung", 256, "ones");
        experiment.type = type;
        const auto trace = record(experiment);
        for (int step = 0; step < trace->step_count(); ++step) {
            const auto worst = worst_request(*trace, 0, step);
            ASSERT_TRUE(worst);
            const Scene scene = banks_scene(*trace, {.step = step}, light());
            const auto lines = animated_lines(scene);
            EXPECT_EQ(lines.size(), static_cast<std::size_t>(worst->cost.active));
            EXPECT_EQ(
                std::ranges::any_of(scene.layers[0].rects,
                                    [](const Rect& rect) { return rect.fill == light().conflict; }),
                worst->cost.degree > 1)
                << step;
            const std::string text = dump(scene);
            EXPECT_NE(text.find(fmt::format("\"wave {}\"", worst->cost.wavefronts)),
                      std::string::npos);
            EXPECT_EQ(text.find(fmt::format("\"wave {}\"", worst->cost.wavefronts + 1)),
                      std::string::npos);
        }
    }
}

TEST(WorkScene, MarksCountsThatDifferFromTheFormula) {
    const auto right = recorded("kogge-stone", 8, "ones");
    EXPECT_EQ(dump(work_scene(*right, {}, light())).find("≠"), std::string::npos);
    TraceData data = right->data();
    data.experiment.kernel = "brent-kung";  // whose closed forms these counts do not meet
    for (Step& step : data.steps) {
        if (step.phase == "scan") step.phase = "up-sweep";
    }
    const Scene scene = work_scene(Trace{std::move(data)}, {}, light());
    EXPECT_NE(dump(scene).find("≠ 4"), std::string::npos);
}

/// Every label has text, every box is finite and inside the scene.
void expect_sound(const Scene& scene, const std::string& what) {
    constexpr float slack = 0.51F;
    const auto inside = [&](const Box& box) {
        return std::isfinite(box.x + box.y + box.w + box.h) && box.w >= 0 && box.h >= 0 &&
               box.x >= -slack && box.y >= -slack && box.x + box.w <= scene.width + slack &&
               box.y + box.h <= scene.height + slack;
    };
    const auto point_inside = [&](Point p) { return inside({p.x, p.y, 0, 0}); };
    EXPECT_GT(scene.width, 0) << what;
    EXPECT_GT(scene.height, 0) << what;
    for (const Layer& layer : scene.layers) {
        for (const Rect& rect : layer.rects) {
            EXPECT_TRUE(inside(rect.box)) << what << " rect " << rect.box.x << " " << rect.box.y;
        }
        for (const CellGrid& grid : layer.grids) {
            EXPECT_TRUE(inside(grid.box)) << what;
            EXPECT_EQ(grid.colors.size(), static_cast<std::size_t>(grid.columns * grid.rows));
        }
        for (const Line& line : layer.lines) {
            EXPECT_TRUE(point_inside(line.from) && point_inside(line.to)) << what;
        }
        for (const Label& label : layer.labels) {
            EXPECT_TRUE(inside(label.box))
                << what << ": " << label.text << " in " << label.box.x << ' ' << label.box.y << ' '
                << label.box.w << ' ' << label.box.h;
            EXPECT_FALSE(label.text.empty()) << what;
            EXPECT_GT(label.size, 0) << what;
            EXPECT_GE(label.box.h, label.size) << what << ": " << label.text;
        }
    }
    for (const Hotspot& spot : scene.hotspots) EXPECT_TRUE(inside(spot.box)) << what;
}

TEST(EveryScene, IsSoundForAnyTrace) {
    for (const char* kernel : {"sequential", "kogge-stone", "brent-kung"}) {
        for (const Padding padding : paddings) {
            for (const ElementType type : {ElementType::i32, ElementType::f64}) {
                for (const std::int64_t n : {1, 2, 31, 33, 100}) {
                    for (const int block : {2, 32}) {
                        Experiment experiment = experiment_of(kernel, block, "random:3", padding);
                        experiment.n = n;
                        experiment.type = type;
                        experiment.op = n == 33 ? Op::min : Op::add;
                        const auto trace = record(experiment);
                        const std::string what =
                            fmt::format("{} {} {} n {} block {}", kernel, name_of(padding),
                                        name_of(type), n, block);
                        for (int step = 0; step < trace->step_count(); ++step) {
                            const ViewState view{.block = trace->blocks() - 1, .step = step};
                            expect_sound(tree_scene(*trace, view, light()), "tree " + what);
                            expect_sound(memory_scene(*trace, view, light()), "memory " + what);
                            expect_sound(banks_scene(*trace, view, light()), "banks " + what);
                        }
                        for (const HeatmapAxis axis : {HeatmapAxis::bank, HeatmapAxis::warp}) {
                            expect_sound(
                                heatmap_scene(*trace, {.step = 1}, {.axis = axis}, light()),
                                "heatmap " + what);
                        }
                        expect_sound(work_scene(*trace, {.step = 1}, light()), "work " + what);
                    }
                }
            }
        }
    }
}

TEST(EveryScene, IsSoundForLargeSections) {
    const auto trace = recorded("brent-kung", 1024, "random:3", Padding::every32, 8);
    expect_sound(tree_scene(*trace, {.step = 9}, light()), "tree");
    expect_sound(memory_scene(*trace, {.step = 9}, light()), "memory");
}

}  // namespace
}  // namespace stridescope

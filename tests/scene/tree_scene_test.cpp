// The tree: what it draws, says and lights up follows from the trace.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "app/analysis/dataflow.h"
#include "app/analysis/work.h"
#include "app/scene/scene.h"
#include "app/scene/tree/tree_view.h"
#include "app/trace/trace.h"
#include "tests/support/recorded.h"
#include "tests/support/recorded_card.h"
#include "tests/support/scene_looks.h"

namespace stridescope {
namespace tree_scene_test {

using testing::animated_lines;
using testing::light;
using testing::middle;
using testing::recorded;
using testing::texts_in;

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
        } else {
            // One from each input to its word, one from each word to its output.
            EXPECT_EQ(lit.size(), static_cast<std::size_t>(trace->n())) << step;
        }
    }
}

TEST_P(TreeOf, ShowsInEveryNodeItsSnapshot) {
    const auto trace = this->trace();
    const Scene scene = tree_scene(*trace, {.step = trace->step_count() - 1}, light());
    ASSERT_EQ(scene.fields.size(), 1U);
    const HotspotField& field = scene.fields[0];
    EXPECT_EQ(field.columns, GetParam().block * GetParam().coarsen);
    std::size_t nodes = 0, written = 0;
    for (int row = 0; row < field.rows; ++row) {
        for (int column = 0; column < field.columns; ++column) {
            const auto spot = field.at(column, row);
            if (!spot || spot->means.word < 0) continue;
            // Rings tell what was read where nothing was written.
            if (spot->tip.find(", read in") != std::string::npos) continue;
            ++nodes;
            EXPECT_EQ(spot->means.word, Pad{GetParam().padding}(column));
            const std::size_t at = trace->snapshot_index(0, spot->step, spot->means.word);
            const std::string shown = short_number(trace->snapshots().number(at), false, 6);
            // A node that the current step read is drawn once more, ringed.
            const auto texts = texts_in(scene, spot->box);
            EXPECT_EQ(texts.count(shown), texts.size()) << spot->tip;
            EXPECT_GE(texts.size(), 1U) << spot->tip;
            EXPECT_NE(spot->tip.find(fmt::format("X[{}] = {} after", spot->means.word,
                                                 trace->snapshots().text(at))),
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
        std::map<int, int> element_of;
        for (int k = 0; k < field.columns; ++k) element_of[Pad{GetParam().padding}(k)] = k;
        for (const Edge& edge : edges_of_step(*trace, 0, step)) {
            wanted.emplace(element_of.at(edge.from_word), element_of.at(edge.to_word));
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
                                           Case{"sklansky", 16, 2, Padding::none},
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

TEST(TreeScene, HasNoOutputOfWhatWasNeverStored) {
    const auto trace = testing::recorded_text(R"(
// launch: every_other<<<1, 8>>>(A, P)
// A: int[8] iota
// P: int[8]
__global__ void every_other(const int* A, int* P) {
    __shared__ int X[8];
    X[threadIdx.x] = A[threadIdx.x];
    __syncthreads();
    int sum = X[threadIdx.x] + X[0];
    if (threadIdx.x % 2 == 0) P[threadIdx.x] = sum;
}
)");
    const Scene scene = tree_scene(*trace, {.step = trace->step_count() - 1}, light());
    const HotspotField& field = scene.fields[0];
    const auto stored = field.at(4, field.rows - 1);
    ASSERT_TRUE(stored);
    EXPECT_EQ(stored->tip.substr(0, stored->tip.find('\n')), "output P[4] = 4");
    EXPECT_FALSE(field.at(5, field.rows - 1));
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
              "X[5] = 22 after stride 2\nsum of A[2..5] = 22\nthread 5: X[3] + X[5] = 13 + 9");
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
              "output P[9] = 42\nthread 9: copy of X[9] = 42\nsum of A[0..9] = 42");
}

TEST(TreeScene, ConesOfEveryKernelEndInTheInputsThatTheTipNames) {
    for (const char* kernel : {"kogge-stone", "brent-kung", "sequential", "sklansky", "raking"}) {
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
            EXPECT_EQ(spot->name.what, "edge");
            EXPECT_EQ(spot->means.thread, edge.thread);
            EXPECT_EQ(spot->click, Click{click::GoToStep{step}});
            EXPECT_NE(spot->tip.find(fmt::format("thread {} in ", edge.thread)), std::string::npos);
            EXPECT_NE(spot->tip.find(fmt::format("X[{}] + X[{}] → X[{}]", edge.from_word,
                                                 edge.to_word, edge.to_word)),
                      std::string::npos)
                << spot->tip;
            EXPECT_FALSE(scene.highlight(*spot, all_of(scene)).front().lines.empty());
        }
        EXPECT_FALSE(scene.hit({1, scene.height - 1}, 4) &&
                     scene.hit({1, scene.height - 1}, 4)->name.what == "edge");
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
        const auto says = [&, &in = *scene](std::string_view words) {
            return std::ranges::any_of(in.layers, [&](const Layer& layer) {
                return std::ranges::find(layer.labels, words, &Label::text) != layer.labels.end();
            });
        };
        EXPECT_TRUE(says("14 adds"));
        EXPECT_EQ(says("12 adds"), there) << "how much stride 4 does is yet to come";
    }
    EXPECT_EQ(with.width, without.width);
    EXPECT_EQ(with.height, without.height);
}

/// Whether some label has these words in it.
bool says(const std::vector<Layer>& layers, std::string_view words) {
    return std::ranges::any_of(layers, [&](const Layer& layer) {
        return std::ranges::any_of(layer.labels, [&](const Label& label) {
            return label.text.find(words) != std::string::npos;
        });
    });
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
    EXPECT_TRUE(says(scene.layers, "zoom in for values"));
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
        EXPECT_FALSE(says(layers, "zoom in for values")) << "somebody has";
        EXPECT_TRUE(says(layers, "Brent–Kung"));
    }
}

TEST(TreeScene, SaysNothingOfSharesOfAnInputWhereThereIsNone) {
    const Room room{900, 500};
    const auto scan = recorded("kogge-stone", 16, testing::sixteen);
    EXPECT_TRUE(says(tree_scene(*scan, {}, light(), room).layers, "all 16 of A"));
    const auto counts = testing::recorded_kernel("broken/histogram_race.cu");
    const Scene scene = tree_scene(*counts, {}, light(), room);
    EXPECT_FALSE(scene.fields.empty()) << "there is a tree";
    EXPECT_FALSE(says(scene.layers, "all 0 of"));
    EXPECT_FALSE(says(scene.layers, "made of"));
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

/// Four blocks of four, each of which adds what the one before it hands on.
std::shared_ptr<const Trace> chain() {
    ScanRun run{.kernel = "chained", .block = 4, .n = 16};
    run.input = parse_input("iota");
    run.sms = 4;
    run.resident = 1;
    return record(run);
}

TEST(TreeScene, FewBlocksThatCooperateHaveATreeEach) {
    const auto trace = chain();
    const Room room{1200, 600};
    const auto all = [&](int block, int step, Room in) {
        return tree_scene(*trace, {.block = block, .step = step}, light(), in);
    };
    const int last = trace->step_count() - 1;
    const Scene scene = all(1, last, room);
    std::multiset<std::string> texts;
    for (const Layer& layer : scene.layers) {
        EXPECT_EQ(layer.pin, Pin::none);
        for (const Label& label : layer.labels) {
            texts.insert(label.text);
            EXPECT_GE(label.box.x, 0) << label.text;
            EXPECT_LE(label.box.x + label.box.w, room.width + 0.5F) << label.text;
            EXPECT_LE(label.box.y + label.box.h, room.height + 0.5F) << label.text;
        }
    }
    // The sums of 0 … 3, 0 … 7 and 0 … 11 are handed on, and 0 … 15 is the last result.
    for (const char* words : {"block 1 reads flag[1] = 1, S[1] = 6",
                              "block 2 reads flag[2] = 1, "
                              "S[2] = 28",
                              "block 3 reads flag[3] = 1, S[3] = 66", "120"}) {
        EXPECT_EQ(texts.count(words), 1U) << words;
    }
    // Before anybody waited nothing of it is told.
    for (const Layer& layer : all(1, 0, room).layers) {
        for (const Label& label : layer.labels) {
            EXPECT_EQ(label.text.find("S[1] ="), std::string::npos);
        }
    }
    // A node is where its block's tree is, and lights what went into it there.
    int word = 0;
    while (word < trace->words() && !scene.node(word)) ++word;
    const auto node = scene.node(word);
    ASSERT_TRUE(node);
    EXPECT_GE(node->x, room.width / 4);
    EXPECT_LE(node->x + node->w, room.width / 2);
    const Scene of_last = all(3, last, room);
    ASSERT_TRUE(of_last.node(word));
    EXPECT_FLOAT_EQ(of_last.node(word)->x, node->x + room.width / 2);
    std::optional<Hotspot> spot;
    for (const HotspotField& field : scene.fields) {
        if (field.box.x < room.width / 4 || field.box.x > room.width / 2) continue;
        for (int row = 0; row < field.rows && !spot; ++row) spot = field.at(0, row);
    }
    ASSERT_TRUE(spot);
    EXPECT_GE(spot->box.x, room.width / 4);
    for (const Layer& layer : scene.highlight(*spot, {.box = {0, 0, room.width, room.height}})) {
        for (const Rect& rect : layer.rects) {
            EXPECT_GE(rect.box.x + rect.box.w, room.width / 4);
            EXPECT_LE(rect.box.x, room.width / 2);
        }
    }
}

TEST(TreeScene, WhereThereIsNoRoomForAllBlocksOneIsShown) {
    const auto trace = chain();
    const auto titles = [&](Room room, bool any_block = false) {
        int found = 0;
        const Scene scene =
            tree_scene(*trace, {.block = 1}, light(), room, {.any_block = any_block});
        for (const Layer& layer : scene.layers) {
            for (const Label& label : layer.labels) found += label.text.ends_with("of 4") ? 1 : 0;
        }
        return found;
    };
    EXPECT_EQ(titles({1200, 600}), 4);
    EXPECT_EQ(titles({500, 600}), 1);
    EXPECT_EQ(titles({1200, 200}), 1);
    EXPECT_EQ(titles({}), 1) << "a file shows the block that is asked for";
    EXPECT_EQ(titles({}, true), 4) << "and all of them where none is";
}

TEST(TreeScene, TheConeOfAnElementLightsWhatANodeIsMadeOf) {
    struct Cone {
        const char *text, *element;
        std::vector<Setting> knobs;
    };
    const Cone cones[] = {
        {"matrix/matmul_tiled.cu", "C[1][2]", {{"N", "16"}, {"TILE", "4"}}},
        {"matrix/matmul.cu", "C[3][1]", {{"N", "64"}, {"TILE", "16"}}},
        {"convolution/convolution.cu", "out[1][2]", {{"N", "16"}, {"TILE", "8"}, {"R", "1"}}},
        {"reduce/reduce_modulo.cu", "out[0]", {{"N", "64"}, {"BLOCK", "32"}}}};
    for (const Cone& each : cones) {
        const auto trace = testing::recorded_kernel(each.text, each.knobs);
        for (const Room room : {Room{300, 160}, Room{870, 450}, Room{2400, 1200}}) {
            const Scene scene =
                tree_scene(*trace, {}, Palette::light(), room, {.element = each.element});
            std::size_t all = 0, least = scene.hotspots.size();
            for (const Hotspot& spot : scene.hotspots) {
                const auto lit = scene.highlight(spot, all_of(scene));
                if (lit.empty()) continue;
                // Itself, and a frame round it at the least; never more than there is.
                const auto frame = std::ranges::count_if(lit[1].rects, [](const Rect& rect) {
                    return rect.border_width == 2 && rect.fill.a == 0;
                });
                EXPECT_EQ(frame, 1) << each.element;
                const std::size_t nodes = lit[1].rects.size() - 1;
                EXPECT_LE(nodes, scene.hotspots.size());
                all = std::max(all, nodes);
                least = std::min(least, nodes);
                EXPECT_FALSE(spot.tip.empty());
            }
            EXPECT_GT(all, 1U) << each.text << ": the element is made of something";
            EXPECT_LE(least, 1U) << each.text << ": an input of nothing";
        }
    }
}

TEST(TreeScene, TheConeOfAnElementFitsItsPane) {
    for (const int n : {1, 31, 33, 64}) {
        const auto trace = testing::recorded_kernel("matrix/matmul.cu",
                                                    {{"N", std::to_string(n)}, {"TILE", "16"}});
        for (const Room room : {Room{520, 290}, Room{870, 450}, Room{2400, 1200}}) {
            const Scene scene =
                tree_scene(*trace, {}, Palette::light(), room, {.element = "C[0][0]"});
            EXPECT_LE(scene.width, room.width + 0.5F) << n << " in " << room.width;
            EXPECT_LE(scene.height, room.height + 0.5F) << n << " in " << room.height;
            float low = room.height, high = 0;
            for (const Layer& layer : scene.layers) {
                for (const Rect& rect : layer.rects) {
                    if (rect.border_width <= 0) continue;
                    EXPECT_GE(rect.box.x, 0);
                    EXPECT_LE(rect.box.x + rect.box.w, room.width + 0.5F) << n;
                    low = std::min(low, rect.box.y);
                    high = std::max(high, rect.box.y + rect.box.h);
                }
            }
            if (n > 1 && room.height < 500) {
                EXPECT_GT(high - low, room.height / 3) << "uses the room, " << n;
            }
        }
    }
}

}  // namespace tree_scene_test
}  // namespace stridescope

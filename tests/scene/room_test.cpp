// Scenes that fill a room: whatever the kernel and the room, words stand in their places, apart
// from each other, and as large as can be read.
#include <cairo.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/analysis/dataflow.h"
#include "app/analysis/heat.h"
#include "app/scene/banks/banks_view.h"
#include "app/scene/divergence/divergence_view.h"
#include "app/scene/global/global_view.h"
#include "app/scene/heatmap/heatmap_view.h"
#include "app/scene/memory/memory_view.h"
#include "app/scene/scene.h"
#include "app/scene/tree/tree_view.h"
#include "app/scene/work/work_view.h"
#include "app/trace/trace.h"
#include "tests/support/left_out.h"
#include "tests/support/random_experiment.h"
#include "tests/support/recorded.h"
#include "tests/support/recorded_text.h"

namespace stridescope {
namespace room_test {

using testing::experiment_of;
using testing::RandomExperiments;
using testing::recorded;

const Palette& light() {
    return Palette::light();
}

/// Widths of texts in the font that pictures are drawn with, per unit of type.
class Ruler {
  public:
    Ruler() {
        surface_.reset(cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1));
        context_.reset(cairo_create(surface_.get()));
    }
    /// Whether it is that font, or what stands in for it here.
    static bool has_font() {
        FILE* pipe = popen("fc-match -f '%{family}' Inter", "r");
        std::string family(64, '\0');
        if (pipe != nullptr) family.resize(fread(family.data(), 1, family.size(), pipe));
        return pipe != nullptr && pclose(pipe) == 0 && family.find("Inter") != std::string::npos;
    }
    float width(const Label& label) {
        constexpr double size = 100;
        const auto [found, fresh] = widths_.try_emplace({label.text, label.bold});
        if (fresh) {
            cairo_select_font_face(context_.get(), "Inter", CAIRO_FONT_SLANT_NORMAL,
                                   label.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
            cairo_set_font_size(context_.get(), size);
            cairo_text_extents_t extents;
            cairo_text_extents(context_.get(), label.text.c_str(), &extents);
            found->second = static_cast<float>(extents.x_advance / size);
        }
        return found->second * label.size;
    }
    /// The ink of a label as it is drawn: the height of digits and capitals.
    Box ink(const Label& label) {
        const float w = width(label), h = label.size * 0.72F;
        float x = label.box.x;
        if (label.align == Align::center) x += (label.box.w - w) / 2;
        if (label.align == Align::right) x += label.box.w - w;
        return {x, label.box.y + (label.box.h - h) / 2, w, h};
    }

  private:
    struct Destroy {
        void operator()(cairo_t* context) const { cairo_destroy(context); }
        void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
    };
    std::unique_ptr<cairo_surface_t, Destroy> surface_;
    std::unique_ptr<cairo_t, Destroy> context_;
    std::map<std::pair<std::string, bool>, float> widths_;
};

bool seen_at_once(const Label& label) {
    return label.size >= Scene::min_text_pixels;
}

std::vector<Label> seen_labels(const Scene& scene) {
    std::vector<Label> labels;
    for (const Layer& layer : scene.layers) {
        std::ranges::copy_if(layer.labels, std::back_inserter(labels), seen_at_once);
    }
    return labels;
}

class RoomTest : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!Ruler::has_font()) GTEST_SKIP() << "the font Inter is not installed";
    }

    void expect_words_in_their_places(const Scene& scene, const std::string& what) {
        const auto inside = [&](const Box& box) {
            constexpr float slack = 0.6F;
            return box.x >= -slack && box.y >= -slack && box.x + box.w <= scene.width + slack &&
                   box.y + box.h <= scene.height + slack;
        };
        for (const Layer& layer : scene.layers) {
            for (const Label& label : layer.labels) {
                ASSERT_TRUE(inside(label.box)) << what << ": " << label.text;
                // One that does not fit is not drawn.
                ASSERT_LE(ruler_.width(label), label.box.w * 1.001F + 0.01F)
                    << what << ": " << label.text << " in type of " << label.size;
                ASSERT_LE(label.size, label.box.h * 1.001F) << what << ": " << label.text;
            }
            for (const Rect& rect : layer.rects) ASSERT_TRUE(inside(rect.box)) << what;
            for (const ColorMatrix& grid : layer.matrices) ASSERT_TRUE(inside(grid.box)) << what;
            for (const Line& line : layer.lines) {
                ASSERT_TRUE(inside({line.from.x, line.from.y, 0, 0})) << what;
                ASSERT_TRUE(inside({line.to.x, line.to.y, 0, 0})) << what;
            }
            expect_apart(layer, what);
        }
        for (const Hotspot& spot : scene.hotspots) ASSERT_TRUE(inside(spot.box)) << what;
    }

    void expect_apart(const Layer& layer, const std::string& what) {
        struct Drawn {
            Box ink;
            const Label* label;
        };
        std::vector<Drawn> drawn;
        for (const Label& label : layer.labels) {
            if (seen_at_once(label)) drawn.push_back({ruler_.ink(label), &label});
        }
        std::ranges::sort(drawn, {}, [](const Drawn& d) { return d.ink.y; });
        for (std::size_t i = 0; i < drawn.size(); ++i) {
            const Box& a = drawn[i].ink;
            for (std::size_t j = i + 1; j < drawn.size(); ++j) {
                const Box& b = drawn[j].ink;
                if (b.y >= a.y + a.h - 0.5F) break;
                const float common = std::min(a.x + a.w, b.x + b.w) - std::max(a.x, b.x);
                ASSERT_LE(common, 0.5F) << what << ": \"" << drawn[i].label->text << "\" and \""
                                        << drawn[j].label->text << "\"";
            }
        }
    }

    Ruler ruler_;
};

struct View {
    const char* name;
    std::function<Scene(const Trace&, const ViewState&, Room)> scene;
};

const std::vector<View>& views() {
    static const std::vector<View> all{
        {"tree",
         [](const Trace& t, const ViewState& v, Room r) { return tree_scene(t, v, light(), r); }},
        {"memory",
         [](const Trace& t, const ViewState& v, Room r) { return memory_scene(t, v, light(), r); }},
        {"heatmap", [](const Trace& t, const ViewState& v,
                       Room r) { return heatmap_scene(t, v, {}, light(), r); }},
        {"heatmap by warp",
         [](const Trace& t, const ViewState& v, Room r) {
             return heatmap_scene(t, v, {.axis = HeatmapAxis::warp}, light(), r);
         }},
        {"heatmaps compared",
         [](const Trace& t, const ViewState& v, Room r) {
             return heatmap_scene(t, v, {.compare = &t}, light(), r);
         }},
        {"banks",
         [](const Trace& t, const ViewState& v, Room r) { return banks_scene(t, v, light(), r); }},
        {"work",
         [](const Trace& t, const ViewState& v, Room r) { return work_scene(t, v, light(), r); }},
        {"global",
         [](const Trace& t, const ViewState& v, Room r) { return global_scene(t, v, light(), r); }},
        {"divergence", [](const Trace& t, const ViewState& v,
                          Room r) { return divergence_scene(t, v, light(), r); }},
    };
    return all;
}

TEST_F(RoomTest, WordsStandInTheirPlacesInAnyRoom) {
    RandomExperiments draw{71};
    for (int round = 0; round < 120; ++round) {
        ScanRun experiment = draw.next();
        if (testing::left_out(round)) continue;
        if (round % 3 == 0) {
            // Small sections are what most people look at.
            const auto& blocks = testing::scan_kernel(experiment.kernel).blocks;
            experiment.block = std::max(blocks.front(), std::min(experiment.block, 16));
            experiment.coarsen = std::min(experiment.coarsen, 2);
            const std::int64_t section = experiment.section();
            if (experiment.kernel == "three-kernel")
                experiment.n = std::min(*experiment.n, section * section);
        }
        const auto trace = record(experiment);
        for (int k = 0; k < 2; ++k) {
            const Room room{static_cast<float>(draw.between(60, 2000)),
                            static_cast<float>(draw.between(40, 1100))};
            const ViewState view{
                .block = std::max(trace->blocks() - 1, 0),
                .step = static_cast<int>(draw.between(0, std::max(trace->step_count() - 1, 0)))};
            for (const View& shown : views()) {
                const Scene scene = shown.scene(*trace, view, room);
                const std::string what =
                    fmt::format("{} of {} at step {} in {} x {}", shown.name,
                                command_line(experiment), view.step, room.width, room.height);
                EXPECT_GE(scene.width, room.width - 0.01F) << what;
                EXPECT_GE(scene.height, room.height - 0.01F) << what;
                expect_words_in_their_places(scene, what);
                if (HasFatalFailure()) return;
            }
        }
    }
}

TEST_F(RoomTest, WordsStandInTheirPlacesForTextsToo) {
    RandomExperiments draw{72};
    for (const auto& trace : {testing::recorded_accesses(), testing::recorded_reduction(true, 1024),
                              testing::recorded_reduction(false, 96)}) {
        for (int round = 0; round < 60; ++round) {
            const Room room{static_cast<float>(draw.between(60, 2000)),
                            static_cast<float>(draw.between(40, 1100))};
            const ViewState view{.step =
                                     static_cast<int>(draw.between(0, trace->step_count() - 1))};
            for (const View& shown : views()) {
                const std::string name = shown.name;
                if (name != "global" && name != "divergence") continue;
                const Scene scene = shown.scene(*trace, view, room);
                const std::string what = fmt::format("{} at step {} in {} x {}", name, view.step,
                                                     room.width, room.height);
                EXPECT_GE(scene.width, room.width - 0.01F) << what;
                EXPECT_GE(scene.height, room.height - 0.01F) << what;
                expect_words_in_their_places(scene, what);
                if (HasFatalFailure()) return;
            }
        }
    }
}

TEST_F(RoomTest, IsFilledWhereItIsLargeEnough) {
    const auto small = recorded("kogge-stone", 16, testing::sixteen);
    const auto tall = recorded("brent-kung", 16, testing::sixteen);
    const auto large = recorded("kogge-stone", 1024, "ones", Padding::every32);
    for (const Room room : {Room{400, 200}, Room{410, 180}, Room{568, 220}, Room{985, 230},
                            Room{986, 382}, Room{400, 700}, Room{1630, 900}}) {
        for (const auto& [trace, names] :
             {std::pair{small, "tree memory heatmap heatmaps compared"},
              std::pair{testing::recorded_accesses(), "divergence"},
              std::pair{tall, "tree memory heatmap"}, std::pair{large, "tree memory heatmap"}}) {
            for (const View& shown : views()) {
                if (std::string{names}.find(shown.name) == std::string::npos) continue;
                const int step = std::min(3, trace->step_count() - 1);
                const Scene scene = shown.scene(*trace, {.step = step}, room);
                EXPECT_NEAR(scene.width, room.width, 0.01F) << shown.name;
                EXPECT_NEAR(scene.height, room.height, 0.01F) << shown.name;
                // And not only in name: what is drawn reaches over most of it.
                float left = room.width, right = 0, top = room.height, bottom = 0;
                const auto include = [&](const Box& box) {
                    left = std::min(left, box.x);
                    right = std::max(right, box.x + box.w);
                    top = std::min(top, box.y);
                    bottom = std::max(bottom, box.y + box.h);
                };
                for (const Layer& layer : scene.layers) {
                    for (const Rect& rect : layer.rects) include(rect.box);
                    for (const ColorMatrix& grid : layer.matrices) include(grid.box);
                    for (const Label& label : layer.labels) include(ruler_.ink(label));
                }
                EXPECT_GE(right - left, room.width * 0.9F)
                    << shown.name << " in " << room.width << " x " << room.height;
                // One row of words does not get as high as a screen.
                if (room.width >= room.height * 2) {
                    EXPECT_GE(bottom - top, room.height * 0.7F)
                        << shown.name << " in " << room.width << " x " << room.height;
                }
            }
        }
    }
}

TEST_F(RoomTest, ShowsEveryValueOfSixteenWords) {
    for (const char* kernel : {"kogge-stone", "brent-kung", "sequential"}) {
        const auto trace = recorded(kernel, 16, testing::sixteen);
        for (const Room room : {Room{400, 220}, Room{400, 180}, Room{985, 230}, Room{400, 700}}) {
            for (int step = 0; step < trace->step_count(); ++step) {
                const Scene scene = memory_scene(*trace, {.step = step}, light(), room);
                const auto labels = seen_labels(scene);
                for (const Hotspot& spot : scene.hotspots) {
                    if (spot.means.word < 0) continue;  // the heads of banks
                    const std::size_t at = trace->snapshot_index(0, step, spot.means.word);
                    const std::string value = trace->snapshots().text(at);
                    const bool shown = std::ranges::any_of(labels, [&](const Label& label) {
                        const Point middle{label.box.x + label.box.w / 2,
                                           label.box.y + label.box.h / 2};
                        return label.text == value && label.size >= 9 && spot.box.contains(middle);
                    });
                    EXPECT_TRUE(shown) << kernel << " step " << step << " word " << spot.means.word
                                       << " in " << room.width << " x " << room.height;
                }
            }
        }
    }
}

TEST_F(RoomTest, ShowsEveryValueAndNameOfASmallTree) {
    for (const char* kernel : {"kogge-stone", "brent-kung"}) {
        const auto trace = recorded(kernel, 16, testing::sixteen);
        for (const Room room : {Room{986, 300}, Room{986, 382}, Room{1630, 550}}) {
            const int last = trace->step_count() - 1;
            const Scene scene = tree_scene(*trace, {.step = last}, light(), room);
            const auto labels = seen_labels(scene);
            const HotspotField& field = scene.fields.at(0);
            int nodes = 0;
            for (int row = 0; row < field.rows; ++row) {
                for (int column = 0; column < field.columns; ++column) {
                    const auto spot = field.at(column, row);
                    if (!spot) continue;
                    ++nodes;
                    EXPECT_TRUE(std::ranges::any_of(labels, [&](const Label& label) {
                        return label.box == spot->box && label.size >= 9;
                    })) << spot->tip;
                }
            }
            EXPECT_GT(nodes, 48);
            for (const Step& step : trace->steps()) {
                EXPECT_TRUE(std::ranges::any_of(labels, [&](const Label& label) {
                    return label.text == step_label(step) && label.size >= 9;
                })) << step_label(step);
            }
        }
    }
}

// What a presentation leaves them below a question, at 1024 × 700, 1280 × 800 and 1920 × 1080:
// there type below least_type is not drawn at all.
TEST_F(RoomTest, NumbersLanesBanksAndNodesBelowAQuestion) {
    constexpr float least = 9;  // scene_parts::least_type
    const auto readable = [&](const Scene& scene, const std::string& text) {
        int found = 0;
        for (const Layer& layer : scene.layers) {
            found += static_cast<int>(std::ranges::count_if(layer.labels, [&](const Label& label) {
                return label.text == text && label.size >= least;
            }));
        }
        return found;
    };
    const auto banks = recorded("brent-kung", 1024, "ones");
    const auto accesses = testing::recorded_accesses();
    const auto loop = recorded("sequential", 8, "values:2,1,5,8,9,0,4,6");
    const auto swaps = recorded("blelloch", 16, testing::sixteen);
    for (const Room room : {Room{439, 165, true}, Room{480, 187, true}, Room{533, 186, true}}) {
        const Scene one = banks_scene(*banks, {.step = 1}, light(), room);
        expect_words_in_their_places(one, "banks");
        EXPECT_LE(one.width, room.width + 0.01F) << "else all of it is made smaller";
        for (const char* number : {"0", "14", "30"}) EXPECT_GE(readable(one, number), 2) << number;
        const Scene other = global_scene(*accesses, {.step = 0}, light(), room);
        expect_words_in_their_places(other, "global");
        EXPECT_GE(readable(other, "30"), 1);
        // Every value of a loop over eight numbers, and of a scan's up-sweep over sixteen.
        const Scene tree = tree_scene(*loop, {.step = loop->step_count() - 1}, light(), room);
        expect_words_in_their_places(tree, "loop");
        for (const char* value : {"3", "16", "29", "35"})
            EXPECT_GE(readable(tree, value), 2) << value << " at " << room.width;
    }
    const Scene tree =
        tree_scene(*swaps, {.step = swaps->step_count() - 1}, light(), {533, 210, true});
    expect_words_in_their_places(tree, "swaps");
    for (const char* value : {"68", "33", "51"}) EXPECT_GE(readable(tree, value), 1) << value;
}

// Twenty-one rows in what large letters leave of a small window: each number as large as its row
// lets it be, and none behind the cursor's frame.
TEST_F(RoomTest, NumbersInLowRowsOfAHeatmapFillThem) {
    const auto trace = recorded("brent-kung", 1024, "ones");
    for (const Room room : {Room{853, 273}, Room{788, 285}}) {
        for (int step = 0; step < trace->step_count(); ++step) {
            const Scene scene = heatmap_scene(*trace, {.step = step}, {}, light(), room);
            expect_words_in_their_places(scene, "heatmap");
            ASSERT_EQ(scene.layers[1].rects.size(), 1U);
            const Rect& frame = scene.layers[1].rects.front();
            const ColorMatrix& cells = scene.layers[0].matrices.front();
            const float row = cells.box.h / static_cast<float>(cells.rows);
            int seen = 0;
            for (const Layer& layer : scene.layers) {
                for (const Label& label : layer.labels) {
                    if (label.box.y < cells.box.y - 0.01F || label.box.x < cells.box.x ||
                        label.box.y + label.box.h > cells.box.y + cells.box.h + 0.01F)
                        continue;
                    ++seen;
                    EXPECT_GE(label.size, 0.9F * row) << label.text << " in step " << step;
                    // Digits are 0.73 of their type high, in the middle.
                    const float middle = label.box.y + label.box.h / 2;
                    const float top = middle - label.size * 0.365F;
                    const float end = middle + label.size * 0.365F;
                    for (const float edge :
                         {frame.box.y, frame.box.y + frame.box.h - frame.border_width}) {
                        EXPECT_TRUE(end <= edge + 0.3F || top + 0.3F >= edge + frame.border_width)
                            << label.text << " behind the frame in step " << step;
                    }
                }
            }
            EXPECT_EQ(seen, 197) << "as many cells were accessed";
        }
    }
}

TEST_F(RoomTest, ShowsAllLanesAndWavefrontsOfTheBanksInALowPane) {
    // Conflicts of every degree up to 32, in the panes of a small window, alone and beside another.
    const auto trace = recorded("brent-kung", 1024, "ones");
    for (const Room room : {Room{490, 150}, Room{568, 209}, Room{985, 230}}) {
        for (int step = 0; step < trace->step_count(); ++step) {
            const Scene scene = banks_scene(*trace, {.step = step}, light(), room);
            // No larger than the room: it would be made smaller as a whole, its words with it.
            EXPECT_NEAR(scene.width, room.width, 0.01F) << step;
            EXPECT_NEAR(scene.height, room.height, 0.01F) << step;
            int lanes = 0;
            for (const Label& label : scene.layers[1].labels) {
                if (label.text == "31" && label.size >= Scene::min_text_pixels) ++lanes;
            }
            EXPECT_GE(lanes, 2) << "lane 31 and bank 31 in step " << step << " at " << room.width;
        }
    }
}

TEST_F(RoomTest, NamesBothWavefrontsInATelephonesPane) {
    const auto trace = recorded("brent-kung", 64, "ones");
    for (const Room room : {Room{390, 212}, Room{390, 240}, Room{390, 480}}) {
        const Scene scene = banks_scene(*trace, {.step = 5}, light(), room);
        for (const char* name : {"wave 1", "wave 2"}) {
            const auto labels = seen_labels(scene);
            const auto found = std::ranges::find(labels, name, &Label::text);
            ASSERT_NE(found, labels.end()) << name << " at " << room.height;
            EXPECT_GE(found->size, 9) << room.height;
        }
    }
}

TEST_F(RoomTest, ShowsAllLanesOfARequestToGlobalMemoryInALowPane) {
    const auto trace = testing::recorded_accesses();
    for (const Room room : {Room{490, 150}, Room{568, 209}, Room{985, 230}}) {
        for (int step = 0; step < trace->step_count(); ++step) {
            const Scene scene = global_scene(*trace, {.step = step}, light(), room);
            EXPECT_NEAR(scene.width, room.width, 0.01F) << step;
            EXPECT_NEAR(scene.height, room.height, 0.01F) << step;
            const auto labels = seen_labels(scene);
            for (const char* text : {"0", "31"}) {
                EXPECT_TRUE(std::ranges::any_of(
                    labels, [&](const Label& label) { return label.text == text; }))
                    << "lane " << text << " in step " << step << " at " << room.width;
            }
        }
    }
}

// A quarter of a small window: everything smaller, and no name unreadable or lost.
TEST_F(RoomTest, NamesWhatIsInANarrowPictureOfARequest) {
    const auto accesses = testing::recorded_accesses();
    const auto conflicts = recorded("brent-kung", 64, "ones");
    for (const Room room : {Room{224, 160}, Room{260, 200}}) {
        const Scene global = global_scene(*accesses, {.step = 0}, light(), room);
        const Scene banks = banks_scene(*conflicts, {.step = 2}, light(), room);
        for (const auto& [scene, names] :
             {std::pair{&global, std::vector{"lane", "sector", "line", "0", "4"}},
              std::pair{&banks, std::vector{"lane", "bank", "0", "4"}}}) {
            EXPECT_NEAR(scene->width, room.width, 0.01F);
            for (const char* name : names) {
                EXPECT_TRUE(std::ranges::any_of(
                    seen_labels(*scene),
                    [&](const Label& label) { return label.text == name && label.size >= 9; }))
                    << name << " at " << room.width;
            }
        }
    }
}

TEST_F(RoomTest, NamesBanksAndStepsOfLargeHeatmaps) {
    const auto trace = recorded("kogge-stone", 1024, "ones", Padding::every32);
    const Scene scene = heatmap_scene(*trace, {.step = 3}, {}, light(), {400, 220});
    const auto labels = seen_labels(scene);
    const auto shown = [&](const std::string& text) {
        return std::ranges::any_of(
            labels, [&](const Label& label) { return label.text == text && label.size >= 9; });
    };
    for (const char* text : {"bank", "0", "8", "24", "stride 4", "conflict degree (n-way)"}) {
        EXPECT_TRUE(shown(text)) << text;
    }
}

TEST_F(RoomTest, ShowsSmallCellsOfMemoryInFlatColours) {
    const auto trace = recorded("kogge-stone", 1024, "ones", Padding::every32);
    const Scene scene = memory_scene(*trace, {.step = 3}, light(), {258, 270});
    ASSERT_EQ(scene.layers[0].matrices.size(), 1U);
    const ColorMatrix& grid = scene.layers[0].matrices[0];
    ASSERT_EQ(grid.columns, 32);
    ASSERT_EQ(grid.rows, 2 * 33) << "of each cell an upper and a lower half";
    const auto uses = word_uses(*trace, 0, 3);
    std::map<std::string, Rgba> colors;
    for (int word = 0; word < trace->words(); ++word) {
        const WordUse& use = uses[static_cast<std::size_t>(word)];
        const std::string kind = trace->element_of(word) < 0 ? "padding"
                                 : !use.writers.empty()      ? "written"
                                 : !use.readers.empty()      ? "read"
                                                             : "idle";
        const Rgba color =
            grid.colors[static_cast<std::size_t>((word / 32 * 2 + 1) * 32 + word % 32)];
        const auto [known, fresh] = colors.try_emplace(kind, color);
        EXPECT_EQ(known->second, color) << kind << ' ' << word;
        // What was read before it was written has that colour above.
        const Rgba upper = grid.colors[static_cast<std::size_t>(word / 32 * 2 * 32 + word % 32)];
        const bool both = !use.writers.empty() && !use.readers.empty();
        const auto [above, first] = colors.try_emplace(both ? "read" : kind, upper);
        EXPECT_EQ(above->second, upper) << kind << ' ' << word;
    }
    EXPECT_EQ(colors.size(), 3U);
    EXPECT_NE(colors.at("written"), colors.at("read"));
    EXPECT_NE(colors.at("padding"), colors.at("read"));
    // No marks or borders besides the legend and the conflicts.
    for (const Rect& rect : scene.layers[0].rects) EXPECT_EQ(rect.border_width, 0);
    EXPECT_TRUE(scene.layers[1].rects.empty());
    // The values are there, to be zoomed to.
    const auto values = std::ranges::count_if(scene.layers[1].labels, [&](const Label& label) {
        return !seen_at_once(label) && label.bold;
    });
    EXPECT_EQ(values, 1020);
}

TEST_F(RoomTest, TellsReadAndWrittenApartWhereCellsAreLargeEnough) {
    const auto trace = recorded("brent-kung", 64, "ones", Padding::every32, 4);
    const Scene scene = memory_scene(*trace, {.step = 4}, light(), {410, 230});
    const ColorMatrix& grid = scene.layers[0].matrices.at(0);
    const auto uses = word_uses(*trace, 0, 4);
    ASSERT_EQ(grid.rows, 18);
    for (int word = 0; word < trace->words(); ++word) {
        const WordUse& use = uses[static_cast<std::size_t>(word)];
        const int row = word / 32, column = word % 32;
        const auto half = [&](int lower) {
            return grid.colors[static_cast<std::size_t>((2 * row + lower) * 32 + column)];
        };
        EXPECT_EQ(half(0) != half(1), !use.readers.empty() && !use.writers.empty()) << word;
    }
}

TEST_F(RoomTest, HasOnlyTheColumnsThatWordsLieIn) {
    for (const int words : {2, 8, 16}) {
        const auto trace = recorded("kogge-stone", words, "ones");
        const Scene scene = memory_scene(*trace, {.step = 1}, light(), {500, 200});
        // A word and the head of its bank.
        ASSERT_EQ(scene.hotspots.size(), static_cast<std::size_t>(2 * words));
        const auto labels = seen_labels(scene);
        const auto numbered = [&](int bank) {
            return std::ranges::any_of(labels, [&](const Label& label) {
                return label.text == std::to_string(bank) && label.box.y < scene.hotspots[0].box.y;
            });
        };
        EXPECT_TRUE(numbered(words - 1));
        EXPECT_FALSE(numbered(words));
    }
}

TEST_F(RoomTest, StacksComparedMapsWhereItIsHigh) {
    const auto before = recorded("brent-kung", 1024, "ones");
    const auto after = recorded("brent-kung", 1024, "ones", Padding::every32);
    const auto grids = [&](Room room) {
        return heatmap_scene(*after, {}, {.compare = before.get()}, light(), room)
            .layers[0]
            .matrices;
    };
    const auto wide = grids({900, 300});
    EXPECT_EQ(wide[0].box.y, wide[1].box.y);
    EXPECT_LT(wide[0].box.x + wide[0].box.w, wide[1].box.x);
    const auto high = grids({450, 600});
    EXPECT_EQ(high[0].box.x, high[1].box.x);
    EXPECT_LT(high[0].box.y + high[0].box.h, high[1].box.y);
}

/// Stepping must not make the picture jump.
TEST_F(RoomTest, StaysTheSameFromStepToStep) {
    for (const auto& trace : {recorded("kogge-stone", 16, testing::sixteen),
                              recorded("brent-kung", 64, "random:5", Padding::every32, 2)}) {
        for (const View& shown : views()) {
            const std::string name = shown.name;
            // They show another request, or other lines, each time.
            if (name == "banks" || name == "global" || name == "divergence") continue;
            std::vector<Box> places;
            for (int step = 0; step < trace->step_count(); ++step) {
                std::vector<Box> now;
                const Scene scene = shown.scene(*trace, {.step = step}, {700, 320});
                for (const Hotspot& spot : scene.hotspots) now.push_back(spot.box);
                for (const HotspotField& field : scene.fields) now.push_back(field.box);
                if (step == 0) places = now;
                EXPECT_EQ(now, places) << shown.name << " step " << step;
            }
        }
    }
}

TEST_F(RoomTest, RingsTheFirstWrongOutputAndTellsBothValues) {
    TraceData data = recorded("kogge-stone", 16, testing::sixteen)->data();
    for (std::size_t k = 0; k < data.contents.size(); ++k) {
        if (data.facts.arrays[k].role != Role::output) continue;
        data.contents[k].after.as<float>()[5] = 26;
        data.contents[k].after.as<float>()[9] = 1;
    }
    const Trace trace{std::move(data)};
    const int last = trace.step_count() - 1;
    for (const Room room : {Room{}, Room{986, 382}, Room{400, 200}}) {
        for (const int step : {last - 1, last}) {
            const Scene scene = tree_scene(trace, {.step = step}, light(), room);
            const HotspotField& field = scene.fields.at(0);
            const Box node = field.at(5, field.rows - 1)->box;
            int rings = 0;
            for (const Layer& layer : scene.layers) {
                for (const Rect& rect : layer.rects) {
                    if (rect.border != light().wrong) continue;
                    ++rings;
                    EXPECT_TRUE(rect.box.contains({node.x, node.y}));
                    EXPECT_NEAR(rect.box.x + rect.box.w / 2, node.x + node.w / 2, 0.01F);
                }
            }
            EXPECT_EQ(rings, 1);
            const auto told = std::ranges::count_if(seen_labels(scene), [](const Label& label) {
                return label.text == "P[5] = 26: wrong, should be 25" &&
                       label.color == light().wrong;
            });
            EXPECT_EQ(told, step == last ? 1 : 0);
            expect_words_in_their_places(scene, "wrong output");
            const std::string tip = field.at(5, field.rows - 1)->tip;
            EXPECT_EQ(tip.find("wrong: it should be 25") != std::string::npos, step == last) << tip;
            EXPECT_EQ(field.at(9, field.rows - 1)->tip.find("should"), std::string::npos);
        }
    }
}

}  // namespace room_test
}  // namespace stridescope

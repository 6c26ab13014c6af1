// What all views have in common: what they are asked for with, and what they say of themselves.
#include "app/scene/views/views.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>

#include "app/scene/type_size.h"
#include "tests/support/recorded.h"
#include "tests/support/recorded_text.h"
#include "tests/support/scene_dump.h"
#include "tests/support/scene_looks.h"

namespace stridescope {
namespace view_request_test {

using testing::experiment_of;
using testing::light;
using testing::recorded;

std::shared_ptr<const Trace> brent_kung() {
    static const auto trace = recorded("brent-kung", 64, "iota", Padding::none, 2);
    return trace;
}

Subject subject_of(const std::shared_ptr<const Trace>& trace, int block = 1, int step = 3) {
    return {.trace = trace,
            .at = {.block = block, .step = step},
            .palette = light(),
            .room = {900, 400}};
}

Look some_look() {
    return {
        .axis = HeatmapAxis::warp, .sorted_by = 2, .hide_later = true, .selection = {.line = 3}};
}

TEST(ViewRequest, KnowsItsView) {
    for (const View view : all_views) {
        EXPECT_EQ(view_request(view, subject_of(brent_kung()), {}).view(), view);
    }
}

TEST(ViewRequest, IsDrawnAsTheViewDraws) {
    const Trace& trace = *brent_kung();
    const ViewState at{.block = 1, .step = 3};
    const Room room{900, 400};
    const auto drawn = [](View view) {
        return dump(make_scene(view_request(view, subject_of(brent_kung()), some_look())));
    };
    EXPECT_EQ(drawn(View::tree), dump(tree_scene(trace, at, light(), room, {.hide_later = true})));
    EXPECT_EQ(drawn(View::memory), dump(memory_scene(trace, at, light(), room)));
    EXPECT_EQ(drawn(View::heatmap),
              dump(heatmap_scene(trace, at, {.axis = HeatmapAxis::warp, .hide_later = true},
                                 light(), room)));
    EXPECT_EQ(drawn(View::banks), dump(banks_scene(trace, at, light(), room)));
    EXPECT_EQ(drawn(View::work),
              dump(work_scene(trace, at, light(), room, {.sorted_by = 2, .hide_later = true})));
    EXPECT_EQ(drawn(View::source), dump(source_scene(trace, at, light(), room, {.line = {0, 3}})));
    EXPECT_EQ(drawn(View::grid), dump(grid_scene(trace, light(), room)));
    EXPECT_EQ(drawn(View::global), dump(global_scene(trace, at, light(), room)));
    EXPECT_EQ(drawn(View::divergence),
              dump(divergence_scene(trace, at, light(), room,
                                    {.warp = {}, .hide_later = true, .table = nullptr})));
}

/// The views whose request is another after a change; a scene that changed needs another request.
template <class Change>
std::set<View> changed_by(Change&& change) {
    std::set<View> changed;
    for (const View view : all_views) {
        Subject subject = subject_of(brent_kung());
        Look look;
        const ViewRequest before = view_request(view, subject, look);
        change(subject, look);
        const ViewRequest after = view_request(view, subject, look);
        EXPECT_EQ(before, view_request(view, subject_of(brent_kung()), {}));
        if (before != after) changed.insert(view);
    }
    return changed;
}

TEST(ViewRequest, IsAnotherOnlyForWhatMattersToTheView) {
    using Some = std::set<View>;
    EXPECT_EQ(changed_by([](Subject&, Look& s) { s.hide_later = true; }),
              (Some{View::tree, View::heatmap, View::work, View::divergence}));
    EXPECT_EQ(changed_by([](Subject&, Look& s) { s.sorted_by = 1; }), Some{View::work});
    EXPECT_EQ(changed_by([](Subject&, Look& s) { s.axis = HeatmapAxis::warp; }),
              Some{View::heatmap});
    EXPECT_EQ(changed_by([](Subject&, Look& s) { s.wave = 1; }), Some{View::banks});
    EXPECT_EQ(changed_by([](Subject&, Look& s) { s.event = 0; }), Some{View::grid});
    EXPECT_EQ(changed_by([](Subject&, Look& s) { s.request = RequestChoice{}; }),
              (Some{View::banks, View::fragment}));
    EXPECT_EQ(changed_by([](Subject&, Look& s) { s.global_request = RequestChoice{}; }),
              Some{View::global});
    EXPECT_EQ(changed_by([](Subject&, Look& s) { s.warp = 1; }), Some{View::divergence});
    EXPECT_EQ(changed_by([](Subject&, Look& s) { s.chip = "T4"; }), Some{View::time});
    EXPECT_EQ(changed_by([](Subject&, Look& s) { s.rows = TimeRows::scheduler; }),
              Some{View::time});
    EXPECT_EQ(changed_by([](Subject&, Look& s) { s.selection.line = 3; }), Some{View::source});
    EXPECT_EQ(changed_by([](Subject& s, Look&) { s.at.block = 0; }),
              (Some{View::tree, View::memory, View::banks, View::global, View::divergence,
                    View::fragment, View::time}));
    EXPECT_EQ(changed_by([](Subject& s, Look&) { s.at.step = 0; }),
              (Some{View::tree, View::memory, View::heatmap, View::banks, View::work, View::source,
                    View::global, View::divergence, View::fragment, View::time}));
    EXPECT_EQ(changed_by([](Subject& s, Look&) { s.other = recorded("chained", 4, "ones"); }),
              (Some{View::heatmap, View::grid, View::time}));
    EXPECT_EQ(changed_by([](Subject& s, Look&) { s.room.width = 500; }).size(), view_count);
    EXPECT_EQ(changed_by([](Subject& s, Look&) { s.palette = Palette::dark(); }).size(),
              view_count);
}

TEST(ViewRequest, KeepsWhatTheTreesOfOneBlockHaveInCommonForThatBlockAlone) {
    std::any kept;
    const auto other = recorded("kogge-stone", 64, "ones", Padding::none, 2);
    for (const auto& [trace, block] : {std::pair{brent_kung(), 0}, {brent_kung(), 1}, {other, 1}}) {
        for (const int step : {0, 4}) {
            const ViewRequest request =
                view_request(View::tree, subject_of(trace, block, step), {});
            EXPECT_EQ(dump(make_scene(request, kept)), dump(make_scene(request)));
        }
    }
}

TEST(ViewRequest, PreparedInPiecesIsTheSame) {
    for (const auto& trace : {brent_kung(), testing::recorded_nothing()}) {
        for (const View view : all_views) {
            const ViewRequest request = view_request(view, subject_of(trace), {});
            std::any kept;
            int pieces = 1;
            while (!prepare_scene(request, kept)) ++pieces;
            EXPECT_EQ(pieces, view == View::tree && request.at.block < trace->blocks() ? 2 : 1);
            EXPECT_EQ(dump(make_scene(request, kept)), dump(make_scene(request)));
            EXPECT_TRUE(prepare_scene(request, kept)) << "it is known already";
            kept.reset();
            (void)prepare_scene(request, kept);
            EXPECT_EQ(dump(make_scene(request, kept)), dump(make_scene(request))) << "begun only";
        }
    }
}

TEST(Views, AreCalledByNamesOfTheirOwn) {
    std::set<std::string_view> names;
    for (const View view : all_views) {
        EXPECT_EQ(view_called(name_of(view)), view);
        names.insert(name_of(view));
    }
    EXPECT_EQ(names.size(), view_count);
    EXPECT_EQ(view_called("Tree"), std::nullopt);
    EXPECT_EQ(all_view_names(),
              "tree, memory, heatmap, banks, work, grid, source, global, divergence, fragment "
              "or time");
}

TEST(Views, OfOneBlockKeepWhatItsPicturesHaveInCommonForThatBlockAlone) {
    std::any kept;
    const auto other = recorded("kogge-stone", 64, "ones", Padding::none, 2);
    for (const auto& [trace, block] : {std::pair{brent_kung(), 0}, {brent_kung(), 1}, {other, 1}}) {
        for (const int step : {0, 4}) {
            const ViewRequest request =
                view_request(View::divergence, subject_of(trace, block, step), {});
            EXPECT_EQ(dump(make_scene(request, kept)), dump(make_scene(request)));
        }
    }
}

TEST(Views, SayWhyTheyHaveNothingToShow) {
    const auto nothing = testing::recorded_nothing();
    for (const View view : all_views) {
        const bool has = view != View::grid && view != View::fragment && view != View::time;
        EXPECT_EQ(why_not(view, *brent_kung()).empty(), has) << name_of(view);
        for (const auto& trace : {brent_kung(), nothing}) {
            const std::string reason = why_not(view, *trace);
            if (reason.empty()) continue;
            const std::string scene = dump(make_scene(view_request(view, subject_of(trace), {})));
            // One that has more to say than that does it in words of its own.
            const bool own_words = is_worth_seeing(view, *trace);
            EXPECT_NE(scene.find(own_words ? "The machine has no clock" : reason),
                      std::string::npos)
                << scene;
        }
        EXPECT_FALSE(why_not(view, *nothing).empty()) << name_of(view);
    }
    EXPECT_EQ(why_not(View::grid, *recorded("chained", 4, "ones")), "");
}

TEST(Views, SayItInLinesThatCanBeReadWhereThereIsLittleRoom) {
    for (const Room& room : {Room{200, 110}, Room{330, 90}, Room{900, 400}}) {
        auto request = view_request(View::grid, subject_of(brent_kung()), {});
        request.room = room;
        const Scene scene = make_scene(request);
        EXPECT_LE(scene.width, room.width);
        EXPECT_LE(scene.height, room.height);
        std::string words;
        for (const Label& line : scene.layers.front().labels) {
            EXPECT_GE(line.size, 9);
            EXPECT_LE(scene_parts::text_extent(line.text) * line.size, room.width);
            words += (words.empty() ? "" : " ") + line.text;
        }
        EXPECT_EQ(words, why_not(View::grid, *brent_kung()));
    }
}

}  // namespace view_request_test
}  // namespace stridescope

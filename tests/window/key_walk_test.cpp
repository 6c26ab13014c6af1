// Walking through the controls by keys: always to the nearest one that way, to each of them, and
// from area to area.
#include "app/ui/window/key_walk.h"

#include <gtest/gtest.h>

#include <deque>
#include <set>

namespace stridescope {
namespace key_walk_test {

DrawnWidget at(float x, float y, float w = 40, float h = 20) {
    return {.box = {x, y, w, h}, .tip = {}, .control = true};
}

/// Two columns of knobs, a row of three that share borders, a picture's cells, and what is no
/// control.
WidgetMap some_widgets() {
    WidgetMap widgets{{"menu.file", at(0, 0)},
                      {"menu.edit", at(50, 0)},
                      {"panel.kernel", at(0, 100, 200)},
                      {"panel.pad.none", at(0, 140, 60)},
                      {"panel.pad.every32", at(59, 140, 60)},
                      {"panel.pad.xor", at(118, 140, 60)},
                      {"panel.n", at(0, 180, 200)},
                      {"tree.fit", at(800, 100)},
                      {"tree.step.1", at(400, 150, 440, 10)},
                      {"tree.step.2", at(400, 170, 440, 10)},
                      {"timeline.play", at(0, 600)},
                      {"panel.title", at(0, 120, 30, 10)}};
    widgets["panel.title"].control = false;
    return widgets;
}

TEST(KeyWalk, GoesToTheNearestControlThatWay) {
    const WidgetMap widgets = some_widgets();
    const auto beyond = [&](const char* from, WalkWay way) {
        return control_beyond(widgets, widgets.at(from).box, way).value_or("nothing");
    };
    EXPECT_EQ(beyond("panel.kernel", WalkWay::down), "panel.pad.every32")
        << "the middle one of three";
    EXPECT_EQ(beyond("panel.pad.none", WalkWay::right), "panel.pad.every32");
    EXPECT_EQ(beyond("panel.pad.every32", WalkWay::right), "panel.pad.xor");
    EXPECT_EQ(beyond("panel.pad.xor", WalkWay::left), "panel.pad.every32");
    EXPECT_EQ(beyond("panel.pad.xor", WalkWay::down), "panel.n");
    EXPECT_EQ(beyond("panel.pad.xor", WalkWay::right), "tree.step.1") << "into the picture";
    EXPECT_EQ(beyond("tree.step.1", WalkWay::down), "tree.step.2");
    EXPECT_EQ(beyond("tree.step.1", WalkWay::up), "tree.fit");
    EXPECT_EQ(beyond("panel.n", WalkWay::down), "timeline.play");
    EXPECT_EQ(beyond("timeline.play", WalkWay::down), "nothing");
    EXPECT_EQ(beyond("menu.file", WalkWay::left), "nothing");
}

TEST(KeyWalk, ReachesEveryControlByArrows) {
    const WidgetMap widgets = some_widgets();
    std::set<std::string> reached{"panel.kernel"};
    std::deque<std::string> next{"panel.kernel"};
    while (!next.empty()) {
        const Box from = widgets.at(next.front()).box;
        next.pop_front();
        for (const WalkWay way : {WalkWay::left, WalkWay::right, WalkWay::up, WalkWay::down}) {
            const auto to = control_beyond(widgets, from, way);
            if (to && reached.insert(*to).second) next.push_back(*to);
        }
    }
    EXPECT_EQ(reached.size(), widgets.size() - 1);
    EXPECT_FALSE(reached.contains("panel.title"));
}

TEST(KeyWalk, GoesFromAreaToAreaRoundAndRound) {
    const WidgetMap widgets = some_widgets();
    std::string name = "panel.n";
    for (const char* expected : {"tree.fit", "timeline.play", "menu.file", "panel.kernel"}) {
        name = control_of_next_area(widgets, name, 1);
        EXPECT_EQ(name, expected);
    }
    EXPECT_EQ(control_of_next_area(widgets, "panel.n", -1), "menu.file");
    EXPECT_EQ(control_of_next_area(widgets, "gone.away", 1), "menu.file");
    EXPECT_EQ(control_of_next_area({}, "panel.n", 1), "");
}

/// Three knobs of which the panel shows the first; the others lie behind the timeline.
WidgetMap scrolled_widgets() {
    WidgetMap widgets{{"panel.a", at(0, 100)},
                      {"panel.b", at(0, 130)},
                      {"panel.c", at(0, 160)},
                      {"timeline.play", at(0, 125)},
                      {"timeline.loop", at(0, 190)}};
    for (const char* name : {"panel.b", "panel.c"}) {
        widgets[name].control = false;
        widgets[name].scrolled_away = true;
    }
    return widgets;
}

TEST(KeyWalk, ScrollsWithinAnAreaBeforeItLeavesIt) {
    WidgetMap widgets = scrolled_widgets();
    KeyWalk walk;
    walk.begin(widgets, "panel.a");
    EXPECT_EQ(walk.awaited(), "");
    walk.move(widgets, WalkWay::down);
    EXPECT_EQ(walk.at(), "panel.b");
    EXPECT_EQ(walk.awaited(), "panel.b");
    EXPECT_FALSE(walk.arrive(widgets)) << "not yet";
    widgets["panel.a"] = at(0, 70);
    widgets["panel.b"] = at(0, 100);
    EXPECT_TRUE(walk.arrive(widgets));
    EXPECT_FALSE(walk.arrive(widgets)) << "once";
    EXPECT_EQ(walk.awaited(), "");
    EXPECT_EQ(walk.point(widgets), (Point{20, 110}));
    // From elsewhere, and to the side, nobody comes to what cannot be seen.
    EXPECT_EQ(control_beyond(widgets, widgets.at("timeline.loop").box, WalkWay::up, "timeline"),
              "timeline.play");
    EXPECT_EQ(control_beyond(widgets, at(-100, 160).box, WalkWay::right, "panel"), "timeline.loop");
    // What never comes is not waited for.
    walk.move(widgets, WalkWay::down);
    EXPECT_EQ(walk.awaited(), "panel.c");
    for (int frame = 0; frame < 10; ++frame) EXPECT_FALSE(walk.arrive(widgets));
    EXPECT_EQ(walk.awaited(), "");
}

TEST(KeyWalk, StaysWhereAControlWas) {
    WidgetMap widgets = some_widgets();
    KeyWalk walk;
    EXPECT_FALSE(walk.on());
    walk.begin(widgets, "panel.pad.none");
    EXPECT_TRUE(walk.on());
    EXPECT_EQ(walk.point(widgets), (Point{30, 150}));
    widgets.erase("panel.pad.none");
    EXPECT_EQ(walk.point(widgets), (Point{30, 150}));
    walk.move(widgets, WalkWay::down);
    EXPECT_EQ(walk.at(), "panel.n");
    walk.move(widgets, WalkWay::left);
    EXPECT_EQ(walk.at(), "panel.n") << "nothing lies there";
    walk.begin(widgets, "not.there");
    EXPECT_EQ(walk.at(), "menu.file");
    walk.end();
    EXPECT_FALSE(walk.on());
}

}  // namespace key_walk_test
}  // namespace stridescope

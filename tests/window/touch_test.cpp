// Fingers on the whole window, without a display: what they press, drag, scroll, zoom and wipe; and
// what a narrow window shows.
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <cfloat>
#include <string>
#include <utility>
#include <vector>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "app/platform/fonts.h"
#include "app/platform/offscreen.h"
#include "app/scene/scene.h"
#include "app/session/controller.h"
#include "app/session/presets.h"
#include "app/ui/kit/imgui_versions.h"
#include "app/ui/panes/viewport.h"
#include "app/ui/window/fingers.h"
#include "app/ui/window/gui.h"
#include "tests/support/recorded.h"

namespace stridescope {
namespace touch_test {

using Kind = InputEvent::Kind;

class Touch : public ::testing::Test {
  protected:
    Touch() {
        controller_.wait_until_recorded();
        imgui::begin_events();
    }
    void open(int width, int height) {
        width_ = width;
        height_ = height;
        ImGui::GetIO().DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
        ImGui::GetIO().DeltaTime = 1.0F / 60;
        controller_.set_narrow(is_narrow(1, static_cast<float>(width), static_cast<float>(height)));
        settle();
    }
    void frame() {
        const AppState& state = controller_.state();
        gui_.prepare(state, 1, static_cast<float>(width_), static_cast<float>(height_));
        ImGui_ImplOpenGL3_NewFrame();
        imgui::put_pointer(pointer_.x, pointer_.y);
        imgui::put_button(0, down_);
        ImGui::NewFrame();
        Hand hand = std::exchange(hand_, {});
        hand.fingers = fingers_.used();
        hand.resting = fingers_.resting();
        gui_.set_hand(hand);
        Commands commands;
        gui_.draw(state, commands);
        gui_.render();
        fingers_.seen(gui_.under());
        for (const Command& command : commands) controller_.apply(command);
        controller_.wait_until_recorded();
    }
    void settle() {
        for (int k = 0; k < 4; ++k) frame();
    }
    /// Each of what it comes to has a frame of its own.
    void touch(int action, Point at, int finger = 1) {
        const InputEvent event{
            .kind = Kind::touch, .code = finger, .action = action, .x = at.x, .y = at.y};
        const auto aim = [this](Point where, Drag drag) { return gui_.aim(where, drag); };
        for (bool done = false; !done;) {
            std::vector<InputEvent> made;
            done = fingers_.take(event, aim, made);
            take(made);
            if (!done) frame();
        }
    }
    void rest() {
        std::vector<InputEvent> made;
        fingers_.pass_time(0, made);
        fingers_.pass_time(1, made);
        take(made);
        frame();
    }
    void drag(Point from, Point to) {
        touch(GLFW_PRESS, from);
        for (int k = 1; k <= 5; ++k) {
            const float share = static_cast<float>(k) / 5;
            touch(GLFW_REPEAT,
                  {from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share});
        }
        touch(GLFW_RELEASE, to);
        settle();
    }
    void tap(Point at) {
        touch(GLFW_PRESS, at);
        touch(GLFW_RELEASE, at);
        settle();
    }
    void pinch(Point middle, float times) {
        touch(GLFW_PRESS, {middle.x - 50, middle.y}, 1);
        touch(GLFW_PRESS, {middle.x + 50, middle.y}, 2);
        touch(GLFW_REPEAT, {middle.x - 50 * times, middle.y}, 1);
        touch(GLFW_REPEAT, {middle.x + 50 * times, middle.y}, 2);
        touch(GLFW_RELEASE, {middle.x - 50 * times, middle.y}, 1);
        touch(GLFW_RELEASE, {middle.x + 50 * times, middle.y}, 2);
        settle();
    }
    bool there(const std::string& name) const { return gui_.widgets().contains(name); }
    Box box(const std::string& name) const {
        EXPECT_TRUE(there(name)) << name;
        return there(name) ? gui_.widgets().at(name).box : Box{};
    }
    Point middle(const std::string& name) const {
        const Box at = box(name);
        return {at.x + at.w / 2, at.y + at.h / 2};
    }
    const AppState& state() const { return controller_.state(); }

    Controller controller_{experiment_of_line("--kernel kogge-stone --block 64", first_lesson()),
                           {}};
    OffscreenContext context_;
    OffscreenTarget target_{1280, 1280};
    Gui gui_{find_fonts()};
    Fingers fingers_;

  private:
    void take(const std::vector<InputEvent>& made) {
        for (const InputEvent& event : made) {
            switch (event.kind) {
                case Kind::move: pointer_ = {float(event.x), float(event.y)}; break;
                case Kind::button: down_ = event.action == GLFW_PRESS; break;
                case Kind::enter: pointer_ = {-FLT_MAX, -FLT_MAX}; break;
                case Kind::scroll: hand_.scroll = {float(event.across), float(event.down)}; break;
                case Kind::pinch:
                    pointer_ = {float(event.x), float(event.y)};
                    hand_.pan = {float(event.across), float(event.down)};
                    hand_.larger = float(event.larger);
                    break;
                default: FAIL() << "nobody else is told of it";
            }
            frame();
        }
    }
    int width_ = 0, height_ = 0;
    Point pointer_{-FLT_MAX, -FLT_MAX};
    bool down_ = false;
    Hand hand_;
};

TEST_F(Touch, TapsPressAndSmallThingsAreHitFromBeside) {
    open(1280, 800);
    const int before = state().playback.step();
    tap(middle("timeline.forward"));
    EXPECT_EQ(state().playback.step(), before + 1);
    const Box enlarge = box("tree.enlarge");
    tap({enlarge.x - 60, enlarge.y + 200});
    EXPECT_FALSE(state().display.look.alone) << "that is far away";
    tap({enlarge.x + enlarge.w / 2, enlarge.y - 10});
    EXPECT_EQ(state().display.look.alone, View::tree) << "ten pixels above it";
}

TEST_F(Touch, BarsAndSlidersAreDraggedFromBesideThem) {
    open(1280, 800);
    const Box bar = box("splitter.panel");
    drag({bar.x - 12, bar.y + 200}, {bar.x + 88, bar.y + 200});
    EXPECT_NEAR(box("splitter.panel").x, bar.x + 100, 3) << "as far as the finger went";
    drag(middle("timeline.step.0"), middle("timeline.step.5"));
    EXPECT_EQ(state().playback.step(), 5);
}

TEST_F(Touch, OneFingerScrollsPanelsAndTexts) {
    open(1280, 500);
    const float kernel = box("experiment.kernel").y;
    const Point inside{box("experiment.kernel").x - 40, 300};
    drag(inside, {inside.x, inside.y - 80});
    EXPECT_LT(box("experiment.kernel").y, kernel - 40);
    const Box text = box("editor.text");
    const auto first_line = [this] {
        int first = 10000;
        for (const auto& [name, widget] : gui_.widgets()) {
            if (name.starts_with("editor.line."))
                first = std::min(first, std::stoi(name.substr(12)));
        }
        return first;
    };
    const int before = first_line();
    drag({text.x + 80, text.y + text.h - 40}, {text.x + 80, text.y + 20});
    EXPECT_FALSE(state().document->editor.has_selection()) << "it scrolls";
    EXPECT_GT(first_line(), before);
}

TEST_F(Touch, AFingerThatRestsSelectsInATextAndHoversElsewhere) {
    open(1280, 800);
    const Box text = box("editor.text");
    touch(GLFW_PRESS, {text.x + 60, text.y + 60});
    rest();
    touch(GLFW_REPEAT, {text.x + 80, text.y + 80});
    touch(GLFW_REPEAT, {text.x + 120, text.y + 120});
    touch(GLFW_RELEASE, {text.x + 120, text.y + 120});
    settle();
    EXPECT_TRUE(state().document->editor.has_selection());
    const int step = state().playback.step();
    touch(GLFW_PRESS, middle("timeline.step.4"));
    rest();
    EXPECT_TRUE(there("timeline.summary")) << "what a mouse would be told";
    touch(GLFW_RELEASE, middle("timeline.step.4"));
    settle();
    EXPECT_EQ(state().playback.step(), step) << "and nothing is pressed";
}

TEST_F(Touch, TwoFingersZoomAPicture) {
    open(1280, 800);
    controller_.apply(command::ToggleEnlarged{View::tree});
    settle();
    EXPECT_FALSE(there("tree.minimap"));
    pinch(middle("tree.picture"), 3);
    EXPECT_TRUE(there("tree.minimap")) << "a part of it is zoomed to";
}

TEST_F(Touch, ANarrowWindowHasOnePaneAndTabsAndIsWipedThrough) {
    for (const auto& [width, height] : {std::pair{390, 844}, {820, 1180}, {360, 640}}) {
        open(width, height);
        EXPECT_TRUE(state().is_narrow());
        EXPECT_TRUE(there("menu.all"));
        EXPECT_FALSE(there("menu.file"));
        const auto pictures = std::ranges::count_if(
            gui_.widgets(), [](const auto& each) { return each.first.ends_with(".picture"); });
        EXPECT_EQ(pictures, 1) << width;
        for (const auto& [name, widget] : gui_.widgets()) {
            if (name.starts_with("tab.")) continue;  // they are scrolled
            EXPECT_GE(widget.box.x, -0.5F) << name;
            EXPECT_LE(widget.box.x + widget.box.w, static_cast<float>(width) + 0.5F) << name;
            EXPECT_LE(widget.box.y + widget.box.h, static_cast<float>(height) + 0.5F) << name;
        }
    }
    controller_.apply(command::ShowTab{View::memory});
    settle();
    ASSERT_TRUE(state().sees(View::memory));
    const Point at = middle("memory.picture");
    drag({at.x + 100, at.y}, {at.x - 100, at.y});
    EXPECT_TRUE(state().sees(View::heatmap)) << "to the next one";
    drag({at.x - 100, at.y}, {at.x + 100, at.y});
    EXPECT_TRUE(state().sees(View::memory)) << "and back";
    tap(middle("tab.tree"));
    EXPECT_TRUE(state().sees(View::tree));
    controller_.apply(command::ShowTab{});
    settle();
    EXPECT_TRUE(there("experiment.kernel"));
    EXPECT_FALSE(there("tree.picture"));
    open(1280, 800);
    EXPECT_TRUE(there("menu.file"));
}

TEST_F(Touch, AnUprightTreeShowsTheStepLargeEnoughToBeRead) {
    controller_.apply(command::SetExperiment{first_lesson()});
    controller_.wait_until_recorded();
    open(390, 844);
    ASSERT_TRUE(state().sees(View::tree));
    for (const int step : {0, 3, 5}) {
        controller_.apply(command::Jump{step});
        settle();
        EXPECT_GE(middle("tree.cell.1.1").x - middle("tree.cell.1.0").x, 24) << step;
    }
    const Box picture = box("tree.picture");
    EXPECT_FALSE(there("tree.cell.1.15")) << "a part of it is out of sight";
    const Point at = middle("tree.picture");
    drag({at.x + 150, at.y}, {at.x - 150, at.y});
    EXPECT_TRUE(there("tree.cell.1.15")) << "it was drawn into sight";
    EXPECT_TRUE(state().sees(View::tree)) << "and not wiped away";
    tap(middle("tree.fit"));
    EXPECT_LT(middle("tree.cell.1.1").x - middle("tree.cell.1.0").x, 24) << "all of it is seen";
    EXPECT_TRUE(there("tree.cell.1.15"));
    EXPECT_EQ(box("tree.picture").w, picture.w);
    tap(middle("tree.fit"));
    EXPECT_GE(middle("tree.cell.1.1").x - middle("tree.cell.1.0").x, 24) << "and a part again";
}

// Of 1,024 elements a dozen are seen at once: a step's first are among them, though it has none at
// the left, and stay where they are while one is in sight.
TEST(ReadingViewport, ShowsSomethingOfEachRow) {
    Scene scene;
    scene.width = 3200;
    scene.height = 400;
    scene.pinned_left = 100;
    constexpr float cell = 3, left = 110;
    Viewport viewport;
    viewport.resize(scene, 390, 500, 1, false);
    const auto in_sight = [&](int column) {
        const float x = left + (static_cast<float>(column) + 0.5F) * cell;
        const float at = viewport.view().to_pixel({x, 0}).x;
        return at >= 0 && at <= 390;
    };
    const auto read = [&](int every, float y) {
        viewport.read(scene, {left, y, 1024 * cell, 15}, cell,
                      [&](int column) { return every > 0 && column % every == every - 1; });
    };
    read(1, 40);
    EXPECT_TRUE(in_sight(0)) << "from the left on";
    EXPECT_FALSE(in_sight(31));
    for (const int every : {32, 256, 1024}) {
        read(every, 100);
        EXPECT_TRUE(in_sight(every - 1)) << every;
    }
    const ViewTransform before = viewport.view();
    read(1, 100);
    EXPECT_EQ(viewport.view().x, before.x) << "where something is in sight it stays";
    read(0, 100);
    EXPECT_EQ(viewport.view().x, before.x) << "and where there is nothing at all";
}

}  // namespace touch_test
}  // namespace stridescope

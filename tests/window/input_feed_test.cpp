// Which events one frame takes in, and what keys mean.
#include "app/ui/window/input_feed.h"

#include <gtest/gtest.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <variant>
#include <vector>

#include "app/ui/window/shortcuts.h"

namespace stridescope {
namespace input_feed_test {

using Kind = InputEvent::Kind;

InputEvent key(int code, int action, int mods = 0) {
    return {.kind = Kind::key, .code = code, .action = action, .mods = mods};
}
InputEvent press(int code, int mods = 0) {
    return key(code, GLFW_PRESS, mods);
}
InputEvent release(int code, int mods = 0) {
    return key(code, GLFW_RELEASE, mods);
}
InputEvent letter(unsigned c) {
    return {.kind = Kind::character, .codepoint = c};
}
InputEvent button(int action) {
    return {.kind = Kind::button, .code = 0, .action = action};
}
InputEvent move(double x) {
    return {.kind = Kind::move, .x = x, .y = 1};
}
InputEvent wheel() {
    return {.kind = Kind::wheel, .y = 1};
}

/// How many events each frame takes, one frame after the other.
std::vector<std::size_t> frames(const std::vector<InputEvent>& events) {
    std::vector<std::size_t> out;
    for (std::size_t next = 0; next < events.size();) {
        FrameIntake intake;
        const std::size_t start = next;
        while (next < events.size() && intake.takes(events[next])) ++next;
        if (next == start) {
            ADD_FAILURE() << "a frame that takes nothing would wait forever";
            break;
        }
        out.push_back(next - start);
    }
    return out;
}

using Sizes = std::vector<std::size_t>;

TEST(FrameIntake, APressAndItsReleaseAreTwoFrames) {
    EXPECT_EQ(frames({press(GLFW_KEY_ENTER), release(GLFW_KEY_ENTER)}), (Sizes{1, 1}));
    EXPECT_EQ(frames({button(GLFW_PRESS), button(GLFW_RELEASE)}), (Sizes{1, 1}));
}

TEST(FrameIntake, AClickHereAndAClickThereDoNotMeet) {
    EXPECT_EQ(frames({move(1), button(GLFW_PRESS), button(GLFW_RELEASE), move(9),
                      button(GLFW_PRESS), button(GLFW_RELEASE)}),
              (Sizes{1, 1, 1, 1, 1, 1}));
}

TEST(FrameIntake, TypedLettersGoTogether) {
    EXPECT_EQ(frames({press(GLFW_KEY_1), letter('1'), press(GLFW_KEY_2), letter('2')}), (Sizes{4}));
}

TEST(FrameIntake, AShortcutIsDoneBeforeTheLettersAfterIt) {
    const int ctrl = GLFW_KEY_LEFT_CONTROL;
    EXPECT_EQ(
        frames({press(ctrl), press(GLFW_KEY_A, GLFW_MOD_CONTROL), release(ctrl, GLFW_MOD_CONTROL),
                release(GLFW_KEY_A), press(GLFW_KEY_7), letter('7')}),
        (Sizes{2, 3, 1}))
        << "Ctrl stays down in the frame that sees A";
}

TEST(FrameIntake, ModifierIsNotLetGoInTheFrameOfItsKey) {
    EXPECT_EQ(frames({press(GLFW_KEY_A, GLFW_MOD_CONTROL), release(GLFW_KEY_LEFT_CONTROL)}),
              (Sizes{1, 1}));
}

TEST(FrameIntake, EnterComesAfterTheLettersBeforeIt) {
    EXPECT_EQ(frames({press(GLFW_KEY_5), letter('5'), press(GLFW_KEY_ENTER)}), (Sizes{2, 1}));
}

TEST(FrameIntake, TheWheelTurnsWhereThePointerStands) {
    EXPECT_EQ(frames({wheel(), wheel(), move(5), wheel()}), (Sizes{2, 1, 1}));
}

template <class C>
bool means(int code, int mods = 0, int action = GLFW_PRESS) {
    const AppState state;
    const KeyMeaning meaning = meaning_of(key(code, action, mods), state);
    return meaning.used && meaning.commands.size() == 1 && meaning.commands.front().is<C>();
}

TEST(Shortcuts, StepKeys) {
    EXPECT_TRUE(means<command::StepForward>(GLFW_KEY_RIGHT));
    EXPECT_TRUE(means<command::StepForward>(GLFW_KEY_RIGHT, 0, GLFW_REPEAT));
    EXPECT_TRUE(means<command::StepBack>(GLFW_KEY_LEFT));
    EXPECT_TRUE(means<command::StepForward>(GLFW_KEY_F10));
    EXPECT_TRUE(means<command::StepBack>(GLFW_KEY_F10, GLFW_MOD_SHIFT));
    EXPECT_TRUE(means<command::First>(GLFW_KEY_HOME));
    EXPECT_TRUE(means<command::Last>(GLFW_KEY_END));
    EXPECT_TRUE(means<command::TogglePlay>(GLFW_KEY_SPACE));
    EXPECT_FALSE(means<command::TogglePlay>(GLFW_KEY_SPACE, 0, GLFW_REPEAT));
    EXPECT_FALSE(means<command::StepForward>(GLFW_KEY_RIGHT, 0, GLFW_RELEASE));
}

TEST(Shortcuts, EditingKeys) {
    EXPECT_TRUE(means<command::Undo>(GLFW_KEY_Z, GLFW_MOD_CONTROL));
    EXPECT_TRUE(means<command::Redo>(GLFW_KEY_Z, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT));
    EXPECT_TRUE(means<command::Redo>(GLFW_KEY_Y, GLFW_MOD_CONTROL));
    EXPECT_FALSE(means<command::Undo>(GLFW_KEY_Z));
    EXPECT_FALSE(means<command::Undo>(GLFW_KEY_Z, GLFW_MOD_CONTROL | GLFW_MOD_ALT));
    EXPECT_TRUE(means<command::Quit>(GLFW_KEY_Q, GLFW_MOD_CONTROL));
}

TEST(Shortcuts, WishesOfTheWindow) {
    const AppState state;
    EXPECT_EQ(meaning_of(press(GLFW_KEY_F), state).action, UiAction::fit);
    EXPECT_EQ(meaning_of(press(GLFW_KEY_O, GLFW_MOD_CONTROL), state).action, UiAction::open);
    EXPECT_EQ(meaning_of(press(GLFW_KEY_S, GLFW_MOD_CONTROL), state).action, UiAction::save);
    EXPECT_EQ(meaning_of(press(GLFW_KEY_E, GLFW_MOD_CONTROL), state).action,
              UiAction::export_heatmap);
    EXPECT_EQ(meaning_of(press(GLFW_KEY_F1), state).action, UiAction::help);
    EXPECT_FALSE(meaning_of(press(GLFW_KEY_ESCAPE), state).used);
    EXPECT_FALSE(meaning_of(press(GLFW_KEY_X), state).used);
}

}  // namespace input_feed_test
}  // namespace stridescope

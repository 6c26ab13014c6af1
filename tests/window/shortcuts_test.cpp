// What keys mean, and to whom they belong; and how far the type may grow.
#include "app/ui/window/shortcuts.h"

#include <gtest/gtest.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <variant>

#include "app/lesson/lesson.h"
#include "app/ui/kit/theme.h"

namespace stridescope {
namespace shortcuts_test {

InputEvent press(int key, int mods = 0) {
    return {.kind = InputEvent::Kind::key, .code = key, .action = GLFW_PRESS, .mods = mods};
}

template <class C>
bool means(const KeyMeaning& meaning) {
    return meaning.used && meaning.commands.size() == 1 && meaning.commands.front().is<C>();
}

TEST(Shortcuts, ATextKeepsWhatMeansSomethingInAText) {
    const AppState state;
    for (const int key : {GLFW_KEY_LEFT, GLFW_KEY_HOME, GLFW_KEY_SPACE, GLFW_KEY_1, GLFW_KEY_C,
                          GLFW_KEY_L, GLFW_KEY_EQUAL, GLFW_KEY_ESCAPE, GLFW_KEY_PAGE_UP}) {
        EXPECT_FALSE(meaning_of(press(key), state, KeyFocus::text).used) << key;
    }
    for (const int key : {GLFW_KEY_Z, GLFW_KEY_Y, GLFW_KEY_A, GLFW_KEY_C, GLFW_KEY_V}) {
        EXPECT_FALSE(meaning_of(press(key, GLFW_MOD_CONTROL), state, KeyFocus::text).used) << key;
    }
    EXPECT_TRUE(means<command::Quit>(
        meaning_of(press(GLFW_KEY_Q, GLFW_MOD_CONTROL), state, KeyFocus::text)));
    EXPECT_EQ(meaning_of(press(GLFW_KEY_O, GLFW_MOD_CONTROL), state, KeyFocus::text).action,
              UiAction::open);
    EXPECT_TRUE(
        means<command::StepForward>(meaning_of(press(GLFW_KEY_F10), state, KeyFocus::text)));
}

TEST(Shortcuts, TheTextThatIsEditedTakesLettersAndItsOwnKeys) {
    AppState state;
    state.document.emplace();
    const auto typed = [&state](unsigned codepoint) -> std::string {
        const KeyMeaning meaning = meaning_of(
            {.kind = InputEvent::Kind::character, .codepoint = codepoint}, state, KeyFocus::editor);
        if (!means<command::EditText>(meaning)) return {};
        const auto& action = meaning.commands.front().get<command::EditText>().action;
        return std::get<editor::action::Type>(action).text;
    };
    EXPECT_EQ(typed('q'), "q") << "which asks before each step elsewhere";
    EXPECT_EQ(typed(0xE9), "é");
    EXPECT_EQ(typed(0x20AC), "€");
    EXPECT_EQ(typed(0x1F600), "😀");
    for (const unsigned none : {0x0U, 0x9U, 0x1FU, 0x7FU, 0x110000U}) EXPECT_EQ(typed(none), "");
    // The keys of letters wait for their letters; none of them moves the timeline.
    for (int key = GLFW_KEY_SPACE; key < GLFW_KEY_ESCAPE; ++key) {
        const KeyMeaning meaning = meaning_of(press(key), state, KeyFocus::editor);
        EXPECT_TRUE(meaning.used) << key;
        EXPECT_TRUE(meaning.commands.empty()) << key;
        EXPECT_EQ(meaning.action, UiAction::none) << key;
    }
    const auto edits = [&](int key, int mods = 0) {
        return means<command::EditText>(meaning_of(press(key, mods), state, KeyFocus::editor));
    };
    for (const int key : {GLFW_KEY_LEFT, GLFW_KEY_HOME, GLFW_KEY_PAGE_UP, GLFW_KEY_ENTER,
                          GLFW_KEY_TAB, GLFW_KEY_BACKSPACE, GLFW_KEY_DELETE}) {
        EXPECT_TRUE(edits(key)) << key;
    }
    for (const int key : {GLFW_KEY_Z, GLFW_KEY_Y, GLFW_KEY_A, GLFW_KEY_SLASH}) {
        EXPECT_TRUE(edits(key, GLFW_MOD_CONTROL)) << key;
    }
    const auto wants = [&](int key, int mods) {
        return meaning_of(press(key, mods), state, KeyFocus::editor).action;
    };
    EXPECT_EQ(wants(GLFW_KEY_S, GLFW_MOD_CONTROL), UiAction::save);
    EXPECT_EQ(wants(GLFW_KEY_S, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT), UiAction::save_as);
    EXPECT_EQ(wants(GLFW_KEY_F, GLFW_MOD_CONTROL), UiAction::find);
    EXPECT_EQ(wants(GLFW_KEY_V, GLFW_MOD_CONTROL), UiAction::paste);
    EXPECT_EQ(wants(GLFW_KEY_ESCAPE, 0), UiAction::leave_text);
    EXPECT_TRUE(
        means<command::StepForward>(meaning_of(press(GLFW_KEY_F10), state, KeyFocus::editor)));
    EXPECT_TRUE(means<command::Quit>(
        meaning_of(press(GLFW_KEY_Q, GLFW_MOD_CONTROL), state, KeyFocus::editor)));
}

TEST(Shortcuts, WhatIsInFrontKeepsNearlyAll) {
    const AppState state;
    for (int key = GLFW_KEY_SPACE; key <= GLFW_KEY_LAST; ++key) {
        EXPECT_FALSE(meaning_of(press(key), state, KeyFocus::front).used) << key;
        const bool meant = meaning_of(press(key, GLFW_MOD_CONTROL), state, KeyFocus::front).used;
        const bool always = key == GLFW_KEY_Q || key == GLFW_KEY_EQUAL || key == GLFW_KEY_MINUS ||
                            key == GLFW_KEY_0 || key == GLFW_KEY_KP_0 || key == GLFW_KEY_KP_ADD ||
                            key == GLFW_KEY_KP_SUBTRACT;
        EXPECT_EQ(meant, always) << key;
    }
}

TEST(Shortcuts, EscapeTakesWhateverIsForemost) {
    AppState state;
    const auto escape = [&state] { return meaning_of(press(GLFW_KEY_ESCAPE), state); };
    EXPECT_FALSE(escape().used);
    state.display.look.alone = View::tree;
    EXPECT_TRUE(means<command::ToggleEnlarged>(escape()));
    state.lesson.fetching = {.now = true, .seconds = 1};
    EXPECT_TRUE(means<command::CancelLessonRun>(escape()));
    state.runs.recording.now = true;
    state.runs.recording.seconds = 1;
    EXPECT_TRUE(means<command::CancelRecording>(escape()));
    state.messages = {{true, "old", 0, true}, {false, "new", 0, false}, {true, "read", 0, true}};
    const KeyMeaning meaning = escape();
    ASSERT_TRUE(means<command::MarkRead>(meaning));
    EXPECT_EQ(meaning.commands.front().get<command::MarkRead>().message, 1U);
}

/// A lesson whose one page asks that.
AppState asking(const Question& question) {
    AppState state;
    state.lesson.play = LessonPlay{std::make_shared<const Lesson>(
        parse_lesson("---\ntitle: T\nabout: A\n---\n## One\nText.\n```lesson\nrun: --block 16\n"
                     "ask: How many?\nanswer: adds\n```\n",
                     "lesson.md"))};
    state.lesson.questions = {question};
    return state;
}

/// What would put other pictures, or a field of a panel, in the place of what is asked about.
constexpr int leaving[] = {GLFW_KEY_1, GLFW_KEY_9, GLFW_KEY_KP_4, GLFW_KEY_B, GLFW_KEY_C,
                           GLFW_KEY_G, GLFW_KEY_K, GLFW_KEY_L,    GLFW_KEY_Q, GLFW_KEY_S,
                           GLFW_KEY_T, GLFW_KEY_V, GLFW_KEY_X};

TEST(Shortcuts, NoLetterOrDigitLeavesAQuestion) {
    const Question question{.text = "Which?", .options = {"a", "b", "c"}, .why = ""};
    AppState state = asking(question);
    for (const int key : leaving) {
        const KeyMeaning meaning = meaning_of(press(key), state);
        EXPECT_TRUE(meaning.used) << key;
        EXPECT_EQ(meaning.action, UiAction::none) << key;
        const bool answer = key == GLFW_KEY_B || key == GLFW_KEY_C;
        EXPECT_EQ(meaning.commands.size(), answer ? 1U : 0U) << key;
    }
    EXPECT_TRUE(means<command::ShowHint>(meaning_of(press(GLFW_KEY_H), state)));
    EXPECT_TRUE(means<command::GoToPage>(meaning_of(press(GLFW_KEY_N), state)));
    EXPECT_TRUE(means<command::StepForward>(meaning_of(press(GLFW_KEY_RIGHT), state)));
    state.lesson.play.answer(0, question, {0}, "a");
    EXPECT_TRUE(means<command::ToggleEnlarged>(meaning_of(press(GLFW_KEY_1), state)))
        << "nothing is asked any more";
}

TEST(Shortcuts, ADigitIsTheAnswerWhereANumberIsAsked) {
    const Question question{.text = "How many?", .options = {"4", "2"}, .why = "", .typed = true};
    AppState state = asking(question);
    for (int again = 0; again < 2; ++again) {
        for (const int key : leaving) {
            const KeyMeaning meaning = meaning_of(press(key), state);
            EXPECT_TRUE(meaning.used) << key;
            const bool digit = key == GLFW_KEY_1 || key == GLFW_KEY_9 || key == GLFW_KEY_KP_4;
            EXPECT_EQ(meaning.action, digit ? UiAction::type_answer : UiAction::none) << key;
        }
        EXPECT_EQ(meaning_of(press(GLFW_KEY_MINUS), state).action, UiAction::type_answer);
        EXPECT_FALSE(meaning_of(press(GLFW_KEY_1), state, KeyFocus::text).used) << "it has it";
        if (again == 0) state.lesson.play.answer(0, question, {1}, "2");  // there is a second try
    }
    state = asking(question);
    state.presenter.presentation = true;
    EXPECT_EQ(meaning_of(press(GLFW_KEY_7), state).action, UiAction::type_answer);
    {
        const KeyMeaning blank = meaning_of(press(GLFW_KEY_B), state);
        ASSERT_TRUE(means<command::Set>(blank));
        EXPECT_NE(blank.commands.front().get<command::Set>().to(setting::blank), nullptr);
    }
}

TEST(Shortcuts, APlusIsAPlusWithAndWithoutShift) {
    const AppState state;
    for (const int mods : {0, GLFW_MOD_SHIFT}) {
        const KeyMeaning meaning = meaning_of(press(GLFW_KEY_EQUAL, mods), state);
        ASSERT_TRUE(means<command::ChangeSpeed>(meaning));
        EXPECT_EQ(meaning.commands.front().get<command::ChangeSpeed>().by, 1);
    }
}

TEST(Shortcuts, WalkThroughTheRequestsOfTheViewThatIsSeen) {
    AppState state;
    for (const View view : {View::banks, View::global, View::divergence}) {
        state.display.look.view = view;
        for (const auto& [key, mods, move] :
             {std::tuple{GLFW_KEY_UP, 0, RequestMove::worse},
              {GLFW_KEY_DOWN, 0, RequestMove::milder},
              {GLFW_KEY_UP, GLFW_MOD_SHIFT, RequestMove::previous_warp},
              {GLFW_KEY_DOWN, GLFW_MOD_SHIFT, RequestMove::next_warp},
              {GLFW_KEY_W, 0, RequestMove::worst}}) {
            const KeyMeaning meaning = meaning_of(press(key, mods), state);
            ASSERT_TRUE(means<command::MoveRequest>(meaning)) << name_of(view) << key;
            const auto& command = meaning.commands.front().get<command::MoveRequest>();
            EXPECT_EQ(command.view, view);
            EXPECT_EQ(command.move, move);
        }
        const KeyMeaning alone = meaning_of(press(GLFW_KEY_1 + static_cast<int>(view)), state);
        ASSERT_TRUE(means<command::ToggleEnlarged>(alone));
        EXPECT_EQ(alone.commands.front().get<command::ToggleEnlarged>().view, view);
    }
    state.display.look.view = View::work;
    EXPECT_FALSE(meaning_of(press(GLFW_KEY_UP), state).used);
}

TEST(FittingScale, LeavesEverythingAPlace) {
    EXPECT_EQ(fitting_scale(1, 1, 1280, 800), 1);
    EXPECT_EQ(fitting_scale(1.25F, 1, 1280, 800), 1.25F);
    for (const float wanted : {0.75F, 1.0F, 1.5F, 2.0F, 2.5F, 5.0F}) {
        for (const float own : {1.0F, 1.5F, 2.0F}) {
            for (const auto& [width, height] :
                 {std::pair{1280.0F, 800.0F}, {1920.0F, 1080.0F}, {3840.0F, 2160.0F}}) {
                const float scale = fitting_scale(wanted * own, own, width, height);
                EXPECT_LE(scale, wanted * own);
                // Never smaller than the screen's own, unless that was asked for.
                EXPECT_GE(scale, std::min(own, wanted * own));
                if (scale > own) {
                    const bool narrow = is_narrow(own, width, height);
                    EXPECT_GE(width / scale, narrow ? metric::least_narrow : metric::least_width);
                    EXPECT_GE(height / scale, narrow ? metric::least_narrow : metric::least_height);
                }
            }
        }
    }
    EXPECT_EQ(fitting_scale(1, 1, 400, 300), 1) << "a tiny window clips rather than blurs";
}

TEST(Shortcuts, ControlsKeepTheKeysThatWalkAmongThem) {
    const AppState state;
    const auto action = [&](int key, int mods = 0, KeyFocus focus = KeyFocus::controls) {
        return meaning_of(press(key, mods), state, focus).action;
    };
    EXPECT_EQ(action(GLFW_KEY_F6, 0, KeyFocus::window), UiAction::next_area);
    EXPECT_EQ(action(GLFW_KEY_TAB, 0, KeyFocus::window), UiAction::next_area);
    EXPECT_EQ(action(GLFW_KEY_TAB), UiAction::next_area);
    EXPECT_EQ(action(GLFW_KEY_TAB, GLFW_MOD_SHIFT), UiAction::area_before);
    EXPECT_EQ(action(GLFW_KEY_LEFT), UiAction::walk_left);
    EXPECT_EQ(action(GLFW_KEY_DOWN), UiAction::walk_down);
    EXPECT_EQ(action(GLFW_KEY_ENTER), UiAction::press_control);
    EXPECT_EQ(action(GLFW_KEY_SPACE), UiAction::press_control);
    EXPECT_EQ(action(GLFW_KEY_ESCAPE), UiAction::leave_controls);
    // A remote still steps, and so do F10 and the wavefronts' keys.
    for (const auto& [key, mods] : {std::pair{GLFW_KEY_PAGE_DOWN, 0}, std::pair{GLFW_KEY_F10, 0},
                                    std::pair{GLFW_KEY_RIGHT, GLFW_MOD_SHIFT}}) {
        EXPECT_FALSE(meaning_of(press(key, mods), state, KeyFocus::controls).commands.empty());
    }
    // Elsewhere the arrows step, and a text and a list keep theirs.
    EXPECT_FALSE(meaning_of(press(GLFW_KEY_LEFT), state).commands.empty());
    EXPECT_FALSE(meaning_of(press(GLFW_KEY_TAB), state, KeyFocus::text).used);
    EXPECT_FALSE(meaning_of(press(GLFW_KEY_DOWN), state, KeyFocus::front).used);
    EXPECT_EQ(action(GLFW_KEY_DOWN, GLFW_MOD_CONTROL, KeyFocus::window), UiAction::pan_down);
    EXPECT_EQ(action(GLFW_KEY_Z, GLFW_MOD_SHIFT, KeyFocus::window), UiAction::zoom_out);
}

}  // namespace shortcuts_test
}  // namespace stridescope

// What is remembered from run to run: written, read, and survived when it is damaged.
#include "app/session/saved_state.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <optional>
#include <random>
#include <string>

#include "app/experiment/text/library_texts.h"
#include "app/io/own_folders.h"
#include "app/session/controller.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/unusual_look.h"

namespace stridescope {
namespace saved_state_test {

namespace fs = std::filesystem;

SavedState example() {
    SavedState state;
    state.preferences.theme = Theme::projector;
    state.preferences.text_scale = 1.5F;
    state.speed = 0.25F;
    state.loop = true;
    state.heatmap_axis = HeatmapAxis::warp;
    state.preferences.layout = {{"tree", 0.25F}, {"panel", 0.5F}};
    const Experiment one = experiment_of_line(
        "--kernel brent-kung --block 512 --n 777 --pad xor --blocks first:3 --memory weak:3 --sms "
        "3 --resident 1 --schedule lane-random:27");
    Experiment two = experiment_of_line(
        "--kernel kogge-stone --type u32 --op min --scan exclusive --engine cpu --schedule "
        "random:5 --sms 8 --resident 3");
    two.text.arguments = {{"A", "values:1, 2,\"3\""}};
    state.preferences.recent_experiments = {one, two};
    state.preferences.recent_files = {"/a/b ü.npz", "/c.npz"};
    state.preferences.lessons_answered = {"01-one-thread-each.md", "mine.md"};
    state.preferences.exercises_solved = {"vectors/add"};
    state.preferences.last_folder = "/a";
    state.width = 1234;
    state.height = 777;
    state.maximized = true;
    Experiment text;
    text.text = TextSpec{.path = "/texts/mine.cu", .defines = {{"N", "64"}}};
    state.open = OpenText{.experiment = text, .look = testing::unusual_look()};
    state.open->look.view = View::divergence;
    return state;
}

TEST(SavedState, ComesBackAsItWas) {
    EXPECT_EQ(decode_state(encode_state(example())), example());
    EXPECT_EQ(decode_state(encode_state({})), SavedState{});
}

TEST(SavedState, WhatIsOddIsLeftOut) {
    const SavedState state = decode_state(R"({
        "theme": "plaid", "text_scale": 99, "speed": "fast", "loop": 1, "heatmap_axis": "warp",
        "layout": {"tree": 0.3, "memory": -1, "panel": "wide"},
        "recent_experiments": [{"text": {"own": "of_the_future", "path": "", "defines": [],
            "kernel": "", "launch": "", "expect": "", "arguments": []}, "engine": "auto"}, 7,
            {"kernel": "kogge-stone", "block": 8, "coarsen": 1, "pad": "none", "type": "f32",
            "op": "add", "engine": "auto", "input": "iota"},
            {"text": {"own": "kogge_stone", "path": "", "defines": [["BLOCK", "8"]], "kernel": "",
            "launch": "", "expect": "", "arguments": [["A", "iota"]]}, "engine": "auto"}],
        "recent_files": [1, 2], "last_folder": null, "window": {"width": -5, "height": 3},
        "open": {"experiment": {"text": {"own": "kogge_stone", "path": "", "defines": [],
            "kernel": "", "launch": "", "expect": "", "arguments": []}, "engine": "auto"}},
        "unknown": {"from": "later"}})");
    SavedState expected;
    expected.heatmap_axis = HeatmapAxis::warp;
    expected.preferences.layout = {{"tree", 0.3F}};
    Experiment known;
    known.text = spec_of(*find_text("kogge_stone"));
    known.text.defines = {{"BLOCK", "8"}};
    known.text.arguments = {{"A", "iota"}};
    expected.preferences.recent_experiments = {known};
    EXPECT_EQ(state, expected);
}

TEST(SavedState, NumbersThatFitNothingAreLeftOut) {
    for (const char* number :
         {"6e64", "-6e64", "2147483648", "18446744073709551615", "10.5", "true"}) {
        const std::string text = number;
        EXPECT_EQ(decode_state(R"({"format": 1, "window": {"width": )" + text +
                               R"(, "height": 3, "maximized": false}})"),
                  SavedState{})
            << text;
        EXPECT_EQ(decode_state(R"({"format": 1, "open": {"experiment": {"text": {"own":
            "kogge_stone", "path": "x.cu", "defines": [], "kernel": "", "launch": "", "expect": "",
            "arguments": []}, "engine": "auto"}, "step": )" +
                               text + "}}"),
                  SavedState{})
            << text;
    }
}

TEST(SavedState, NoDamageCrashesIt) {
    const std::string good = encode_state(example());
    std::mt19937 dice{5};
    int refused = 0;
    for (int round = 0; round < 3000; ++round) {
        std::string bad = good;
        for (auto hits = 1 + dice() % 4; hits > 0; --hits) {
            const std::size_t at = dice() % bad.size();
            if (dice() % 3 == 0) {
                bad.resize(at + 1);
            } else {
                bad[at] = static_cast<char>(dice());
            }
        }
        try {
            const SavedState state = decode_state(bad);
            EXPECT_GE(state.preferences.text_scale, 0.75F);
            EXPECT_LE(state.preferences.recent_experiments.size(), 2U);
        } catch (const UsageError&) {
            ++refused;
        }
    }
    EXPECT_GT(refused, 100);
    for (const char* text : {"", "[]", "7", "null", "{", "\xff\xfe"}) {
        EXPECT_THROW(decode_state(text), UsageError) << text;
    }
}

class StateFile : public ::testing::Test {
  protected:
    testing::TemporaryFolder above_;
    fs::path folder_ = above_ / "state";  ///< that is not there yet
};

TEST_F(StateFile, IsMissedWithoutAWordAndBrokenWithOne) {
    const StateMemory none{folder_};
    EXPECT_TRUE(none.problem().empty());
    EXPECT_EQ(none.saved(), SavedState{});
    fs::create_directories(folder_);
    for (const char* text : {"", "{ half", "\x01\x02"}) {
        std::ofstream(folder_ / "state.json") << text;
        const StateMemory broken{folder_};
        EXPECT_NE(broken.problem().find("state.json"), std::string::npos);
        EXPECT_EQ(broken.saved(), SavedState{});
    }
    fs::remove(folder_ / "state.json");
    fs::create_directory(folder_ / "state.json");
    EXPECT_FALSE(StateMemory{folder_}.problem().empty());
}

TEST_F(StateFile, IsWrittenOnceWhenItHasRested) {
    StateMemory memory{folder_ / "deep"};
    EXPECT_FALSE(memory.due({}, true)) << "nothing has changed";
    EXPECT_FALSE(memory.due_in());
    EXPECT_FALSE(memory.due(example(), false)) << "it may go on changing";
    ASSERT_TRUE(memory.due_in());
    EXPECT_GT(*memory.due_in(), 0);
    EXPECT_LE(*memory.due_in(), 1);
    const auto text = memory.due(example(), true);
    ASSERT_TRUE(text);
    EXPECT_FALSE(memory.due(example(), true));
    EXPECT_FALSE(memory.due_in());
    write_state(*text, memory.file());
    EXPECT_EQ(StateMemory{folder_ / "deep"}.saved(), example());
    // Nothing is left lying beside it.
    EXPECT_EQ(std::distance(fs::directory_iterator{folder_ / "deep"}, fs::directory_iterator{}), 1);
    EXPECT_THROW(write_state(*text, "/dev/null/x/state.json"), RunError);
}

TEST_F(StateFile, GoesThroughTheController) {
    Controller controller{experiment_of_line("--kernel kogge-stone"), {}};
    controller.wait_until_recorded();
    SavedState expected = example();
    expected.width = expected.height = 0;
    expected.maximized = false;
    controller.restore(expected);
    expected.open.reset();  // no text is open
    EXPECT_EQ(controller.saved(), expected);
    controller.remember(encode_state(expected), folder_ / "state.json");
    controller.wait_until_recorded();
    EXPECT_TRUE(controller.state().messages.empty());
    EXPECT_EQ(StateMemory{folder_}.saved(), expected);
    for (int again = 0; again < 3; ++again) {
        controller.remember("{}", "/dev/null/x/state.json");
        controller.wait_until_recorded();
        EXPECT_EQ(controller.state().messages.size(), 1U) << "it is said once";
    }
    EXPECT_FALSE(controller.state().messages.front().fine);
}

TEST(StateFolder, FollowsXdg) {
    // Other tests of this process are to find it as it was.
    const auto kept = [](const char* name) {
        const char* value = std::getenv(name);
        return value == nullptr ? std::optional<std::string>{} : value;
    };
    const auto back = [](const char* name, const std::optional<std::string>& value) {
        value ? ::setenv(name, value->c_str(), 1) : ::unsetenv(name);
    };
    const auto state_before = kept("XDG_STATE_HOME"), home_before = kept("HOME");
    const auto with = [](const char* state, const char* home) {
        ::setenv("XDG_STATE_HOME", state, 1);
        ::setenv("HOME", home, 1);
        return state_folder();
    };
    EXPECT_EQ(with("/s", "/h"), "/s/stridescope");
    EXPECT_EQ(with("", "/h"), "/h/.local/state/stridescope");
    EXPECT_EQ(with("relative", "/h"), "/h/.local/state/stridescope");
    EXPECT_EQ(with("", ""), "");
    back("XDG_STATE_HOME", state_before);
    back("HOME", home_before);
}

}  // namespace saved_state_test
}  // namespace stridescope

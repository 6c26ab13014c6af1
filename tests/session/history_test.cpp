// Undo and redo by themselves, what they are called, and the experiments that come ready made.
#include "app/session/history.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "app/analysis/check.h"
#include "app/engine/engine.h"
#include "app/experiment/text/library_texts.h"
#include "app/session/experiment_json.h"
#include "app/session/presets.h"
#include "tests/support/said_of_runs.h"

namespace stridescope {
namespace history_test {

Experiment with_block(int block) {
    Experiment e = experiment_of_line("--kernel kogge-stone");
    e.text.defines = {{"BLOCK", std::to_string(block)}};
    return e;
}

TEST(Changes, OfEachFieldOfARunHaveWords) {
    Experiment plain;
    plain.text = spec_of(*find_text("kogge_stone"));
    for (const auto& [flag, text] : testing::said_of_runs()) {
        Experiment other = plain;
        set_run_fields(other, {{flag, text}}, true);
        const std::string words = change_words(plain, other);
        EXPECT_NE(words.find("→"), std::string::npos) << flag << ": " << words;
        EXPECT_EQ(decode_experiment(encode_experiment(other)), other) << flag;
    }
}

TEST(History, SaysWhatWouldBeUndone) {
    History history;
    EXPECT_EQ(history.undo_words(with_block(16)), "");
    history.leave(with_block(16), false);
    EXPECT_EQ(history.undo_words(with_block(64)), "BLOCK 16 → 64");
    EXPECT_EQ(history.undo(with_block(64)), with_block(16));
    EXPECT_EQ(history.undo_words(with_block(16)), "");
    EXPECT_EQ(history.redo_words(with_block(16)), "BLOCK 16 → 64");
}

TEST(History, NamesEveryKnob) {
    const Experiment from = experiment_of_line("--kernel kogge-stone");
    const auto changed = [&](const std::string& flags) {
        return change_words(from, experiment_of_line(flags, from));
    };
    EXPECT_EQ(changed("--kernel brent-kung --block 32"), "kernel kogge_stone.cu → brent_kung.cu")
        << "the knobs of another text are no change";
    EXPECT_EQ(changed("--coarsen 3"), "COARSEN 1 → 3");
    EXPECT_EQ(changed("--n 5"), "N SECTION → 5");
    EXPECT_EQ(changed("--pad two-level"), "PADDING as written → two_level");
    EXPECT_EQ(changed("--type i64"), "T as written → long");
    EXPECT_EQ(changed("--op min"), "OPERATOR as written → min");
    EXPECT_EQ(changed("--scan exclusive"), "EXCLUSIVE as written → 1");
    EXPECT_EQ(changed("--engine cpu"), "engine auto → cpu");
    EXPECT_EQ(changed("--input iota"), "A ones → iota");
    EXPECT_EQ(changed("--blocks first:2"), "recorded blocks all → first:2");
    EXPECT_EQ(changed("--block 32 --op max"), "BLOCK, OPERATOR");
    EXPECT_EQ(change_words(from, from), "");
    // What is written into a text of the program's own does not make it another one.
    Experiment edited = from;
    edited.text.text += "\n";
    EXPECT_EQ(change_words(from, edited), "text");
    EXPECT_EQ(change_words(edited, from), "text");
    // Long texts are cut between letters.
    Experiment numbers = from;
    numbers.text.arguments = {{"A", "file:ääääääääääääääääääääääää.csv"}};
    const std::string words = change_words(from, numbers);
    EXPECT_LT(words.size(), 60U);
    EXPECT_TRUE(words.ends_with("ä…")) << words;
}

TEST(History, ARandomWalkIsALineWithACursor) {
    // The oracle: all experiments in a row and a place in it; a change cuts off what lies ahead.
    std::mt19937 dice{11};
    for (int round = 0; round < 50; ++round) {
        History history;
        std::vector<Experiment> line{with_block(1)};
        std::size_t at = 0;
        for (int move = 0; move < 100; ++move) {
            const Experiment now = line[at];
            const auto what = dice() % 3;
            if (what == 0) {
                history.leave(now, false);
                line.resize(at + 1);
                line.push_back(with_block(1000 * (round + 1) + move));
                ++at;
            } else if (what == 1) {
                const auto got = history.undo(now);
                ASSERT_EQ(got.has_value(), at > 0);
                if (got) {
                    --at;
                    ASSERT_EQ(*got, line[at]);
                }
            } else {
                const auto got = history.redo(now);
                ASSERT_EQ(got.has_value(), at + 1 < line.size());
                if (got) {
                    ++at;
                    ASSERT_EQ(*got, line[at]);
                }
            }
        }
    }
}

TEST(History, GivingUpIsAnUndo) {
    History history;
    history.leave(with_block(16), false);
    history.give_up(with_block(64), with_block(16));
    EXPECT_FALSE(history.undo(with_block(16)));
    EXPECT_EQ(history.redo(with_block(16)), with_block(64));
}

TEST(History, WhatTypingTookBackIsNoChange) {
    History history;
    history.leave(with_block(8), false);
    history.leave(with_block(16), true);   // typed …
    history.leave(with_block(160), true);  // … and taken back: it is 16 again
    EXPECT_EQ(history.undo_words(with_block(16)), "BLOCK 8 → 16");
    EXPECT_EQ(history.undo(with_block(16)), with_block(8));
    EXPECT_FALSE(history.undo(with_block(8)));
}

TEST(Presets, CanAllRunAndAreRight) {
    std::set<std::string> ids;
    for (const Preset& preset : presets()) {
        EXPECT_TRUE(ids.insert(preset.id).second) << preset.id;
        EXPECT_EQ(why_impossible(preset.experiment), "") << preset.id;
        const auto trace = record(preset.experiment);
        EXPECT_GT(trace->step_count(), 0) << preset.id;
        const std::string kind =
            trace->diagnostics().empty() ? "" : trace->diagnostics().front().kind;
        EXPECT_EQ(kind, preset.id == "deadlock" ? "deadlock" : "") << preset.id;
        EXPECT_EQ(first_wrong(*trace).has_value(), preset.id == "deadlock") << preset.id;
    }
    EXPECT_EQ(presets().front().experiment, first_lesson());
}

TEST(Presets, AreNamedInOneLine) {
    const Experiment e = experiment_of_line(
        "--kernel kogge-stone --block 1024 --pad every32 --op max --n 5000 --engine cpu");
    EXPECT_EQ(
        experiment_title(e),
        "kogge_stone.cu · BLOCK 1024 · N 5000 · PADDING every32 · OPERATOR max · A ones · CPU");
}

}  // namespace history_test
}  // namespace stridescope

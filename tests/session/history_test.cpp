// Undo and redo by themselves, what they are called, and the experiments that come ready made.
#include "app/session/history.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "app/analysis/check.h"
#include "app/engine/engine.h"
#include "app/session/presets.h"

namespace stridescope {
namespace {

Experiment with_block(int block) {
    Experiment e;
    e.block = block;
    return e;
}

TEST(History, SaysWhatWouldBeUndone) {
    History history;
    EXPECT_EQ(history.undo_words(with_block(16)), "");
    history.leave(with_block(16), false);
    EXPECT_EQ(history.undo_words(with_block(64)), "block 16 → 64");
    EXPECT_EQ(history.undo(with_block(64)), with_block(16));
    EXPECT_EQ(history.undo_words(with_block(16)), "");
    EXPECT_EQ(history.redo_words(with_block(16)), "block 16 → 64");
}

TEST(History, NamesEveryKnob) {
    const Experiment from;
    std::set<std::string> seen;
    const auto changed = [&](auto change, const std::string& words) {
        Experiment to = from;
        change(to);
        EXPECT_EQ(change_words(from, to), words);
        seen.insert(words);
    };
    changed([](Experiment& e) { e.kernel = "brent-kung"; }, "kernel Kogge–Stone → Brent–Kung");
    changed([](Experiment& e) { e.coarsen = 3; }, "coarsening 1 → 3");
    changed([](Experiment& e) { e.n = 5; }, "N all → 5");
    changed([](Experiment& e) { e.padding = Padding::two_level; }, "padding none → two-level");
    changed([](Experiment& e) { e.type = ElementType::i64; }, "type f32 → i64");
    changed([](Experiment& e) { e.op = Op::min; }, "operator add → min");
    changed([](Experiment& e) { e.scan = Scan::exclusive; }, "scan inclusive → exclusive");
    changed([](Experiment& e) { e.engine = EngineChoice::cpu; }, "engine auto → cpu");
    changed([](Experiment& e) { e.input.kind = InputSpec::Kind::iota; }, "input ones → iota");
    changed([](Experiment& e) { e.first_blocks = 2; }, "recorded blocks all → 2");
    Experiment both = from;
    both.kernel = "brent-kung";
    both.block = 32;
    EXPECT_EQ(change_words(from, both), "kernel, block");
    EXPECT_EQ(change_words(from, from), "");
    // Long texts are cut between letters.
    Experiment numbers = from;
    numbers.input = {.kind = InputSpec::Kind::file, .text = "ääääääääääääääääääääääää.csv"};
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
    EXPECT_EQ(history.undo_words(with_block(16)), "block 8 → 16");
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
        EXPECT_EQ(kind, preset.id == "deadlock" ? "endless-wait" : "") << preset.id;
        EXPECT_EQ(first_wrong(*trace).has_value(), preset.id == "deadlock") << preset.id;
    }
    EXPECT_EQ(presets().front().experiment, first_lesson());
}

TEST(Presets, AreNamedInOneLine) {
    Experiment e = with_block(1024);
    e.padding = Padding::every32;
    e.op = Op::max;
    e.n = 5000;
    EXPECT_EQ(experiment_title(e), "Kogge–Stone · block 1,024 · N 5,000 · every32 · max · ones");
    e = first_lesson();
    EXPECT_EQ(experiment_title(e), "Kogge–Stone · block 16 · 2,1,5,8,9,0,4,6,3,4,5,4,1,7,7,2");
}

}  // namespace
}  // namespace stridescope

// Scans beyond one block, with and without their fences, where blocks see each other's stores late.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/experiment/text/library_texts.h"
#include "tests/support/left_out.h"
#include "tests/support/run_spec.h"

namespace stridescope {
namespace fences_test {

/// Schedules of late stores; under a sanitizer, which sees in each the same code, five.
const std::uint64_t seeds = testing::left_out(1) ? 5 : 12;

/// The text with so many of its fences, from the front, taken out where `out` says so.
TextSpec without_fences(const std::string& id, const std::vector<bool>& out) {
    TextSpec spec = spec_of(*find_text(id));
    const std::string fence = "__threadfence();";
    std::size_t at = 0;
    for (const bool goes : out) {
        at = spec.text.find(fence, at);
        EXPECT_NE(at, std::string::npos) << id << " has fewer fences";
        if (at == std::string::npos) break;
        // Nothing else moves.
        if (goes) spec.text.replace(at, fence.size(), std::string(fence.size() - 1, ' ') + ";");
        at += fence.size();
    }
    return spec;
}

struct Outcomes {
    std::uint64_t clean = 0, wrong = 0, named = 0;
};

Outcomes outcomes(const TextSpec& spec) {
    Outcomes all;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        machine::Settings settings;
        settings.memory = machine::MemoryOrder::weak;
        settings.memory_seed = seed;
        settings.resident = 8;
        const SpecRun run = run_spec(spec, settings);
        const auto has = [&](const char* what) {
            return std::ranges::any_of(run.findings, [&](const std::string& finding) {
                return finding.find(what) != std::string::npos;
            });
        };
        all.clean += run.findings.empty();
        all.wrong += has("expected");
        all.named += has("__threadfence() is missing");
    }
    return all;
}

TEST(Fences, WithThemAllIsRight) {
    for (const char* id :
         {"chained", "decoupled_lookback", "decoupled_lookback_warp", "spin_barrier"}) {
        EXPECT_EQ(outcomes(spec_of(*find_text(id))).clean, seeds) << id;
    }
}

// Of the look-back that runs ahead a mark and its value go in one word: it has no fence. The block
// that carries has lanes that wait, each for a word of its own, and add up when all have come.
TEST(Fences, AreNotNeededWhereAValueComesWithItsMark) {
    for (const char* type : {"float", "double"}) {
        TextSpec spec = spec_of(*find_text("lookback_ahead"));
        ASSERT_EQ(spec.text.find("__threadfence"), std::string::npos);
        spec.defines = {{"T", type}, {"BLOCKS", "7"}, {"N", "5001"}};
        EXPECT_EQ(outcomes(spec).clean, seeds) << type;
        // Where each section looks back, it may look for a carry that is not there yet, and goes on
        // without it.
        spec.defines.emplace_back("CARRIER", "0");
        EXPECT_EQ(outcomes(spec).wrong, 0U) << type;
    }
}

TEST(Fences, WithoutThemTheResultIsWrongAndTheyAreNamed) {
    // Of chained the second one stands between the sum and its flag; the first one is the reader's.
    for (const auto& out : {std::vector<bool>{false, true}, std::vector<bool>{true, true}}) {
        const Outcomes chained = outcomes(without_fences("chained", out));
        EXPECT_GT(chained.wrong, seeds / 2);
        EXPECT_EQ(chained.named, seeds);
    }
    const Outcomes spin = outcomes(without_fences("spin_barrier", {true}));
    EXPECT_GT(spin.wrong, 0U);
    // In one of so many seeds or two every store may arrive in time.
    EXPECT_GE(spin.named, seeds - 2);
    // Where nobody sees late what another one stored, nothing shows.
    TextSpec spec = without_fences("chained", {true, true});
    EXPECT_TRUE(run_spec(spec).findings.empty());
}

}  // namespace fences_test
}  // namespace stridescope

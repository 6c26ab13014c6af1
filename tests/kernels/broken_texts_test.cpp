// The texts that are broken on purpose: the bug of each is found in its trace wherever its card
// says that it can show, and only there.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/analysis/check.h"
#include "app/analysis/findings.h"
#include "app/engine/engine.h"
#include "app/experiment/text/card.h"
#include "app/experiment/text/library_texts.h"
#include "app/experiment/text/scan_flags.h"
#include "app/report/report.h"
#include "app/trace/trace_file.h"
#include "tests/support/left_out.h"
#include "tests/support/look_at.h"
#include "tests/support/padding.h"
#include "tests/support/places.h"

namespace stridescope {
namespace broken_texts_test {

using Kind = Finding::Kind;
using Kinds = std::set<Kind>;

struct Settings {
    int block = 64, coarsen = 1;
    std::int64_t n = 64;
    Padding padding = Padding::none;
    Schedule schedule{};
    const char* type = "int";
    bool exclusive = false;
};

std::string shown(const std::string& id, const Settings& run) {
    return fmt::format("{} -D BLOCK={} -D COARSEN={} -D N={} -D PADDING={} -D T={}{}", id,
                       run.block, run.coarsen, run.n, name_of(run.padding), run.type,
                       run.exclusive ? " -D EXCLUSIVE=1" : "");
}

std::string_view knob_of(Padding padding) {
    switch (padding) {
        case Padding::none: break;
        case Padding::every32: return "every32";
        case Padding::two_level: return "two_level";
        case Padding::xor_swizzle: return "swizzle";
    }
    return "none";
}

Experiment experiment_of(const LibraryText& text, const Settings& run) {
    Experiment e;
    e.text = spec_of(text);
    e.text.defines = {{"N", std::to_string(run.n)},
                      {"BLOCK", std::to_string(run.block)},
                      {"COARSEN", std::to_string(run.coarsen)},
                      {"PADDING", std::string{knob_of(run.padding)}},
                      {"T", run.type}};
    if (run.exclusive) e.text.defines.emplace_back("EXCLUSIVE", "1");
    e.schedule = run.schedule;
    return e;
}

Kinds kinds_of(const Trace& trace) {
    Kinds kinds;
    for (const Finding& found : findings(trace)) kinds.insert(found.kind);
    return kinds;
}

/// Those that are scans. What only weak memory shows has a test of its own below.
std::vector<std::string> ids() {
    std::vector<std::string> all;
    for (const LibraryText& text : library()) {
        if (text.correct.empty() || scan_settings(spec_of(text)).empty()) continue;
        if (text.id != "chained_without_fences") all.push_back(text.id);
    }
    return all;
}

class EveryBrokenText : public ::testing::TestWithParam<std::string> {
  protected:
    const LibraryText& text() const { return *find_text(GetParam()); }
    bool is(std::string_view id) const { return GetParam() == id; }
};

// --- What is found ---------------------------------------------------------------------------

/// What must be found of each wherever it can show.
const std::map<std::string_view, Kinds>& bugs() {
    static const std::map<std::string_view, Kinds> all{
        {"kogge_stone_one_barrier", {Kind::race}},
        {"brent_kung_offset_macro", {Kind::padding}},
        {"brent_kung_pad_unused", {Kind::padding}},
        {"brent_kung_pad_one_side", {Kind::result}},
        {"brent_kung_16_banks", {Kind::padding}},
        {"kogge_stone_strides_123", {Kind::result}},
        {"block_scan_as_grid_scan", {Kind::result}},
        {"kogge_stone_barrier_in_branch", {Kind::diagnostic}},
        {"brent_kung_short_index", {Kind::diagnostic}},
        {"kogge_stone_off_by_one", {Kind::diagnostic}},
        {"chained_by_block_index", {Kind::diagnostic, Kind::result}}};
    return all;
}

constexpr Schedule last_first{.kind = Schedule::Kind::descending};

/// One block at a time, where blocks have to do with each other.
Experiment with_little_room(Experiment e) {
    e.sms = e.resident = 1;
    return e;
}

TEST_P(EveryBrokenText, IsFoundOutWhereItCanShowAndOnlyThere) {
    ASSERT_TRUE(bugs().contains(GetParam())) << "say above what is to be found of it";
    const Kinds& bug = bugs().at(GetParam());
    const LibraryText& correct = *find_text(text().correct);
    int visible = 0, hidden = 0, round = 0;
    for (const int block : {2, 4, 16, 32, 64, 256}) {
        for (const int coarsen : {1, 3}) {
            const std::int64_t section = block * coarsen;
            for (const std::int64_t n : {std::int64_t{3}, section, section + 1, 2 * section}) {
                for (const Padding padding : paddings) {
                    if (testing::left_out(round++, 11, 5)) continue;
                    Settings run{.block = block, .coarsen = coarsen, .n = n, .padding = padding};
                    if (is("chained_by_block_index")) run.schedule = last_first;
                    SCOPED_TRACE(shown(GetParam(), run));
                    const auto trace = record(with_little_room(experiment_of(text(), run)));
                    const Kinds found = kinds_of(*trace);
                    EXPECT_EQ(trace->facts().broken.correct, text().correct);
                    if (trace->facts().broken.hidden.empty()) {
                        ++visible;
                        EXPECT_TRUE(std::ranges::includes(found, bug));
                    } else {
                        ++hidden;
                        EXPECT_TRUE(trace->facts().broken.hidden.ends_with('.'));
                        EXPECT_EQ(found, Kinds{});
                    }
                    const auto right = record(with_little_room(experiment_of(correct, run)));
                    EXPECT_EQ(kinds_of(*right), Kinds{});
                    if (HasFailure()) return;
                }
            }
        }
    }
    EXPECT_GT(visible, testing::rounds_of(20, 5));
    EXPECT_EQ(hidden == 0, read_card(text().text).broken.shows.empty());
}

TEST_P(EveryBrokenText, ShowsItsBugAsItStands) {
    Experiment e;
    e.text = spec_of(text());
    if (is("chained_by_block_index")) e.schedule = last_first;
    const auto trace = record(e);
    EXPECT_EQ(trace->facts().broken.hidden, "");
    EXPECT_FALSE(findings(*trace).empty());
}

// The exclusive scan is wrong where the inclusive one is, one to the right.
TEST_P(EveryBrokenText, IsAsBrokenExclusively) {
    if (text().text.find("#define EXCLUSIVE") == std::string_view::npos) return;
    if (is("brent_kung_pad_one_side")) return;  // reads another word
    Settings run{.block = 64, .n = 100, .padding = Padding::every32};
    const auto inclusive = record(experiment_of(text(), run));
    run.exclusive = true;
    const auto exclusive = record(experiment_of(text(), run));
    EXPECT_EQ(inclusive->diagnostics().size(), exclusive->diagnostics().size());
    for (std::size_t i = 0; i < 100; ++i) {
        EXPECT_EQ(exclusive->output().text(i), i % 64 == 0 ? "0" : inclusive->output().text(i - 1));
    }
}

// The result of a race is a matter of the order, and correct in some; that of the correct version
// is not.
TEST(RaceOfAText, ChangesTheResultWithTheSchedule) {
    std::set<std::string> racy, right;
    const auto output_of = [](const LibraryText& text, const Schedule& schedule) {
        const auto trace = record(
            experiment_of(text, {.block = 128, .n = 200, .schedule = schedule, .type = "int"}));
        std::string values;
        for (std::size_t i = 0; i < 200; ++i) values += trace->output().text(i) + " ";
        return values;
    };
    const LibraryText& broken = *find_text("kogge_stone_one_barrier");
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        for (const auto kind : {Schedule::Kind::ascending, Schedule::Kind::descending,
                                Schedule::Kind::random, Schedule::Kind::lane_random}) {
            const Schedule schedule{.kind = kind, .seed = seed};
            racy.insert(output_of(broken, schedule));
            right.insert(output_of(*find_text(broken.correct), schedule));
        }
    }
    EXPECT_GT(racy.size(), 20U);
    EXPECT_EQ(right.size(), 1U);
}

// Blocks wait for others that have no room, where later ones start first; what waited wrote
// nothing.
TEST(ChainOfAText, DeadlocksWhereLaterBlocksStartFirst) {
    const LibraryText& text = *find_text("chained_by_block_index");
    for (const Schedule& schedule : {Schedule{}, last_first}) {
        for (const int room : {1, 2, 7, 8, 9}) {
            SCOPED_TRACE(room);
            Experiment e = experiment_of(text, {.block = 32, .n = 250, .schedule = schedule});
            e.sms = room;
            e.resident = 1;
            const auto trace = record(e);
            const bool waits = schedule == last_first && room < 8;
            EXPECT_EQ(trace->facts().broken.hidden.empty(), schedule == last_first);
            ASSERT_EQ(trace->diagnostics().empty(), !waits);
            ASSERT_EQ(first_wrong(*trace).has_value(), waits);
            if (!waits) continue;
            EXPECT_EQ(trace->diagnostics().front().kind, "deadlock");
            EXPECT_EQ(first_wrong(*trace)->index, 0);
            const auto& arrays = trace->facts().arrays;
            const auto result = std::ranges::find(arrays, "P", &ArrayFacts::name);
            ASSERT_NE(result, arrays.end());
            const ArrayContents& held =
                trace->contents(static_cast<ArrayId>(result - arrays.begin()));
            for (std::size_t i = 0; i < held.after.size(); ++i) {
                EXPECT_EQ(held.after.text(i), held.before.text(i)) << i;
            }
        }
    }
}

TEST(ChainOfAText, DeadlocksWhereNoBlockIsRecorded) {
    Experiment e = experiment_of(*find_text("chained_by_block_index"), {.block = 32, .n = 32 * 12});
    e.schedule = last_first;
    e.sms = e.resident = 2;
    e.first_blocks = 8;  // all of them wait for room
    const auto trace = record(e);
    ASSERT_FALSE(trace->diagnostics().empty());
    EXPECT_EQ(trace->blocks(), 0);
    EXPECT_LT(trace->diagnostics().front().step, std::max(1, trace->step_count()));
    testing::look_at(*trace);
}

TEST(OffByOneInAText, ReachesElementN) {
    for (const std::int64_t n : {33, 63, 65, 127}) {
        const auto trace =
            record(experiment_of(*find_text("kogge_stone_off_by_one"), {.block = 32, .n = n}));
        ASSERT_EQ(trace->diagnostics().size(), 2U);  // the load, the store
        for (const RecordedFault& found : trace->diagnostics()) {
            EXPECT_EQ(found.kind, "out-of-bounds");
            EXPECT_EQ(found.address, n);
            EXPECT_EQ(found.block, n / 32);
        }
    }
}

// --- What is said ----------------------------------------------------------------------------

TEST_P(EveryBrokenText, SaysWhatItIs) {
    const Card card = read_card(text().text);
    EXPECT_TRUE(card.faults.empty());
    for (const PlacedText* part :
         {&card.broken.see, &card.broken.why, &card.broken.mend, &card.broken.met}) {
        EXPECT_GT(part->text().size(), 40U);
        EXPECT_LT(part->text().size(), 220U) << "fits the window: " << part->text();
        EXPECT_TRUE(part->text().ends_with('.')) << part->text();
    }
    EXPECT_EQ(text().family, "broken on purpose");
    const LibraryText* correct = find_text(text().correct);
    ASSERT_NE(correct, nullptr);
    EXPECT_TRUE(correct->correct.empty());

    std::ifstream page{source_dir() + "/docs/kernels/broken.md"};
    std::stringstream words;
    words << page.rdbuf();
    EXPECT_NE(words.str().find("## `" + kernel_id(spec_of(text())) + "`"), std::string::npos);

    Experiment e;
    e.text = spec_of(text());
    const auto trace = record(e);
    const std::string told = report(*trace, ReportFormat::text, ReportCut::step);
    EXPECT_NE(told.find("BROKEN ON PURPOSE: " + text().summary), std::string::npos) << told;
    const std::string json = report(*trace, ReportFormat::json, ReportCut::step);
    EXPECT_NE(json.find("\"broken\": true"), std::string::npos);
    EXPECT_NE(json.find("\"twin\": \"" + text().correct + "\""), std::string::npos);
    testing::look_at(*trace);
    const auto bytes = encode_trace(*trace);
    const auto again = decode_trace(bytes, "the trace");
    EXPECT_EQ(again->facts().broken, trace->facts().broken);
    EXPECT_EQ(bytes, encode_trace(*again));
}

// --- Fences ------------------------------------------------------------------------------------

TEST(ChainedWithoutFences, IsWrongWhereStoresArriveLate) {
    Experiment e;
    e.text = spec_of(*find_text("chained_without_fences"));
    const auto immediate = record(e);
    EXPECT_EQ(immediate->facts().broken.hidden, "");
    EXPECT_EQ(kinds_of(*immediate), Kinds{Kind::race});
    int wrong = 0;
    constexpr std::uint64_t seeds = 12;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        e.text = spec_of(*find_text("chained_without_fences"));
        e.text.weak_memory = LateStores{.seed = seed};
        const auto weak = record(e);
        EXPECT_EQ(weak->facts().broken.hidden, "");
        EXPECT_TRUE(kinds_of(*weak).contains(Kind::diagnostic)) << seed;
        wrong += first_wrong(*weak) ? 1 : 0;
        e.text = spec_of(*find_text("chained"));
        e.text.weak_memory = LateStores{.seed = seed};
        EXPECT_EQ(kinds_of(*record(e)), Kinds{}) << seed;
    }
    EXPECT_GT(wrong, 0);
}

INSTANTIATE_TEST_SUITE_P(Gallery, EveryBrokenText, ::testing::ValuesIn(ids()),
                         [](const auto& parameter) { return parameter.param; });

}  // namespace broken_texts_test
}  // namespace stridescope

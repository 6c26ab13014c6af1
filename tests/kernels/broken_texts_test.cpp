// The texts that are broken on purpose: each is broken as its kernel of the emulator is, step by
// step; its bug is found in its trace wherever its card says that it can show, and only there.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "app/analysis/check.h"
#include "app/analysis/findings.h"
#include "app/analysis/padding_effect.h"
#include "app/analysis/races.h"
#include "app/analysis/work.h"
#include "app/engine/engine.h"
#include "app/experiment/text/card.h"
#include "app/experiment/text/library.h"
#include "app/report/report.h"
#include "app/trace/trace_file.h"
#include "tests/support/random_experiment.h"
#include "tests/support/look_at.h"
#include "tests/support/places.h"

namespace stridescope {
namespace {

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

/// The same by the kernel of the emulator.
Experiment of_emulator(const LibraryText& text, const Settings& run) {
    std::string id = text.id;
    std::ranges::replace(id, '_', '-');
    ScanRun e{.kernel = id, .n = run.n, .input = parse_input("random"), .first_blocks = {}};
    e.block = run.block;
    e.coarsen = run.coarsen;
    e.padding = run.padding;
    const std::string_view type = run.type;
    e.type = type == "int"     ? ElementType::i32
             : type == "float" ? ElementType::f32
                               : ElementType::f64;
    e.scan = run.exclusive ? Scan::exclusive : Scan::inclusive;
    e.schedule = run.schedule;
    e.engine = EngineChoice::cpu;
    return e;
}

Kinds kinds_of(const Trace& trace) {
    Kinds kinds;
    for (const Finding& found : findings(trace)) kinds.insert(found.kind);
    return kinds;
}

/// The eleven that are kernels of the emulator, too.
std::vector<std::string> ids() {
    std::vector<std::string> all;
    for (const LibraryText& text : library()) {
        std::string id = text.id;
        std::ranges::replace(id, '_', '-');
        if (text.correct.empty() || find_kernel(id) == nullptr) continue;
        all.push_back(text.id);
    }
    return all;
}

class EveryBrokenText : public ::testing::TestWithParam<std::string> {
  protected:
    const LibraryText& text() const { return *find_text(GetParam()); }
    bool is(std::string_view id) const { return GetParam() == id; }
};

// --- Beside the emulator -----------------------------------------------------------------------

/// What P holds in the end, also where the kernel did not come to write to it.
const TypedArray& result_of(const Trace& trace) {
    const auto& arrays = trace.facts().arrays;
    const auto found = std::ranges::find(arrays, "P", &ArrayFacts::name);
    if (!trace.is_text() || found == arrays.end()) return trace.output();
    return trace.contents(static_cast<ArrayId>(found - arrays.begin())).after;
}

bool same_output(const Trace& a, const Trace& b) {
    const TypedArray &x = result_of(a), &y = result_of(b);
    if (x.size() != y.size()) return false;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (x.text(i) != y.text(i)) return false;
    }
    return true;
}

/// Block, step and word of every race.
std::set<std::tuple<int, int, int, Race::Kind>> races(const Trace& trace) {
    std::set<std::tuple<int, int, int, Race::Kind>> all;
    for (const Race& race : races_of(trace))
        all.insert({race.block, race.second.step, race.word, race.kind});
    return all;
}

/// Kind, block, step, thread and index of each but for what only the machine tells.
std::vector<std::tuple<std::string, int, int, int, std::int64_t>> diagnostics(const Trace& trace) {
    std::vector<std::tuple<std::string, int, int, int, std::int64_t>> all;
    for (const Diagnostic& d : trace.diagnostics()) {
        if (d.kind != "uninitialized")
            all.emplace_back(d.kind, d.block, d.step, d.thread, d.address);
    }
    return all;
}

std::set<int> steps_with(const Trace& trace, std::string_view kind) {
    std::set<int> steps;
    for (const Diagnostic& d : trace.diagnostics()) {
        if (d.kind == kind) steps.insert(d.step);
    }
    return steps;
}

/// What the text's run has in common with the emulator's.
void compare(const std::string& id, const Trace& want, const Trace& got) {
    const auto a = work_table(want), b = work_table(got);
    // Of chained_by_block_index the emulator's text reads S once more for each element, and X[L -
    // 1] after its wait, where "hand on" begins.
    const bool chained = id == "chained_by_block_index";
    if (!chained) {
        EXPECT_EQ(a.totals.global_load_requests, b.totals.global_load_requests);
        EXPECT_EQ(a.totals.global_load_sectors, b.totals.global_load_sectors);
    }
    EXPECT_EQ(a.totals.global_store_sectors, b.totals.global_store_sectors);
    EXPECT_EQ(a.totals.barriers, b.totals.barriers);
    ASSERT_EQ(a.rows.size(), b.rows.size());
    // Where a lane is outside of the array, the machine's request is one of the others' lanes; the
    // emulator's thread goes on without.
    const std::set<int> outside = steps_with(want, "out-of-bounds");
    // Where an index is below 0, the emulator's i >> 5 is not C's i / 32: a swizzle then has it lie
    // elsewhere, perhaps within the array.
    const bool elsewhere =
        want.experiment().padding == Padding::xor_swizzle && id == "brent_kung_short_index";
    const std::size_t last = chained ? a.rows.size() - 3 : a.rows.size();
    for (std::size_t s = 0; s < last; ++s) {
        if (elsewhere && !outside.empty() && static_cast<int>(s) >= *outside.begin() - 1) break;
        const WorkCounts &x = a.rows[s].counts, &y = b.rows[s].counts;
        EXPECT_EQ(a.rows[s].step.phase, b.rows[s].step.phase) << s;
        EXPECT_EQ(x.store_requests, y.store_requests) << s;
        EXPECT_EQ(x.store_wavefronts, y.store_wavefronts) << s;
        EXPECT_EQ(x.adds, y.adds) << s;
        if (outside.contains(static_cast<int>(s))) continue;
        EXPECT_EQ(x.load_requests, y.load_requests) << s;
        EXPECT_EQ(x.load_wavefronts, y.load_wavefronts) << s;
        EXPECT_EQ(x.max_degree, y.max_degree) << s;
    }
    if (!elsewhere) {
        EXPECT_EQ(races(want), races(got));
    }
    // The machine tells the first of each line, the emulator as many as there is room for.
    const auto told = diagnostics(want), found = diagnostics(got);
    EXPECT_EQ(told.empty(), found.empty());
    if (!told.empty() && !found.empty()) {
        const auto& [kind, block, step, thread, index] = told.front();
        const auto& [its_kind, its_block, its_step, its_thread, its_index] = found.front();
        EXPECT_EQ(std::tie(kind, block), std::tie(its_kind, its_block));
        if (!elsewhere) {
            EXPECT_EQ(std::tie(step, thread), std::tie(its_step, its_thread));
        }
        if (index >= 0 || want.experiment().padding == Padding::none) {
            EXPECT_EQ(index, its_index);
        }
    }
    // Of a race the result is a matter of the order: the emulator runs a lane after the other,
    // the machine a warp's at once.
    if (races(want).empty() && races(got).empty()) {
        const auto right = first_wrong(want), wrong = first_wrong(got);
        EXPECT_TRUE(same_output(want, got));
        ASSERT_EQ(right.has_value(), wrong.has_value());
        if (right) {
            EXPECT_EQ(right->index, wrong->index);
        }
    }
    // What the emulator takes for a word of padding, the machine knows to be written by nobody.
    const auto hole = first_hole_access(want);
    const auto& machine = got.diagnostics();
    const auto unwritten = std::ranges::find(machine, "uninitialized", &Diagnostic::kind);
    EXPECT_TRUE(!hole || unwritten != machine.end());
    if (hole && unwritten != machine.end()) {
        // Of which warp it is the first to be told of: the machine runs one to the barrier.
        EXPECT_EQ(std::tie(unwritten->block, unwritten->step), std::tie(hole->block, hole->step));
        EXPECT_LT(want.element_of(static_cast<int>(unwritten->address)), 0);
    }
    if (const auto meant = padding_effect(want); meant && !got.facts().broken.meant_array.empty()) {
        EXPECT_EQ(meant, padding_effect(got));
    }
}

/// Threads below the stride wait at the next barrier while the others wait at this one. The
/// emulator keeps the two apart, the machine (as a GPU does) has both kinds of threads pass, so
/// that from there on the runs are two different ones. Until then they are the same.
void compare_barriers(const Trace& want, const Trace& got, const Settings& run) {
    const auto a = work_table(want), b = work_table(got);
    EXPECT_EQ(a.rows[0].counts.store_requests, b.rows[0].counts.store_requests);
    EXPECT_EQ(a.rows[0].counts.store_wavefronts, b.rows[0].counts.store_wavefronts);
    for (const Trace* trace : {&want, &got}) {
        ASSERT_FALSE(trace->diagnostics().empty());
        const Diagnostic& first = trace->diagnostics().front();
        EXPECT_EQ(std::tie(first.kind, first.block, first.step, first.thread),
                  std::tuple("barrier", 0, 1, 0));
    }
    if (run.coarsen == 1) {
        EXPECT_TRUE(same_output(want, got));
        EXPECT_EQ(first_wrong(want).has_value(), first_wrong(got).has_value());
    }
}

TEST_P(EveryBrokenText, IsAsBrokenAsTheEmulatorsKernel) {
    int runs = 0;
    const auto check = [&](const Settings& run) {
        SCOPED_TRACE(shown(GetParam(), run));
        const auto want = record(of_emulator(text(), run));
        const auto got = record(experiment_of(text(), run));
        ++runs;
        if (is("kogge_stone_barrier_in_branch")) {
            compare_barriers(*want, *got, run);
        } else {
            compare(GetParam(), *want, *got);
        }
    };
    for (const int block : {32, 64, 256}) {
        for (const int coarsen : {1, 2}) {
            const std::int64_t section = block * coarsen;
            for (const std::int64_t n : {std::int64_t{3}, section, section + 1, 2 * section + 7}) {
                for (const Padding padding : paddings) {
                    check({.block = block, .coarsen = coarsen, .n = n, .padding = padding});
                    if (HasFailure()) return;
                }
            }
        }
    }
    for (const char* type : {"float", "double"}) {
        check({.block = 256, .n = 300, .padding = Padding::every32, .type = type});
        check({.block = 512, .n = 1100, .type = type});
        if (find_kernel(of_emulator(text(), {}).kernel)->info.takes_exclusive &&
            text().text.find("#define EXCLUSIVE") != std::string_view::npos) {
            check({.block = 128, .coarsen = 3, .n = 400, .type = type, .exclusive = true});
        }
    }
    EXPECT_GT(runs, 90);
}

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
    int visible = 0, hidden = 0;
    for (const int block : {2, 4, 16, 32, 64, 256}) {
        for (const int coarsen : {1, 3}) {
            const std::int64_t section = block * coarsen;
            for (const std::int64_t n : {std::int64_t{3}, section, section + 1, 2 * section}) {
                for (const Padding padding : paddings) {
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
    EXPECT_GT(visible, 20);
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
    if (is("brent_kung_pad_one_side")) return;  // reads another word: compared with the emulator's
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

// Blocks wait for others that have no room, where later ones start first: the same ones in both.
TEST(ChainOfAText, DeadlocksAsTheEmulators) {
    const LibraryText& text = *find_text("chained_by_block_index");
    for (const Schedule& schedule : {Schedule{}, last_first}) {
        for (const int room : {2, 3, 9}) {
            const Settings run{.block = 32, .n = 250, .schedule = schedule};
            Experiment emulator = of_emulator(text, run), machine = experiment_of(text, run);
            emulator.sms = machine.sms = room;
            emulator.resident = machine.resident = 1;
            const auto want = record(emulator), got = record(machine);
            const bool waits = schedule == last_first && room < 8;
            ASSERT_EQ(want->diagnostics().empty(), !waits);
            ASSERT_EQ(got->diagnostics().empty(), !waits);
            EXPECT_EQ(got->facts().broken.hidden.empty(), schedule == last_first);
            EXPECT_TRUE(same_output(*want, *got));
            if (!waits) {
                EXPECT_FALSE(first_wrong(*got).has_value());
                continue;
            }
            EXPECT_EQ(want->diagnostics().front().kind, "endless-wait");
            EXPECT_EQ(got->diagnostics().front().kind, "deadlock");
            EXPECT_EQ(first_wrong(*got)->index, first_wrong(*want)->index);
        }
    }
}

TEST(ChainOfAText, DeadlocksWhereNoBlockIsRecorded) {
    ScanRun e = experiment_of(*find_text("chained_by_block_index"), {.block = 32, .n = 32 * 12});
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
        for (const Diagnostic& found : trace->diagnostics()) {
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
    EXPECT_NE(words.str().find(text().id + ".cu"), std::string::npos);

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
    EXPECT_NE(immediate->facts().broken.hidden, "");
    EXPECT_EQ(kinds_of(*immediate), Kinds{});
    int wrong = 0;
    constexpr std::uint64_t seeds = 12;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        e.text = spec_of(*find_text("chained_without_fences"));
        e.text.weak_memory = seed;
        const auto weak = record(e);
        EXPECT_EQ(weak->facts().broken.hidden, "");
        EXPECT_TRUE(kinds_of(*weak).contains(Kind::diagnostic)) << seed;
        wrong += first_wrong(*weak) ? 1 : 0;
        e.text = spec_of(*find_text("chained"));
        e.text.weak_memory = seed;
        EXPECT_EQ(kinds_of(*record(e)), Kinds{}) << seed;
    }
    EXPECT_GT(wrong, 0);
}

INSTANTIATE_TEST_SUITE_P(Gallery, EveryBrokenText, ::testing::ValuesIn(ids()),
                         [](const auto& parameter) { return parameter.param; });

}  // namespace
}  // namespace stridescope

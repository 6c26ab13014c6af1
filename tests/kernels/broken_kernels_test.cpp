// The gallery of broken kernels: of every one the fault is found, in its trace and not in its card,
// wherever it can show; where it cannot, and in its correct version, nothing is found.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "app/analysis/check.h"
#include "app/analysis/findings.h"
#include "app/analysis/padding_effect.h"
#include "app/analysis/races.h"
#include "app/analysis/work.h"
#include "app/engine/engine.h"
#include "app/experiment/broken.h"
#include "app/report/report.h"
#include "app/trace/trace_file.h"
#include "kernels/catalog.h"
#include "tests/support/look_at.h"
#include "tests/support/places.h"

namespace stridescope {
namespace {

using Kind = Finding::Kind;
using Kinds = std::set<Kind>;

Experiment experiment(std::string_view kernel, int block, std::int64_t n,
                      Padding padding = Padding::none, int coarsen = 1) {
    Experiment e{.kernel = std::string{kernel}, .n = n, .input = {}, .first_blocks = {}};
    e.block = block;
    e.coarsen = coarsen;
    e.padding = padding;
    e.type = ElementType::i32;
    e.engine = EngineChoice::cpu;
    return e;
}

Kinds kinds_of(const Trace& trace) {
    Kinds kinds;
    for (const Finding& found : findings(trace)) kinds.insert(found.kind);
    return kinds;
}

/// What must be found of each, at any of the sizes below at which it can show.
const std::map<std::string_view, Kinds>& faults() {
    static const std::map<std::string_view, Kinds> all{
        {"kogge-stone-one-barrier", {Kind::race}},
        {"brent-kung-offset-macro", {Kind::padding}},
        {"brent-kung-pad-unused", {Kind::padding}},
        {"brent-kung-pad-one-side", {Kind::result}},
        {"brent-kung-16-banks", {Kind::padding}},
        {"kogge-stone-strides-123", {Kind::result}},
        {"block-scan-as-grid-scan", {Kind::result, Kind::carry}},
        {"kogge-stone-barrier-in-branch", {Kind::diagnostic}},
        {"brent-kung-short-index", {Kind::diagnostic}},
        {"kogge-stone-off-by-one", {Kind::diagnostic}},
        {"chained-by-block-index", {Kind::diagnostic, Kind::result}}};
    return all;
}

class EveryBrokenKernel : public ::testing::TestWithParam<std::string> {
  protected:
    const KernelInfo& info() const { return find_kernel(GetParam())->info; }
};

TEST_P(EveryBrokenKernel, IsFoundOutWhereItCanShowAndOnlyThere) {
    ASSERT_TRUE(faults().contains(GetParam())) << "say above what is to be found of it";
    const Kinds& fault = faults().at(GetParam());
    int shown = 0, hidden = 0;
    for (const int block : {2, 4, 16, 32, 64, 128, 256, 512}) {
        for (const int coarsen : {1, 3}) {
            const std::int64_t section = block * coarsen;
            for (const std::int64_t n : {std::int64_t{3}, section, section + 1, 2 * section}) {
                for (const Padding padding : paddings) {
                    Experiment e = experiment(GetParam(), block, n, padding, coarsen);
                    if (info().broken.needs_waiting_blocks) {
                        e.sms = e.resident = 1;
                        e.schedule = {.kind = Schedule::Kind::descending};
                    }
                    const auto trace = record(e);
                    const Kinds found = kinds_of(*trace);
                    if (why_hidden(e, n).empty()) {
                        ++shown;
                        EXPECT_TRUE(std::ranges::includes(found, fault)) << command_line(e);
                    } else {
                        ++hidden;
                        EXPECT_FALSE(found.contains(Kind::result)) << command_line(e);
                        EXPECT_FALSE(found.contains(Kind::diagnostic)) << command_line(e);
                        EXPECT_FALSE(found.contains(Kind::race)) << command_line(e);
                    }
                    Experiment right = e;
                    right.kernel = info().broken.correct;
                    EXPECT_EQ(kinds_of(*record(right)), Kinds{}) << command_line(right);
                    if (HasFailure()) return;
                }
            }
        }
    }
    EXPECT_GT(shown, 20);
    const Broken& broken = info().broken;
    const bool always = !broken.needs_padding && broken.min_section == 1 && broken.min_n == 1 &&
                        broken.min_blocks == 1 && !broken.needs_remainder &&
                        !broken.needs_waiting_blocks;
    EXPECT_EQ(hidden == 0, always);
}

TEST_P(EveryBrokenKernel, ShowsItsFaultOnceAskedTo) {
    for (const char* input : {"ones", "iota", "values:3,1,4", "random:2"}) {
        for (const int block : {2, 16, 1024}) {
            Experiment e = experiment(GetParam(), block, 0);
            e.n.reset();
            e.input = parse_input(input);
            const Experiment shown = showing_fault(e);
            ASSERT_EQ(why_impossible(shown), "");
            const auto trace = record(shown);
            EXPECT_EQ(why_hidden(shown, trace->n()), "") << command_line(shown);
            EXPECT_FALSE(findings(*trace).empty()) << command_line(shown);
            EXPECT_EQ(showing_fault(shown), shown) << "as little as is needed";
        }
    }
    Experiment right = experiment(info().broken.correct, 16, 16);
    EXPECT_EQ(showing_fault(right), right);
}

// Its card and its twin; that nothing takes it for a right one.
TEST_P(EveryBrokenKernel, SaysWhatItIs) {
    const Broken& broken = info().broken;
    for (const std::string_view text : {broken.see, broken.why, broken.mend, broken.met}) {
        EXPECT_GT(text.size(), 40U);
        EXPECT_LT(text.size(), 220U) << "fits the window: " << text;
        EXPECT_TRUE(text.ends_with('.')) << text;
    }
    EXPECT_EQ(info().family, "Broken on purpose");
    const CatalogueEntry* twin = find_kernel(broken.correct);
    ASSERT_NE(twin, nullptr);
    EXPECT_FALSE(twin->info.is_broken());
    EXPECT_TRUE(std::ranges::none_of(correct_kernels(), [&](const CatalogueEntry& entry) {
        return entry.info.id == info().id;
    }));

    std::ifstream page{source_dir() + "/docs/kernels/broken.md"};
    std::stringstream words;
    words << page.rdbuf();
    EXPECT_NE(words.str().find("## `" + GetParam() + "`"), std::string::npos);

    const auto trace = record(showing_fault(experiment(GetParam(), 64, 100)));
    const std::string text = report(*trace, ReportFormat::text, ReportCut::step);
    EXPECT_NE(text.find("BROKEN ON PURPOSE"), std::string::npos) << text;
    const std::string json = report(*trace, ReportFormat::json, ReportCut::step);
    EXPECT_NE(json.find("\"broken\": true"), std::string::npos);
    EXPECT_NE(json.find("\"twin\": \"" + std::string{broken.correct} + "\""), std::string::npos);
    const bool ok = json.find("\"output_ok\": true") != std::string::npos;
    EXPECT_EQ(ok, !first_wrong(*trace).has_value());
    for (const Finding& found : findings(*trace)) {
        EXPECT_NE(json.find("\"kind\": \"" + std::string{name_of(found.kind)} + "\""),
                  std::string::npos);
    }
    testing::look_at(*trace);
    const auto bytes = encode_trace(*trace);
    EXPECT_EQ(bytes, encode_trace(*decode_trace(bytes, "the trace")));
}

// The exclusive scan of a broken kernel is wrong where its inclusive one is, one to the right.
TEST_P(EveryBrokenKernel, IsAsBrokenExclusively) {
    if (!info().takes_exclusive) return;
    Experiment e = showing_fault(experiment(GetParam(), 64, 100));
    e.input = parse_input("random:3");
    const auto inclusive = record(e);
    e.scan = Scan::exclusive;
    const auto exclusive = record(e);
    EXPECT_EQ(inclusive->diagnostics().size(), exclusive->diagnostics().size());
    const auto section = static_cast<std::size_t>(inclusive->shape().section);
    const auto before = inclusive->output().as<std::int32_t>();
    const auto after = exclusive->output().as<std::int32_t>();
    for (std::size_t i = 0; i < after.size(); ++i) {
        EXPECT_EQ(after[i], i % section == 0 ? 0 : before[i - 1]) << i;
    }
}

TEST_P(EveryBrokenKernel, IsTheEmulatorsAlone) {
    Experiment e = showing_fault(experiment(GetParam(), 64, 100));
    e.engine = EngineChoice::automatic;
    EXPECT_EQ(record(e)->engine(), "cpu");
    e.engine = EngineChoice::cuda;
    EXPECT_NE(why_impossible(e).find("broken on purpose"), std::string::npos);
    EXPECT_THROW(record(e), UsageError);
}

// The layout that the program takes its elements to have is the one that its loads really use.
TEST_P(EveryBrokenKernel, LoadsItsElementsWhereTheProgramSaysTheyAre) {
    for (const Padding padding : paddings) {
        const auto trace = record(experiment(GetParam(), 64, 192, padding, 3));
        int elements = 0;
        const auto [begin, end] = trace->rows_of_step(0);
        for (int index = begin; index < end; ++index) {
            const Row& row = trace->rows()[static_cast<std::size_t>(index)];
            if (trace->event_of(row) != Event::store) continue;
            for (int thread = 0; thread < trace->threads(); ++thread) {
                const int element = thread + 64 * row.iteration;
                EXPECT_EQ(trace->lanes(0, index)[static_cast<std::size_t>(thread)],
                          trace->cell_of(element));
                ++elements;
            }
        }
        EXPECT_EQ(elements, 192);
    }
}

INSTANTIATE_TEST_SUITE_P(Gallery, EveryBrokenKernel, ::testing::ValuesIn([] {
                             std::vector<std::string> ids;
                             for (const auto& entry : broken_kernels())
                                 ids.emplace_back(entry.info.id);
                             return ids;
                         }()),
                         [](const auto& parameter) {
                             std::string name = parameter.param;
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

// --- One by one --------------------------------------------------------------------------------

std::vector<std::int32_t> output_of(const Experiment& e) {
    const auto trace = record(e);
    const auto values = trace->output().as<std::int32_t>();
    return {values.begin(), values.end()};
}

// The result of a race is a matter of the order; that of the correct version is not.
TEST(Race, ChangesTheResultWithTheSchedule) {
    std::set<std::vector<std::int32_t>> racy, right;
    for (int seed = 0; seed < 40; ++seed) {
        for (const auto kind : {Schedule::Kind::ascending, Schedule::Kind::descending,
                                Schedule::Kind::random, Schedule::Kind::lane_random}) {
            Experiment e = experiment("kogge-stone-one-barrier", 128, 200);
            e.schedule = {.kind = kind, .seed = static_cast<std::uint64_t>(seed)};
            racy.insert(output_of(e));
            e.kernel = "kogge-stone";
            right.insert(output_of(e));
        }
    }
    EXPECT_GT(racy.size(), 30U);
    EXPECT_EQ(right.size(), 1U);
    EXPECT_FALSE(racy.contains(*right.begin()));
}

TEST(Padding, ThatIsNotUsedChangesNothing) {
    for (const char* kernel : {"brent-kung-offset-macro", "brent-kung-pad-unused"}) {
        for (const Padding padding : {Padding::every32, Padding::two_level, Padding::xor_swizzle}) {
            const auto with = record(experiment(kernel, 512, 1024, padding));
            const auto without = record(experiment(kernel, 512, 1024));
            const auto effect = padding_effect(*with);
            ASSERT_TRUE(effect.has_value());
            EXPECT_EQ(effect->excess, work_table(*with).totals.excess());
            EXPECT_EQ(effect->without, work_table(*without).totals.excess());
            EXPECT_EQ(effect->excess, effect->without);
            EXPECT_FALSE(first_wrong(*with).has_value());
            const auto found = findings(*with);
            ASSERT_EQ(found.size(), 1U);
            EXPECT_TRUE(found[0].text.starts_with(
                "Padding changed nothing: " + std::to_string(effect->excess) +
                " excess wavefronts with and without"))
                << found[0].text;
        }
    }
}

// What the program works out from one trace is what recording without padding, and with padding
// done right, would have shown.
TEST(Padding, EffectsAreThoseOfTheRunsThemselves) {
    for (const char* kernel : {"brent-kung", "kogge-stone", "brent-kung-16-banks",
                               "brent-kung-pad-unused", "kogge-stone-one-barrier"}) {
        const bool tree = std::string_view{kernel}.starts_with("brent");
        for (const ElementType type : {ElementType::i32, ElementType::f64}) {
            for (const Padding padding :
                 {Padding::every32, Padding::two_level, Padding::xor_swizzle}) {
                for (const int coarsen : {1, 2, 5}) {
                    Experiment e = experiment(kernel, 256, 1500, padding, coarsen);
                    e.type = type;
                    const auto excess = [&] { return work_table(*record(e)).totals.excess(); };
                    PaddingEffect want;
                    const auto effect = padding_effect(*record(e));
                    want.excess = excess();
                    e.kernel = tree ? "brent-kung" : kernel;
                    want.as_chosen = excess();
                    e.padding = Padding::none;
                    want.without = excess();
                    EXPECT_EQ(effect, want) << command_line(e);
                }
            }
        }
    }
    EXPECT_EQ(padding_effect(*record(experiment("brent-kung", 64, 64))), std::nullopt);
}

TEST(Padding, OnOneSideReadsWhatNobodyWrote) {
    const auto trace = record(experiment("brent-kung-pad-one-side", 64, 64, Padding::every32));
    const auto hole = first_hole_access(*trace);
    ASSERT_TRUE(hole.has_value());
    EXPECT_EQ(hole->word, 32);
    EXPECT_EQ(hole->thread, 32);
    EXPECT_FALSE(hole->writes);
    EXPECT_EQ(trace->steps()[static_cast<std::size_t>(hole->step)].phase, "store");
    const auto wrong = first_wrong(*trace);
    ASSERT_TRUE(wrong.has_value());
    EXPECT_EQ(wrong->index, 32);
}

TEST(Carry, IsWhatTheWholeInputNeeds) {
    const auto trace = record(experiment("block-scan-as-grid-scan", 64, 200));
    const auto wrong = first_wrong(*trace);
    ASSERT_TRUE(wrong.has_value());
    EXPECT_EQ(wrong->index, 64);
    EXPECT_EQ(wrong->expected, "65");
    EXPECT_EQ(wrong->got, "1");
    EXPECT_FALSE(first_wrong_by_sections(*trace).has_value());
    EXPECT_FALSE(first_wrong(*trace, 0).has_value());
    for (int block = 1; block < 4; ++block) {
        ASSERT_TRUE(first_wrong(*trace, block).has_value());
        EXPECT_EQ(first_wrong(*trace, block)->index, 64 * block);
    }
}

TEST(OffByOne, ReachesElementN) {
    for (const std::int64_t n : {33, 63, 65, 127}) {
        const auto trace = record(experiment("kogge-stone-off-by-one", 32, n));
        ASSERT_EQ(trace->diagnostics().size(), 2U);  // the load, the store
        for (const Diagnostic& found : trace->diagnostics()) {
            EXPECT_EQ(found.kind, "out-of-bounds");
            EXPECT_EQ(found.address, n);
            EXPECT_EQ(found.block, n / 32);
        }
    }
}

TEST(ShortIndex, DoesMoreThanTheClosedFormHas) {
    const auto counts_differ = [](int block) {
        const auto trace = record(experiment("brent-kung-short-index", block, block));
        const auto rows = work_table(*trace).rows;
        return std::ranges::any_of(rows, [](const WorkRow& row) { return row.adds_differ(); });
    };
    EXPECT_FALSE(counts_differ(128));
    EXPECT_TRUE(counts_differ(256));
    EXPECT_TRUE(counts_differ(1024));
}

}  // namespace
}  // namespace stridescope

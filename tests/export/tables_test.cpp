// The tables behind the pictures, line by line against the trace.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "app/analysis/dataflow.h"
#include "app/analysis/heat.h"
#include "app/analysis/request_choice.h"
#include "app/analysis/work.h"
#include "app/export/recorded_tables.h"
#include "app/export/tables.h"
#include "tests/support/recorded.h"
#include "tests/support/recorded_card.h"
#include "tests/support/recorded_text.h"

namespace stridescope {
namespace tables_test {

using testing::recorded;

using Fields = std::vector<std::string>;

/// Lines of fields; none of these tables needs quotes.
std::vector<Fields> parse(const std::string& csv) {
    std::vector<Fields> lines;
    std::istringstream stream{csv};
    for (std::string line; std::getline(stream, line);) {
        Fields fields{""};
        for (const char c : line) {
            if (c == ',') {
                fields.emplace_back();
            } else {
                fields.back() += c;
            }
        }
        lines.push_back(std::move(fields));
    }
    return lines;
}

int number(const std::string& text) {
    return std::stoi(text);
}

TEST(TreeCsv, HasTwoLinesPerAddWhoseValuesAddUp) {
    const auto trace = recorded("brent-kung", 16, testing::sixteen, Padding::every32, 2);
    auto lines = parse(to_csv(tree_table(*trace, 0)));
    ASSERT_EQ(lines[0].size(), 16U);
    EXPECT_EQ(lines[0][7], "from_value");
    // Before and after the adds: each input to its element, each element to its output.
    std::size_t loaded = 0, stored = 0;
    std::erase_if(lines, [&](const Fields& f) {
        if (f.size() != 16 || f[11] != "0") return false;
        loaded += f[12].empty() ? 0 : 1;
        stored += f[13].empty() ? 0 : 1;
        EXPECT_EQ(f[12].empty() ? f[13] : f[12], f[12].empty() ? f[6] : f[9]);
        EXPECT_EQ(f[7], f[10]) << "a copy";
        return true;
    });
    EXPECT_EQ(loaded, 16U);
    EXPECT_EQ(stored, 16U);
    EXPECT_EQ(lines.size() - 1, 2 * static_cast<std::size_t>(work_table(*trace).totals.adds));
    for (std::size_t k = 1; k + 1 < lines.size(); k += 2) {
        const Fields &a = lines[k], &b = lines[k + 1];
        ASSERT_EQ(a.size(), 16U);
        EXPECT_EQ(a[3], b[3]) << "the two operands of one thread's add";
        EXPECT_EQ(a[8], b[8]);
        EXPECT_EQ(number(a[7]) + number(b[7]), number(a[10]));
        EXPECT_EQ(a[11], "1");
        EXPECT_EQ(number(a[5]), Pad{Padding::every32}(number(a[6])));
        EXPECT_EQ(trace->element_of(number(a[8])), number(a[9]));
    }
}

TEST(MemoryCsv, TellsEveryWordBeforeAndAfter) {
    const auto trace = recorded("kogge-stone", 64, "iota", Padding::every32);
    for (int step = 0; step < trace->step_count(); ++step) {
        const auto lines = parse(to_csv(memory_table(*trace, 0, step)));
        ASSERT_EQ(lines.size() - 1, static_cast<std::size_t>(trace->words()));
        const auto uses = word_uses(*trace, 0, step);
        for (int word = 0; word < trace->words(); ++word) {
            const Fields& f = lines[static_cast<std::size_t>(word) + 1];
            const bool padding = trace->element_of(word) < 0;
            EXPECT_EQ(number(f[0]), word);
            EXPECT_EQ(number(f[1]), word % 32);
            EXPECT_EQ(f[2], padding ? "" : std::to_string(trace->element_of(word)));
            const auto value = [&](int at) {
                return trace->snapshots().text(trace->snapshot_index(0, at, word));
            };
            EXPECT_EQ(f[3], padding || step == 0 ? "" : value(step - 1));
            EXPECT_EQ(f[4], padding ? "" : value(step));
            EXPECT_EQ(f[5], f[3] == f[4] ? "0" : "1");
            EXPECT_EQ(
                f[6],
                fmt::format("{}", fmt::join(uses[static_cast<std::size_t>(word)].readers, " ")));
            EXPECT_EQ(
                f[7],
                fmt::format("{}", fmt::join(uses[static_cast<std::size_t>(word)].writers, " ")));
        }
    }
}

TEST(HeatmapCsv, IsTheConflictMap) {
    const auto before = recorded("brent-kung", 256, "ones");
    const auto trace = recorded("brent-kung", 256, "ones", Padding::xor_swizzle);
    for (const HeatmapAxis axis : {HeatmapAxis::bank, HeatmapAxis::warp}) {
        const auto lines =
            parse(to_csv(heatmap_table(*trace, {.axis = axis, .compare = before.get()})));
        const ConflictMap left = conflict_map(*trace, axis), right = conflict_map(*before, axis);
        ASSERT_EQ(lines.size(), 1U + static_cast<std::size_t>(left.steps + right.steps));
        EXPECT_EQ(lines[0][6], axis == HeatmapAxis::bank ? "bank_0" : "warp_0");
        for (int step = 0; step < left.steps; ++step) {
            const Fields& a = lines[1 + static_cast<std::size_t>(step)];
            const Fields& b = lines[1 + static_cast<std::size_t>(left.steps + step)];
            EXPECT_EQ(a[0] + a[2], "thisxor");
            EXPECT_EQ(b[0] + b[2], "othernone");
            ASSERT_EQ(a.size(), 6U + static_cast<std::size_t>(left.columns));
            for (int column = 0; column < left.columns; ++column) {
                const std::size_t at = 6 + static_cast<std::size_t>(column);
                EXPECT_EQ(number(a[at]), left.at(step, column));
                EXPECT_EQ(number(b[at]), right.at(step, column));
            }
        }
    }
}

TEST(HeatmapCsv, LeavesBlankWhatTheNarrowerTraceLacks) {
    const auto narrow = recorded("kogge-stone", 32, "ones");
    const auto wide = recorded("kogge-stone", 128, "ones");
    const auto lines =
        parse(to_csv(heatmap_table(*wide, {.axis = HeatmapAxis::warp, .compare = narrow.get()})));
    EXPECT_EQ(lines[0].size(), 6U + 4);
    EXPECT_EQ(lines[1][9], "1");
    EXPECT_EQ(lines.back()[6], "1");
    EXPECT_EQ(lines.back()[7], "");
}

TEST(HeatmapCsv, TellsTwoRunsOfOneKernelApart) {
    const auto small = recorded("kogge-stone", 32, "ones");
    const auto large = recorded("kogge-stone", 64, "ones");
    const auto lines = parse(to_csv(heatmap_table(*large, {.compare = small.get()})));
    const auto of = [](std::string_view run) {
        return [run](const Fields& line) { return line[0] == run; };
    };
    EXPECT_EQ(lines[0][0], "run");
    EXPECT_EQ(std::ranges::count_if(lines, of("other")), small->step_count());
    EXPECT_EQ(std::ranges::count_if(lines, of("this")), large->step_count());
    EXPECT_EQ(parse(to_csv(heatmap_table(*large, {})))[0][0], "kernel");
}

TEST(BanksCsv, TellsWhichWavefrontServesALane) {
    const auto trace = recorded("brent-kung", 128, "ones");
    const int step = 3;
    const auto worst = worst_request(*trace, 0, step);
    ASSERT_TRUE(worst);
    ASSERT_GT(worst->shared.wavefronts, 1);
    std::size_t served = 0;
    for (int wave = 1; wave <= worst->shared.wavefronts; ++wave) {
        const auto lines = parse(to_csv(banks_table(*trace, 0, step, {}, wave)));
        ASSERT_GT(lines.size(), 1U);
        std::set<std::string> banks;
        for (std::size_t k = 1; k < lines.size(); ++k) {
            EXPECT_EQ(number(lines[k][5]), wave);
            EXPECT_TRUE(banks.insert(lines[k][3]).second) << "a bank hands out one word at a time";
        }
        served += lines.size() - 1;
    }
    EXPECT_EQ(served, static_cast<std::size_t>(worst->shared.active));
}

TEST(BanksCsv, ListsTheLanesOfTheWorstRequest) {
    const auto trace = recorded("brent-kung", 128, "ones");
    const int step = 3;
    const auto worst = worst_request(*trace, 0, step);
    ASSERT_TRUE(worst);
    const auto words = words_of_request(*trace, *worst);
    const auto lines = parse(to_csv(banks_table(*trace, 0, step)));
    ASSERT_EQ(lines.size() - 1, static_cast<std::size_t>(worst->shared.active));
    for (std::size_t k = 1; k < lines.size(); ++k) {
        const int lane = number(lines[k][0]), word = number(lines[k][2]);
        EXPECT_EQ(number(lines[k][1]), worst->warp * 32 + lane);
        EXPECT_EQ(word, words[static_cast<std::size_t>(lane)]);
        EXPECT_EQ(number(lines[k][3]), word % 32);
    }
}

TEST(GlobalCsv, ListsTheBytesOfEachLane) {
    const auto trace = testing::recorded_accesses();
    const auto lines = parse(to_csv(global_table(*trace, 0, 0)));
    EXPECT_EQ(lines[0], (Fields{"lane", "thread", "array", "element", "name", "byte", "bytes",
                                "sector", "memory_line"}));
    // The worst: every eighth element, of either warp.
    ASSERT_EQ(lines.size(), 1U + 32);
    for (int lane = 0; lane < 32; ++lane) {
        const Fields wanted{std::to_string(lane),
                            std::to_string(lane),
                            "in",
                            std::to_string(8 * lane),
                            fmt::format("in[{}]", 8 * lane),
                            std::to_string(32 * lane),
                            "4",
                            std::to_string(lane),
                            std::to_string(lane / 4)};
        EXPECT_EQ(lines[static_cast<std::size_t>(lane) + 1], wanted);
    }
    const auto ranked = ranked_requests(*trace, 0, 0, Space::global);
    const auto column = std::ranges::find_if(
        ranked, [](const Request& request) { return request.global.active == 16; });
    ASSERT_NE(column, ranked.end());
    EXPECT_EQ(parse(to_csv(global_table(*trace, 0, 0, choice_of(*column)))).size(), 1U + 16);
}

// What nobody has measured is no number, and is not left out either.
TEST(RequestsCsv, HasCopiesThatAreNotCounted) {
    const auto trace = testing::recorded_text(
        "// launch: k<<<1, 64>>>(in, out)\n// in: float[64] iota\n// out: float[64]\n"
        "#include <cooperative_groups.h>\n#include <cooperative_groups/memcpy_async.h>\n"
        "namespace cg = cooperative_groups;\n"
        "__global__ void k(const float* in, float* out) {\n"
        "    __shared__ float tile[64];\n    auto block = cg::this_thread_block();\n"
        "    cg::memcpy_async(block, tile, in, sizeof(float) * 64);\n    cg::wait(block);\n"
        "    out[threadIdx.x] = tile[63 - threadIdx.x];\n}\n");
    const std::string csv = to_csv(requests_table(*trace, {}, {}));
    const std::vector<Fields> lines = parse(csv);
    const Fields& names = lines.at(0);
    const auto column = [&](const char* name) {
        return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
    };
    int uncounted = 0, counted = 0;
    for (std::size_t k = 1; k < lines.size(); ++k) {
        const Fields& cells = lines[k];
        ASSERT_EQ(cells.size(), names.size()) << csv;
        const bool known = cells[column("not_counted")].empty();
        EXPECT_TRUE(known || cells[column("not_counted")] == "not measured") << csv;
        if (known) {
            EXPECT_TRUE(!cells[column("wavefronts")].empty() || !cells[column("sectors")].empty());
            ++counted;
            continue;
        }
        ++uncounted;
        EXPECT_EQ(cells[column("event")], "copy");
        EXPECT_EQ(cells[column("array")], "tile");
        EXPECT_EQ(cells[column("wavefronts")], "") << "nobody knows it: not even 0";
        EXPECT_EQ(cells[column("degree")], "");
        const std::string lanes = cells[column("lanes")];
        EXPECT_EQ(std::ranges::count(lanes, ' '), 31) << lanes;
        EXPECT_EQ(cells[column("places")].substr(0, 5), uncounted == 1 ? "0 1 2" : "32 33");
    }
    EXPECT_EQ(uncounted, 2) << "a line for each warp\n" << csv;
    EXPECT_EQ(counted, 6) << csv;
}

TEST(DivergenceCsv, TellsInHowManyInstructionsEachLaneWasActive) {
    const auto trace = testing::recorded_accesses();
    const auto lines = parse(to_csv(divergence_table(*trace, 0, 0)));
    ASSERT_EQ(lines.size(), 1U + 3 * 2) << "three lines by two warps";
    ASSERT_EQ(lines[0].size(), 5U + 32);
    EXPECT_EQ(lines[0].back(), "lane_31");
    for (std::size_t k = 1; k < lines.size(); ++k) {
        const int line = number(lines[k][0]);
        const int instructions = line == 4 ? 3 : 2;  // loads and a sum
        EXPECT_EQ(number(lines[k][1]), static_cast<int>(k - 1) % 2);
        EXPECT_EQ(number(lines[k][2]), instructions);
        EXPECT_EQ(number(lines[k][3]), line == 4 ? 96 : 32);
        EXPECT_EQ(number(lines[k][4]), 32 * instructions);
        for (std::size_t lane = 0; lane < 32; ++lane) {
            const bool active = line == 4 || (lane % 2 == 0) == (line == 6);
            EXPECT_EQ(number(lines[k][5 + lane]), active ? instructions : 0);
        }
    }
    EXPECT_EQ(parse(to_csv(divergence_table(*trace, 0, 0, 1))).size(), 1U + 3);
    EXPECT_EQ(parse(to_csv(divergence_table(*trace, 0, 1))).size(), 1U + 1) << "one warp stores";
}

TEST(WorkCsv, IsTheWorkTable) {
    const auto trace = recorded("kogge-stone", 16, testing::sixteen);
    const auto lines = parse(to_csv(work_steps_table(*trace)));
    ASSERT_EQ(lines.size() - 1, static_cast<std::size_t>(trace->step_count()));
    const WorkTable table = work_table(*trace);
    const std::vector<std::string> adds{"0", "15", "14", "12", "8", "0"};
    for (std::size_t step = 0; step < table.rows.size(); ++step) {
        const Fields& f = lines[step + 1];
        const WorkCounts& c = table.rows[step].counts;
        ASSERT_EQ(f.size(), lines[0].size());
        EXPECT_EQ(f[1], table.rows[step].step.phase);
        EXPECT_EQ(f[5], adds[step]);
        const std::vector<std::int64_t> counts{
            c.active_threads,   c.active_warps,    c.adds,        c.barriers,
            c.load_requests,    c.load_wavefronts, c.load_excess, c.store_requests,
            c.store_wavefronts, c.store_excess,    c.max_degree};
        for (std::size_t k = 0; k < counts.size(); ++k) {
            EXPECT_EQ(f[3 + k], std::to_string(counts[k])) << lines[0][3 + k];
        }
    }
}

TEST(MemoryCsv, TellsWhichElementOfATextLivesInAWord) {
    const auto trace = testing::recorded_kernel(
        "scan/brent_kung.cu",
        {{"N", "64"}, {"BLOCK", "32"}, {"COARSEN", "2"}, {"PADDING", "swizzle"}});
    const auto lines = parse(to_csv(memory_table(*trace, 0, 1)));
    ASSERT_EQ(lines.size(), 65U);
    for (int i = 0; i < 64; ++i)
        EXPECT_EQ(lines[static_cast<std::size_t>(i ^ (i / 32)) + 1][2], std::to_string(i));
}

TEST(EveryCsv, HasOnlyItsNamesWhereNothingWasRecorded) {
    const auto trace = testing::recorded_nothing();
    for (const std::string& csv :
         {to_csv(tree_table(*trace, 0)), to_csv(memory_table(*trace, 0, 0)),
          to_csv(banks_table(*trace, 0, 0)), to_csv(heatmap_table(*trace, {})),
          to_csv(global_table(*trace, 0, 0)), to_csv(divergence_table(*trace, 0, 0))}) {
        EXPECT_EQ(parse(csv).size(), 1U) << csv;
    }
}

TEST(WorkMarkdown, IsTheTableWithItsClosedFormsAndTotals) {
    const auto trace = testing::recorded("brent-kung", 8, "ones");
    const std::string text = to_markdown(work_table_with_totals(*trace));
    EXPECT_NE(
        text.find("| up-sweep 1 | 4 = 4 | 1 | 4 = 4 | 1 | 2 | 2 | 0 | 1 | 1 | 0 | 1 | 0 | 0 | 0 "
                  "|\n"),
        std::string::npos)
        << text;
    const WorkTable table = work_table(*trace);
    EXPECT_NE(text.find(fmt::format("| **total** | {} |", table.totals.active_threads)),
              std::string::npos);
    // As many cells in each line.
    std::size_t begin = 0, lines = 0;
    while (begin < text.size()) {
        const std::size_t end = text.find('\n', begin);
        EXPECT_EQ(std::count(text.begin() + static_cast<std::ptrdiff_t>(begin),
                             text.begin() + static_cast<std::ptrdiff_t>(end), '|'),
                  16);
        begin = end + 1;
        ++lines;
    }
    EXPECT_EQ(lines, table.rows.size() + 3);
}

}  // namespace tables_test
}  // namespace stridescope

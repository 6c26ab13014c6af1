// The report in its three forms: fixed names, the same numbers, and what people read first.
#include "app/report/report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "app/analysis/work.h"
#include "app/engine/engine.h"
#include "tests/support/left_out.h"
#include "tests/support/random_experiment.h"

namespace stridescope {
namespace report_test {

using testing::RandomExperiments;
using Json = nlohmann::ordered_json;
using Strings = std::vector<std::string>;

const Strings count_names = {"active_threads",
                             "active_warps",
                             "adds",
                             "barriers",
                             "load_requests",
                             "load_wavefronts",
                             "load_excess",
                             "store_requests",
                             "store_wavefronts",
                             "store_excess",
                             "max_degree",
                             "global_requests",
                             "global_sectors",
                             "global_ideal_sectors",
                             "global_load_requests",
                             "global_load_sectors",
                             "global_load_lines",
                             "global_store_requests",
                             "global_store_sectors",
                             "global_store_lines",
                             "atomic_requests",
                             "atomic_wavefronts",
                             "atomic_excess",
                             "global_atomic_requests",
                             "global_atomic_sectors",
                             "remote_requests",
                             "lane_slots",
                             "lanes_used"};

Strings plus(Strings list, const Strings& more) {
    list.insert(list.end(), more.begin(), more.end());
    return list;
}

Strings keys_of(const Json& object) {
    Strings keys;
    for (const auto& [key, value] : object.items()) keys.push_back(key);
    return keys;
}

Json json_of(const Trace& trace, ReportCut cut = ReportCut::step) {
    return Json::parse(report(trace, ReportFormat::json, cut));
}

std::string text_of(const Trace& trace, ReportCut cut = ReportCut::step) {
    return report(trace, ReportFormat::text, cut);
}

std::shared_ptr<const Trace> recorded(const std::string& kernel, int block,
                                      const std::string& input,
                                      std::optional<std::int64_t> n = {}) {
    ScanRun e{.kernel = kernel, .block = block, .n = n, .input = {}, .first_blocks = {}};
    e.engine = EngineChoice::cpu;
    e.input = parse_input(input);
    return record(e);
}

/// The sixteen numbers that the documentation begins with.
std::shared_ptr<const Trace> sixteen() {
    return recorded("kogge-stone", 16, "values:2,1,5,8,9,0,4,6,3,4,5,4,1,7,7,2");
}

/// A reader of RFC 4180 of the test's own.
std::vector<Strings> parse_csv(const std::string& text) {
    std::vector<Strings> lines;
    std::size_t at = 0;
    while (at < text.size()) {
        Strings fields;
        for (;;) {
            std::string field;
            if (text[at] == '"') {
                for (++at; text.at(at) != '"' || text.at(at + 1) == '"'; ++at) {
                    if (text[at] == '"') ++at;
                    field += text[at];
                }
                ++at;
            } else {
                while (text.at(at) != ',' && text[at] != '\n') field += text[at++];
            }
            fields.push_back(field);
            if (text.at(at++) == '\n') break;
        }
        lines.push_back(fields);
    }
    return lines;
}

TEST(Json, HasTheKeysOfTheDocumentation) {
    const Json json = json_of(*sixteen());
    EXPECT_EQ(keys_of(json), (Strings{"kernel",
                                      "n",
                                      "block",
                                      "coarsen",
                                      "pad",
                                      "type",
                                      "op",
                                      "scan",
                                      "title",
                                      "text",
                                      "defines",
                                      "launches",
                                      "arrays",
                                      "compared_with",
                                      "printed",
                                      "guessed",
                                      "stopped",
                                      "shortened",
                                      "measures_time",
                                      "exit_code",
                                      "engine",
                                      "device",
                                      "rounded_sums",
                                      "broken",
                                      "twin",
                                      "output_ok",
                                      "first_wrong",
                                      "last",
                                      "section",
                                      "grid",
                                      "recorded_blocks",
                                      "diagnostics",
                                      "race_count",
                                      "races",
                                      "padding_effect",
                                      "findings",
                                      "totals",
                                      "not_counted",
                                      "as_compiled",
                                      "steps"}));
    EXPECT_EQ(keys_of(json["totals"]), plus({"phase", "stride"}, count_names));
    ASSERT_EQ(json["steps"].size(), 6U);
    for (const Json& step : json["steps"]) {
        EXPECT_EQ(keys_of(step), plus(plus({"phase", "stride"}, count_names),
                                      {"expected_adds", "expected_active_threads", "as_expected"}));
    }
    const Json by_warp = json_of(*sixteen(), ReportCut::warp);
    EXPECT_EQ(keys_of(by_warp).back(), "warps");
    for (const Json& warp : by_warp["warps"]) {
        EXPECT_EQ(keys_of(warp), plus({"warp"}, count_names));
    }
    const Json by_site = json_of(*sixteen(), ReportCut::site);
    EXPECT_EQ(keys_of(by_site).back(), "sites");
    for (const Json& site : by_site["sites"]) {
        EXPECT_EQ(keys_of(site), plus({"line", "operand", "event"}, count_names));
    }
}

TEST(Json, SaysWhereSumsMayDifferFromAGpus) {
    EXPECT_EQ(json_of(*sixteen())["rounded_sums"], false);
    TraceData data = sixteen()->data();
    data.rounded_sums = true;
    const Trace trace{data};
    EXPECT_EQ(json_of(trace)["rounded_sums"], true);
    const std::string words =
        "warp machine, whose tensor cores' sums may differ from a GPU's in their last bits";
    EXPECT_EQ(json_of(trace)["device"], words);
    EXPECT_NE(report(trace, ReportFormat::text, ReportCut::step).find("recorded on the " + words),
              std::string::npos);
    EXPECT_NE(difference_report(trace, *sixteen(), ReportFormat::text).find(words),
              std::string::npos);
}

TEST(Json, SaysWhatRan) {
    ScanRun e{.kernel = "brent-kung",
              .block = 64,
              .coarsen = 3,
              .n = 500,
              .input = {},
              .first_blocks = 2};
    e.padding = Padding::two_level;
    e.type = ElementType::i64;
    e.op = Op::max;
    e.scan = Scan::exclusive;
    e.input = parse_input("iota");
    const Json json = json_of(*record(e));
    EXPECT_EQ(json["kernel"], "brent-kung");
    EXPECT_EQ(json["n"], 500);
    EXPECT_EQ(json["block"], 64);
    EXPECT_EQ(json["coarsen"], 3);
    EXPECT_EQ(json["pad"], "two-level");
    EXPECT_EQ(json["type"], "i64");
    EXPECT_EQ(json["op"], "max");
    EXPECT_EQ(json["scan"], "exclusive");
    EXPECT_EQ(json["engine"], "machine");
    EXPECT_EQ(json["device"], "warp machine");
    EXPECT_EQ(json["output_ok"], true);
    EXPECT_EQ(json["first_wrong"], nullptr);
    EXPECT_EQ(json["last"], "498");
    EXPECT_EQ(json["section"], 192);
    EXPECT_EQ(json["grid"], 3);
    EXPECT_EQ(json["recorded_blocks"], 2);
    EXPECT_EQ(json["diagnostics"], Json::array());
    EXPECT_EQ(json["totals"]["phase"], "total");
    EXPECT_EQ(json["totals"]["stride"], nullptr);
}

TEST(Json, OfTheSixteenNumbers) {
    const Json json = json_of(*sixteen());
    EXPECT_EQ(json["last"], "68");
    std::vector<std::pair<int, int>> strides;
    for (const Json& step : json["steps"]) {
        if (step["phase"] == "scan") strides.emplace_back(step["stride"], step["adds"]);
        EXPECT_EQ(step["as_expected"], true);
    }
    EXPECT_EQ(strides, (std::vector<std::pair<int, int>>{{1, 15}, {2, 14}, {4, 12}, {8, 8}}));
    EXPECT_EQ(json["totals"]["adds"], 49);
}

// 64-bit integers, infinities and NaN are no JSON numbers: values are text.
TEST(Json, KeepsValuesWhole) {
    ScanRun e{.kernel = "sequential", .block = 4, .n = {}, .input = {}, .first_blocks = {}};
    e.type = ElementType::i64;
    e.input = parse_input("values:9223372036854775807");
    EXPECT_EQ(json_of(*record(e))["last"], "9223372036854775807");
    e.type = ElementType::f32;
    e.input = parse_input("values:inf");
    EXPECT_EQ(json_of(*record(e))["last"], "inf");
    e.input = parse_input("values:nan");
    EXPECT_EQ(json_of(*record(e))["last"], "nan");
}

TEST(Csv, HasTheNumbersOfTheJson) {
    RandomExperiments draw{51};
    for (int round = 0; round < 40; ++round) {
        const ScanRun run = draw.next();
        if (testing::left_out(round)) continue;
        // Their rounds have names of their own.
        if (run.kernel == "sequential" || run.kernel == "lookback-ahead") continue;
        const auto trace = record(run);
        const auto field = [](const Json& value) {
            return value.is_null()     ? std::string{}
                   : value.is_string() ? value.get<std::string>()
                                       : value.dump();
        };
        const auto line = [&](const Json& object, const Strings& names) {
            Strings fields;
            for (const std::string& name : names) fields.push_back(field(object[name]));
            return fields;
        };
        const auto expect_csv = [&](ReportCut cut, const std::string& list, const Strings& names) {
            const Json json = json_of(*trace, cut);
            std::vector<Strings> want{names};
            for (const Json& entry : json[list]) want.push_back(line(entry, names));
            if (cut == ReportCut::step) {
                Strings total = line(json["totals"], plus({"phase", "stride"}, count_names));
                want.push_back(plus(total, {"", ""}));
            }
            EXPECT_EQ(parse_csv(report(*trace, ReportFormat::csv, cut)), want)
                << command_line(trace->experiment());
        };
        expect_csv(ReportCut::step, "steps",
                   plus(plus({"phase", "stride"}, count_names),
                        {"expected_adds", "expected_active_threads"}));
        expect_csv(ReportCut::warp, "warps", plus({"warp"}, count_names));
        expect_csv(ReportCut::site, "sites", plus({"event", "line", "operand"}, count_names));
        if (HasFailure()) return;
    }
}

TEST(Csv, QuotesWhatNeedsIt) {
    TraceData data = sixteen()->data();
    data.steps[1].phase = "a, \"b\"\nc";
    const auto lines = parse_csv(report(Trace{data}, ReportFormat::csv, ReportCut::step));
    EXPECT_EQ(lines[2][0], "a, \"b\" c") << "a name has one line";
    for (const Strings& fields : lines) EXPECT_EQ(fields.size(), 32U);
}

TEST(Text, OfTheSixteenNumbers) {
    const std::string text = text_of(*sixteen());
    EXPECT_TRUE(text.starts_with(
        "Kogge–Stone\nkogge_stone<<<1, 16>>>, 64 bytes of shared memory per block\n"))
        << text;
    EXPECT_TRUE(
        text.ends_with("correct: equal to sequential scan of A\n"
                       "P 2 3 8 16 25 25 29 35 38 42 47 51 52 59 66 68\n"))
        << text;
    EXPECT_EQ(text.find('!'), std::string::npos);
    EXPECT_EQ(text.find('*'), std::string::npos);
}

/// The lines of the text's table, header and rule included.
Strings table_of(const std::string& text) {
    Strings lines;
    std::istringstream stream{text};
    bool inside = false;
    for (std::string line; std::getline(stream, line);) {
        if (line.empty())
            inside = !inside && lines.empty();
        else if (inside)
            lines.push_back(line);
    }
    return lines;
}

TEST(Text, FitsATerminal) {
    for (const auto cut : {ReportCut::step, ReportCut::warp, ReportCut::site}) {
        const auto trace = recorded("brent-kung", 1024, "ones");
        for (const std::string& line : table_of(text_of(*trace, cut))) {
            EXPECT_LE(line.size(), 132U) << line;
            EXPECT_NE(line.back(), ' ');
        }
    }
}

TEST(Text, OfOne) {
    const std::string one = text_of(*recorded("kogge-stone", 16, "values:7"));
    EXPECT_TRUE(one.ends_with("P 7\n")) << one;
    EXPECT_NE(one.find("global memory: 1 load of warps in 1 sector of 32 bytes, 1 store in 1; "),
              std::string::npos)
        << one;
}

TEST(Text, ShowsTheLastSixteenOfMany) {
    const std::string text = text_of(*recorded("kogge-stone", 32, "ones", 32));
    EXPECT_TRUE(text.ends_with("\nP … 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32\n")) << text;
}

TEST(Text, TellsWhatIsWrong) {
    TraceData data = sixteen()->data();
    for (std::size_t k = 0; k < data.contents.size(); ++k) {
        if (data.facts.arrays[k].role != Role::output) continue;
        data.contents[k].after = TypedArray{data.contents[k].after};
        data.contents[k].after.as<float>()[5] = 26;
    }
    data.diagnostics = {{.kind = "barrier", .message = "31 of 32 threads were there"}};
    const Trace trace{data};
    const std::string text = text_of(trace);
    EXPECT_NE(text.find("\n! 31 of 32 threads were there\n"), std::string::npos) << text;
    EXPECT_NE(text.find("WRONG: P[5] is 26; sequential scan of A gives 25\n"), std::string::npos)
        << text;
    const Json json = json_of(trace);
    EXPECT_EQ(json["output_ok"], false);
    EXPECT_EQ(json["first_wrong"],
              (Json{{"index", 5}, {"expected", "25"}, {"got", "26"}, {"array", "P"}}));
    EXPECT_EQ(json["diagnostics"][0]["message"], "31 of 32 threads were there");
    EXPECT_EQ(keys_of(json["diagnostics"][0]),
              (Strings{"kind", "block", "step", "thread", "line", "address", "message"}));
}

TEST(Text, MarksWhatDiffersFromTheClosedForm) {
    TraceData data = sixteen()->data();
    data.facts.expected[1].adds = 14;  // where there are 15
    const std::string text = text_of(Trace{data});
    EXPECT_NE(text.find("14 *"), std::string::npos) << text;
    EXPECT_NE(text.find("* differs from the closed form\n"), std::string::npos) << text;
    EXPECT_EQ(json_of(Trace{data})["steps"][1]["as_expected"], false);
}

TEST(Report, SaysWhatAnotherChipHasRoomFor) {
    const auto trace = record(experiment_of_line("--kernel brent-kung --block 256"));
    const std::string text = occupancy_report(*trace, *chip_called("T4"));
    EXPECT_NE(text.find("A multiprocessor of the T4 has room for 4 blocks of 256 threads: 32 of 32 "
                        "warps, limited by threads (registers not counted"),
              std::string::npos)
        << text;
}

}  // namespace report_test
}  // namespace stridescope

// A column of a table is described once: it has the same value in each form, and rows can be sorted
// by it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "app/analysis/work_columns.h"
#include "app/export/export.h"
#include "app/export/tables.h"
#include "app/report/report.h"
#include "app/scene/scene_parts.h"
#include "app/scene/work/work_view.h"
#include "app/trace/trace.h"
#include "tests/support/recorded_card.h"

namespace stridescope {
namespace table_forms_test {

using Json = nlohmann::ordered_json;
using Strings = std::vector<std::string>;

/// What accesses shared and global memory in every way that there is: loads, stores and atomics.
std::vector<std::shared_ptr<const Trace>> runs() {
    return {testing::recorded_kernel("histogram/histogram_private.cu", {}),
            testing::recorded_kernel("scan/brent_kung.cu", {{"N", "64"}, {"BLOCK", "32"}}),
            testing::recorded_kernel("matrix/transpose.cu", {})};
}

std::string exported(const Trace& trace, const ExportRequest& request, ExportFormat format) {
    const std::vector<std::byte> bytes = export_view(trace, nullptr, request, format);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// A reader of RFC 4180.
std::vector<Strings> parse_csv(const std::string& text) {
    std::vector<Strings> lines{{""}};
    bool quoted = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        std::string& field = lines.back().back();
        if (quoted && c == '"' && at + 1 < text.size() && text[at + 1] == '"') {
            field += text[++at];
        } else if (c == '"') {
            quoted = !quoted;
        } else if (!quoted && c == ',') {
            lines.back().emplace_back();
        } else if (!quoted && c == '\n') {
            if (at + 1 < text.size()) lines.push_back({""});
        } else {
            field += c;
        }
    }
    return lines;
}

/// A value of JSON as a field of CSV has it.
std::string as_field(const Json& value) {
    if (value.is_null()) return {};
    if (value.is_string()) return value.get<std::string>();
    if (!value.is_array()) return value.dump();
    std::string list;
    for (const Json& each : value) list += (list.empty() ? "" : " ") + each.dump();
    return list;
}

/// A text that a spreadsheet would take for a formula has an apostrophe in CSV alone.
std::string without_apostrophe(const std::string& field) {
    return field.starts_with('\'') ? field.substr(1) : field;
}

TEST(TableForms, EachViewHasTheSameValuesInCsvAndJson) {
    for (const auto& trace : runs()) {
        for (const View view : all_views) {
            const auto lines =
                parse_csv(exported(*trace, {.look = {.view = view}}, ExportFormat::csv));
            const Json json =
                Json::parse(exported(*trace, {.look = {.view = view}}, ExportFormat::json));
            ASSERT_EQ(lines.size(), json.size() + 1) << name_of(view);
            for (std::size_t row = 0; row < json.size(); ++row) {
                ASSERT_EQ(json[row].size(), lines[0].size());
                std::size_t column = 0;
                for (const auto& [name, value] : json[row].items()) {
                    EXPECT_EQ(name, lines[0][column]);
                    EXPECT_EQ(as_field(value), without_apostrophe(lines[row + 1][column])) << name;
                    ++column;
                }
            }
            if (HasFailure()) return;
        }
    }
}

/// [name][row]: the counts of the work view's table.
std::map<std::string, Strings> work_columns_of(const Trace& trace) {
    const auto lines =
        parse_csv(exported(trace, {.look = {.view = View::work}}, ExportFormat::csv));
    std::map<std::string, Strings> columns;
    for (std::size_t column = 0; column < lines[0].size(); ++column) {
        for (std::size_t row = 1; row < lines.size(); ++row)
            columns[lines[0][column]].push_back(lines[row][column]);
    }
    return columns;
}

TEST(TableForms, EachCountOfWorkIsTheSameInTheReport) {
    for (const auto& trace : runs()) {
        const auto view = work_columns_of(*trace);
        const Json json = Json::parse(report(*trace, ReportFormat::json, ReportCut::step));
        const auto lines = parse_csv(report(*trace, ReportFormat::csv, ReportCut::step));
        const auto steps = static_cast<std::size_t>(trace->step_count());
        ASSERT_EQ(lines.size(), steps + 2);
        for (const WorkColumn& of : work_columns()) {
            const std::string name{of.name};
            const auto found = std::ranges::find(lines[0], name);
            ASSERT_NE(found, lines[0].end()) << name;
            const auto column = static_cast<std::size_t>(found - lines[0].begin());
            std::int64_t total = 0;
            for (std::size_t step = 0; step < steps; ++step) {
                const std::string& value = view.at(name)[step];
                EXPECT_EQ(as_field(json["steps"][step][name]), value) << name;
                EXPECT_EQ(lines[step + 1][column], value) << name;
                const std::int64_t count = std::stoll(value);
                total = of.total == WorkColumn::Total::sum ? total + count : std::max(total, count);
            }
            EXPECT_EQ(as_field(json["totals"][name]), std::to_string(total)) << name;
            EXPECT_EQ(lines.back()[column], std::to_string(total)) << name;
        }
    }
}

/// The numbers of the table's last line, the totals, of each table of the text.
std::vector<std::string> totals_in(const std::string& report) {
    std::vector<std::string> numbers;
    std::istringstream stream{report};
    for (std::string line; std::getline(stream, line);) {
        if (!line.starts_with("total")) continue;
        std::istringstream fields{line.substr(5)};
        for (std::string field; fields >> field;) numbers.push_back(field);
    }
    return numbers;
}

TEST(TableForms, EachCountOfWorkThatIsNotNothingStandsInTheText) {
    for (const auto& trace : runs()) {
        Strings left = totals_in(report(*trace, ReportFormat::text, ReportCut::step));
        const WorkCounts totals = work_table(*trace).totals;
        for (const WorkColumn& of : work_columns()) {
            const std::int64_t count = of.of(totals);
            if (count == 0) continue;
            const auto found = std::ranges::find(left, std::to_string(count));
            ASSERT_NE(found, left.end()) << of.name << " " << count;
            left.erase(found);
        }
        for (const std::string& rest : left) EXPECT_EQ(rest, "0");
    }
}

/// What stands below a column's heading: [row], from above.
Strings below(const Scene& scene, const Box& heading, std::size_t rows) {
    std::map<float, std::string> texts;
    for (const Label& label : scene.layers[0].labels) {
        const bool inside =
            label.box.x + label.box.w > heading.x && label.box.x < heading.x + heading.w - 6;
        // The closed form stands at the right of the count.
        if (inside && label.align == Align::right) texts[label.box.y] = label.text;
    }
    Strings column;
    for (const auto& [y, text] : texts) column.push_back(text);
    column.resize(std::min(column.size(), rows));
    return column;
}

TEST(TableForms, ThePictureIsSortedByAnyColumnAndHasIt) {
    for (const auto& trace : runs()) {
        const auto view = work_columns_of(*trace);
        const auto steps = static_cast<std::size_t>(trace->step_count());
        for (std::size_t number = 0; number < work_columns().size(); ++number) {
            const std::string name{work_columns()[number].name};
            const int column = *work_column_called(name);
            ASSERT_EQ(column, static_cast<int>(number));
            const Scene scene = work_scene(*trace, {}, Palette::light(), {}, {.sorted_by = column});
            const auto heading =
                std::ranges::find(scene.hotspots, Click{click::SortBy{column}}, &Hotspot::click);
            ASSERT_NE(heading, scene.hotspots.end()) << name;
            std::vector<std::int64_t> counts;
            for (const std::string& value : view.at(name)) counts.push_back(std::stoll(value));
            std::ranges::stable_sort(counts, std::ranges::greater{});
            Strings wanted;
            for (const std::int64_t count : counts)
                wanted.push_back(scene_parts::with_commas(count));
            EXPECT_EQ(below(scene, heading->box, steps), wanted) << name;
        }
    }
}

TEST(TableForms, AtomicsStandBesideTheDegreeThatTheyCause) {
    const auto trace = testing::recorded_kernel("histogram/histogram_private.cu", {});
    const WorkTable table = work_table(*trace);
    ASSERT_GT(table.totals.atomic_requests, 0);
    const auto view = work_columns_of(*trace);
    for (std::size_t step = 0; step < table.rows.size(); ++step) {
        const WorkCounts& counts = table.rows[step].counts;
        EXPECT_EQ(view.at("atomic_requests")[step], std::to_string(counts.atomic_requests));
        EXPECT_EQ(view.at("atomic_wavefronts")[step], std::to_string(counts.atomic_wavefronts));
        EXPECT_EQ(counts.max_degree > 0, counts.requests() > 0);
    }
    EXPECT_GE(table.totals.global_sectors(), table.totals.global_ideal_sectors);
    const Scene scene = work_scene(*trace, {}, Palette::light());
    EXPECT_TRUE(std::ranges::any_of(scene.layers[1].labels,
                                    [](const Label& label) { return label.text == "atomics"; }));
}

TEST(TableForms, EarlierNamesOfColumnsAreUnderstood) {
    const auto name_of = [](const char* name) {
        return work_columns()[static_cast<std::size_t>(*work_column_called(name))].name;
    };
    EXPECT_EQ(name_of("requests"), "global_requests");
    EXPECT_EQ(name_of("sectors"), "global_sectors");
    EXPECT_EQ(name_of("ideal_sectors"), "global_ideal_sectors");
}

TEST(TableForms, NumbersKeepTheirDigitsAndWordsStayWords) {
    const Table table = table_of({{.name = "n"}, {.name = "word"}, {.name = "none"}},
                                 {{Numeral{"0.10000000000000000001"}, "12", {}},
                                  {Numeral{"nan"}, "=1+\"1\"", std::vector<int>{1, 2}}});
    EXPECT_EQ(to_json(table),
              "[\n{\"n\": 0.10000000000000000001, \"word\": \"12\", \"none\": null},\n"
              "{\"n\": \"nan\", \"word\": \"=1+\\\"1\\\"\", \"none\": [1,2]}\n]\n");
    EXPECT_EQ(to_csv(table),
              "n,word,none\n0.10000000000000000001,12,\nnan,\"'=1+\"\"1\"\"\",1 2\n");
    EXPECT_EQ(to_markdown(table),
              "| n | word | none |\n| ---: | ---: | ---: |\n"
              "| 0.10000000000000000001 | 12 |  |\n| nan | =1+\"1\" | 1 2 |\n");
    EXPECT_EQ(to_markdown(table_of({{.name = "text", .words = true}}, {{"a | b || c"}})),
              "| text |\n| :--- |\n| a \\| b \\|\\| c |\n");
}

}  // namespace table_forms_test
}  // namespace stridescope

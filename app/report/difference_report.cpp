// The report on two runs: what each of them cost, and how many times as much.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "app/analysis/difference.h"
#include "app/analysis/grid_clock.h"
#include "app/report/report.h"
#include "app/report/table_text.h"

namespace stridescope {
namespace {

using Json = nlohmann::ordered_json;

std::string run_text(const Trace& trace) {
    return fmt::format("{} (recorded on {}, {} of {} {})", command_line(trace.experiment()),
                       trace.device(), trace.blocks(), trace.grid(),
                       trace.grid() == 1 ? "block" : "blocks");
}

Json json_of(const Trace& trace) {
    return {{"flags", command_line(trace.experiment())},
            {"device", trace.device()},
            {"grid", trace.grid()},
            {"recorded_blocks", trace.blocks()}};
}

std::string json_text(const Trace& a, const Trace& b, const std::vector<Difference>& counts) {
    Json json{{"a", json_of(a)}, {"b", json_of(b)}, {"counts", Json::array()}};
    for (const Difference& count : counts) {
        const auto ratio = count.ratio();
        json["counts"].push_back({{"name", count.name},
                                  {"a", count.a},
                                  {"b", count.b},
                                  {"ratio", ratio ? Json(*ratio) : Json()}});
    }
    return json.dump(2) + "\n";
}

}  // namespace

std::string difference_report(const Trace& a, const Trace& b, ReportFormat format) {
    // Where blocks wait for each other, that is what it costs: it comes first.
    std::vector<Difference> counts;
    if (const auto pair = grid_pair(a, b)) counts = grid_differences(*pair);
    std::ranges::copy(differences(work_table(a), work_table(b)), std::back_inserter(counts));
    if (format == ReportFormat::json) return json_text(a, b, counts);
    const bool people = format == ReportFormat::text;
    TextTable table{.header = {people ? "" : "name", people ? "A" : "a", people ? "B" : "b",
                               people ? "A / B" : "ratio"}};
    for (const Difference& count : counts) {
        const auto ratio = count.ratio();
        const std::string share = !ratio   ? (people ? "–" : "")
                                  : people ? fmt::format("{:.2f}×", *ratio)
                                           : fmt::format("{:.6g}", *ratio);
        table.rows.push_back({std::string{people ? count.words : count.name},
                              std::to_string(count.a), std::to_string(count.b), share});
    }
    if (!people) return csv(table);
    return fmt::format("A: {}\nB: {}\n\n{}", run_text(a), run_text(b), aligned(table));
}

}  // namespace stridescope

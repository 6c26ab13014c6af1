// The report on two runs: what each of them cost, and how many times as much.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "app/analysis/difference.h"
#include "app/analysis/grid_clock.h"
#include "app/analysis/warp_clock.h"
#include "app/io/table.h"
#include "app/report/report.h"

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
    // Time comes first: what was measured of both, or, where blocks wait for each other, what that
    // cost while they were recorded.
    std::vector<Difference> counts = time_differences(a, b);
    if (const auto pair = grid_pair(a, b); pair && counts.empty()) counts = grid_differences(*pair);
    std::ranges::copy(differences(work_table(a), work_table(b)), std::back_inserter(counts));
    if (format == ReportFormat::json) return json_text(a, b, counts);
    const Table table = table_of<Difference>(
        counts,
        {{.name = "name",
          .cell = [](const Difference& count) { return Cell{count.name}; },
          .title = " ",
          .words = true,
          .shown = [](const Difference& count) { return std::string{count.words}; }},
         {.name = "a", .cell = [](const Difference& count) { return Cell{count.a}; }, .title = "A"},
         {.name = "b", .cell = [](const Difference& count) { return Cell{count.b}; }, .title = "B"},
         {.name = "ratio",
          .cell =
              [](const Difference& count) {
                  const auto ratio = count.ratio();
                  return ratio ? Cell{Numeral{fmt::format("{:.6g}", *ratio)}} : Cell{};
              },
          .title = "A / B",
          .shown =
              [](const Difference& count) {
                  const auto ratio = count.ratio();
                  return ratio ? fmt::format("{:.2f}×", *ratio) : std::string{"–"};
              }}});
    if (format == ReportFormat::csv) return to_csv(table);
    return fmt::format("A: {}\nB: {}\n\n{}", run_text(a), run_text(b), to_text(table));
}

}  // namespace stridescope

#include "app/cli/import_ncu.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "app/analysis/work.h"
#include "app/io/errors.h"
#include "app/io/printable.h"
#include "app/io/real_number.h"
#include "app/io/table.h"

namespace stridescope::cli {
namespace {

/// One of the four counts, and the metrics that measure it: by instruction first, as Nsight
/// Compute's source page has it; then the unit's own, which also see other traffic.
struct Counter {
    const char* name;
    std::int64_t WorkCounts::*modelled;
    std::array<std::string_view, 2> metrics;
};
constexpr std::array<Counter, 4> counters{
    {{"load_requests",
      &WorkCounts::load_requests,
      {"smsp__sass_inst_executed_op_shared_ld.sum", "smsp__inst_executed_op_shared_ld.sum"}},
     {"load_wavefronts",
      &WorkCounts::load_wavefronts,
      {"smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
       "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"}},
     {"store_requests",
      &WorkCounts::store_requests,
      {"smsp__sass_inst_executed_op_shared_st.sum", "smsp__inst_executed_op_shared_st.sum"}},
     {"store_wavefronts",
      &WorkCounts::store_wavefronts,
      {"smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
       "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"}}}};

using Fields = std::vector<std::string>;

/// The fields of one line; quotes may hold commas, and doubled quotes.
Fields split(std::string_view line) {
    Fields fields(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"') {
            if (quoted && i + 1 < line.size() && line[i + 1] == '"') {
                fields.back() += line[++i];
            } else {
                quoted = !quoted;
            }
        } else if (line[i] == ',' && !quoted) {
            fields.emplace_back();
        } else if (line[i] != '\r') {
            fields.back() += line[i];
        }
    }
    return fields;
}

/// "1,234" or "1234.0" as a number; nothing for anything else.
std::optional<std::int64_t> number(std::string text) {
    std::erase(text, ',');
    double value = 0;
    const auto [end, error] = read_real(text, value);
    constexpr double most = 0x1p53;  // further, a double does not count exactly
    const bool fits = value >= -most && value <= most;
    if (error != std::errc{} || end != text.data() + text.size() || !fits) return std::nullopt;
    return static_cast<std::int64_t>(value);
}

/// One launch as Nsight Compute saw it.
struct Launch {
    std::string kernel, grid, block;
    std::map<std::string, std::int64_t, std::less<>> metrics;  ///< those that are counted here
};

bool is_counted(std::string_view metric) {
    return std::ranges::any_of(counters, [metric](const Counter& counter) {
        return std::ranges::find(counter.metrics, metric) != counter.metrics.end();
    });
}

/// Launches by their ID, in the order of the file.
class LaunchReader {
  public:
    explicit LaunchReader(const std::string& source) : source_{source} {}

    std::vector<Launch> read(std::string_view csv) {
        while (!csv.empty()) {
            const std::size_t end = std::min(csv.find('\n'), csv.size());
            line(csv.substr(0, end));
            csv.remove_prefix(std::min(end + 1, csv.size()));
        }
        return std::move(launches_);
    }

  private:
    static constexpr std::size_t longest_line = std::size_t{1} << 20, most_launches = 100'000;

    void line(std::string_view text) {
        if (text.empty() || text.front() != '"') return;  // what ncu and the program say
        if (text.size() > longest_line) refuse("has a line longer than any of Nsight Compute's");
        Fields fields = split(text);
        if (fields.front() == "ID") {
            header_ = std::move(fields);
            return;
        }
        // The raw page's second line holds units: it has no ID.
        if (fields.size() != header_.size() || fields.front().empty()) return;
        const auto field = [&](std::string_view name) {
            const auto at = std::ranges::find(header_, name);
            return at == header_.end() ? std::string{}
                                       : fields[static_cast<std::size_t>(at - header_.begin())];
        };
        const auto [known, added] = index_.try_emplace(fields.front(), launches_.size());
        if (added) {
            if (launches_.size() == most_launches) refuse("lists too many launches");
            constexpr std::size_t longest_name = 300;
            launches_.push_back({printable(field("Kernel Name"), longest_name),
                                 printable(field("Grid Size"), longest_name),
                                 printable(field("Block Size"), longest_name),
                                 {}});
        }
        Launch& launch = launches_[known->second];
        if (const std::string metric = field("Metric Name"); !metric.empty()) {
            take(launch, metric, field("Metric Value"));
            return;
        }
        for (std::size_t i = 0; i < header_.size(); ++i) take(launch, header_[i], fields[i]);
    }

    static void take(Launch& launch, const std::string& metric, const std::string& value) {
        if (!is_counted(metric)) return;
        if (const auto count = number(value)) launch.metrics[metric] = *count;
    }

    [[noreturn]] void refuse(std::string_view why) const {
        throw UsageError(fmt::format("{} {}: give what `ncu --csv` printed.", source_, why));
    }

    const std::string& source_;
    std::vector<Launch> launches_;
    std::map<std::string, std::size_t> index_;
    Fields header_;
};

std::optional<std::int64_t> measured(const Launch& launch, const Counter& counter) {
    for (const std::string_view metric : counter.metrics) {
        if (const auto it = launch.metrics.find(metric); it != launch.metrics.end()) {
            return it->second;
        }
    }
    return std::nullopt;
}

/// "(3, 1, 1)" begins with the count that a one-dimensional launch has.
bool same_size(const std::string& size, std::int64_t count) {
    return size.empty() || size.starts_with(fmt::format("({},", count)) ||
           size == fmt::format("({})", count);
}

std::string metrics_for_ncu() {
    std::string list;
    for (const Counter& counter : counters) {
        list += (list.empty() ? "" : ",") + std::string{counter.metrics.front()};
    }
    return list;
}

struct Line {
    std::string kernel;
    const char* counter;
    std::int64_t modelled;
    std::optional<std::int64_t> measured;
    bool same_launch;
};

/// A kernel's name without its parameters; "*" where it is not the trace's launch.
std::string name_in_text(const Line& line) {
    constexpr std::size_t longest = 40;
    return printable(line.kernel.substr(0, line.kernel.find('(')), longest) +
           (line.same_launch ? "" : " *");
}

std::string count_in_text(const Line& line) {
    std::string count = line.counter;
    std::ranges::replace(count, '_', ' ');
    return count;
}

/// A line for each launch and count. For people the difference stands beside it.
Table table_of_lines(const std::vector<Line>& lines) {
    return table_of<Line>(
        lines, {{.name = "kernel",
                 .cell = [](const Line& line) { return Cell{line.kernel}; },
                 .words = true,
                 .shown = name_in_text},
                {.name = "count",
                 .cell = [](const Line& line) { return Cell{line.counter}; },
                 .words = true,
                 .shown = count_in_text},
                {.name = "modelled", .cell = [](const Line& line) { return Cell{line.modelled}; }},
                {.name = "measured",
                 .cell = [](const Line& line) { return Cell{line.measured}; },
                 .shown =
                     [](const Line& line) {
                         return line.measured ? std::to_string(*line.measured) : std::string{"-"};
                     }},
                {.name = "same_launch",
                 .cell = [](const Line& line) { return Cell{line.same_launch}; },
                 .title = "difference",
                 .shown =
                     [](const Line& line) {
                         return line.measured ? fmt::format("{:+d}", *line.measured - line.modelled)
                                              : std::string{"-"};
                     }}});
}

std::string text_of(const std::vector<Line>& lines, const Trace& trace) {
    std::string text = to_text(table_of_lines(lines));
    if (!std::ranges::all_of(lines, &Line::same_launch)) {
        text += "* launched with a different grid or block size than the trace: a different run.\n";
    }
    if (trace.blocks() < trace.grid()) {
        text += fmt::format(
            "The trace holds {} of {} blocks, and the GPU counted all: record with --blocks all.\n",
            trace.blocks(), trace.grid());
    }
    return text;
}

}  // namespace

std::string import_ncu(const std::string& csv_text, const std::string& source, const Trace& trace,
                       ReportFormat format) {
    const WorkCounts totals = work_table(trace).totals;
    std::vector<Line> lines;
    bool any = false;
    for (const Launch& launch : LaunchReader{source}.read(csv_text)) {
        const bool same =
            same_size(launch.grid, trace.grid()) && same_size(launch.block, trace.threads());
        for (const Counter& counter : counters) {
            const auto value = measured(launch, counter);
            any = any || value;
            lines.push_back({launch.kernel, counter.name, totals.*counter.modelled, value, same});
        }
    }
    if (!any) {
        throw UsageError(
            fmt::format("{} has no counts of shared memory: create one with `ncu --csv --page raw "
                        "--clock-control none --metrics {} PROGRAM > FILE.csv`.",
                        source, metrics_for_ncu()));
    }
    if (format == ReportFormat::text) return text_of(lines, trace);
    const Table table = table_of_lines(lines);
    return format == ReportFormat::csv ? to_csv(table) : to_json(table);
}

}  // namespace stridescope::cli

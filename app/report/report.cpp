#include "app/report/report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "app/analysis/async_copies.h"
#include "app/analysis/banks.h"
#include "app/analysis/check.h"
#include "app/analysis/difference.h"
#include "app/analysis/findings.h"
#include "app/analysis/grid.h"
#include "app/analysis/launch_names.h"
#include "app/analysis/lines.h"
#include "app/analysis/narration.h"
#include "app/analysis/number_text.h"
#include "app/analysis/occupancy.h"
#include "app/analysis/warp_clock.h"
#include "app/analysis/work.h"
#include "app/analysis/work_columns.h"
#include "app/io/table.h"

namespace stridescope {
namespace {

// The work table, step by step, warp by warp or site by site.

using Part = WorkColumn::Part;

/// A row of any of the cuts. What names it stands in `step`, `warp` or `site`.
struct AnyRow {
    WorkRow work{};
    TraceSite site{};
    std::size_t warp = 0;
    bool total = false;
};
using TableColumns = std::vector<ColumnOf<AnyRow>>;

std::vector<AnyRow> rows_of_steps(const Trace& trace) {
    WorkTable work = work_table(trace);
    std::vector<AnyRow> rows;
    for (WorkRow& row : work.rows) rows.push_back({.work = std::move(row)});
    rows.push_back({.work = {.step = {}, .counts = work.totals}, .total = true});
    return rows;
}

std::vector<AnyRow> rows_of_warps(const Trace& trace) {
    std::vector<AnyRow> rows;
    for (const WorkCounts& counts : work_by_warp(trace))
        rows.push_back({.work = {.step = {}, .counts = counts}, .warp = rows.size()});
    return rows;
}

std::vector<AnyRow> rows_of_sites(const Trace& trace) {
    std::vector<AnyRow> rows;
    for (const SiteWork& work : work_by_site(trace))
        rows.push_back({.work = {.step = {}, .counts = work.counts}, .site = work.site});
    return rows;
}

std::vector<AnyRow> rows_by(const Trace& trace, ReportCut cut) {
    if (cut == ReportCut::warp) return rows_of_warps(trace);
    if (cut == ReportCut::site) return rows_of_sites(trace);
    return rows_of_steps(trace);
}

/// "up-sweep" where the stride has a column of its own, else "up-sweep 4".
std::string name_of_row(const AnyRow& row, bool stride_apart) {
    if (row.total) return "total";
    const Step& step = row.work.step;
    return stride_apart ? phase_of(step) : name_of(step);
}

/// The columns that tell what a row is of.
TableColumns naming_columns(ReportCut cut, bool strides) {
    if (cut == ReportCut::warp)
        return {{.name = "warp", .cell = [](const AnyRow& row) { return Cell{row.warp}; }}};
    if (cut == ReportCut::site) {
        return {
            {.name = "event",
             .cell = [](const AnyRow& row) { return Cell{access_name(row.site)}; },
             .words = true},
            {.name = "line", .cell = [](const AnyRow& row) { return Cell{row.site.line}; }},
            {.name = "operand", .cell = [](const AnyRow& row) { return Cell{row.site.operand}; }}};
    }
    TableColumns columns{
        {.name = "phase",
         .cell = [strides](const AnyRow& row) { return Cell{name_of_row(row, strides)}; },
         .title = strides ? "phase" : "step",
         .words = true}};
    if (!strides) return columns;
    columns.push_back(
        {.name = "stride",
         .cell = [](const AnyRow& row) { return row.total ? Cell{} : Cell{row.work.step.stride}; },
         .shown =
             [](const AnyRow& row) {
                 const int stride = row.work.step.stride;
                 return stride == 0 ? std::string{} : std::to_string(stride);
             }});
    return columns;
}

const WorkRow& work_of(const AnyRow& row) {
    return row.work;
}

ColumnOf<AnyRow> titled_count(const WorkColumn& column, bool adds_only) {
    const bool adds = adds_only || column.operations_brief.empty();
    auto titled = count_column<AnyRow>(column, work_of);
    titled.title = adds ? column.brief : column.operations_brief;
    if (column.part == Part::shared) {
        titled.cell = [of = titled.cell](const AnyRow& row) {
            return is_uncounted(row.site) ? Cell{} : of(row);
        };
    }
    return titled;
}

ColumnOf<AnyRow> titled_form(const WorkColumn& column, const std::string& title) {
    auto titled = form_column<AnyRow>(column, work_of);
    titled.title = "=" + title;
    titled.shown = [&column](const AnyRow& row) {
        const auto& formula = row.work.*column.form;
        const bool differs = formula && *formula != column.of(row.work.counts);
        return Cell{formula}.text() + (differs ? " *" : "");
    };
    return titled;
}

/// Adds first, as reports have had them.
TableColumns form_columns(bool adds_only) {
    TableColumns columns;
    for (const WorkColumn& column : work_columns()) {
        if (column.form == nullptr) continue;
        columns.insert(columns.begin(), titled_form(column, titled_count(column, adds_only).title));
    }
    return columns;
}

/// Whether the table for people has that count: atomics, and requests within clusters, only
/// where there are some.
bool is_told(const WorkColumn& column, const std::vector<AnyRow>& rows) {
    if (column.weight > 0 && column.part != Part::global && column.group != "atomics" &&
        column.group != "of the cluster")
        return true;
    return std::ranges::any_of(rows, [&](const AnyRow& row) {
        // All counts of a group come and go together.
        return std::ranges::any_of(work_columns(), [&](const WorkColumn& other) {
            return other.part == column.part && other.group == column.group &&
                   other.of(row.work.counts) != 0;
        });
    });
}

/// Those of the counts, in the order in which pictures have them.
TableColumns told_columns(const std::vector<AnyRow>& rows, bool adds_only,
                          std::initializer_list<Part> parts) {
    TableColumns columns;
    for (const Part part : parts) {
        for (const WorkColumn& column : work_columns()) {
            if (column.part == part && is_told(column, rows))
                columns.push_back(titled_count(column, adds_only));
        }
    }
    return columns;
}

/// The table of the chosen cut with all counts; of steps, with closed forms and, in its last row,
/// the totals.
Table work_table_by(const Trace& trace, ReportCut cut) {
    TableColumns columns = naming_columns(cut, true);
    for (const WorkColumn& column : work_columns()) columns.push_back(titled_count(column, true));
    if (cut == ReportCut::step) std::ranges::move(form_columns(true), std::back_inserter(columns));
    return table_of(rows_by(trace, cut), std::move(columns));
}

/// The work table for people: one table of what threads do in a block and its shared memory, and
/// one of global memory and lanes. Each fits a terminal. What is 0 in every row may be left out,
/// and differences from the closed form have an asterisk.
std::vector<Table> work_tables_for_people(const Trace& trace, ReportCut cut) {
    const std::vector<AnyRow> rows = rows_by(trace, cut);
    const bool adds = adds_only(trace);
    const bool forms = cut == ReportCut::step && work_table(trace).has_forms();
    TableColumns first = naming_columns(cut, forms), second = first;
    std::ranges::move(told_columns(rows, adds, {Part::threads, Part::shared}),
                      std::back_inserter(first));
    if (forms) std::ranges::move(form_columns(adds), std::back_inserter(first));
    const TableColumns rest = told_columns(rows, adds, {Part::global, Part::lanes});
    std::vector<Table> tables{table_of(rows, std::move(first))};
    if (rest.empty()) return tables;
    std::ranges::copy(rest, std::back_inserter(second));
    tables.push_back(table_of(rows, std::move(second)));
    return tables;
}

std::string memory_text(const LaunchFacts& launch) {
    if (launch.shared_bytes == 0) return {};
    return fmt::format(", {} bytes of shared memory per block", launch.shared_bytes);
}

std::string array_text(const Trace& trace, ArrayId id, const TypedArray& values) {
    constexpr std::size_t most_shown = 16;
    const std::size_t first = values.size() > most_shown ? values.size() - most_shown : 0;
    std::string text = fmt::format("{}{}", trace.name_of(id), first > 0 ? " …" : "");
    for (std::size_t i = first; i < values.size(); ++i) text += " " + values.text(i);
    return text + "\n";
}

/// "Tiled transpose · transpose<<<(2, 2), (32, 32)>>> · 4 of 4 blocks …", one line or more.
std::string text_head(const Trace& trace) {
    std::string text = trace.facts().title + "\n";
    const TraceData& run = trace.data();
    for (const std::string* note : {&run.guessed, &run.stopped, &run.shortened}) {
        if (!note->empty()) text += *note + ".\n";
    }
    const auto& launches = trace.launches();
    constexpr std::size_t most_launches = 6;
    for (std::size_t k = 0; k < std::min(launches.size(), most_launches); ++k) {
        text += launch_text(launches[k]) + memory_text(launches[k]) + "\n";
    }
    if (launches.size() > most_launches)
        text += fmt::format("… and {} more launches\n", launches.size() - most_launches);
    if (launches.empty()) text += "It launched no kernel.\n";
    text += fmt::format("recorded on the {}, {} of {} block{}\n", trace.device_words(),
                        trace.blocks(), trace.grid(), trace.grid() == 1 ? "" : "s");
    return text;
}

/// Whether it is right, and what the arrays that it wrote hold at their end.
std::string text_result(const Trace& trace) {
    std::string text;
    if (const auto wrong = first_wrong(trace)) {
        text += fmt::format("WRONG: {}\n", wrong_text(trace, *wrong));
    } else if (is_checked(trace)) {
        text += fmt::format("correct: equal to {}\n", oracle_name(trace));
    } else {
        text += "not checked: nothing says what is expected (--expect, or the card's)\n";
    }
    for (std::size_t k = 0; k < trace.facts().arrays.size(); ++k) {
        const auto id = static_cast<ArrayId>(k);
        const bool written = trace.facts().arrays[k].role == Role::output;
        if (written && trace.contents(id).after.size() > 0)
            text += array_text(trace, id, trace.contents(id).after);
    }
    if (const auto code = trace.data().exit_code; code.value_or(0) != 0)
        text += fmt::format("Its main returned {}.\n", *code);
    if (!trace.data().printed.empty()) {
        const std::string times =
            trace.data().measures_time ? fmt::format(" ({})", whose_times) : std::string{};
        text += fmt::format("It printed{}:\n{}", times, trace.data().printed);
    }
    if (!text.ends_with('\n')) text += '\n';
    return text;
}

constexpr std::size_t most_faults_told = 20;

/// What is wrong with it, line by line, the first cause first; of the result the end tells.
std::string findings_text(const Trace& trace) {
    std::string text;
    std::size_t faults = 0;
    for (const Finding& found : findings(trace)) {
        if (found.kind == Finding::Kind::result) continue;
        if (found.is_fault() && ++faults > most_faults_told) continue;
        text += fmt::format("! {}\n", with_times(found));
    }
    if (faults > most_faults_told)
        text += fmt::format("! … and {} more\n", faults - most_faults_told);
    return text;
}

std::string broken_text(const TraceFacts& facts) {
    if (!facts.is_broken()) return {};
    const std::string_view summary = facts.broken.summary;
    std::string text = fmt::format("BROKEN ON PURPOSE: {}{}The correct version is {}.\n", summary,
                                   summary.empty() ? "" : " ", facts.broken.correct);
    if (!facts.broken.hidden.empty()) text += facts.broken.hidden + "\n";
    return text;
}

std::string head_text(const Trace& trace) {
    return text_head(trace) + broken_text(trace.facts()) + findings_text(trace);
}

/// How well the accesses to global memory were coalesced.
std::string global_text(const Trace& trace) {
    const WorkCounts totals = work_table(trace).totals;
    const auto some = [](std::int64_t count, const char* noun) {
        return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
    };
    const std::string atomics =
        totals.global_atomic_requests == 0
            ? std::string{}
            : fmt::format(", {} in {}", some(totals.global_atomic_requests, "atomic"),
                          totals.global_atomic_sectors);
    return fmt::format(
        "global memory: {} of warps in {} of 32 bytes, {} in {}{}; as few as {} would do.\n",
        some(totals.global_load_requests, "load"), some(totals.global_load_sectors, "sector"),
        some(totals.global_store_requests, "store"), totals.global_store_sectors, atomics,
        totals.global_ideal_sectors);
}

/// How often warps reach other blocks' shared memory.
std::string remote_text(const Trace& trace) {
    const std::int64_t requests = work_table(trace).totals.remote_requests;
    if (requests == 0) return {};
    return fmt::format(
        "cluster: {} request{} of warps to shared memory of blocks of their cluster, by rank; what "
        "that costs was not measured.\n",
        requests, requests == 1 ? "" : "s");
}

/// What loads come to as nvcc compiles them, where that is something else.
std::string compiled_text(const Trace& trace) {
    std::string text;
    for (const CompiledLine& line : as_compiled(trace).lines)
        text += fmt::format("{}, {}.\n", line_name(trace, line.line), words_of(line));
    return text;
}

/// How much of what warps executed was done by active lanes.
std::string lanes_text(const Trace& trace) {
    const WorkCounts totals = work_table(trace).totals;
    if (totals.lane_slots == 0) return {};
    return fmt::format(
        "divergence: {} of {} lane slots used, {}.\n", totals.lanes_used, totals.lane_slots,
        percent(static_cast<double>(totals.lanes_used) / static_cast<double>(totals.lane_slots)));
}

/// When the first recorded block's asynchronous copies were begun, committed and waited for.
std::string copies_text(const Trace& trace) {
    if (trace.copies().empty()) return {};
    const int block = trace.copies().front().block;
    const auto count = std::ranges::count(trace.copies(), block, &CopyGroup::block);
    constexpr std::ptrdiff_t most = 12;
    std::string text = fmt::format("asynchronous copies{}:\n",
                                   trace.grid() > 1 ? fmt::format(" of block {}", block) : "");
    for (std::ptrdiff_t k = 0; k < std::min(count, most); ++k)
        text +=
            fmt::format("  {}\n", copy_text(trace, trace.copies()[static_cast<std::size_t>(k)]));
    if (count > most) text += fmt::format("  and {} more\n", count - most);
    return text;
}

/// Copies that no count of shared memory has, since nobody measured what they cost there.
std::string unmeasured_text(const Trace& trace) {
    std::string text;
    for (const auto& [place, operation] : uncounted_lines(trace))
        text +=
            fmt::format("{}, {}: what it costs in banks was not measured, and is not counted.\n",
                        line_name(trace, place), operation);
    return text;
}

/// When its warps did what, in few words.
std::string times_text(const Trace& trace) {
    const WarpTimes* times = trace.times();
    if (times == nullptr) return {};
    const WorkAndWait sum = work_and_wait(warp_stretches(trace));
    std::string text = fmt::format(
        "times: {:.2f} µs on {} ({:.2f} … {:.2f} in {} runs); while times are told {:.2f} times as "
        "long, a recorded block {:.2f} times. Warps spent {} of their time at barriers.\n",
        times->plain_us.kept, times->device, times->plain_us.least, times->plain_us.most,
        times->runs, times->factor(), times->block_factor(), percent(sum.waiting_share()));
    for (std::size_t k = 0; k < std::min(times->launches.size(), trace.launches().size()); ++k) {
        const LaunchFacts& launch = trace.launches()[k];
        const auto& [x, y, z] = launch.block;
        text += fmt::format(
            "{}: {} registers a thread, {} bytes of shared memory a block; a multiprocessor has "
            "{}.\n",
            launch.kernel, times->launches[k].registers, times->launches[k].shared_bytes,
            room_text(*times, k, static_cast<int>(x * y * z)));
    }
    return text;
}

}  // namespace

std::string occupancy_report(const Trace& trace, const Chip& chip) {
    std::string text;
    for (std::size_t k = 0; k < trace.launches().size(); ++k)
        text += fmt::format("{}: {}.\n", trace.launches()[k].kernel,
                            chip_text(occupancy_of(trace, k, chip), chip));
    return text;
}

std::string report(const Trace& trace, ReportFormat format, ReportCut cut) {
    if (format == ReportFormat::json) return json_report(trace, cut);
    if (format == ReportFormat::csv) return to_csv(work_table_by(trace, cut));
    const std::vector<Table> tables = work_tables_for_people(trace, cut);
    std::string text = head_text(trace) + "\n" + to_text(tables.front());
    if (cut == ReportCut::step) {
        text +=
            "loads, stores: requests of warps to shared memory. excess: wavefronts that bank "
            "conflicts cost.\n";
        if (work_table(trace).has_forms()) {
            text += fmt::format("={}, =threads: what the textbook's closed form says.\n",
                                adds_only(trace) ? "adds" : "ops");
        }
    }
    for (std::size_t more = 1; more < tables.size(); ++more)
        text += "\nglobal memory, and lane slots:\n" + to_text(tables[more]);
    if (cut == ReportCut::step)
        text += global_text(trace) + remote_text(trace) + lanes_text(trace) + copies_text(trace) +
                unmeasured_text(trace) + compiled_text(trace) + times_text(trace);
    if (text.find(" *\n") != std::string::npos || text.find(" * ") != std::string::npos) {
        text += "* differs from the closed form\n";
    }
    return text + "\n" + text_result(trace);
}

std::string narration(const Trace& trace, int block) {
    if (trace.blocks() > 0 && (block < 0 || block >= trace.blocks())) {
        throw UsageError(fmt::format("There is no block {}: the trace has blocks 0 … {}.", block,
                                     trace.blocks() - 1));
    }
    std::string text;
    int step = 0;
    for (const std::string& sentence : narrate_all(trace, block)) {
        text += fmt::format("{}. {}\n", ++step, sentence);
    }
    return text.empty() ? "Nothing was recorded: there are no elements to scan.\n" : text;
}

// The report on two runs: what each of them cost, and how many times as much.

namespace {

using Json = nlohmann::ordered_json;

std::string run_text(const Trace& trace) {
    return fmt::format("{} (recorded on {}, {} of {} {})", command_line(trace.experiment()),
                       trace.device_words(), trace.blocks(), trace.grid(),
                       trace.grid() == 1 ? "block" : "blocks");
}

Json json_of(const Trace& trace) {
    return {{"flags", command_line(trace.experiment())},
            {"device", trace.device_words()},
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

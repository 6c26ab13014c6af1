#include "app/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "app/analysis/as_compiled.h"
#include "app/analysis/check.h"
#include "app/analysis/findings.h"
#include "app/analysis/lines.h"
#include "app/analysis/narration.h"
#include "app/analysis/number_text.h"
#include "app/analysis/races.h"
#include "app/analysis/work.h"
#include "app/report/json_report.h"
#include "app/report/text_report.h"
#include "app/report/work_text.h"

namespace stridescope {
namespace {

/// A race is there in every block and at every stride: the first ones tell what is to be known.
constexpr std::size_t most_races_told = 3;

/// What is wrong with it, line by line; of the result the end tells.
std::string findings_text(const Trace& trace) {
    std::string text;
    for (const Diagnostic& found : trace.diagnostics()) {
        text += fmt::format("! {}\n", found.message);
    }
    const std::vector<Race> races = races_of(trace);
    for (std::size_t i = 0; i < std::min(races.size(), most_races_told); ++i) {
        text += fmt::format("! {}\n", sentence(trace, races[i]));
    }
    if (races.size() > most_races_told) {
        text += fmt::format("! … and {} more races\n", races.size() - most_races_told);
    }
    for (const Finding& found : findings(trace)) {
        using Kind = Finding::Kind;
        // Races and diagnostics stand above, the result below the table.
        const bool told = found.kind == Kind::diagnostic || found.kind == Kind::race ||
                          found.kind == Kind::result;
        if (!told) text += fmt::format("! {}\n", found.text);
    }
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
    return fmt::format(
        "global memory: {} of warps in {} of 32 bytes, {} in {}; as few as {} would do.\n",
        some(totals.global_load_requests, "load"), some(totals.global_load_sectors, "sector"),
        some(totals.global_store_requests, "store"), totals.global_store_sectors,
        totals.global_ideal_sectors);
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

}  // namespace

std::string report(const Trace& trace, ReportFormat format, ReportCut cut) {
    if (format == ReportFormat::json) return json_report(trace, cut);
    const TextTable table = work_text(trace, cut, format == ReportFormat::text);
    if (format == ReportFormat::csv) return csv(table);
    std::string text = head_text(trace) + "\n" + aligned(table);
    if (cut == ReportCut::step) {
        text +=
            "loads, stores: requests of warps to shared memory. excess: wavefronts that bank "
            "conflicts cost.\n";
        if (work_table(trace).has_forms()) {
            text += fmt::format("={}, =threads: what the textbook's closed form says.\n",
                                adds_only(trace) ? "adds" : "ops");
        }
        text += global_text(trace) + lanes_text(trace) + compiled_text(trace);
    }
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

}  // namespace stridescope

#include "app/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/analysis/as_compiled.h"
#include "app/analysis/banks.h"
#include "app/analysis/check.h"
#include "app/analysis/copy_bars.h"
#include "app/analysis/copy_sites.h"
#include "app/analysis/findings.h"
#include "app/analysis/launch_names.h"
#include "app/analysis/lines.h"
#include "app/analysis/narration.h"
#include "app/analysis/number_text.h"
#include "app/analysis/occupancy.h"
#include "app/analysis/warp_clock.h"
#include "app/analysis/work.h"
#include "app/report/json_report.h"
#include "app/report/work_text.h"

namespace stridescope {
namespace {

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
    text += fmt::format("recorded on the {}, {} of {} block{}\n", trace.device(), trace.blocks(),
                        trace.grid(), trace.grid() == 1 ? "" : "s");
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
    if (!trace.data().printed.empty()) text += "It printed:\n" + trace.data().printed;
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

}  // namespace stridescope

// The report: what a trace cost, in numbers, as text for people and as CSV or JSON for programs.
#pragma once

#include <string>

#include "app/analysis/occupancy.h"
#include "app/trace/trace.h"

namespace stridescope {

enum class ReportFormat { text, csv, json };
enum class ReportCut { step, warp, site };

/// The whole report, ending in a newline. JSON has the keys of docs/report.md.
std::string report(const Trace& trace, ReportFormat format, ReportCut cut);
/// What it writes as JSON, which a source of its own makes.
std::string json_report(const Trace& trace, ReportCut cut);

/// What a multiprocessor of that chip has room for, a line for each launch.
std::string occupancy_report(const Trace& trace, const Chip& chip);

/// What two runs cost, count by count, and how many times as much `a` did. JSON has the keys of
/// docs/report.md.
std::string difference_report(const Trace& a, const Trace& b, ReportFormat format);

/// What happens, in a sentence or two a step, numbered from 1 as in the window, ending in a
/// newline. Throws UsageError for a block that is not recorded.
std::string narration(const Trace& trace, int block);

}  // namespace stridescope

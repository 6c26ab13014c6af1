// `stridescope-cli import-ncu`: Nsight Compute's counts beside what a trace says.
#pragma once

#include <string>

#include "app/report/report.h"
#include "app/trace/trace.h"

namespace stridescope::cli {

/// `csv`: what `ncu --csv` printed, of the page "raw" or "details"; `source` names it in errors.
/// For each kernel in it, requests and wavefronts of shared loads and stores as measured and as
/// modelled. Throws UsageError, saying which command makes one, if none of these is in it.
std::string import_ncu(const std::string& csv, const std::string& source, const Trace& trace,
                       ReportFormat format);

}  // namespace stridescope::cli

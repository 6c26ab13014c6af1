// `stridescope-cli bench`: how fast recording is, beside a plain scan on one core.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/report/report.h"

namespace stridescope::cli {

/// Medians of several runs of every kernel for every n, as a table in the chosen format.
std::string bench(const std::vector<std::int64_t>& sizes, ReportFormat format);

}  // namespace stridescope::cli

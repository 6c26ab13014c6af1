// `stridescope-cli bench`: how fast recording is, beside a plain scan on one core, and what it
// costs on a GPU.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/report/report.h"

namespace stridescope::cli {

/// Medians of several runs of every kernel for every n, as a table in the chosen format.
std::string bench(const std::vector<std::int64_t>& sizes, ReportFormat format);

/// The same of a GPU: the plain kernels, with some blocks recorded beside them, and all recorded.
/// Throws RunError, saying why, where no GPU can be used.
std::string bench_gpu(const std::vector<std::int64_t>& sizes, ReportFormat format);

}  // namespace stridescope::cli

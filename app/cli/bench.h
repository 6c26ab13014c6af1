// `stridescope-cli bench`: how fast recording is, beside a plain scan on one core, and what it
// costs on a GPU.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/experiment/text_spec.h"
#include "app/report/report.h"

namespace stridescope::cli {

/// Medians of several runs of every kernel for every n, as a table in the chosen format. Of runs
/// that take more memory than there is to spare only the first blocks are recorded. `progress` is
/// told the share that is done.
std::string bench(const std::vector<std::int64_t>& sizes, ReportFormat format,
                  const std::function<bool(double)>& progress);

/// The same of a GPU: the plain kernels, with some blocks recorded beside them, and all recorded.
/// Throws RunError, saying why, where no GPU can be used.
std::string bench_gpu(const std::vector<std::int64_t>& sizes, ReportFormat format);

/// How long a CUDA text's launches take on the GPU, nothing recorded. Throws as bench_gpu does.
std::string bench_text(const TextSpec& text, ReportFormat format);

}  // namespace stridescope::cli

// `stridescope-cli bench`: how fast recording is, beside a plain scan on one core.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
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

/// How long a CUDA text's launches take on the GPU, and, with `blocks`, how long while so many are
/// recorded. Throws RunError, saying why, where no GPU can be used.
std::string bench_text(const TextSpec& text, std::optional<int> blocks, ReportFormat format);

}  // namespace stridescope::cli

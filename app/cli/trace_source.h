// Where a command's trace comes from: a file, standard input, or a CUDA text that is run for it.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "app/cli/run_flags.h"
#include "app/trace/trace.h"

namespace stridescope::cli {

class TraceSource {
  public:
    explicit TraceSource(CLI::App& app);

    /// Reads it, or runs the text. Throws UsageError, RunError.
    std::shared_ptr<const Trace> trace() const;

  private:
    std::string path_, kernel_;
    RunFlags run_;
};

}  // namespace stridescope::cli

#include "app/cli/trace_source.h"

#include <fmt/format.h>

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "app/engine/engine.h"

namespace stridescope::cli {

TraceSource::TraceSource(CLI::App& app)
    : run_{app, {RunField::Part::text, RunField::Part::machine, RunField::Part::engine}} {
    app.add_option("trace", path_, "The trace file (.npz), - for stdin; or a CUDA text (.cu)")
        ->required();
    app.add_option("--kernel", kernel_, "Which of the text's kernels to run")->group("CUDA text");
}

std::shared_ptr<const Trace> TraceSource::trace() const {
    if (is_text_path(path_)) {
        return record(run_.run_of(path_, kernel_), {.progress = progress_bar("recording")});
    }
    if (run_.any() || !kernel_.empty()) {
        throw UsageError(
            fmt::format("{} is of a CUDA text (.cu): omit it for a trace.",
                        run_.any() ? run_.said().front().first : std::string{"--kernel"}));
    }
    return read_trace_or_stdin(path_);
}

}  // namespace stridescope::cli

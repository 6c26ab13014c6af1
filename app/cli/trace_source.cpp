#include "app/cli/trace_source.h"

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "app/engine/engine.h"

namespace stridescope::cli {

TraceSource::TraceSource(CLI::App& app) : text_{app}, machine_{app} {
    app.add_option("trace", path_, "The trace file (.npz), - for stdin; or a CUDA text (.cu)")
        ->required();
    const auto group = "CUDA text";
    app.add_option("--kernel", kernel_, "Which of the text's kernels to run")->group(group);
    app.add_option("--engine", engine_, "Where to run the text: auto, cpu (the machine) or cuda")
        ->group(group);
    app.add_option("--blocks", blocks_, "Which blocks to record: all, or first:K")->group(group);
}

std::shared_ptr<const Trace> TraceSource::trace() const {
    if (!is_text_path(path_)) {
        if (text_.any() || machine_.any() || !kernel_.empty() || !blocks_.empty() ||
            !engine_.empty()) {
            throw UsageError(
                "-D, --launch, --arg, --expect, --memory, --kernel, --blocks, --schedule, --sms, "
                "--resident and --engine are of a CUDA text (.cu): omit them for a trace.");
        }
        return read_trace_or_stdin(path_);
    }
    Experiment experiment;
    experiment.text = text_.spec(path_, kernel_);
    if (!blocks_.empty()) experiment.first_blocks = parse_blocks(blocks_);
    if (!engine_.empty()) experiment.engine = parse_engine(engine_);
    machine_.set(experiment);
    return record(experiment, {.progress = progress_bar("recording")});
}

}  // namespace stridescope::cli

#include "app/cli/command.h"

#include <fmt/format.h>

#include "app/cli/output.h"
#include "app/engine/engine.h"
#include "app/io/printable.h"
#include "app/trace/trace_file.h"

namespace stridescope::cli {

std::shared_ptr<const Trace> read_trace_or_stdin(const std::string& path) {
    return path == "-" ? read_trace_from_stdin() : read_trace(path);
}

void refuse_choice(const char* flag, const std::string& text, const std::string& all) {
    throw UsageError(fmt::format("Unknown {} \"{}\": choose one of {}.", flag, excerpt(text), all));
}

void add_format_flag(CLI::App& app, std::string& format) {
    app.add_option("--format", format, "How it is written")
        ->type_name("text|csv|json")
        ->capture_default_str();
}

ReportFormat parse_format(const std::string& text) {
    return choice<ReportFormat>(
        "--format", text,
        {{"text", ReportFormat::text}, {"csv", ReportFormat::csv}, {"json", ReportFormat::json}});
}

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

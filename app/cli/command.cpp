#include "app/cli/command.h"

#include <fmt/format.h>

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

}  // namespace stridescope::cli

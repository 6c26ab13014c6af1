#include "app/cli/command.h"

#include <fmt/format.h>

#include <span>

#include "app/cli/output.h"
#include "app/trace/trace_file.h"

namespace stridescope::cli {

std::shared_ptr<const Trace> read_trace_or_stdin(const std::string& path) {
    if (path != "-") return read_trace(path);
    const std::string text = read_stdin();
    const auto bytes = std::as_bytes(std::span{text});
    return decode_trace({bytes.begin(), bytes.end()}, "standard input");
}

void refuse_choice(const char* flag, const std::string& text, const std::string& all) {
    throw UsageError(fmt::format("Unknown {} \"{}\": choose one of {}.", flag, text, all));
}

ReportFormat parse_format(const std::string& text) {
    return choice<ReportFormat>(
        "--format", text,
        {{"text", ReportFormat::text}, {"csv", ReportFormat::csv}, {"json", ReportFormat::json}});
}

}  // namespace stridescope::cli

#include "app/trace/trace_file.h"

#include <fmt/format.h>

#include "app/io/atomic_file.h"
#include "app/io/memory_budget.h"
#include "app/io/printable.h"
#include "app/io/read_file.h"

namespace stridescope {
namespace {

WantedFile wanted_trace(std::string if_missing) {
    return {.what = "a trace file (.npz)",
            .most = memory_budget(),
            .if_missing = std::move(if_missing),
            .magic = "PK"};
}

}  // namespace

void write_trace(const Trace& trace, const std::filesystem::path& path) {
    write_file_atomically(path, encode_trace(trace));
}

std::unique_ptr<TraceReading> begin_to_read_trace(const std::filesystem::path& path) {
    const std::string name = shown_path(path);
    return std::make_unique<TraceReading>(
        read_file(path, wanted_trace(
                            fmt::format("record one with `stridescope-cli record -o {}`", name))),
        fmt::format("\"{}\"", name));
}

std::shared_ptr<const Trace> read_trace(const std::filesystem::path& path) {
    return begin_to_read_trace(path)->whole();
}

std::shared_ptr<const Trace> read_trace_from_stdin() {
    return TraceReading{read_stdin(wanted_trace({})), "standard input"}.whole();
}

}  // namespace stridescope

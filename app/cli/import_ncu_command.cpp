// `stridescope-cli import-ncu`: Nsight Compute's counts beside a trace's.
#include "app/cli/command.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>

#include "app/cli/import_ncu.h"
#include "app/io/memory_budget.h"
#include "app/io/printable.h"
#include "app/io/read_file.h"

namespace stridescope::cli {
namespace {

/// Enough for all metrics of thousands of launches.
constexpr std::uint64_t most_csv_bytes = std::uint64_t{1} << 28;

class ImportNcu : public Command {
  public:
    explicit ImportNcu(CLI::App& root)
        : Command{root, "import-ncu", "Compare Nsight Compute's counts with those of a trace"} {
        app().add_option("csv", csv_, "What `ncu --csv` printed, - for stdin")->required();
        app().add_option("trace", trace_, "The trace file (.npz), - for stdin")->required();
        add_format_flag(app(), format_);
    }

    int run() override {
        const auto format = parse_format(format_);
        if (csv_ == "-" && trace_ == "-") {
            throw UsageError("Both files cannot be standard input: give one of them by its name.");
        }
        const WantedFile wanted{.what = "what `ncu --csv` printed",
                                .most = std::min(memory_budget() / 16, most_csv_bytes)};
        const bool piped = csv_ == "-";
        const std::string csv = as_text(piped ? read_stdin(wanted) : read_file(csv_, wanted));
        write_text("-", import_ncu(csv, piped ? "Standard input" : shown_path(csv_),
                                   *read_trace_or_stdin(trace_), format));
        return fine;
    }

  private:
    std::string csv_, trace_, format_ = "text";
};

}  // namespace

std::unique_ptr<Command> import_ncu_command(CLI::App& root) {
    return std::make_unique<ImportNcu>(root);
}

}  // namespace stridescope::cli

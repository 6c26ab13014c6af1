// `stridescope-cli import-ncu`: Nsight Compute's counts beside a trace's.
#include "app/cli/commands.h"

#include <memory>
#include <string>

#include "app/cli/import_ncu.h"
#include "app/cli/output.h"

namespace stridescope::cli {
namespace {

class ImportNcu : public Command {
  public:
    explicit ImportNcu(CLI::App& root)
        : Command{root, "import-ncu", "Compare Nsight Compute's counts with those of a trace"} {
        app().add_option("csv", csv_, "What `ncu --csv` printed, - for stdin")->required();
        app().add_option("trace", trace_, "The trace file (.npz), - for stdin")->required();
        app().add_option("--format", format_, "text, csv or json")->capture_default_str();
    }

    int run() override {
        const auto format = parse_format(format_);
        const std::string csv = csv_ == "-" ? read_stdin() : read_text(csv_);
        write_data("-", import_ncu(csv, csv_ == "-" ? "standard input" : csv_,
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

// `stridescope-cli report`: what a trace cost, in figures and in words.
#include "app/cli/command.h"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "app/io/printable.h"
#include "app/report/report.h"

namespace stridescope::cli {
namespace {

class Report : public Command {
  public:
    explicit Report(CLI::App& root)
        : Command{root, "report", "Report what a run cost: work, requests, conflicts"},
          source_{app()} {
        add_format_flag(app(), format_);
        app()
            .add_option("--by", cut_, "What each line is of")
            ->type_name("step|warp|site")
            ->capture_default_str();
        app().add_option("--compare", compare_, "Another trace: what both cost, and the ratio");
        app().add_option("--chip", chip_,
                         "Also what a multiprocessor of this GPU has room for, such as A100");
        app().add_flag("--narrate", narrate_, "Describe in plain words what happens, step by step");
        app()
            .add_option("--block", block_, "Recorded block that --narrate describes, from 0")
            ->capture_default_str();
    }

    int run() override {
        const auto format = parse_format(format_);
        if (!narrate_ && app().get_option("--block")->count() > 0) {
            throw UsageError("--block says which block --narrate describes: omit it, or add that.");
        }
        if (narrate_ && app().get_option("--by")->count() > 0) {
            throw UsageError("--narrate goes through the steps: omit --by.");
        }
        if (!compare_.empty()) {
            if (narrate_ || cut_ != "step") {
                throw UsageError("--compare compares whole runs: omit --narrate and --by.");
            }
            const auto trace = source_.trace();
            write_text("-", difference_report(*trace, *read_trace_or_stdin(compare_), format));
            return fine;
        }
        if (narrate_) {
            if (format != ReportFormat::text) {
                throw UsageError("--narrate writes text: omit --format.");
            }
            write_text("-", narration(*source_.trace(), block_));
            return fine;
        }
        const auto cut = choice<ReportCut>(
            "--by", cut_,
            {{"step", ReportCut::step}, {"warp", ReportCut::warp}, {"site", ReportCut::site}});
        const auto trace = source_.trace();
        write_text("-", report(*trace, format, cut) +
                            (chip_.empty() ? "" : occupancy_report(*trace, chip_named(format))));
        return fine;
    }

  private:
    const Chip& chip_named(ReportFormat format) const {
        if (format != ReportFormat::text)
            throw UsageError("--chip is told in text: omit --format.");
        if (const Chip* chip = chip_called(chip_)) return *chip;
        std::string names;
        for (const std::string_view name : chip_names())
            names += fmt::format("{}{}", names.empty() ? "" : ", ", name);
        throw UsageError(fmt::format("Unknown GPU {:?}: --chip takes {}.", excerpt(chip_), names));
    }

    TraceSource source_;
    std::string compare_, chip_;
    bool narrate_ = false;
    int block_ = 0;
    std::string format_ = "text", cut_ = "step";
};

}  // namespace

std::unique_ptr<Command> report_command(CLI::App& root) {
    return std::make_unique<Report>(root);
}

}  // namespace stridescope::cli

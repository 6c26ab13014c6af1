// `stridescope-cli ladder`: how long scans take on this machine, from one core to a copy.
#include "app/cli/command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/run_flags.h"
#include "app/engine/text_on_gpu.h"
#include "app/export/export.h"
#include "app/ladder/ladder.h"
#include "app/ladder/measure/measure.h"
#include "app/report/ladder_report.h"

namespace stridescope::cli {
namespace {

bool is_ladder_path(const std::string& path) {
    return std::filesystem::path{path}.extension() == ".json";
}

class LadderCommand : public Command {
  public:
    explicit LadderCommand(CLI::App& root)
        : Command{root, "ladder",
                  "Measure how long scans take, from one CPU core to a copy on the GPU"},
          run_{app(), {RunField::Part::text}} {
        app().add_option("files", files_,
                         "CUDA texts (.cu) to time as well, or one saved ladder (.json) to show");
        app()
            .add_option("--n", sizes_,
                        "Number of elements; may be repeated (default: 1000, 10000 … 1000000000)")
            ->check(CLI::Range(std::int64_t{1}, std::int64_t{2'000'000'000}));
        app()
            .add_option("--type", type_, "What is scanned")
            ->type_name("f32|i32")
            ->capture_default_str();
        app()
            .add_option("--rungs", plan_.rungs,
                        "Only these: ids, or cpu, sections, scan, library, roof; may be repeated")
            ->allow_extra_args(false);
        app()
            .add_option("--runs", plan_.runs, "How often each is timed")
            ->check(CLI::Range(3, 1000))
            ->capture_default_str();
        app()
            .add_option("--seconds", plan_.seconds,
                        "Seconds after which a rung is not timed again, but three times at least")
            ->check(CLI::Range(0.0, 3600.0))
            ->capture_default_str();
        app()
            .add_option("-o,--output", output_, "The file to save it in; .json can be shown again")
            ->type_name(listed_endings(is_of_one_step, "|", "|"));
        app().add_flag(
            "--why", why_,
            "Say what the times on the GPU are made of, at the largest --n or the usual size");
        add_format_flag(app(), format_);
    }

    int run() override {
        const auto format = parse_format(format_);
        std::optional<ExportFormat> saved_as;  // a wrong name is told before anything is measured
        if (!output_.empty()) saved_as = ladder_format_of(output_);
        const Interrupt stopped_in_between;
        const Ladder ladder = made();
        const std::int64_t at = sizes_.empty() ? usual_size(ladder) : std::ranges::max(sizes_);
        if (format == ReportFormat::text)
            write_text("-", ladder_table(ladder) + (why_ ? "\n" + ladder_why(ladder, at) : ""));
        else
            write_data("-", export_ladder(ladder, {},
                                          format == ReportFormat::csv ? ExportFormat::csv
                                                                      : ExportFormat::json));
        // Shown first: what was measured is not lost with a file that cannot be written.
        if (saved_as) write_data(output_, export_ladder(ladder, {}, *saved_as));
        const bool correct = std::ranges::all_of(
            ladder.results, [](const RungResult& result) { return result.wrong.empty(); });
        return correct ? fine : failed;
    }

  private:
    Ladder made() {
        const auto saved = std::ranges::find_if(files_, is_ladder_path);
        if (saved != files_.end()) {
            if (files_.size() > 1)
                throw UsageError("A saved ladder is shown alone: omit the other files.");
            for (const char* flag : {"--type", "--rungs", "--runs", "--seconds"}) {
                if (app().get_option(flag)->count() > 0)
                    throw UsageError(fmt::format("{}: a saved ladder is not measured.", flag));
            }
            return read_ladder(*saved);
        }
        for (const std::string& file : files_) plan_.own.push_back(run_.run_of(file, {}).text);
        if (files_.empty() && run_.any())
            throw UsageError("Flags of a CUDA text need one: name the .cu file.");
        plan_.type = choice<ElementType>("--type", type_,
                                         {{"f32", ElementType::f32}, {"i32", ElementType::i32}});
        plan_.sizes = sizes_;
        if (plan_.sizes.empty()) plan_.sizes = usual_sizes(why_no_text_on_gpu().empty());
        std::ranges::sort(plan_.sizes);
        plan_.sizes.erase(std::unique(plan_.sizes.begin(), plan_.sizes.end()), plan_.sizes.end());
        const auto bar = progress_bar("measuring");
        Ladder ladder = measure_ladder(plan_, [&](const LadderProgress& now) {
            if (bar) bar(now.done);
            return !Interrupt::asked();
        });
        ladder.program = "StrideScope " STRIDESCOPE_VERSION;
        return ladder;
    }

    std::vector<std::string> files_;
    std::vector<std::int64_t> sizes_;
    LadderPlan plan_;
    std::string type_ = "f32", output_, format_ = "text";
    bool why_ = false;
    RunFlags run_;
};

}  // namespace

std::unique_ptr<Command> ladder_command(CLI::App& root) {
    return std::make_unique<LadderCommand>(root);
}

}  // namespace stridescope::cli

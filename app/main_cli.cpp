// stridescope-cli: everything but the window, for scripts and for machines without a display.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/analysis/divergence.h"
#include "app/cli/bench.h"
#include "app/cli/frame_flags.h"
#include "app/cli/import_ncu.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/sight_flags.h"
#include "app/engine/engine.h"
#include "app/experiment_flags.h"
#include "app/export/export.h"
#include "app/report/report.h"
#include "app/report/table_text.h"
#include "app/trace/trace_file.h"
#include "kernels/catalog.h"

namespace stridescope::cli {
namespace {

constexpr int fine = 0, failed = 1, wrong_request = 2;

std::shared_ptr<const Trace> read_trace_or_stdin(const std::string& path) {
    if (path != "-") return read_trace(path);
    const std::string text = read_stdin();
    const auto bytes = std::as_bytes(std::span{text});
    return decode_trace({bytes.begin(), bytes.end()}, "standard input");
}

/// The value of `list` that `text` names; throws UsageError with all names.
template <class T>
T choice(const char* flag, const std::string& text,
         std::initializer_list<std::pair<std::string_view, T>> list) {
    std::string all;
    for (const auto& [name, value] : list) {
        if (name == text) return value;
        all += (all.empty() ? "" : ", ") + std::string{name};
    }
    throw UsageError(fmt::format("{} \"{}\" is not known: choose one of {}.", flag, text, all));
}

ReportFormat parse_format(const std::string& text) {
    return choice<ReportFormat>(
        "--format", text,
        {{"text", ReportFormat::text}, {"csv", ReportFormat::csv}, {"json", ReportFormat::json}});
}

/// One subcommand: its flags, and what it does once they are parsed. Returns the exit code.
class Command {
  public:
    explicit Command(CLI::App* app) : app_{app} {}
    Command(const Command&) = delete;
    Command& operator=(const Command&) = delete;
    virtual ~Command() = default;
    bool chosen() const { return app_->parsed(); }
    virtual int run() = 0;

  private:
    CLI::App* app_;
};

class Kernels : public Command {
  public:
    explicit Kernels(CLI::App& root)
        : Kernels(root.add_subcommand("kernels", "List the kernels")) {}

    int run() override {
        write_data("-", json_ ? json() : text());
        return fine;
    }

  private:
    explicit Kernels(CLI::App* app) : Command{app} {
        app->add_flag("--json", json_, "As JSON, with every limit");
    }
    static std::string json() {
        auto list = nlohmann::ordered_json::array();
        for (const auto& [info, expected] : catalogue()) {
            list.push_back({{"id", info.id},
                            {"title", info.title},
                            {"family", info.family},
                            {"summary", info.summary},
                            {"source", info.source},
                            {"header", info.header},
                            {"min_block", info.min_block},
                            {"max_block", info.max_block},
                            {"max_coarsen", info.max_coarsen},
                            {"power_of_two_section", info.power_of_two_section},
                            {"one_thread", info.one_thread},
                            {"exclusive", info.takes_exclusive},
                            {"scope", info.scope == Scope::whole ? "whole" : "section"},
                            {"broken", info.is_broken()},
                            {"twin", nullptr},
                            {"card", nullptr}});
            if (!info.is_broken()) continue;
            const Broken& broken = info.broken;
            list.back()["twin"] = broken.correct;
            list.back()["card"] = {{"see", broken.see},
                                   {"why", broken.why},
                                   {"mend", broken.mend},
                                   {"met", broken.met}};
        }
        return list.dump(2) + "\n";
    }
    static std::string text() {
        TextTable table{.header = {"kernel", "block", "coarsen", "what it does"}};
        for (const auto& [info, expected] : right_kernels()) {
            table.rows.push_back(
                {std::string{info.id}, fmt::format("{}–{}", info.min_block, info.max_block),
                 info.max_coarsen > 1 ? fmt::format("1–{}", info.max_coarsen) : std::string{"1"},
                 std::string{info.summary}});
        }
        TextTable broken{.header = {"broken on purpose", "right twin", "what is wrong"}};
        for (const auto& [info, expected] : broken_kernels()) {
            broken.rows.push_back({std::string{info.id}, std::string{info.broken.correct},
                                   std::string{info.summary}});
        }
        table.left_columns = table.header.size();
        broken.left_columns = broken.header.size();
        return aligned(table) + "\n" + aligned(broken);
    }
    bool json_ = false;
};

class Record : public Command {
  public:
    explicit Record(CLI::App& root)
        : Record(root.add_subcommand("record", "Run a kernel and record its trace")) {}

    int run() override {
        const auto trace = record(flags_.experiment(),
                                  {.workers = workers_, .progress = progress_bar("recording")});
        const auto bytes = encode_trace(*trace);
        write_data(output_, bytes);
        for (const Diagnostic& found : trace->diagnostics()) {
            fmt::print(stderr, "stridescope-cli: note: {}\n", found.message);
        }
        return fine;
    }

  private:
    explicit Record(CLI::App* app) : Command{app}, flags_{*app} {
        app->add_option("-o,--output", output_, "The trace file to write (.npz), - for stdout")
            ->required();
        app->add_option("--workers", workers_, "Host threads (default: one per core)")
            ->check(CLI::Range(1, 1024));
    }
    ExperimentFlags flags_;
    std::string output_;
    int workers_ = 0;
};

class Report : public Command {
  public:
    explicit Report(CLI::App& root)
        : Report(
              root.add_subcommand("report", "Say what a trace cost: work, requests, conflicts")) {}

    int run() override {
        const auto format = parse_format(format_);
        if (!compare_.empty()) {
            if (narrate_ || cut_ != "step") {
                throw UsageError("--compare is of whole runs: leave --narrate and --by away.");
            }
            const auto trace = read_trace_or_stdin(trace_);
            write_data("-", difference_report(*trace, *read_trace_or_stdin(compare_), format));
            return fine;
        }
        if (narrate_) {
            if (format != ReportFormat::text) {
                throw UsageError("--narrate is text: leave --format away.");
            }
            write_data("-", narration(*read_trace_or_stdin(trace_), block_));
            return fine;
        }
        const auto cut = choice<ReportCut>(
            "--by", cut_,
            {{"step", ReportCut::step}, {"warp", ReportCut::warp}, {"site", ReportCut::site}});
        write_data("-", report(*read_trace_or_stdin(trace_), format, cut));
        return fine;
    }

  private:
    explicit Report(CLI::App* app) : Command{app} {
        app->add_option("trace", trace_, "The trace file (.npz), - for stdin")->required();
        app->add_option("--format", format_, "text, csv or json")->capture_default_str();
        app->add_option("--by", cut_, "One line per step, warp or site")->capture_default_str();
        app->add_option("--compare", compare_,
                        "Another trace: what both cost, and how many times as much");
        app->add_flag("--narrate", narrate_, "Say in plain words what happens, step by step");
        app->add_option("--block", block_, "Of which recorded block --narrate tells, from 0")
            ->capture_default_str();
    }
    std::string trace_, compare_;
    bool narrate_ = false;
    int block_ = 0;
    std::string format_ = "text", cut_ = "step";
};

class Export : public Command {
  public:
    explicit Export(CLI::App& root)
        : Export(root.add_subcommand("export", "Draw a view of a trace, or write its numbers")) {}

    int run() override {
        ExportRequest request{
            .view = parse_exported_view(view_),
            .axis = choice<HeatmapAxis>("--axis", axis_,
                                        {{"bank", HeatmapAxis::bank}, {"warp", HeatmapAxis::warp}}),
            .dark = dark_,
            .scale = scale_};
        request.step = step_;
        request.block = block_;
        request.events = choice<HeatEvents>("--events", events_,
                                            {{"both", HeatEvents::both},
                                             {"loads", HeatEvents::loads},
                                             {"stores", HeatEvents::stores}});
        request.measure = choice<HeatMeasure>("--measure", measure_,
                                              {{"worst", HeatMeasure::worst},
                                               {"total", HeatMeasure::total},
                                               {"per-request", HeatMeasure::per_request}});
        request.difference = difference_;
        request.event = event_;
        if (difference_ && compare_.empty()) {
            throw UsageError(
                "--difference is of two traces: name the other one with --compare OTHER.npz.");
        }
        if (!lock_.empty()) {
            request.lock = step_lock_called(lock_);
            if (!request.lock) {
                throw UsageError(fmt::format(
                    "There is no lock {:?}: choose stride, phase, progress or wavefronts.", lock_));
            }
            if (compare_.empty()) {
                throw UsageError(
                    "--lock is of two traces: name the other one with --compare OTHER.npz.");
            }
        }
        frames_.check(output_);  // a wrong name is told before the trace is read
        const bool beside = !compare_.empty() && is_two_pictures(request);
        sight_.apply_panes(beside, output_, request);
        const auto trace = read_trace_or_stdin(trace_);
        sight_.apply(*trace, beside, request);
        const auto compare = compare_.empty() ? nullptr : read_trace_or_stdin(compare_);
        if (frames_.wanted(output_)) {
            const Interrupt whole_or_not_at_all;
            export_frames(*trace, compare.get(), frames_.animation(request), output_,
                          [bar = progress_bar("drawing")](double done) {
                              return !Interrupt::asked() && (!bar || bar(done));
                          });
            return fine;
        }
        write_data(output_, export_view(*trace, compare.get(), request, format_of(output_)));
        return fine;
    }

  private:
    explicit Export(CLI::App* app) : Command{app}, sight_{*app}, frames_{*app} {
        app->add_option("trace", trace_, "The trace file (.npz), - for stdin")->required();
        app->add_option("--view", view_, "tree, memory, banks, heatmap, work, grid or source")
            ->required();
        app->add_option("-o,--output", output_,
                        "The file to write: .png, .svg, .pdf, .csv, .json; .gif or .webp, or a "
                        "series such as step-%03d.png")
            ->required();
        app->add_option("--step", step_, "Step of the timeline, from 0 (default: the last)");
        app->add_option("--block", block_,
                        "Recorded block, from 0 (default: 0; heatmap: the worst of all)");
        app->add_option("--axis", axis_, "Heatmap: steps by bank or by warp")
            ->capture_default_str();
        app->add_option("--compare", compare_,
                        "Another trace, drawn beside it; heatmaps and grids on the same scale");
        app->add_option("--lock", lock_,
                        "Which step of the other trace is drawn: stride, phase, progress or "
                        "wavefronts (default: stride); heatmap: two pictures, each with its step");
        app->add_option("--event", event_,
                        "Grid: so many events between blocks have happened (default: all)");
        app->add_flag("--difference", difference_,
                      "Heatmap: one map of how much more or less than in the other trace");
        app->add_option("--events", events_, "Heatmap: count both, loads or stores")
            ->capture_default_str();
        app->add_option("--measure", measure_,
                        "Heatmap: worst degree, total of wavefronts, or per-request")
            ->capture_default_str();
        app->add_flag("--dark", dark_, "Pictures on dark ground");
        app->add_option("--scale", scale_, "PNG: pixels per unit (default: 2, less if very wide)")
            ->check(CLI::Range(0.05, 16.0));
    }
    SightFlags sight_;
    FrameFlags frames_;
    std::string trace_, view_, output_, compare_, lock_, axis_ = "bank", events_ = "both",
                                                         measure_ = "worst";
    std::optional<int> step_, block_;
    std::optional<std::size_t> event_;
    bool dark_ = false, difference_ = false;
    double scale_ = 0;
};

class Verify : public Command {
  public:
    explicit Verify(CLI::App& root)
        : Verify(root.add_subcommand("verify", "Run on the CPU and on the GPU and compare")) {}

    int run() override {
        Experiment experiment = flags_.experiment();
        if (experiment.engine == EngineChoice::automatic) experiment.engine = EngineChoice::cuda;
        const auto got = record(experiment);
        const auto expected = record(emulated_as_on_gpu(experiment));
        const TraceComparison compared = compare_traces(*expected, *got);
        if (compared.divergence) {
            fmt::print("first divergence: {}\n", compared.divergence->text);
            return failed;
        }
        fmt::print("identical: {} and {} ({})\n", expected->device(), got->device(),
                   sentence(compared.amounts));
        if (!compared.left_out.empty()) fmt::print("not compared: {}\n", compared.left_out);
        return fine;
    }

  private:
    explicit Verify(CLI::App* app) : Command{app}, flags_{*app} {}
    ExperimentFlags flags_;
};

class ImportNcu : public Command {
  public:
    explicit ImportNcu(CLI::App& root)
        : ImportNcu(root.add_subcommand(
              "import-ncu", "Compare Nsight Compute's counts with what a trace says")) {}

    int run() override {
        const auto format = parse_format(format_);
        const std::string csv = csv_ == "-" ? read_stdin() : read_text(csv_);
        write_data("-", import_ncu(csv, csv_ == "-" ? "standard input" : csv_,
                                   *read_trace_or_stdin(trace_), format));
        return fine;
    }

  private:
    explicit ImportNcu(CLI::App* app) : Command{app} {
        app->add_option("csv", csv_, "What `ncu --csv` printed, - for stdin")->required();
        app->add_option("trace", trace_, "The trace file (.npz), - for stdin")->required();
        app->add_option("--format", format_, "text, csv or json")->capture_default_str();
    }
    std::string csv_, trace_, format_ = "text";
};

class Bench : public Command {
  public:
    explicit Bench(CLI::App& root)
        : Bench(root.add_subcommand("bench", "Measure how fast recording is on this machine")) {}

    int run() override {
        const auto format = parse_format(format_);
        const bool gpu = parse_engine(engine_) == EngineChoice::cuda;
        write_data("-", gpu ? bench_gpu(sizes_, format) : bench(sizes_, format));
        return fine;
    }

  private:
    explicit Bench(CLI::App* app) : Command{app} {
        app->add_option("--n", sizes_, "Elements; may be given several times (default: 1048576)")
            ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 26));
        app->add_option("--format", format_, "text, csv or json")->capture_default_str();
        app->add_option("--engine", engine_, "cpu (the emulator), or cuda: what recording costs")
            ->capture_default_str();
    }
    std::vector<std::int64_t> sizes_{1 << 20};
    std::string format_ = "text", engine_ = "cpu";
};

int run(int argc, char** argv) {
    CLI::App app{
        "StrideScope records GPU prefix-sum kernels stride by stride and shows what their threads "
        "and memory banks do.\n\nTry:\n"
        "  stridescope-cli record --kernel brent-kung --block 1024 --n 1024 -o bk.npz\n"
        "  stridescope-cli report bk.npz",
        "stridescope-cli"};
    app.set_version_flag("--version", STRIDESCOPE_VERSION);
    app.require_subcommand(0, 1);
    app.failure_message([](const CLI::App* at, const CLI::Error& error) {
        return fmt::format("stridescope-cli: {} (see `{} --help`)\n", error.what(),
                           at->get_parent() ? "stridescope-cli " + at->get_name()
                                            : std::string{"stridescope-cli"});
    });
    std::vector<std::unique_ptr<Command>> commands;
    commands.push_back(std::make_unique<Kernels>(app));
    commands.push_back(std::make_unique<Record>(app));
    commands.push_back(std::make_unique<Report>(app));
    commands.push_back(std::make_unique<Export>(app));
    commands.push_back(std::make_unique<Verify>(app));
    commands.push_back(std::make_unique<ImportNcu>(app));
    commands.push_back(std::make_unique<Bench>(app));
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? fine : wrong_request;
    }
    for (const auto& command : commands) {
        if (command->chosen()) return command->run();
    }
    if (argc > 1)
        throw UsageError(
            fmt::format("\"{}\" is no command: see `stridescope-cli --help`.", argv[1]));
    fmt::print(stderr, "{}", app.help());
    return wrong_request;
}

}  // namespace
}  // namespace stridescope::cli

int main(int argc, char** argv) {
    using namespace stridescope;
    try {
        return cli::run(argc, argv);
    } catch (const UsageError& error) {
        fmt::print(stderr, "stridescope-cli: {}\n", error.what());
        return cli::wrong_request;
    } catch (const std::bad_alloc&) {
        fmt::print(stderr,
                   "stridescope-cli: Out of memory: record fewer blocks (--blocks first:8).\n");
    } catch (const std::exception& error) {
        fmt::print(stderr, "stridescope-cli: {}\n", error.what());
    }
    return cli::failed;
}

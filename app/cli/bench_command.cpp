// `stridescope-cli bench`: how fast recording is.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/run_flags.h"
#include "app/engine/engine.h"
#include "app/engine/text_on_gpu.h"
#include "app/experiment/text/library_texts.h"
#include "app/experiment/text/scan_flags.h"
#include "app/experiment/text_spec.h"
#include "app/io/memory_budget.h"
#include "app/io/table.h"
#include "app/report/report.h"

namespace stridescope::cli {
namespace {

// `stridescope-cli bench`: how fast recording is, beside a plain scan on one core.

constexpr int runs = 5;

/// Median of `runs` timings of f(), in seconds, after one to warm up.
template <class F>
double median_seconds(F&& f) {
    std::vector<double> seconds;
    for (int run = 0; run <= runs; ++run) {
        const auto start = std::chrono::steady_clock::now();
        f();
        const auto end = std::chrono::steady_clock::now();
        if (run > 0) seconds.push_back(std::chrono::duration<double>(end - start).count());
    }
    std::ranges::nth_element(seconds, seconds.begin() + runs / 2);
    return seconds[runs / 2];
}

struct Result {
    std::string kernel;
    std::int64_t n = 0;
    int block = 0;
    double record_seconds = 0;  ///< recording the whole run, all cores
    double scan_seconds = 0;    ///< std::inclusive_scan of the same numbers, one core
    std::int64_t events = 0;    ///< loads, stores and operations recorded
};

std::int64_t count_events(const Trace& trace) {
    std::int64_t events = 0;
    for (int block = 0; block < trace.blocks(); ++block) {
        for (int row = 0; row < static_cast<int>(trace.rows().size()); ++row) {
            events += trace.threads_in(block, row);
        }
    }
    return events;
}

/// How many blocks are recorded: all, unless they take more memory than there is to spare.
std::optional<int> blocks_that_fit(Experiment experiment) {
    experiment.first_blocks = 1;
    const std::shared_ptr<const Trace> one = record(experiment);
    // The trace, and the one before whose memory is used again.
    const std::uint64_t most = memory_budget() / 2, block = view_bytes(one->data(), 1);
    const auto all = static_cast<std::uint64_t>(one->grid());
    if (block == 0 || all <= most / block) return std::nullopt;
    return static_cast<int>(std::max<std::uint64_t>(1, most / block));
}

/// The scans of the library: correct, of floats, by their ids.
std::vector<std::string> scans() {
    std::vector<std::string> ids;
    for (const LibraryText& text : library()) {
        if (!text.is_kernel || !text.correct.empty()) continue;
        if (!scan_settings(spec_of(text)).empty()) ids.push_back(kernel_id(spec_of(text)));
    }
    return ids;
}

/// The scan over n random numbers, in blocks as large as it takes.
Experiment scan_of(const std::string& id, std::int64_t n) {
    Experiment experiment;
    set_scan_flag(experiment.text, "--kernel", id);
    set_scan_flag(experiment.text, "--block", "1024");
    set_scan_flag(experiment.text, "--input", "random:1");
    set_scan_flag(experiment.text, "--n", std::to_string(n));
    return experiment;
}

Result measure(const std::string& id, std::int64_t n) {
    constexpr int block = 1024;
    Experiment experiment = scan_of(id, n);
    // One thread adds 1,024 elements in 1,023 steps, each with its snapshot: a few blocks tell.
    if (id == "sequential") experiment.first_blocks = 8;
    // So they do where all together are more than fits.
    if (!experiment.first_blocks) experiment.first_blocks = blocks_that_fit(experiment);
    Result result{.kernel = id, .n = n, .block = block};
    std::shared_ptr<const Trace> trace;
    result.record_seconds = median_seconds([&] {
        trace.reset();  // gives its buffers back to the next run
        trace = record(experiment);
    });
    result.events = count_events(*trace);
    const TypedArray& input = trace->input();
    std::vector<float> output(input.size());
    result.scan_seconds = median_seconds([&] {
        const auto numbers = input.as<float>();
        std::inclusive_scan(numbers.begin(), numbers.end(), output.begin());
    });
    return result;
}

/// How long a CUDA text's launches take on the GPU, and, with `blocks`, how long while so many are
/// recorded. Throws RunError, saying why, where no GPU can be used.
std::string bench_text(const TextSpec& text, std::optional<int> blocks, ReportFormat format) {
    Experiment experiment;
    experiment.text = text;
    experiment.first_blocks = blocks;
    constexpr int rounds = 11;
    const GpuTimes times = time_on_gpu(experiment, rounds);
    std::vector<std::vector<Cell>> rows;
    const auto add = [&rows](const std::string& name, double milliseconds) {
        rows.push_back({name, Numeral{fmt::format("{:.4f}", milliseconds)}});
    };
    auto launches = nlohmann::ordered_json::array();
    for (const GpuTimes::Launch& launch : times.launches) {
        add(launch.kernel, launch.milliseconds);
        launches.push_back({{"kernel", launch.kernel}, {"ms", launch.milliseconds}});
    }
    if (times.launches.size() > 1) add("all", times.all);
    if (times.recorded) add("all, recorded", *times.recorded);
    if (format == ReportFormat::json) {
        nlohmann::ordered_json json{
            {"device", times.device}, {"launches", launches}, {"all_ms", times.all}};
        if (times.recorded) json["recorded_ms"] = *times.recorded;
        return json.dump(2) + "\n";
    }
    const Table table =
        table_of({{.name = "kernel", .words = true}, {.name = "ms"}}, std::move(rows));
    if (format == ReportFormat::csv) return to_csv(table);
    return fmt::format("{}: device times, medians of {} runs{}.\n\n{}", times.device, rounds,
                       blocks ? "" : ", nothing recorded", to_text(table));
}

/// Medians of several runs of every kernel for every n, as a table in the chosen format. Of runs
/// that take more memory than there is to spare only the first blocks are recorded. `progress` is
/// told the share that is done.
std::string bench(const std::vector<std::int64_t>& sizes, ReportFormat format,
                  const std::function<bool(double)>& progress) {
    std::vector<Result> results;
    const auto all = static_cast<double>(sizes.size() * scans().size());
    for (const std::int64_t n : sizes) {
        for (const std::string& id : scans()) {
            if (progress) progress(static_cast<double>(results.size()) / all);
            results.push_back(measure(id, n));
        }
    }
    if (format == ReportFormat::json) {
        auto json = nlohmann::ordered_json::array();
        for (const Result& r : results) {
            json.push_back({{"kernel", r.kernel},
                            {"n", r.n},
                            {"block", r.block},
                            {"record_seconds", r.record_seconds},
                            {"events", r.events},
                            {"std_scan_seconds", r.scan_seconds}});
        }
        return json.dump(2) + "\n";
    }
    using R = Result;
    const auto rounded = [](double value, int digits) {
        return Cell{Numeral{fmt::format("{:.{}f}", value, digits)}};
    };
    const Table table = table_of<R>(
        results,
        {{.name = "kernel", .cell = [](const R& r) { return Cell{r.kernel}; }, .words = true},
         {.name = "n", .cell = [](const R& r) { return Cell{r.n}; }},
         {.name = "block", .cell = [](const R& r) { return Cell{r.block}; }},
         {.name = "record_ms",
          .cell = [=](const R& r) { return rounded(r.record_seconds * 1e3, 2); },
          .title = "recording ms"},
         {.name = "events", .cell = [](const R& r) { return Cell{r.events}; }},
         {.name = "million_events_per_second",
          .cell =
              [=](const R& r) {
                  return rounded(static_cast<double>(r.events) / r.record_seconds / 1e6, 0);
              },
          .title = "M events/s"},
         {.name = "std_scan_ms",
          .cell = [=](const R& r) { return rounded(r.scan_seconds * 1e3, 4); },
          .title = "std scan ms"},
         {.name = "ratio",
          .cell = [=](const R& r) { return rounded(r.record_seconds / r.scan_seconds, 0); },
          .title = "times the scan"}});
    if (format == ReportFormat::csv) return to_csv(table);
    return "Recording on all cores, and std::inclusive_scan on one core; medians of 5 runs.\n\n" +
           to_text(table);
}

class Bench : public Command {
  public:
    explicit Bench(CLI::App& root)
        : Command{root, "bench",
                  "Measure how fast recording is on this machine, or a CUDA text on "
                  "its GPU"},
          run_{app(), {RunField::Part::text}} {
        app().add_option("text", text_, "A CUDA text (.cu): how long its kernels take on the GPU");
        app().add_option("--kernel", kernel_, "Which of the text's kernels to run");
        app()
            .add_option("--n", sizes_, "Number of elements; may be repeated (default: 1048576)")
            ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 26));
        app().add_option("--blocks", blocks_,
                         "Time a text also while blocks of it are recorded: all, or first:K");
        add_format_flag(app(), format_);
    }

    int run() override {
        const auto format = parse_format(format_);
        if (!text_.empty()) {
            std::optional<int> blocks;
            if (!blocks_.empty())
                blocks = parse_blocks(blocks_).value_or(std::numeric_limits<int>::max());
            write_data("-", bench_text(run_.run_of(text_, kernel_).text, blocks, format));
            return fine;
        }
        if (!blocks_.empty()) throw UsageError("--blocks: name a CUDA text to be timed, too.");
        write_data("-", bench(sizes_, format, progress_bar("measuring")));
        return fine;
    }

  private:
    std::vector<std::int64_t> sizes_{1 << 20};
    std::string format_ = "text", text_, kernel_, blocks_;
    RunFlags run_;
};

}  // namespace

std::unique_ptr<Command> bench_command(CLI::App& root) {
    return std::make_unique<Bench>(root);
}

}  // namespace stridescope::cli

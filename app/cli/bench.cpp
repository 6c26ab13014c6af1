#include "app/cli/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "app/engine/engine.h"
#include "app/engine/text_on_gpu.h"
#include "app/experiment/text/library.h"
#include "app/experiment/text/scan_flags.h"
#include "app/io/memory_budget.h"
#include "app/report/table_text.h"

namespace stridescope::cli {
namespace {

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
            events += std::ranges::count_if(trace.lanes(block, row),
                                            [](auto word) { return word != Trace::idle; });
        }
    }
    return events;
}

/// How many blocks are recorded: all, unless they take more memory than there is to spare.
std::optional<int> blocks_that_fit(Experiment experiment) {
    experiment.first_blocks = 1;
    const std::shared_ptr<const Trace> one = record(experiment);
    // The trace, and the one before whose memory is used again.
    const std::uint64_t most = memory_budget() / 2, block = trace_bytes(one->data(), 1);
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

}  // namespace

std::string bench_text(const TextSpec& text, std::optional<int> blocks, ReportFormat format) {
    Experiment experiment;
    experiment.text = text;
    experiment.first_blocks = blocks;
    constexpr int rounds = 11;
    const GpuTimes times = time_on_gpu(experiment, rounds);
    TextTable table{.header = {"kernel", "ms"}};
    auto launches = nlohmann::ordered_json::array();
    for (const GpuTimes::Launch& launch : times.launches) {
        table.rows.push_back({launch.kernel, fmt::format("{:.4f}", launch.milliseconds)});
        launches.push_back({{"kernel", launch.kernel}, {"ms", launch.milliseconds}});
    }
    if (times.launches.size() > 1) table.rows.push_back({"all", fmt::format("{:.4f}", times.all)});
    if (times.recorded)
        table.rows.push_back({"all, recorded", fmt::format("{:.4f}", *times.recorded)});
    if (format == ReportFormat::json) {
        nlohmann::ordered_json json{
            {"device", times.device}, {"launches", launches}, {"all_ms", times.all}};
        if (times.recorded) json["recorded_ms"] = *times.recorded;
        return json.dump(2) + "\n";
    }
    if (format == ReportFormat::csv) return csv(table);
    return fmt::format("{}: device times, medians of {} runs{}.\n\n{}", times.device, rounds,
                       blocks ? "" : ", nothing recorded", aligned(table));
}

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
    const bool people = format == ReportFormat::text;
    TextTable table{.header = {"kernel", "n", "block", people ? "recording ms" : "record_ms",
                               "events", people ? "M events/s" : "million_events_per_second",
                               people ? "std scan ms" : "std_scan_ms",
                               people ? "times the scan" : "ratio"}};
    for (const Result& r : results) {
        const auto events = static_cast<double>(r.events);
        table.rows.push_back({r.kernel, std::to_string(r.n), std::to_string(r.block),
                              fmt::format("{:.2f}", r.record_seconds * 1e3),
                              std::to_string(r.events),
                              fmt::format("{:.0f}", events / r.record_seconds / 1e6),
                              fmt::format("{:.4f}", r.scan_seconds * 1e3),
                              fmt::format("{:.0f}", r.record_seconds / r.scan_seconds)});
    }
    if (!people) return csv(table);
    return "Recording on all cores, and std::inclusive_scan on one core; medians of 5 runs.\n\n" +
           aligned(table);
}

}  // namespace stridescope::cli

#include "app/cli/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "app/engine/engine.h"
#include "app/engine/recording_cost.h"
#include "app/engine/text_on_gpu.h"
#include "app/experiment/input.h"
#include "app/io/memory_budget.h"
#include "app/report/table_text.h"
#include "kernels/catalog.h"

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

Result measure(const KernelInfo& kernel, std::int64_t n) {
    Experiment experiment;
    experiment.kernel = kernel.id;
    experiment.block = std::min(kernel.limits.max_block, 1024);
    experiment.n = n;
    experiment.input.kind = InputSpec::Kind::random;
    experiment.engine = EngineChoice::cpu;
    // One thread adds 1,024 elements in 1,023 steps, each with its snapshot: a few blocks tell.
    if (kernel.limits.one_thread) experiment.first_blocks = 8;
    // So they do where all together are more than fits.
    if (!experiment.first_blocks) experiment.first_blocks = blocks_that_fit(experiment);
    Result result{.kernel = std::string{kernel.id}, .n = n, .block = experiment.block};
    std::shared_ptr<const Trace> trace;
    result.record_seconds = median_seconds([&] {
        trace.reset();  // gives its buffers back to the next run
        trace = record(experiment);
    });
    result.events = count_events(*trace);
    const TypedArray input = make_input(experiment);
    std::vector<float> output(input.size());
    result.scan_seconds = median_seconds([&] {
        const auto numbers = input.as<float>();
        std::inclusive_scan(numbers.begin(), numbers.end(), output.begin());
    });
    return result;
}

/// Kernels as they are compared on a GPU: blocks of 1,024 threads; a tree also with 8 elements per
/// thread. Not those whose blocks cooperate: they cannot be recorded in part, nor beside the plain
/// grid.
std::vector<Experiment> gpu_experiments(std::int64_t n) {
    std::vector<Experiment> list;
    for (const CatalogueEntry& entry : correct_kernels()) {
        if (entry.info.blocks_cooperate()) continue;
        for (const int coarsen : {1, 8}) {
            if (!takes_coarsening(entry.info, coarsen)) continue;
            Experiment e;
            e.kernel = entry.info.id;
            e.block = std::min(entry.info.limits.max_block, 1024);
            e.coarsen = coarsen;
            e.n = n;
            e.input.kind = InputSpec::Kind::random;
            e.engine = EngineChoice::cuda;
            if (why_impossible(e).empty()) list.push_back(e);
        }
    }
    return list;
}

}  // namespace

std::string bench_gpu(const std::vector<std::int64_t>& sizes, ReportFormat format) {
    constexpr int some_blocks = 8;
    const bool people = format == ReportFormat::text;
    TextTable table{.header = {"kernel", "coarsen", "n", "copy_ms", "plain_ms", "recorded_blocks",
                               "with_recording_ms", "ratio", "all_blocks", "all_ms",
                               "all_gigabytes", "fill_ms", "share_of_fill", "share_of_floor"}};
    if (people) {
        table.header = {"kernel", "C",      "n",      "copy ms", "plain ms", "blocks",  "with ms",
                        "ratio",  "blocks", "all ms", "GB",      "fill ms",  "of fill", "of floor"};
    }
    auto json = nlohmann::ordered_json::array();
    std::string device;
    for (const std::int64_t n : sizes) {
        for (const Experiment& e : gpu_experiments(n)) {
            const RecordingCost cost = measure_recording(e, some_blocks);
            device = cost.device;
            const double gigabytes = static_cast<double>(cost.all_bytes) / 1e9;
            const std::vector<std::string> row{
                e.kernel,
                std::to_string(e.coarsen),
                std::to_string(n),
                fmt::format("{:.4f}", cost.copy_ms),
                fmt::format("{:.4f}", cost.plain_ms),
                std::to_string(cost.some_blocks),
                fmt::format("{:.4f}", cost.some_ms),
                fmt::format("{:.2f}", cost.some_ms / cost.plain_ms),
                std::to_string(cost.all_blocks),
                fmt::format("{:.3f}", cost.all_ms),
                fmt::format("{:.3f}", gigabytes),
                fmt::format("{:.3f}", cost.fill_ms),
                fmt::format("{:.2f}", cost.fill_ms / cost.all_ms),
                fmt::format("{:.2f}", cost.floor_ms() / cost.all_ms)};
            table.rows.push_back(row);
            json.push_back({{"device", cost.device},
                            {"kernel", e.kernel},
                            {"coarsen", e.coarsen},
                            {"n", n},
                            {"copy_ms", cost.copy_ms},
                            {"plain_ms", cost.plain_ms},
                            {"recorded_blocks", cost.some_blocks},
                            {"with_recording_ms", cost.some_ms},
                            {"all_blocks", cost.all_blocks},
                            {"all_ms", cost.all_ms},
                            {"all_bytes", cost.all_bytes},
                            {"fill_ms", cost.fill_ms}});
        }
    }
    if (format == ReportFormat::json) return json.dump(2) + "\n";
    if (!people) return csv(table);
    return fmt::format(
               "{}: device times, medians of 11 runs. copy: input to output by the device itself, "
               "the floor for plain.\nwith: the whole grid, with that many blocks recorded "
               "alongside. all: that many blocks recorded by one launch.\nfill: filling as many "
               "bytes; floor: that, or the plain kernel of as many blocks if it takes longer.\n\n",
               device) +
           aligned(table);
}

std::string bench_text(const TextSpec& text, ReportFormat format) {
    Experiment experiment;
    experiment.text = text;
    constexpr int rounds = 11;
    const GpuTimes times = time_on_gpu(experiment, rounds);
    TextTable table{.header = {"kernel", "ms"}};
    auto launches = nlohmann::ordered_json::array();
    for (const GpuTimes::Launch& launch : times.launches) {
        table.rows.push_back({launch.kernel, fmt::format("{:.4f}", launch.milliseconds)});
        launches.push_back({{"kernel", launch.kernel}, {"ms", launch.milliseconds}});
    }
    if (times.launches.size() > 1) table.rows.push_back({"all", fmt::format("{:.4f}", times.all)});
    if (format == ReportFormat::json) {
        const nlohmann::ordered_json json{
            {"device", times.device}, {"launches", launches}, {"all_ms", times.all}};
        return json.dump(2) + "\n";
    }
    if (format == ReportFormat::csv) return csv(table);
    return fmt::format("{}: device times, medians of {} runs, nothing recorded.\n\n{}",
                       times.device, rounds, aligned(table));
}

std::string bench(const std::vector<std::int64_t>& sizes, ReportFormat format,
                  const std::function<bool(double)>& progress) {
    std::vector<Result> results;
    const auto all = static_cast<double>(sizes.size() * std::size(correct_kernels()));
    for (const std::int64_t n : sizes) {
        for (const CatalogueEntry& entry : correct_kernels()) {
            if (progress) progress(static_cast<double>(results.size()) / all);
            results.push_back(measure(entry.info, n));
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

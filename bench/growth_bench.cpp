// How time grows with the number of elements, of the library's scans in blocks of 1,024, on one
// core: what the machine takes alone, what a run takes as the program records it, and with every
// access of every block and all races. bench/performance.py runs each in a process of its own, for
// its memory, and Oclgrind beside it.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>

#include "app/analysis/check.h"
#include "app/analysis/races.h"
#include "app/engine/engine.h"
#include "app/experiment/text/scan_flags.h"
#include "app/experiment/text/text_run.h"
#include "app/language/parse.h"
#include "app/machine/machine.h"
#include "app/trace/trace.h"

namespace {

using namespace stridescope;

constexpr std::int64_t largest_block = 1024;

Experiment experiment_of(const std::string& kernel, std::int64_t n) {
    Experiment e;
    const auto set = [&](std::string_view flag, const std::string& value) {
        set_scan_flag(e.text, flag, value);
    };
    set("--kernel", kernel);
    set("--block", std::to_string(std::min(n, largest_block)));
    set("--input", "random:1");
    set("--n", std::to_string(n));
    return e;
}

std::shared_ptr<const Trace> record_alone(const Experiment& experiment) {
    return record(experiment, {.workers = 1, .progress = {}});
}

/// What the machine does with a run.
enum class Kept {
    nothing,   ///< it is carried out and checked, and that is all
    accesses,  ///< each access of each lane
    all,       ///< each operation, too, with its origins: everything but a trace's tables
};
/// Of bench/scans.cu, which is what Oclgrind runs, word for word.
void on_the_machine(benchmark::State& state, const std::string& kernel, Kept kept) {
    const std::int64_t n = state.range(0);
    std::ifstream file{STRIDESCOPE_BENCH_FOLDER "/scans.cu"};
    const std::string words{std::istreambuf_iterator<char>{file}, {}};
    const language::Parsed parsed = language::parse("scans.cu", words);
    if (!parsed.faults.empty()) return state.SkipWithError("scans.cu cannot be parsed");
    const auto& kernels = parsed.unit->kernels;
    const auto found = std::ranges::find_if(kernels, [&](const auto* k) {
        return k->name == (kernel == "kogge-stone" ? "kogge_stone" : "brent_kung");
    });
    machine::GlobalMemory memory;
    language::Launch launch{.grid = {static_cast<std::uint32_t>(n / largest_block), 1, 1},
                            .block = {static_cast<std::uint32_t>(largest_block), 1, 1}};
    for (const char* array : {"A", "P"}) {
        const std::size_t index = memory.allocate(array, sizeof(float) * n);
        launch.arguments.push_back({{memory[index].address}});
    }
    for (std::int64_t k = 0; k < n; ++k) memory.as<float>(0)[k] = static_cast<float>(k % 13);
    launch.arguments.push_back({{static_cast<std::uint64_t>(n)}});
    launch.memory = memory.layout();
    machine::Settings settings;
    settings.record = kept != Kept::nothing;
    settings.origins = kept == Kept::all;
    std::size_t blocks = 0;
    double steps = 0;
    for (auto _ : state) {
        const machine::LaunchRecord run =
            machine::run(*parsed.unit, **found, launch, memory, settings);
        blocks = run.blocks.size();
        steps += static_cast<double>(run.lane_steps);
        benchmark::DoNotOptimize(run.blocks.data());
    }
    state.counters["recorded_blocks"] = static_cast<double>(blocks);
    state.counters["lane_steps/s"] = benchmark::Counter(steps, benchmark::Counter::kIsRate);
    if (memory.as<float>(1)[1] != 1) state.SkipWithError("the scan is wrong");
}

void machine_nothing_kept(benchmark::State& state, const std::string& kernel) {
    on_the_machine(state, kernel, Kept::nothing);
}
void machine_accesses(benchmark::State& state, const std::string& kernel) {
    on_the_machine(state, kernel, Kept::accesses);
}
void machine_alone(benchmark::State& state, const std::string& kernel) {
    on_the_machine(state, kernel, Kept::all);
}

/// The most that this process had in memory so far, in bytes. What a parent is told of it may be
/// the parent's own, from before it became this program.
double most_memory() {
    std::ifstream status{"/proc/self/status"};
    std::string word;
    while (status >> word && word != "VmHWM:") {
    }
    double kibibytes = 0;
    status >> kibibytes;
    return 1024 * kibibytes;
}

/// As the window and `record` do: of large grids the first blocks.
void as_recorded(benchmark::State& state, const std::string& kernel) {
    const Experiment experiment = experiment_of(kernel, state.range(0));
    std::shared_ptr<const Trace> trace;
    for (auto _ : state) {
        trace.reset();
        trace = record_alone(experiment);
        benchmark::DoNotOptimize(trace);
    }
    state.counters["blocks"] = static_cast<double>(trace->grid());
    state.counters["recorded_blocks"] = static_cast<double>(trace->blocks());
    state.counters["most_memory"] = most_memory();
    if (first_wrong(*trace)) state.SkipWithError("the scan is wrong");
}

void with_races(benchmark::State& state, const std::string& kernel) {
    Experiment experiment = experiment_of(kernel, state.range(0));
    experiment.first_blocks =
        static_cast<int>((state.range(0) + largest_block - 1) / largest_block);
    std::shared_ptr<const Trace> trace;
    std::size_t races = 0;
    for (auto _ : state) {
        trace.reset();
        trace = record_alone(experiment);
        races += races_of(*trace).size();
    }
    state.counters["recorded_blocks"] = static_cast<double>(trace->blocks());
    if (first_wrong(*trace) || races > 0) state.SkipWithError("the scan is wrong");
}

}  // namespace

int main(int argc, char** argv) {
    constexpr std::int64_t least = 1 << 5, most = 1 << 26, most_with_races = 1 << 20;
    for (const std::string kernel : {"kogge-stone", "brent-kung"}) {
        const auto add = [&](const char* name, auto function, std::int64_t from, std::int64_t to) {
            benchmark::RegisterBenchmark((std::string{name} + "/" + kernel).c_str(), function,
                                         kernel)
                ->RangeMultiplier(2)
                ->Range(from, to)
                ->Unit(benchmark::kMillisecond);
        };
        add("machine_nothing_kept", machine_nothing_kept, largest_block, most_with_races);
        add("machine_accesses", machine_accesses, largest_block, most_with_races);
        add("machine", machine_alone, largest_block, most_with_races);
        add("as_recorded", as_recorded, least, most);
        add("with_races", with_races, least, most_with_races);
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}

// How fast scans are recorded and what follows from a trace, on one core. The bar: 100 million
// recorded lane-steps a second and core (Kogge-Stone, block 1024, N = 2^20, every access recorded).
// All work is done by one thread, so rates are per second of processor time.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "app/analysis/banks.h"
#include "app/analysis/dataflow.h"
#include "app/analysis/heat.h"
#include "app/analysis/lines.h"
#include "app/analysis/races.h"
#include "app/analysis/work.h"
#include "app/engine/engine.h"
#include "app/experiment/input.h"
#include "app/experiment/text/scan_flags.h"
#include "app/scene/heatmap/heatmap_view.h"
#include "app/scene/memory/memory_view.h"
#include "app/scene/scene.h"
#include "app/scene/tree/tree_view.h"
#include "app/trace/trace.h"
#include "app/trace/trace_file.h"

namespace {

using namespace stridescope;

Experiment experiment_of(const std::string& kernel, std::int64_t n, int coarsen = 1) {
    Experiment e;
    const auto set = [&](std::string_view flag, const std::string& value) {
        set_scan_flag(e.text, flag, value);
    };
    set("--kernel", kernel);
    set("--block", "1024");
    set("--coarsen", std::to_string(coarsen));
    set("--input", "random:1");
    set("--n", std::to_string(n));
    e.first_blocks = 1024;
    return e;
}

/// One lane-step is one lane run from a barrier, or from its start, to the next, or to its end:
/// threads × (barriers + 1) of them in a block.
double lane_steps(const Trace& trace) {
    double count = 0;
    for (int block = 0; block < trace.blocks(); ++block) {
        int barriers = 0;
        for (int step = 0; step < trace.step_count(); ++step) {
            barriers += trace.barriers(block, step);
        }
        count += static_cast<double>(trace.threads()) * (barriers + 1);
    }
    return count;
}

/// Loads, stores and operations.
double events(const Trace& trace) {
    double count = 0;
    for (int block = 0; block < trace.blocks(); ++block) {
        for (int row = 0; row < static_cast<int>(trace.rows().size()); ++row) {
            count += trace.threads_in(block, row);
        }
    }
    return count;
}

void rate(benchmark::State& state, const std::string& name, double per_iteration) {
    state.counters[name] =
        benchmark::Counter(per_iteration, benchmark::Counter::kIsIterationInvariantRate);
}

/// The machine on one core; its rows are made a trace on all, whose time is all counted.
void record_on_one_core(benchmark::State& state, const Experiment& experiment) {
    std::shared_ptr<const Trace> trace = record(experiment, {.workers = 1, .progress = {}});
    for (auto _ : state) {
        trace.reset();  // its buffers go back first, as they do when a knob is turned
        trace = record(experiment, {.workers = 1, .progress = {}});
        benchmark::DoNotOptimize(trace);
    }
    rate(state, "lane_steps/s", lane_steps(*trace));
    rate(state, "events/s", events(*trace));
    rate(state, "elements/s", static_cast<double>(trace->n()));
}

void BM_RecordKoggeStone(benchmark::State& state) {
    record_on_one_core(state, experiment_of("kogge-stone", state.range(0)));
}
BENCHMARK(BM_RecordKoggeStone)
    ->Arg(1 << 20)
    ->MeasureProcessCPUTime()
    ->Unit(benchmark::kMillisecond);

void BM_RecordBrentKung(benchmark::State& state) {
    record_on_one_core(state, experiment_of("brent-kung", state.range(0)));
}
BENCHMARK(BM_RecordBrentKung)->Arg(1 << 20)->MeasureProcessCPUTime()->Unit(benchmark::kMillisecond);

void BM_RecordKoggeStoneCoarsened(benchmark::State& state) {
    record_on_one_core(state, experiment_of("kogge-stone", state.range(0), 8));
}
BENCHMARK(BM_RecordKoggeStoneCoarsened)
    ->Arg(8192)
    ->MeasureProcessCPUTime()
    ->Unit(benchmark::kMillisecond);

/// The peer: the same numbers through the standard library, nothing recorded.
void BM_StdInclusiveScan(benchmark::State& state) {
    const TypedArray input =
        made_numbers(parse_input("random:1"), ElementType::f32, state.range(0));
    std::vector<float> output(input.size());
    for (auto _ : state) {
        const auto numbers = input.as<float>();
        std::inclusive_scan(numbers.begin(), numbers.end(), output.begin());
        benchmark::DoNotOptimize(output.data());
        benchmark::ClobberMemory();
    }
    rate(state, "elements/s", static_cast<double>(input.size()));
}
BENCHMARK(BM_StdInclusiveScan)->Arg(1 << 20)->Unit(benchmark::kMillisecond);

// --- What the window does after a knob was turned: 8,192 elements -------------------------------

std::shared_ptr<const Trace> trace_of_8192(const benchmark::State& state) {
    const std::string kernel = state.range(0) == 0 ? "kogge-stone" : "brent-kung";
    return record(experiment_of(kernel, 8192, 8));
}

#define AFTER_A_KNOB(function) \
    BENCHMARK(function)->ArgName("brent_kung")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond)

void BM_WorkTable(benchmark::State& state) {
    const auto trace = trace_of_8192(state);
    for (auto _ : state) benchmark::DoNotOptimize(work_table(*trace));
    rate(state, "events/s", events(*trace));
}
AFTER_A_KNOB(BM_WorkTable);

void BM_ConflictMap(benchmark::State& state) {
    const auto trace = trace_of_8192(state);
    for (auto _ : state) benchmark::DoNotOptimize(conflict_map(*trace, HeatmapAxis::bank));
    rate(state, "events/s", events(*trace));
}
AFTER_A_KNOB(BM_ConflictMap);

void BM_Edges(benchmark::State& state) {
    const auto trace = trace_of_8192(state);
    for (auto _ : state) {
        for (int step = 0; step < trace->step_count(); ++step) {
            benchmark::DoNotOptimize(edges_of_step(*trace, 0, step));
        }
    }
}
AFTER_A_KNOB(BM_Edges);

void BM_TreeScene(benchmark::State& state) {
    const auto trace = trace_of_8192(state);
    const ViewState view{.step = trace->step_count() / 2};
    for (auto _ : state) benchmark::DoNotOptimize(tree_scene(*trace, view, Palette::light()));
}
AFTER_A_KNOB(BM_TreeScene);

void BM_MemoryScene(benchmark::State& state) {
    const auto trace = trace_of_8192(state);
    const ViewState view{.step = trace->step_count() / 2};
    for (auto _ : state) benchmark::DoNotOptimize(memory_scene(*trace, view, Palette::light()));
}
AFTER_A_KNOB(BM_MemoryScene);

void BM_HeatmapScene(benchmark::State& state) {
    const auto trace = trace_of_8192(state);
    for (auto _ : state) {
        benchmark::DoNotOptimize(heatmap_scene(*trace, {}, {}, Palette::light()));
    }
}
AFTER_A_KNOB(BM_HeatmapScene);

void BM_EncodeTrace(benchmark::State& state) {
    const auto trace = trace_of_8192(state);
    double bytes = 0;
    for (auto _ : state) bytes = static_cast<double>(encode_trace(*trace).size());
    rate(state, "events/s", events(*trace));
    state.counters["file_bytes"] = bytes;
}
AFTER_A_KNOB(BM_EncodeTrace);

void BM_DecodeTrace(benchmark::State& state) {
    const auto bytes = encode_trace(*trace_of_8192(state));
    for (auto _ : state) benchmark::DoNotOptimize(decode_trace(bytes, "bench"));
}
AFTER_A_KNOB(BM_DecodeTrace);

// --- 2^20 elements, everything recorded ----------------------------------------------------------

Experiment large_experiment() {
    return experiment_of("kogge-stone", 1 << 20);
}

/// Of all its blocks: banks and global memory by step and by line, lane slots, races.
void BM_AnalyseAllBlocks(benchmark::State& state) {
    const auto trace = record(large_experiment(), {.workers = 1, .progress = {}});
    for (auto _ : state) {
        benchmark::DoNotOptimize(work_table(*trace));
        benchmark::DoNotOptimize(line_table(*trace));
        benchmark::DoNotOptimize(conflict_map(*trace, HeatmapAxis::bank));
        benchmark::DoNotOptimize(races_of(*trace));
    }
    rate(state, "events/s", events(*trace));
}
BENCHMARK(BM_AnalyseAllBlocks)->Unit(benchmark::kMillisecond);

void BM_EncodeAllBlocks(benchmark::State& state) {
    const auto trace = record(large_experiment(), {.workers = 1, .progress = {}});
    for (auto _ : state) benchmark::DoNotOptimize(encode_trace(*trace).size());
    rate(state, "events/s", events(*trace));
}
BENCHMARK(BM_EncodeAllBlocks)
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

void BM_DecodeAllBlocks(benchmark::State& state) {
    const auto bytes = encode_trace(*record(large_experiment(), {.workers = 1, .progress = {}}));
    for (auto _ : state) benchmark::DoNotOptimize(decode_trace(bytes, "bench"));
}
BENCHMARK(BM_DecodeAllBlocks)
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace

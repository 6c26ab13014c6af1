// stridescope-gpu-lab: runs many configurations in one process, so that scripts/gpu_check can put
// one profiler or sanitizer run around them all. Not part of the product.
//   banks FILE       one launch per line of FILE: access;e0 e1 … e31 (element, -1: idle)
//   plain FILE       one launch of a plain kernel per line: experiment flags, then "as-written"
//   verify FILE      each line's experiment on the emulator and on the GPU, traces compared
//   refuse FILE      what a GPU says of each line's experiment, which it is to refuse
//   everything FILE  plain and recording kernels of each line's experiment, results checked
//   race             a scan that lacks a barrier
#include <cuda_runtime.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "app/analysis/banks.h"
#include "app/analysis/check.h"
#include "app/analysis/cooperating_blocks.h"
#include "app/analysis/divergence.h"
#include "app/cli/experiment_flags.h"
#include "app/engine/cuda/device.h"
#include "app/engine/cuda/device_grid_run.h"
#include "app/engine/cuda/plain_kernels.cuh"
#include "app/engine/engine.h"
#include "app/engine/trace_builder.h"
#include "app/experiment/input.h"
#include "kernels/catalog.h"
#include "kernels/layout.h"
#include "tests/gpu/bank_patterns.cuh"

namespace stridescope::gpu_lab {
namespace {

using cuda::check;
using cuda::DeviceMemory;

std::vector<std::string> lines_of(const std::string& path) {
    std::ifstream file{path};
    if (!file) throw UsageError("cannot read " + path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) {
        if (!line.empty()) lines.push_back(line);
    }
    return lines;
}

int banks(const std::string& path) {
    constexpr int bytes = 160 << 10;
    const DeviceMemory elements{32 * sizeof(int)}, sink{32 * sizeof(unsigned)};
    for (const std::string& line : lines_of(path)) {
        const std::string access = line.substr(0, line.find(';'));
        const PatternKernel kernel = pattern_kernel(access);
        if (!kernel) throw UsageError("no such access: " + access);
        std::istringstream numbers{line.substr(line.find(';') + 1)};
        int pattern[32];
        for (int& element : pattern) numbers >> element;
        if (!numbers) throw UsageError("not 32 numbers: " + line);
        check(cudaMemcpy(elements.data(), pattern, sizeof pattern, cudaMemcpyHostToDevice), "in");
        check(cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel),
                                   cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
              "shared");
        kernel<<<1, 32, bytes>>>(elements.as<int>(), sink.as<unsigned>());
        check(cudaGetLastError(), "launch");
        check(cudaDeviceSynchronize(), "pattern");
    }
    return 0;
}

/// The line's experiment flags, and whether "as-written" stands behind them.
std::pair<Experiment, bool> experiment_of(std::string line) {
    const std::string mark = " as-written";
    const bool as_written = line.ends_with(mark);
    if (as_written) line.erase(line.size() - mark.size());
    CLI::App app;
    const ExperimentFlags flags{app};
    app.parse(line);
    Experiment e = flags.experiment();
    e.engine = EngineChoice::cpu;
    return {e, as_written};
}

struct Totals {
    long long load_requests = 0, load_wavefronts = 0, store_requests = 0, store_wavefronts = 0;
};

Totals totals_of(const Trace& trace) {
    Totals totals;
    for (int block = 0; block < trace.blocks(); ++block) {
        for (int step = 0; step < trace.step_count(); ++step) {
            for (const Request& request : requests_of_step(trace, block, step)) {
                const bool load = request.event == Event::load;
                (load ? totals.load_requests : totals.store_requests) += 1;
                (load ? totals.load_wavefronts : totals.store_wavefronts) +=
                    request.cost.wavefronts;
            }
        }
    }
    return totals;
}

/// Runs the plain build of a kernel whose blocks cooperate once; the output.
TypedArray run_plain_grid(const Experiment& e, bool as_written) {
    const TraceBuilder trace{e, "cuda", "plain"};
    const cuda::Stream stream;
    cuda::DeviceGridRun run{trace.data()};
    run.launch_plain(stream, as_written);
    stream.wait(command_line(e));
    TypedArray output{e.type, static_cast<std::size_t>(trace.data().n)};
    run.read_output(output);
    return output;
}

/// How often a kernel is launched: a profiler tells of each.
std::size_t launches(const Experiment& e) {
    const Shape shape = shape_of(e);
    return launches_of(kernel_of(e).info, static_cast<std::int64_t>(make_input(e).size()),
                       shape.section)
        .size();
}

/// Whether the output is the emulator's; where chance put a sum together, whether it is as good.
bool is_right(const TypedArray& output, const Trace& expected) {
    if (output == expected.output()) return true;
    if (!sums_differently(expected)) return false;
    TraceData data = expected.data();
    data.output = output;
    return !first_wrong(Trace{std::move(data)});
}

/// Runs the plain build once; the output.
TypedArray run_plain(const Experiment& e, bool as_written) {
    if (kernel_of(e).info.blocks_cooperate()) return run_plain_grid(e, as_written);
    const Shape shape = shape_of(e);
    const TypedArray input = make_input(e);
    const void* function =
        cuda::find_plain_kernel({e.kernel, e.type, e.op, e.padding, e.coarsen, as_written});
    if (!function) throw UsageError("there is no plain build of " + command_line(e));
    const DeviceMemory in{input.size_bytes()}, out{input.size_bytes()};
    void *from = in.data(), *to = out.data();
    int n = static_cast<int>(input.size()), section = shape.section;
    void* arguments[] = {&from, &to, &n, &section};
    const std::size_t shared =
        static_cast<std::size_t>(words_of(kernel_of(e).info, e.padding, shape)) * size_of(e.type);
    check(cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(shared)),
          "shared");
    check(cudaMemcpy(from, input.bytes(), input.size_bytes(), cudaMemcpyHostToDevice), "in");
    check(cudaMemset(to, 0xFF, input.size_bytes()), "poison");
    const int grid = (n + section - 1) / section;
    check(cudaLaunchKernel(function, dim3(grid), dim3(shape.threads), arguments, shared, nullptr),
          "launch");
    check(cudaDeviceSynchronize(), command_line(e));
    TypedArray output{e.type, input.size()};
    check(cudaMemcpy(output.bytes(), to, output.size_bytes(), cudaMemcpyDeviceToHost), "out");
    return output;
}

/// Prints what the program says of each launch: the profiler's numbers are to be the same.
int plain(const std::string& path) {
    bool right = true;
    std::puts(
        "experiment;load_requests;load_wavefronts;store_requests;store_wavefronts;output;launches");
    for (const std::string& line : lines_of(path)) {
        const auto [e, as_written] = experiment_of(line);
        const TypedArray output = run_plain(e, as_written);
        const auto trace = record(emulated_as_on_gpu(e));
        const Totals totals = totals_of(*trace);
        const bool same = is_right(output, *trace);
        right = right && same;
        std::printf("%s;%lld;%lld;%lld;%lld;%s;%zu\n", line.c_str(), totals.load_requests,
                    totals.load_wavefronts, totals.store_requests, totals.store_wavefronts,
                    same ? "right" : "WRONG", launches(e));
    }
    return right ? 0 : 1;
}

int verify(const std::string& path) {
    int different = 0, identical = 0;
    for (const std::string& line : lines_of(path)) {
        Experiment e = experiment_of(line).first;
        const auto expected = record(emulated_as_on_gpu(e));
        e.engine = EngineChoice::cuda;
        const auto got = record(e);
        if (const auto divergence = first_divergence(*expected, *got)) {
            std::printf("%s;%s\n", line.c_str(), divergence->c_str());
            ++different;
        } else {
            ++identical;
        }
    }
    std::printf("identical;%d\ndifferent;%d\n", identical, different);
    return different == 0 ? 0 : 1;
}

int everything(const std::string& path) {
    for (const std::string& line : lines_of(path)) {
        auto [e, as_written] = experiment_of(line);
        const auto expected = record(emulated_as_on_gpu(e));
        e.engine = EngineChoice::cuda;
        const auto got = record(e);
        if (!is_right(got->output(), *expected) || !is_right(run_plain(e, as_written), *expected)) {
            std::printf("WRONG %s\n", line.c_str());
            return 1;
        }
    }
    return 0;
}

/// Each is to be refused in a sentence.
int refuse(const std::string& path) {
    bool all = true;
    for (const std::string& line : lines_of(path)) {
        Experiment e = experiment_of(line).first;
        e.engine = EngineChoice::cuda;
        std::string why = "NOT refused";
        try {
            (void)record(e);
            all = false;
        } catch (const UsageError& error) {
            why = error.what();
        }
        std::printf("%s;%s\n", line.c_str(), why.c_str());
    }
    return all ? 0 : 1;
}

/// Kogge-Stone without its second barrier: thread 5 may read X[3] while thread 3 overwrites it.
__global__ void racing(const float* A, float* P) {
    __shared__ float X[256];
    const int t = threadIdx.x;
    X[t] = A[t];
    for (int s = 1; s < 256; s *= 2) {
        __syncthreads();
        float sum = X[t];
        if (t >= s) sum += X[t - s];
        X[t] = sum;
    }
    __syncthreads();
    P[t] = X[t];
}

int race() {
    const DeviceMemory in{256 * sizeof(float)}, out{256 * sizeof(float)};
    check(cudaMemset(in.data(), 0, in.size()), "in");
    racing<<<1, 256>>>(in.as<float>(), out.as<float>());
    check(cudaGetLastError(), "launch");
    check(cudaDeviceSynchronize(), "race");
    return 0;
}

int run(int argc, char** argv) {
    const std::string command = argc > 1 ? argv[1] : "";
    if (command == "race") return race();
    if (argc > 2 && command == "banks") return banks(argv[2]);
    if (argc > 2 && command == "plain") return plain(argv[2]);
    if (argc > 2 && command == "verify") return verify(argv[2]);
    if (argc > 2 && command == "refuse") return refuse(argv[2]);
    if (argc > 2 && command == "everything") return everything(argv[2]);
    std::fputs("stridescope-gpu-lab banks|plain|verify|refuse|everything FILE, or race\n", stderr);
    return 2;
}

}  // namespace
}  // namespace stridescope::gpu_lab

int main(int argc, char** argv) {
    try {
        return stridescope::gpu_lab::run(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "stridescope-gpu-lab: %s\n", error.what());
        return 1;
    }
}

// How fast a text becomes a program, and how fast the machine runs and records it, on one core.
// The bars: 1 ms from a text of 200 lines to its program, 5 ms from an edit to what was recorded of
// 1,024 threads, 400 million recorded lane-steps a second (Kogge-Stone, blocks of 1,024, N = 2^20).
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

#include "app/language/parse.h"
#include "app/machine/machine.h"

namespace {

using namespace stridescope;

constexpr const char* kogge_stone = R"(#define SECTION_SIZE 1024
__global__ void kogge_stone(float *X, float *Y, int N) {
    __shared__ float XY[SECTION_SIZE];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    XY[threadIdx.x] = i < N ? X[i] : 0.0f;
    for (int stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        float temp = 0.0f;
        if (threadIdx.x >= stride) temp = XY[threadIdx.x] + XY[threadIdx.x - stride];
        __syncthreads();
        if (threadIdx.x >= stride) XY[threadIdx.x] = temp;
    }
    if (i < N) Y[i] = XY[threadIdx.x];
}
)";

constexpr const char* brent_kung = R"(#define SECTION_SIZE 2048
__global__ void brent_kung(float *X, float *Y, int N) {
    __shared__ float XY[SECTION_SIZE];
    int i = 2 * blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) XY[threadIdx.x] = X[i];
    if (i + blockDim.x < N) XY[threadIdx.x + blockDim.x] = X[i + blockDim.x];
    for (int stride = 1; stride <= blockDim.x; stride *= 2) {
        __syncthreads();
        int index = (threadIdx.x + 1) * 2 * stride - 1;
        if (index < SECTION_SIZE) XY[index] += XY[index - stride];
    }
    for (int stride = SECTION_SIZE / 4; stride > 0; stride /= 2) {
        __syncthreads();
        int index = (threadIdx.x + 1) * stride * 2 - 1;
        if (index + stride < SECTION_SIZE) XY[index + stride] += XY[index];
    }
    __syncthreads();
    if (i < N) Y[i] = XY[threadIdx.x];
    if (i + blockDim.x < N) Y[i + blockDim.x] = XY[threadIdx.x + blockDim.x];
}
)";

constexpr const char* reduction = R"(__global__ void reduction(float *X, float *Y, int N) {
    __shared__ float s[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = i < N ? X[i] : 0.0f;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) Y[blockIdx.x] = s[0];
}
)";

constexpr const char* transpose = R"(__global__ void transpose(float *X, float *Y, int n) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = X[(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) Y[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}
)";

constexpr const char* bitonic = R"(__global__ void bitonic(float *X, float *Y, int N) {
    __shared__ float s[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = X[i];
    __syncthreads();
    for (int k = 2; k <= 256; k *= 2) {
        for (int j = k / 2; j > 0; j /= 2) {
            int other = t ^ j;
            if (other > t) {
                float a = s[t], b = s[other];
                if ((t & k) == 0 ? a > b : a < b) {
                    s[t] = b;
                    s[other] = a;
                }
            }
            __syncthreads();
        }
    }
    Y[i] = s[t];
}
)";

/// A network that sorts keys and values: words that lie ever farther apart, lanes that mostly store
/// half the time.
constexpr const char* network =
    R"(__device__ void compare(int &a, int &va, int &b, int &vb, int up) {
    if ((a > b) == up) {
        int t = a; a = b; b = t;
        t = va; va = vb; vb = t;
    }
}
__global__ void network(int *X, int *Y, int N) {
    __shared__ int keys[1024], values[1024];
    int t = threadIdx.x;
    X += blockIdx.x * 1024 + t;
    Y += blockIdx.x * 1024 + t;
    keys[t] = X[0];
    keys[t + 512] = X[512];
    values[t] = t;
    values[t + 512] = t + 512;
    for (int size = 2; size <= 1024; size <<= 1) {
        int up = (t & (size / 2)) != 0;
        for (int stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            int at = 2 * t - (t & (stride - 1));
            compare(keys[at], values[at], keys[at + stride], values[at + stride], up);
        }
    }
    __syncthreads();
    Y[0] = keys[t];
    Y[512] = keys[t + 512];
}
)";

/// Bins of the block's own, and those of all.
constexpr const char* histogram = R"(__global__ void histogram(int *X, int *Y, int N) {
    __shared__ int bins[256];
    bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[X[i] & 255], 1);
    __syncthreads();
    atomicAdd(&Y[threadIdx.x], bins[threadIdx.x]);
}
)";

/// Those of all alone.
constexpr const char* histogram_global = R"(__global__ void histogram(int *X, int *Y, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) atomicAdd(&Y[X[i] & 255], 1);
}
)";

/// As first tries look: each block is one thread, which goes through a row.
constexpr const char* one_thread = R"(__global__ void rows(float *X, float *Y, int N) {
    float sum = 0.0f;
    for (int k = 0; k < 64; ++k) sum += X[blockIdx.x * 64 + k];
    Y[blockIdx.x] = sum / N;
}
)";

/// The same with a place of its own.
constexpr const char* one_thread_shared = R"(__global__ void sorted(float *X, float *Y, int N) {
    __shared__ float s[32];
    for (int k = 0; k < 32; ++k) s[k] = X[blockIdx.x * 32 + k];
    for (int k = 1; k < 32; ++k) {
        float v = s[k];
        int j = k;
        while (j > 0 && s[j - 1] > v) {
            s[j] = s[j - 1];
            --j;
        }
        s[j] = v;
    }
    for (int k = 0; k < 32; ++k) Y[blockIdx.x * 32 + k] = s[k];
}
)";

/// Blocks of one warp, which waits for its own lanes alone.
constexpr const char* warp_scan = R"(__global__ void warp_scan(float *X, float *Y, int N) {
    __shared__ float s[32];
    int t = threadIdx.x, i = blockIdx.x * 32 + t;
    s[t] = X[i];
    __syncwarp();
    for (int d = 1; d < 32; d *= 2) {
        float v = t >= d ? s[t - d] : 0.0f;
        __syncwarp();
        s[t] += v;
        __syncwarp();
    }
    Y[i] = s[t];
}
)";

constexpr const char* product = R"(#define TILE 16
__global__ void product(float *A, float *B, float *C, int n) {
    __shared__ float a[TILE][TILE];
    __shared__ float b[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0.0f;
    for (int phase = 0; phase < n / TILE; ++phase) {
        a[threadIdx.y][threadIdx.x] = A[row * n + phase * TILE + threadIdx.x];
        b[threadIdx.y][threadIdx.x] = B[(phase * TILE + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < TILE; ++k) sum += a[threadIdx.y][k] * b[k][threadIdx.x];
        __syncthreads();
    }
    C[row * n + column] = sum;
}
)";

/// A text with its arrays, ready to be launched again and again.
struct Ready {
    language::Parsed parsed;
    machine::GlobalMemory memory;
    language::Launch launch;
    machine::Settings settings;

    Ready(const char* text, int arrays, std::size_t bytes, int n)
        : Ready(text, std::vector<std::size_t>(static_cast<std::size_t>(arrays), bytes), n) {}
    Ready(const char* text, const std::vector<std::size_t>& arrays, int n) {
        parsed = language::parse("bench.cu", text);
        for (const std::size_t bytes : arrays) {
            const std::size_t index =
                memory.allocate("a" + std::to_string(launch.arguments.size()), bytes);
            launch.arguments.push_back({{memory[index].address}});
            for (std::size_t k = 0; k < bytes / 4; ++k)
                memory.as<float>(index)[k] = static_cast<float>(k % 13);
        }
        launch.arguments.push_back({{static_cast<std::uint64_t>(n)}});
        launch.memory = memory.layout();
    }
    machine::LaunchRecord run() {
        return machine::run(*parsed.unit, *parsed.unit->kernels[0], launch, memory, settings);
    }
};

void report(benchmark::State& state, Ready& ready) {
    double steps = 0;
    for (auto _ : state) {
        const machine::LaunchRecord record = ready.run();
        steps += static_cast<double>(record.lane_steps);
        benchmark::DoNotOptimize(record.blocks.data());
    }
    state.counters["lane_steps/s"] = benchmark::Counter(steps, benchmark::Counter::kIsRate);
}

void kogge_stone_text_to_program(benchmark::State& state) {
    for (auto _ : state) {
        const language::Parsed parsed = language::parse("bench.cu", kogge_stone);
        language::Launch launch;
        launch.block = {1024, 1, 1};
        launch.arguments = {{{0}}, {{0}}, {{1024}}};
        benchmark::DoNotOptimize(language::compile(*parsed.unit, *parsed.unit->kernels[0], launch));
    }
}
BENCHMARK(kogge_stone_text_to_program)->Unit(benchmark::kMicrosecond);

void kogge_stone_parse(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(language::parse("bench.cu", kogge_stone));
}
BENCHMARK(kogge_stone_parse)->Unit(benchmark::kMicrosecond);

void edit_to_recording(benchmark::State& state) {
    for (auto _ : state) {
        Ready ready(kogge_stone, 2, 4096, 1024);
        ready.launch.block = {1024, 1, 1};
        benchmark::DoNotOptimize(ready.run());
    }
}
BENCHMARK(edit_to_recording)->Unit(benchmark::kMicrosecond);

/// 0: not recorded, 1: without origins, 2: all.
void choose(machine::Settings& settings, std::int64_t level) {
    settings.record = level > 0;
    settings.origins = level > 1;
}

void kogge_stone_recorded(benchmark::State& state) {
    Ready ready(kogge_stone, 2, std::size_t{4} << 20, 1 << 20);
    ready.launch.grid = {1024, 1, 1};
    ready.launch.block = {1024, 1, 1};
    choose(ready.settings, state.range(0));
    report(state, ready);
}
BENCHMARK(kogge_stone_recorded)->DenseRange(0, 2)->Unit(benchmark::kMillisecond);

/// Blocks that have nothing to do with each other, on so many cores: real time against that of one.
void kogge_stone_workers(benchmark::State& state) {
    Ready ready(kogge_stone, 2, std::size_t{4} << 20, 1 << 20);
    ready.launch.grid = {1024, 1, 1};
    ready.launch.block = {1024, 1, 1};
    ready.settings.workers = static_cast<unsigned>(state.range(0));
    report(state, ready);
}
BENCHMARK(kogge_stone_workers)
    ->RangeMultiplier(2)
    ->Range(1, 16)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

void brent_kung_recorded(benchmark::State& state) {
    Ready ready(brent_kung, 2, std::size_t{4} << 20, 1 << 20);
    ready.launch.grid = {512, 1, 1};
    ready.launch.block = {1024, 1, 1};
    choose(ready.settings, state.range(0));
    report(state, ready);
}
BENCHMARK(brent_kung_recorded)->DenseRange(0, 2)->Unit(benchmark::kMillisecond);

void product_256_recorded(benchmark::State& state) {
    Ready ready(product, 3, std::size_t{4} * 256 * 256, 256);
    ready.launch.grid = {16, 16, 1};
    ready.launch.block = {16, 16, 1};
    choose(ready.settings, state.range(0));
    report(state, ready);
}
BENCHMARK(product_256_recorded)->DenseRange(0, 2)->Unit(benchmark::kMillisecond);

// Two runs in turns, one whose races are judged and one whose are not, on so many threads as most
// machines have at least: the median of their ratios in processor time. It may be 1.5 at most.
void judging(benchmark::State& state, const char* text, const std::vector<std::size_t>& words,
             int n, std::array<std::uint32_t, 3> grid, std::array<std::uint32_t, 3> block) {
    std::vector<std::size_t> bytes;
    for (const std::size_t each : words) bytes.push_back(4 * each);
    Ready ready(text, bytes, n);
    ready.launch.grid = grid;
    ready.launch.block = block;
    ready.settings.workers = static_cast<unsigned>(state.range(0));
    std::vector<double> ratios;
    const auto seconds = [&](bool judge) {
        ready.settings.judge = judge;
        const std::clock_t begin = std::clock();
        benchmark::DoNotOptimize(ready.run());
        return static_cast<double>(std::clock() - begin);
    };
    seconds(true);  // the first run touches the memory that all of them use
    for (auto _ : state) {
        const double without = seconds(false);
        ratios.push_back(seconds(true) / without);
    }
    std::ranges::nth_element(ratios, ratios.begin() + static_cast<long>(ratios.size() / 2));
    state.counters["ratio"] = ratios[ratios.size() / 2];
}
constexpr std::size_t mebi = std::size_t{1} << 20;
const std::vector<std::size_t> two{mebi, mebi};
#define JUDGING(name, ...)                              \
    BENCHMARK_CAPTURE(judging, name, name, __VA_ARGS__) \
        ->Arg(1)                                        \
        ->Arg(2)                                        \
        ->Unit(benchmark::kMillisecond)
JUDGING(reduction, {mebi, 4096}, 1 << 20, {4096, 1, 1}, {256, 1, 1});
JUDGING(product, {1 << 16, 1 << 16, 1 << 16}, 256, {16, 16, 1}, {16, 16, 1});
JUDGING(kogge_stone, two, 1 << 20, {1024, 1, 1}, {1024, 1, 1});
JUDGING(brent_kung, two, 1 << 20, {512, 1, 1}, {1024, 1, 1});
JUDGING(transpose, two, 1024, {32, 32, 1}, {32, 8, 1});
JUDGING(bitonic, two, 1 << 18, {1024, 1, 1}, {256, 1, 1});
JUDGING(network, two, 1 << 18, {256, 1, 1}, {512, 1, 1});
JUDGING(warp_scan, two, 1 << 20, {32768, 1, 1}, {32, 1, 1});
JUDGING(histogram, two, 1 << 20, {64, 1, 1}, {256, 1, 1});
JUDGING(histogram_global, two, 1 << 18, {1024, 1, 1}, {256, 1, 1});
JUDGING(one_thread, two, 1 << 20, {8192, 1, 1}, {1, 1, 1});
JUDGING(one_thread_shared, two, 1 << 20, {4096, 1, 1}, {1, 1, 1});

}  // namespace

// CUDA texts through the machine to a trace: against what can be counted by hand.
#include "app/engine/machine/text_engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <string>

#include "app/analysis/check.h"
#include "app/analysis/races.h"
#include "app/analysis/requests.h"
#include "app/analysis/work.h"
#include "app/experiment/text/library_texts.h"
#include "app/report/report.h"
#include "app/trace/trace_file.h"
#include "tests/support/left_out.h"
#include "tests/support/trace_checks.h"

namespace stridescope {
namespace text_engine_test {

/// A text with its kernel's arrays and scalars.
class Text {
  public:
    explicit Text(const std::string& text) {
        experiment.text = TextSpec{.path = "test.cu", .text = text};
        const language::Parsed parsed = language::parse("test.cu", text);
        for (const language::Fault& fault : parsed.faults) {
            ADD_FAILURE() << fault.place.line << ": " << fault.message;
        }
        run.unit = parsed.unit;
        run.title = "test";
        if (!parsed.unit->kernels.empty()) run.kernel = parsed.unit->kernels.front();
    }
    template <class T>
    Text& array(const std::string& name, ElementType type, const std::vector<T>& values) {
        TextArray made{
            .name = name, .type = type, .extents = {static_cast<std::int64_t>(values.size())}};
        made.before = TypedArray{type, values.size()};
        std::ranges::copy(values, made.before.as<T>().begin());
        run.arguments.push_back({.array = static_cast<int>(run.arrays.size())});
        run.arrays.push_back(std::move(made));
        return *this;
    }
    Text& number(int value) {
        run.arguments.push_back({.leaves = {static_cast<std::uint64_t>(value)}});
        return *this;
    }
    std::shared_ptr<const Trace> record(std::array<std::uint32_t, 3> grid,
                                        std::array<std::uint32_t, 3> block) {
        run.grid = grid;
        run.block = block;
        const auto trace = record_run(experiment, run);
        // What is written must read back as the same.
        const auto bytes = encode_trace(*trace);
        const auto again = decode_trace(bytes, "test.npz");
        EXPECT_EQ(encode_trace(*again), bytes);
        EXPECT_EQ(report(*again, ReportFormat::json, ReportCut::step),
                  report(*trace, ReportFormat::json, ReportCut::step));
        return trace;
    }

    Experiment experiment;
    TextRun run;
};

std::vector<float> ones(int n) {
    return std::vector<float>(static_cast<std::size_t>(n), 1.0F);
}

const char* const kogge_stone = R"(
__global__ void kogge_stone(const float *A, float *P, int n) {
    __shared__ float X[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) X[threadIdx.x] = A[i];
    for (int stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        float t;
        if (threadIdx.x >= stride) t = X[threadIdx.x] + X[threadIdx.x - stride];
        __syncthreads();
        if (threadIdx.x >= stride) X[threadIdx.x] = t;
    }
    __syncthreads();
    if (i < n) P[i] = X[threadIdx.x];
}
)";

TEST(TextEngine, KoggeStoneHoldsTheSumsAfterEachStride) {
    Text text{kogge_stone};
    text.array("A", ElementType::f32, ones(128))
        .array("P", ElementType::f32, std::vector<float>(128));
    const auto trace = text.number(128).record({2, 1, 1}, {64, 1, 1});
    EXPECT_EQ(trace->blocks(), 2);
    EXPECT_EQ(trace->grid(), 2);
    EXPECT_EQ(trace->threads(), 64);
    const WorkCounts totals = work_table(*trace).totals;
    EXPECT_EQ(totals.excess(), 0);
    EXPECT_EQ(totals.global_load_requests, 4);
    EXPECT_EQ(totals.global_load_sectors, 16);
    EXPECT_EQ(totals.global_store_requests, 4);
    EXPECT_EQ(totals.adds, 2 * (6 * 64 - 63));
    EXPECT_TRUE(trace->diagnostics().empty());
    EXPECT_TRUE(races_of(*trace).empty());
    // Shared memory at the end of each stride.
    for (int block = 0; block < 2; ++block) {
        for (int stride = 0; stride < 6; ++stride) {
            const int mine = 2 + 2 * stride;
            for (int cell = 0; cell < 64; ++cell) {
                ASSERT_EQ(trace->value_text(block, mine, cell),
                          std::to_string(std::min(cell + 1, 2 << stride)))
                    << block << " " << stride << " " << cell;
            }
        }
    }
}

TEST(TextEngine, StepsAreNamedByTheLoop) {
    Text text{kogge_stone};
    text.array("A", ElementType::f32, ones(64))
        .array("P", ElementType::f32, std::vector<float>(64));
    const auto trace = text.number(64).record({1, 1, 1}, {64, 1, 1});
    std::vector<std::string> names;
    for (const Step& step : trace->steps()) names.push_back(name_of(step));
    ASSERT_EQ(names.size(), 14U);
    EXPECT_EQ(names[0], "load");
    EXPECT_EQ(names[1], "stride 1, part 1");
    EXPECT_EQ(names[2], "stride 1, part 2");
    EXPECT_EQ(names[12], "stride 32, part 2");
    EXPECT_EQ(names[13], "store");
}

TEST(TextEngine, CommentsNameStepsPartThemAndJoinThem) {
    Text text{R"(
__global__ void kogge_stone(const float *A, float *P) {
    __shared__ float X[32];
    // step: load
    X[threadIdx.x] = A[threadIdx.x];
    for (int stride = 1; stride < blockDim.x; stride *= 2) {
        // step: scan
        __syncthreads();
        float t;
        if (threadIdx.x >= stride) t = X[threadIdx.x] + X[threadIdx.x - stride];
        __syncthreads();
        if (threadIdx.x >= stride) X[threadIdx.x] = t;
    }
    // step: store
    P[threadIdx.x] = X[threadIdx.x];
}
)"};
    text.array("A", ElementType::f32, ones(32))
        .array("P", ElementType::f32, std::vector<float>(32));
    const auto trace = text.record({1, 1, 1}, {32, 1, 1});
    std::vector<std::string> names;
    for (const Step& step : trace->steps()) names.push_back(name_of(step));
    EXPECT_EQ(names, (std::vector<std::string>{"load", "scan, stride 1", "scan, stride 2",
                                               "scan, stride 4", "scan, stride 8",
                                               "scan, stride 16", "store"}));
    const WorkTable table = work_table(*trace);
    ASSERT_EQ(table.rows.size(), 7U);
    for (std::size_t step = 0; step < table.rows.size(); ++step) {
        const int stride = trace->steps()[step].stride;
        EXPECT_EQ(table.rows[step].counts.adds, stride > 0 ? 32 - stride : 0) << step;
        EXPECT_EQ(table.rows[step].counts.active_threads, 32 - std::max(stride, 0)) << step;
    }
}

TEST(TextEngine, AColumnOfATileCostsThirtyTwoWavefronts) {
    for (const int pad : {0, 1}) {
        Text text{"#define PAD " + std::to_string(pad) + R"(
__global__ void transpose(const float *in, float *out) {
    __shared__ float tile[32][32 + PAD];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
)"};
        std::vector<float> numbers(1024);
        std::iota(numbers.begin(), numbers.end(), 0.0F);
        text.array("in", ElementType::f32, numbers);
        text.array("out", ElementType::f32, std::vector<float>(1024));
        const auto trace = text.record({1, 1, 1}, {32, 32, 1});
        const WorkCounts work = work_table(*trace).totals;
        EXPECT_EQ(work.load_requests, 32);
        EXPECT_EQ(work.load_wavefronts, pad == 0 ? 1024 : 32);
        EXPECT_EQ(work.store_wavefronts, 32);
        EXPECT_EQ(work.global_load_sectors, 128);
        EXPECT_EQ(trace->words(), 32 * (32 + pad));
        EXPECT_EQ(trace->name_of_cell(0, 32 + pad + 2), "tile[1][2]");
        EXPECT_EQ(trace->value_text(0, 0, 32 + pad + 2), "34");
        // The column that nobody reaches is no element: it is shown as padding.
        for (int cell = 0, element = 0; cell < trace->words(); ++cell) {
            const bool padding = cell % (32 + pad) == 32;
            ASSERT_EQ(trace->element_of(cell), padding ? -1 : element++) << cell;
        }
        for (int i = 0; i < 1024; ++i) {
            ASSERT_EQ(trace->output().number(static_cast<std::size_t>(i)), i % 32 * 32 + i / 32);
        }
    }
}

/// What a function does that is called from several places belongs to the round it is called in.
TEST(TextEngine, CommentedRoundsHaveWhatTheirCallsDo) {
    Text text{R"(
__device__ __noinline__ void get(const int *from, int &to) { to = *from; }
__global__ void k(const int *in, int *out) {
    int t = threadIdx.x, sum = 0;
    for (int d = 0; d < 4; ++d) {
        // step: fetch
        int a, b;
        get(in + 64 * d + t, a);
        get(in + 64 * d + 32 + t, b);
        sum += a * b + in[d];
    }
    // step: out
    out[t] = sum;
}
)"};
    text.array("in", ElementType::i32, std::vector<std::int32_t>(256));
    text.array("out", ElementType::i32, std::vector<std::int32_t>(32));
    const auto trace = text.record({1, 1, 1}, {32, 1, 1});
    ASSERT_EQ(trace->step_count(), 5);
    for (int step = 0; step < 4; ++step) {
        EXPECT_EQ(name_of(trace->steps()[static_cast<std::size_t>(step)]),
                  "fetch, d = " + std::to_string(step));
        std::set<std::uint32_t> elements;
        const auto [begin, end] = trace->rows_of_step(step);
        for (int row = begin; row < end; ++row) {
            if (trace->event_of(trace->row(row)) == Event::global_load)
                elements.insert(trace->address(0, row, 0));
        }
        const auto d = static_cast<std::uint32_t>(step);
        EXPECT_EQ(elements, (std::set<std::uint32_t>{d, 64 * d, 64 * d + 32})) << step;
    }
}

TEST(TextEngine, ArraysOfSeveralTypesShareTheBlocksMemory) {
    Text text{R"(
__global__ void mixed(int *out) {  // step: fill
    __shared__ unsigned char small[5];
    __shared__ double wide[3];
    __shared__ short middle[4];
    if (threadIdx.x < 5) small[threadIdx.x] = 200 + threadIdx.x;
    if (threadIdx.x < 3) wide[threadIdx.x] = 0.5 + threadIdx.x;
    if (threadIdx.x < 4) middle[threadIdx.x] = -1 - threadIdx.x;
    __syncthreads();  // step: out
    out[threadIdx.x] = small[threadIdx.x % 5] + middle[threadIdx.x % 4] + wide[threadIdx.x % 3];
}
)"};
    text.array("out", ElementType::i32, std::vector<std::int32_t>(32));
    const auto trace = text.record({1, 1, 1}, {32, 1, 1});
    std::map<std::string, std::string> values;
    for (int cell = 0; cell < trace->words(); ++cell) {
        const std::string name = trace->name_of_cell(0, cell);
        if (!name.empty()) values[name] = trace->value_text(0, 0, cell);
    }
    EXPECT_EQ(values.size(), 12U);
    EXPECT_EQ(values["small[4]"], "204");
    EXPECT_EQ(values["wide[2]"], "2.5");
    EXPECT_EQ(values["middle[3]"], "-4");
    for (int i = 0; i < 32; ++i) {
        EXPECT_EQ(trace->output().number(static_cast<std::size_t>(i)),
                  static_cast<int>(200 + i % 5 + (-1 - i % 4) + (0.5 + i % 3)));
    }
}

TEST(TextEngine, AtomicsOnOneWordQueueUp) {
    Text text{R"(
__global__ void count(const int *in, int *bins) {
    __shared__ int own[4];
    if (threadIdx.x < 4) own[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&own[in[threadIdx.x]], 1);
    __syncthreads();
    if (threadIdx.x < 4) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
)"};
    std::vector<std::int32_t> in(64);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = i < 32 ? 1 : static_cast<int>(i % 4);
    text.array("in", ElementType::i32, in)
        .array("bins", ElementType::i32, std::vector<std::int32_t>(4));
    const auto trace = text.record({1, 1, 1}, {64, 1, 1});
    const WorkCounts work = work_table(*trace).totals;
    EXPECT_EQ(work.atomic_requests, 2);
    EXPECT_EQ(work.atomic_wavefronts, 32 + 8);
    EXPECT_EQ(work.global_atomic_requests, 1);
    EXPECT_EQ(work.global_store_requests, 0);
    EXPECT_TRUE(races_of(*trace).empty());
    EXPECT_EQ(trace->value_text(0, 1, 1), "40");
    for (const Request& request : requests_of_step(*trace, 0, 1, Space::shared)) {
        if (request.event != Event::atomic) continue;
        const std::vector<int> waves = wavefront_of_lanes(*trace, request);
        EXPECT_EQ(*std::ranges::max_element(waves) + 1, request.shared.wavefronts);
    }
}

TEST(TextEngine, ARaceIsFoundAndNamed) {
    Text text{R"(
__global__ void shift(float *out) {
    __shared__ float X[64];
    X[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = X[(threadIdx.x + 1) % 64];
}
)"};
    text.array("out", ElementType::f32, std::vector<float>(64));
    const auto trace = text.record({1, 1, 1}, {64, 1, 1});
    const auto races = races_of(*trace);
    ASSERT_FALSE(races.empty());
    EXPECT_NE(sentence(*trace, races.front()).find("race on X["), std::string::npos)
        << sentence(*trace, races.front());
}

TEST(TextEngine, WithoutBarriersLoopsAreSteps) {
    Text text{R"(
__global__ void saxpy(float *y, int n) {
    for (int k = 0; k < n; ++k) {
        y[k * 32 + threadIdx.x] = 2 * y[k * 32 + threadIdx.x] + 1;
    }
    y[threadIdx.x] = 0;
}
)"};
    text.array("y", ElementType::f32, ones(96));
    const auto trace = text.number(3).record({1, 1, 1}, {32, 1, 1});
    std::vector<std::string> names;
    for (const Step& step : trace->steps()) names.push_back(name_of(step));
    EXPECT_EQ(names, (std::vector<std::string>{"k = 0", "k = 1", "k = 2", "store"}));
    EXPECT_EQ(requests_of_step(*trace, 0, 1, Space::global).size(), 2U);
    EXPECT_EQ(requests_of_step(*trace, 0, 3, Space::global).size(), 1U);
}

TEST(TextEngine, FaultsAreDiagnosticsWithTheirPlace) {
    Text text{R"(
__global__ void beyond(float *out) {
    out[threadIdx.x + 1] = 1;
}
)"};
    text.array("out", ElementType::f32, std::vector<float>(32));
    const auto trace = text.record({1, 1, 1}, {32, 1, 1});
    ASSERT_EQ(trace->diagnostics().size(), 1U);
    const RecordedFault& found = trace->diagnostics().front();
    EXPECT_EQ(found.kind, "out-of-bounds");
    EXPECT_EQ(found.line, 3);
    EXPECT_EQ(found.thread, 31);
    EXPECT_EQ(found.address, 32);
    EXPECT_NE(found.message.find("out[32]"), std::string::npos) << found.message;
}

TEST(TextEngine, AMainRunsWithAllItsLaunches) {
    Text text{R"(
#include <cstdio>
__global__ void twice(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] *= 2;
}
int main() {
    int *d, h[100];
    for (int i = 0; i < 100; ++i) h[i] = i;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    twice<<<2, 64>>>(d, 100);
    twice<<<4, 32>>>(d, 100);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[99]);
    return 0;
}
)"};
    text.run.kernel = nullptr;
    const auto trace = record_run(text.experiment, text.run);
    ASSERT_EQ(trace->launches().size(), 2U);
    EXPECT_EQ(trace->launches()[1].grid[0], 4U);
    EXPECT_EQ(trace->step_count(), 2);
    EXPECT_EQ(trace->blocks(), 4);
    EXPECT_EQ(trace->threads(), 64);
    EXPECT_EQ(trace->data().printed, "396\n");
    const WorkCounts work = work_table(*trace).totals;
    EXPECT_EQ(work.global_load_requests, 4 + 4);
    EXPECT_EQ(trace->output().number(99), 396);
}

TEST(TextEngine, WhatAMainsOnlyLaunchFoundIsKept) {
    const auto before_of = [](const std::string& launches) {
        Text text{
            "__global__ void twice(const int *in, int *out) {\n"
            "    out[threadIdx.x] = 2 * in[threadIdx.x];\n}\n"
            "int main() {\n    int h[8], *a, *b;\n"
            "    for (int i = 0; i < 8; i++) h[i] = 5 + i;\n"
            "    cudaMalloc(&a, sizeof h);\n    cudaMalloc(&b, sizeof h);\n"
            "    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);\n" +
            launches + "    cudaMemset(a, 0, sizeof h);\n    cudaFree(a);\n    cudaFree(b);\n}\n"};
        text.run.kernel = nullptr;
        const auto trace = record_run(text.experiment, text.run);
        const auto& arrays = trace->facts().arrays;
        for (std::size_t k = 0; k < arrays.size(); ++k) {
            if (arrays[k].name == "in") return trace->contents(static_cast<ArrayId>(k)).before;
        }
        return TypedArray{};
    };
    const TypedArray once = before_of("    twice<<<1, 8>>>(a, b);\n");
    ASSERT_EQ(once.size(), 8U);
    EXPECT_EQ(once.number(0), 5) << "not what main made of it later";
    EXPECT_EQ(once.number(7), 12);
    // Between two of them main may do what no row tells of.
    EXPECT_EQ(before_of("    twice<<<1, 8>>>(a, b);\n    twice<<<1, 4>>>(b, a);\n").size(), 0U);
}

TEST(TextEngine, WhatAKernelLaunchesRunsWithoutAMain) {
    // Threads 1 and 2 launch a block for their own piece; that of thread 1 launches another.
    Text text{
        "__global__ void piece(int *a, int at, int again) {\n"
        "    a[at + threadIdx.x] += 10;\n"
        "    if (again && threadIdx.x == 0) piece<<<1, 4>>>(a, at + 4, 0);\n"
        "}\n"
        "__global__ void parent(int *a, int n) {\n"
        "    int t = threadIdx.x;\n"
        "    a[t] = t;\n"
        "    if (t == 1 || t == 2) piece<<<1, 2>>>(a, 4 * t, t == 1);\n"
        "    if (t == 3) piece<<<1, n>>>(a, 0, 0);\n"
        "}\n"};
    text.run.kernel = text.run.unit->kernels.back();
    ASSERT_EQ(text.run.kernel->name, "parent");
    text.array("a", ElementType::i32, std::vector<int>(16, 100)).number(0);
    const auto trace = text.record({1, 1, 1}, {4, 1, 1});
    ASSERT_EQ(trace->launches().size(), 4U);
    EXPECT_EQ(trace->launches()[0].kernel, "parent");
    EXPECT_EQ(trace->launches()[2].kernel, "piece");
    ASSERT_EQ(trace->diagnostics().size(), 1U) << "a block of no threads";
    EXPECT_NE(trace->diagnostics()[0].message.find("piece is not launched"), std::string::npos);
    const std::vector expected{0,   1,   2,   3,   110, 110, 100, 100,
                               120, 120, 110, 110, 100, 100, 100, 100};
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_EQ(trace->output().number(i), expected[i]) << i;
}

TEST(TextEngine, AnyNumberOfWorkersMakesTheSameTrace) {
    Experiment experiment;
    experiment.text = TextSpec{.path = "t.cu",
                               .text = R"(// in: int[2000] random          out: int[2000]
__global__ void k(const int *in, int *out, int n) {
    __shared__ int s[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = i < n ? in[i] : 0;
    for (int d = 1; d < 64; d *= 2) {
        __syncthreads();
        int v = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
        __syncthreads();
        s[threadIdx.x] += v;
    }
    if (i < n) out[i] = s[threadIdx.x];
}
)",
                               .launch = "k<<<32, 64>>>(in, out, 2000)"};
    for (const char* schedule : {"ascending", "random:3", "lane-random:3"}) {
        experiment.schedule = parse_schedule(schedule);
        const auto expected =
            encode_trace(*record_text(experiment, {.workers = 1, .progress = {}}));
        for (const int workers : {2, 3, 8}) {
            EXPECT_EQ(encode_trace(*record_text(experiment, {.workers = workers, .progress = {}})),
                      expected)
                << schedule << " with " << workers;
        }
    }
}

TEST(TextEngine, OfWhatWouldBeTooMuchTheFirstBlocksAreRecorded) {
    if (testing::left_out(1)) GTEST_SKIP() << "256 MB of rows take a sanitizer minutes";
    Experiment experiment;
    experiment.text = TextSpec{.path = "t.cu", .text = R"(
__global__ void k(int *a, int times) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int n = 0; n < times; ++n) a[i] += n;
}
int main() {
    int *a, h;
    cudaMalloc(&a, 1 << 20);
    k<<<256, 1024>>>(a, 80);
    for (int n = 0; n < 8; ++n) k<<<256, 1024>>>(a, 10);
    cudaMemcpy(&h, a + 262143, 4, cudaMemcpyDeviceToHost);
    printf("%d", h);
    return 0;
}
)"};
    const auto trace = record_text(experiment, {.workers = 2, .progress = {}});
    EXPECT_EQ(trace->data().printed, "3520");
    EXPECT_EQ(trace->launches().size(), 9U);
    EXPECT_GT(trace->blocks(), 8);
    EXPECT_LT(trace->blocks(), 256);
    EXPECT_LE(view_bytes(trace->data(), trace->blocks()), std::uint64_t{512} << 20);
    EXPECT_GT(view_bytes(trace->data(), trace->blocks()), std::uint64_t{256} << 20);
    experiment.first_blocks = 3;
    EXPECT_EQ(record_text(experiment)->blocks(), 3);
}

// As many elements of one byte as a block can have, each of which is a cell: more than 2 bytes
// number.
TEST(TextEngine, AllOfABlocksSharedMemoryMayBeBytes) {
    Experiment experiment;
    experiment.text = TextSpec{.path = "t.cu", .text = R"(
__global__ void k(int *out, int n) {
    extern __shared__ unsigned char s[];
    for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = i * 7;
    __syncthreads();
    int t = threadIdx.x;
    out[t] = s[n - 1 - t * t * 13];
}
int main() {
    const int n = 227 << 10;
    int *d, h[128];
    cudaMalloc(&d, sizeof h);
    cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, n);
    k<<<1, 128, n>>>(d, n);
    return cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
}
)"};
    constexpr int n = 227 << 10;
    const auto trace = record_text(experiment);
    ASSERT_EQ(trace->words(), n);
    const auto read = decode_trace(encode_trace(*trace), "test");
    for (const Trace* each : {trace.get(), read.get()}) {
        int loads = 0;
        std::vector<int> stored(n);
        for (int row = 0; row < static_cast<int>(each->rows().size()); ++row) {
            const Event event = each->event_of(each->row(row));
            const auto lanes = each->lanes(0, row);
            for (int t = 0; t < 128; ++t) {
                const int cell = lanes[static_cast<std::size_t>(t)];
                if (event == Event::store && cell != Trace::idle)
                    ++stored[static_cast<std::size_t>(cell)];
                if (event != Event::load) continue;
                ++loads;
                EXPECT_EQ(cell, n - 1 - t * t * 13);
                EXPECT_EQ(each->lane(0, row, t), cell);
            }
        }
        EXPECT_EQ(loads, 128);
        EXPECT_EQ(stored, std::vector<int>(n, 1));
        const auto* last = reinterpret_cast<const std::uint8_t*>(each->snapshot(0, 0));
        for (int cell = 0; cell < n; ++cell) ASSERT_EQ(last[cell], cell * 7 % 256) << cell;
    }
    EXPECT_EQ(count_of_races(*trace), 0);
    EXPECT_TRUE(races_of_block(*trace, 0, RaceSpace::shared).empty());
}

TEST(TextEngine, WeakMemoryIsRememberedAndNamesTheFence) {
    Experiment experiment;
    experiment.text = TextSpec{.path = "t.cu",
                               .text = R"(
__global__ void k(volatile int *sum, volatile int *flag, int *out) {
    if (blockIdx.x > 0) {
        while (flag[blockIdx.x] == 0);
        out[blockIdx.x] = sum[blockIdx.x];
    }
    sum[blockIdx.x + 1] = blockIdx.x + 1;
    flag[blockIdx.x + 1] = 1;
}
)",
                               .launch = "k<<<20, 1>>>",
                               .arguments = {{"sum", "[21] zeros"}, {"flag", "[21] zeros"}}};
    EXPECT_TRUE(record_text(experiment)->diagnostics().empty());
    experiment.text.weak_memory = LateStores{.seed = 5};
    const auto trace = record_text(experiment);
    ASSERT_EQ(trace->diagnostics().size(), 1U);
    const RecordedFault& found = trace->diagnostics()[0];
    EXPECT_EQ(found.kind, "missing-fence");
    EXPECT_EQ(found.line, 7);
    EXPECT_NE(found.message.find("__threadfence() is missing"), std::string::npos);
    const auto again = decode_trace(encode_trace(*trace), "t.npz");
    EXPECT_EQ(again->experiment().text.weak_memory, LateStores{.seed = 5});
    EXPECT_NE(command_line(again->experiment()).find("--memory weak:5"), std::string::npos);
    EXPECT_EQ(encode_trace(*record_text(experiment)), encode_trace(*trace));
}

TEST(TextTrace, AFindingIsShownInTheStepOfItsLine) {
    // The first interval has two steps: what lanes do in the first one is not told of the second.
    Experiment experiment;
    experiment.text = {.path = "t.cu",
                       .text =
                           "// launch: k<<<1, 32>>>(out)\n// out: int[32]\n"
                           "__global__ void k(int *out) {\n"
                           "    int v = threadIdx.x;\n"
                           "    if (threadIdx.x < 16) {\n"
                           "        for (int d = 1; d <= 8; d *= 2)\n"
                           "            v += __shfl_down_sync(0xffffffff, v, d);\n"
                           "        if (threadIdx.x == 0) out[0] = v;\n"
                           "    }\n"
                           "    __syncthreads();\n"
                           "    if (threadIdx.x == 16) out[1] = out[0];\n"
                           "}\n"};
    const auto trace = record_text(experiment);
    ASSERT_EQ(trace->diagnostics().size(), 1U);
    const RecordedFault& found = trace->diagnostics()[0];
    EXPECT_EQ(found.line, 7);
    ASSERT_GT(trace->step_count(), 2);
    bool is_there = false;
    for (const TraceRow& row : trace->data().rows)
        is_there |= row.step == found.step &&
                    trace->data().sites[static_cast<std::size_t>(row.site)].line == found.line;
    EXPECT_TRUE(is_there) << found.step;
}

/// The kind that the only finding of a run has.
std::string kind_found(const std::string& text) {
    Experiment experiment;
    experiment.text = {.path = "t.cu", .text = text};
    const auto trace = record_text(experiment);
    return trace->diagnostics().size() == 1 ? trace->diagnostics()[0].kind : "";
}

TEST(TextTrace, EveryKindOfFindingHasItsName) {
    EXPECT_EQ(kind_found("__device__ int f(int n) { return f(n + 1) + 1; }\n"
                         "// launch: k<<<1, 1>>>(a)\n// a: int[1]\n"
                         "__global__ void k(int *a) { a[0] = f(0); }\n"),
              "recursion");
    EXPECT_EQ(kind_found("#include <cuda_pipeline.h>\n// launch: k<<<1, 32>>>(a, b)\n"
                         "// a: int[32] iota\n// b: int[32]\n"
                         "__global__ void k(const int *a, int *b) {\n"
                         "  __shared__ int s[32];\n"
                         "  __pipeline_memcpy_async(&s[threadIdx.x], &a[threadIdx.x], 4);\n"
                         "  __pipeline_commit();\n  b[threadIdx.x] = s[threadIdx.x];\n}\n"),
              "early-read");
}

/// Also where two launches call different arrays the same.
TEST(TextTrace, OfEachTextOfTheLibraryIsReadBack) {
    int kernels = 0;
    for (const LibraryText& text : library()) {
        if (!text.is_kernel) continue;
        if (testing::left_out(kernels++)) continue;
        SCOPED_TRACE(text.id);
        Experiment experiment;
        experiment.text = spec_of(text);
        const auto trace = record_text(experiment);
        const auto bytes = encode_trace(*trace);
        const auto again = decode_trace(bytes, "test.npz");
        EXPECT_EQ(testing::difference(*trace, *again), "");
        EXPECT_EQ(encode_trace(*again), bytes);
    }
    EXPECT_GE(kernels, 39);
}

}  // namespace text_engine_test
}  // namespace stridescope

// <cooperative_groups.h>: what groups of threads are and do, against plain loops over the threads.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "tests/machine/run_text.h"

namespace stridescope::machine {
namespace cooperative_groups_test {

const std::string head =
    "#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\n"
    "#include <cooperative_groups/scan.h>\nnamespace cg = cooperative_groups;\n";

/// out[thread] of one block of `threads`; in[i] = i * 37 % 101.
std::vector<int> out_of(const std::string& kernel, std::uint32_t threads) {
    RunText run(head + kernel);
    std::vector<int> in(threads);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<int>(i * 37 % 101);
    run.array("in", in);
    const std::size_t out = run.array("out", std::vector<int>(threads));
    run.launch({1, 1, 1}, {threads, 1, 1});
    run.expect_clean();
    return run.values<int>(out);
}

int in_of(std::size_t i) {
    return static_cast<int>(i * 37 % 101);
}

class Tiles : public ::testing::TestWithParam<unsigned> {};

TEST_P(Tiles, KnowTheirRanksAndAddUp) {
    const unsigned n = GetParam();
    const auto got = out_of(fmt::format(R"(
__global__ void k(const int *in, int *out) {{
    auto tile = cg::tiled_partition<{}>(cg::this_thread_block());
    int i = threadIdx.x, sum = in[i];
    sum = cg::reduce(tile, sum, cg::plus<int>());
    int before = cg::exclusive_scan(tile, in[i]);
    int with = cg::inclusive_scan(tile, in[i], cg::plus<int>());
    int most = cg::reduce(tile, in[i], cg::greater<int>());
    unsigned odd = tile.ballot(in[i] % 2);
    int last = tile.shfl(in[i], tile.size() - 1), across = tile.shfl_xor(in[i], tile.size() / 2);
    tile.sync();
    out[i] = sum + 3 * before + 5 * with + 7 * most + 11 * (int)odd + 13 * last + 17 * across +
             19 * tile.thread_rank() + 23 * tile.meta_group_rank() + 29 * tile.meta_group_size();
}})",
                                        n),
                            96);
    for (unsigned i = 0; i < 96; ++i) {
        const unsigned first = i / n * n;
        std::uint32_t sum = 0, before = 0, odd = 0;
        int most = 0;
        for (unsigned k = 0; k < n; ++k) {
            const int value = in_of(first + k);
            sum += static_cast<std::uint32_t>(value);
            if (first + k < i) before += static_cast<std::uint32_t>(value);
            most = std::max(most, value);
            if (value % 2 != 0) odd |= 1U << k;
        }
        const std::uint32_t mine = static_cast<std::uint32_t>(in_of(i));
        const std::uint32_t want =
            sum + 3 * before + 5 * (before + mine) + 7 * static_cast<std::uint32_t>(most) +
            11 * odd + 13 * static_cast<std::uint32_t>(in_of(first + n - 1)) +
            17 * static_cast<std::uint32_t>(in_of(first + ((i - first) ^ (n / 2)))) +
            19 * (i - first) + 23 * (i / n) + 29 * (96 / n);
        EXPECT_EQ(static_cast<std::uint32_t>(got[i]), want) << "thread " << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Sizes, Tiles, ::testing::Values(1U, 2U, 4U, 8U, 16U, 32U));

TEST(CooperativeGroups, OfThreadsThatAreThere) {
    const auto got = out_of(R"(
__global__ void k(const int *in, int *out) {
    int i = threadIdx.x;
    out[i] = -1;
    if (in[i] % 3 == 0) {
        cg::coalesced_group here = cg::coalesced_threads();
        int sum = cg::reduce(here, in[i], cg::plus<int>());
        int next = here.shfl_down(in[i], 1), first = here.shfl(in[i], 0);
        out[i] = sum + 1000 * here.thread_rank() + 100000 * here.size() + next + first;
    }
})",
                            64);
    for (std::size_t warp = 0; warp < 2; ++warp) {
        std::vector<std::size_t> here;
        for (std::size_t i = warp * 32; i < warp * 32 + 32; ++i) {
            if (in_of(i) % 3 == 0) here.push_back(i);
        }
        int sum = 0;
        for (const std::size_t i : here) sum += in_of(i);
        for (std::size_t rank = 0; rank < here.size(); ++rank) {
            const int next = in_of(here[std::min(rank + 1, here.size() - 1)]);
            EXPECT_EQ(got[here[rank]], sum + 1000 * static_cast<int>(rank) +
                                           100000 * static_cast<int>(here.size()) + next +
                                           in_of(here[0]));
        }
    }
}

TEST(CooperativeGroups, VotesAreThoseOfTheTileAlone) {
    const auto got = out_of(R"(
__global__ void k(const int *in, int *out) {
    auto t = cg::tiled_partition<8>(cg::this_thread_block());
    int i = threadIdx.x;
    out[i] = t.all(i < 20) + 2 * t.any(i > 20 && i % 2) + 4 * t.all(i) + 8 * t.any(i & 64);
})",
                            96);
    for (int i = 0; i < 96; ++i) {
        int all_low = 1, any_odd = 0, all_set = 1, any_high = 0;
        for (int k = i / 8 * 8; k < i / 8 * 8 + 8; ++k) {
            all_low &= k < 20 ? 1 : 0;
            any_odd |= k > 20 && k % 2 != 0 ? 1 : 0;
            all_set &= k != 0 ? 1 : 0;
            any_high |= (k & 64) != 0 ? 1 : 0;
        }
        EXPECT_EQ(got[static_cast<std::size_t>(i)],
                  all_low + 2 * any_odd + 4 * all_set + 8 * any_high)
            << i;
    }
}

/// The Programming Guide's sum, which takes any group.
TEST(CooperativeGroups, AreHandedToFunctionsAsGroups) {
    const auto got = out_of(R"(
__device__ int sum(cg::thread_group g, int *x, int val) {
    int lane = g.thread_rank();
    for (int i = g.size() / 2; i > 0; i /= 2) {
        x[lane] = val;
        g.sync();
        if (lane < i) val += x[lane + i];
        g.sync();
    }
    return val;
}
__global__ void k(const int *in, int *out) {
    __shared__ int x[64];
    cg::thread_block block = cg::this_thread_block();
    int i = block.thread_rank();
    out[i] = sum(block, x, in[i]);
    cg::sync(block);
    cg::thread_group quarter = cg::tiled_partition(block, 16);
    int of_quarter = sum(quarter, x + i / 16 * 16, in[i]);
    if (quarter.thread_rank() == 0 && i > 0) out[i] = of_quarter;
    if (i == 1) out[1] = block.group_dim().x + block.thread_index().x + block.group_index().x;
})",
                            64);
    const auto sum_of = [](std::size_t from, std::size_t to) {
        int sum = 0;
        for (; from < to; ++from) sum += in_of(from);
        return sum;
    };
    EXPECT_EQ(got[0], sum_of(0, 64));
    EXPECT_EQ(got[1], 65);
    EXPECT_EQ(got[16], sum_of(16, 32));
    EXPECT_EQ(got[48], sum_of(48, 64));
}

// --- grids ------------------------------------------------------------------------------------

const std::string grid_sum = head + R"(
__global__ void total(const int *in, int *part, int *out, int n) {
    __shared__ int s[4];
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    int sum = 0;
    for (int i = grid.thread_rank(); i < n; i += grid.size()) sum += in[i];
    sum = cg::reduce(warp, sum, cg::plus<int>());
    if (warp.thread_rank() == 0) s[warp.meta_group_rank()] = sum;
    block.sync();
    if (block.thread_rank() == 0) part[blockIdx.x] = s[0] + s[1] + s[2] + s[3];
    grid.sync();
    if (grid.thread_rank() == 0) {
        int all = 0;
        for (int i = 0; i < gridDim.x; i++) all += part[i];
        *out = all;
    }
    grid.sync();
    if (block.thread_rank() == 0) part[blockIdx.x] = *out + blockIdx.x;
}
)";

TEST(CooperativeGroups, AGridMeetsInWhateverOrderItsBlocksRun) {
    for (const WarpOrder order :
         {WarpOrder::ascending, WarpOrder::descending, WarpOrder::shuffled, WarpOrder::lanes}) {
        for (const std::uint32_t blocks : {1U, 2U, 7U}) {
            RunText run(grid_sum);
            run.settings.order = order;
            std::vector<int> in(1000);
            for (std::size_t i = 0; i < in.size(); ++i) in[i] = in_of(i);
            run.array("in", in);
            const std::size_t part = run.array("part", std::vector<int>(blocks));
            const std::size_t out = run.array("out", std::vector<int>(1));
            run.scalar(1000);
            run.launch({blocks, 1, 1}, {128, 1, 1});
            run.expect_clean();
            int sum = 0;
            for (const int value : in) sum += value;
            EXPECT_EQ(run.values<int>(out)[0], sum);
            for (std::uint32_t b = 0; b < blocks; ++b)
                EXPECT_EQ(run.values<int>(part)[b], sum + static_cast<int>(b));
        }
    }
}

TEST(CooperativeGroups, WithoutTheGridsBarrierBlocksRace) {
    std::string text = grid_sum;
    for (std::size_t at = text.find("grid.sync();"); at != std::string::npos;
         at = text.find("grid.sync();"))
        text.replace(at, 12, "block.sync();");
    RunText run(text);
    run.array("in", std::vector<int>(1000, 1));
    run.array("part", std::vector<int>(4));
    run.array("out", std::vector<int>(1));
    run.scalar(1000);
    run.launch({4, 1, 1}, {128, 1, 1});
    EXPECT_FALSE(run.record.diagnostics.empty() && run.record.races.all.empty());
}

HostRecord run_main_of(const std::string& text) {
    language::Parsed parsed = language::parse("t.cu", text);
    for (const language::Fault& fault : parsed.faults) ADD_FAILURE() << fault.message;
    GlobalMemory memory;
    allocate_globals(*parsed.unit, memory);
    return run_main(*parsed.unit, memory);
}

TEST(CooperativeLaunch, TakesItsArgumentsByPointers) {
    const HostRecord record = run_main_of(grid_sum + R"(
int main() {
    int n = 1000, *in, *part, *out;
    cudaMallocManaged(&in, n * 4); cudaMallocManaged(&part, 8 * 4); cudaMallocManaged(&out, 4);
    for (int i = 0; i < n; i++) in[i] = 2;
    int each = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, total, 128, 0);
    void *args[] = {&in, &part, &out, &n};
    cudaError_t e = cudaLaunchCooperativeKernel((void *)total, dim3(4), dim3(128), args, 0, 0);
    cudaDeviceSynchronize();
    printf("%d %s %d %d\n", each > 0, cudaGetErrorName(e), *out, part[3]);
    dim3 many(5000), threads(128);
    e = cudaLaunchCooperativeKernel((void *)total, many, threads, (void **)args);
    printf("%s\n", cudaGetErrorName(e));
    return 0;
})");
    EXPECT_EQ(record.output, "1 cudaSuccess 2000 2003\ncudaErrorCooperativeLaunchTooLarge\n");
    EXPECT_FALSE(record.stopped);
    ASSERT_EQ(record.diagnostics.size(), 1U);
    EXPECT_NE(record.diagnostics[0].message.find("5000 blocks are to be there at once"),
              std::string::npos)
        << record.diagnostics[0].message;
}

TEST(LaunchByPointers, OfEveryKindOfArgument) {
    const HostRecord record = run_main_of(R"(
struct Pair { int a; double b; };
template <typename T> __global__ void k(T *out, Pair p, char c, T t) {
    out[threadIdx.x] = p.a + p.b + c + t + threadIdx.x;
}
__global__ void none() { printf("none %d\n", threadIdx.x); }
int main() {
    double *out, t = 0.5;
    cudaMallocManaged(&out, 256);
    Pair p = {3, 0.25};
    char c = 'a';
    void *args[4];
    args[0] = &out; args[1] = &p; args[2] = &c; args[3] = &t;
    cudaLaunchKernel((const void *)k<double>, 1, 32, args, 0, NULL);
    cudaDeviceSynchronize();
    printf("%g %g\n", out[0], out[31]);
    cudaLaunchKernel((const void *)none, dim3(1), dim3(1), nullptr);
    cudaDeviceSynchronize();
    return 0;
})");
    EXPECT_EQ(record.output, "100.75 131.75\nnone 0\n");
    EXPECT_FALSE(record.stopped);
    EXPECT_TRUE(record.diagnostics.empty());
}

// --- what stands beside them in such texts -----------------------------------------------------

TEST(PlainHost, ClassesThatAskForTheirMemoryThemselves) {
    const HostRecord record = run_main_of(R"(
class Managed {
public:
    void *operator new(size_t len) { void *p; cudaMallocManaged(&p, len); printf("new %d\n", (int)len); return p; }
    void operator delete(void *p) { printf("delete\n"); cudaFree(p); }
    void *operator new[](size_t len) { void *p; cudaMallocManaged(&p, len); return p; }
    void operator delete[](void *p) { printf("delete[]\n"); cudaFree(p); }
};
struct Data : public Managed { int n; float f; Data() : n(3), f(2.5f) {} };
__global__ void one(Data *d) { d->n += 1; }
__global__ void each(Data *d) { d[threadIdx.x].n += threadIdx.x; }
int main() {
    Data *d = new Data;
    one<<<1, 1>>>(d);
    cudaDeviceSynchronize();
    printf("%d %g\n", d->n, d->f);
    delete d;
    Data *a = new Data[4];
    each<<<1, 4>>>(a);
    cudaDeviceSynchronize();
    printf("%d %g\n", a[3].n, a[1].f);
    delete[] a;
    return 0;
})");
    EXPECT_EQ(record.output, "new 8\n4 2.5\ndelete\n6 2.5\ndelete[]\n");
    EXPECT_FALSE(record.stopped);
    EXPECT_TRUE(record.diagnostics.empty());
}

TEST(PlainHost, TemplatesThatTakeVectors) {
    const HostRecord record = run_main_of(R"(
#include <vector>
template <typename T> void show(const std::vector<T> &v, size_t n = 0) {
    for (size_t i = 0; i < n; i++) printf("%g ", (double)v[i]);
}
template <typename T> T total(std::vector<T> v) {
    T t = 0;
    for (auto x : v) t += x;
    v[0] = 100;
    return t;
}
int main() {
    std::vector<float> a(4, 2.5f);
    std::vector<int> b = {1, 2, 3};
    show(a, 3);
    show(b, 2);
    printf("%g %d %d\n", total(a), total(b), b[0]);
    return 0;
})");
    EXPECT_EQ(record.output, "2.5 2.5 2.5 1 2 10 6 1\n");
    EXPECT_FALSE(record.stopped);
}

TEST(PlainHost, PointersToArrays) {
    const HostRecord record = run_main_of(R"(
#define N 8
__global__ void k(float (*in)[N], float *out) {
    float (*o)[N] = (float (*)[N])out;
    o[threadIdx.x][threadIdx.y] = in[threadIdx.y][threadIdx.x] * 2;
}
int main() {
    float h[N][N], r[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) h[i][j] = i * N + j;
    float (*d)[N], *o;
    cudaMalloc((void **)&d, sizeof h);
    cudaMalloc((void **)&o, sizeof r);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, dim3(N, N)>>>(d, o);
    cudaMemcpy(r, o, sizeof r, cudaMemcpyDeviceToHost);
    printf("%g %g\n", r[3][5], r[7][0]);
    float (*rows)[N] = reinterpret_cast<float (*)[N]>(malloc(sizeof h));
    rows[2][1] = 4;
    printf("%g %d\n", ((float *)rows)[17], (int)sizeof(*rows));
    return 0;
})");
    EXPECT_EQ(record.output, "86 14\n4 32\n");
    EXPECT_FALSE(record.stopped);
    EXPECT_TRUE(record.diagnostics.empty());
}

TEST(CooperativeGroups, CopyTogether) {
    const HostRecord record = run_main_of(R"(
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void k(const int *in, int *out) {
    __shared__ int s[100], t[32];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, s, in, sizeof(int) * 100);
    cg::wait(block);
    auto tile = cg::tiled_partition<32>(block);
    if (threadIdx.x < 32) {
        cg::memcpy_async(tile, t, 32, in + 50, 20);
        cg::wait(tile);
    }
    block.sync();
    for (int i = threadIdx.x; i < 100; i += 48) out[i] = s[99 - i] + (i < 20 ? 1000 * t[i] : 0);
    atomicMax_block(out + 100, (int)threadIdx.x);
    atomicAdd_system(out + 101, 2);
}
int main() {
    int h[102], *a, *b;
    for (int i = 0; i < 100; i++) h[i] = i * i;
    cudaMalloc(&a, 400);
    cudaMalloc(&b, sizeof h);
    cudaMemcpy(a, h, 400, cudaMemcpyHostToDevice);
    cudaMemset(b, 0, sizeof h);
    k<<<1, 48>>>(a, b);
    cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d %d\n", h[0], h[19], h[99], h[100], h[101]);
    return 0;
})");
    EXPECT_EQ(record.output, "2509801 4767400 0 47 96\n");
    EXPECT_TRUE(record.launches.at(0).diagnostics.empty());
}

/// As an H200 printed it.
TEST(CooperativeGroups, PartsByWhatThreadsSay) {
    const HostRecord record = run_main_of(R"(
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int *o) {
    int t = threadIdx.x;
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    auto third = cg::labeled_partition(warp, t % 3);
    o[t] = third.size() * 100 + third.thread_rank();
    auto fifth = cg::binary_partition(warp, t % 5 == 0);
    o[t] += fifth.size() * 10000;
    if (t % 4 == 1) {
        auto here = cg::coalesced_threads();
        o[t] += 1000000 * here.ballot(t % 8 == 5) + here.any(t == 5) + here.all(t > 0);
    }
}
int main() {
    int *d, h[32];
    cudaMalloc(&d, 128);
    k<<<1, 32>>>(d);
    cudaMemcpy(h, d, 128, cudaMemcpyDeviceToHost);
    for (int v : h) printf("%d ", v);
    return 0;
})");
    EXPECT_EQ(record.output,
              "71100 170251102 251000 251101 251101 170071003 251102 251102 251002 170251105 71103 "
              "251003 251104 170251106 251004 71105 251105 170251007 251106 251106 71006 170251109 "
              "251107 251007 251108 170071110 251008 251109 251109 170251011 71110 251110 ");
    EXPECT_TRUE(record.launches.at(0).diagnostics.empty());
}

/// As an H200 printed it.
TEST(CooperativeGroups, PipelinesOfAThread) {
    const HostRecord record = run_main_of(R"(
#include <cuda/pipeline>
__global__ void k(const float *in, float *out, int n) {
    __shared__ alignas(16) float s[2][128];
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    const auto shape = cuda::aligned_size_t<alignof(float4)>(sizeof(float4));
    int t = threadIdx.x;
    float sum = 0;
    for (int i = 0; i < n; i++) {
        pipe.producer_acquire();
        cuda::memcpy_async(&s[i & 1][t * 4], in + i * 128 + t * 4, shape, pipe);
        pipe.producer_commit();
        cuda::pipeline_consumer_wait_prior<0>(pipe);
        __syncthreads();
        sum += s[i & 1][127 - t];
        pipe.consumer_release();
        __syncthreads();
    }
    out[t] = sum;
}
int main() {
    float *a, *b, h[512];
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, 128);
    for (int i = 0; i < 512; i++) h[i] = i;
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 32>>>(a, b, 4);
    cudaMemcpy(h, b, 128, cudaMemcpyDeviceToHost);
    printf("%g %g", h[0], h[31]);
    return 0;
})");
    EXPECT_EQ(record.output, "1276 1152");
    EXPECT_TRUE(record.launches.at(0).diagnostics.empty());
}

}  // namespace cooperative_groups_test
}  // namespace stridescope::machine

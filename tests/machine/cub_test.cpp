// <cub/…> and <mma.h>: what warps and blocks do together, against plain loops.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "app/language/half.h"
#include "tests/machine/run_text.h"

namespace stridescope::machine {
namespace cub_test {

std::vector<int> numbers(std::size_t count) {
    std::vector<int> all;
    for (std::size_t i = 0; i < count; ++i) all.push_back(static_cast<int>(i * 37 % 101) - 30);
    return all;
}

/// Threads of a block, and elements of each.
class Blocks : public ::testing::TestWithParam<std::pair<int, int>> {};

TEST_P(Blocks, LoadScanAddUpAndStore) {
    const auto [threads, each] = GetParam();
    const std::size_t n = static_cast<std::size_t>(threads) * static_cast<std::size_t>(each);
    for (const std::string_view way : {"DIRECT", "STRIPED", "TRANSPOSE", "WARP_TRANSPOSE"}) {
        RunText run(fmt::format(R"(
#include <cub/cub.cuh>
__global__ void k(const int *in, int *before, int *with, int *most, int *sums) {{
    typedef cub::BlockLoad<int, {0}, {1}, cub::BLOCK_LOAD_{2}> Load;
    typedef cub::BlockStore<int, {0}, {1}, cub::BLOCK_STORE_{2}> Store;
    typedef cub::BlockScan<int, {0}> Scan;
    typedef cub::BlockReduce<int, {0}> Reduce;
    __shared__ union {{
        typename Load::TempStorage load;
        typename Store::TempStorage store;
        typename Scan::TempStorage scan;
        typename Reduce::TempStorage reduce;
    }} temp;
    int items[{1}], out[{1}], all, also;
    Load(temp.load).Load(in, items);
    __syncthreads();
    Scan(temp.scan).ExclusiveSum(items, out, all);
    __syncthreads();
    Store(temp.store).Store(before, out);
    __syncthreads();
    Scan(temp.scan).InclusiveSum(items, out, also);
    __syncthreads();
    Store(temp.store).Store(with, out);
    __syncthreads();
    Scan(temp.scan).InclusiveScan(items, out, cub::Max());
    __syncthreads();
    Store(temp.store).Store(most, out);
    __syncthreads();
    int sum = Reduce(temp.reduce).Sum(items);
    __syncthreads();
    int first = Reduce(temp.reduce).Reduce((int)threadIdx.x + 5, cub::Min(), {0} / 2);
    __syncthreads();
    int part = Reduce(temp.reduce).Sum((int)threadIdx.x, {0} / 2 + 1);
    if (threadIdx.x == 0) {{
        sums[0] = all; sums[1] = also; sums[2] = sum; sums[3] = first; sums[4] = part;
    }}
}})",
                                threads, each, way));
        const std::vector<int> in = numbers(n);
        run.array("in", in);
        const std::size_t before = run.array("before", std::vector<int>(n));
        const std::size_t with = run.array("with", std::vector<int>(n));
        const std::size_t most = run.array("most", std::vector<int>(n));
        const std::size_t sums = run.array("sums", std::vector<int>(5));
        run.launch({1, 1, 1}, {static_cast<std::uint32_t>(threads), 1, 1});
        run.expect_clean();
        // Striped, thread t has every threads-th element from t on.
        const bool striped = way == "STRIPED";
        const auto place = [&](std::size_t k) {
            const auto t = static_cast<std::size_t>(threads), e = static_cast<std::size_t>(each);
            return striped ? k % e * t + k / e : k;
        };
        std::vector<int> want_before(n), want_with(n), want_most(n);
        int sum = 0, largest = in[0];
        for (std::size_t k = 0; k < n; ++k) {
            const std::size_t at = place(k);
            want_before[at] = sum;
            sum += in[at];
            want_with[at] = sum;
            want_most[at] = largest = std::max(largest, in[at]);
        }
        EXPECT_EQ(run.values<int>(before), want_before) << way;
        EXPECT_EQ(run.values<int>(with), want_with) << way;
        EXPECT_EQ(run.values<int>(most), want_most) << way;
        const int half = threads / 2;
        EXPECT_EQ(run.values<int>(sums),
                  (std::vector<int>{sum, sum, sum, 5, half * (half + 1) / 2}));
    }
}

INSTANTIATE_TEST_SUITE_P(Sizes, Blocks,
                         ::testing::Values(std::pair{32, 1}, std::pair{64, 4}, std::pair{96, 2},
                                           std::pair{100, 3}, std::pair{256, 1}));

TEST(Cub, SortsABlock) {
    for (const bool descending : {false, true}) {
        RunText run(fmt::format(R"(
#include <cub/cub.cuh>
__global__ void k(int *keys, int *values, float *others) {{
    typedef cub::BlockRadixSort<int, 96, 2, int> Sort;
    typedef cub::BlockRadixSort<float, 96, 2> Floats;
    __shared__ typename Sort::TempStorage temp;
    __shared__ typename Floats::TempStorage temp2;
    int k[2], v[2];
    float f[2];
    for (int i = 0; i < 2; ++i) {{
        int at = 2 * threadIdx.x + i;
        k[i] = keys[at];
        v[i] = values[at];
        f[i] = others[at];
    }}
    Sort(temp).Sort{0}(k, v);
    Floats(temp2).Sort{0}(f);
    for (int i = 0; i < 2; ++i) {{
        int at = 2 * threadIdx.x + i;
        keys[at] = k[i];
        values[at] = v[i];
        others[at] = f[i];
    }}
}})",
                                descending ? "Descending" : ""));
        std::vector<int> keys = numbers(192), order(192);
        std::vector<float> floats;
        for (const int key : keys) floats.push_back(static_cast<float>(key) * 0.37F);
        std::iota(order.begin(), order.end(), 0);
        const std::size_t k = run.array("keys", keys), v = run.array("values", order);
        const std::size_t f = run.array("others", floats);
        run.launch({1, 1, 1}, {96, 1, 1});
        run.expect_clean();
        const auto key_of = [&](int i) {
            const int key = keys[static_cast<std::size_t>(i)];
            return descending ? -key : key;
        };
        std::ranges::stable_sort(order, {}, key_of);
        std::ranges::sort(floats);
        if (descending) std::ranges::reverse(floats);
        EXPECT_EQ(run.values<int>(v), order);
        EXPECT_EQ(run.values<float>(f), floats);
        const auto sorted = run.values<int>(k);
        for (std::size_t i = 0; i < sorted.size(); ++i)
            EXPECT_EQ(sorted[i], keys[static_cast<std::size_t>(order[i])]);
    }
}

TEST(Cub, WarpsAddUpAndScan) {
    RunText run(R"(
#include <cub/cub.cuh>
__global__ void k(const int *in, int *out) {
    typedef cub::WarpReduce<int, 8> Reduce;
    typedef cub::WarpScan<int> Scan;
    __shared__ typename Reduce::TempStorage a[2];
    __shared__ typename Scan::TempStorage b[2];
    int i = threadIdx.x, with, before, all;
    int sum = Reduce(a[i / 32]).Sum(in[i]);
    Scan(b[i / 32]).InclusiveSum(in[i], with, all);
    Scan(b[i / 32]).ExclusiveSum(in[i], before);
    out[i] = i % 8 == 0 ? sum : 0;
    out[64 + i] = with;
    out[128 + i] = before;
    out[192 + i] = all;
})");
    const auto in = numbers(64);
    run.array("in", in);
    const std::size_t out = run.array("out", std::vector<int>(256));
    run.launch({1, 1, 1}, {64, 1, 1});
    run.expect_clean();
    const auto got = run.values<int>(out);
    for (std::size_t i = 0; i < 64; ++i) {
        const auto sum_of = [&](std::size_t from, std::size_t to) {
            return std::accumulate(in.begin() + static_cast<std::ptrdiff_t>(from),
                                   in.begin() + static_cast<std::ptrdiff_t>(to), 0);
        };
        const std::size_t warp = i / 32 * 32;
        EXPECT_EQ(got[i], i % 8 == 0 ? sum_of(i, i + 8) : 0);
        EXPECT_EQ(got[64 + i], sum_of(warp, i + 1));
        EXPECT_EQ(got[128 + i], sum_of(warp, i));
        EXPECT_EQ(got[192 + i], sum_of(warp, warp + 32));
    }
}

/// The device's algorithms first say how much memory they want.
TEST(Cub, OfTheDeviceAreCalledTwice) {
    const language::Parsed parsed = language::parse("test.cu", R"(
#include <cub/cub.cuh>
int main() {
    int *in, *out, h[100], sum;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    for (int i = 0; i < 100; i++) h[i] = i * 7 % 10;
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    void *temp = nullptr;
    size_t bytes = 0;
    cub::DeviceReduce::Sum(temp, bytes, in, out, 100);
    printf("%d ", bytes > 0);
    cudaMalloc(&temp, bytes);
    cub::DeviceReduce::Sum(temp, bytes, in, out, 100);
    cudaMemcpy(&sum, out, 4, cudaMemcpyDeviceToHost);
    printf("%d ", sum);
    cub::DeviceReduce::Max(temp, bytes, in, out, 100);
    cudaMemcpy(&sum, out, 4, cudaMemcpyDeviceToHost);
    printf("%d ", sum);
    cub::DeviceScan::ExclusiveSum(temp, bytes, in, out, 100);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d ", h[1], h[99]);
    cub::DeviceRadixSort::SortKeys(temp, bytes, in, out, 100);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d %d", h[0], h[10], h[99]);
})");
    for (const language::Fault& f : parsed.faults) ADD_FAILURE() << f.place.line << f.message;
    GlobalMemory memory;
    allocate_globals(*parsed.unit, memory);
    const HostRecord record = run_main(*parsed.unit, memory);
    EXPECT_FALSE(record.stopped) << record.stopped->message;
    EXPECT_EQ(record.output, "1 450 9 0 447 0 1 9");
}

TEST(Cub, SortsByTheBitsThatItIsGiven) {
    const language::Parsed parsed = language::parse("test.cu", R"(
#include <cub/cub.cuh>
cub::CachingDeviceAllocator allocator(true);
int main() {
    const int n = 6;
    const unsigned first[n] = {0x13, 0x21, 0x32, 0x03, 0x11, 0x22};
    unsigned *k, *k2;
    int *v, *v2, *s;
    cudaMallocManaged(&k, n * 4); cudaMallocManaged(&k2, n * 4);
    cudaMallocManaged(&v, n * 4); cudaMallocManaged(&v2, n * 4); cudaMallocManaged(&s, n * 4);
    for (int i = 0; i < n; ++i) { k[i] = first[i]; v[i] = i; s[i] = i % 2 ? -i : i; }
    cub::DoubleBuffer<unsigned> keys(k, k2);
    cub::DoubleBuffer<int> values(v, v2);
    void *temp = nullptr;
    size_t bytes = 0;
    cub::DeviceRadixSort::SortPairs(temp, bytes, keys, values, n, 0, 4);
    allocator.DeviceAllocate(&temp, bytes);
    cub::DeviceRadixSort::SortPairs(temp, bytes, keys, values, n, 0, 4);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; ++i) printf("%x:%d ", keys.Current()[i], values.Current()[i]);
    printf("%d\n", keys.Current() == k2 && keys.Alternate() == k && values.selector == 1);
    cub::DeviceRadixSort::SortKeysDescending(temp, bytes, k2, k, n, 4, 8);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; ++i) printf("%x ", k[i]);
    cub::DeviceRadixSort::SortKeys(temp, bytes, s, v, n, 0, 32, 0);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; ++i) printf("%d ", v[i]);
    allocator.DeviceFree(temp);
})");
    for (const language::Fault& f : parsed.faults) ADD_FAILURE() << f.place.line << f.message;
    GlobalMemory memory;
    allocate_globals(*parsed.unit, memory);
    const HostRecord record = run_main(*parsed.unit, memory);
    EXPECT_FALSE(record.stopped) << record.stopped->message;
    EXPECT_EQ(record.output, "21:1 11:4 32:2 22:5 13:0 3:3 1\n32 21 22 11 13 3 -5 -3 -1 0 2 4 ");
}

/// A tile of 16 by 16 by each layout; what two warps multiply is each one's own.
TEST(Wmma, MultipliesTilesOfEveryLayout) {
    using language::half::bits_of;
    using language::half::value_of;
    for (const bool is_f16 : {true, false}) {
        for (int layouts = 0; layouts < 8; ++layouts) {
            const bool a_rows = (layouts & 1) != 0, b_rows = (layouts & 2) != 0,
                       c_rows = (layouts & 4) != 0;
            RunText run(fmt::format(
                R"(
#include <mma.h>
using namespace nvcuda;
__global__ void k(const {0} *a, const {0} *b, const float *c, float *d) {{
    int warp = threadIdx.x / 32;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, {0}, wmma::{1}_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, {0}, wmma::{2}_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc, fd;
    wmma::load_matrix_sync(fa, a + warp * 16 * 24, 24);
    wmma::load_matrix_sync(fb, b, 16);
    wmma::load_matrix_sync(fc, c, 16, wmma::mem_{3}_major);
    wmma::fill_fragment(fd, 0.0f);
    wmma::mma_sync(fd, fa, fb, fd);
    for (int i = 0; i < fd.num_elements; i++) fd.x[i] = 2.0f * fd.x[i] + fc.x[i];
    wmma::store_matrix_sync(d + warp * 16 * 20, fd, 20, wmma::mem_{3}_major);
}})",
                is_f16 ? "half" : "__nv_bfloat16", a_rows ? "row" : "col", b_rows ? "row" : "col",
                c_rows ? "row" : "col"));
            std::vector<std::uint16_t> a(2 * 16 * 24), b(256);
            std::vector<float> c(256);
            for (std::size_t i = 0; i < a.size(); ++i)
                a[i] = static_cast<std::uint16_t>(
                    bits_of(static_cast<double>(i * 7 % 33) - 16, is_f16));
            for (std::size_t i = 0; i < 256; ++i) {
                b[i] = static_cast<std::uint16_t>(
                    bits_of(static_cast<double>(i * 11 % 29) * 0.25 - 3, is_f16));
                c[i] = static_cast<float>(i);
            }
            run.array("a", a);
            run.array("b", b);
            run.array("c", c);
            const std::size_t d = run.array("d", std::vector<float>(2 * 16 * 20, -1.0F));
            run.launch({1, 1, 1}, {64, 1, 1});
            run.expect_clean();
            const auto got = run.values<float>(d);
            for (std::size_t warp = 0; warp < 2; ++warp) {
                for (std::size_t i = 0; i < 16; ++i) {
                    for (std::size_t j = 0; j < 16; ++j) {
                        float sum = 0;  // exact: small multiples of a quarter
                        for (std::size_t k = 0; k < 16; ++k)
                            sum += value_of(a[warp * 16 * 24 + (a_rows ? i * 24 + k : k * 24 + i)],
                                            is_f16) *
                                   value_of(b[b_rows ? k * 16 + j : j * 16 + k], is_f16);
                        const float want = 2 * sum + c[c_rows ? i * 16 + j : j * 16 + i];
                        EXPECT_EQ(got[warp * 16 * 20 + (c_rows ? i * 20 + j : j * 20 + i)], want)
                            << layouts << ' ' << i << ' ' << j;
                    }
                }
            }
        }
    }
}

// Numbers of which a sum loses what comes at another place: it is made one by one, from what there
// is, in double precision. Once where nobody asks whether it was rounded, once where that is asked.
TEST(Wmma, AddsUpInItsOrder) {
    using language::half::value_of;
    std::mt19937 random{3};
    for (int round = 0; round < 40; ++round) {
        RunText run(R"(
#include <mma.h>
using namespace nvcuda::wmma;
__global__ void k(const half *a, const half *b, float *c) {
    fragment<matrix_a, 16, 16, 16, half, row_major> fa;
    fragment<matrix_b, 16, 16, 16, half, col_major> fb;
    fragment<accumulator, 16, 16, 16, float> fc;
    load_matrix_sync(fa, a, 16);
    load_matrix_sync(fb, b, 16);
    load_matrix_sync(fc, c, 16, mem_row_major);
    mma_sync(fc, fa, fb, fc);
    store_matrix_sync(c, fc, 16, mem_row_major);
})");
        std::vector<std::uint16_t> a(256), b(256);
        for (auto* each : {&a, &b}) {
            // All but infinities.
            for (std::uint16_t& bits : *each)
                bits = static_cast<std::uint16_t>((random() & 0x8000U) | random() % 0x7c00U);
        }
        // The second half of each sum takes away what the first one added: what is left of it, and
        // of what it is added to, is what was lost on the way.
        for (std::size_t n = 0; n < 256; ++n) {
            if (n % 16 < 8) continue;
            a[n] = a[n - 8] ^ 0x8000U;
            b[n] = b[n - 8];
        }
        std::vector<float> c(256);
        for (float& each : c) each = std::ldexp(static_cast<float>(random() % 0x1000000U), -24);
        run.array("a", a);
        run.array("b", b);
        const std::size_t at = run.array("c", c);
        std::atomic<bool> rounds{false};
        if (round % 2 == 1) run.settings.rounds_sums = &rounds;
        run.launch({1, 1, 1}, {32, 1, 1});
        const auto got = run.values<float>(at);
        for (std::size_t i = 0; i < 16; ++i) {
            for (std::size_t j = 0; j < 16; ++j) {
                auto sum = static_cast<double>(c[i * 16 + j]);
                for (std::size_t k = 0; k < 16; ++k)
                    sum += static_cast<double>(value_of(a[i * 16 + k], true)) *
                           static_cast<double>(value_of(b[j * 16 + k], true));
                ASSERT_EQ(got[i * 16 + j], static_cast<float>(sum))
                    << round << ": " << i << ' ' << j;
            }
        }
        EXPECT_EQ(rounds, round % 2 == 1);
    }
}

TEST(Wmma, AddsUpInHalvesWhereTheTextWantsThat) {
    RunText run(R"(
#include <mma.h>
using namespace nvcuda::wmma;
__global__ void k(const half *a, half *d) {
    fragment<matrix_a, 16, 16, 16, half, row_major> fa;
    fragment<matrix_b, 16, 16, 16, half, col_major> fb;
    fragment<accumulator, 16, 16, 16, half> fd;
    load_matrix_sync(fa, a, 16);
    load_matrix_sync(fb, a, 16);
    fill_fragment(fd, 0.5f);
    mma_sync(fd, fa, fb, fd);
    store_matrix_sync(d, fd, 16, mem_row_major);
})");
    std::vector<std::uint16_t> a(256);
    for (std::size_t i = 0; i < 256; ++i)
        a[i] = static_cast<std::uint16_t>(
            language::half::bits_of(static_cast<double>(i * 5 % 17) - 8, true));
    run.array("a", a);
    const std::size_t d = run.array("d", std::vector<std::uint16_t>(256));
    run.launch({1, 1, 1}, {32, 1, 1});
    run.expect_clean();
    const auto got = run.values<std::uint16_t>(d);
    for (std::size_t i = 0; i < 16; ++i) {
        for (std::size_t j = 0; j < 16; ++j) {
            double sum = 0.5;
            for (std::size_t k = 0; k < 16; ++k)
                sum += (static_cast<double>((i * 16 + k) * 5 % 17) - 8) *
                       (static_cast<double>((j * 16 + k) * 5 % 17) - 8);
            EXPECT_EQ(got[i * 16 + j], language::half::bits_of(sum, true)) << i << ' ' << j;
        }
    }
}

}  // namespace cub_test
}  // namespace stridescope::machine

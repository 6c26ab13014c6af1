// Kernels as textbooks print them: right results, and rows that tell what happened.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "tests/machine/run_text.h"

namespace stridescope::machine {
namespace textbook_test {

std::vector<float> counting(std::size_t n) {
    std::vector<float> values(n);
    for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<float>((i * 7 + 3) % 11);
    return values;
}

constexpr const char* kogge_stone = R"(#define SECTION_SIZE 1024
__global__ void Kogge_Stone_scan_kernel(float *X, float *Y, unsigned int N) {
    __shared__ float XY[SECTION_SIZE];
    unsigned int i = blockIdx.x*blockDim.x + threadIdx.x;
    if (i < N) {
        XY[threadIdx.x] = X[i];
    } else {
        XY[threadIdx.x] = 0.0f;
    }
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        float temp;
        if (threadIdx.x >= stride)
            temp = XY[threadIdx.x] + XY[threadIdx.x-stride];
        __syncthreads();
        if (threadIdx.x >= stride)
            XY[threadIdx.x] = temp;
    }
    if (i < N) {
        Y[i] = XY[threadIdx.x];
    }
}
)";

TEST(Textbook, KoggeStoneScansEachSection) {
    RunText run(kogge_stone);
    const std::vector<float> in = counting(2500);
    run.array("X", in);
    const std::size_t out = run.array("Y", std::vector<float>(2500));
    run.scalar(2500u);
    run.launch({3, 1, 1}, {1024, 1, 1});
    run.expect_clean();
    const std::vector<float> got = run.values<float>(out);
    float sum = 0;
    for (std::size_t i = 0; i < in.size(); ++i) {
        sum = i % 1024 == 0 ? in[i] : sum + in[i];
        ASSERT_EQ(got[i], sum) << i;
    }
    ASSERT_EQ(run.record.blocks.size(), 3u);
    EXPECT_EQ(run.record.blocks[0].intervals, 21u);
    // 2 loads of lanes from the stride on in each of the 10 rounds, as many stores.
    const language::Program& program = *run.record.program;
    std::map<std::uint32_t, std::uint64_t> lanes;
    for (const Segment& segment : run.record.blocks[0].segments) {
        segment.for_each_row([&](const Row& row) {
            const language::Site& site = program.sites[row.site()];
            if (site.object < 0) return;
            lanes[site.place.line] += static_cast<std::uint64_t>(__builtin_popcount(row.mask));
        });
    }
    EXPECT_EQ(lanes[6], 2048u);  // X[i], XY[threadIdx.x]
    EXPECT_EQ(lanes[14], 2u * (10240 - 1023));
    EXPECT_EQ(lanes[17], 10240u - 1023);
    EXPECT_EQ(lanes[20], 2048u);
}

TEST(Textbook, KoggeStonesStepsAreNamedByTheirStrides) {
    RunText run(kogge_stone);
    run.array("X", counting(1024));
    run.array("Y", std::vector<float>(1024));
    run.scalar(1024u);
    run.launch({1, 1, 1}, {1024, 1, 1});
    const language::Program& program = *run.record.program;
    ASSERT_EQ(program.loops.size(), 1u);
    ASSERT_EQ(program.loops[0].stepped.size(), 1u);
    EXPECT_EQ(program.loops[0].stepped[0].name, "stride");
    std::map<std::uint32_t, std::vector<std::int64_t>> named;
    for (const Segment& s : run.record.blocks[0].segments) {
        if (s.loop >= 0 && s.warp == 31) named[s.interval].push_back(s.values[0]);
    }
    // Intervals 1, 2 belong to stride 1, 3 and 4 to stride 2 …
    for (std::uint32_t interval = 1; interval < 20; ++interval) {
        ASSERT_EQ(named[interval].size(), 1u) << interval;
        EXPECT_EQ(named[interval][0], std::int64_t{1} << ((interval - 1) / 2)) << interval;
    }
}

TEST(Textbook, SharedMemoryIsRebuiltFromRows) {
    RunText run(kogge_stone);
    const std::vector<float> in = counting(1024);
    run.array("X", in);
    const std::size_t out = run.array("Y", std::vector<float>(1024));
    run.scalar(1024u);
    run.launch({1, 1, 1}, {1024, 1, 1});
    const std::vector<float> got = run.values<float>(out);
    const std::vector<std::byte> end = replay(*run.record.program, run.record.blocks[0], 20);
    ASSERT_EQ(end.size(), 4096u);
    EXPECT_EQ(std::memcmp(end.data(), got.data(), 4096), 0);
    const std::vector<std::byte> begin = replay(*run.record.program, run.record.blocks[0], 0);
    EXPECT_EQ(std::memcmp(begin.data(), in.data(), 4096), 0);
}

TEST(Textbook, SharedVectorsAreRebuiltFromRows) {
    for (const char* access : {"s[t]", "*(p + t)"}) {
        RunText run(R"(
__global__ void k(const float4 *in, float4 *out, const double2* two) {
    __shared__ float4 s[40];
    __shared__ double2 d[40];
    int t = threadIdx.x;
    float4* p = t < 100 ? s : 0;
    )" + std::string{access} +
                    R"( = in[t];
    d[t] = two[t];
    __syncthreads();
    out[t] = s[t];
}
)");
        const std::vector<float> in = counting(160), two = counting(160);
        run.array("in", in);
        const std::size_t out = run.array("out", std::vector<float>(160));
        run.array("two", two);
        run.launch({1, 1, 1}, {40, 1, 1});
        run.expect_clean();
        const std::vector<std::byte> shared = replay(*run.record.program, run.record.blocks[0], 0);
        ASSERT_EQ(shared.size(), 2u * 640);
        EXPECT_EQ(std::memcmp(shared.data(), in.data(), 640), 0) << access;
        EXPECT_EQ(std::memcmp(shared.data() + 640, two.data(), 640), 0) << access;
        EXPECT_EQ(run.values<float>(out), in);
    }
}

TEST(Textbook, TiledProductOfTwoMatrices) {
    RunText run(R"(#define TILE_WIDTH 16
__global__ void MatrixMulKernel(float* d_M, float* d_N, float* d_P, int Width) {
    __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Nds[TILE_WIDTH][TILE_WIDTH + 1];
    int bx = blockIdx.x; int by = blockIdx.y;
    int tx = threadIdx.x; int ty = threadIdx.y;
    int Row = by * TILE_WIDTH + ty;
    int Col = bx * TILE_WIDTH + tx;
    float Pvalue = 0;
    for (int ph = 0; ph < Width/TILE_WIDTH; ++ph) {
        Mds[ty][tx] = d_M[Row*Width + ph*TILE_WIDTH + tx];
        Nds[ty][tx] = d_N[(ph*TILE_WIDTH + ty)*Width + Col];
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k) {
            Pvalue += Mds[ty][k] * Nds[k][tx];
        }
        __syncthreads();
    }
    d_P[Row*Width + Col] = Pvalue;
}
)");
    constexpr std::size_t n = 64;
    const std::vector<float> a = counting(n * n);
    std::vector<float> b = counting(n * n);
    std::reverse(b.begin(), b.end());
    run.array("M", a);
    run.array("N", b);
    const std::size_t out = run.array("P", std::vector<float>(n * n));
    run.scalar(static_cast<int>(n));
    run.launch({4, 4, 1}, {16, 16, 1});
    run.expect_clean();
    const std::vector<float> got = run.values<float>(out);
    for (std::size_t row = 0; row < n; ++row) {
        for (std::size_t column = 0; column < n; ++column) {
            float sum = 0;
            for (std::size_t k = 0; k < n; ++k)
                sum = std::fma(a[row * n + k], b[k * n + column], sum);
            ASSERT_EQ(got[row * n + column], sum) << row << " " << column;
        }
    }
    const auto& objects = run.record.program->objects;
    const auto nds =
        std::find_if(objects.begin(), objects.end(), [](const auto& o) { return o.name == "Nds"; });
    ASSERT_NE(nds, objects.end());
    EXPECT_EQ(nds->extents, (std::vector<std::int64_t>{16, 17}));
    EXPECT_EQ(nds->offset, 1024u);
}

TEST(Textbook, ReductionByShuffles) {
    RunText run(R"(
__inline__ __device__ int warpReduceSum(int val) {
  for (int offset = warpSize/2; offset > 0; offset /= 2)
    val += __shfl_down_sync(0xffffffff, val, offset);
  return val;
}
__inline__ __device__ int blockReduceSum(int val) {
  static __shared__ int shared[32];
  int lane = threadIdx.x % warpSize;
  int wid = threadIdx.x / warpSize;
  val = warpReduceSum(val);
  if (lane==0) shared[wid]=val;
  __syncthreads();
  val = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : 0;
  if (wid==0) val = warpReduceSum(val);
  return val;
}
__global__ void deviceReduceKernel(int *in, int* out, int N) {
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += blockDim.x * gridDim.x) {
    sum += in[i];
  }
  sum = blockReduceSum(sum);
  if (threadIdx.x==0)
    out[blockIdx.x]=sum;
}
)");
    std::vector<int> in(5000);
    std::iota(in.begin(), in.end(), 1);
    run.array("in", in);
    const std::size_t out = run.array("out", std::vector<int>(4));
    run.scalar(5000);
    run.launch({4, 1, 1}, {256, 1, 1});
    run.expect_clean();
    const std::vector<int> got = run.values<int>(out);
    EXPECT_EQ(std::accumulate(got.begin(), got.end(), 0), 5000 * 5001 / 2);
}

}  // namespace textbook_test
}  // namespace stridescope::machine

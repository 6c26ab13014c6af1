// Which warps of a multiprocessor take turns on one scheduler: two at a time multiply without a
// pause, the others rest. Two on one scheduler take twice as long. A line for each pair: the places
// of both
// (%warpid), and clocks of the slower one.
//   nvcc -arch=native -o warp_schedulers warp_schedulers.cu && warp_schedulers
#include <cstdio>

namespace {

constexpr int rounds = 4096, chains = 8;

__device__ unsigned place() {
    unsigned number;
    asm volatile("mov.u32 %0, %%warpid;" : "=r"(number));
    return number;
}

// Warps `first` and `second` of the block; each has chains enough to begin one each clock.
__global__ void two_multiply(int first, int second, float factor, int* clocks, unsigned* places,
                             float* sink) {
    const int warp = static_cast<int>(threadIdx.x) / 32;
    const bool takes_part = warp == first || warp == second;
    float sum[chains];
    for (int k = 0; k < chains; ++k) sum[k] = static_cast<float>(threadIdx.x + k);
    __syncthreads();
    if (!takes_part) return;
    const long long begin = clock64();
    for (int round = 0; round < rounds; ++round) {
#pragma unroll
        for (int k = 0; k < chains; ++k) sum[k] = sum[k] * factor + factor;
    }
    const long long end = clock64();
    float all = 0;
    for (int k = 0; k < chains; ++k) all += sum[k];
    sink[threadIdx.x] = all;
    if (threadIdx.x % 32 == 0) {
        clocks[warp] = static_cast<int>(end - begin);
        places[warp] = place();
    }
}

}  // namespace

int main() {
    constexpr int warps = 16;
    int* clocks = nullptr;
    unsigned* places = nullptr;
    float* sink = nullptr;
    if (cudaMallocManaged(&clocks, warps * sizeof *clocks) != cudaSuccess ||
        cudaMallocManaged(&places, warps * sizeof *places) != cudaSuccess ||
        cudaMalloc(&sink, 32 * warps * sizeof *sink) != cudaSuccess)
        return 1;
    for (int first = 0; first < warps; ++first) {
        for (int second = first + 1; second < warps; ++second) {
            // The first time warms up.
            for (int time = 0; time < 2; ++time) {
                two_multiply<<<1, 32 * warps>>>(first, second, 0.5F, clocks, places, sink);
                if (cudaDeviceSynchronize() != cudaSuccess) return 1;
            }
            const int slower = clocks[first] > clocks[second] ? clocks[first] : clocks[second];
            std::printf("%u %u %d\n", places[first], places[second], slower);
        }
    }
    return 0;
}

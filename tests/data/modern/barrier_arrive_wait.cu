// Producers and consumers of a block take turns by two pairs of cuda::barrier.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/barrier>
#include <utility>

using barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int kItems = 32, kRounds = 10;

__device__ void produce(barrier ready[], barrier filled[], int* buffer, const int* in) {
    for (int r = 0; r < kRounds; r++) {
        ready[r % 2].arrive_and_wait();
        buffer[r % 2 * kItems + threadIdx.x] = in[r * kItems + threadIdx.x] * 3 + 1;
        barrier::arrival_token token = filled[r % 2].arrive();
        (void)token;
    }
}

__device__ void consume(barrier ready[], barrier filled[], const int* buffer, int* out) {
    int item = threadIdx.x - kItems;
    (void)ready[0].arrive();
    (void)ready[1].arrive();
    for (int r = 0; r < kRounds; r++) {
        filled[r % 2].arrive_and_wait();
        out[r * kItems + item] = buffer[r % 2 * kItems + kItems - 1 - item];
        (void)ready[r % 2].arrive();
    }
}

__global__ void relay(const int* in, int* out) {
    __shared__ int buffer[2 * kItems];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ barrier bars[4];
    auto block = cooperative_groups::this_thread_block();
    if (block.thread_rank() < 4) init(&bars[block.thread_rank()], block.size());
    block.sync();
    if (block.thread_rank() < kItems) {
        produce(bars, bars + 2, buffer, in);
    } else {
        consume(bars, bars + 2, buffer, out);
    }
}

__global__ void phases(int* out) {
    __shared__ int total[8];
    __shared__ barrier bar;
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    if (threadIdx.x < 8) total[threadIdx.x] = 0;
    __syncthreads();
    for (int p = 0; p < 8; p++) {
        atomicAdd(&total[p], (int)threadIdx.x * (p + 1));
        auto token = bar.arrive();
        int own = threadIdx.x + p;
        bar.wait(std::move(token));
        if (threadIdx.x == p) out[p] = total[p] * 100 + own;
    }
}

int main() {
    const int n = kItems * kRounds;
    int *in, *out, *sums, wrong = 0;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    cudaMallocManaged(&sums, 8 * sizeof(int));
    for (int i = 0; i < n; i++) in[i] = (i * i) % 1013;
    relay<<<1, 2 * kItems>>>(in, out);
    phases<<<1, 96>>>(sums);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        wrong += out[i] != in[i / kItems * kItems + kItems - 1 - i % kItems] * 3 + 1;
        if (i % 17 == 0) printf("%d: %d\n", i, out[i]);
    }
    for (int p = 0; p < 8; p++) printf("%d ", sums[p]);
    printf("\n%s\n", wrong ? "wrong" : "ok");
    return 0;
}

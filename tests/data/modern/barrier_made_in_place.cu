// cuda::barrier: made in place, with a function that runs when all have come, tried, waited for by
// parity, dropped.
#include <cstdio>
#include <cuda/barrier>
#include <cuda/std/chrono>
#include <new>
#include <utility>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void rounds(const int* in, int* out) {
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ Barrier bar;
    __shared__ int line[96];
    int t = threadIdx.x;
    if (t == 0) new (&bar) Barrier(blockDim.x);
    __syncthreads();
    int value = in[t];
    for (int round = 0; round < 4; round++) {
        line[t] = value;
        Barrier::arrival_token token = bar.arrive();
        int kept = value * 2;
        while (!bar.try_wait_for(std::move(token), cuda::std::chrono::nanoseconds(100))) {
        }
        value = kept + line[(t + 1) % 96];
        bar.arrive_and_wait();
    }
    out[t] = value;
}

__global__ void by_parity(const int* in, int* out) {
    __shared__ Barrier filled, taken;
    __shared__ int slot[32];
    int t = threadIdx.x, lane = t % 32;
    if (t == 0) {
        init(&filled, 32);
        init(&taken, 32);
    }
    __syncthreads();
    if (t < 32) {
        for (int i = 0; i < 5; i++) {
            if (i > 0) taken.wait_parity((i - 1) % 2);
            slot[lane] = in[lane] + i;
            (void)filled.arrive();
        }
    } else {
        int sum = 0;
        for (int i = 0; i < 5; i++) {
            while (!filled.try_wait_parity_for(i % 2, cuda::std::chrono::microseconds(2))) {
            }
            sum += slot[31 - lane];
            (void)taken.arrive();
        }
        out[lane] = sum;
    }
}

// Warps leave one after the other; those that stay still meet.
__global__ void dropped(int* out) {
    __shared__ Barrier bar;
    __shared__ int seen[4];
    int warp = threadIdx.x / 32;
    if (threadIdx.x == 0) init(&bar, 128);
    __syncthreads();
    for (int round = 0; round < 4; round++) {
        if (warp == round) {
            if (threadIdx.x % 32 == 0) seen[warp] = round * 11;
            bar.arrive_and_drop();
            return;
        }
        bar.arrive_and_wait();
        if (warp == 3 && threadIdx.x == 96) out[round] = seen[round];
    }
}

int main() {
    int *in, *out, *sums, *left, wrong = 0;
    cudaMallocManaged(&in, 96 * sizeof(int));
    cudaMallocManaged(&out, 96 * sizeof(int));
    cudaMallocManaged(&sums, 32 * sizeof(int));
    cudaMallocManaged(&left, 4 * sizeof(int));
    for (int i = 0; i < 96; i++) in[i] = i * i % 17;
    rounds<<<1, 96>>>(in, out);
    by_parity<<<1, 64>>>(in, sums);
    dropped<<<1, 128>>>(left);
    wrong += cudaDeviceSynchronize() != cudaSuccess;
    int now[96], next[96];
    for (int i = 0; i < 96; i++) now[i] = in[i];
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < 96; i++) next[i] = now[i] * 2 + now[(i + 1) % 96];
        for (int i = 0; i < 96; i++) now[i] = next[i];
    }
    for (int i = 0; i < 96; i++) wrong += out[i] != now[i];
    for (int i = 0; i < 32; i++) wrong += sums[i] != 5 * in[31 - i] + 10;
    for (int i = 0; i < 3; i++) wrong += left[i] != i * 11;
    printf("%s\n", wrong ? "wrong" : "ok");
    return wrong;
}

#include <cuda/barrier>
#include <cuda/std/chrono>
#include <utility>
// launch: k<<<1, 128>>>(x, out)
// x: int[64] iota    out: int[64]
// Who fills arrives and goes on; who reads looks again and again.
__global__ void k(const int* x, int* out) {
    __shared__ cuda::barrier<cuda::thread_scope_block> filled, read;
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t == 0) {
        init(&filled, 128);
        init(&read, 128);
    }
    __syncthreads();
    for (int i = 0; i < 3; i++) {
        if (t < 64) {
            s[t] = x[t] * (i + 1);
            (void)filled.arrive();
            read.arrive_and_wait();
        } else {
            auto token = filled.arrive();
            while (!filled.try_wait_for(std::move(token), cuda::std::chrono::nanoseconds(50))) {
            }
            out[t - 64] = s[127 - t];
            (void)read.arrive();
        }
    }
}
// told: nothing

#include <cuda/barrier>
// launch: k<<<1, 64>>>(x, y)
// x: int[256] iota    y: int[256]
__global__ void k(const int* x, int* y) {
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t == 0) init(&bar, blockDim.x);
    __syncthreads();
    for (int r = 0; r < 4; ++r) {
        s[t] = x[64 * r + t];
        auto token = bar.arrive();
        int other = 2 * t;
        bar.wait(std::move(token));
        y[64 * r + t] = s[63 - t] + other;
        bar.arrive_and_wait();
    }
}
// told: nothing

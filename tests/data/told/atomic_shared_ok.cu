#include <cuda/atomic>
// launch: k<<<2, 64>>>(x, y)
// x: int[128] iota    y: int[2]
__global__ void k(const int* x, int* y) {
    __shared__ cuda::atomic<int, cuda::thread_scope_block> sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    sum.fetch_add(x[blockIdx.x * 64 + threadIdx.x], cuda::memory_order_relaxed);
    __syncthreads();
    if (threadIdx.x == 0) y[blockIdx.x] = sum.load(cuda::memory_order_relaxed);
}
// told: nothing

#include <cuda/atomic>
// launch: k<<<4, 64>>>(x, bins)
// x: int[256] iota    bins: int[8] zeros
__global__ void k(const int* x, int* bins) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    cuda::atomic_ref<int, cuda::thread_scope_block> b(bins[x[i] % 8]);
    b.fetch_add(1, cuda::memory_order_relaxed);
}
// told: race on bins\[

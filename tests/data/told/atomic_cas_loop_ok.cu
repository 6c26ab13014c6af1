#include <cuda/atomic>
// launch: k<<<4, 64>>>(x, most)
// x: int[256] random    most: int[1] zeros
__global__ void k(const int* x, int* most) {
    cuda::atomic_ref<int, cuda::thread_scope_device> m(*most);
    int v = x[blockIdx.x * blockDim.x + threadIdx.x], old = m.load(cuda::memory_order_relaxed);
    while (old < v && !m.compare_exchange_weak(old, v, cuda::memory_order_relaxed)) {
    }
}
// told: nothing

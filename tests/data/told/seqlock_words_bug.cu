#include <cuda/atomic>
using Word = cuda::atomic<int, cuda::thread_scope_device>;
__device__ Word version{0}, low{0}, high{0};
__device__ int plain_low, plain_high;
__global__ void k(int* out) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        for (int i = 1; i <= 4; i++) {
            version.store(2 * i - 1, cuda::memory_order_relaxed);
            cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
            plain_low = i;
            high.store(-i, cuda::memory_order_relaxed);
            version.store(2 * i, cuda::memory_order_release);
        }
        return;
    }
    int before, a, b;
    do {
        before = version.load(cuda::memory_order_acquire);
        a = plain_low;
        b = high.load(cuda::memory_order_relaxed);
        cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
    } while (before % 2 == 1 || version.load(cuda::memory_order_relaxed) != before);
    out[blockIdx.x] = a + b;
}
int main() {
    int *out, h[4];
    cudaMalloc(&out, sizeof h);
    cudaMemset(out, 0, sizeof h);
    k<<<4, 32>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    return h[1] != 0 || h[2] != 0 || h[3] != 0;
}
// told: plain_low

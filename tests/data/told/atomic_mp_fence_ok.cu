#include <cuda/atomic>
__device__ int payload;
__device__ cuda::atomic<int, cuda::thread_scope_device> flag{0};
__device__ int got;
__global__ void k() {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        payload = 42;
        cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
        flag.store(1, cuda::memory_order_relaxed);
    } else {
        while (flag.load(cuda::memory_order_relaxed) == 0) {
        }
        cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
        got = payload;
    }
}
int main() {
    k<<<2, 32>>>();
    cudaDeviceSynchronize();
    int r;
    cudaMemcpyFromSymbol(&r, got, sizeof r);
    return r != 42;
}
// told: nothing

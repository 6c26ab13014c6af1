#include <cuda/atomic>
__device__ cuda::atomic<bool, cuda::thread_scope_device> ready;
__device__ int value, seen;
__global__ void k() {
    if (threadIdx.x) return;
    if (blockIdx.x == 0) {
        value = 3;
        ready.store(true, cuda::memory_order_release);
        ready.notify_all();
    } else {
        ready.wait(false, cuda::memory_order_acquire);
        seen = value;
    }
}
int main() {
    k<<<2, 32>>>();
    cudaDeviceSynchronize();
    int s;
    cudaMemcpyFromSymbol(&s, seen, 4);
    return s != 3;
}
// told: nothing

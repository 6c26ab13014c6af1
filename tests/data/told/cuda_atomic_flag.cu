// release store, acquire load
#include <cuda/atomic>
__device__ cuda::atomic<int, cuda::thread_scope_device> ready{0};
__device__ int box[4], got[4];
__global__ void k() {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        for (int i = 0; i < 4; ++i) box[i] = i * i;
        ready.store(1, cuda::std::memory_order_release);
    }
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (ready.load(cuda::std::memory_order_acquire) == 0) {
        }
        for (int i = 0; i < 4; ++i) got[i] = box[i];
    }
}
int main() {
    k<<<2, 32>>>();
    return cudaDeviceSynchronize();
}
// told: nothing

#include <cstdio>
#include <cuda/atomic>
__device__ int table_[8];
__device__ int state;
__global__ void lazy(int* out) {
    if (threadIdx.x == 0) {
        cuda::atomic_ref<int, cuda::thread_scope_device> s(state);
        int expected = 0;
        if (s.compare_exchange_strong(expected, 1, cuda::memory_order_relaxed)) {
            for (int k = 0; k < 8; k++) table_[k] = k * k;
            s.store(2, cuda::memory_order_release);
        }
        while (s.load(cuda::memory_order_acquire) != 2) {
        }
        out[blockIdx.x] = table_[blockIdx.x % 8];
    }
}
int main() {
    int *o, h[6];
    cudaMalloc(&o, sizeof h);
    lazy<<<6, 32>>>(o);
    cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 6; i++)
        if (h[i] != i * i) return 1;
    return 0;
}
// told: nothing

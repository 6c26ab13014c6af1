#include <cuda/atomic>
__device__ int generation;
__device__ int table[4][16];
// Block 0 makes four generations; the others read each one when it is there. None is ever
// overwritten.
__global__ void k(int* out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> now(generation);
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        for (int g = 0; g < 4; g++) {
            if (t < 16) table[g][t] = g * 100 + t;
            __syncthreads();
            if (t == 0) {
                now.store(g + 1, cuda::memory_order_release);
                now.notify_all();
            }
        }
        return;
    }
    int sum = 0;
    for (int g = 0; g < 4; g++) {
        if (t == 0) {
            int seen = now.load(cuda::memory_order_acquire);
            while (seen <= g) {
                now.wait(seen, cuda::memory_order_acquire);
                seen = now.load(cuda::memory_order_acquire);
            }
        }
        __syncthreads();
        if (t < 16) sum += table[g][15 - t];
        __syncthreads();
    }
    if (t < 16) out[blockIdx.x * 16 + t] = sum;
}
int main() {
    int *out, got[48];
    cudaMalloc(&out, sizeof got);
    cudaMemset(out, 0, sizeof got);
    k<<<3, 32>>>(out);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    return got[16] != 660 || got[47] != 600;
}
// told: nothing

#include <cuda/atomic>
__global__ void hand(const int* in, int* out) {
    __shared__ int data[32];
    __shared__ cuda::atomic<int, cuda::thread_scope_block> full;
    int t = threadIdx.x;
    if (t == 0) full.store(0, cuda::memory_order_relaxed);
    __syncthreads();
    if (t < 32) {
        data[t] = in[t] * 3;
        full.fetch_add(1, cuda::memory_order_release);
    } else {
        while (full.load(cuda::memory_order_acquire) < 32) {
        }
        out[t - 32] = data[63 - t];
    }
}
int main() {
    int *a, *b, h[32];
    for (int i = 0; i < 32; i++) h[i] = i;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    hand<<<2, 64>>>(a, b);
    return cudaDeviceSynchronize();
}
// told: at most mildly

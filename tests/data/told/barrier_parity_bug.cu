#include <cuda/barrier>
#include <utility>
__global__ void k(int* a, int* b, int n) {
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int s[64];
    if (threadIdx.x == 0) init(&bar, 64);
    __syncthreads();
    for (int r = 0; r < 4; ++r) {
        s[threadIdx.x] = a[r * 64 + threadIdx.x];
        auto t = bar.arrive();
        bar.wait_parity(r & 1);
        b[r * 64 + threadIdx.x] = s[63 - threadIdx.x];
        auto t2 = bar.arrive();
        bar.wait(std::move(t2));
        s[threadIdx.x] = 0;
        __syncthreads();
    }
}
int main() {
    static int h[4096];
    int *a, *b, n = 64;
    for (int i = 0; i < 4096; ++i) h[i] = i * 7 % 1000;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(b, 0, sizeof h);
    k<<<1, 64>>>(a, b, 64);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
// told: Line 11: deadlock

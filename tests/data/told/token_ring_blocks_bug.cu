// The token is handed on before the block's other warps have stored.
#include <cstdio>
__device__ volatile int token;
__global__ void ring(int* acc) {
    __shared__ int base;
    if (threadIdx.x == 0) {
        while (token != blockIdx.x) {
        }
        __threadfence();
        base = acc[0];
    }
    __syncthreads();
    acc[1 + blockIdx.x * 64 + threadIdx.x] = base + threadIdx.x;
    if (threadIdx.x == 63) acc[0] = base + 64;
    __threadfence();
    if (threadIdx.x == 0) token = blockIdx.x + 1;
}
int main() {
    int *acc, h[257];
    cudaMalloc(&acc, sizeof h);
    cudaMemset(acc, 0, sizeof h);
    ring<<<4, 64>>>(acc);
    cudaMemcpy(h, acc, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 256; i++)
        if (h[1 + i] != i) return 1;
    return 0;
}
// told: race on acc\[\d+\]

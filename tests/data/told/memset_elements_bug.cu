#include <cuda_runtime.h>
#define N 128
__global__ void tally(int* bins) {
    atomicAdd(&bins[threadIdx.x], 1);
}
int main() {
    int *b, h[N];
    cudaMalloc(&b, N * sizeof(int));
    cudaMemset(b, 0, N);
    tally<<<1, N>>>(b);
    cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
    return h[100] == 1 ? 0 : 1;
}
// told: bins\[\d+\], which nobody has written

#include <cuda_runtime.h>
__global__ void rev(double* x) {
    extern __shared__ double s[];
    s[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
int main() {
    double *x, h[64];
    for (int i = 0; i < 64; i++) h[i] = i;
    cudaMalloc(&x, sizeof h);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    rev<<<1, 64, 64 * sizeof(float)>>>(x);
    cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
    return 0;
}
// told: but s has 32 elements

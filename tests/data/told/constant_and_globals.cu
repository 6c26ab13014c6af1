// constants are written before the launch
#include <cstdio>
__constant__ float w[5];
__device__ float result[64];
__global__ void blur(const float* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = 0;
    for (int d = -2; d <= 2; ++d) s += w[d + 2] * x[min(max(i + d, 0), n - 1)];
    result[i] = s;
}
int main() {
    float h[64], k[5] = {1, 4, 6, 4, 1}, *x;
    for (int i = 0; i < 64; ++i) h[i] = i % 5;
    cudaMalloc(&x, sizeof h);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(w, k, sizeof k);
    blur<<<2, 32>>>(x, 64);
    cudaMemcpyFromSymbol(h, result, sizeof h);
    printf("%g\n", h[10]);
    cudaFree(x);
}
// told: nothing

#include <cuda_fp16.h>
#include <cstdio>
__global__ void scale(__half* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    x[i] = __float2half(__half2float(x[i]) * 2.0f);
}
int main() {
    const int n = 128;
    __half h[n];
    for (int i = 0; i < n; i++) h[i] = __float2half((float)i);
    __half* x;
    cudaMalloc(&x, sizeof h);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    scale<<<2, 64>>>(x, n);
    cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        if (__half2float(h[i]) != 2.0f * i) return printf("%d\n", i), 1;
    return 0;
}
// told: nothing

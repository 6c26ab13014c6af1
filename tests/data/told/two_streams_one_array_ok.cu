// Halves of an array in two streams; the second kernel's halo reaches into the first half.
#include <cstdio>
__global__ void fill(float* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = i;
}
__global__ void diff(const float* x, float* y, int first, int n) {
    int i = first + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && i > 0) y[i] = x[i] - x[i - 1];
}
int main() {
    const int n = 1024;
    float *x, *y, h[n];
    cudaMalloc(&x, n * 4);
    cudaMalloc(&y, n * 4);
    cudaMemset(y, 0, n * 4);
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEvent_t filled;
    cudaEventCreate(&filled);
    cudaDeviceSynchronize();
    fill<<<4, 256, 0, a>>>(x, n);
    cudaEventRecord(filled, a);
    cudaStreamWaitEvent(b, filled, 0);
    diff<<<2, 256, 0, b>>>(x, y, 512, n);
    diff<<<2, 256, 0, a>>>(x, y, 0, 512);
    cudaDeviceSynchronize();
    cudaMemcpy(h, y, n * 4, cudaMemcpyDeviceToHost);
    for (int i = 1; i < n; ++i)
        if (h[i] != 1.f) return 1;
    printf("ok\n");
}
// told: nothing

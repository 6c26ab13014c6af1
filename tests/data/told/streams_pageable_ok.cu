#include <cstdio>
__global__ void fill(int* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = i;
}
__global__ void add(const int* x, int* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[n - 1 - i] + 1;
}
int main() {
    const int n = 256;
    int *x, *y, h[n];
    cudaMalloc(&x, n * 4);
    cudaMalloc(&y, n * 4);
    cudaStream_t a, b;
    cudaEvent_t e;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEventCreate(&e);
    fill<<<4, 64, 0, a>>>(x, n);
    cudaEventRecord(e, a);
    cudaStreamWaitEvent(b, e, 0);
    add<<<4, 64, 0, b>>>(x, y, n);
    cudaMemcpyAsync(h, y, n * 4, cudaMemcpyDeviceToHost, b);
    int bad = 0;
    for (int i = 0; i < n; ++i) bad += h[i] != n - i;
    cudaFree(x);
    cudaFree(y);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    cudaEventDestroy(e);
    return bad;
}
// told: nothing

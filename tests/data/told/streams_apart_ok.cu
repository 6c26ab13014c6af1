#include <cstdio>
__global__ void fill(int* x, int n, int v) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = v;
}
int main() {
    const int n = 256, parts = 4;
    int *x, *h;
    cudaMalloc(&x, n * parts * 4);
    cudaMallocHost(&h, n * parts * 4);
    cudaStream_t s[parts];
    for (int k = 0; k < parts; ++k) cudaStreamCreate(&s[k]);
    for (int k = 0; k < parts; ++k) {
        fill<<<4, 64, 0, s[k]>>>(x + n * k, n, k);
        cudaMemcpyAsync(h + n * k, x + n * k, n * 4, cudaMemcpyDeviceToHost, s[k]);
    }
    cudaDeviceSynchronize();
    int bad = 0;
    for (int i = 0; i < n * parts; ++i) bad += h[i] != i / n;
    for (int k = 0; k < parts; ++k) cudaStreamDestroy(s[k]);
    cudaFreeHost(h);
    cudaFree(x);
    return bad;
}
// told: nothing

// chunks in two streams with a buffer each
#include <cstdio>
#include <cstdlib>
__global__ void inc(int* d, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) d[i] += 1;
}
int main() {
    const int n = 256, chunks = 4;
    int *h, *d[2];
    cudaMallocHost(&h, n * chunks * sizeof(int));
    for (int i = 0; i < n * chunks; ++i) h[i] = i;
    cudaStream_t s[2];
    for (int k = 0; k < 2; ++k) {
        cudaStreamCreate(&s[k]);
        cudaMalloc(&d[k], n * sizeof(int));
    }
    for (int c = 0; c < chunks; ++c) {
        int k = c % 2;
        cudaMemcpyAsync(d[k], h + c * n, n * sizeof(int), cudaMemcpyHostToDevice, s[k]);
        inc<<<2, 128, 0, s[k]>>>(d[k], n);
        cudaMemcpyAsync(h + c * n, d[k], n * sizeof(int), cudaMemcpyDeviceToHost, s[k]);
    }
    cudaDeviceSynchronize();
    for (int i = 0; i < n * chunks; ++i)
        if (h[i] != i + 1) {
            printf("%d\n", i);
            return 1;
        }
    for (int k = 0; k < 2; ++k) {
        cudaStreamDestroy(s[k]);
        cudaFree(d[k]);
    }
    cudaFreeHost(h);
    return 0;
}
// told: nothing

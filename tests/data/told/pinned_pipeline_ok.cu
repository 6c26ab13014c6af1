#include <cstdio>
__global__ void work(int* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = 3 * x[i] + 1;
}
int main() {
    const int chunks = 6, n = 128;
    int *h, *d[2];
    cudaStream_t s[2];
    cudaMallocHost(&h, chunks * n * 4);
    for (int k = 0; k < 2; ++k) {
        cudaMalloc(&d[k], n * 4);
        cudaStreamCreate(&s[k]);
    }
    for (int i = 0; i < chunks * n; ++i) h[i] = i;
    for (int c = 0; c < chunks; ++c) {
        int k = c % 2;
        cudaMemcpyAsync(d[k], h + c * n, n * 4, cudaMemcpyHostToDevice, s[k]);
        work<<<2, 64, 0, s[k]>>>(d[k], n);
        cudaMemcpyAsync(h + c * n, d[k], n * 4, cudaMemcpyDeviceToHost, s[k]);
    }
    for (int k = 0; k < 2; ++k) cudaStreamSynchronize(s[k]);
    int bad = 0;
    for (int i = 0; i < chunks * n; ++i) bad += h[i] != 3 * i + 1;
    printf("%d\n", bad);
    return bad;
}
// told: nothing

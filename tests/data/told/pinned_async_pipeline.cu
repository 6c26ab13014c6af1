// each stream has its own part, main waits for all
#include <cstdio>
__global__ void twice(float* x) {
    x[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}
int main() {
    const int n = 256;
    float *h, *d;
    cudaMallocHost(&h, n * sizeof(float));
    cudaMalloc(&d, n * sizeof(float));
    for (int i = 0; i < n; ++i) h[i] = i;
    cudaStream_t s[4];
    for (int k = 0; k < 4; ++k) {
        cudaStreamCreate(&s[k]);
        int at = k * n / 4;
        cudaMemcpyAsync(d + at, h + at, n, cudaMemcpyHostToDevice, s[k]);
        twice<<<2, 32, 0, s[k]>>>(d + at);
        cudaMemcpyAsync(h + at, d + at, n, cudaMemcpyDeviceToHost, s[k]);
    }
    cudaDeviceSynchronize();
    printf("%g\n", h[n - 1]);
    for (int k = 0; k < 4; ++k) cudaStreamDestroy(s[k]);
    cudaFree(d);
    cudaFreeHost(h);
}
// told: nothing

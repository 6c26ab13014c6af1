#include <cuda_runtime.h>
__global__ void twice(const int* x, int* y) {
    y[threadIdx.x] = 2 * x[threadIdx.x];
}
int main() {
    int *h, *x, *y, r[64];
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMallocHost(&h, 64 * sizeof(int));
    cudaMalloc(&x, 64 * sizeof(int));
    cudaMalloc(&y, 64 * sizeof(int));
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 64; i++) h[i] = i + k;
        cudaMemcpyAsync(x, h, 64 * sizeof(int), cudaMemcpyHostToDevice, s);
        twice<<<1, 64, 0, s>>>(x, y);
    }
    cudaStreamSynchronize(s);
    cudaMemcpy(r, y, sizeof r, cudaMemcpyDeviceToHost);
    return 0;
}
// told: main writes memory, and cudaMemcpyAsync

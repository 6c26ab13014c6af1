#include <cstdio>
__global__ void fill(int* x) {
    x[threadIdx.x] = 1;
}
int main() {
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEvent_t e;
    cudaEventCreate(&e);
    int *x, h[32];
    cudaMallocAsync(&x, 128, a);
    cudaEventRecord(e, a);
    cudaStreamWaitEvent(b, e, 0);
    fill<<<1, 32, 0, b>>>(x);
    cudaStreamSynchronize(b);
    cudaMemcpy(h, x, 128, cudaMemcpyDeviceToHost);
    cudaFreeAsync(x, a);
    cudaStreamSynchronize(a);
    return h[3] != 1;
}
// told: nothing

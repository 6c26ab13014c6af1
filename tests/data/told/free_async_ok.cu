#include <cstdio>
__global__ void fill(int* x, int v) {
    x[threadIdx.x] = v;
}
__global__ void copy(const int* x, int* y) {
    y[threadIdx.x] = x[threadIdx.x];
}
int main() {
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEvent_t made, used;
    cudaEventCreate(&made);
    cudaEventCreate(&used);
    int *x, *y, r[64];
    cudaMalloc(&y, 64 * 4);
    cudaMallocAsync(&x, 64 * 4, a);
    fill<<<1, 64, 0, a>>>(x, 7);
    cudaEventRecord(made, a);
    cudaStreamWaitEvent(b, made, 0);
    copy<<<1, 64, 0, b>>>(x, y);
    cudaEventRecord(used, b);
    cudaStreamWaitEvent(a, used, 0);
    cudaFreeAsync(x, a);
    cudaDeviceSynchronize();
    cudaMemcpy(r, y, sizeof r, cudaMemcpyDeviceToHost);
    return r[5] != 7;
}
// told: nothing

// an event orders the two streams
#include <cstdio>
__global__ void fill(int* x, int v) {
    x[threadIdx.x] = v + threadIdx.x;
}
__global__ void add(const int* x, const int* y, int* z) {
    z[threadIdx.x] = x[threadIdx.x] + y[threadIdx.x];
}
int main() {
    int *x, *y, *z, h[64];
    cudaStream_t a, b;
    cudaEvent_t e;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&y, sizeof h);
    cudaMalloc(&z, sizeof h);
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEventCreate(&e);
    fill<<<1, 64, 0, a>>>(x, 1);
    fill<<<1, 64, 0, b>>>(y, 2);
    cudaEventRecord(e, a);
    cudaStreamWaitEvent(b, e, 0);
    add<<<1, 64, 0, b>>>(x, y, z);
    cudaMemcpyAsync(h, z, sizeof h, cudaMemcpyDeviceToHost, b);
    cudaStreamSynchronize(b);
    printf("%d\n", h[63]);
    cudaFree(x);
    cudaFree(y);
    cudaFree(z);
    cudaEventDestroy(e);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
}
// told: nothing

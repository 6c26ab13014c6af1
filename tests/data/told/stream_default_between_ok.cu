// the default stream keeps others apart
#include <cstdio>
__global__ void a(int* x) {
    x[threadIdx.x] = threadIdx.x;
}
__global__ void b(const int* x, int* y) {
    y[threadIdx.x] = x[63 - threadIdx.x];
}
int main() {
    int *x, *y, h[64];
    cudaStream_t s, t;
    cudaMalloc(&x, 256);
    cudaMalloc(&y, 256);
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    a<<<1, 64, 0, s>>>(x);
    cudaMemset(y, 0, 256);
    b<<<1, 64, 0, t>>>(x, y);

    cudaMemcpy(h, y, 256, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    return h[0] != 63;
}
// told: nothing

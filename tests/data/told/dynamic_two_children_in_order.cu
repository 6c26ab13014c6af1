// children of one thread in one stream run in order
#include <cstdio>
__global__ void fill(int* x) {
    x[threadIdx.x] = threadIdx.x;
}
__global__ void twice(int* x) {
    x[threadIdx.x] = 2 * x[63 - threadIdx.x];
}
__global__ void copy(const int* x, int* y) {
    y[threadIdx.x] = x[63 - threadIdx.x];
}
__global__ void parent(int* x, int* y) {
    if (threadIdx.x == 0) {
        fill<<<1, 64>>>(x);
        copy<<<1, 64>>>(x, y);
    }
}
int main() {
    int *a, *b, h[64];
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    parent<<<1, 32>>>(a, b);
    cudaDeviceSynchronize();
    cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(a);
    cudaFree(b);
}
// told: nothing

#include <cstdio>
__global__ void fill(int* x) {
    x[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
int main() {
    int* x;
    cudaMallocManaged(&x, 1024);
    cudaEvent_t a, b;
    cudaEventCreate(&a);
    cudaEventCreate(&b);
    cudaEventRecord(a);
    fill<<<4, 64>>>(x);
    cudaEventRecord(b);
    cudaEventSynchronize(b);
    float ms;
    cudaEventElapsedTime(&ms, a, b);
    int s = 0;
    for (int i = 0; i < 256; ++i) s += x[i];
    return s != 256;
}
// told: nothing

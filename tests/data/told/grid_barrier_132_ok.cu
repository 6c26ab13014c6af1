#include <cuda_runtime.h>
#include <cstdio>
#define BLOCKS 132
__device__ void waitAll(volatile int* count) {
    __threadfence();
    atomicSub((int*)count, 1);
    while (*count) {
    }
    __threadfence();
}
__global__ void sum(const int* vec, int* cache, int* out, int* count, int n) {
    int i = blockIdx.x, v = 0;
    while (i < n) {
        v += vec[i];
        i += gridDim.x;
    }
    cache[blockIdx.x] = v;
    waitAll(count);
    if (blockIdx.x == 0)
        for (int b = 0; b < BLOCKS; b++) *out += cache[b];
}
int main() {
    const int n = 10000;
    int *h = new int[n], r = 0, blocks = BLOCKS;
    for (int i = 0; i < n; i++) h[i] = 1;
    int *v, *c, *o, *k;
    cudaMalloc(&v, n * 4);
    cudaMalloc(&c, BLOCKS * 4);
    cudaMalloc(&o, 4);
    cudaMalloc(&k, 4);
    cudaMemcpy(v, h, n * 4, cudaMemcpyHostToDevice);
    cudaMemset(c, 0, BLOCKS * 4);
    cudaMemset(o, 0, 4);
    cudaMemcpy(k, &blocks, 4, cudaMemcpyHostToDevice);
    sum<<<BLOCKS, 1>>>(v, c, o, k, n);
    cudaMemcpy(&r, o, 4, cudaMemcpyDeviceToHost);
    printf("%d, expected %d\n", r, n);
    delete[] h;
    return 0;
}
// told: nothing

#include <cstdio>
__device__ unsigned left = 256;
__global__ void dot(const int* a, const int* b, int* part, int* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[i] = a[i] * b[i];
    __threadfence();
    if (atomicSub(&left, 1u) == 1) {
        __threadfence();
        int sum = 0;
        for (int k = 0; k < 256; k++) sum += part[k];
        *out = sum;
    }
}
int main() {
    int h[256], r;
    for (int i = 0; i < 256; i++) h[i] = i % 4;
    int *a, *p, *o;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&p, sizeof h);
    cudaMalloc(&o, 4);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    dot<<<4, 64>>>(a, a, p, o);
    cudaMemcpy(&r, o, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", r);
    return r != 64 * (0 + 1 + 4 + 9);
}
// told: nothing

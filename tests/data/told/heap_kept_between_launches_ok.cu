// A list that kernels share: one makes it, one reads it, one gives it back.
#include <cstdio>
__device__ float* table;
__device__ int length;
__global__ void make(int n) {
    table = new float[n];
    length = n;
    for (int i = 0; i < n; ++i) table[i] = 0.5f * i;
}
__global__ void read(float* out) {
    if (threadIdx.x < length) out[threadIdx.x] = table[threadIdx.x];
}
__global__ void drop() {
    delete[] table;
}
int main() {
    float h[64] = {}, *out;
    cudaMalloc(&out, sizeof h);
    cudaMemset(out, 0, sizeof h);
    make<<<1, 1>>>(40);
    read<<<1, 64>>>(out);
    drop<<<1, 1>>>();
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g\n", h[39]);
    return 0;
}
// told: nothing

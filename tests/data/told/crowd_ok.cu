#include <cstdio>
__global__ void count(const int* x, int* bins, int* least) {
    int i = blockIdx.x * 64 + threadIdx.x;
    atomicAdd(&bins[x[i] % 16], 1);
    atomicMin(&least[x[i] % 3], x[i]);
}
__global__ void most(const int* bins, int* out) {
    int m = 0;
    for (int b = 0; b < 16; b++) m = max(m, bins[b]);
    *out = m;
}
int main() {
    int h[512], *x, *bins, *least, *out, r;
    for (int i = 0; i < 512; i++) h[i] = i;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&bins, 64);
    cudaMalloc(&least, 12);
    cudaMalloc(&out, 4);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(bins, 0, 64);
    cudaMemset(least, 0x7f, 12);
    count<<<8, 64>>>(x, bins, least);
    most<<<1, 1>>>(bins, out);
    cudaMemcpy(&r, out, 4, cudaMemcpyDeviceToHost);
    return r != 32;
}
// told: nothing

#include <cstdio>
__global__ void count(const int* x, unsigned short* c) {
    int k = x[blockIdx.x * 64 + threadIdx.x] % 4;
    unsigned* word = (unsigned*)c + k / 2;
    atomicAdd(word, k % 2 ? 0x10000u : 1u);
}
int main() {
    int h[256], *x;
    unsigned short r[4], *c;
    for (int i = 0; i < 256; i++) h[i] = i;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&c, 8);
    cudaMemset(c, 0, 8);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    count<<<4, 64>>>(x, c);
    cudaMemcpy(r, c, 8, cudaMemcpyDeviceToHost);
    return r[3] != 64 || r[0] != 64;
}
// told: nothing

// both streams add atomically
#include <cstdio>
__global__ void count(const int* in, int* total) {
    if (in[threadIdx.x] & 1) atomicAdd(total, 1);
}
int main() {
    int h[64], *a, *b, *c, n;
    for (int i = 0; i < 64; ++i) h[i] = i;
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMalloc(&c, 4);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(c, 0, 4);
    count<<<1, 64, 0, s>>>(a, c);
    count<<<1, 64, 0, t>>>(b, c);
    cudaDeviceSynchronize();
    cudaMemcpy(&n, c, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", n);
    return n != 64;
}
// told: nothing

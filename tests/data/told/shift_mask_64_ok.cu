// One bit of a 64-bit set for each thread of a block of 64.
#include <cstdio>
__global__ void bits(const int* in, unsigned long long* set) {
    int t = threadIdx.x;
    if (in[t] > 0) atomicOr(set, 1ull << t);
}
int main() {
    int h[64], *in;
    unsigned long long r, *set, want = 0;
    for (int i = 0; i < 64; ++i) {
        h[i] = i % 5 - 1;
        if (h[i] > 0) want |= 1ull << i;
    }
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&set, 8);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(set, 0, 8);
    bits<<<1, 64>>>(in, set);
    cudaMemcpy(&r, set, 8, cudaMemcpyDeviceToHost);
    printf("%llx %llx\n", r, want);
    return r != want;
}
// told: nothing
